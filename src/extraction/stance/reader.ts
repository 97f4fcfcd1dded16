/**
 * Stance: how favourably an English answer speaks of each name in it, by words, phrases and sentence structure. Linear
 * in the length of the answer: each sentence with a name is read once, on demand.
 */
import { sentenceLanguage } from '../language/language.ts';
import type { Naming } from '../names/namings.ts';
import type { Block } from '../text/blocks.ts';
import type { Span } from '../text/sentences.ts';
import { LINE_END } from '../text/writer.ts';
import type { Subject } from '../types.ts';
import { Context } from './context.ts';
import { add, readFollowing } from './following.ts';
import { isSilent, nothing, type Said, stanceOf } from './said.ts';
import { readSentence } from './sentence/sentence.ts';
import { MAX_ACTORS } from './sentence/sheet.ts';
import type { Named } from './sentence/tokens.ts';

export interface Stance {
  /** -1 (warned against) to 1 (praised); null: no stance. */
  value: number | null;
  /** The decisive words, as in the text; at most 8. */
  words: string[];
}

/** A short line that ends with a name is a head for the lines after it. */
const MAX_HEAD = 60;

/** The stances of one sentence. */
interface Reading {
  /** By entity. */
  said: Map<string, Said>;
  /** The entity that its end refers to. */
  subject: string | null;
  isQuestion: boolean;
  /** Cached, because one entity may be thousands of subjects. */
  inContext: Map<string, Stance>;
}

/** The answer as extracted: sentences with names, and for each naming the index of its sentence. */
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
  readonly #read: (Reading | null | undefined)[] = [];

  /** @param language of the answer, as from `languageOf` */
  constructor(of: NamedText, language: string | null) {
    this.#of = of;
    this.#language = language;
    const starts = of.namings.map(({ start }) => start);
    this.#context = new Context(of.text, of.blocks, starts);
    for (const [k, sentence] of of.indexes.entries()) this.#firsts[sentence] ??= k;
  }

  /**
   * The stance of a sentence within its answer, including the next sentences that still refer to its subject. Without
   * any, the row of its table, the entries below it or the head of its list decide.
   */
  readInContext(sentence: number, subjects: readonly Subject[]): Stance | null {
    const read = this.#reading(sentence);
    if (read === null) return null;
    const { entity } = subjects[0]!;
    let stance = read.inContext.get(entity);
    if (stance === undefined) {
      stance = this.#inContext(sentence, read, entity);
      read.inContext.set(entity, stance);
    }
    return stance;
  }

  #inContext(sentence: number, read: Reading, entity: string): Stance {
    const own = read.said.get(entity) ?? nothing();
    const block = this.#context.blockAt(this.#of.sentences[sentence]!.start);
    let all = own;
    if (read.subject === entity) {
      const following = this.#following(sentence, block, isSilent(own), read.isQuestion);
      if (following.praise + following.criticism > 0) {
        all = { praise: own.praise, criticism: own.criticism, words: [...own.words] };
        add(all, following);
      }
    }
    const value = stanceOf(all);
    if (value !== null) return { value, words: all.words };
    const around = this.#context.around(block, read.said.size === 1);
    return around === null ? { value, words: all.words } : { value: stanceOf(around), words: around.words };
  }

  /** The stance of a sentence towards the owners of one set of names; null: its language is not supported. */
  read(sentence: number, subjects: readonly Subject[]): Stance | null {
    const read = this.#reading(sentence);
    if (read === null) return null;
    const said = read.said.get(subjects[0]!.entity) ?? nothing();
    return { value: stanceOf(said), words: said.words };
  }

  /** The stance of the sentences after one, up to the next one with a name or the end of the block. */
  #following(sentence: number, block: number, isSilentBefore: boolean, isQuestion: boolean): Said {
    const { text, sentences } = this.#of;
    const { start, end } = sentences[sentence]!;
    const next = sentences[sentence + 1]?.start ?? text.length;
    const stop = Math.min(next, this.#context.endOf(block, isQuestion && isSilentBefore));
    if (end >= stop || this.#language !== 'en') return nothing();
    const isHead = end - start <= MAX_HEAD && text[end - 1] === LINE_END;
    return readFollowing(text, end, stop, isHead, isSilentBefore, isQuestion ? { start, end } : null);
  }

  #reading(sentence: number): Reading | null {
    let reading = this.#read[sentence];
    if (reading === undefined) {
      reading = this.#readSentence(sentence);
      this.#read[sentence] = reading;
    }
    return reading;
  }

  #readSentence(sentence: number): Reading | null {
    const { text, namings, sentences, indexes } = this.#of;
    const { start, end } = sentences[sentence]!;
    if (this.#language !== 'en' && this.#detectLanguage(start, end) !== 'en') return null;
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
    const label = this.#context.labelOf(block, start);
    const read = readSentence(text, start, end, named, numbers.size, label);
    // Checked last, and only if few English words were found, because the guess takes longer than the reading.
    if (this.#language === 'en' && read.known < LEAST_KNOWN && this.#detectLanguage(start, end) !== 'en')
      return null;
    let subject: string | null = null;
    const over = read.said.every(isSilent) ? this.#context.over(block, start) : null;
    const ofEntities = new Map<string, Said>();
    for (const [entity, of] of numbers) {
      ofEntities.set(entity, over ?? read.said[of]!);
      if (of === read.subject) subject = entity;
    }
    return { said: ofEntities, subject, isQuestion: read.isQuestion, inContext: new Map() };
  }

  #detectLanguage(start: number, end: number): string | null {
    return sentenceLanguage(this.#of.text.slice(start, end), this.#language);
  }
}

/** With this many English words and phrases, a sentence of an English answer is certainly English. */
const LEAST_KNOWN = 2;
