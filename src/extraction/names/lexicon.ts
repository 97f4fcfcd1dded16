/**
 * The known names of one organisation, compiled, and the search for them in an answer: one pass over the text
 * for all names.
 */
import { domainSpans } from '../sources/domains.ts';
import { createSites } from '../sources/sources.ts';
import { fold, foldName, foldNameKeepingCase } from '../text/fold.ts';
import type { BrandEntry, KnownBrand, KnownSubject, Subject } from '../types.ts';
import { NameFinder } from './finder.ts';

export interface Lexicon {
  /** The brands, in the order in which they were given. */
  readonly brands: readonly BrandEntry[];
  readonly brandById: ReadonlyMap<string, BrandEntry>;
  /** Names that count in any letter case, folded. */
  readonly anyCase: NameFinder;
  /** Spellings that count in exactly this case, folded but for case; null if there are none. */
  readonly exactCase: NameFinder | null;
}

/** The subjects that are named at [start, end) of the cleaned text. */
export interface Naming {
  start: number;
  end: number;
  /** The same array wherever the same names are found. */
  subjects: readonly Subject[];
}

export function compileLexicon(brands: KnownBrand[]): Lexicon {
  const anyCase = new Map<string, Subject[]>();
  const exactCase = new Map<string, Subject[]>();
  const entities = new Map<string, number>();
  const entries = brands.map((brand): BrandEntry => {
    const subjectOf = (known: KnownSubject, kind: Subject['kind']): Subject => {
      const subject: Subject = { id: known.id, kind, brandId: brand.id, entity: foldName(known.name) };
      entities.set(subject.entity, (entities.get(subject.entity) ?? 0) + 1);
      for (const { name, isExact } of namesOf(known)) {
        const names = isExact ? exactCase : anyCase;
        const owners = names.get(name);
        if (owners === undefined) names.set(name, [subject]);
        else owners.push(subject);
      }
      return subject;
    };
    return {
      subject: subjectOf(brand, 'BRAND'),
      competitors: brand.competitors.map((competitor) => subjectOf(competitor, 'COMPETITOR')),
      sites: createSites(brand),
    };
  });
  const isShared = (owners: readonly Subject[]) => owners.some(({ entity }) => entities.get(entity)! > 1);
  return {
    brands: entries,
    brandById: new Map(entries.map((entry) => [entry.subject.id, entry])),
    anyCase: new NameFinder(anyCase, isShared),
    exactCase: exactCase.size === 0 ? null : new NameFinder(exactCase, isShared),
  };
}

/** @throws Error where the lexicon holds no such brand */
export function brandOf(lexicon: Lexicon, id: string): BrandEntry {
  const brand = lexicon.brandById.get(id);
  if (brand === undefined) throw new Error(`The lexicon holds no brand ${id}`);
  return brand;
}

export interface Spelling {
  name: string;
  isExact: boolean;
}

/** The spellings by which a subject is found: folded, or folded but for letter case where only that case counts. */
export function namesOf({
  name,
  aliases,
  caseSensitive,
}: KnownSubject): { name: string; isExact: boolean }[] {
  const sensitive = new Set(caseSensitive);
  const spellings = new Map<string, Set<string> | null>();
  for (const spelling of [name, ...aliases]) {
    const folded = foldName(spelling);
    if (!/[\p{L}\p{N}]/u.test(folded)) continue;
    const exact = spellings.get(folded);
    if (!sensitive.has(spelling)) spellings.set(folded, null);
    else if (exact === undefined) spellings.set(folded, new Set([foldNameKeepingCase(spelling)]));
    else exact?.add(foldNameKeepingCase(spelling));
  }
  return [...spellings].flatMap(([folded, exact]): Spelling[] =>
    exact === null
      ? [{ name: folded, isExact: false }]
      : Array.from(exact, (form) => ({ name: form, isExact: true })),
  );
}

/** A place where a name stands as a whole word outside of addresses, and the subjects that have the name. */
interface Place {
  start: number;
  end: number;
  owners: readonly Subject[];
}

