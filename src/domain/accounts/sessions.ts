import { createHash, randomBytes } from 'node:crypto';
import { AppError, notFound } from '../../base/errors.ts';
import { newId, type OrgId } from '../../base/ids.ts';
import type { Db, Tx } from '../../db/client.ts';
import { type Actor, audit } from '../organisations/audit.ts';
import { verifyPassword } from './passwords.ts';
import { findAccount } from './users.ts';

/** The roles of members, from the most to the least powerful. */
export const ROLES = ['OWNER', 'ADMIN', 'MEMBER', 'VIEWER'] as const;
export type MemberRole = (typeof ROLES)[number];

const REFRESH_TOKEN_DAYS = 30;

/** A session and the refresh token that continues it, which works once. */
export interface LoginState {
  sessionId: string;
  userId: string;
  refreshToken: string;
}

/**
 * Logs a user in: starts a session in the user's first organisation.
 * @throws AppError unauthorized, the same for an unknown email and a wrong password; unavailable
 */
export async function openSession(db: Db, email: string, password: string): Promise<LoginState> {
  const account = await findAccount(db, email);
  const isRight = await verifyPassword(password, account?.passwordHash ?? null);
  const orgId = account && isRight ? await firstOrganisation(db, account.id) : undefined;
  const state = account && orgId && (await db.tenant(orgId, (tx) => startSession(tx, orgId, account.id)));
  if (!state) throw new AppError('unauthorized', 'The email or the password is wrong.');
  return state;
}

/** Starts a session of a member; null for a user who is no member (any more). */
export async function startSession(tx: Tx, orgId: OrgId, userId: string): Promise<LoginState | null> {
  // Locked to the end of the transaction: a change of the membership waits and then finds this session too.
  const [membership] = await tx<{ role: MemberRole }[]>`
    select role from memberships where org_id = ${orgId} and user_id = ${userId} for share`;
  if (!membership) return null;
  const sessionId = newId();
  const { refreshToken, hash } = newRefreshToken();
  await tx`insert into sessions (id, user_id, org_id, role)
    values (${sessionId}, ${userId}, ${orgId}, ${membership.role})`;
  await tx`insert into refresh_tokens (hash, session_id, expires_at)
    values (${hash}, ${sessionId}, now() + ${`${REFRESH_TOKEN_DAYS} days`}::interval)`;
  return { sessionId, userId, refreshToken };
}

/** Starts a session for a user who became a member in this transaction. @throws Error for a user who is no member */
export async function startFirstSession(tx: Tx, orgId: OrgId, userId: string): Promise<LoginState> {
  const session = await startSession(tx, orgId, userId);
  if (!session) throw new Error('A session was to be started for a user who is no member.');
  return session;
}

/** Starts a session in another organisation of the user. @throws AppError not_found */
export async function switchOrganisation(db: Db, userId: string, orgId: OrgId): Promise<LoginState> {
  const [membership] = await db.asUser(
    userId,
    (tx) => tx`select from memberships where user_id = ${userId} and org_id = ${orgId}`,
  );
  const state = membership && (await db.tenant(orgId, (tx) => startSession(tx, orgId, userId)));
  if (!state) throw notFound('organisation');
  return state;
}

/** Ends a session; its tokens are refused within 5 s. */
export async function endSession(db: Db, actor: Actor, sessionId: string): Promise<void> {
  await db.tenant(actor.orgId, async (tx) => {
    await tx`update sessions set ended_at = coalesce(ended_at, now()) where id = ${sessionId}`;
    await audit(tx, actor, { action: 'logout', targetType: 'session', targetId: sessionId });
  });
}

/**
 * Exchanges a refresh token for its successor. A token that was used before ends the whole session, because then the
 * token or its successor was stolen.
 * @throws AppError unauthorized
 */
export async function continueSession(db: Db, refreshToken: string): Promise<LoginState> {
  const hash = createHash('sha256').update(refreshToken).digest();
  const next = newRefreshToken();
  const state = await db.sql.begin(async (tx) => {
    const [token] = await tx<{ sessionId: string; userId: string; usable: boolean; used: boolean }[]>`
      select t.session_id as "sessionId", s.user_id as "userId", t.used_at is not null as used,
             t.used_at is null and t.expires_at > now() and s.ended_at is null as usable
      from refresh_tokens t join sessions s on s.id = t.session_id
      where t.hash = ${hash}
      for update of t, s`;
    if (token?.used)
      await tx`update sessions set ended_at = coalesce(ended_at, now()) where id = ${token.sessionId}`;
    if (!token?.usable) return null;
    await tx`update refresh_tokens set used_at = now() where hash = ${hash}`;
    await tx`insert into refresh_tokens (hash, session_id, expires_at)
      values (${next.hash}, ${token.sessionId}, now() + ${`${REFRESH_TOKEN_DAYS} days`}::interval)`;
    return { sessionId: token.sessionId, userId: token.userId, refreshToken: next.refreshToken };
  });
  if (state === null) throw new AppError('unauthorized', 'The refresh token is not valid. Log in again.');
  return state;
}

async function firstOrganisation(db: Db, userId: string): Promise<OrgId | undefined> {
  const [membership] = await db.asUser(
    userId,
    (tx) => tx<{ orgId: OrgId }[]>`
      select org_id as "orgId" from memberships where user_id = ${userId} order by created_at, org_id limit 1`,
  );
  return membership?.orgId;
}

function newRefreshToken(): { refreshToken: string; hash: Buffer } {
  const refreshToken = `slr_${randomBytes(32).toString('base64url')}`;
  return { refreshToken, hash: createHash('sha256').update(refreshToken).digest() };
}
