/**
 * The known names of one organisation, compiled: every spelling of every name, with the conditions for a match.
 * `namings.ts` searches for them.
 */
import { domainLabel } from '../sources/domains.ts';
import { createSites } from '../sources/sources.ts';
import { ARABIC, HEBREW, scriptOf } from '../text/characters.ts';
import { foldName } from '../text/fold.ts';
import type { BrandEntry, KnownBrand, KnownSubject, NamingRule, Subject } from '../types.ts';
import { isCommonWord } from './case-sensitivity.ts';
import { MIN_DIVIDED } from './divided.ts';
import { INSIDE, NameFinder } from './finder.ts';
import { deriveStems, MIN_INFLECTED, type Stem } from './languages/inflection.ts';
import { COMMON_PHRASE, COMMON_WORD, NO_WORD, ONE_WORD } from './senses.ts';
import { deriveVariants, type Variant } from './variants.ts';

export interface Lexicon {
  /** The brands, in the order given. */
  readonly brands: readonly BrandEntry[];
  readonly brandById: ReadonlyMap<string, BrandEntry>;
  /** Names that count in any letter case, folded. */
  readonly anyCase: NameFinder<readonly Form[]>;
  /** Spellings that count only in exactly this case, folded but for case; null if there are none. */
  readonly exactCase: NameFinder<readonly Form[]> | null;
  /** One-word names that may be written as two, by that word. */
  readonly dividable: ReadonlyMap<string, readonly Form[]>;
  /** Phrases that do not name their subjects, folded; null if there are none. */
  readonly phrases: NameFinder<readonly Subject[]> | null;
  /** The subjects that also count inside longer names. */
  readonly countedInside: ReadonlySet<Subject>;
}

/** A name of a subject. */
export interface Entry {
  subject: Subject;
  /** The name as entered. */
  name: string;
  /** How the spelling differs from the entered name. */
  rule: NamingRule;
}

/** The names with one spelling and the same conditions for a match. */
export interface Form {
  /** The spelling, folded. */
  text: string;
  entries: Entry[];
  /** Whether it was entered. An entered spelling takes precedence over a derived one. */
  isEntered: boolean;
  /** NEEDS_CAPITALS, NEEDS_UMLAUT. */
  needs: number;
  /** NO_WORD, ONE_WORD, COMMON_WORD or COMMON_PHRASE. */
  kind: number;
  /** The offset of its first capital letter as entered: 1 for "mBank". 0 if there is none. */
  capitalAt: number;
  /** A stem of the name, which must be followed by one of its endings. */
  stem: Stem | null;
  /** Whether an Arabic article must precede it: the name has one, and this spelling omits it. */
  isArticleNeeded: boolean;
  /** Whether it may end a word that begins with a preposition or article. */
  isInside: boolean;
  hasPlural: boolean;
  hasCases: boolean;
}

/** The Arabic article. After the preposition ل its first letter is dropped. */
const ARTICLE = 'ال';

export function compileLexicon(brands: KnownBrand[]): Lexicon {
  const anyCase = new Map<string, Map<string, Form>>();
  const exactCase = new Map<string, Map<string, Form>>();
  const phrases = new Map<string, Subject[]>();
  const entities = new Map<string, number>();
  const countedInside = new Set<Subject>();
  const entries = brands.map((brand): BrandEntry => {
    const subjectOf = (known: KnownSubject, kind: Subject['kind']): Subject => {
      const subject: Subject = { id: known.id, kind, brandId: brand.id, entity: foldName(known.name) };
      entities.set(subject.entity, (entities.get(subject.entity) ?? 0) + 1);
      if (known.countInsideLongerNames) countedInside.add(subject);
      for (const phrase of new Set((known.ignoredPhrases ?? []).map(foldName))) {
        if (phrase !== '') phrases.set(phrase, [...(phrases.get(phrase) ?? []), subject]);
      }
      for (const { name, isExact } of spellings(known))
        addName(isExact ? exactCase : anyCase, subject, name, isExact);
      return subject;
    };
    return {
      subject: subjectOf(brand, 'BRAND'),
      competitors: brand.competitors.map((competitor) => subjectOf(competitor, 'COMPETITOR')),
      sites: createSites(brand),
    };
  });
  const isShared = (forms: readonly Form[]) =>
    forms.some((form) =>
      form.entries.some(({ subject }) => entities.get(subject.entity)! > 1 || countedInside.has(subject)),
    );
  const finderOf = (names: Map<string, Map<string, Form>>) =>
    new NameFinder<readonly Form[]>(
      new Map(Array.from(names, ([text, forms]) => [text, [...forms.values()]])),
      isShared,
    );
  return {
    brands: entries,
    brandById: new Map(entries.map((entry) => [entry.subject.id, entry])),
    anyCase: finderOf(anyCase),
    exactCase: exactCase.size === 0 ? null : finderOf(exactCase),
    dividable: dividableForms(anyCase),
    phrases: phrases.size === 0 ? null : new NameFinder<readonly Subject[]>(phrases, () => true),
    countedInside,
  };
}

