import { foldName } from '../text/fold.ts';
import type { KnownBrand, KnownSubject } from '../types.ts';
import { namesOf } from './lexicon.ts';

/** What an answer must have to do with a change of names for its extraction to change. */
export interface NameChanges {
  /** It holds one of these, whatever the case. */
  names: string[];
  /** Or it belongs to one of these brands: the type of what it cites may be another. */
  brandIds: string[];
}

/**
 * Compares names with what they were. Exact: an answer that holds none of the names that were added, removed or
 * given to another, reads as before, since who is named, where and among whom follows from the names found in it.
 */
export function nameChanges(before: KnownBrand[], after: KnownBrand[]): NameChanges {
  const old = subjectsOf(before);
  const now = subjectsOf(after);
  const names = new Set<string>();
  for (const id of new Set([...old.keys(), ...now.keys()])) {
    const [was, is] = [old.get(id), now.get(id)];
    // Who shares a primary name is one entity: with it all names of a subject mean something else.
    const isOther = was?.entity !== is?.entity || was?.brandId !== is?.brandId;
    for (const name of was?.names ?? [])
      if (isOther || !is?.names.has(name)) names.add(foldName(name.slice(1)));
    for (const name of is?.names ?? [])
      if (isOther || !was?.names.has(name)) names.add(foldName(name.slice(1)));
  }
  const sites = new Map(before.map((brand) => [brand.id, sitesOf(brand)]));
  const brandIds = after.filter((brand) => sites.get(brand.id) !== sitesOf(brand)).map(({ id }) => id);
  return { names: [...names], brandIds };
}

interface Subject {
  brandId: string;
  entity: string;
  /** Each with a mark before it whether it counts in that case only. */
  names: Set<string>;
}

function subjectsOf(brands: KnownBrand[]): Map<string, Subject> {
  const subjectOf = (known: KnownSubject, brandId: string): [string, Subject] => [
    known.id,
    {
      brandId,
      entity: foldName(known.name),
      names: new Set(namesOf(known).map(({ name, isExact }) => `${isExact ? '=' : '~'}${name}`)),
    },
  ];
  return new Map(
    brands.flatMap((brand) => [brand, ...brand.competitors].map((known) => subjectOf(known, brand.id))),
  );
}

function sitesOf(brand: KnownBrand): string {
  return JSON.stringify([brand.website, brand.competitors.map(({ website }) => website).filter(Boolean)]);
}
