/**
 * The words by which stance is read, compiled once: a trie over words, so that the longest phrase that begins at a
 * word is found by one look-up a word.
 */
import { CRITICISM } from './criticism.ts';
import { FAILURES } from './failures.ts';
import * as grammar from './grammar.ts';
import { PRAISE } from './praise.ts';
import { SUCCESSES } from './successes.ts';
import type { WordList } from './word-list.ts';

export const NO_COMPARISON = 0;
/** The one named before does better than the one named next. */
export const WINS = 1;
export const LOSES = 2;
/** What is said holds against the one named next. */
export const AGAINST = 3;
/** The one named next is only mentioned. */
export const MENTIONS = 4;

export const NO_SHIELD = 0;
/** Says what is dealt with. */
export const DEALS_WITH = 1;
/** Says what is made less. */
export const CURES = 2;

/** What a word or phrase does to the reading of a sentence. */
export interface Entry {
  /** What it says by itself, -1 to 1. */
  value: number;
  /** Turns round what follows. */
  negates: boolean;
  /** Factor on what follows. */
  degree: number;
  /** Begins a new turn of the sentence. */
  contrasts: boolean;
  /** Begins a condition or a wish. */
  conditions: boolean;
  shields: number;
  compares: number;
  /** Stands for others who are not known by name. */
  isOther: boolean;
  /** Belongs to a field: nothing in it says how good anybody is. */
  isTopic: boolean;
}

export interface Node {
  entry: Entry | null;
  next: Map<string, Node> | null;
}

/** The word of a phrase that stands for a known name. */
export const NAME_WORD = '\u0000';
export const ANY_WORD = '_';

const BOOST = 1.3;
/** "Avoid" is one, or says what is made less. */
const WARNING = -0.8;
const REDUCTION = 0.75;
/** Of words that say that something is missing, if no list of criticism weighs them. */
const ABSENCE = -0.35;
/** Alone it is no stance. */
const MISSING = -0.1;

export const root: ReadonlyMap<string, Node> = compile();

/** By first two letters and length: 1 if a word of `root` may be so. Most words need no look-up: a third of the matching. */
const begins = new Uint8Array(1 << 14);
for (const word of root.keys()) begins[shapeOf(word)] = 1;

function shapeOf(word: string): number {
  const second = word.length > 1 ? word.charCodeAt(1) & 31 : 0;
  return ((word.charCodeAt(0) & 31) << 9) | (second << 4) | (word.length & 15);
}

/** What phrases begin with a word. */
export function nodeAt(word: string): Node | undefined {
  return begins[shapeOf(word)] === 1 ? root.get(word) : undefined;
}
export const GOOD_LABELS: ReadonlySet<string> = new Set(labelsOf(grammar.GOOD_LABELS));
export const BAD_LABELS: ReadonlySet<string> = new Set(labelsOf(grammar.BAD_LABELS));

