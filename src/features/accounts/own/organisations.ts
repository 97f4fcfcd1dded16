import type { OrgId } from '../../../base/ids.ts';
import type { components } from '../../../contract/generated/types.ts';
import type { Db, Tx } from '../../../db/client.ts';
import { countRows, type Page, type Paged, pageOf, pageSelect } from '../../../db/page.ts';
import type { Caller } from '../../../reports/rendered-cache.ts';
import type { Reports } from '../../../reports/reports.ts';
import { hasSecondFactor } from '../second-factor.ts';
import { answerTimes } from '../users.ts';
import { headlineOf } from './headlines.ts';

type OwnOrganisation = components['schemas']['OwnOrganisation'];

/** Organisations on a page, each with a report. */
export const MOST_HEADLINES = 10;
/** Reports that are rendered at once for one request. */
const AT_ONCE = 2;

/** Whose organisations, in which session. */
interface Owner {
  userId: string;
  orgId: OrgId;
  /** A session of a provider is for its organisation alone. */
  isSingleSignOn: boolean;
}

interface Membership extends Pick<OwnOrganisation, 'name' | 'role'> {
  id: OrgId;
  isSuspended: boolean;
  isOnlySingleSignOn: boolean;
  demandsSecondFactor: boolean;
}

/**
 * A page of a person's organisations, oldest membership first, each with its headline if this login may switch there.
 * @param caller the waiting client
 */
export async function listOwnOrganisations(
  { db, reports }: { db: Db; reports: Reports },
  owner: Owner,
  page: Pick<Page, 'after'>,
  caller: Caller,
): Promise<Paged<OwnOrganisation>> {
  const { data, hasCode, ...rest } = await ownMemberships(db, owner, page);
  const rows: OwnOrganisation[] = [];
  for (let at = 0; at < data.length; at += AT_ONCE) {
    const some = data.slice(at, at + AT_ONCE);
    rows.push(
      ...(await Promise.all(
        some.map((one) => ownOrganisation({ db, reports }, owner, one, { hasCode, caller })),
      )),
    );
  }
  return { ...rest, data: rows };
}

async function ownMemberships(
  db: Db,
  { userId, orgId, isSingleSignOn }: Owner,
  { after }: Pick<Page, 'after'>,
): Promise<Paged<Membership> & { hasCode: boolean }> {
  const page = { limit: MOST_HEADLINES, offset: 0, after };
  const read = async (tx: Tx) => {
    const from = tx`memberships m join organisations o on o.id = m.org_id
      where m.user_id = ${userId} ${isSingleSignOn ? tx`and m.org_id = ${orgId}` : tx``}`;
    const order = [{ by: tx`m.created_at`, type: 'timestamptz' as const }, { by: tx`o.id` }];
    const { isAfter, limits, orderBy, position } = pageSelect(tx, page, order);
    const rows = await tx<(Membership & { listPosition: string })[]>`
      select o.id, o.name, m.role, o.suspended_at is not null as "isSuspended",
             o.only_single_sign_on as "isOnlySingleSignOn", o.demands_second_factor as "demandsSecondFactor",
             ${position} as "listPosition"
      from ${from} and ${isAfter} order by ${orderBy} ${limits}`;
    const total = await countRows(tx, from);
    return { ...pageOf<Membership>(rows, page, total), hasCode: await hasSecondFactor(tx, userId) };
  };
  return isSingleSignOn ? db.tenant(orgId, read) : db.asUser(userId, read);
}

async function ownOrganisation(
  { db, reports }: { db: Db; reports: Reports },
  owner: Owner,
  membership: Membership,
  { hasCode, caller }: { hasCode: boolean; caller: Caller },
): Promise<OwnOrganisation> {
  const { id, name, role } = membership;
  const isCurrent = id === owner.orgId;
  const access = accessTo(membership, owner, hasCode);
  const about = { id, name, role, isCurrent, access };
  if (access !== 'OPEN') return { ...about, newestAnswerAt: null, headlineState: 'CLOSED', headline: null };
  const { newestAnswerAt } = await db.tenant(id, (tx) => answerTimes(tx, id));
  return { ...about, newestAnswerAt, ...(await headlineOf(reports, id, newestAnswerAt, caller)) };
}

/** How this login gets in: the rules of a switch (`startSession`), for a list. */
function accessTo(
  { id, isSuspended, isOnlySingleSignOn, demandsSecondFactor }: Membership,
  { orgId, isSingleSignOn }: Owner,
  hasCode: boolean,
): OwnOrganisation['access'] {
  if (isSuspended) return 'SUSPENDED';
  // A login by the organisation's provider is in.
  if (id === orgId && isSingleSignOn) return 'OPEN';
  if (isOnlySingleSignOn) return 'SINGLE_SIGN_ON';
  return demandsSecondFactor && !hasCode ? 'SECOND_FACTOR' : 'OPEN';
}
