/** The evidence in a sentence: words of praise and criticism, weighted by negation, degree, condition and purpose. */
import { CURES, type Entry, LOSES, NO_SHIELD, WINS } from '../lexicon.ts';
import type { Parts } from './parts.ts';
import type { Item, Sheet } from './sheet.ts';
import { COMMA, NAME, WORD } from './tokens.ts';

/** Number of tokens that a negation, a degree and a handled problem reach. */
const NEGATION_REACH = 6;
const DEGREE_REACH = 3;
const SHIELD_REACH = 9;
const CONDITION_REACH = 14;
const COMPARISON = 0.5;
/** Before all tokens: no reach. */
const NOWHERE = -1;

/** An absence with this value or less is a fault; above, it is a fact. */
const FAULT = -0.2;
/** These verbs end the reach of a handled problem: "its handling is poor". */
const FINITE = new Set(['is', 'are', 'was', 'were', 'has', 'can']);
/** Words that negate only one thing: "no logs and fast servers". */
const NOUN_NEGATORS = new Set(['no', 'without', 'zero']);

/** A word or phrase of evidence: the tokens from `at` (inclusive) to `end` (exclusive). */
export interface Evidence {
  at: number;
  end: number;
  /** -1 (criticism) to 1 (praise). */
  value: number;
}

/** The evidence of a sentence, in order. */
export interface Weighed {
  evidence: readonly Evidence[];
  /** The tokens of "but" and the like. */
  turns: readonly number[];
}

/**
 * Weights the evidence by negation, degree, conditions and handled problems.
 * @param parts of the names; none: the sentence is not divided
 * @param compared for each item, whether it compares with a name
 */
export function weigh(sheet: Sheet, parts: Parts, compared: readonly boolean[]): Weighed {
  return new Weighing(sheet, parts).weigh(compared);
}

/** One pass through a sentence, with the modifiers that reach the next words. */
class Weighing {
  readonly #sheet: Sheet;
  readonly #parts: Parts;
  readonly #evidence: Evidence[] = [];
  readonly #turns: number[] = [];
  /** The next token, and the current part. */
  #at = 0;
  #part = 0;
  #negatedTo = NOWHERE;
  /** Whether the negation covers only one thing, up to "and". */
  #isNoun = false;
  /** Evidence for something missing. It is a merit if the missing thing is bad, as the next words show. */
  #absence: Evidence | null = null;
  #degree = 1;
  #degreeTo = NOWHERE;
  #shields = NO_SHIELD;
  #shieldTo = NOWHERE;
  #conditionTo = NOWHERE;

  constructor(sheet: Sheet, parts: Parts) {
    this.#sheet = sheet;
    this.#parts = parts;
  }

