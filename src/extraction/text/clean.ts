import { isSpace } from './characters.ts';
import { emphasisAt, isJoined } from './formatting/emphasis.ts';
import { BOLD_LINE, Outline, PARAGRAPH, widthOf } from './formatting/outline.ts';
import { HIDDEN, mayBeMarkAt, shownText } from './formatting/platform-marks.ts';
import { Marks } from './marks.ts';
import {
  CodeSpans,
  citationEnd,
  definedLabels,
  entityAt,
  linkTargetEnd,
  numberedCitationEnd,
  urlEnd,
  urlStart,
} from './markup.ts';
import { beginsAsReasoning } from './reasoning.ts';
import { TagFinder } from './tags.ts';
import { BLOCK, type CleanedText, GLUE, LINE, SPACE, Writer } from './writer.ts';

/** Invisible, or an optional break in a long word: a reader sees the word whole. */
const INVISIBLE = /[\u00ad\u2060\ufeff]/;
const ZERO_WIDTH = '\u200b';
/**
 * Code units at which the scan of running text stops: 1 for markup, 2 for marks of platforms. It copies runs of others.
 */
const SPECIAL = new Uint8Array(0x10000);
for (const character of `\\\`*_~[]!<&|:.#^\u00ad\u2060\ufeff\u200b【${HIDDEN}`)
  SPECIAL[character.charCodeAt(0)] = 1;
for (let unit = 0; unit < SPECIAL.length; unit++) if (isSpace(unit)) SPECIAL[unit] = 1;
for (const character of '<[:{\\◁0123456789\ue141\ue142\ue600\ue601\ue602')
  SPECIAL[character.charCodeAt(0)]! |= 2;
for (let unit = 0xe200; unit < 0xe210; unit++) SPECIAL[unit]! |= 2;

