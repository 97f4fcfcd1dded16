import { type Inline, type Passage, parseInline } from './inline.ts';

export type Block =
  | { type: 'heading'; level: number; children: Inline[] }
  | { type: 'paragraph'; children: Inline[] }
  | { type: 'list'; first: number | null; items: Block[][] }
  | { type: 'quote'; blocks: Block[] }
  | { type: 'code'; lines: Line[] }
  | { type: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { type: 'rule' };

/** A line of the source, or what is left of it behind the marks of a list or a quote. */
export interface Line {
  text: string;
  /** Where it begins in the source. */
  start: number;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})\s+/;
const RULE = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^([ \t]*)([-*+•]|\d{1,9}[.)])([ \t]+|$)/;
const DIVIDER = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const DEEPEST = 8;
/** A browser needs very long for a table of thousands of columns and rows. */
const MOST_COLUMNS = 50;

/**
 * Reads Markdown into blocks whose texts know where they stand in the source, so that places told by the API can be
 * marked. What is not understood stays text; nothing of it becomes markup of the page.
 * @param from where the text begins in the source, if it is a piece of one
 */
export function parseMarkdown(text: string, from = 0): Block[] {
  return parseLines(linesOf(text, from), 0);
}

function linesOf(source: string, from: number): Line[] {
  let start = from;
  return source.split('\n').map((text) => {
    const line = { text: text.endsWith('\r') ? text.slice(0, -1) : text, start };
    start += text.length + 1;
    return line;
  });
}

const isBlank = ({ text }: Line) => text.trim() === '';
const after = ({ text, start }: Line, length: number): Line => ({
  text: text.slice(length),
  start: start + length,
});

function parseLines(lines: readonly Line[], depth: number): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at]!;
    if (isBlank(line)) at++;
    else {
      const [block, next] = blockAt(lines, at, depth);
      blocks.push(block);
      at = next;
    }
  }
  return blocks;
}

/** The block that begins at a line, and the line behind it. */
function blockAt(lines: readonly Line[], at: number, depth: number): [Block, number] {
  const line = lines[at]!;
  const fence = FENCE.exec(line.text)?.[1];
  if (fence !== undefined) return fenced(lines, at, fence);
  const heading = HEADING.exec(line.text);
  if (heading) {
    const rest = after(line, heading[0].length);
    const children = inline([{ ...rest, text: withoutClosing(rest.text) }]);
    return [{ type: 'heading', level: heading[1]!.length, children }, at + 1];
  }
  if (RULE.test(line.text)) return [{ type: 'rule' }, at + 1];
  if (isTable(lines, at)) return table(lines, at);
  if (depth < DEEPEST && QUOTE.test(line.text)) return quote(lines, at, depth);
  if (depth < DEEPEST && ITEM.test(line.text)) return list(lines, at, depth);
  let end = at + 1;
  while (end < lines.length && !isBlank(lines[end]!) && !beginsBlock(lines, end)) end++;
  return [{ type: 'paragraph', children: inline(lines.slice(at, end)) }, end];
}

/** A heading without the signs that close it. No pattern: where the end does not match, one would try every blank. */
function withoutClosing(heading: string): string {
  const text = heading.trimEnd();
  let end = text.length;
  while (text[end - 1] === '#') end--;
  return end === 0 || /\s/.test(text[end - 1]!) ? text.slice(0, end) : text;
}

function beginsBlock(lines: readonly Line[], at: number): boolean {
  const { text } = lines[at]!;
  return [FENCE, HEADING, RULE, QUOTE, ITEM].some((begin) => begin.test(text)) || isTable(lines, at);
}

function fenced(lines: readonly Line[], at: number, fence: string): [Block, number] {
  let end = at + 1;
  while (end < lines.length && !lines[end]!.text.trimStart().startsWith(fence)) end++;
  return [{ type: 'code', lines: lines.slice(at + 1, end) }, end + 1];
}

