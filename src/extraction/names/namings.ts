/** The search for known names in an answer: one pass over the text finds all names, then each match is checked. */
import { domainSpans } from '../sources/domains.ts';
import { isLower } from '../text/characters.ts';
import { fold } from '../text/fold.ts';
import type { BrandEntry, NamingRule, Subject } from '../types.ts';
import { findDivided } from './divided.ts';
import type { NameFinder } from './finder.ts';
import { foundAt, type Reading, restAt } from './forms.ts';
import { ANY, TextLanguage } from './languages/text-language.ts';
import { WordEnds } from './languages/word-ends.ts';
import { type Entry, type Form, type Lexicon, proseName } from './lexicon.ts';
import { ignoredIn } from './phrases.ts';
import { COMMON_WORD, NO_WORD, Senses } from './senses.ts';
import { NEEDS_CAPITALS, NEEDS_COMPANY, NEEDS_UMLAUT } from './variants.ts';
import { brandsAmong } from './word-or-brand.ts';
import { LIKELY_NAME, LIKELY_WORD, NAME, UNLIKELY_NAME } from './word-senses.ts';

/** The subjects named at [start, end) of the cleaned text. */
export interface Naming {
  start: number;
  end: number;
  /** The same array wherever the same names are found. */
  subjects: readonly Subject[];
  /** The names found, at least one of each subject. The same array wherever `subjects` is the same. */
  entries: readonly Entry[];
  /** The ending attached to the name; null: none. */
  joined: 'PLURAL' | 'AFFIX' | null;
}

/** A span where a name is a whole word outside of addresses, and the names it may mean. */
interface Match {
  start: number;
  end: number;
  entries: readonly Entry[];
  joined: Naming['joined'];
  /** 0 for a name as entered, more for other spellings and endings. */
  rank: number;
  kind: number;
  /** The text's property that it needs, as in Form. */
  needs: number;
}

interface Options {
  /** The language of the text, ISO 639-1. If it is unknown, the text itself determines the endings. */
  language?: string | null;
}

/**
 * The spans of cleaned text that name tracked brands and competitors of `brand`, ascending.
 *
 * The longest known name wins: a name strictly inside a longer one does not count, whoever owns the longer one
 * ("Google" in "Google Pixel"). It does count if its subject requires it, or if both belong to subjects with the same
 * primary name: "HP Envy", a name of the HP that competes with one brand, still names the tracked brand HP, which does
 * not list it. At the same span, entered names win over derived spellings and inflections.
 */
export function findNamings(
  lexicon: Lexicon,
  brand: BrandEntry,
  text: string,
  { language: code }: Options = {},
): Naming[] {
  const language = new TextLanguage(text, code);
  const isRelevant = ({ subject: { kind, brandId } }: Entry) =>
    kind === 'BRAND' || brandId === brand.subject.id;
  const ofWinner = ofPair((entries) => entries.filter(isRelevant));
  const ofBoth = ofPair((entries, others) => [...entries, ...others]);
  const ofInner = ofPair((winners, entries) => {
    const entities = new Set(winners.map(({ subject }) => subject.entity));
    const known = new Set(winners.map(({ subject }) => subject));
    return entries
      .filter(isRelevant)
      .filter(
        ({ subject }) =>
          !known.has(subject) && (entities.has(subject.entity) || lexicon.countedInside.has(subject)),
      );
  });
  const subjectsOf = subjectSets();

  const matches: Match[] = [];
  for (const match of findMatches(lexicon, text, language)) {
    const last = matches.at(-1);
    if (last?.start !== match.start || last.end !== match.end) matches.push(match);
    else if (match.rank === last.rank) last.entries = ofBoth(last.entries, match.entries);
  }
  const isIgnored = ignoredIn(lexicon, text);
  const namings: Naming[] = [];
  let winner: Match | undefined;
  for (const match of brandsAmong(named(matches, text, language), text, language)) {
    const { start, end, joined } = match;
    let entries: readonly Entry[];
    if (winner === undefined || end > winner.end) {
      winner = match;
      entries = ofWinner(match.entries, match.entries);
    } else {
      entries = ofInner(winner.entries, match.entries);
    }
    if (isIgnored !== null && entries.some(({ subject }) => isIgnored(start, end, subject)))
      entries = entries.filter(({ subject }) => !isIgnored(start, end, subject));
    if (entries.length > 0) namings.push({ start, end, subjects: subjectsOf(entries), entries, joined });
  }
  return namings;
}

/** The name of a subject that a naming matches, as entered, and the rule by which it matches. */
export function spellingOf(
  text: string,
  { start, end, entries, joined }: Naming,
  subject: Subject,
): { name: string; rule: NamingRule } {
  const own = entries.filter((entry) => entry.subject === subject);
  const slice = text.slice(start, end);
  const entry =
    own.find(({ name }) => name === slice) ?? own.find(({ rule }) => rule === 'AS_ENTERED') ?? own[0];
  if (entry === undefined) throw new Error('The naming does not name this subject.');
  const { name, rule } = entry;
  if (joined !== null) return { name, rule: joined };
  return { name, rule: rule === 'AS_ENTERED' && accentless(name) !== accentless(slice) ? 'LETTERS' : rule };
}

