import { AppError, invalidField, notFound } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Fragment } from '../../db/sessions/statement.ts';
import { domainOf } from '../../extraction/sources/page.ts';
import { noteRunsChanged } from '../../snapshots/changes.ts';
import { type Actor, auditOf } from '../audit/audit.ts';
import { lexiconChanged } from '../brands/lexicon.ts';
import { siteKey, websitesOf } from '../brands/websites.ts';
import { withOrganisationLock } from '../quotas/lock.ts';

type DomainType = components['schemas']['DomainType'];
type DomainTypeInput = components['schemas']['DomainTypeInput'];
/** Whose site a domain is: the id of a brand or that of a competitor; both null: nobody's. */
type Owner = Pick<DomainType, 'brandId' | 'competitorId'>;

/** The most domains of an organisation with a type of their own. */
const MOST_DOMAINS = 1_000;
const auditDomain = auditOf('domain');

/** All types that were set, by domain. */
export async function listDomainTypes(db: Db, orgId: OrgId): Promise<{ data: DomainType[]; total: number }> {
  return db.tenant(orgId, async (tx) => {
    const data = await readTypes(tx, orgId, tx`true`);
    return { data, total: data.length };
  });
}

/** The type that was set for a domain. @throws AppError not_found if none is */
export async function getDomainType(db: Db, orgId: OrgId, domain: string): Promise<DomainType> {
  return db.tenant(orgId, async (tx) => {
    const [set] = await readTypes(tx, orgId, tx`domain = ${domainOf(domain)}`);
    if (!set) throw notFound('source type of this domain');
    return set;
  });
}

/**
 * Sets the type of a domain, replacing an earlier one. The site of a brand or competitor becomes one of its websites,
 * from which its type follows for each brand.
 * @throws AppError conflict if too many domains have one, not_found for the brand or competitor, validation_error
 */
export async function putDomainType(
  db: Db,
  actor: Actor,
  domain: string,
  input: DomainTypeInput,
): Promise<DomainType> {
  const { orgId } = actor;
  const host = domainOf(domain);
  return withOrganisationLock(db, orgId, async (tx) => {
    const [before] = await readTypes(tx, orgId, tx`domain = ${host}`);
    if (!before) await refuseTooMany(tx, orgId);
    const { brandId, competitorId } = await ownerOf(tx, orgId, input);
    const isSame = before?.brandId === brandId && before.competitorId === competitorId;
    if (before && !isSame) await setSite(tx, actor, host, before, false);
    await setSite(tx, actor, host, { brandId, competitorId }, true);
    const sourceType = brandId === null && competitorId === null ? input.sourceType : null;
    await tx`insert into domain_types (org_id, domain, source_type, brand_id, competitor_id, set_by)
      values (${orgId}, ${host}, ${sourceType}, ${brandId}, ${competitorId}, ${actor.id})
      on conflict (org_id, domain) do update
      set source_type = excluded.source_type, brand_id = excluded.brand_id, competitor_id = excluded.competitor_id,
          set_by = excluded.set_by, set_at = now()`;
    if (!isSame || before.sourceType !== input.sourceType) await noteCiting(tx, orgId, host);
    await auditDomain(tx, actor, 'putDomainType', host, { ...input, before: before?.sourceType ?? null });
    const [set] = await readTypes(tx, orgId, tx`domain = ${host}`);
    if (!set) throw new Error('The type of the domain was not stored.');
    return set;
  });
}

/** @throws AppError not_found if none is set */
export async function deleteDomainType(db: Db, actor: Actor, domain: string): Promise<void> {
  const { orgId } = actor;
  const host = domainOf(domain);
  await withOrganisationLock(db, orgId, async (tx) => {
    const [undone] = await readTypes(tx, orgId, tx`domain = ${host}`);
    if (!undone) throw notFound('source type of this domain');
    await setSite(tx, actor, host, undone, false);
    await tx`delete from domain_types where org_id = ${orgId} and domain = ${host}`;
    await noteCiting(tx, orgId, host);
    await auditDomain(tx, actor, 'deleteDomainType', host, { undone: undone.sourceType });
  });
}

