import type { Db, Tx } from '../db.ts';
import { AppError } from '../errors.ts';
import { caseSensitiveByDefault, type KnownBrand } from '../extraction/extract.ts';
import { bucketOf, newId } from './ids.ts';
import { type Plan, QUOTAS, quotaExceeded } from './organisations.ts';

export interface CompetitorInput {
  name: string;
  website?: string | null;
  aliases?: string[];
  /** Names and aliases that match in exactly this case only; by default all-caps and dictionary words. */
  caseSensitive?: string[];
}

export interface BrandInput extends CompetitorInput {
  description?: string | null;
  industry?: string | null;
  competitors?: CompetitorInput[];
}

/** The names an organisation knows, and their version: it is raised by every change. */
export interface Names {
  version: number;
  plan: Plan;
  brands: KnownBrand[];
}

interface SubjectRow {
  name: string;
  website: string | null;
  aliases: string[];
  caseSensitive: string[];
}

/**
 * Makes or updates brands by name, with their competitors; competitors that are not given are left alone.
 * @returns how many brands were new, changed, and as they were.
 * @throws AppError quota_exceeded; then nothing was written.
 */
export async function putBrands(
  db: Db,
  orgId: string,
  inputs: BrandInput[],
): Promise<{ created: number; changed: number; unchanged: number }> {
  return db.tenant(orgId, async (tx) => {
    // Locks out other changes of names and runs that are just being ingested under the old ones.
    const [organisation] = await tx<
      { plan: Plan }[]
    >`select plan from organisations where id = ${orgId} for update`;
    if (!organisation) throw new AppError('not_found', 'There is no such organisation.');
    const outcome = { created: 0, changed: 0, unchanged: 0 };
    for (const input of inputs) outcome[await putBrand(tx, orgId, organisation.plan, input)] += 1;
    if (outcome.created + outcome.changed > 0) {
      await tx`update organisations set lexicon_version = lexicon_version + 1 where id = ${orgId}`;
      await tx`insert into dirty_parts (part, bucket) values ('brands', ${bucketOf(orgId)})`;
    }
    return outcome;
  });
}

async function putBrand(
  tx: Tx,
  orgId: string,
  plan: Plan,
  input: BrandInput,
): Promise<'created' | 'changed' | 'unchanged'> {
  const wanted = subject(input);
  const [known] = await tx<
    ({ id: string; description: string | null; industry: string | null } & SubjectRow)[]
  >`
    select id, name, website, description, industry, aliases, case_sensitive as "caseSensitive"
    from brands where org_id = ${orgId} and name = ${wanted.name}`;
  const id = known?.id ?? newId();
  const description = input.description ?? known?.description ?? null;
  const industry = input.industry ?? known?.industry ?? null;
  let isChanged = false;
  if (!known) {
    await refuseOverQuota('brands', plan, tx`select count(*) from brands where org_id = ${orgId}`);
    await tx`insert into brands (org_id, id, name, website, description, industry, aliases, case_sensitive)
      values (${orgId}, ${id}, ${wanted.name}, ${wanted.website}, ${description}, ${industry},
              ${wanted.aliases}, ${wanted.caseSensitive})`;
  } else if (!isSame(known, wanted) || known.description !== description || known.industry !== industry) {
    isChanged = true;
    await tx`update brands set website = ${wanted.website}, description = ${description}, industry = ${industry},
        aliases = ${wanted.aliases}, case_sensitive = ${wanted.caseSensitive}, updated_at = now()
      where org_id = ${orgId} and id = ${id}`;
  }
  for (const competitor of input.competitors ?? []) {
    isChanged = (await putCompetitor(tx, orgId, plan, id, competitor)) || isChanged;
  }
  return known ? (isChanged ? 'changed' : 'unchanged') : 'created';
}

async function putCompetitor(
  tx: Tx,
  orgId: string,
  plan: Plan,
  brandId: string,
  input: CompetitorInput,
): Promise<boolean> {
  const wanted = subject(input);
  const [known] = await tx<({ id: string } & SubjectRow)[]>`
    select id, name, website, aliases, case_sensitive as "caseSensitive"
    from competitors where org_id = ${orgId} and brand_id = ${brandId} and name = ${wanted.name}`;
  if (known && isSame(known, wanted)) return false;
  if (known) {
    await tx`update competitors set website = ${wanted.website}, aliases = ${wanted.aliases},
        case_sensitive = ${wanted.caseSensitive}, updated_at = now()
      where org_id = ${orgId} and id = ${known.id}`;
  } else {
    const usage = tx`select count(*) from competitors where org_id = ${orgId} and brand_id = ${brandId}`;
    await refuseOverQuota('competitors', plan, usage);
    await tx`insert into competitors (org_id, id, brand_id, name, website, aliases, case_sensitive)
      values (${orgId}, ${newId()}, ${brandId}, ${wanted.name}, ${wanted.website}, ${wanted.aliases},
              ${wanted.caseSensitive})`;
  }
  return true;
}

/** The names of an organisation with their version; null when there is no such organisation. */
export async function loadNames(tx: Tx, orgId: string): Promise<Names | null> {
  const [organisation] = await tx<{ version: number; plan: Plan }[]>`
    select lexicon_version as version, plan from organisations where id = ${orgId}`;
  if (!organisation) return null;
  const brands = await tx<(SubjectRow & { id: string })[]>`
    select id, name, website, aliases, case_sensitive as "caseSensitive" from brands where org_id = ${orgId} order by id`;
  const competitors = await tx<(SubjectRow & { id: string; brandId: string })[]>`
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

function subject(input: CompetitorInput): SubjectRow {
  const aliases = input.aliases ?? [];
  return {
    name: input.name,
    website: input.website ?? null,
    aliases,
    caseSensitive: input.caseSensitive ?? caseSensitiveByDefault([input.name, ...aliases]),
  };
}

function isSame(known: SubjectRow, wanted: SubjectRow): boolean {
  return (
    known.website === wanted.website &&
    known.aliases.join('\n') === wanted.aliases.join('\n') &&
    known.caseSensitive.join('\n') === wanted.caseSensitive.join('\n')
  );
}

async function refuseOverQuota(
  what: 'brands' | 'competitors',
  plan: Plan,
  usage: PromiseLike<{ [column: string]: unknown }[]>,
): Promise<void> {
  const limit = QUOTAS[plan][what];
  if (limit === null) return;
  const currentUsage = Number((await usage)[0]?.['count'] ?? 0);
  if (currentUsage >= limit) throw quotaExceeded(what, plan, currentUsage);
}
