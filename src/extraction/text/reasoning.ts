import { CodeSpans } from './markup.ts';
import type { Span } from './sentences.ts';

/** Names of elements around reasoning, with or without a prefix such as `seed:`, `mm:` or `antml:`. */
const NAMES =
  'think(?:ing)?|thoughts?|reason(?:ing)?|reflection|scratchpad|antthinking|longcat_think|think_intent';
const OPEN =
  `<(?:\\w{1,10}:)?(?:${NAMES})(?:[\\s:][^<>]{0,300})?>|<\\|(?:begin_of_thought|START_THINKING|think(?:ing)?)\\|>|` +
  '<\\|channel>\\s{0,2}(?:thought|analysis)|<unused94>|\\[(?:THINK|REASONING)\\]|◁think▷|' +
  '<details(?=[^<>]{0,300}\\stype=["\']?reasoning)[^<>]{0,600}>|^:::thinking\\b';
const CLOSE =
  `</(?:\\w{1,10}:)?(?:${NAMES})(?::\\w{1,40})?\\s{0,9}>|<\\|(?:end_of_thought|END_THINKING|/think(?:ing)?)\\|>|` +
  '</\\|think(?:ing)?\\|>|<channel\\|>|<unused95>|\\[/(?:THINK|REASONING)\\]|◁/think▷';
