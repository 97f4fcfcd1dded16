/**
 * The words for reading stance, compiled once into a trie over words, so that the longest phrase at a word takes one
 * look-up per word.
 */
import { readTable } from '../tables.ts';
import { expandForms, expandPhrases, readWordLists } from './word-lists.ts';

export const NO_COMPARISON = 0;
/** The previous name does better than the next one. */
export const WINS = 1;
export const LOSES = 2;
/** The statement counts against the next name. */
export const AGAINST = 3;
/** The next name is only mentioned. */
export const MENTIONS = 4;

/** The clause speaks of former times: "used to be reliable". */
export const FORMER = 1;
/** It is only claimed: "promises", "on paper". */
export const CLAIMED = 2;

export const NO_SHIELD = 0;
/** The object is a problem that the subject handles. */
export const DEALS_WITH = 1;
/** The object is a problem that the subject reduces. */
export const CURES = 2;

/** The effect of a word or phrase on the reading of a sentence. */
export interface Entry {
  /** Its own stance, -1 to 1. */
  value: number;
  /** Inverts the words after it. */
  negates: boolean;
  /** Factor for the words after it. */
  degree: number;
  /** Begins a contrasting clause. */
  contrasts: boolean;
  /** Begins a condition or a wish. */
  conditions: boolean;
  /** Its clause speaks of former times, or of a claim. */
  distance: number;
  shields: number;
  compares: number;
  /** Stands for others without a known name. */
  isOther: boolean;
  /** A subject area, in which no word is a judgement. */
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
  'former',
  'claims',
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

/** Placeholder for a known name in a phrase. */
export const NAME_WORD = '\u0000';
export const ANY_WORD = '_';

const BOOST = 1.3;
/** "Avoid" is a warning, or states what is reduced. */
const WARNING = -0.8;
const REDUCTION = 0.75;
/** Weight of words for something missing, unless a list of criticism has them. */
const ABSENCE = -0.35;
/** Too small for a stance by itself. */
const MISSING = -0.1;

/** By their first word. */
export const root: ReadonlyMap<string, Node> = compile();

export const GOOD_LABELS: ReadonlySet<string> = new Set(expandPhrases(grammar['good labels']));
export const BAD_LABELS: ReadonlySet<string> = new Set(expandPhrases(grammar['bad labels']));

function compile(): Map<string, Node> {
  const nodes = new Map<string, Node>();
  const set = (phrases: Iterable<string>, changes: (entry: Entry) => void) => {
    for (const phrase of phrases) {
      const node = ensureNode(nodes, phrase.split(' '));
      node.entry ??= {
        value: 0,
        negates: false,
        degree: 1,
        contrasts: false,
        conditions: false,
        distance: 0,
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
      entries.flatMap((entry) => expandForms(entry, form)),
      (entry) => {
        entry.value = weight;
      },
    );
  }
  set(expandPhrases(grammar.negators), (entry) => {
    Object.assign(entry, { negates: true, value: 0 });
  });
  set(expandPhrases(grammar.absences), (entry) => {
    Object.assign(entry, { negates: true, value: entry.value || ABSENCE });
  });
  set(expandPhrases(grammar.missing), (entry) => {
    Object.assign(entry, { negates: true, value: MISSING });
  });
  set(expandPhrases(grammar['no negators']), (entry) => {
    Object.assign(entry, { isTopic: true, negates: false });
  });
  set(expandPhrases(grammar.boosters), (entry) => {
    entry.degree = BOOST;
  });
  set(expandPhrases(grammar.reducers), (entry) => {
    entry.degree = REDUCTION;
  });
  set(expandPhrases(grammar.contrasts), (entry) => {
    entry.contrasts = true;
  });
  set(expandPhrases(grammar.conditions), (entry) => {
    Object.assign(entry, { conditions: true, value: 0 });
  });
  for (const [phrases, distance] of [
    [grammar.former, FORMER],
    [grammar.claims, CLAIMED],
  ] as const) {
    set(expandPhrases(phrases), (entry) => {
      Object.assign(entry, { distance, value: 0 });
    });
  }
  for (const [phrases, shields] of [
    [grammar.shields, DEALS_WITH],
    [grammar.cures, CURES],
  ] as const) {
    set(expandPhrases(phrases), (entry) => {
      Object.assign(entry, { shields, value: entry.value === WARNING ? WARNING : 0 });
    });
  }
  for (const [phrases, compares] of [
    [grammar.wins, WINS],
    [grammar.losses, LOSES],
    [grammar.against, AGAINST],
    [grammar.mentions, MENTIONS],
  ] as const) {
    set(expandPhrases(phrases), (entry) => {
      entry.compares = compares;
    });
  }
  set(expandPhrases(grammar.others), (entry) => {
    entry.isOther = true;
  });
  set(expandPhrases(grammar.topics), (entry) => {
    Object.assign(entry, { isTopic: true, value: 0, negates: false });
  });
  return nodes;
}

function ensureNode(nodes: Map<string, Node>, words: readonly string[]): Node {
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
