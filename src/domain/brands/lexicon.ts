import type { OrgId } from '../../base/ids.ts';
import type { Tx } from '../../db/client.ts';
import { caseSensitiveByDefault } from '../../extraction/names/case-sensitivity.ts';
import type { KnownBrand } from '../../extraction/types.ts';
import { noteBrandsChanged } from '../../snapshots/changes.ts';
import type { Plan } from '../organisations/quotas.ts';

/** All brands and competitors that answers are searched for. Every change of it raises the version. */
export interface OrganisationLexicon {
  version: number;
  plan: Plan;
  brands: KnownBrand[];
}

/** The lexicon entry of a brand or a competitor as it is stored: what finds it in an answer and its citations. */
export interface LexiconRow {
  name: string;
  website: string | null;
  aliases: string[];
  /** The names and aliases that match in exactly this case only. */
  caseSensitive: string[];
}

/** The lexicon entry of a brand or a competitor as a client sends it. */
export interface LexiconInput {
  name: string;
  website?: string | null;
  aliases?: string[];
  /** By default the names in capitals and those that are dictionary words. */
  caseSensitive?: string[];
}

/** The lexicon of an organisation; null when there is no such organisation. */
export async function loadLexicon(tx: Tx, orgId: OrgId): Promise<OrganisationLexicon | null> {
  const [organisation] = await tx<{ version: number; plan: Plan }[]>`
    select lexicon_version as version, plan from organisations where id = ${orgId} and deleted_at is null`;
  if (!organisation) return null;
  const brands = await tx<(LexiconRow & { id: string })[]>`
    select id, name, website, aliases, case_sensitive as "caseSensitive" from brands where org_id = ${orgId} order by id`;
  const competitors = await tx<(LexiconRow & { id: string; brandId: string })[]>`
    select id, brand_id as "brandId", name, website, aliases, case_sensitive as "caseSensitive"
    from competitors where org_id = ${orgId} order by id`;
  const byBrand = Map.groupBy(competitors, (competitor) => competitor.brandId);
  return {
    ...organisation,
    brands: brands.map((brand) => ({
      ...brand,
      competitors: (byBrand.get(brand.id) ?? []).map(({ brandId: _, ...competitor }) => competitor),
    })),
  };
}

/** Raises the version of the lexicon: stored answers are extracted again, and the next snapshot has the change. */
export async function lexiconChanged(tx: Tx, orgId: OrgId): Promise<void> {
  await tx`update organisations set lexicon_version = lexicon_version + 1 where id = ${orgId}`;
  await noteBrandsChanged(tx, orgId);
}

/** The lexicon entry to store for a new brand or competitor. */
export function newLexicon(input: LexiconInput): LexiconRow {
  const { name, aliases = [], caseSensitive } = trimmed(input);
  return {
    name,
    website: input.website ?? null,
    aliases,
    caseSensitive: caseSensitive ?? caseSensitiveByDefault([name, ...aliases]),
  };
}

/** The input with names trimmed, without empty and repeated ones. */
function trimmed<Input extends Partial<LexiconInput>>(input: Input): Input {
  const distinct = (names: string[]) => [...new Set(names.map((name) => name.trim()))].filter(Boolean);
  const { name, aliases, caseSensitive } = input;
  return {
    ...input,
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(aliases === undefined ? {} : { aliases: distinct(aliases) }),
    ...(caseSensitive === undefined ? {} : { caseSensitive: distinct(caseSensitive) }),
  };
}

/** A stored lexicon entry with changes; added names get the default case sensitivity, others keep theirs. */
export function changedLexicon(known: LexiconRow, changed: Partial<LexiconInput>): LexiconRow {
  const changes = trimmed(changed);
  const name = changes.name ?? known.name;
  const aliases = changes.aliases ?? known.aliases;
  const before = [known.name, ...known.aliases];
  const all = [name, ...aliases];
  const kept = all.filter((entry) => known.caseSensitive.includes(entry));
  const added = caseSensitiveByDefault(all.filter((entry) => !before.includes(entry)));
  return {
    name,
    website: changes.website === undefined ? known.website : changes.website,
    aliases,
    caseSensitive: changes.caseSensitive ?? [...kept, ...added],
  };
}

/** The fields of a lexicon entry. */
export const LEXICON_FIELDS = ['name', 'aliases', 'website', 'caseSensitive'] as const;

/** What the audit log is told of a change besides its fields: where names were sent, but are what they were. */
export function noteSameNames(changes: Partial<LexiconInput>, isChanged: boolean): { namesChanged?: false } {
  const areSent = LEXICON_FIELDS.some((field) => changes[field] !== undefined);
  return areSent && !isChanged ? { namesChanged: false } : {};
}

/** Whether two lexicon entries are equal. */
export function isSameLexicon(a: LexiconRow, b: LexiconRow): boolean {
  return (
    a.name === b.name &&
    a.website === b.website &&
    a.aliases.join('\n') === b.aliases.join('\n') &&
    a.caseSensitive.join('\n') === b.caseSensitive.join('\n')
  );
}
