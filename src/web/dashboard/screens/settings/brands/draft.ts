import type { Schemas } from '../../../api/client.ts';

/** A brand or one of its competitors: whose names are looked for in answers. */
export type Subject = Schemas['Brand'] | Schemas['Competitor'];

const NAMES = ['name', 'aliases', 'caseSensitive', 'ignoredPhrases', 'countInsideLongerNames'] as const;

/** What of the names differs from those that are stored. */
export type NamesChanges = Partial<Pick<Schemas['BrandUpdate'], (typeof NAMES)[number]>>;

/** Changes of which stored answers are read again. @param all the names there are: others have no letter case */
export function namesOnly(changes: Partial<Schemas['BrandUpdate']>, all: readonly string[]): NamesChanges {
  const exact = changes.caseSensitive?.filter((name) => all.includes(name));
  return Object.fromEntries(
    NAMES.filter((field) => changes[field] !== undefined).map((field) => [
      field,
      field === 'caseSensitive' ? exact : changes[field],
    ]),
  );
}
