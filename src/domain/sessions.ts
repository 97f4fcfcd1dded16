import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../db.ts';
import { AppError } from '../errors.ts';
import { newId } from './ids.ts';
import { verifyPassword } from './passwords.ts';

/** From the most to the least powerful. */
export const ROLES = ['OWNER', 'ADMIN', 'MEMBER', 'VIEWER'] as const;
export type MemberRole = (typeof ROLES)[number];

const REFRESH_TOKEN_DAYS = 30;

/** A login that goes on: the session and the refresh token that continues it once. */
export interface LoginState {
  sessionId: string;
  userId: string;
  refreshToken: string;
}

/**
 * Opens a session in the user's first organisation.
 * @throws AppError unauthorized, the same for an unknown email and a wrong password.
 */
export async function openSession(db: Db, email: string, password: string): Promise<LoginState> {
  const [user] = await db.sql<{ id: string; hash: string }[]>`
    select id, password_hash as hash from users where email = ${email.trim().toLowerCase()}`;
  const isRight = await verifyPassword(password, user?.hash ?? null);
  const membership = user && isRight ? await firstMembership(db, user.id) : undefined;
  if (!user || !membership) throw new AppError('unauthorized', 'The email or the password is wrong.');
  const sessionId = newId();
  const { refreshToken, hash } = newRefreshToken();
  await db.sql.begin(async (tx) => {
    await tx`insert into sessions (id, user_id, org_id, role)
      values (${sessionId}, ${user.id}, ${membership.orgId}, ${membership.role})`;
    await tx`insert into refresh_tokens (hash, session_id, expires_at)
      values (${hash}, ${sessionId}, now() + ${`${REFRESH_TOKEN_DAYS} days`}::interval)`;
  });
  return { sessionId, userId: user.id, refreshToken };
}

/**
 * Trades a refresh token for its successor. One that was used already ends the whole session: either it or
 * its successor is in wrong hands.
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

async function firstMembership(
  db: Db,
  userId: string,
): Promise<{ orgId: string; role: MemberRole } | undefined> {
  const [membership] = await db.asUser(
    userId,
    (tx) => tx<{ orgId: string; role: MemberRole }[]>`
      select org_id as "orgId", role from memberships where user_id = ${userId} order by created_at, org_id limit 1`,
  );
  return membership;
}

function newRefreshToken(): { refreshToken: string; hash: Buffer } {
  const refreshToken = `slr_${randomBytes(32).toString('base64url')}`;
  return { refreshToken, hash: createHash('sha256').update(refreshToken).digest() };
}
