/**
 * What one sentence says of each name in it. The sentence is divided where another name takes over; each part speaks
 * of the names in it, in a comparison against those on its other side.
 */
import { nothing, type Said } from '../said.ts';
import { attribute } from './attribution.ts';
import { assignRoles } from './comparisons.ts';
import { weigh } from './evidence.ts';
import { type Label, ownLabel } from './labels.ts';
import { divide, type Parts } from './parts.ts';
import { OTHERS, type Sheet, sheetOf } from './sheet.ts';
import { type Named, Tokens } from './tokens.ts';

export interface ReadSentence {
  /** By actor. */
  said: Said[];
  /** The actor that it speaks of at its end; -1: none. */
  subject: number;
  isQuestion: boolean;
  /** How many words and phrases of the lexicon it has. */
  known: number;
}

/**
 * @param named the names in it, ascending, not overlapping; actors number from 0
 * @param actors how many actors there are
 */
export function readSentence(
  text: string,
  start: number,
  end: number,
  named: readonly Named[],
  actors: number,
  label: Label = 0,
): ReadSentence {
  const tokens = new Tokens(text, start, end, named);
  // What is asked is said of nobody.
  if (tokens.isQuestion) {
    const said = Array.from({ length: actors }, nothing);
    return { said, subject: actors === 1 ? 0 : -1, isQuestion: true, known: 0 };
  }
  const own = ownLabel(tokens);
  const sheet = sheetOf(text, tokens);
  const compared = assignRoles(sheet);
  const parts = divide(sheet);
  const statement = {
    sheet,
    weighed: weigh(sheet, parts, compared),
    label: own.label || label,
    labelEnd: own.label === 0 ? 0 : own.end,
  };
  return {
    said: attribute(statement, parts, actors),
    subject: subjectOf(sheet, parts),
    isQuestion: false,
    known: sheet.items.length,
  };
}

/** What a question would say if it was none: it tells what "yes" or "no" after it means. */
export function readQuestion(text: string, start: number, end: number): Said {
  const sheet = sheetOf(text, new Tokens(text, start, end, []));
  const compared = assignRoles(sheet);
  const weighed = weigh(sheet, [], compared);
  return attribute({ sheet, weighed, label: 0, labelEnd: 0 }, [], 1)[0]!;
}

/** What a text without names says of what it stands with: a cell of a table, an entry under "Cons". */
export function readRemark(text: string, start: number, end: number, label: Label): Said {
  return readSentence(text, start, end, [], 1, label).said[0]!;
}

/** The first one spoken of in the last part. */
function subjectOf({ names }: Sheet, parts: Parts): number {
  let subject = -1;
  let part = -1;
  for (const [n, { actor, role }] of names.entries()) {
    if (role !== 1 || parts[n] === part || actor === OTHERS) continue;
    part = parts[n]!;
    subject = actor;
  }
  return subject;
}
