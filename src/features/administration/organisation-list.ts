import { notFound } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { ifGiven, newestFirst, type Page, type Paged, selectPage } from '../../db/page.ts';
import type { Plan } from '../quotas/quotas.ts';

type Schemas = components['schemas'];
type ServerOrganisation = Schemas['ServerOrganisation'];

const MOST_OWNERS = 20;

const columns = (tx: Tx) => tx`
  id, name, plan, limits, case when suspended_at is null then 'ACTIVE' else 'SUSPENDED' end as state,
  suspended_at as "suspendedAt", suspension_reason as "suspensionReason", is_demo as "isDemo", created_at as "createdAt"`;

interface OrganisationFilter extends Page {
  plan?: Plan | undefined;
  state?: Schemas['OrganisationState'] | undefined;
  /** A part of the name, in any case. */
  name?: string | undefined;
}

/** A page of the server's organisations, newest first. */
export async function listServerOrganisations(
  { sql }: Db,
  { plan, state, name, ...page }: OrganisationFilter,
): Promise<Paged<ServerOrganisation>> {
  return selectPage<ServerOrganisation>(sql, page, {
    columns: columns(sql),
    from: sql`organisations`,
    where: sql`deleted_at is null
      and ${ifGiven(sql, plan, (value) => sql`plan = ${value}`)}
      and ${ifGiven(sql, state, (value) => sql`(suspended_at is not null) = ${value === 'SUSPENDED'}`)}
      and ${ifGiven(sql, name, (value) => sql`position(lower(${value}) in lower(name)) > 0`)}`,
    order: newestFirst(sql),
  });
}

/** One organisation, with its owners. @throws AppError not_found */
export async function getServerOrganisation(
  db: Db,
  orgId: OrgId,
): Promise<Schemas['ServerOrganisationDetails']> {
  return db.tenant(orgId, async (tx) => {
    const [organisation] = await tx<ServerOrganisation[]>`
      select ${columns(tx)} from organisations where id = ${orgId} and deleted_at is null`;
    if (!organisation) throw notFound('organisation');
    const [{ members }] = await tx<[{ members: number }]>`
      select count(*) as members from memberships where org_id = ${orgId}`;
    const owners = await tx<{ email: string }[]>`
      select u.email from memberships m join users u on u.id = m.user_id
      where m.org_id = ${orgId} and m.role = 'OWNER' order by m.created_at, u.id limit ${MOST_OWNERS}`;
    return { ...organisation, members, owners: owners.map(({ email }) => email) };
  });
}
