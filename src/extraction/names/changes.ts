import { foldName } from '../text/fold.ts';
import type { KnownBrand, KnownSubject } from '../types.ts';
import { spellings } from './lexicon.ts';

/** The answers whose extraction may change with the lexicon: those to which `names` or `brandIds` apply. */
export interface NameChanges {
  /** The answer may have one of these names, in any letter case, spelling, form and sense; as entered. */
  names: string[];
  /** The answer's run belongs to one of these brands: the types of its cited sources may change. */
  brandIds: string[];
}

/**
 * Compares two lexicons. An answer's extraction is unchanged if it has no name that was added, removed, given to
 * another subject or excluded elsewhere. The extraction depends only on the names found in it. A name that is found
 * affects at most the sense of other names beside it.
 */
export function nameChanges(before: KnownBrand[], after: KnownBrand[]): NameChanges {
  const old = subjectsOf(before);
  const now = subjectsOf(after);
  const names = new Set<string>();
  for (const id of new Set([...old.keys(), ...now.keys()])) {
    const [was, is] = [old.get(id), now.get(id)];
    // Subjects with the same primary name are one entity, so a changed primary name affects all names of the subject.
    const isOther = was?.entity !== is?.entity || was?.brandId !== is?.brandId || was?.rules !== is?.rules;
    for (const name of was?.names ?? []) if (isOther || !is?.names.has(name)) names.add(name.slice(1));
    for (const name of is?.names ?? []) if (isOther || !was?.names.has(name)) names.add(name.slice(1));
  }
  const sites = new Map(before.map((brand) => [brand.id, sitesOf(brand)]));
  const brandIds = after.filter((brand) => sites.get(brand.id) !== sitesOf(brand)).map(({ id }) => id);
  return { names: [...names], brandIds };
}

interface Subject {
  brandId: string;
  entity: string;
  /** Ignored phrases, and whether names count inside longer ones. */
  rules: string;
  /** Prefixed with "=" if the name counts only in exactly this letter case, otherwise with "~". */
  names: Set<string>;
}

function subjectsOf(brands: KnownBrand[]): Map<string, Subject> {
  const subjectOf = (known: KnownSubject, brandId: string): [string, Subject] => [
    known.id,
    {
      brandId,
      entity: foldName(known.name),
      rules: JSON.stringify([known.ignoredPhrases ?? [], known.countInsideLongerNames ?? false]),
      names: new Set(spellings(known).map(({ name, isExact }) => `${isExact ? '=' : '~'}${name}`)),
    },
  ];
  return new Map(
    brands.flatMap((brand) => [brand, ...brand.competitors].map((known) => subjectOf(known, brand.id))),
  );
}

function sitesOf(brand: KnownBrand): string {
  return JSON.stringify([brand.websites, brand.competitors.flatMap(({ websites }) => websites)]);
}
