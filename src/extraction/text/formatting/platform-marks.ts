/**
 * Marks that a platform or a model leaves in an answer's text for its own screen: marks between private-use signs,
 * marks whose signs were lost or replaced on the way, reasoning. All look-ahead is bounded, so reading is linear.
 */
import { codeIn } from '../markup.ts';
import { isReasoningAt, reasoningIn } from '../reasoning.ts';

/** Stands for a hidden code unit: it is nothing, but does not join words. No other sign is left then. */
export const HIDDEN = '\ue201';
const FILLERS = ['', HIDDEN, '\n', ' '];
const MARK = 1;
const LINE_END = 2;
const SPACE = 3;

/** Written as a character or as an escape. */
const SIGN = /[\ue200-\ue20f\ue141\ue142\ue600-\ue602]|\\{1,2}u[eE]20[0-9a-fA-F]/g;
const BEGIN = /[\ue200\ue600]|00$/;
const SEPARATOR = /[\ue202\ue602\ue142]|02$/;
const END = /[\ue201\ue20b\ue601\ue141]|01$/;
const MOST_NESTED = 8;
const MOST_DATA = 20_000;
const MOST_TEXT = 600;

/** A string of data, whose quotes may be escaped with all else. */
const TEXT = '\\\\?"((?:[^"\\\\\\n]|\\\\.){1,300}?)\\\\?"(?=\\s*[,\\]}])';
const NAME = new RegExp(
  `^\\s?\\[\\s*\\\\?"(?:[^"\\\\\\n]|\\\\.){0,300}?\\\\?"\\s*,\\s*${TEXT}|^([^[{|"]{1,300})$`,
  'dg',
);
const LABEL = /^(?!turn\d|https?:)([\s\S]{1,300})/dg;
const ITEMS = new RegExp(
  `\\[\\s*\\\\?"turn\\w{1,40}\\\\?"\\s*,\\s*${TEXT}|"(?:name|title|product_name)\\\\?"\\s*:\\s*${TEXT}`,
  'dg',
);
const NOTHING = /(?!)/dg;
/** Kinds that show text, and what of their payload it is. Others, known or not, show none. */
const TEXTS = new Map([
  ['entity', NAME],
  ['product_entity', NAME],
  ['url', LABEL],
  ['link_title', LABEL],
]);
/** The same, shown apart from the text around them. */
const CARDS = new Map([
  ['video', LABEL],
  ['navlist', LABEL],
  ['product', ITEMS],
  ['products', ITEMS],
  ['product_carousel', ITEMS],
  ['businesses_map', ITEMS],
]);

/** Text that may replace a lost sign. */
const LOST = '[\ue000-\uf8ff\ufffd□■☆↩▯]?';
/** Within a word only of known types: "Saturn5rocket2" is none. */
const REFERENCE =
  'turn\\d{1,9}(?:search|news|view|image|file|fetch|product|academia|reddit|youtube|video|finance|forecast|sports|business|map|' +
  '(?<!\\p{L}turn\\d{1,9})[a-z]{2,20})\\d{1,6}(?:L\\d{1,6}(?:-L\\d{1,6})?)?';
const REFERENCES = `${REFERENCE}(?:(?:${LOST}|,? ?)(?:${REFERENCE}|L\\d{1,6}-L\\d{1,6}))*`;
/** Marks without their signs: with a kind and data, with references, of other platforms; an element with its text. */
const UNSIGNED = new RegExp(
  `(entity|product_entity|products?|product_carousel|businesses_map|image_group|genui|map|finance|forecast)${LOST} ?` +
    '(\\[\\s?\\\\?"[^\\]\\n]{0,600}(?:\\]|$)|\\{\\\\?"[^\\n]{0,1000}?(?:\\}(?![}\\],"])|$))|' +
    `(?:navlist|link_title|(?<![a-z])url(?=${LOST}\\p{Lu}))${LOST}(?=[^\\n]{1,120}?turn\\d)|` +
    `\\[${REFERENCES}\\]|(?<!\\])\\(${REFERENCES}\\)|【${REFERENCES}[^【】\\n]{0,80}】|` +
    `${LOST}(?:(?:file|mem)?cite|i(?=${LOST}turn\\d{1,9}image))?${LOST} ?${REFERENCES}${LOST}|` +
    ':{1,3}(?:contentReference|antCitation)\\[[^\\]\\n]{0,60}\\](?:\\{[^}\\n]{0,400}\\})?|' +
    'grok_render_citation_card_json=\\{[^}\\n]{0,400}\\}|\\{/?antml:cite[^{}\\n]{0,200}\\}|' +
    '<Cite\\b[^<>\\n]{0,400}>|<Entity\\b[^<>\\n]{0,400}?\\bvalue="([^"\\n]{1,200})"[^<>\\n]{0,400}>',
  'dgu',
);

