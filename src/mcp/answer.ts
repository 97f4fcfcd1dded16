import { shortened } from './text.ts';
import type { Draft } from './tool.ts';

/** The most bytes of an answer in both its forms: 25,000 tokens at the least 2.4 bytes per token of such text. */
const MOST_BYTES = 60_000;
const LONGEST_LINE = 700;
const TOO_LARGE = 'The first row alone is too large for an answer: ask for less of it.';

export interface Answer {
  structured: Record<string, unknown>;
  text: string;
}

/** The answer with as many rows as it may hold, and a note about omitted ones. */
export function answerOf(draft: Draft): Answer {
  const { rows } = draft;
  const lines = rows.map((row) => shortened(inOneLine(draft.line(row as never)), LONGEST_LINE));
  let room = MOST_BYTES - bytesOf({ ...draft.fields, heading: draft.heading }) - 2_000;
  let shown = 0;
  for (const [at, row] of rows.entries()) {
    room -= bytesOf(row) + bytesOf(lines[at]);
    if (room < 0) break;
    shown = at + 1;
  }
  return answerWith(draft, lines, shown);
}

function answerWith(draft: Draft, lines: string[], shown: number): Answer {
  const { fields, rows, total, offset = 0, heading, order, emptyReason } = draft;
  const missing = Math.max(total, rows.length) - offset - shown;
  const leftOut =
    missing > 0
      ? `${missing} of ${total} rows are left out. Rows are by ${order}. ${draft.rest(shown)}`
      : null;
  const empty = shown > 0 ? null : rows.length > 0 ? TOO_LARGE : (emptyReason ?? 'Nothing matches.');
  return {
    structured: { ...fields, rows: rows.slice(0, shown), total, left_out: leftOut, empty_reason: empty },
    text: [heading, ...lines.slice(0, shown), empty, leftOut].filter((line) => line).join('\n'),
  };
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '');
}

/**
 * Keeps a line break in a name or a source's title from beginning a line that looks like part of the program's own
 * text.
 */
function inOneLine(text: string): string {
  return text.replace(/[\n\r\v\f\u0085\u2028\u2029]+/g, ' ');
}
