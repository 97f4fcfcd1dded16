import { AppError } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { audit } from '../audit/audit.ts';
import { hashOf } from '../tokens/tokens.ts';
import {
  CHALLENGE_SECONDS,
  CHALLENGES,
  isByProviderAlone,
  type ProviderLogin,
  providerLogin,
} from './provider-login.ts';
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

const MOST_WRONG = 5;

/** How far a login has come: a session, or what is needed first. */
export type LoginStep = LoginState | PendingLogin | ProviderLogin;

/** What a provider knows a login by. */
export interface ProviderSession {
  issuer: string;
  subject: string;
  sid: string | null;
  /** Sealed. */
  idToken: Uint8Array | null;
}

/**
 * Begins the session of a user whose password was right, or says what is needed first: the second factor, or the login
 * by the organisation's own provider.
 * @param options.by the server's provider, where that replaced the password
 * @returns null: the user is not a member (any more)
 * @throws AppError organisation_suspended
 */
export async function beginLogin(
  tx: Tx,
  orgId: OrgId,
  userId: string,
  { way, by }: { way?: SessionWay | undefined; by?: ProviderSession } = {},
): Promise<LoginStep | null> {
  const isOn = await hasSecondFactor(tx, userId);
  const isElsewhere = await isByProviderAlone(tx, orgId);
  // A second factor that is still to be set up is the provider's matter there.
  const isDemanded = !isOn && !isElsewhere && (await isSecondFactorDemanded(tx, orgId));
  if (!isOn && !isDemanded && !isElsewhere) return startedSession(tx, orgId, userId, way, by);
  const [membership] = await tx`select from memberships where org_id = ${orgId} and user_id = ${userId}`;
  if (!membership) return null;
  await refuseSuspended(tx, orgId);
  if (!isOn && isElsewhere) return providerLogin(tx, orgId, userId);
  const challenge = CHALLENGES.make();
  await tx`
    insert into login_challenges (hash, user_id, organisation_id, is_enrolment, expires_at, issuer, subject, sid, id_token)
    values (${hashOf(challenge)}, ${userId}, ${orgId}, ${!isOn},
            now() + make_interval(secs => ${CHALLENGE_SECONDS}),
            ${by?.issuer ?? null}, ${by?.subject ?? null}, ${by?.sid ?? null}, ${by?.idToken ?? null})`;
  return { secondFactor: isOn ? 'CODE' : 'ENROLMENT', challenge, expiresIn: CHALLENGE_SECONDS };
}

/** Starts a session, and notes what the server's provider knows it by, for logouts. */
async function startedSession(
  tx: Tx,
  orgId: OrgId,
  userId: string,
  way: SessionWay | undefined,
  by: ProviderSession | undefined,
): Promise<LoginState | null> {
  const session = await startSession(tx, orgId, userId, way);
  if (session && by)
    await tx`insert into single_sign_on_sessions (session_id, issuer, subject, sid, id_token)
      values (${session.sessionId}, ${by.issuer}, ${by.subject}, ${by.sid}, ${by.idToken})`;
  return session;
}

interface Challenge extends Pick<ProviderSession, 'subject' | 'sid' | 'idToken'> {
  userId: string;
  orgId: OrgId;
  isEnrolment: boolean;
  /** null: a password began it. */
  issuer: string | null;
}

/** The account of a challenge, to limit attempts by. @throws AppError unauthorized */
export async function challengedAccount(db: Db, challenge: string): Promise<string> {
  return (await findChallenge(db, challenge)).userId;
}

/**
 * Gives the secret of an enrolment that a login needs.
 * @throws AppError unauthorized, also where none is needed, organisation_suspended
 */
export async function enrolAtLogin(
  db: Db,
  secretBox: SecretBox,
  challenge: string,
): Promise<components['schemas']['SecondFactorSecret']> {
  const { isEnrolment, orgId, userId } = await findChallenge(db, challenge);
  // Otherwise a stolen password would replace the second factor.
  if (!isEnrolment || (await hasSecondFactor(db.sql, userId))) throw over();
  await refuseSuspended(db.sql, orgId);
  return beginEnrolment(db.sql, secretBox, userId);
}

/**
 * Finishes a login with a code, or with the enrolment that the organisation demands, as far as it lets passwords in.
 * @param address the client's, for the audit log
 * @throws AppError unauthorized for a wrong code, and for a challenge that is over
 */
export async function confirmLogin(
  db: Db,
  secretBox: SecretBox,
  { challenge, code, session: way }: components['schemas']['LoginCode'],
  address: string,
): Promise<{ login: LoginState | ProviderLogin; recoveryCodes: string[] | null }> {
  const { orgId } = await findChallenge(db, challenge);
  const done = await db.tenant(orgId, async (tx) => {
    // Locked: of several codes at once each is counted.
    const [found] = await tx<Challenge[]>`${selectChallenge(tx, challenge)} for update`;
    if (!found) throw over();
    const { userId, isEnrolment, issuer } = found;
    const recoveryCodes = isEnrolment ? await enrolled(tx, secretBox, userId, code) : null;
    const taken = isEnrolment ? recoveryCodes && 'app' : await takeCode(tx, secretBox, userId, code);
    if (taken === null) {
      await tx`update login_challenges set tries = tries + 1 where hash = ${hashOf(challenge)}`;
      return null;
    }
    await tx`delete from login_challenges where hash = ${hashOf(challenge)}`;
    if (isEnrolment) await endSessions(tx, userId);
    const login = (await isByProviderAlone(tx, orgId))
      ? await providerLogin(tx, orgId, userId)
      : await startedSession(tx, orgId, userId, way, issuer === null ? undefined : { ...found, issuer });
    if (!login) throw over();
    const actor = { orgId, type: 'USER' as const, id: userId, address };
    const about = { targetType: 'user', targetId: userId };
    if (isEnrolment) await audit(tx, actor, { action: 'confirmSecondFactor', ...about });
    if (taken === 'recovery') await audit(tx, actor, { action: 'useRecoveryCode', ...about });
    return { login, recoveryCodes };
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
  return sql`select user_id as "userId", organisation_id as "orgId", is_enrolment as "isEnrolment",
      issuer, subject, sid, id_token as "idToken"
    from login_challenges
    where hash = ${hashOf(challenge)} and not is_link and expires_at > now() and tries < ${MOST_WRONG}`;
}

/** One error for all challenges that do not work. */
function over(): AppError {
  return new AppError(
    'unauthorized',
    'This login is over: it took too long, or the code was wrong too often. Log in again.',
  );
}
