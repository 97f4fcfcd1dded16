import { AppError, notFound } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Fragment } from '../../db/sessions/statement.ts';
import { domainOf } from '../../extraction/sources/page.ts';
import { noteRunsChanged } from '../../snapshots/changes.ts';
import { type Actor, auditOf } from '../organisations/audit.ts';
import { withOrganisationLock } from '../organisations/lock.ts';

type DomainType = components['schemas']['DomainType'];
type DomainTypeInput = components['schemas']['DomainTypeInput'];

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
 * Sets the type of a domain in place of an earlier one.
 * @throws AppError conflict if too many domains have one
 */
export async function putDomainType(
  db: Db,
  actor: Actor,
  domain: string,
  { sourceType }: DomainTypeInput,
): Promise<DomainType> {
  const { orgId } = actor;
  const host = domainOf(domain);
  return withOrganisationLock(db, orgId, async (tx) => {
    const [before] = await readTypes(tx, orgId, tx`domain = ${host}`);
    if (!before) await refuseTooMany(tx, orgId);
    await tx`insert into domain_types (org_id, domain, source_type, set_by)
      values (${orgId}, ${host}, ${sourceType}, ${actor.id})
      on conflict (org_id, domain) do update
      set source_type = excluded.source_type, set_by = excluded.set_by, set_at = now()`;
    if (before?.sourceType !== sourceType) await noteCiting(tx, orgId, host);
    await auditDomain(tx, actor, 'putDomainType', host, { sourceType, before: before?.sourceType ?? null });
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
    await tx`delete from domain_types where org_id = ${orgId} and domain = ${host}`;
    await noteCiting(tx, orgId, host);
    await auditDomain(tx, actor, 'deleteDomainType', host, { undone: undone.sourceType });
  });
}

function readTypes(tx: Tx, orgId: OrgId, matching: Fragment): Promise<DomainType[]> {
  return tx<DomainType[]>`
    select domain, source_type as "sourceType", set_by as "setBy", set_at as "setAt" from domain_types
    where org_id = ${orgId} and ${matching} order by domain`;
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