  weigh(compared: readonly boolean[]): Weighed {
    for (const [k, item] of this.#sheet.items.entries()) {
      this.#passTo(item.start);
      this.#enterParts(item.start);
      this.#at = item.end;
      this.#read(item, compared[k] === true);
    }
    return { evidence: this.#evidence, turns: this.#turns };
  }

  /** Ends the reach of modifiers, by the tokens between two items. */
  #passTo(start: number): void {
    const { kinds, words } = this.#sheet.tokens;
    for (; this.#at < start; this.#at++) {
      const at = this.#at;
      const kind = kinds[at]!;
      if (kind === WORD) {
        const word = words[at]!;
        if (FINITE.has(word)) this.#shieldTo = NOWHERE;
        if (word === 'and' && this.#isNoun) this.#negatedTo = NOWHERE;
        if ((word === 'or' || word === 'nor') && this.#negatedTo >= at)
          this.#negatedTo = Math.max(this.#negatedTo, at + 4);
      } else if (kind !== NAME) {
        const goesOn = kind === COMMA && this.#negatedTo > at && /^(or|nor)$/.test(words[at + 1] ?? '');
        if (!goesOn) this.#negatedTo = NOWHERE;
        this.#conditionTo = NOWHERE;
        if (kind !== COMMA) this.#shieldTo = NOWHERE;
      }
    }
  }

  #enterParts(start: number): void {
    while ((this.#parts[this.#part + 1] ?? Number.POSITIVE_INFINITY) <= start) {
      this.#part++;
      if (this.#parts[this.#part]! > this.#at - 2) this.#forget();
    }
  }

  #forget(): void {
    this.#negatedTo = NOWHERE;
    this.#shieldTo = NOWHERE;
    this.#conditionTo = NOWHERE;
  }

  #read(item: Item, isCompared: boolean): void {
    const { entry, start, end } = item;
    if (entry.isTopic) return;
    if (entry.contrasts) {
      this.#turns.push(start);
      this.#forget();
      return;
    }
    if (entry.conditions) {
      this.#conditionTo = start + CONDITION_REACH;
      return;
    }
    const value = ownValue(entry, isCompared);
    if (entry.negates) this.#negate(item, value);
    else if (entry.shields !== NO_SHIELD && !this.#isWarning(item, value)) {
      this.#shields = entry.shields;
      this.#shieldTo = end + SHIELD_REACH;
    } else if (value !== 0) this.#judge(item, value);
    else if (entry.degree !== 1) {
      this.#degree = this.#degreeTo >= start ? this.#degree * entry.degree : entry.degree;
      this.#degreeTo = end + DEGREE_REACH - 1;
    }
  }

  #negate({ start, end }: Item, value: number): void {
    const { tokens, text } = this.#sheet;
    // A merit if something bad is missing, as the next words show.
    const before = this.#absence;
    this.#absence = null;
    if (before !== null && this.#negatedTo >= start) {
      before.value = COMPARISON; // "lacks nothing"
      return;
    }
    if (value !== 0 && this.#conditionTo < start) {
      this.#absence = { at: start, end, value };
      this.#evidence.push(this.#absence);
    }
    const endsAt = tokens.ends[end - 1]!;
    const isHyphened = end < tokens.count && tokens.starts[end] === endsAt + 1 && text[endsAt] === '-';
    this.#negatedTo = isHyphened ? end : end + NEGATION_REACH - 1;
    this.#isNoun = NOUN_NEGATORS.has(tokens.words[end - 1]!);
  }

  /** "Avoid NAME", "brands to avoid"; not: "helps you avoid fees". */
  #isWarning({ start, end }: Item, value: number): boolean {
    if (value === 0) return false;
    const { kinds, count } = this.#sheet.tokens;
    return start === 0 || kinds[start - 1]! > NAME || end >= count || kinds[end] !== WORD;
  }

  /** Adds a word of praise or criticism, with the modifiers that reach it. */
  #judge({ start, end }: Item, own: number): void {
    const { kinds, words } = this.#sheet.tokens;
    if (kinds[end - 1] === NAME)
      this.#conditionTo = NOWHERE; // "if you travel get a NAME"
    else if (this.#conditionTo >= start) return;
    let value = this.#byDegree(start, end, own);
    if (value < 0 && this.#shieldTo >= start && this.#negatedTo < start)
      value = this.#shields === CURES ? 0.2 : 0;
    if (this.#negatedTo >= start) {
      const isMerit = value < 0;
      value = isMerit ? Math.max(0.3, -0.7 * value) : Math.min(-0.2, -0.7 * value);
      if (this.#absence !== null) {
        if (!isMerit && this.#absence.value > FAULT) return; // "does not have an automatic mode": a fact
        this.#absence.value = 0;
        this.#absence = null;
        value = isMerit ? value : Math.min(value, -0.3);
      }
    }
    if (value !== 0) this.#evidence.push({ at: start, end, value });
    if (words[end - 1] === 'if') this.#conditionTo = start + CONDITION_REACH; // "would be nice if it worked"
  }

  #byDegree(start: number, end: number, own: number): number {
    const { starts, ends, words } = this.#sheet.tokens;
    let value = own;
    if (this.#degreeTo >= start) value = Math.max(-1, Math.min(1, value * this.#degree));
    const before = words[start - 1];
    if (before === 'too') value = -Math.abs(value);
    else if (before === 'less' || before === 'least') value = -0.6 * value;
    const isFreeOf = words[end] === 'free' && starts[end] === ends[end - 1]! + 1;
    return isFreeOf && value < 0 ? 0.5 * -value : value;
  }
}

function ownValue({ value, compares }: Entry, isCompared: boolean): number {
  if (value !== 0 || !isCompared) return value;
  if (compares === WINS) return COMPARISON;
  return compares === LOSES ? -COMPARISON : 0;
}
