/**
 * The known names of one organisation, compiled, and the search for them in an answer: one walk over the
 * text, at every place where a word starts down a tree of all names.
 */
import { isWordAt, isWordBefore } from './characters.ts';
import { domainSpans } from './domains.ts';
import type { KnownBrand, KnownSubject } from './extract.ts';
import { fold, foldName, foldNameKeepingCase } from './fold.ts';
import { createSites, type Site } from './sources.ts';

export interface Subject {
  id: string;
  kind: 'BRAND' | 'COMPETITOR';
  /** The tracked brand it is or competes with. */
  brandId: string;
  /** Folded primary name: subjects that share it are one entity in the eyes of a reader. */
  entity: string;
}

export interface BrandEntry {
  subject: Subject;
  competitors: Subject[];
  sites: Site[];
}

interface Owner {
  subject: Subject;
  /** The spellings that count (accents folded, case kept); null if any case does. */
  exact: string[] | null;
}

export interface Lexicon {
  /** In the order given. */
  readonly brands: readonly BrandEntry[];
  readonly brandById: ReadonlyMap<string, BrandEntry>;
  /** The tree of folded names: node and next UTF-16 code unit, as `node << 16 | unit`, to the next node. */
  readonly edges: ReadonlyMap<number, number>;
  /** By node: who owns the name that ends there. */
  readonly owners: readonly (readonly Owner[] | undefined)[];
}

/** Subjects named at [start, end) of the cleaned text. */
export interface Naming {
  start: number;
  end: number;
  subjects: Subject[];
}

export function compileLexicon(brands: KnownBrand[]): Lexicon {
  const ownersByName = new Map<string, Owner[]>();
  const addNames = (known: KnownSubject, subject: Subject) => {
    const sensitive = new Set(known.caseSensitive);
    const own = new Map<string, Owner>();
    for (const name of [known.name, ...known.aliases]) {
      const folded = foldName(name);
      if (!/[\p{L}\p{N}]/u.test(folded)) continue;
      const owner = own.get(folded) ?? { subject, exact: [] };
      own.set(folded, owner);
      if (!sensitive.has(name)) owner.exact = null;
      else owner.exact?.push(foldNameKeepingCase(name));
    }
    for (const [folded, owner] of own) {
      const owners = ownersByName.get(folded);
      if (owners === undefined) ownersByName.set(folded, [owner]);
      else owners.push(owner);
    }
  };

  const entries = brands.map((brand): BrandEntry => {
    const subjectOf = (known: KnownSubject, kind: Subject['kind']): Subject => {
      const subject: Subject = { id: known.id, kind, brandId: brand.id, entity: foldName(known.name) };
      addNames(known, subject);
      return subject;
    };
    return {
      subject: subjectOf(brand, 'BRAND'),
      competitors: brand.competitors.map((competitor) => subjectOf(competitor, 'COMPETITOR')),
      sites: createSites(brand),
    };
  });

  const edges = new Map<number, number>();
  const owners: (Owner[] | undefined)[] = [undefined];
  for (const [name, nameOwners] of ownersByName) {
    let node = 0;
    for (let i = 0; i < name.length; i++) {
      const edge = node * 0x10000 + name.charCodeAt(i);
      let next = edges.get(edge);
      if (next === undefined) {
        next = owners.push(undefined) - 1;
        edges.set(edge, next);
      }
      node = next;
    }
    owners[node] = nameOwners;
  }
  return {
    brands: entries,
    brandById: new Map(entries.map((entry) => [entry.subject.id, entry])),
    edges,
    owners,
  };
}

/** A name found as a whole word outside of addresses, and those of its owners whose case rule it meets. */
interface Candidate {
  start: number;
  end: number;
  owners: Subject[];
}

/**
 * Who is named where in cleaned text, ascending: tracked brands, and competitors of `brand`.
 *
 * The longest known name wins: a name strictly inside a longer one is not counted, whoever owns the longer
 * one ("Google" in "Google Pixel"). Unless both belong to subjects of the same primary name: "HP Envy", a
 * name of the HP that competes with one brand, still names the tracked brand HP, which does not list it.
 */
export function findNamings(lexicon: Lexicon, brand: BrandEntry, text: string): Naming[] {
  const namings: Naming[] = [];
  let longestEnd = -1;
  let winners: Subject[] = [];
  for (const candidate of candidates(lexicon, text)) {
    let named = candidate.owners;
    if (candidate.end > longestEnd) {
      longestEnd = candidate.end;
      winners = named;
    } else {
      named = named.filter((subject) => winners.some((winner) => winner.entity === subject.entity));
    }
    const subjects = named.filter(
      (subject) => subject.kind === 'BRAND' || subject.brandId === brand.subject.id,
    );
    if (subjects.length > 0) namings.push({ start: candidate.start, end: candidate.end, subjects });
  }
  return namings;
}

/** All known names in the text, by start; of those with one start the longest first. */
function candidates(lexicon: Lexicon, text: string): Candidate[] {
  const { edges, owners } = lexicon;
  const { text: folded, toOriginal } = fold(text);
  const domains = domainSpans(text);
  const found: Candidate[] = [];
  let domain = 0; // index in `domains` of the first address that ends after the place looked at
  for (let start = 0; start < folded.length; start++) {
    const first = edges.get(folded.charCodeAt(start));
    if (first === undefined || (isWordAt(folded, start) && isWordBefore(folded, start))) continue;
    const here = found.length;
    for (let node: number | undefined = first, end = start + 1; node !== undefined; end++) {
      const nodeOwners = owners[node];
      if (nodeOwners !== undefined && !(isWordBefore(folded, end) && isWordAt(folded, end))) {
        const from = toOriginal(start);
        const to = toOriginal(end);
        while (domain < domains.length && domains[domain + 1]! <= from) domain += 2;
        const meets = domain < domains.length && domains[domain]! < to;
        const isAddress = meets && (from > domains[domain]! || to < domains[domain + 1]!);
        const valid = isAddress ? [] : ownersInCase(nodeOwners, text, from, to);
        if (valid.length > 0) found.push({ start: from, end: to, owners: valid });
      }
      node = end < folded.length ? edges.get(node * 0x10000 + folded.charCodeAt(end)) : undefined;
    }
    if (found.length - here > 1) found.push(...found.splice(here).reverse());
  }
  return found;
}

function ownersInCase(owners: readonly Owner[], text: string, start: number, end: number): Subject[] {
  let written: string | undefined;
  const valid: Subject[] = [];
  for (const { subject, exact } of owners) {
    if (exact !== null) written ??= foldNameKeepingCase(text.slice(start, end));
    if (exact === null || exact.includes(written!)) valid.push(subject);
  }
  return valid;
}
