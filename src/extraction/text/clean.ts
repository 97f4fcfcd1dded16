import { isSpace, isWordAt, isWordBefore } from './characters.ts';
import { backtickRuns, definedLabels, entityAt, linkTargetEnd, TagFinder, urlEnd } from './markup.ts';
import { BOLD_LINE, Outline, PARAGRAPH } from './outline.ts';
import { BLOCK, type CleanedText, GLUE, LINE, SPACE, Writer } from './writer.ts';

/** Characters at which the scan of running text stops; all others are copied in runs. */
const SPECIAL = new Uint8Array(128);
for (const character of '\\`*_~[]!<&|:.#') SPECIAL[character.charCodeAt(0)] = 1;
for (let code = 0; code <= 32; code++) SPECIAL[code] = 1;
SPECIAL[127] = 1;

const PUNCTUATION = /[!-/:-@[-`{-~]/;
const DEFINITION = /[ \t]*\[([^\]\n]{1,200})\]:[ \t]*(?:<|https?:|www\.|mailto:|\/|#)\S*/iy;
const BULLET = /(?:[-*+•◦▪●‣–—·]|\d{1,3}[.)])[ \t\u00a0]+(?:\[[ xX]\][ \t]+)?/y;
const HEADING = /#{1,6}[ \t]+/y;
/** A short line that is bold as a whole, and no sentence. */
const BOLD =
  /(?:(\*{2,3}|__)(?![\s*_])[^*\n]{1,100}(?<![.!])\1|<(b|strong)>[^<\n]{1,100}(?<![.!])<\/\2>)[:：]?[ \t]*$/my;
const CLOSING = /#+[ \t]*$/my; // of a heading: ## Title ##
const FENCE = /(?:`{3,}[^`\n]*|~{3,}[^\n]*)$/my;
/** A thematic break, the underline of a heading or the line between head and body of a table. */
const RULE = /(?:[ \t]*[-=*_|:+]){3,}[ \t]*$/my;

/** The offset after a sticky pattern at `from`, or -1. */
function after(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/**
 * The words of an answer without its markup: what a reader sees of markdown and HTML, less every URL. White
 * space is collapsed; LINE_END and BLOCK_END mark where lines and blocks (entries, cells, headings) end.
 * With it the blocks: an entry or a cell that a line break divides is several, one after another.
 * One pass over the answer, with bounded looks ahead: linear for any input.
 */
export function clean(answer: string): CleanedText {
  return new Cleaner(answer.includes('\r') ? answer.replace(/\r\n?/g, '\n') : answer).clean();
}

class Cleaner {
  readonly #text: string;
  readonly #out = new Writer(PARAGRAPH);
  readonly #outline = new Outline(this.#out);
  readonly #tags: TagFinder;
  /** Labels of reference definitions, by which `[text][label]` is a link. */
  readonly #labels: Set<string>;
  /** Places in the output of the "[" not closed yet. */
  readonly #brackets: number[] = [];
  /** Offsets of runs of backticks, by their length, to find the one that closes a code span. */
  #ticks: Map<number, number[]> | null = null;
  #fenced = false;
  /** The end of the code span or fenced line that the scan is in: only URLs are markup there. */
  #codeEnd = -1;
  /** The next blank line, beyond which no code span reaches. */
  #paragraphEnd = -1;
  /** Whether the line is a block of its own: a heading or the row of a table. */
  #ownBlock = false;
  #heading = false;

  constructor(text: string) {
    this.#text = text;
    this.#tags = new TagFinder(text);
    this.#labels = definedLabels(text);
  }

  clean(): CleanedText {
    const text = this.#text;
    let run = this.#startLine(0);
    let i = run;
    while (i < text.length) {
      const unit = text.charCodeAt(i);
      if (this.#isPlainAt(i) || (unit === 32 && i > run && this.#isPlainAt(i + 1))) {
        i++;
        continue;
      }
      let textEnd = i;
      if (unit === 58 /* : */ || unit === 46 /* . */) {
        const start = this.#urlStart(i, run);
        if (start < 0) {
          i++;
          continue;
        }
        textEnd = start;
      }
      if (textEnd > run) this.#out.write(text.slice(run, textEnd));
      const next = isSpace(unit) ? this.#space(i, unit) : this.#special(i, unit, textEnd);
      if (next > i) {
        run = next;
        i = next;
      } else {
        run = i; // the character stands for itself
        i++;
      }
    }
    if (i > run) this.#out.write(text.slice(run, i));
    return this.#out.cleaned();
  }

  #isPlainAt(index: number): boolean {
    const unit = this.#text.charCodeAt(index);
    return unit < 128 ? SPECIAL[unit] === 0 : unit >= 128 && !isSpace(unit); // NaN past the end
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

  /** Handles what stands at the start of a line; answers where its text starts. */
  #startLine(start: number): number {
    const text = this.#text;
    const wasOwnBlock = this.#ownBlock;
    this.#ownBlock = false;
    this.#heading = false;
    let i = start;
    while (text[i] === ' ' || text[i] === '\t') i++;
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
    if (after(DEFINITION, text, i) >= 0) {
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
    const indent = this.#width(margin, i);
    const first = i;
    for (let end = after(BULLET, text, i); end >= 0; end = after(BULLET, text, i)) {
      this.#outline.item(indent + i - first);
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

  /** Columns of the white space and marks in [from, to): a tab indents by four. */
  #width(from: number, to: number): number {
    let width = to - from;
    for (let i = from; i < to; i++) if (this.#text[i] === '\t') width += 3;
    return width;
  }

  #lineEnd(from: number): number {
    const end = this.#text.indexOf('\n', from);
    return end < 0 ? this.#text.length : end;
  }

  /** Where the URL starts that has its "://" or its first dot at `i`; -1 if there is none. */
  #urlStart(i: number, run: number): number {
    const text = this.#text;
    if (text[i] === '.') {
      const isWww =
        i - 3 >= run && text.slice(i - 3, i).toLowerCase() === 'www' && !isWordBefore(text, i - 3);
      return isWww && isWordAt(text, i + 1) ? i - 3 : -1;
    }
    if (!text.startsWith('://', i)) return -1;
    const scheme = /(?:https?|ftp|\b[a-z]{2,12})$/i.exec(text.slice(Math.max(run, i - 13), i));
    return scheme === null ? -1 : i - scheme[0].length;
  }

  /** Handles the special character at `i`; answers where to go on, or `i` if it is plain text. */
  #special(i: number, unit: number, urlStart: number): number {
    if (urlStart < i) return this.#url(urlStart);
    const text = this.#text;
    const isCode = i < this.#codeEnd;
    if (text[i] === '`') return isCode ? i : this.#backticks(i);
    if (isCode) return i;
    switch (text[i]) {
      case '\\':
        return this.#escape(i);
      case '*':
      case '_':
      case '~':
        return this.#emphasis(i, unit);
      case '[':
        this.#brackets.push(this.#out.write('['));
        return i + 1;
      case '!':
        if (text[i + 1] !== '[') return i;
        this.#brackets.push(this.#out.write('!['));
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

  /** Drops a URL, and the brackets around it if nothing else is in them. */
  #url(start: number): number {
    const end = urlEnd(this.#text, start);
    for (const pair of ['()', '[]', '<>']) {
      if (this.#text[end] !== pair[1] || !this.#out.unwrite(pair[0]!)) continue;
      if (pair === '[]') {
        this.#brackets.pop();
        const target = linkTargetEnd(this.#text, end + 1);
        this.#out.gap(SPACE);
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
    this.#out.write(next);
    return i + 2;
  }

  #backticks(i: number): number {
    const length = this.#runLength(i);
    this.#out.gap(GLUE);
    if (i === this.#codeEnd) return i + length;
    this.#ticks ??= backtickRuns(this.#text);
    // There may be no run of this length: a backslash took its first backtick, and the table has the whole run.
    const runs = this.#ticks.get(length) ?? [];
    while (runs.length > 0 && runs.at(-1)! <= i) runs.pop();
    if (this.#paragraphEnd < i) {
      const blank = this.#text.indexOf('\n\n', i);
      this.#paragraphEnd = blank < 0 ? this.#text.length : blank;
    }
    // Without a closing run the marks are dropped and what follows is no code.
    const close = runs.at(-1) ?? this.#text.length;
    if (close < this.#paragraphEnd) this.#codeEnd = close;
    return i + length;
  }

  #runLength(i: number): number {
    const character = this.#text[i];
    let end = i + 1;
    while (this.#text[end] === character) end++;
    return end - i;
  }

  /**
   * Drops marks of emphasis. One inside a word stays (snake_case, E*TRADE), as does one that stands alone.
   */
  #emphasis(i: number, unit: number): number {
    const length = this.#runLength(i);
    const end = i + length;
    const inWord = isWordBefore(this.#text, i) && isWordAt(this.#text, end) && this.#text[i - 1] !== '_';
    const isAlone = this.#isSpaceOrEdge(i - 1) && this.#isSpaceOrEdge(end);
    const isLiteral =
      unit === 126 /* ~ */ ? length === 1 : isAlone || (inWord && (unit === 95 /* _ */ || length === 1));
    if (isLiteral) {
      this.#out.write(this.#text.slice(i, end));
    } else this.#out.gap(GLUE);
    return end;
  }

  #isSpaceOrEdge(index: number): boolean {
    return index < 0 || index >= this.#text.length || isSpace(this.#text.charCodeAt(index));
  }

  /** `]`: the end of a link's or an image's text if a target follows. */
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
    this.#out.erase(open);
    this.#out.gap(GLUE);
    return end;
  }

  #tag(i: number): number {
    const tag = this.#tags.tagAt(i);
    if (tag === null) return i;
    if (tag.block) this.#outline.tag(tag.name, tag.isClosing);
    else this.#out.gap(GLUE);
    return tag.end;
  }

  #entity(i: number): number {
    const entity = entityAt(this.#text, i);
    if (entity === null) return i;
    if (isSpace(entity.decoded.charCodeAt(0))) this.#out.gap(SPACE);
    else this.#out.write(entity.decoded);
    return entity.end;
  }
}
