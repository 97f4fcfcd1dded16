import type { OrgId } from '../../base/ids.ts';
import type { Tx } from '../../db/client.ts';
import { caseSensitiveByDefault } from '../../extraction/names/case-sensitivity.ts';
import type { KnownBrand } from '../../extraction/types.ts';
import { noteBrandsChanged } from '../../snapshots/changes.ts';
import type { Plan } from '../organisations/quotas.ts';

/** The names an organisation knows, and their version: it is raised by every change. */
export interface OrganisationLexicon {
  version: number;
  plan: Plan;
  brands: KnownBrand[];
}

/** The names of a brand or a competitor, as they are kept. */
export interface NamedRow {
  name: string;
  website: string | null;
  aliases: string[];
  /** Names and aliases that match in exactly this case only. */
  caseSensitive: string[];
}

export interface NamesInput {
  name: string;
  website?: string | null;
  aliases?: string[];
  /** By default all-caps names and dictionary words. */
  caseSensitive?: string[];
}

/** The names of an organisation with their version; null when there is no such organisation. */
export async function loadLexicon(tx: Tx, orgId: OrgId): Promise<OrganisationLexicon | null> {
  const [organisation] = await tx<{ version: number; plan: Plan }[]>`
    select lexicon_version as version, plan from organisations where id = ${orgId} and deleted_at is null`;
  if (!organisation) return null;
  const brands = await tx<(NamedRow & { id: string })[]>`
    select id, name, website, aliases, case_sensitive as "caseSensitive" from brands where org_id = ${orgId} order by id`;
  const competitors = await tx<(NamedRow & { id: string; brandId: string })[]>`
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

/** Notes that names changed: answers kept so far are to be read again, and the next snapshot has the new ones. */
export async function lexiconChanged(tx: Tx, orgId: OrgId): Promise<void> {
  await tx`update organisations set lexicon_version = lexicon_version + 1 where id = ${orgId}`;
  await noteBrandsChanged(tx, orgId);
}

/** What is kept of names that were given for the first time. */
export function newNames(input: NamesInput): NamedRow {
  const { name, aliases = [], caseSensitive } = trimmed(input);
  return {
    name,
    website: input.website ?? null,
    aliases,
    caseSensitive: caseSensitive ?? caseSensitiveByDefault([name, ...aliases]),
  };
}

/** Names without the blanks around them, each once. */
function trimmed<Input extends Partial<NamesInput>>(input: Input): Input {
  const distinct = (names: string[]) => [...new Set(names.map((name) => name.trim()))].filter(Boolean);
  const { name, aliases, caseSensitive } = input;
  return {
    ...input,
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(aliases === undefined ? {} : { aliases: distinct(aliases) }),
    ...(caseSensitive === undefined ? {} : { caseSensitive: distinct(caseSensitive) }),
  };
}

/** Kept names with changes; which of them are case-sensitive is judged anew for names that are new. */
export function changedNames(known: NamedRow, changed: Partial<NamesInput>): NamedRow {
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

export function isSameNames(a: NamedRow, b: NamedRow): boolean {
  return (
    a.name === b.name &&
    a.website === b.website &&
    a.aliases.join('\n') === b.aliases.join('\n') &&
    a.caseSensitive.join('\n') === b.caseSensitive.join('\n')
  );
}
