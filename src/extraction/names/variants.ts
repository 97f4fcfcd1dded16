/**
 * The spellings of a name that need not be entered as aliases: hyphen, space or none, "&" or "and", no apostrophe, no
 * final period, "Plus" or "+", ue for ü, an address without its ending.
 */
import { domainLabel } from '../sources/domains.ts';
import { foldName, foldNameKeepingCase } from '../text/fold.ts';
import { isCommonWord } from './case-sensitivity.ts';

/** Conditions on the text for a spelling to count. */
export const NEEDS_CAPITALS = 1; // every word begins with a capital: "Bright Wick", not "bright wick"
export const NEEDS_UMLAUT = 2; // it has ü, ö, ä or the like: "Müller" for Mueller, not "Muller"
export const NEEDS_COMPANY = 4; // "Monday" for monday.com: an ordinary word needs another known name in the answer

export interface Variant {
  /** Folded, with letter case. */
  text: string;
  rule: 'AS_ENTERED' | 'SPELLING' | 'LETTERS';
  needs: number;
}

/** Maximum number of spellings of a name. Names of many parts keep those closest to the entered form. */
const MAX_VARIANTS = 24;
/** In names with more parts, separators change all alike, or one at a time. */
const MAX_FREE_GAPS = 2;

const COMPANY =
  /^(.{2,}?[^\s,&+]),? (?:inc|corp|corporation|ltd|limited|llc|llp|plc|gmbh|ag|kg|se|s\.?a\.?|sas|s\.?p\.?a\.?|s\.?r\.?l\.?|b\.?v\.?|n\.?v\.?|ab|a\/?s|oyj?|pty\.? ltd|co\.?,? ltd)\.?$/i;
const UMLAUTS: [RegExp, string][] = [
  [/[üǖ]/g, 'ue'],
  [/[öøő]/g, 'oe'],
  [/[ä]/g, 'ae'],
  [/å/g, 'aa'],
  [/Ü/g, 'Ue'],
  [/[ÖØ]/g, 'Oe'],
  [/Ä/g, 'Ae'],
  [/Å/g, 'Aa'],
];

/** The spellings of a name, itself first, at most MAX_VARIANTS. */
export function deriveVariants(name: string): Variant[] {
  const variants = new Map<string, Variant>();
  const add = (text: string, rule: Variant['rule'], needs = 0) => {
    const known = variants.get(text);
    if (known !== undefined) known.needs &= needs;
    else if (variants.size < MAX_VARIANTS && /[\p{L}\p{N}]/u.test(text))
      variants.set(text, { text, rule, needs });
  };
  const base = foldNameKeepingCase(name);
  add(base, 'AS_ENTERED');
  const label = domainLabel(base);
  if (label !== null) add(label, 'SPELLING', NEEDS_CAPITALS | NEEDS_COMPANY);
  const umlauts = withoutUmlauts(name);
  const heads = deriveHeads(base);
  for (const head of heads) add(head, 'SPELLING');
  if (umlauts !== null) for (const head of deriveHeads(umlauts)) add(head, 'LETTERS');
  const withUmlauts = base.replace(/(?<=[^aeiouAEIOU])([aouAOU])e(?=[^aeiou])/g, '$1');
  if (withUmlauts !== base) add(withUmlauts, 'LETTERS', NEEDS_UMLAUT);
  for (const head of umlauts === null ? heads : [...heads, umlauts]) {
    const rule = head === umlauts ? 'LETTERS' : 'SPELLING';
    for (const { text, needs } of deriveSpacings(head)) add(text, rule, needs);
  }
  return [...variants.values()];
}

function withoutUmlauts(name: string): string | null {
  const composed = name.normalize('NFC');
  const written = UMLAUTS.reduce((text, [umlaut, letters]) => text.replace(umlaut, letters), composed);
  return written === composed ? null : foldNameKeepingCase(written);
}

