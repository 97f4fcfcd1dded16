/** The evidence in a sentence: words of praise and criticism, weighted by negation, degree, condition and purpose. */
import { CLAIMED, CURES, type Entry, FORMER, LOSES, NO_SHIELD, WINS } from '../lexicon.ts';
import { isAfterWould, isElliptic, isNamedFault, isUnreal, NOW } from './clauses.ts';
import type { Parts } from './parts.ts';
import type { Item, Sheet } from './sheet.ts';
import { COMMA, NAME, WORD } from './tokens.ts';

/** Number of tokens that a negation, a degree and a handled problem reach. */
const NEGATION_REACH = 6;
const DEGREE_REACH = 3;
const SHIELD_REACH = 9;
const CONDITION_REACH = 14;
const COMPARISON = 0.5;
/** A merit mentioned in passing, at most. */
const DIMENSION = 0.25;
const DIMENSION_OF: ReadonlySet<string> = new Set(['in', 'on', 'for']);
/** Weight of what was so formerly, against what is so now. */
const REVERSED = 0.6;
const DENIED = -0.8;
/** Weight of what is conceded before the main clause. */
const CONCEDED = 0.4;
/** "While" sets two subjects against each other more often than it concedes. */
const CONCEDES: ReadonlySet<string> = new Set(['although', 'though', 'even']);
/** Criticism by a turn after a claim. */
const REFUTED = -0.4;
/** Praise after the turn with this weight or more shows that the claim is true. */
const LEAST_REFUTATION = 0.3;
/** Number of earlier words and phrases that a later word changes. */
const MAX_EARLIER = 16;
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
  /** FORMER or CLAIMED, up to the end of the clause. */
  #distance = 0;
  /** The number of evidence before the current clause. */
  #clause = 0;
  /** The end of the last clause, and whether it was of former times or a claim. */
  #ended = { at: NOWHERE, distance: 0 };
  /** Whether the sentence begins with a concession, so that its next comma is a turn: "Although it is slow, …". */
  #isFronted = false;
  /** The turn after a claim, and the number of evidence before it. */
  #refuted: { at: number; before: number } | null = null;

  constructor(sheet: Sheet, parts: Parts) {
    this.#sheet = sheet;
    this.#parts = parts;
  }

  weigh(compared: readonly boolean[]): Weighed {
    for (const [k, item] of this.#sheet.items.entries()) {
      this.#passTo(item.start);
      this.#enterParts(item.start);
      this.#at = item.end;
      // "trails NAME in accuracy": the dimension of a comparison.
      const isDimension =
        Math.abs(item.entry.value) <= DIMENSION && this.#isOfComparison(item.start, compared);
      if (!isDimension) this.#read(item, compared[k] === true);
    }
    this.#passTo(this.#sheet.tokens.count);
    this.#refute();
    return { evidence: this.#evidence, turns: this.#turns };
  }

  /** "Promises a lot, but …": what follows says that it is not so, in whatever words. */
  #refute(): void {
    if (this.#refuted === null) return;
    const { at, before } = this.#refuted;
    const after = this.#evidence.slice(before);
    if (sumEvidence(after) < LEAST_REFUTATION) this.#evidence.push({ at, end: at + 1, value: REFUTED });
  }

  #isOfComparison(start: number, compared: readonly boolean[]): boolean {
    return compared.length > 0 && DIMENSION_OF.has(this.#sheet.tokens.words[start - 1] ?? '');
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
        if (this.#distance !== 0 && NOW.has(word)) this.#distance = 0;
        if (word === 'and' && this.#isNoun) this.#negatedTo = NOWHERE;
        if ((word === 'or' || word === 'nor') && this.#negatedTo >= at)
          this.#negatedTo = Math.max(this.#negatedTo, at + 4);
      } else if (kind !== NAME) {
        if (kind !== COMMA) {
          this.#ended = { at, distance: this.#distance };
          this.#endClause();
        } else if (this.#isFronted) this.#turnAt(at);
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

  #turnAt(at: number): void {
    this.#turns.push(at);
    this.#forget();
    if (this.#isFronted) for (const conceded of this.#evidence) conceded.value *= CONCEDED;
    if (this.#distance === CLAIMED) this.#refuted = { at, before: this.#evidence.length };
    this.#isFronted = false;
    this.#endClause();
  }

  #endClause(): void {
    this.#distance = 0;
    this.#clause = this.#evidence.length;
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
      // "In theory it is fast; in reality …"
      if (this.#ended.at === start - 1) this.#distance = this.#ended.distance;
      this.#turnAt(start);
      this.#isFronted = start === 0 && CONCEDES.has(this.#sheet.tokens.words[0]!);
      return;
    }
    if (entry.distance !== 0) {
      const isUntil = this.#sheet.tokens.words[start] === 'until';
      if (isUntil && sumEvidence(this.#ofClause()) <= 0) return;
      this.#distance = entry.distance;
      // "was slow at first"
      for (const own of this.#ofClause()) own.value = this.#distant(own.value);
      // "It was reliable until …": what follows is so now.
      if (isUntil) this.#endClause();
      return;
    }
    if (entry.conditions) {
      if (isNamedFault(this.#sheet.tokens, end)) return;
      if (isUnreal(this.#sheet.tokens, end)) this.#wish();
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
    // "The idea is great; the app isn't."
    if (value === 0 && isElliptic(this.#sheet.tokens, end)) {
      const earlier = sumEvidence(this.#evidence.slice(-MAX_EARLIER));
      if (earlier > 0) this.#evidence.push({ at: start, end, value: DENIED });
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
    value = this.#distant(value);
    if (value !== 0) this.#evidence.push({ at: start, end, value });
    if (words[end - 1] === 'if') this.#conditionTo = start + CONDITION_REACH; // "would be nice if it worked"
  }

  /** A former state no longer holds; a merit that is only claimed is none. */
  #distant(value: number): number {
    if (this.#distance === FORMER) return -REVERSED * value;
    return this.#distance === CLAIMED ? Math.min(0, value) : value;
  }

  /** "would be great if it were faster": a merit that is wished for is a fault. */
  #wish(): void {
    for (const own of this.#ofClause())
      if (own.value > 0 && isAfterWould(this.#sheet.tokens, own.at)) own.value *= -1;
  }

  /** The last evidence of the current clause. It is bounded: a sentence may repeat itself endlessly. */
  #ofClause(): Evidence[] {
    return this.#evidence.slice(Math.max(this.#clause, this.#evidence.length - MAX_EARLIER));
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

function sumEvidence(evidence: readonly Evidence[]): number {
  return evidence.reduce((sum, { value }) => sum + value, 0);
}

function ownValue({ value, compares }: Entry, isCompared: boolean): number {
  if (value !== 0 || !isCompared) return value;
  if (compares === WINS) return COMPARISON;
  return compares === LOSES ? -COMPARISON : 0;
}
