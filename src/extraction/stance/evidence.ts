/** What is said in a sentence: words of praise and criticism, weighed by negation, degree, condition and purpose. */
import { CURES, LOSES, NO_SHIELD, WINS } from './lexicon.ts';
import { parts } from './parts.ts';
import { itemEnds, itemStarts, items, names, tokens } from './sheet.ts';
import { COMMA, NAME, WORD } from './tokens.ts';

/** Tokens over which a negation, a degree and what is dealt with reach. */
const NEGATION_REACH = 6;
const DEGREE_REACH = 3;
const SHIELD_REACH = 9;
const CONDITION_REACH = 14;
const COMPARISON = 0.5;

/** Where "but" and the like stand. */
export const turns: number[] = [];
export const evidenceAt: number[] = [];
export const evidenceEnd: number[] = [];
export const evidence: number[] = [];

/** What is missing is a fault from here on, else a fact. */
const FAULT = -0.2;
/** What is dealt with ends where something is said of it: "its handling is poor". */
const FINITE = new Set(['is', 'are', 'was', 'were', 'has', 'can']);
/** Deny one thing: "no logs and fast servers". */
const NOUN_NEGATORS = new Set(['no', 'without', 'zero']);

/** "Avoid NAME", "brands to avoid"; not: "helps you avoid fees". */
function isWarning(start: number, end: number, value: number): boolean {
  if (value === 0) return false;
  const { kinds, count } = tokens;
  return start === 0 || kinds[start - 1]! > NAME || end >= count || kinds[end] !== WORD;
}

function add(start: number, end: number, value: number): void {
  evidenceAt.push(start);
  evidenceEnd.push(end);
  evidence.push(value);
}

/** Weighs what is said, in the order of the sentence: negation, degree, conditions and what is only dealt with. */
export function weigh(text: string, count: number, compared: readonly boolean[]): void {
  evidence.length = 0;
  turns.length = 0;
  evidenceAt.length = 0;
  evidenceEnd.length = 0;
  const { kinds, words } = tokens;
  let negatedTo = -1;
  let isNoun = false;
  let absence = -1;
  let degree = 1;
  let degreeTo = -1;
  let shields = NO_SHIELD;
  let shieldTo = -1;
  let conditionTo = -1;
  let at = 0;
  let part = 0;
  for (let k = 0; k <= count; k++) {
    const start = k < count ? itemStarts[k]! : tokens.count;
    for (; at < start; at++) {
      const kind = kinds[at]!;
      if (kind === WORD) {
        const word = words[at]!;
        if (FINITE.has(word)) shieldTo = -1;
        if (word === 'and' && isNoun) negatedTo = -1;
        if ((word === 'or' || word === 'nor') && negatedTo >= at) negatedTo = Math.max(negatedTo, at + 4);
        continue;
      }
      if (kind !== NAME) {
        if (kind !== COMMA || negatedTo < at + 1 || !/^(or|nor)$/.test(words[at + 1] ?? '')) negatedTo = -1;
        conditionTo = -1;
        if (kind !== COMMA) shieldTo = -1;
      }
    }
    if (k === count) break;
    while (part + 1 < names.length && parts[part + 1]! <= start) {
      part++;
      if (parts[part]! > at - 2) {
        negatedTo = -1;
        shieldTo = -1;
        conditionTo = -1;
      }
    }
    const entry = items[k]!;
    const end = itemEnds[k]!;
    at = end;
    if (entry.isTopic) continue;
    if (entry.contrasts) {
      turns.push(start);
      negatedTo = -1;
      shieldTo = -1;
      conditionTo = -1;
      continue;
    }
    if (entry.conditions) {
      conditionTo = start + CONDITION_REACH;
      continue;
    }
    let value = entry.value;
    if (value === 0 && compared[k] && (entry.compares === WINS || entry.compares === LOSES)) {
      value = entry.compares === WINS ? COMPARISON : -COMPARISON;
    }
    if (entry.negates) {
      // A merit if something bad is missing: decided by what follows.
      if (absence >= 0 && negatedTo >= start) {
        evidence[absence] = COMPARISON; // "lacks nothing"
        absence = -1;
        continue;
      }
      absence = -1;
      if (value !== 0 && conditionTo < start) {
        absence = evidence.length;
        add(start, end, value);
      }
      const isHyphened =
        end < tokens.count &&
        tokens.starts[end] === tokens.ends[end - 1]! + 1 &&
        text[tokens.ends[end - 1]!] === '-';
      negatedTo = isHyphened ? end : end + NEGATION_REACH - 1;
      isNoun = NOUN_NEGATORS.has(words[end - 1]!);
      continue;
    }
    if (entry.shields !== NO_SHIELD && !isWarning(start, end, value)) {
      shields = entry.shields;
      shieldTo = end + SHIELD_REACH;
      continue;
    }
    if (value === 0) {
      if (entry.degree !== 1) {
        degree = degreeTo >= start ? degree * entry.degree : entry.degree;
        degreeTo = end + DEGREE_REACH - 1;
      }
      continue;
    }
    if (kinds[end - 1] === NAME)
      conditionTo = -1; // "if you travel get a NAME"
    else if (conditionTo >= start) continue;
    if (degreeTo >= start) value = Math.max(-1, Math.min(1, value * degree));
    if (words[start - 1] === 'less' || words[start - 1] === 'least' || words[start - 1] === 'too') {
      value = words[start - 1] === 'too' ? -Math.abs(value) : -0.6 * value;
    }
    if (words[end] === 'free' && value < 0 && tokens.starts[end]! === tokens.ends[end - 1]! + 1)
      value = 0.5 * -value;
    if (value < 0 && shieldTo >= start && negatedTo < start) value = shields === CURES ? 0.2 : 0;
    if (negatedTo >= start) {
      const isMerit = value < 0;
      value = isMerit ? Math.max(0.3, -0.7 * value) : Math.min(-0.2, -0.7 * value);
      if (absence >= 0) {
        if (!isMerit && evidence[absence]! > FAULT) continue; // "does not have an automatic mode": a fact
        evidence[absence] = 0;
        value = isMerit ? value : Math.min(value, -0.3);
        absence = -1;
      }
    }
    if (value !== 0) add(start, end, value);
    if (words[end - 1] === 'if') conditionTo = start + CONDITION_REACH; // "would be nice if it worked"
  }
}