const PUNCTUATION = /[!-/:-@[-`{-~]/;
const DEFINITION =
  /[ \t]*\[(?:[^\]\n]{1,200}\]:[ \t]*(?:<|https?:|www\.|mailto:|\/|#)\S*|\^[^\]\n]{1,200}\]:[ \t]*\[[^\]\n]{1,300}\]\([^)\s]{1,2000}\)[ \t.]*$)/imy;
const BULLET = /(?:[-*+•◦▪●‣–—·]|\d{1,3}[.)])[ \t\u00a0]+(?:\[[ xX]\][ \t]+)?/y;
const HEADING = /#{1,6}[ \t]+/y;
/** A container's beginning: `:::writing{variant="document"}`. */
const DIRECTIVE = /:{3,}[a-z][\w-]{0,40}\{[^}\n]{0,500}\}[ \t]*$/my;
/** A short line that is entirely bold and is not a sentence. */
const BOLD =
  /(?:(\*{2,3}|__)(?![\s*_])\ue201*(?:[^*\n\ue201]\ue201*){1,100}(?<![.!])\1|<(b|strong)>[^<\n]{1,100}(?<![.!])<\/\2>)[:：]?[ \t]*$/my;
const CLOSING = /#+[ \t]*$/my; // closing marks of a heading: ## Title ##
const FENCE = /(?:`{3,}[^`\n]*|~{3,}[^\n]*)$/my;
/** A thematic break, the underline of a heading, or the line between header and body of a table. */
const RULE = /(?:[ \t]*[-=*_|:+]){3,}[ \t]*$/my;

/** The offset after a sticky pattern at `from`, or -1. */
function after(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/**
 * The words of an answer without its markup: what a reader sees of markdown and HTML, except URLs. White space is
 * collapsed; LINE_END and BLOCK_END mark the ends of lines and blocks (entries, cells, headings). Reasoning is no part
 * of it: '' where an answer is nothing else. It also returns the blocks: an entry or a cell that a line break divides
 * becomes several, one after another. One pass over the answer with bounded lookahead, so it is linear for any input.
 */
export function clean(answer: string): CleanedText {
  return read(answer, () => null)[0];
}

/** The same, with the formatting from the markup, for display. */
export function readMarkup(answer: string): CleanedText & { marks: Marks } {
  const [cleaned, marks] = read(answer, () => new Marks());
  return { ...cleaned, marks };
}

function read<Formatting extends Marks | null>(
  answer: string,
  formatting: () => Formatting,
): [CleanedText, Formatting] {
  const text = withSameLineEnds(answer);
  let marks = formatting();
  let cleaned = beginsAsReasoning(text) ? null : new Cleaner(text, marks, false).clean();
  if (cleaned === null) {
    marks = formatting();
    cleaned = new Cleaner(shownText(text), marks, true).clean()!;
  }
  return [cleaned, marks];
}

function withSameLineEnds(answer: string): string {
  return answer.includes('\r') ? answer.replace(/\r\n?/g, '\n') : answer;
}

class Cleaner {
  readonly #text: string;
  readonly #out = new Writer(PARAGRAPH);
  readonly #outline = new Outline(this.#out);
  readonly #tags: TagFinder;
  /** Labels of reference definitions, which make `[text][label]` a link. */
  readonly #labels: Set<string>;
  /** Output positions of "[" that are still open. */
  readonly #brackets: number[] = [];
  readonly #spans: CodeSpans;
  #fenced = false;
  /** The end of the current code span or fenced line, in which only URLs are markup. */
  #codeEnd = -1;
  /** Whether the line is a separate block: a heading or the row of a table. */
  #ownBlock = false;
  #heading = false;
  /** null: not requested. */
  readonly #marks: Marks | null;
  /** Whether the text is without marks of platforms. */
  readonly #isShown: boolean;

  constructor(text: string, marks: Marks | null, isShown: boolean) {
    this.#text = text;
    this.#marks = marks;
    this.#isShown = isShown;
    this.#tags = new TagFinder(text);
    this.#spans = new CodeSpans(text);
    this.#labels = definedLabels(text);
  }

  /** null: there may be marks of platforms. */
  clean(): CleanedText | null {
    const text = this.#text;
    let run = this.#startLine(0);
    let i = run;
    while (i < text.length) {
      const unit = text.charCodeAt(i);
      const special = SPECIAL[unit]!;
      if (special === 0 || (unit === 32 && i > run && this.#isPlainAt(i + 1))) {
        i++;
        continue;
      }
      if (special > 1) {
        if (!this.#isShown && mayBeMarkAt(text, i)) return null;
        if (special === 2) {
          i++;
          continue;
        }
      }
      let textEnd = i;
      if (unit === 58 /* : */ || unit === 46 /* . */) {
        const start = urlStart(text, i, run);
        if (start < 0) {
          i++;
          continue;
        }
        textEnd = start;
      }
      if (textEnd > run)
        this.#out.write(textEnd < i ? text.slice(run, textEnd).trimEnd() : text.slice(run, textEnd), run);
      const next = isSpace(unit) ? this.#space(i, unit) : this.#special(i, textEnd);
      if (next > i) {
        run = next;
        i = next;
      } else {
        run = i; // the character is literal text
        i++;
      }
    }
    if (i > run) this.#out.write(text.slice(run, i), run);
    return this.#out.cleaned();
  }

  #isPlainAt(index: number): boolean {
    const special = SPECIAL[this.#text.charCodeAt(index)]; // undefined past the end
    return special === 0 || special === 2;
  }

  #space(i: number, unit: number): number {
    if (unit !== 10 && unit !== 0x2028 && unit !== 0x2029) {
      this.#out.gap(SPACE);
      return i + 1;
    }
    const isHardBreak = this.#text[i - 1] === '\\' || this.#text.startsWith('  ', i - 2);
    this.#out.gap(this.#ownBlock || isHardBreak ? BLOCK : LINE);
    return this.#startLine(i + 1);
  }

  /** Handles markup at the start of a line; returns the start of its text. */
  #startLine(start: number): number {
    const text = this.#text;
    this.#marks?.line();
    const wasOwnBlock = this.#ownBlock;
    this.#ownBlock = false;
    this.#heading = false;
    let i = start;
    while (text[i] === ' ' || text[i] === '\t') i++;
    if (text[i] === '[' && text.startsWith('[cite_start]', i)) i += '[cite_start]'.length;
    if (after(FENCE, text, i) >= 0) {
      this.#fenced = !this.#fenced;
      this.#outline.blank();
      return this.#lineEnd(i);
    }
    if (this.#fenced) {
      this.#ownBlock = true;
      this.#codeEnd = this.#lineEnd(i);
      this.#outline.code();
      return i;
    }
    let margin = start;
    for (; text[i] === '>' || text[i] === ' ' || text[i] === '\t'; i++) if (text[i] === '>') margin = i + 1;
    const isBlank = i >= text.length || text[i] === '\n';
    if (isBlank) {
      this.#outline.blank();
      this.#brackets.length = 0;
      return i;
    }
    if (after(DEFINITION, text, i) >= 0 || (text[i] === ':' && after(DIRECTIVE, text, i) >= 0)) {
      this.#out.gap(BLOCK);
      return this.#lineEnd(i);
    }
    const rule = after(RULE, text, i);
    if (rule >= 0) {
      this.#outline.rule(text.slice(i, rule), wasOwnBlock);
      return rule;
    }
    if (text[i] === '|') {
      this.#ownBlock = true;
      this.#outline.row();
      return i + 1;
    }
    const indent = widthOf(text, margin, i);
    const first = i;
    for (let end = after(BULLET, text, i); end >= 0; end = after(BULLET, text, i)) {
      this.#outline.item(indent + i - first);
      this.#marks?.bullet(end, text.slice(i, end));
      i = end;
    }
    const title = after(HEADING, text, i);
    if (title >= 0) {
      this.#outline.heading(text.slice(i, title).trimEnd().length, indent);
      this.#ownBlock = true;
      this.#heading = true;
      const numbered = after(BULLET, text, title);
      return numbered >= 0 ? numbered : title;
    }
    if (i > first) return i;
    if ((text[i] === '*' || text[i] === '_' || text[i] === '<') && after(BOLD, text, i) >= 0) {
      this.#outline.heading(BOLD_LINE, indent);
      this.#ownBlock = true;
    } else if (this.#outline.line(indent, wasOwnBlock)) this.#ownBlock = true;
    return i;
  }

  #lineEnd(from: number): number {
    const end = this.#text.indexOf('\n', from);
    return end < 0 ? this.#text.length : end;
  }

  /** Handles the special character at `i`; returns where to continue, or `i` if it is plain text. */
  #special(i: number, url: number): number {
    if (url < i) return this.#url(url);
    const text = this.#text;
    if (INVISIBLE.test(text[i]!)) return i + 1;
    if (text[i] === ZERO_WIDTH) return this.#breakPoint(i, i + 1);
    if (text[i] === HIDDEN) return this.#dropped(i + this.#runLength(i));
    if (i < this.#codeEnd) return this.#code(i);
    let end: number;
    switch (text[i]) {
      case '\\':
        return this.#escape(i);
      case '`':
        return this.#backticks(i);
      case '*':
      case '_':
      case '~':
        return this.#emphasis(i);
      case '【':
      case '^':
        return this.#citation(i);
      case '[':
        end = this.#citation(i);
        if (end > i) return end;
        this.#brackets.push(this.#out.write('[', i));
        return i + 1;
      case '!':
        if (text[i + 1] !== '[') return i;
        this.#brackets.push(this.#out.write('![', i));
        return i + 2;
      case ']':
        return this.#closeBracket(i);
      case '<':
        return this.#tag(i);
      case '&':
        return this.#entity(i);
      case '|':
        this.#ownBlock = true;
        this.#outline.pipe();
        return i + 1;
      case '#':
        return this.#heading && isSpace(text.charCodeAt(i - 1)) && after(CLOSING, text, i) >= 0
          ? this.#lineEnd(i)
          : i;
      default:
        return i;
    }
  }

  /** In code all characters are literal, except a "|" that ends the cell of a table. */
  #code(i: number): number {
    const isPipe = this.#ownBlock && !this.#fenced && this.#text.startsWith('\\|', i);
    if (!isPipe) return i;
    this.#out.write('|', i + 1);
    return i + 2;
  }

  /** Drops a citation mark, and the space before it if a sentence continues or ends without one. */
  #citation(i: number): number {
    const text = this.#text;
    const end = citationEnd(text, i);
    if (end < 0) return i;
    if (text[i] === '[' && !text.startsWith('[cite', i)) {
      const label = text.indexOf(']', i) + 1;
      this.#marks?.aside(i, label, text.slice(label, end), this.#out.opening());
    }
    return this.#dropped(end);
  }

  #dropped(end: number): number {
    if (',.;:!?。，、'.includes(this.#text[end] ?? '\n')) this.#out.closeUp();
    this.#out.gap(GLUE);
    return end;
  }

  /** Drops a URL, and the brackets around it if they contain nothing else. */
  #url(start: number): number {
    const end = urlEnd(this.#text, start);
    this.#marks?.aside(start, end, this.#text.slice(start, end), this.#out.opening());
    for (const pair of ['()', '[]', '<>']) {
      if (this.#text[end] !== pair[1] || !this.#out.unwrite(pair[0]!)) continue;
      if (pair === '[]') {
        this.#brackets.pop();
        const target = linkTargetEnd(this.#text, end + 1);
        // Platforms put such citations at the end of an entry. Two spaces after one replace a lost line end.
        this.#out.gap(this.#text.startsWith('  ', end + 1) ? LINE : SPACE);
        return target < 0 ? end + 1 : target;
      }
      this.#out.gap(SPACE);
      return end + 1;
    }
    this.#out.gap(SPACE);
    return end;
  }

  #escape(i: number): number {
    const next = this.#text[i + 1];
    if (next === undefined || next === '\n') return i + 1;
    if (!PUNCTUATION.test(next)) return i;
    this.#out.write(next, i + 1);
    return i + 2;
  }

  #backticks(i: number): number {
    const length = this.#runLength(i);
    this.#out.gap(GLUE);
    // Without a closing run, the marks are dropped and the text after them is not code.
    if (i !== this.#codeEnd) {
      this.#codeEnd = this.#spans.closing(i, length);
      if (this.#codeEnd >= 0) this.#marks?.code(i + length, this.#codeEnd);
    }
    return i + length;
  }

  #runLength(i: number): number {
    const character = this.#text[i];
    let end = i + 1;
    while (this.#text[end] === character) end++;
    return end - i;
  }

  #emphasis(i: number): number {
    const end = i + this.#runLength(i);
    const effect = emphasisAt(this.#text, i, end);
    if (effect === 'LITERAL') this.#out.write(this.#text.slice(i, end), i);
    else {
      if (effect === 'DROPPED') this.#out.gap(GLUE);
      this.#marks?.run(this.#text, i, end);
    }
    return end;
  }

  /** [from, to) marks an optional line break. Inside a word it leaves nothing, between two words a space. */
  #breakPoint(from: number, to: number): number {
    const text = this.#text;
    const isInWord = isJoined(text.slice(Math.max(0, from - 1), from), text.slice(to, to + 1));
    if (!isInWord) this.#out.gap(GLUE);
    return to;
  }

  /** `]`: the end of a link's text if a target follows. An image's text is dropped, because it names nothing. */
  #closeBracket(i: number): number {
    const open = this.#brackets.pop();
    if (open === undefined) return i;
    let end = linkTargetEnd(this.#text, i + 1);
    if (end < 0 && this.#labels.size > 0 && this.#text[i + 1] === '[') {
      const close = this.#text.slice(i + 2, i + 203).indexOf(']');
      const label = close < 0 ? '' : this.#text.slice(i + 2, i + 2 + close);
      if (this.#labels.has(label.trim().toLowerCase())) end = i + 3 + close;
    }
    if (end < 0) return i;
    if (this.#out.isImage(open)) this.#out.cut(open);
    else {
      this.#marks?.link(this.#out.offsetOf(open), i, this.#text.slice(i + 1, end));
      this.#out.erase(open);
    }
    this.#out.gap(GLUE);
    return end;
  }

  #tag(i: number): number {
    const tag = this.#tags.tagAt(i);
    if (tag === null) return i;
    if (tag.name === 'wbr') return this.#breakPoint(i, tag.end);
    const end = tag.isClosing ? -1 : numberedCitationEnd(this.#text, tag.name, i, tag.end);
    if (end >= 0) return this.#dropped(end);
    if (tag.name.startsWith('grok')) return this.#dropped(tag.end);
    if (tag.block) this.#outline.tag(tag.name, tag.isClosing);
    else this.#out.gap(GLUE);
    return tag.end;
  }

  #entity(i: number): number {
    const entity = entityAt(this.#text, i);
    if (entity === null) return i;
    if (entity.decoded === ZERO_WIDTH) return this.#breakPoint(i, entity.end);
    if (isSpace(entity.decoded.charCodeAt(0))) this.#out.gap(SPACE);
    else if (!INVISIBLE.test(entity.decoded)) this.#out.write(entity.decoded, i, entity.end - i);
    return entity.end;
  }
}