function readTypes(tx: Tx, orgId: OrgId, matching: Fragment): Promise<DomainType[]> {
  return tx<DomainType[]>`
    select domain, coalesce(source_type, case when brand_id is null then 'COMPETITOR_SITE' else 'BRAND_SITE' end)
           as "sourceType", brand_id as "brandId", competitor_id as "competitorId", set_by as "setBy", set_at as "setAt"
    from domain_types
    where org_id = ${orgId} and ${matching} order by domain`;
}

/** Whose site a domain is to be. @throws AppError validation_error if that is not clear */
async function ownerOf(
  tx: Tx,
  orgId: OrgId,
  { sourceType, brandId, competitorId }: DomainTypeInput,
): Promise<Owner> {
  const isBrand = sourceType === 'BRAND_SITE';
  const isCompetitor = sourceType === 'COMPETITOR_SITE';
  if ((brandId !== undefined && !isBrand) || (competitorId !== undefined && !isCompetitor))
    throw invalidField('sourceType', 'brandId goes with BRAND_SITE, and competitorId with COMPETITOR_SITE.');
  if (!isBrand && !isCompetitor) return { brandId: null, competitorId: null };
  const given = brandId ?? competitorId;
  const possible =
    given === undefined
      ? await tx<{ id: string }[]>`
          select id from ${tx(isBrand ? 'brands' : 'competitors')} where org_id = ${orgId} limit 2`
      : [{ id: given }];
  const [only] = possible;
  const field = isBrand ? 'brandId' : 'competitorId';
  if (!only || possible.length > 1)
    throw invalidField(field, `${field} is required with ${sourceType}: the id of whose site it is.`);
  return { brandId: null, competitorId: null, [field]: only.id };
}

/** Makes a domain one of the websites of its owner, or none of them. @throws AppError not_found, validation_error */
async function setSite(
  tx: Tx,
  actor: Actor,
  host: string,
  { brandId, competitorId }: Owner,
  isTheirs: boolean,
): Promise<void> {
  const id = brandId ?? competitorId;
  if (id === null) return;
  const noun = brandId === null ? 'competitor' : 'brand';
  const table = tx(`${noun}s`);
  const [owner] = await tx<{ websites: string[] }[]>`
    select websites from ${table} where org_id = ${actor.orgId} and id = ${id}`;
  if (!owner) throw notFound(noun);
  const others = owner.websites.filter((one) => siteKey(one) !== siteKey(host));
  if (isTheirs === others.length < owner.websites.length) return;
  const websites = isTheirs ? websitesOf({ websites: [...others, host] }) : others;
  await tx`update ${table} set websites = ${websites}, updated_at = now()
    where org_id = ${actor.orgId} and id = ${id}`;
  await lexiconChanged(tx, actor.orgId);
  const action = brandId === null ? 'updateCompetitor' : 'updateBrand';
  await auditOf(noun)(tx, actor, action, id, { websites });
}

async function refuseTooMany(tx: Tx, orgId: OrgId): Promise<void> {
  const [found] = await tx<{ count: number }[]>`
    select count(*)::int as count from domain_types where org_id = ${orgId}`;
  if ((found?.count ?? 0) >= MOST_DOMAINS)
    throw new AppError('conflict', `${MOST_DOMAINS} domains have a type already. Undo one first.`);
}

/** Has the days of the answers that cite a domain written anew in the next snapshot. */
async function noteCiting(tx: Tx, orgId: OrgId, host: string): Promise<void> {
  const days = await tx<{ day: string }[]>`
    select distinct to_char(r.executed_at at time zone 'UTC', 'YYYY-MM-DD') as day
    from citations c join runs r on r.org_id = c.org_id and r.id = c.run_id
    where c.org_id = ${orgId} and r.org_id = ${orgId} and c.domain = ${host} and r.state = 'COMPLETED'`;
  await noteRunsChanged(
    tx,
    orgId,
    days.map(({ day }) => day),
  );
}
