import type { Schemas } from '../../../api/client.ts';
import { linesOf } from '../../../state/text.ts';

/** A brand or one of its competitors: whose names are looked for in answers. */
export type Subject = Schemas['Brand'] | Schemas['Competitor'];

/** The names as they are being edited; lists as lines of text. */
export interface Draft {
  name: string;
  aliases: string;
  ignoredPhrases: string;
  /** The names that count in exactly their letter case; null: nothing was chosen, so the server's rules hold. */
  exact: string[] | null;
  countInsideLongerNames: boolean;
}

/** What of the names differs from those that are stored. */
export type NamesChanges = Partial<
  Pick<
    Schemas['BrandUpdate'],
    'name' | 'aliases' | 'caseSensitive' | 'ignoredPhrases' | 'countInsideLongerNames'
  >
>;

export function draftOf({ name, aliases, ignoredPhrases, countInsideLongerNames }: Subject): Draft {
  return {
    name,
    aliases: aliases.join('\n'),
    ignoredPhrases: ignoredPhrases.join('\n'),
    exact: null,
    countInsideLongerNames,
  };
}

/** All names of a draft, the name itself first. */
export function namesOf({ name, aliases }: Draft): string[] {
  return linesOf(`${name}\n${aliases}`);
}

export function changesOf(stored: Subject, draft: Draft): NamesChanges {
  const name = draft.name.trim();
  const aliases = linesOf(draft.aliases);
  const ignoredPhrases = linesOf(draft.ignoredPhrases);
  const exact = draft.exact?.filter((one) => namesOf(draft).includes(one));
  return {
    ...(name === stored.name ? {} : { name }),
    ...(isSame(aliases, stored.aliases) ? {} : { aliases }),
    ...(exact === undefined || isSame(exact.toSorted(), stored.caseSensitive.toSorted())
      ? {}
      : { caseSensitive: exact }),
    ...(isSame(ignoredPhrases, stored.ignoredPhrases) ? {} : { ignoredPhrases }),
    ...(draft.countInsideLongerNames === stored.countInsideLongerNames
      ? {}
      : { countInsideLongerNames: draft.countInsideLongerNames }),
  };
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.join('\n') === others.join('\n');
}
