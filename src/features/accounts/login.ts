import { AppError } from '../../base/errors.ts';
import type { Db } from '../../db/client.ts';
import { beginLogin, type LoginStep } from './challenges.ts';
import { verifyPassword } from './passwords.ts';
import { firstOrganisation, type SessionWay } from './sessions.ts';
import { findAccount } from './users.ts';

/**
 * Logs a user in: starts a session in the user's first organisation, or says what is needed first.
 * @throws AppError unauthorized, the same for an unknown email and a wrong password; unavailable
 */
export async function openSession(
  db: Db,
  email: string,
  password: string,
  way?: SessionWay,
): Promise<LoginStep> {
  const account = await findAccount(db, email);
  const isRight = await verifyPassword(password, account?.passwordHash ?? null);
  const orgId = account && isRight ? await firstOrganisation(db, account.id) : undefined;
  const state =
    account && orgId && (await db.tenant(orgId, (tx) => beginLogin(tx, orgId, account.id, { way })));
  if (!state) throw new AppError('unauthorized', 'The email or the password is wrong.');
  return state;
}