function compile(): Map<string, Node> {
  const nodes = new Map<string, Node>();
  const set = (phrases: Iterable<string>, changes: (entry: Entry) => void) => {
    for (const phrase of phrases) {
      const node = nodeOf(nodes, phrase.split(' '));
      node.entry ??= {
        value: 0,
        negates: false,
        degree: 1,
        contrasts: false,
        conditions: false,
        shields: NO_SHIELD,
        compares: NO_COMPARISON,
        isOther: false,
        isTopic: false,
      };
      changes(node.entry);
    }
  };
  // What is listed twice keeps the stronger weight; criticism comes last.
  for (const list of [...SUCCESSES, ...PRAISE, ...CRITICISM, ...FAILURES]) {
    set(formsOf(list), (entry) => {
      entry.value = list.weight;
    });
  }
  set(phrasesOf(grammar.NEGATORS), (entry) => {
    Object.assign(entry, { negates: true, value: 0 });
  });
  set(phrasesOf(grammar.ABSENCES), (entry) => {
    Object.assign(entry, { negates: true, value: entry.value || ABSENCE });
  });
  set(phrasesOf(grammar.MISSING), (entry) => {
    Object.assign(entry, { negates: true, value: MISSING });
  });
  set(phrasesOf(grammar.NO_NEGATORS), (entry) => {
    Object.assign(entry, { isTopic: true, negates: false });
  });
  set(phrasesOf(grammar.BOOSTERS), (entry) => {
    entry.degree = BOOST;
  });
  set(phrasesOf(grammar.REDUCERS), (entry) => {
    entry.degree = REDUCTION;
  });
  set(phrasesOf(grammar.CONTRASTS), (entry) => {
    entry.contrasts = true;
  });
  set(phrasesOf(grammar.CONDITIONS), (entry) => {
    Object.assign(entry, { conditions: true, value: 0 });
  });
  for (const [phrases, shields] of [
    [grammar.SHIELDS, DEALS_WITH],
    [grammar.CURES, CURES],
  ] as const) {
    set(phrasesOf(phrases), (entry) => {
      Object.assign(entry, { shields, value: entry.value === WARNING ? WARNING : 0 });
    });
  }
  for (const [phrases, compares] of [
    [grammar.WINS, WINS],
    [grammar.LOSSES, LOSES],
    [grammar.AGAINST, AGAINST],
    [grammar.MENTIONS, MENTIONS],
  ] as const) {
    set(phrasesOf(phrases), (entry) => {
      entry.compares = compares;
    });
  }
  set(phrasesOf(grammar.OTHERS), (entry) => {
    entry.isOther = true;
  });
  set(phrasesOf(grammar.TOPICS), (entry) => {
    Object.assign(entry, { isTopic: true, value: 0, negates: false });
  });
  return nodes;
}

function nodeOf(nodes: Map<string, Node>, words: readonly string[]): Node {
  let level = nodes;
  let node: Node | undefined;
  for (const word of words) {
    const key = word === 'NAME' ? NAME_WORD : word;
    if (node !== undefined) level = node.next ??= new Map();
    node = level.get(key);
    if (node === undefined) {
      node = { entry: null, next: null };
      level.set(key, node);
    }
  }
  return node!;
}

function* formsOf(list: WordList): Generator<string> {
  const each = (words: string | undefined) => (words?.trim() || '').split(/\s+/).filter(Boolean);
  for (const word of [...each(list.words), ...each(list.adjectives)]) yield word.replaceAll('-', ' ');
  for (const word of each(list.gradable)) yield* degreesOf(word);
  for (const noun of each(list.nouns)) yield* [noun, withS(noun)].map((form) => form.replaceAll('-', ' '));
  for (const verb of each(list.verbs)) yield* verbFormsOf(verb).map((form) => form.replaceAll('-', ' '));
  yield* phrasesOf(list.phrases ?? '');
}

/** The phrases of a list, each alternative written out. */
export function* phrasesOf(list: string): Generator<string> {
  for (const phrase of list.split(',')) {
    const words = phrase.trim().replaceAll('-', ' ').split(/\s+/).filter(Boolean);
    if (words.length === 0) continue;
    let all = [''];
    for (const word of words) {
      const parts = word.split('/');
      all = all.flatMap((start) => parts.map((part) => (start === '' ? part : `${start} ${part}`)));
    }
    yield* all;
  }
}

function labelsOf(list: string): string[] {
  return [...phrasesOf(list)];
}

function withS(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

function verbFormsOf(verb: string): string[] {
  const base = verb.replace('+', '');
  const stem = verb.endsWith('+') ? base + base.at(-1) : base.replace(/e$/, '');
  const past = /[^aeiou]y$/.test(base) ? `${base.slice(0, -1)}ied` : `${stem}ed`;
  const gerund = verb.endsWith('+') || !base.endsWith('ee') ? `${stem}ing` : `${base}ing`;
  return [base, withS(base), past, gerund];
}

function degreesOf(word: string): string[] {
  const stem = /[^aeiou]y$/.test(word)
    ? `${word.slice(0, -1)}i`
    : /^[^aeiou]*[aeiou][bdgmnt]$/.test(word)
      ? word + word.at(-1)
      : word.replace(/e$/, '');
  return [`${stem}er`, `${stem}est`];
}