/** A name without accents, marks and letter case, but with its letters unchanged. */
function accentless(name: string): string {
  const plain = name.normalize('NFKD').replace(/[\p{M}\p{P}\p{S}\s\u00ad\u200b-\u200f]/gu, '');
  return plain.toLowerCase();
}

/** Whether cleaned text may have any of the lexicon's names, in any language and sense. */
export function namesAny(lexicon: Lexicon, text: string): boolean {
  return findMatches(lexicon, text, null).length > 0;
}

/** An answer with names of this many subjects that are not common words is an answer about brands. */
const MANY_NAMES = 2;

/** The matches whose words mean a name. */
function named(matches: Match[], text: string, language: TextLanguage): Match[] {
  if (!matches.some(({ kind }) => kind !== NO_WORD)) return matches;
  if (!matches.some(({ kind }) => kind === COMMON_WORD)) {
    const senses = new Senses(text, language, () => false);
    return matches.filter(
      ({ kind, start, end, entries }) =>
        kind === NO_WORD || senses.verdictOn(start, end, kind, proseName(entries)) > 0,
    );
  }
  const starts = new Set<number>();
  const ends = new Map<number, Match>();
  const sure = new Set<Subject>();
  const addKnown = (match: Match) => {
    starts.add(match.start);
    ends.set(match.end, match);
  };
  for (const match of matches) {
    if (match.kind === COMMON_WORD) continue;
    addKnown(match);
    if (sure.size < MANY_NAMES)
      for (const { subject } of match.entries.slice(0, MANY_NAMES)) sure.add(subject);
  }
  const senses = new Senses(text, language, (at, isEnd) => (isEnd ? ends : starts).has(at));
  /** "Columbia Bugaboo": directly after another name of the same subject, a word is its name too. */
  const isAfterOwn = ({ start, entries }: Match) => {
    const before = text[start - 1] === ' ' ? ends.get(start - 1) : undefined;
    return (
      before !== undefined &&
      entries.length <= 8 &&
      entries.every(({ subject }) => before.entries.some((entry) => entry.subject === subject))
    );
  };
  const verdicts = new Map<Match, number>();
  const strong = new Set<string>();
  const wordOf = ({ start, end }: Match) => text.slice(start, end).toLowerCase();
  const hasCompany = (match: Match) => sure.size > 0 || strong.size > (strong.has(wordOf(match)) ? 1 : 0);
  let covered = 0;
  for (const match of matches) {
    const { kind, start, end, entries } = match;
    // Words inside a longer name have no sense of their own.
    const isInner = end <= covered;
    if (kind === NO_WORD || isInner) {
      covered = Math.max(covered, end);
      continue;
    }
    const verdict = isAfterOwn(match) ? NAME : senses.verdictOn(start, end, kind, proseName(entries));
    verdicts.set(match, verdict);
    if (verdict > 0) covered = end;
    if (kind !== COMMON_WORD || verdict < LIKELY_NAME) continue;
    addKnown(match);
    if (verdict === NAME) strong.add(wordOf(match));
  }
  return matches.filter((match) => {
    const verdict = verdicts.get(match) ?? NAME;
    if (match.kind === COMMON_WORD && (match.needs & NEEDS_COMPANY) !== 0 && !hasCompany(match)) return false;
    if (verdict > 0 || match.kind !== COMMON_WORD) return verdict > 0;
    // Words in a product table are names if they are names elsewhere in the answer. Words of a heading are not.
    if (verdict === UNLIKELY_NAME) return strong.has(wordOf(match));
    if (verdict === LIKELY_WORD) return sure.size >= MANY_NAMES || strong.has(wordOf(match));
    return (
      senses.isListed(match.start, match.end) &&
      senses.verdictOn(match.start, match.end, match.kind, proseName(match.entries)) > 0
    );
  });
}

/** Caches a function of two sets of names: there are few distinct pairs, however often they occur. */
function ofPair(
  compute: (a: readonly Entry[], b: readonly Entry[]) => readonly Entry[],
): (a: readonly Entry[], b: readonly Entry[]) => readonly Entry[] {
  const known = new Map<readonly Entry[], Map<readonly Entry[], readonly Entry[]>>();
  return (a, b) => {
    const ofA = known.get(a) ?? new Map<readonly Entry[], readonly Entry[]>();
    if (ofA.size === 0) known.set(a, ofA);
    const result = ofA.get(b) ?? compute(a, b);
    ofA.set(b, result);
    return result;
  };
}

/** The distinct subjects of a set of names; the same array for the same set. */
function subjectSets(): (entries: readonly Entry[]) => readonly Subject[] {
  const known = new Map<readonly Entry[], readonly Subject[]>();
  return (entries) => {
    const subjects = known.get(entries) ?? [...new Set(entries.map(({ subject }) => subject))];
    known.set(entries, subjects);
    return subjects;
  };
}