function dividableForms(names: Map<string, Map<string, Form>>): ReadonlyMap<string, readonly Form[]> {
  const dividable = new Map<string, readonly Form[]>();
  for (const [text, forms] of names) {
    if (text.length < MIN_DIVIDED || !/^[a-z]+$/.test(text)) continue;
    const whole = [...forms.values()].filter(({ isEntered, stem }) => isEntered && stem === null);
    if (whole.length > 0)
      dividable.set(
        text,
        whole.map((form) => ({
          ...form,
          entries: form.entries.map((entry): Entry => ({ ...entry, rule: 'SPELLING' })),
        })),
      );
  }
  return dividable;
}

/** @throws Error if the lexicon lacks the brand */
export function brandOf(lexicon: Lexicon, id: string): BrandEntry {
  const brand = lexicon.brandById.get(id);
  if (brand === undefined) throw new Error(`The lexicon holds no brand ${id}`);
  return brand;
}

/** The name of a matched entry: as entered, or what an address is called in prose. */
export function proseName([entry]: readonly Entry[]): string {
  const { name } = entry!;
  return domainLabel(name) ?? name;
}

export interface Spelling {
  /** The name as entered. */
  name: string;
  isExact: boolean;
}

/** The names of a subject. A name entered both with and without an exact case counts in any case. */
export function spellings({ name, aliases, caseSensitive }: KnownSubject): Spelling[] {
  const sensitive = new Set(caseSensitive);
  const all = [...new Set([name, ...aliases])].filter((entered) => /[\p{L}\p{N}]/u.test(foldName(entered)));
  const inAnyCase = new Set(all.filter((entered) => !sensitive.has(entered)).map(foldName));
  return all.map((entered) => ({ name: entered, isExact: !inAnyCase.has(foldName(entered)) }));
}

function addName(
  names: Map<string, Map<string, Form>>,
  subject: Subject,
  name: string,
  isExact: boolean,
): void {
  for (const variant of deriveVariants(name)) {
    const text = isExact ? variant.text : foldName(variant.text);
    const folded = foldName(variant.text);
    const form = formOf(text, folded, variant);
    const entry: Entry = { subject, name, rule: variant.rule };
    add(names, form.isInside ? INSIDE + text : text, form, entry);
    if (!form.hasCases || variant.rule === 'SPELLING') continue;
    for (const stem of deriveStems(folded)) {
      const beginning = text.slice(0, stem.stem.length);
      const ending = { ...form, text: beginning, stem, isEntered: false, hasPlural: false, hasCases: false };
      add(names, beginning, ending, { ...entry, rule: 'AFFIX' });
    }
    if (form.isInside && text.startsWith(ARTICLE) && text.length > 4) {
      const rest = text.slice(ARTICLE.length);
      const articled = { ...form, text: rest, isArticleNeeded: true, isEntered: false };
      add(names, INSIDE + rest, articled, { ...entry, rule: 'AFFIX' });
    }
  }
}

function formOf(text: string, folded: string, { text: cased, rule, needs }: Variant): Form {
  const words = folded.split(/[ -]/);
  const last = words.at(-1)!;
  const script = scriptOf(folded.charCodeAt(0));
  const isOneWord = words.length === 1;
  const isCommon = isCommonWord(folded.replace(/[.!?]+$/, ''));
  const letters = words.filter((word) => /\p{L}/u.test(word));
  const isPhrase = !isOneWord && letters.length > 1 && letters.every(isCommonWord);
  const isAcronym = /^\p{Lu}{2,}$/u.test(cased.slice(-last.length));
  return {
    text,
    entries: [],
    isEntered: rule === 'AS_ENTERED',
    needs,
    capitalAt: Math.max(0, cased.search(/\p{Lu}/u)),
    kind: isOneWord ? (isCommon ? COMMON_WORD : ONE_WORD) : isPhrase ? COMMON_PHRASE : NO_WORD,
    stem: null,
    isArticleNeeded: false,
    isInside: (script === ARABIC || script === HEBREW) && folded.replace(/ .*/, '').length > 2,
    hasPlural:
      /[a-rt-z]$/.test(last) &&
      (last.length > 3 || isAcronym) &&
      !isPhrase &&
      !(isOneWord && (isCommonWord(last) || isCommonWord(`${last}s`))),
    hasCases: last.length >= MIN_INFLECTED && /\p{L}$/u.test(last),
  };
}

function add(names: Map<string, Map<string, Form>>, key: string, form: Form, entry: Entry): void {
  const forms = names.get(key) ?? new Map<string, Form>();
  if (forms.size === 0) names.set(key, forms);
  const { isEntered, needs, kind, capitalAt, stem, isArticleNeeded, hasPlural, hasCases } = form;
  const sameAs = [
    isEntered,
    needs,
    kind,
    capitalAt,
    isArticleNeeded,
    hasPlural,
    hasCases,
    stem && [...stem.endings],
  ].join();
  const known = forms.get(sameAs);
  if (known === undefined) forms.set(sameAs, { ...form, entries: [entry] });
  else if (!known.entries.some((other) => other.subject === entry.subject && other.name === entry.name))
    known.entries.push(entry);
}