/** Other ways to write the words of a name, and the name itself. */
function deriveHeads(base: string): string[] {
  const heads = new Set([base]);
  const [, company] = COMPANY.exec(base) ?? [];
  if (company !== undefined) {
    const ending = base.slice(company.length).replace(/^,? /, '').replace(/\.$/, '');
    for (const form of [`${company} ${ending}`, `${company}, ${ending}`, `${company}, ${ending}.`, company])
      heads.add(form);
  }
  const closed = base.replace(/(?<=[\p{L}\p{N}])[.!?]+$/u, '');
  if (company === undefined && closed.length > 2 && !closed.includes('.')) heads.add(closed);
  const short = base.replace(/\b(Dr|St|Mr|Mrs|Ms)\. (?=\p{L})/gu, '$1 ');
  heads.add(short).add(short.replace(/\b(Dr|St|Mr|Mrs|Ms) (?=\p{L})/gu, '$1. '));
  for (const head of [...heads]) {
    if (/[\p{L}\p{N}] ?[&+] ?[\p{L}\p{N}]/u.test(head))
      for (const sign of [' & ', ' and ', '&', ' + ', ' und ', ' et ', ' y '])
        heads.add(head.replace(/(?<=[\p{L}\p{N}]) ?[&+] ?(?=[\p{L}\p{N}])/gu, sign));
    if (/\w (?:and|und) \w/i.test(head))
      for (const sign of [' & ', '&', ' + ']) heads.add(head.replace(/ (?:and|und) /gi, sign));
    if (/[\p{L}\p{N}]\+$/u.test(head)) heads.add(`${head.slice(0, -1)} Plus`);
    if (/[\p{L}\p{N}][- ]?plus$/iu.test(head)) {
      const bare = head.replace(/-? ?plus$/i, '');
      if (bare.length > 2) heads.add(`${bare}+`).add(`${bare} +`);
    }
    if (head.includes("'")) {
      heads.add(head.replaceAll("'", ''));
      if (/'(?!s\b)/i.test(head)) heads.add(head.replaceAll("'", ' '));
    } else if (
      /^[^ ]{4,}s$/i.test(head) &&
      !/[aiosu]s$/i.test(head) &&
      !isCommonWord(foldName(head.slice(0, -1)))
    ) {
      heads.add(`${head.slice(0, -1)}'s`);
    }
  }
  return [...heads];
}

const JOINER = /^(?:and|und|et|y|&|\+)$/i;

interface Part {
  text: string;
  /** The separator before the part: '', ' ' or '-'. */
  gap: string;
  /** Whether only letter case or a digit divides it from the previous part. */
  isJoined: boolean;
}

/** Points at which a word may be divided: BrightWick, X200. */
const JOINTS = /(?<=\p{Ll}{2})(?=\p{Lu}\p{L})|(?<=\p{L})(?=\p{Nd})/u;

function splitName(name: string): Part[] {
  const parts: Part[] = [];
  for (const [, gap = '', word = ''] of name.matchAll(/(^|[ -])([^ -]+)/g)) {
    const isLong = name.replace(/[^\p{L}\p{N}]/gu, '').length >= 4;
    const pieces = isLong ? word.split(JOINTS) : [word];
    for (const [k, text] of pieces.entries()) parts.push({ text, gap: k === 0 ? gap : '', isJoined: k > 0 });
  }
  return parts;
}

/** The same words with other separators. */
function deriveSpacings(head: string): { text: string; needs: number }[] {
  const parts = splitName(head);
  if (parts.length < 2 || parts.length > 8 || parts.map(({ gap, text }) => gap + text).join('') !== head)
    return [];
  const words = parts.map(({ text }) => foldName(text)).filter((word) => /\p{L}/u.test(word));
  const isAnyCommon = words.some(isCommonWord);
  const isAllCommon = words.every(isCommonWord);
  const variants: { text: string; needs: number }[] = [];
  for (const gaps of possibleGaps(parts)) {
    let text = '';
    let isDivided = false;
    let isSafe = true;
    for (const [k, part] of parts.entries()) {
      const gap = gaps[k]!;
      const before = parts[k - 1]?.text ?? '';
      isDivided ||= part.isJoined && gap !== '';
      isSafe &&= gap === part.gap || !(JOINER.test(part.text) || JOINER.test(before));
      // Joined digits make another number, and "A & B" keeps its sign separate.
      if (gap === '' && part.gap !== '' && /\d$/.test(before) && /^\d/.test(part.text)) isSafe = false;
      if (gap !== part.gap && (/^[^\p{L}\p{N}]/u.test(part.text) || /[^\p{L}\p{N}'.]$/u.test(before)))
        isSafe = false;
      text += gap + part.text;
    }
    if (!isSafe) continue;
    const isOneWord = !/[ -]/.test(text);
    if (isOneWord && isCommonWord(foldName(text))) continue; // "Project" is not a spelling of Pro-Ject
    const isOtherWord = !isOneWord && (isDivided ? isAnyCommon : isAllCommon);
    variants.push({ text, needs: isOtherWord ? NEEDS_CAPITALS : 0 });
  }
  return variants;
}

function possibleGaps(parts: Part[]): string[][] {
  const own = parts.map(({ gap }) => gap);
  const choices = ['', ' ', '-'];
  const count = parts.length - 1;
  if (count <= MAX_FREE_GAPS) {
    let all: string[][] = [['']];
    for (let k = 0; k < count; k++) all = all.flatMap((gaps) => choices.map((gap) => [...gaps, gap]));
    return all;
  }
  const isEntered = (k: number) => !parts[k]!.isJoined;
  return [
    // The entered separators, all changed alike; then each one individually.
    ...choices.map((gap) => own.map((before, k) => (k === 0 ? '' : isEntered(k) ? gap : before))),
    ...choices.flatMap((gap) =>
      own.slice(1).map((_, at) => own.map((before, k) => (k === at + 1 ? gap : before))),
    ),
  ];
}