/** The end of a form whose mark also ends other things: it counts only where that form is open. */
const END = '</details>|^:::[ \\t]*$|<\\|(?:end|call)\\|>';
const CHANNEL = '(?:<\\|start\\|>\\w{0,20})?<\\|channel\\|>\\s?';
/** All channels but `final` are reasoning or calls of tools. Detokenised without its signs it reads `assistantfinal`. */
const OTHER_CHANNEL = `${CHANNEL}(?!final)[^<]{0,100}(?:<\\|constrain\\|>[^<]{0,50})?(?:<\\|message\\|>)?|\\bassistant(?:analysis|commentary)`;
const FINAL_CHANNEL = `${CHANNEL}final[^<]{0,60}<\\|message\\|>|assistantfinal`;
/** What begins the answer where reasoning has no end of its own. */
const ANSWER = '<answer>|<\\|(?:begin_of_solution|START_RESPONSE)\\|>';
const CODE = '^[ \\t]*(?:`{3,}[^`\\n]*|~{3,}[^\\n]*)$|`+';
const MARK = new RegExp(
  `(${OPEN})|(${CLOSE})|(${END})|(${OTHER_CHANNEL})|(${FINAL_CHANNEL})|(${ANSWER})|(${CODE})`,
  'gim',
);
/** What every mark has. */
const HINTS = ['<', '◁', '[THINK', '[/THINK', '[REASONING', '[/REASONING', ':::thinking', 'assistantfinal'];
/** A channel without its signs, glued to the first word. */
const BARE_ANALYSIS = /^\s*analysis(?=["'“(]?[A-Z])/;
/** Reasoning as a quotation below a line that says so, at the start. */
const QUOTED =
  /^\s*(?:>[ \t]*)?[*_]{0,3}Thinking(?:\.\.\.|…)[*_]{0,3}[ \t]*\n(?:[ \t]*\n)*(?:>[^\n]*(?:\n|$))+/;

/**
 * An answer without the reasoning that a model or gateway leaves in its text, in any of the known forms: between tags,
 * before an end without a beginning, after a beginning without an end, in channels. Code that shows such a tag, and prose
 * that mentions one, stay. '' where nothing but reasoning came. Linear in the length of the text.
 */
export function withoutReasoning(text: string): string {
  const spans = reasoningIn(text);
  if (spans.length === 0) return text;
  const kept: string[] = [];
  let from = 0;
  for (const { start, end } of [...spans, { start: text.length, end: text.length }]) {
    const part = text.slice(from, start).trim();
    if (part !== '') kept.push(part);
    from = end;
  }
  return kept.join('\n\n');
}

/** The same text with line ends and spaces in place of its reasoning, so that all else stands where it stood. */
export function blankReasoning(text: string): string {
  let blanked = '';
  let from = 0;
  for (const { start, end } of reasoningIn(text)) {
    blanked += `${text.slice(from, start)}\n${' '.repeat(end - start - 2)}\n`;
    from = end;
  }
  return from === 0 ? text : blanked + text.slice(from);
}

/** The places of reasoning: ascending, apart, each at least two code units long. */
function reasoningIn(text: string): Span[] {
  const bare = BARE_ANALYSIS.test(text);
  const quoted = QUOTED.exec(text)?.[0].length ?? 0;
  if (!bare && quoted === 0 && !HINTS.some((hint) => text.includes(hint))) return [];
  return new ReasoningFinder(text, bare ? 0 : -1, quoted).find();
}

class ReasoningFinder {
  readonly #text: string;
  readonly #code: CodeSpans;
  readonly #spans: Span[] = [];
  /** Where the open reasoning begins; -1: none is open. */
  #open: number;
  /** What closes it besides a closing mark, and the mark that opened it. */
  #opening = { mark: '', isMention: false, isChannel: false };
  /** Beginnings inside the reasoning that is open, or was the last. */
  #nested = 0;
  #answer = -1;
  #hasChannels: boolean;
  /** The offset of the fence that is open; -1: none. */
  #fence = -1;
  #lineEnd = -1;

  constructor(text: string, open: number, quoted: number) {
    this.#text = text;
    this.#code = new CodeSpans(text);
    this.#open = open;
    this.#hasChannels = open >= 0;
    this.#opening.isChannel = open >= 0;
    if (quoted > 0) this.#spans.push({ start: 0, end: quoted });
  }

  find(): Span[] {
    const pattern = new RegExp(MARK);
    pattern.lastIndex = this.#spans[0]?.end ?? 0;
    /** The end of the fence that is never closed: an end of reasoning may stand in what looks like code. */
    let unclosed = -1;
    for (;;) {
      const match = pattern.exec(this.#text);
      if (match === null) {
        if (this.#fence < 0) break;
        unclosed = this.#fence;
        pattern.lastIndex = unclosed;
        this.#fence = -1;
        continue;
      }
      const [mark, open, close, end, channel, final, answer, code] = match;
      const at = match.index;
      if (code !== undefined) {
        if (this.#open < 0 && at >= unclosed) pattern.lastIndex = this.#afterCode(at, mark);
      } else if (this.#fence >= 0 || this.#isLiteral(at, mark)) continue;
      else if (open !== undefined || channel !== undefined) {
        if (unclosed < 0) this.#begin(at, mark, channel !== undefined);
      } else if (close !== undefined || final !== undefined)
        this.#close(at, at + mark.length, final !== undefined);
      else if (answer !== undefined) this.#answer = this.#open < 0 ? -1 : at;
      else if (end !== undefined && this.#isEndOf(mark)) this.#end(at + mark.length);
    }
    if (this.#open >= 0 && !this.#opening.isMention) {
      const isAnswered = this.#answer > this.#open;
      this.#spans.push({ start: this.#open, end: isAnswered ? this.#answer : this.#text.length });
    }
    return this.#spans;
  }

  /** Skips a span of code, or turns a fence; returns where to continue. */
  #afterCode(at: number, mark: string): number {
    const after = at + mark.length;
    if (/^[ \t]*(?:`{3}[^`]*|~{3}.*)$/.test(mark) && isLine(this.#text, at, after)) {
      this.#fence = this.#fence < 0 ? after : -1;
      return after;
    }
    if (this.#fence >= 0) return after;
    const close = this.#code.closing(at, mark.length);
    if (this.#lineEnd < at) {
      const next = this.#text.indexOf('\n', at);
      this.#lineEnd = next < 0 ? this.#text.length : next;
    }
    return close >= 0 && close < this.#lineEnd ? close + mark.length : after;
  }

  /** Escaped, in a span of code by itself, or in letters that only resemble a mark. */
  #isLiteral(at: number, mark: string): boolean {
    const before = this.#text[at - 1];
    if (before === '\\' || (before === '`' && this.#text[at + mark.length] === '`')) return true;
    return mark.startsWith('[') && mark !== mark.toUpperCase();
  }

  #begin(at: number, mark: string, isChannel: boolean): void {
    this.#hasChannels ||= isChannel;
    if (this.#open >= 0 && !this.#opening.isMention) {
      this.#nested++;
      return;
    }
    this.#open = at;
    this.#nested = 0;
    this.#opening = { mark, isMention: !isChannel && isMention(this.#text, at, at + mark.length), isChannel };
  }

  /** A mark that ends what is open; without a beginning, all that stands before it is reasoning. */
  #close(at: number, end: number, isFinal: boolean): void {
    const mention = !isFinal && isMention(this.#text, at, end);
    if (this.#open >= 0) {
      if (mention && this.#opening.isMention) this.#open = -1;
      else this.#end(end);
      return;
    }
    if (mention) return;
    const last = this.#spans.at(-1);
    const isStray = last !== undefined && this.#text.slice(end).trim() === '';
    let start = 0;
    if (isFinal && this.#hasChannels) start = at;
    else if (this.#nested > 0) start = last!.end;
    else if (isStray) start = at;
    if (this.#nested > 0) this.#nested--;
    else if (start === 0) this.#spans.length = 0;
    this.#spans.push({ start, end });
    this.#hasChannels ||= isFinal;
  }

  #end(end: number): void {
    this.#spans.push({ start: this.#open, end });
    this.#open = -1;
    this.#answer = -1;
  }

  #isEndOf(end: string): boolean {
    const { mark, isChannel } = this.#opening;
    if (this.#open < 0) return false;
    return isChannel ? end.startsWith('<|') : mark.slice(0, 3) === end.replace('/', '').slice(0, 3);
  }
}

function isLine(text: string, from: number, to: number): boolean {
  return (from === 0 || text[from - 1] === '\n') && (to === text.length || text[to] === '\n');
}

/** Whether prose mentions the tag at [start, end): it stands within a sentence, between words. */
function isMention(text: string, start: number, end: number): boolean {
  if (!/^\s?["'”’»)\]]?(?:[,;.]|\s\p{Ll})/u.test(text.slice(end, end + 4))) return false;
  let before = start - 1;
  while (text[before] === ' ') before--;
  const isApart = before < start - 1 || /["'“‘«([]/.test(text[before] ?? '');
  return isApart && before >= 0 && !/[\n.!?…:。！？>]/.test(text[before]!);
}