/** Limit of names checked inside longer ones, for any text; longer texts have a higher one. */
const LEAST_INNER = 1000;
/** Maximum number of names tried per end: only names invented to nest exceed it. */
const MAX_TRIES = 5;

/**
 * The matches of names, by start; ties with the longest first. For each end, it has the longest name that ends there,
 * and shorter ones only if they may count inside a longer one. The number of shorter ones is limited to LEAST_INNER
 * plus a fourth of the text's characters: only names invented to nest endlessly exceed it.
 * @param language null: accept whatever may be a name in any language
 */
function findMatches(lexicon: Lexicon, text: string, language: TextLanguage | null): Match[] {
  const isAny = language === null;
  const isInAddress = addressCheck(text);
  const matches: Match[] = [];
  let inner = LEAST_INNER + text.length / 4;
  let endings: number | undefined;
  const endingsOf = () => (endings ??= language?.endings() ?? ANY);
  const { text: lower, cased, toOriginal } = fold(text);
  const search = (finder: NameFinder<readonly Form[]>, folded: string, begins: number[] | null) => {
    const reading: Reading = {
      text: folded,
      wordEnds: new WordEnds(folded),
      endings: endingsOf,
      isSmallAt: (offset) => isSmallAt(text, toOriginal(offset)),
      isAny,
    };
    /** Adds the matches of a name; returns whether there is one. */
    const note = (name: number, foldedEnd: number, rest: string | null): boolean => {
      const foldedStart = foldedEnd - finder.lengths[name]!;
      let isFound = false;
      for (const form of finder.owners[name]!) {
        const found = foundAt(form, foldedStart, foldedEnd, rest, reading);
        if (found === null) continue;
        const start = toOriginal(found.start);
        const end = toOriginal(found.end);
        if (isInAddress(start, end)) continue;
        if (!isAny && form.needs !== 0 && !hasNeeds(text.slice(start, end), form.needs)) continue;
        isFound = true;
        const rank = found.rule !== null ? 2 : form.isEntered ? 0 : 1;
        matches.push({
          start,
          end,
          entries: form.entries,
          joined: found.rule,
          rank,
          kind: form.kind,
          needs: form.needs,
        });
      }
      return isFound;
    };
    finder.search(folded, begins, (longest, foldedEnd) => {
      if (!isAny && !reading.wordEnds.isEnd(foldedEnd)) return;
      const rest = restAt(folded, foldedEnd);
      let outer = longest;
      for (let tries = 1; !note(outer, foldedEnd, rest); tries++) {
        outer = finder.shorter(outer);
        if (outer === 0 || tries === MAX_TRIES) return;
      }
      let name = finder.longestShared(finder.shorter(outer));
      for (; name !== 0 && inner > 0; name = finder.longestShared(finder.shorter(name))) {
        if (note(name, foldedEnd, rest)) inner -= 1;
      }
    });
  };
  const begins = lexicon.dividable.size > 0 ? [] : null;
  search(lexicon.anyCase, lower, begins);
  if (lexicon.exactCase !== null) search(lexicon.exactCase, cased, null);
  if (begins === null) return matches.sort(inOrder);
  findDivided(cased, begins, lexicon.dividable, (name, from, to) => {
    const start = toOriginal(from);
    const end = toOriginal(to);
    if (isInAddress(start, end)) return;
    for (const { entries, kind } of lexicon.dividable.get(name)!)
      matches.push({
        start,
        end,
        entries,
        joined: null,
        rank: 1,
        kind: kind === COMMON_WORD ? NO_WORD : kind,
        needs: 0,
      });
  });
  return matches.sort(inOrder);
}

function isSmallAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit < 128 ? isLower(unit) : /^\p{Ll}/u.test(text.slice(at, at + 2));
}

function inOrder(a: Match, b: Match): number {
  return a.start - b.start || b.end - a.end || a.rank - b.rank;
}

function hasNeeds(slice: string, needs: number): boolean {
  if ((needs & NEEDS_UMLAUT) !== 0 && !/[äöüåøæœő]/iu.test(slice.normalize('NFC'))) return false;
  return (needs & NEEDS_CAPITALS) === 0 || !/(?:^|[\s-])\p{Ll}/u.test(slice);
}

/**
 * Whether a span is in an address or crosses its edge. A name that is a whole address ("Booking.com") does not count.
 */
function addressCheck(text: string): (start: number, end: number) => boolean {
  const spans = domainSpans(text);
  if (spans.length === 0) return () => false;
  return (start, end) => {
    let low = 0;
    let high = spans.length / 2;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (spans[2 * middle + 1]! <= start) low = middle + 1;
      else high = middle;
    }
    const from = spans[2 * low];
    const to = spans[2 * low + 1];
    return from !== undefined && to !== undefined && from < end && (start > from || end < to);
  };
}
