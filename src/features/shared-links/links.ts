import { AppError, invalidField } from '../../base/errors.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { countRows, ifGiven } from '../../db/page.ts';
import { hashNewPassword } from '../accounts/passwords.ts';
import type { Actor } from '../audit/audit.ts';
import { refuseFormerMember } from '../members/members.ts';
import { pins } from '../pins/pins.ts';
import { withOrganisationLock } from '../quotas/lock.ts';
import { resource } from '../resources/resource.ts';
import { hashOf, TenantTokens } from '../tokens/tokens.ts';
import { findView } from '../views/views.ts';

export type SharedLink = components['schemas']['SharedLink'];
type LinkInput = components['schemas']['SharedLinkCreate'];

/** 128 random bits. */
export const LINK_TOKENS = new TenantTokens('sll_', 16);
const DEFAULT_DAYS = 30;
/** The most links of an organisation, with those that ended in the last 30 days. */
const MOST = 2_000;

const stateOf = (tx: Tx) => tx`
  case when t.revoked_at is not null then 'REVOKED' when t.expires_at <= now() then 'EXPIRED' else 'ACTIVE' end`;

export const links = resource<SharedLink, { state?: SharedLink['state'] }>({
  name: 'SharedLink',
  table: 'shared_links',
  columns: 'view_id, note, pin_id, shows_answers, frame_origins, created_by, expires_at, revoked_at',
  unread: 'token_hash, password_hash',
  read: (
    tx,
  ) => tx`v.name as "viewName", t.password_hash is not null as "hasPassword", ${stateOf(tx)} as state,
    t.opened::float8 as opened, t.last_opened_at as "lastOpenedAt", t.created_at as "createdAt"`,
  joins: (tx) => tx`join views v on v.org_id = t.org_id and v.id = t.view_id`,
  filters: 'view_id',
  filter: (tx, { state }) => ifGiven(tx, state, (value) => tx`${stateOf(tx)} = ${value}`),
});

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
  const { viewId, pinId = null, days = DEFAULT_DAYS, showsAnswers = false, frameOrigins = [] } = input;
  const passwordHash = input.password === undefined ? null : await hashNewPassword(input.password);
  const token = LINK_TOKENS.make(orgId);
  return withOrganisationLock(db, orgId, async (tx) => {
    await refuseFormerMember(tx, actor);
    const { brandId } = await findView(tx, { orgId, userId: actor.id }, viewId);
    if (brandId === null)
      throw invalidField('viewId', 'viewId: a view of all brands cannot be shared. Share one of a brand.');
    if (pinId !== null) await pins.find(tx, orgId, pinId);
    if ((await countRows(tx, tx`shared_links where org_id = ${orgId}`)) >= MOST)
      throw new AppError('conflict', `There are ${MOST} links already, with those of the last 30 days.`);
    const { password: _, ...shown } = input;
    const values = {
      ...shown,
      showsAnswers,
      frameOrigins,
      tokenHash: hashOf(token),
      passwordHash,
      createdBy: actor.id,
      expiresAt: tx`now() + make_interval(days => ${days})`,
    };
    const details = { ...shown, hasPassword: passwordHash !== null };
    return { ...(await links.create(tx, actor, values, details)), token };
  });
}

/** Revokes a link; a page that is being rendered for it is not sent. @throws AppError not_found */
export async function revokeSharedLink(tx: Tx, actor: Actor, id: string): Promise<void> {
  const { orgId } = actor;
  const { viewId, viewName, note, revokedAt } = await links.find(tx, orgId, id);
  if (revokedAt !== null) return;
  await tx`update shared_links set revoked_at = now() where org_id = ${orgId} and id = ${id}`;
  await links.note(tx, actor, 'revokeSharedLink', id, { viewId, viewName, note });
}
