/**
 * The words by which stance is read, compiled once: a trie over words, so that the longest phrase that begins at a
 * word is found by one look-up a word.
 */
import { readTable } from '../tables.ts';
import { formsOf, phrasesOf, readWordLists } from './word-lists.ts';

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

const grammar = readTable('stance/grammar.txt', [
  'negators',
  'absences',
  'missing',
  'no negators',
  'boosters',
  'reducers',
  'contrasts',
  'conditions',
  'shields',
  'cures',
  'wins',
  'losses',
  'against',
  'mentions',
  'others',
  'topics',
  'good labels',
  'bad labels',
]);

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

/**
 * By first two letters and length: 1 if a word of `root` may be so. Most words need no look-up: a third of the
 * matching.
 */
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

export const GOOD_LABELS: ReadonlySet<string> = new Set(phrasesOf(grammar['good labels']));
export const BAD_LABELS: ReadonlySet<string> = new Set(phrasesOf(grammar['bad labels']));

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
  for (const { weight, form, entries } of readWordLists()) {
    set(
      entries.flatMap((entry) => formsOf(entry, form)),
      (entry) => {
        entry.value = weight;
      },
    );
  }
  set(phrasesOf(grammar.negators), (entry) => {
    Object.assign(entry, { negates: true, value: 0 });
  });
  set(phrasesOf(grammar.absences), (entry) => {
    Object.assign(entry, { negates: true, value: entry.value || ABSENCE });
  });
  set(phrasesOf(grammar.missing), (entry) => {
    Object.assign(entry, { negates: true, value: MISSING });
  });
  set(phrasesOf(grammar['no negators']), (entry) => {
    Object.assign(entry, { isTopic: true, negates: false });
  });
  set(phrasesOf(grammar.boosters), (entry) => {
    entry.degree = BOOST;
  });
  set(phrasesOf(grammar.reducers), (entry) => {
    entry.degree = REDUCTION;
  });
  set(phrasesOf(grammar.contrasts), (entry) => {
    entry.contrasts = true;
  });
  set(phrasesOf(grammar.conditions), (entry) => {
    Object.assign(entry, { conditions: true, value: 0 });
  });
  for (const [phrases, shields] of [
    [grammar.shields, DEALS_WITH],
    [grammar.cures, CURES],
  ] as const) {
    set(phrasesOf(phrases), (entry) => {
      Object.assign(entry, { shields, value: entry.value === WARNING ? WARNING : 0 });
    });
  }
  for (const [phrases, compares] of [
    [grammar.wins, WINS],
    [grammar.losses, LOSES],
    [grammar.against, AGAINST],
    [grammar.mentions, MENTIONS],
  ] as const) {
    set(phrasesOf(phrases), (entry) => {
      entry.compares = compares;
    });
  }
  set(phrasesOf(grammar.others), (entry) => {
    entry.isOther = true;
  });
  set(phrasesOf(grammar.topics), (entry) => {
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
