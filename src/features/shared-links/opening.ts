import { AppError } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { Db, Tx } from '../../db/client.ts';
import { hashOf } from '../tokens/tokens.ts';
import { newestDay, type ResolvedView, resolveView } from '../views/resolved.ts';
import type { View } from '../views/views.ts';
import { LINK_TOKENS } from './links.ts';
import { deadPage, headersOf } from './page.ts';

/** A link that works, as it was found by its token. */
export interface OpenLink {
  orgId: OrgId;
  id: string;
  pinId: string | null;
  passwordHash: string | null;
  showsAnswers: boolean;
  frameOrigins: string[];
  resolved: ResolvedView & { brandId: string };
}

type LinkRow = Omit<OpenLink, 'orgId' | 'resolved'> &
  Pick<View, 'brandId' | 'filters' | 'range'> & {
    dataAsOf: Date | null;
  };

/**
 * The condition on links `l` that work now: neither over nor revoked, and of an organisation and a maker that may share
 * still. Visitors do not learn that an organisation is suspended.
 */
const works = (tx: Tx, orgId: OrgId) => tx`
  l.org_id = ${orgId} and l.revoked_at is null and l.expires_at > now()
  and exists (select from organisations o where o.id = ${orgId} and o.deleted_at is null
                and o.suspended_at is null)
  and exists (select from memberships m where m.org_id = ${orgId} and m.user_id = l.created_by
                and m.role in ('OWNER', 'ADMIN'))`;

/**
 * The link that a token opens. Each request asks the database, so that a revocation holds on all servers at once.
 * @throws AppError not_found, the same for every token that opens nothing
 */
export async function openLink(db: Db, token: string, now = new Date()): Promise<OpenLink> {
  const orgId = LINK_TOKENS.organisationOf(token);
  if (orgId === null) throw notUsable();
  return db.tenant(orgId, async (tx) => {
    const [found] = await tx<LinkRow[]>`
      select l.id, l.pin_id as "pinId", l.password_hash as "passwordHash", l.shows_answers as "showsAnswers",
        l.frame_origins as "frameOrigins", v.brand_id as "brandId", v.filters, v.range, p.data_as_of as "dataAsOf"
      from shared_links l
      join views v on v.org_id = l.org_id and v.id = l.view_id
      left join pins p on p.org_id = l.org_id and p.id = l.pin_id
      where ${works(tx, orgId)} and l.token_hash = ${hashOf(token)}`;
    if (!found) throw notUsable();
    const { brandId, filters, range, dataAsOf, ...link } = found;
    // Its view became one of all brands meanwhile.
    if (brandId === null) throw notUsable();
    const resolved = resolveView({ brandId, filters, range }, dataAsOf ?? now, await newestDay(tx, orgId));
    return { orgId, ...link, resolved: { ...resolved, brandId } };
  });
}

/** Counts a page that is about to be sent. @throws AppError not_found if the link ended while the page was rendered */
export async function countOpening(db: Db, { orgId, id }: OpenLink): Promise<void> {
  const { count } = await db.tenant(
    orgId,
    (tx) => tx`update shared_links l set opened = opened + 1, last_opened_at = now()
      where ${works(tx, orgId)} and l.id = ${id}`,
  );
  if (count === 0) throw notUsable();
}

/** One error for all tokens that open nothing, so that it reveals nothing about links. */
function notUsable(): AppError {
  return new AppError('not_found', 'This link does not work: it is wrong, has ended, or was revoked.', {
    headers: { ...headersOf([]), Vary: 'Accept' },
    page: deadPage(),
  });
}
