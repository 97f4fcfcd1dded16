/**
 * Stance: how favourably an English answer speaks of each name in it, by words, phrases and the build of its sentences.
 * Linear in the length of the answer: each sentence that names somebody is read once, when it is asked for.
 */
import { sentenceLanguage } from '../language/language.ts';
import type { Naming } from '../names/namings.ts';
import type { Block } from '../text/blocks.ts';
import type { Span } from '../text/sentences.ts';
import type { Subject } from '../types.ts';
import { Context } from './context.ts';
import { readSentence, type Said, stanceOf, wordsKnown } from './sentence.ts';
import { MAX_ACTORS } from './sheet.ts';
import type { Named } from './tokens.ts';

export interface Stance {
  /** -1 (warned against) to 1 (praised); null: the sentence takes none. */
  value: number | null;
  /** The words that decided, as they stand in the text; at most 8. */
  words: string[];
}

const NONE: Stance = { value: null, words: [] };

/** The answer as the extraction has it: sentences that name somebody, and for each naming the index of its sentence. */
export interface NamedText {
  text: string;
  blocks: readonly Block[];
  namings: readonly Naming[];
  sentences: readonly Span[];
  indexes: readonly number[];
}

export class StanceReader {
  readonly #of: NamedText;
  readonly #language: string | null;
  readonly #context: Context;
  /** By sentence: its first naming. */
  readonly #firsts: number[] = [];
  readonly #read: (Map<string, Stance> | null | undefined)[] = [];

  /** @param language of the answer, as `languageOf` gives it */
  constructor(of: NamedText, language: string | null) {
    this.#of = of;
    this.#language = language;
    const starts = of.namings.map(({ start }) => start);
    this.#context = new Context(of.text, of.blocks, starts);
    for (const [k, sentence] of of.indexes.entries()) this.#firsts[sentence] ??= k;
  }

  /**
   * What a sentence says in its answer: where it is only a name, what the row of its table, the entries below it or the
   * head of its list say.
   */
  readInPlace(sentence: number, subjects: readonly Subject[]): Stance | null {
    const stance = this.read(sentence, subjects);
    if (stance === null || stance.value !== null) return stance;
    const block = this.#context.blockAt(this.#of.sentences[sentence]!.start);
    const around = this.#context.around(block);
    return around === null ? stance : { value: stanceOf(around), words: around.words };
  }

  /** What a sentence says of those who are named by one set of names; null: it is in a language that is not read. */
  read(sentence: number, subjects: readonly Subject[]): Stance | null {
    let stances = this.#read[sentence];
    if (stances === undefined) {
      stances = this.#stancesOf(sentence);
      this.#read[sentence] = stances;
    }
    return stances === null ? null : (stances.get(subjects[0]!.entity) ?? NONE);
  }

  #stancesOf(sentence: number): Map<string, Stance> | null {
    const { text, namings, sentences, indexes } = this.#of;
    const { start, end } = sentences[sentence]!;
    if (this.#language !== 'en' && this.#languageOf(start, end) !== 'en') return null;
    const numbers = new Map<string, number>();
    const named: Named[] = [];
    for (let k = this.#firsts[sentence]!; k < namings.length && indexes[k] === sentence; k++) {
      const naming = namings[k]!;
      // Names of one entity are one actor: "Apple MacBook" names Apple twice.
      const { entity } = naming.subjects[0]!;
      let actor = numbers.get(entity);
      if (actor === undefined) {
        if (numbers.size >= MAX_ACTORS) continue;
        actor = numbers.size;
        numbers.set(entity, actor);
      }
      named.push({ start: naming.start, end: naming.end, actor });
    }
    const block = this.#context.blockAt(start);
    const said = readSentence(text, start, end, named, numbers.size, this.#context.labelOf(block, start));
    // Looked at last, and only where few English words were met: the guess takes longer than the reading.
    if (this.#language === 'en' && wordsKnown() < LEAST_KNOWN && this.#languageOf(start, end) !== 'en')
      return null;
    const over = said.every(isSilent) ? this.#context.over(block, start) : null;
    const stances = new Map<string, Stance>();
    for (const [entity, actor] of numbers) {
      const its = over ?? said[actor]!;
      stances.set(entity, { value: stanceOf(its), words: its.words });
    }
    return stances;
  }

  #languageOf(start: number, end: number): string | null {
    return sentenceLanguage(this.#of.text.slice(start, end), this.#language);
  }
}

/** So many English words and phrases in a sentence of an English answer leave no doubt about its language. */
const LEAST_KNOWN = 2;

function isSilent({ praise, criticism }: Said): boolean {
  return praise + criticism === 0;
}
