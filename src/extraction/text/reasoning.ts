import { codeIn } from './markup.ts';
import type { Span } from './sentences.ts';

/** Elements around reasoning, with or without a prefix (`seed:`, `mm:`, `antml:`). */
const NAME =
  '(?:\\w{1,10}:)?(?:(?:longcat_|ant)?think(?:ing(?:_process)?|_intent)?|(?:inner_|chain_of_)?thoughts?(?:_process)?|' +
  'reason(?:ing(?:_content)?)?|reflection|scratchpad|inner_monologue)';
/** All channels but `final`: reasoning and calls of tools. Without its signs, glued: "assistantfinal". */
const CHANNEL = '(?:<\\|start\\|>\\w{0,20})?<\\|channel\\|>\\s?';
const OPEN =
  `<${NAME}(?:[\\s:][^<>]{0,300})?>|<\\|(?:begin_of_thought|START_THINKING|think(?:ing)?)\\|>|◁think▷|<unused94>|` +
  '\\[(?:THINK|REASONING)\\]|<\\|channel>\\s{0,2}(?:thought|analysis)|^:::thinking\\b|' +
  '<details(?=[^<>]{0,300}\\stype=["\']?reasoning)[^<>]{0,600}>|\\bassistant(?:analysis|commentary)|' +
  `${CHANNEL}(?!final)[^<]{0,100}(?:<\\|constrain\\|>[^<]{0,50})?(?:<\\|message\\|>)?`;
const CLOSE =
  `</${NAME}(?::\\w{1,40})?\\s{0,9}>|<\\|(?:end_of_thought|END_THINKING|/think(?:ing)?)\\|>|</\\|think(?:ing)?\\|>|` +
  `◁/think▷|<unused95>|\\[/(?:THINK|REASONING)\\]|<channel\\|>|${CHANNEL}final[^<]{0,60}<\\|message\\|>|assistantfinal`;
/** Ends that also end other things: they count where their own form is open. */
const OWN_END = '</details>|^:::[ \\t]*$|<\\|(?:end|call)\\|>';
/** The beginning of the answer where reasoning has no end. */
const ANSWER = '<answer>|<\\|(?:begin_of_solution|START_RESPONSE)\\|>';
const MARK = new RegExp(`(${OPEN})|(${CLOSE})|(${OWN_END})|(${ANSWER})`, 'gim');
const MARK_AT = new RegExp(`${OPEN}|${CLOSE}|${OWN_END}`, 'imy');
/** Every mark has one of these. */
const HINTS = ['<', '◁', 'THINK]', 'REASONING]', ':::thinking', 'assistantfinal'];
/** A channel without its signs, glued to the first word. */
const BARE_CHANNEL = /^\s*analysis(?=["'“(]?[A-Z])/;
/** A quotation under a line that says so, at the start. */
const QUOTED = /^\s*(?:> ?)?[*_]{0,3}Thinking(?:\.\.\.|…)[*_]{0,3}[ \t]*\n(?:[ \t]*\n)*(?:>[^\n]*(?:\n|$))+/;

/**
 * An answer without the reasoning that a model or gateway leaves in its text: between tags, before an end without a
 * beginning, after a beginning without an end, in channels. Code that shows such a tag and prose that mentions one
 * stay. '' where nothing else came. Linear in the length of the text.
 */
export function withoutReasoning(text: string): string {
  const rest: string[] = [];
  let from = 0;
  for (const { start, end } of [...reasoningIn(text), { start: text.length, end: text.length }]) {
    if (from === 0 && start === text.length) return text;
    rest.push(text.slice(from, start).trim());
    from = end;
  }
  return rest.filter((part) => part !== '').join('\n\n');
}

/** Whether a mark of reasoning stands at `i`. */
export function isReasoningAt(text: string, i: number): boolean {
  MARK_AT.lastIndex = i;
  return MARK_AT.test(text);
}

/** Whether a text begins as reasoning may that has no mark with a sign of its own. */
export function beginsAsReasoning(text: string): boolean {
  if (BARE_CHANNEL.test(text) || QUOTED.test(text)) return true;
  return /^\s*(?:we |the user|user |need |let|okay|i )/i.test(text) && text.includes('assistantfinal');
}

/** The spans of reasoning: ascending and apart. */
export function reasoningIn(text: string): Span[] {
  const spans: Span[] = [];
  const isBare = BARE_CHANNEL.test(text);
  const quoted = QUOTED.exec(text);
  if (quoted !== null) spans.push({ start: 0, end: quoted[0].length });
  if (!isBare && !HINTS.some((hint) => text.includes(hint))) return spans;
  const isCode = codeIn(text);
  let open = isBare ? { at: 0, mark: 'assistant', isMention: false } : null;
  let hasChannels = isBare;
  let answer = -1;
  for (const match of text.matchAll(MARK)) {
    const [mark, opening, , ownEnd, answerMark] = match;
    const at = match.index;
    const end = at + mark.length;
    const isChannel = /^(?:assistant|<\|(?:start|channel)\|)/i.test(mark);
    if (isLiteral(text, at, mark) || (open === null && isCode(at))) continue;
    if (opening !== undefined) {
      if (open === null || open.isMention)
        open = { at, mark, isMention: !isChannel && isMention(text, at, end) };
    } else if (answerMark !== undefined) answer = at;
    else if (ownEnd !== undefined && (open === null || markForm(open.mark) !== markForm(mark))) continue;
    else if (open !== null) {
      if (!open.isMention || !isMention(text, at, end)) spans.push({ start: open.at, end });
      open = null;
    } else if (isChannel ? hasChannels : spans.length > 0 && text.slice(end).trim() === '')
      spans.push({ start: at, end }); // ends nothing
    else if (isChannel || !isMention(text, at, end)) spans.push({ start: spans.at(-1)?.end ?? 0, end });
    hasChannels ||= isChannel;
  }
  if (open !== null && !open.isMention)
    spans.push({ start: open.at, end: answer > open.at ? answer : text.length });
  return spans;
}

/** Escaped, in a span of code by itself, or in small letters. */
function isLiteral(text: string, at: number, mark: string): boolean {
  const before = text[at - 1];
  if (before === '\\' || (before === '`' && text[at + mark.length] === '`')) return true;
  return mark.startsWith('[') && mark !== mark.toUpperCase();
}

function markForm(mark: string): string {
  return mark.startsWith('assistant') ? '<|' : mark.replace('/', '').slice(0, 2);
}

/** Whether prose mentions the tag at [start, end): it stands within a sentence, between words. */
function isMention(text: string, start: number, end: number): boolean {
  if (!/^\s?["'”’»)\]]?(?:[,;.]|\s\p{Ll})/u.test(text.slice(end, end + 4))) return false;
  let before = start - 1;
  while (text[before] === ' ') before--;
  const isApart = before < start - 1 || /["'“‘«([]/.test(text[before] ?? '');
  return isApart && before >= 0 && !/[\n.!?…:。！？>]/.test(text[before]!);
}