/** Whether such a mark may stand at the special character at `i`; false for nearly all of them. */
export function mayBeMarkAt(text: string, i: number): boolean {
  switch (text[i]) {
    case '<':
      return /^<(?:Cite|Entity)\b/.test(text.slice(i, i + 8)) || isReasoningAt(text, i);
    case '[':
      return text[i + 1] === '"' || isReasoningAt(text, i);
    case ':':
      return text.startsWith('::', i + 1) || /^:(?:contentR|antC)/.test(text.slice(i, i + 9));
    case '{':
      return '"a/'.includes(text[i + 1] ?? ' ') || text[i - 1] === '=';
    case '\\':
      return /^\\u[eE]20/.test(text.slice(i, i + 5));
    default: // a private-use sign, Kimi's ◁, a digit
      return text.charCodeAt(i) > 255 || text.startsWith('turn', i - 4);
  }
}

/**
 * The same text with HIDDEN for what a reader of the platform does not see of its marks, line ends around what it shows
 * as cards, and blanks for reasoning: all else stands where it stood.
 */
export function shownText(text: string): string {
  return new Screen(text).shown();
}

interface OpenMark {
  at: number;
  /** The offsets where its signs end and begin: of the beginning, then of each separator. */
  edges: number[];
}

class Screen {
  readonly #text: string;
  readonly #hidden: Uint8Array;

  constructor(text: string) {
    this.#text = text;
    this.#hidden = new Uint8Array(text.length);
    this.#readSigned();
    this.#readUnsigned();
    for (const { start, end } of reasoningIn(text)) {
      this.#hidden.fill(SPACE, start, end);
      this.#hidden[start] = LINE_END;
      this.#hidden[end - 1] = LINE_END;
    }
  }

  shown(): string {
    const [text, hidden] = [this.#text, this.#hidden];
    let shown = '';
    for (let from = 0, to = 0; from < text.length; from = to) {
      while (to < text.length && hidden[to] === hidden[from]) to++;
      shown += hidden[from] === 0 ? text.slice(from, to) : FILLERS[hidden[from]!]!.repeat(to - from);
    }
    return shown;
  }

  #readSigned(): void {
    const open: OpenMark[] = [];
    for (const { 0: sign, index } of this.#text.matchAll(SIGN)) {
      const end = index + sign.length;
      this.#hidden.fill(MARK, index, end);
      if (BEGIN.test(sign) || (sign === '\ue142' && open.length === 0)) {
        if (open.length === MOST_NESTED) open.shift();
        open.push({ at: index, edges: [end] });
      } else if (SEPARATOR.test(sign)) open.at(-1)?.edges.push(index, end);
      else if (END.test(sign) && open.length > 0) this.#read(open.pop()!, index, end);
    }
    for (const mark of open) this.#read(mark, Number.POSITIVE_INFINITY, 0);
  }

  /** Reads a mark that ends at [to, end). One that was left open keeps what follows, for `#readUnsigned`. */
  #read({ at, edges: [from = 0, separator, payload, next] }: OpenMark, to: number, end: number): void {
    const kind = this.#text.slice(from, Math.min(separator ?? to, from + MOST_TEXT));
    const start = payload ?? to;
    const isData = /^\s?[[{]/.test(this.#text.slice(start, start + 2));
    const isOpen =
      to - start > (isData ? MOST_DATA : MOST_TEXT) ||
      !/^[a-z_]*(?:\|[\w\s]*)?$/.test(kind) ||
      (/^(?:\w*cite|i)?$/.test(kind) && /\S\s+\S+\s+\S/.test(this.#text.slice(start, to)));
    if (!isOpen) this.#hide(kind, at, start, isData ? to : (next ?? to), end);
    else if (shownBy(kind) === LABEL) this.#hidden.fill(MARK, at, payload ?? at);
  }

  #readUnsigned(): void {
    const isCode = codeIn(this.#text);
    for (const { 0: mark, 1: kind, index, indices } of this.#text.matchAll(UNSIGNED)) {
      if (this.#hidden[index + 1] !== 0 || isCode(index)) continue;
      const end = index + mark.length;
      const [from, to] = indices![2] ?? indices![3] ?? [end, end];
      const isName = kind !== undefined && shownBy(kind) === NAME;
      if (kind === undefined) {
        this.#hidden.fill(MARK, index, from);
        this.#hidden.fill(MARK, to, end);
      } else if (!isName || to === this.#text.length || this.#text.slice(from, to).search(NAME) >= 0)
        this.#hide(kind, index, from, to, end);
    }
  }

  /** Hides [at, end) but for what the kind shows of its payload at [from, to). */
  #hide(kind: string, at: number, from: number, to: number, end: number): void {
    const isCard = CARDS.has(kind);
    let last = at;
    for (const { indices } of this.#text.slice(from, to).matchAll(shownBy(kind))) {
      const [start, stop] = (indices![1] ?? indices![2])!;
      this.#hidden.fill(MARK, last, from + start);
      if (isCard) this.#hidden.fill(LINE_END, Math.max(at, from + start - 2), from + start);
      last = from + stop;
    }
    this.#hidden.fill(MARK, last, end);
    if (isCard && last > at) this.#hidden.fill(LINE_END, last, Math.min(last + 2, end));
  }
}

function shownBy(kind: string): RegExp {
  return TEXTS.get(kind) ?? CARDS.get(kind) ?? NOTHING;
}
