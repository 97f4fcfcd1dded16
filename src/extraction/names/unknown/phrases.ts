/**
 * The phrases by which answers deny names, compiled. An entry of unknown/<language>.txt is words as in a normalized
 * sentence: `a/b` is either word, `a?` may be missing, `<list>` is an entry of that section, `_` is any word, `..` up
 * to three. `NAME` is the name, also among others ("Acme or Globex") and with its kind ("the company Acme"); `CALLED`
 * is "company called Acme". `START` is the start of a clause: in "an app of Acme does not exist" something of the name
 * is denied. `END` is where nothing of its own follows: in "information about Acme's prices" something does.
 */
import { readSections } from '../../tables.ts';
import { foldName } from '../../text/fold.ts';
import type { Span } from '../../text/sentences.ts';
import type { Subject } from '../../types.ts';
import type { Naming } from '../namings.ts';

const LANGUAGES = new Set(['de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pt']);

/** The name in question in a normalized sentence. Other signs: ¤ another name, £ something called so, ¬ an end. */
export const OWN = '§';

export type Phrases = ReturnType<typeof compile>;
const compiled = new Map<string, Phrases>();

/** null: there is no table of the language. */
export function loadPhrases(language: string | null): Phrases | null {
  if (language === null || !LANGUAGES.has(language)) return null;
  const phrases = compiled.get(language) ?? compile(language);
  compiled.set(language, phrases);
  return phrases;
}

function compile(language: string) {
  const isSpaced = language !== 'ja';
  const gap = isSpaced ? ' ' : '';
  const before = isSpaced ? '(?<= )' : '';
  const [own, other, called, ended, end] = [OWN, '¤', '£', '¬', ';'].map((sign) => sign + gap);
  const name = `[§£]${gap}(?:${ended})?`;
  const any = isSpaced ? '[^ ;§£¤¬]+ ' : '[^;§£¤¬]{1,6}?';
  const lists = new Map(readSections(`unknown/${language}.txt`).map((list) => [list.name, list.entries]));
  const joinList = (list: string): string =>
    `(?:${lists
      .get(list)!
      .map(({ text }) =>
        text
          .replaceAll(/(NAME|CALLED) END/g, '$1 ENDED')
          .split(' ')
          .map(word)
          .join(''),
      )
      .join('|')})`;
  const word = (token: string): string => {
    if (token.endsWith('?')) return `(?:${word(token.slice(0, -1))})?`;
    if (token.includes('/')) return `(?:${token.split('/').map(word).join('|')})`;
    if (token.startsWith('<')) return joinList(token.slice(1, -1));
    if (token === 'NAME') return name;
    if (token === 'CALLED') return `${called}(?:${ended})?`;
    if (token === 'START') return `(?<=^${gap}|${end}|${joinList('lead')})`;
    if (token === 'ENDED') return `(?<=${ended})`;
    if (token === 'END') return `(?=;|$|${joinList('after')})`;
    if (token === '_') return any;
    if (token === '..') return `(?:${any}){0,3}?`;
    return foldName(token).replaceAll("'", "' ").trimEnd() + gap; // elided words are words: "d'une", "Acme's"
  };
  const and = `(?:${end})?${joinList('and')}`;
  const topic = `^${gap}(?:${joinList('about')})?${name}`;
  const all = (pattern: string) => new RegExp(pattern, 'g');
  const phrase = (list: string) => new RegExp(before + joinList(list));
  return {
    isSpaced,
    // In a text as it is: without one of these no name is denied.
    cues: new RegExp(
      lists
        .get('cues')!
        .map(({ text }) => text)
        .join('|'),
      'i',
    ),
    // Replaces phrases around a name by one sign, so that compiled phrases are small: 20 ms, not seconds.
    signs: [
      [all(`(?:${other}(?:${and}|${end}))*${own}(?:${end}${other})*${and}${other}`), own!],
      [all(`(?:${other}${end})*${other}${and}${own}`), own!],
      [all(before + joinList('named')), called!],
      [all(before + joinList('entity')), own!],
      [all(`(?<=[§£]${gap})${word('END')}`), ended!],
    ] as const,
    denials: phrase('denials'),
    asides: phrase('asides'),
    // The name alone, as in a heading, and before what is said of it: "Acme: …".
    bare: new RegExp(`${topic}(?:${end})?$`),
    topics: new RegExp(`${topic};`),
    // Words that stand for the name after it.
    anaphors: all(before + joinList('anaphors')),
    descriptions: new RegExp(`(?:^${gap}|${end}|${joinList('but')})${joinList('descriptions')}`),
    // Words that make a guess of a description.
    hedges: phrase('hedges'),
  };
}

/** A normalized sentence with the signs that phrases are read by. */
export function withSigns(said: string, { signs }: Phrases): string {
  return signs.reduce((text, [pattern, sign]) => text.replace(pattern, sign), said);
}

/**
 * A span in the form that phrases match: folded, without quotes, ";" at the end of clauses, the namings of `subjects`
 * as OWN and others as ¤.
 * @param from the first naming that may be in it
 */
export function normalized(
  text: string,
  { start, end }: Span,
  namings: readonly Naming[],
  from: number,
  subjects: readonly Subject[],
  { isSpaced }: Phrases,
): string {
  let marked = '';
  let at = start;
  for (let k = from; k < namings.length && namings[k]!.start < end; k++) {
    const naming = namings[k]!;
    if (naming.start < at) continue;
    marked += `${text.slice(at, naming.start)} ${naming.subjects === subjects ? OWN : '¤'} `;
    at = naming.end;
  }
  marked += text.slice(at, Math.max(at, end));
  const words = foldName(marked)
    .replace(/["„“”«»「」『』*_]/g, ' ')
    .replace(/(?<![\p{L}])'\s*(?=§)/gu, ' ')
    .replace(/(?<=§)\s*'(?!s\b)/g, ' ')
    .replaceAll("'", "' ")
    .replace(/(?<=[\p{L}\p{N}])-(?=[\p{L}\p{N}])/gu, ' ')
    .replace(/[.,;:!?()[\]{}/|。、・-]+/g, ' ; ');
  const spaced = ` ${words} ; `.replace(/\s+/g, ' ').replace(/; (?:; )+/g, '; ');
  return isSpaced ? spaced : spaced.replaceAll(' ', '');
}
