import { AppError, invalidField, notFound } from '../../base/errors.ts';
import { newId, type OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { ifGiven, newestFirst, type Page, type Paged, selectPage } from '../../db/page.ts';
import { hashNewPassword } from '../accounts/passwords.ts';
import { refuseFormerMember } from '../members/members.ts';
import { type Actor, auditOf } from '../organisations/audit.ts';
import { withOrganisationLock } from '../organisations/lock.ts';
import { TenantTokens } from '../organisations/tenant-tokens.ts';
import { unexpired } from '../pins/pins.ts';
import { findView } from '../views/views.ts';

export type SharedLink = components['schemas']['SharedLink'];
type LinkInput = components['schemas']['SharedLinkCreate'];

/** 128 random bits. */
export const LINK_TOKENS = new TenantTokens('sll_', 16);
const DEFAULT_DAYS = 30;
/** The most links of an organisation, with those that ended in the last 30 days. */
const MOST = 2_000;
const auditLink = auditOf('sharedLink');

interface LinkFilter extends Page {
  viewId?: string | undefined;
  state?: SharedLink['state'] | undefined;
}

const state = (tx: Tx) => tx`
  case when l.revoked_at is not null then 'REVOKED' when l.expires_at <= now() then 'EXPIRED' else 'ACTIVE' end`;

const columns = (tx: Tx) => tx`
  l.id, l.view_id as "viewId", v.name as "viewName", l.note, l.pin_id as "pinId",
  l.password_hash is not null as "hasPassword", l.shows_answers as "showsAnswers",
  l.frame_origins as "frameOrigins", ${state(tx)} as state, l.opened::float8 as opened,
  l.last_opened_at as "lastOpenedAt", l.created_by as "createdBy", l.created_at as "createdAt",
  l.expires_at as "expiresAt", l.revoked_at as "revokedAt"`;

const links = (tx: Tx) => tx`shared_links l join views v on v.org_id = l.org_id and v.id = l.view_id`;

/** A page of links, the latest first. */
export async function listSharedLinks(
  tx: Tx,
  orgId: OrgId,
  { viewId, state: wanted, ...page }: LinkFilter,
): Promise<Paged<SharedLink>> {
  return selectPage<SharedLink>(tx, page, {
    columns: columns(tx),
    from: links(tx),
    where: tx`l.org_id = ${orgId} and ${ifGiven(tx, viewId, (value) => tx`l.view_id = ${value}`)}
        and ${ifGiven(tx, wanted, (value) => tx`${state(tx)} = ${value}`)}`,
    order: newestFirst(tx, tx`l.created_at`, tx`l.id`),
  });
}

/**
 * Makes a link; its token is returned only here.
 * @throws AppError not_found for the view or the pin, validation_error for a view of all brands or a short password,
 *   conflict for too many, forbidden for an actor who is no longer an ADMIN
 */
export async function createSharedLink(
  db: Db,
  actor: Actor,
  input: LinkInput,
): Promise<SharedLink & { token: string }> {
  const { orgId } = actor;
  const {
    viewId,
    pinId = null,
    note = null,
    days = DEFAULT_DAYS,
    showsAnswers = false,
    frameOrigins = [],
  } = input;
  const passwordHash = input.password === undefined ? null : await hashNewPassword(input.password);
  const token = LINK_TOKENS.make(orgId);
  return withOrganisationLock(db, orgId, async (tx) => {
    await refuseFormerMember(tx, actor);
    const { brandId } = await findView(tx, { orgId, userId: actor.id }, viewId);
    if (brandId === null)
      throw invalidField('viewId', 'viewId: a view of all brands cannot be shared. Share one of a brand.');
    if (pinId !== null) {
      const [pin] = await tx`select from pins where ${unexpired(tx, orgId)} and id = ${pinId}`;
      if (!pin) throw notFound('pin');
    }
    const [{ count }] = await tx<[{ count: number }]>`
      select count(*) as count from shared_links where org_id = ${orgId}`;
    if (count >= MOST)
      throw new AppError('conflict', `There are ${MOST} links already, with those of the last 30 days.`);
    const id = newId();
    await tx`insert into shared_links (org_id, id, view_id, note, pin_id, token_hash, password_hash, shows_answers,
        frame_origins, created_by, expires_at)
      values (${orgId}, ${id}, ${viewId}, ${note}, ${pinId}, ${LINK_TOKENS.hashOf(token)}, ${passwordHash},
        ${showsAnswers}, ${frameOrigins}, ${actor.id}, now() + make_interval(days => ${days}))`;
    const { password: _, ...shown } = input;
    await auditLink(tx, actor, 'createSharedLink', id, { ...shown, hasPassword: passwordHash !== null });
    return { ...(await findLink(tx, orgId, id)), token };
  });
}

/** Revokes a link; a page that is being made for it is not sent. @throws AppError not_found */
export async function revokeSharedLink(tx: Tx, actor: Actor, id: string): Promise<void> {
  const { orgId } = actor;
  const { viewId, viewName, note, revokedAt } = await findLink(tx, orgId, id);
  if (revokedAt !== null) return;
  await tx`update shared_links set revoked_at = now() where org_id = ${orgId} and id = ${id}`;
  await auditLink(tx, actor, 'revokeSharedLink', id, { viewId, viewName, note });
}

/** @throws AppError not_found */
export async function findLink(tx: Tx, orgId: OrgId, id: string): Promise<SharedLink> {
  const [link] = await tx<SharedLink[]>`
    select ${columns(tx)} from ${links(tx)} where l.org_id = ${orgId} and l.id = ${id}`;
  if (!link) throw notFound('shared link');
  return link;
}