function quote(lines: readonly Line[], at: number, depth: number): [Block, number] {
  let end = at;
  const inside: Line[] = [];
  for (let match = QUOTE.exec(lines[at]!.text); match; match = QUOTE.exec(lines[end]?.text ?? '')) {
    inside.push(after(lines[end]!, match[0].length));
    end++;
  }
  return [{ type: 'quote', blocks: parseLines(inside, depth + 1) }, end];
}

function list(lines: readonly Line[], at: number, depth: number): [Block, number] {
  const items: Block[][] = [];
  const [, indent = '', mark = ''] = ITEM.exec(lines[at]!.text)!;
  const isOrdered = /\d/.test(mark);
  let end = at;
  while (end < lines.length) {
    const match = ITEM.exec(lines[end]!.text);
    if (!match || match[1]!.length > indent.length + 1 || /\d/.test(match[2]!) !== isOrdered) break;
    if (match[1]!.length < indent.length || RULE.test(lines[end]!.text)) break;
    const inside = [after(lines[end]!, match[0].length)];
    const width = match[1]!.length + 2;
    end++;
    // Of the item, too: what is indented below it, and lines that go on without a new block.
    while (end < lines.length) {
      const line = lines[end]!;
      const space = /^[ \t]*/.exec(line.text)![0].length;
      if (isBlank(line)) {
        const next = lines.slice(end, end + 3).find((one) => !isBlank(one));
        if (!next || /^[ \t]*/.exec(next.text)![0].length < width) break;
        inside.push(line);
      } else if (space >= width) inside.push(after(line, Math.min(space, match[0].length)));
      else if (isBlank(lines[end - 1]!) || beginsBlock(lines, end)) break;
      else inside.push(line);
      end++;
    }
    items.push(parseLines(inside, depth + 1));
    // A blank line between two items leaves them in one list.
    let next = end;
    while (next < lines.length && isBlank(lines[next]!)) next++;
    if (next < lines.length && ITEM.test(lines[next]!.text)) end = next;
  }
  return [
    { type: 'list', first: isOrdered ? Number.parseInt(mark, 10) : null, items },
    Math.max(end, at + 1),
  ];
}

function isTable(lines: readonly Line[], at: number): boolean {
  const next = lines[at + 1];
  const { text } = lines[at]!;
  return (
    text.includes('|') &&
    next !== undefined &&
    isDivider(next) &&
    text.split('|', MOST_COLUMNS + 3).length <= MOST_COLUMNS + 2
  );
}

function isDivider({ text }: Line): boolean {
  return text.length < 2_000 && text.includes('|') && DIVIDER.test(text);
}

function table(lines: readonly Line[], at: number): [Block, number] {
  let end = at + 2;
  while (end < lines.length && lines[end]!.text.includes('|')) end++;
  const head = cellsOf(lines[at]!);
  // Not filled up: many short rows below a wide head would be far more cells than there are letters.
  const rows = lines.slice(at + 2, end).map((line) => cellsOf(line).slice(0, head.length));
  return [{ type: 'table', head, rows }, end];
}

function cellsOf(line: Line): Inline[][] {
  const cells: Line[] = [];
  let begun = 0;
  for (let at = 0; at <= line.text.length; at++) {
    if (line.text[at] === '\\') at++;
    else if (at === line.text.length || line.text[at] === '|') {
      cells.push({ text: line.text.slice(begun, at), start: line.start + begun });
      begun = at + 1;
    }
  }
  if (cells.length > 1 && isBlank(cells[0]!)) cells.shift();
  if (cells.length > 1 && isBlank(cells.at(-1)!)) cells.pop();
  return cells.map((cell) => inline([cell]));
}

/** Some lines as one passage, without the blanks around each. */
function inline(lines: readonly Line[]): Inline[] {
  const offsets: number[] = [];
  const texts = lines.map(({ text, start }, index) => {
    const blanks = text.length - text.trimStart().length;
    const kept = text.trim();
    for (let at = 0; at < kept.length; at++) offsets.push(start + blanks + at);
    if (index < lines.length - 1) offsets.push(start + text.length);
    return kept;
  });
  const passage: Passage = { text: texts.join('\n'), offsets };
  return parseInline(passage);
}
