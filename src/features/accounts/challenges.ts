import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { audit } from '../organisations/audit.ts';
import {
  beginEnrolment,
  confirmEnrolment,
  hasSecondFactor,
  isSecondFactorDemanded,
  takeCode,
} from './second-factor.ts';
import { type LoginState, refuseSuspended, type SessionWay, startSession } from './sessions.ts';
import { endSessions } from './users.ts';

/** A login whose password was right and that waits for a code. */
export type PendingLogin = components['schemas']['PendingLogin'];

const EXPIRES_SECONDS = 600;
const MOST_WRONG = 5;

/**
 * Begins the session of a user whose password was right, or asks for the second factor first.
 * @returns null: the user is no member (any more)
 * @throws AppError organisation_suspended
 */
export async function beginLogin(
  tx: Tx,
  orgId: OrgId,
  userId: string,
  way?: SessionWay,
): Promise<LoginState | PendingLogin | null> {
  const isOn = await hasSecondFactor(tx, userId);
  if (!isOn && !(await isSecondFactorDemanded(tx, orgId))) return startSession(tx, orgId, userId, way);
  const [membership] = await tx`select from memberships where org_id = ${orgId} and user_id = ${userId}`;
  if (!membership) return null;
  await refuseSuspended(tx, orgId);
  const challenge = `slc_${randomBytes(32).toString('base64url')}`;
  await tx`insert into login_challenges (hash, user_id, organisation_id, is_enrolment, expires_at)
    values (${hashOf(challenge)}, ${userId}, ${orgId}, ${!isOn}, now() + make_interval(secs => ${EXPIRES_SECONDS}))`;
  return { secondFactor: isOn ? 'CODE' : 'ENROLMENT', challenge, expiresIn: EXPIRES_SECONDS };
}

interface Challenge {
  userId: string;
  orgId: OrgId;
  isEnrolment: boolean;
}

/** The account of a challenge, to limit attempts by. @throws AppError unauthorized */
export async function challengedAccount(db: Db, challenge: string): Promise<string> {
  return (await findChallenge(db, challenge)).userId;
}

/** Gives the secret of an enrolment that a login needs. @throws AppError unauthorized, also where none is needed */
export async function enrolAtLogin(
  db: Db,
  secretBox: SecretBox,
  challenge: string,
): Promise<components['schemas']['SecondFactorSecret']> {
  const { isEnrolment, userId } = await findChallenge(db, challenge);
  // Otherwise a stolen password would replace the second factor.
  if (!isEnrolment || (await hasSecondFactor(db.sql, userId))) throw over();
  return beginEnrolment(db.sql, secretBox, userId);
}

/**
 * Finishes a login with a code, or with the enrolment that the organisation demands.
 * @param address the client's, for the audit log
 * @throws AppError unauthorized for a wrong code, and for a challenge that is over
 */
export async function confirmLogin(
  db: Db,
  secretBox: SecretBox,
  { challenge, code, session: way }: components['schemas']['LoginCode'],
  address: string,
): Promise<{ session: LoginState; recoveryCodes: string[] | null }> {
  const { orgId } = await findChallenge(db, challenge);
  const done = await db.tenant(orgId, async (tx) => {
    // Locked: of several codes at once each is counted.
    const [found] = await tx<Challenge[]>`${selectChallenge(tx, challenge)} for update`;
    if (!found) throw over();
    const { userId, isEnrolment } = found;
    const recoveryCodes = isEnrolment ? await enrolled(tx, secretBox, userId, code) : null;
    const taken = isEnrolment ? recoveryCodes && 'app' : await takeCode(tx, secretBox, userId, code);
    if (taken === null) {
      await tx`update login_challenges set tries = tries + 1 where hash = ${hashOf(challenge)}`;
      return null;
    }
    await tx`delete from login_challenges where hash = ${hashOf(challenge)}`;
    if (isEnrolment) await endSessions(tx, userId);
    const session = await startSession(tx, orgId, userId, way);
    if (!session) throw over();
    const actor = { orgId, type: 'USER' as const, id: userId, address };
    const about = { targetType: 'user', targetId: userId };
    if (isEnrolment) await audit(tx, actor, { action: 'confirmSecondFactor', ...about });
    if (taken === 'recovery') await audit(tx, actor, { action: 'useRecoveryCode', ...about });
    return { session, recoveryCodes };
  });
  if (done === null) throw new AppError('unauthorized', 'The code is wrong, or was used. Try the next one.');
  return done;
}

/** @returns null for a wrong code. @throws AppError unauthorized if somebody enrolled meanwhile */
async function enrolled(
  tx: Tx,
  secretBox: SecretBox,
  userId: string,
  code: string,
): Promise<string[] | null> {
  if (await hasSecondFactor(tx, userId)) throw over();
  return confirmEnrolment(tx, secretBox, userId, code);
}

async function findChallenge(db: Db, challenge: string): Promise<Challenge> {
  const [found] = await db.sql<Challenge[]>`${selectChallenge(db.sql, challenge)}`;
  if (!found) throw over();
  return found;
}

function selectChallenge(sql: Tx, challenge: string) {
  return sql`select user_id as "userId", organisation_id as "orgId", is_enrolment as "isEnrolment"
    from login_challenges where hash = ${hashOf(challenge)} and expires_at > now() and tries < ${MOST_WRONG}`;
}

/** One error for all challenges that do not work. */
function over(): AppError {
  return new AppError(
    'unauthorized',
    'This login is over: it took too long, or the code was wrong too often. Log in again.',
  );
}

function hashOf(challenge: string): Buffer {
  return createHash('sha256').update(challenge).digest();
}