/**
 * The places in cleaned text where tracked brands and competitors of `brand` are named, ascending.
 *
 * The longest known name wins: a name strictly inside a longer one is not counted, no matter who owns the longer
 * one ("Google" in "Google Pixel"). Unless both belong to subjects of the same primary name: "HP Envy", a
 * name of the HP that competes with one brand, still names the tracked brand HP, which does not list it.
 */
export function findNamings(lexicon: Lexicon, brand: BrandEntry, text: string): Naming[] {
  const relevant = (owners: readonly Subject[]) =>
    owners.filter(({ kind, brandId }) => kind === 'BRAND' || brandId === brand.subject.id);
  const ofWinner = ofPair((owners) => relevant(owners));
  const ofBoth = ofPair((owners, others) => [...owners, ...others]);
  const ofInner = ofPair((winners, owners) => {
    const entities = new Set(winners.map(({ entity }) => entity));
    const known = new Set(winners);
    return relevant(owners).filter((subject) => entities.has(subject.entity) && !known.has(subject));
  });

  const places: Place[] = [];
  for (const place of findPlaces(lexicon, text)) {
    const last = places.at(-1);
    if (last?.start === place.start && last.end === place.end)
      last.owners = ofBoth(last.owners, place.owners);
    else places.push(place);
  }
  const namings: Naming[] = [];
  let winner: Place | undefined;
  for (const place of places) {
    let subjects: readonly Subject[];
    if (winner === undefined || place.end > winner.end) {
      winner = place;
      subjects = ofWinner(place.owners, place.owners);
    } else {
      subjects = ofInner(winner.owners, place.owners);
    }
    if (subjects.length > 0) namings.push({ start: place.start, end: place.end, subjects });
  }
  return namings;
}

/** Whether any of the lexicon's names stands in cleaned text. */
export function namesAny(lexicon: Lexicon, text: string): boolean {
  return findPlaces(lexicon, text).length > 0;
}

/** Caches a function of two sets of owners: there are few different pairs, however often they are named. */
function ofPair(
  compute: (a: readonly Subject[], b: readonly Subject[]) => readonly Subject[],
): (a: readonly Subject[], b: readonly Subject[]) => readonly Subject[] {
  const known = new Map<readonly Subject[], Map<readonly Subject[], readonly Subject[]>>();
  return (a, b) => {
    const ofA = known.get(a) ?? new Map<readonly Subject[], readonly Subject[]>();
    if (ofA.size === 0) known.set(a, ofA);
    const result = ofA.get(b) ?? compute(a, b);
    ofA.set(b, result);
    return result;
  };
}

/**
 * The places of names, by start; of those with one start the longest first. For each end the longest name that
 * ends there, and the shorter ones only if they may count inside a longer one. Of those no more than the text
 * has characters: more there are only where names were made to nest without end.
 */
function findPlaces(lexicon: Lexicon, text: string): Place[] {
  const isInAddress = addressCheck(text);
  const places: Place[] = [];
  let inner = text.length;
  const search = (finder: NameFinder, lower: boolean) => {
    const { text: folded, toOriginal } = fold(text, lower);
    const startOf = (name: number, foldedEnd: number) => toOriginal(foldedEnd - finder.lengths[name]!);
    finder.search(folded, (longest, foldedEnd) => {
      const end = toOriginal(foldedEnd);
      let outer = longest;
      while (outer !== 0 && isInAddress(startOf(outer, foldedEnd), end)) outer = finder.shorter(outer);
      if (outer === 0) return;
      places.push({ start: startOf(outer, foldedEnd), end, owners: finder.owners[outer]! });
      let name = finder.longestShared(finder.shorter(outer));
      for (; name !== 0 && inner > 0; name = finder.longestShared(finder.shorter(name))) {
        const start = startOf(name, foldedEnd);
        if (isInAddress(start, end)) continue;
        inner -= 1;
        places.push({ start, end, owners: finder.owners[name]! });
      }
    });
  };
  search(lexicon.anyCase, true);
  if (lexicon.exactCase !== null) search(lexicon.exactCase, false);
  return places.sort((a, b) => a.start - b.start || b.end - a.end);
}

/** Whether a place lies in an address or across its edge; a name that is a whole address ("Booking.com") does not. */
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
