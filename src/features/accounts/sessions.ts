import { AppError, notFound, organisationSuspended } from '../../base/errors.ts';
import { newId, type OrgId } from '../../base/ids.ts';
import { type Db, isDatabaseTrouble, promptly, type Tx } from '../../db/client.ts';
import { type Actor, audit } from '../audit/audit.ts';
import { hashOf, Tokens } from '../tokens/tokens.ts';
import { hasSecondFactor, isSecondFactorDemanded } from './second-factor.ts';
import { endSessions } from './users.ts';

/** The roles of members, from the most to the least powerful. */
export const ROLES = ['OWNER', 'ADMIN', 'MEMBER', 'VIEWER'] as const;
export type MemberRole = (typeof ROLES)[number];

const REFRESH_TOKENS = new Tokens('slr_', 'refresh');
const REFRESH_TOKEN_DAYS = 30;
export const REFRESH_TOKEN_SECONDS = REFRESH_TOKEN_DAYS * 86_400;
/** A used token is accepted again for this long: a response may be lost, and a browser's tabs share one token. */
const GRACE_SECONDS = 15;

/** How many organisations a login tries to find on the reachable nodes of a cluster. */
const MOST_TRIED = 10;

/** How a client gets the refresh token of a session: in the body, or in a cookie of its browser. */
export type SessionWay = 'body' | 'cookie';

/** A session and the refresh token that continues it, which works once. */
export interface LoginState {
  sessionId: string;
  userId: string;
  way: SessionWay;
  /** null: the client has it already. */
  refreshToken: string | null;
}

/**
 * Starts a session of a member; null: the user is not a member (any more).
 * @param providerHours hours after which it ends, for a login by the organisation's provider
 * @throws AppError forbidden for another login into an organisation that lets people in by its provider alone,
 *   organisation_suspended
 */
export async function startSession(
  tx: Tx,
  orgId: OrgId,
  userId: string,
  way: SessionWay = 'body',
  providerHours?: number,
): Promise<LoginState | null> {
  const isByProvider = providerHours !== undefined;
  await refuseLogin(tx, orgId, isByProvider);
  // Locked to the end of the transaction: a concurrent change of the membership waits and then finds this session too.
  const [membership] = await tx<{ role: MemberRole }[]>`
    select role from memberships where org_id = ${orgId} and user_id = ${userId} for share`;
  if (!membership) return null;
  const sessionId = newId();
  const refreshToken = REFRESH_TOKENS.make();
  await tx`insert into sessions (id, user_id, org_id, role, in_cookie, single_sign_on, ends_at)
    values (${sessionId}, ${userId}, ${orgId}, ${membership.role}, ${way === 'cookie'}, ${isByProvider},
            now() + make_interval(hours => ${providerHours ?? null}::int))`;
  await tx`insert into refresh_tokens (hash, session_id, expires_at)
    values (${hashOf(refreshToken)}, ${sessionId}, now() + ${`${REFRESH_TOKEN_DAYS} days`}::interval)`;
  return { sessionId, userId, way, refreshToken };
}

/** Whether a session `s` goes on. */
export const goesOn = (tx: Tx) => tx`s.ended_at is null and (s.ends_at is null or s.ends_at > now())`;

/** Has a session that another one begins end with what the provider vouches for: a logout there, a forgotten link. */
export async function inheritProvider(tx: Tx, from: string, to: string): Promise<void> {
  await tx`insert into single_sign_on_sessions (session_id, organisation_id, issuer, subject, sid, id_token)
    select ${to}, organisation_id, issuer, subject, sid, id_token from single_sign_on_sessions where session_id = ${from}`;
}

/** Locks the rules to the end of the transaction. @throws AppError forbidden, organisation_suspended */
export async function refuseLogin(tx: Tx, orgId: OrgId, isByProvider = false): Promise<void> {
  const [organisation] = await tx<{ isOnly: boolean; isSuspended: boolean }[]>`
    select only_single_sign_on as "isOnly", suspended_at is not null as "isSuspended"
    from organisations where id = ${orgId} for share`;
  if (organisation?.isSuspended) throw organisationSuspended();
  if (organisation?.isOnly && !isByProvider)
    throw new AppError(
      'forbidden',
      "This organisation lets people in by its own accounts alone. Log in with your company's account.",
    );
}

/** Starts a session for a user who became a member in this transaction. @throws Error for a user who is no member */
export async function startFirstSession(
  tx: Tx,
  orgId: OrgId,
  userId: string,
  way?: SessionWay,
): Promise<LoginState> {
  const session = await startSession(tx, orgId, userId, way);
  if (!session) throw new Error('A session was to be started for a user who is no member.');
  return session;
}

/**
 * Starts a session in another organisation of the user.
 * @param presentId the session of the request
 * @throws AppError not_found, forbidden without the second factor that it demands, unauthorized if the present session
 *   has ended meanwhile
 */
export async function switchOrganisation(
  db: Db,
  {
    userId,
    sessionId: presentId,
    isSingleSignOn,
  }: { userId: string; sessionId: string; isSingleSignOn: boolean },
  orgId: OrgId,
  way?: SessionWay,
): Promise<LoginState> {
  if (isSingleSignOn)
    throw new AppError(
      'forbidden',
      'A login by the provider of an organisation is for that one alone. Log in to the other one.',
    );
  const [membership] = await db.asUser(
    userId,
    (tx) => tx`select from memberships where user_id = ${userId} and org_id = ${orgId}`,
  );
  const state =
    membership &&
    (await db.tenant(orgId, async (tx) => {
      if (!(await hasSecondFactor(tx, userId)) && (await isSecondFactorDemanded(tx, orgId)))
        throw new AppError(
          'forbidden',
          'This organisation demands a second factor. Set one up in Settings, then switch.',
        );
      const started = await startSession(tx, orgId, userId, way);
      // The new session refers to the user, whom `endSessions` locks: either `endSessions` ends this session too, or
      // the present session is found ended here.
      const [present] = await tx`select from sessions where id = ${presentId} and ended_at is null`;
      if (!present) throw new AppError('unauthorized', 'The login has ended. Log in again.');
      if (started) await inheritProvider(tx, presentId, started.sessionId);
      return started;
    }));
  if (!state) throw notFound('organisation');
  return state;
}

/** Ends a session; its tokens are refused within 5 s. @returns how its client stored the refresh token */
export async function endSession(db: Db, actor: Actor, sessionId: string): Promise<SessionWay> {
  return db.tenant(actor.orgId, async (tx) => {
    const [session] = await tx<{ way: SessionWay }[]>`
      update sessions set ended_at = coalesce(ended_at, (select now())) where id = ${sessionId} returning ${wayOf(tx)} as way`;
    await audit(tx, actor, { action: 'logout', targetType: 'session', targetId: sessionId });
    return session?.way ?? 'body';
  });
}

/**
 * Ends all sessions of the actor, in every organisation, and records it in each organisation's audit log.
 * @param sessionId the session of the request
 * @param isSingleSignOn whether that is of the organisation's provider: then only sessions there end
 * @returns how its client stored the refresh token
 */
export async function endSessionsEverywhere(
  db: Db,
  actor: Actor,
  sessionId: string,
  isSingleSignOn: boolean,
): Promise<SessionWay> {
  return db.tenant(actor.orgId, async (tx) => {
    const [session] = await tx<{ way: SessionWay }[]>`
      select ${wayOf(tx)} as way from sessions where id = ${sessionId}`;
    const ended = await endSessions(tx, actor.id, undefined, isSingleSignOn ? actor.orgId : undefined);
    for (const [orgId, sessions] of Map.groupBy(ended, (one) => one.orgId)) {
      await tx.unsafe(`set local app.org_id = '${orgId}'`);
      await audit(
        tx,
        { ...actor, orgId },
        {
          action: 'logout',
          targetType: 'user',
          targetId: actor.id,
          details: { everywhere: true, sessions: sessions.length },
        },
      );
    }
    return session?.way ?? 'body';
  });
}

const wayOf = (tx: Tx) => tx`case when in_cookie then 'cookie' else 'body' end`;

interface PresentedToken {
  orgId: OrgId;
  sessionId: string;
  userId: string;
  /** Whether its session is open and the token has not expired. */
  isLive: boolean;
  isUsed: boolean;
  isUsedJustNow: boolean;
  isSingleSignOn: boolean;
}

/**
 * Exchanges a refresh token for its successor. For GRACE_SECONDS the token may come again and yields the same
 * successor, until the successor is used. Afterwards, a repeated token ends the whole session, because it or its
 * successor must have been stolen. Within GRACE_SECONDS, a cookie is accepted even after its successor was used: a
 * browser's tabs share it.
 * @param way how the token came; a token issued in the other way is unknown
 * @param secret derives successors, so that the same one can be derived again
 * @throws AppError unauthorized, organisation_suspended (the token is not used up then)
 */
export async function continueSession(
  db: Db,
  refreshToken: string,
  { way, secret }: { way: SessionWay; secret: string },
): Promise<LoginState & { orgId: OrgId; isSingleSignOn: boolean }> {
  const hash = hashOf(refreshToken);
  const next = REFRESH_TOKENS.successorOf(refreshToken, secret);
  const nextHash = hashOf(next);
  const state = await db.sql.begin(async (tx) => {
    // If the token comes several times at once, each request but the first waits here and then finds it used.
    const [token] = await tx<PresentedToken[]>`
      select t.session_id as "sessionId", s.user_id as "userId", s.org_id as "orgId",
             t.used_at is not null as "isUsed",
             s.single_sign_on as "isSingleSignOn",
             t.expires_at > now() and ${goesOn(tx)} as "isLive",
             coalesce(t.used_at > now() - ${`${GRACE_SECONDS} seconds`}::interval, false) as "isUsedJustNow"
      from refresh_tokens t join sessions s on s.id = t.session_id
      where t.hash = ${hash} and s.in_cookie = ${way === 'cookie'}
      for update of t, s`;
    if (!token) return null;
    const { sessionId, userId, orgId, isLive, isUsed, isUsedJustNow, isSingleSignOn } = token;
    const session = { sessionId, userId, orgId, isSingleSignOn, way };
    if (isUsed) {
      const [unused] = await tx`
        select from refresh_tokens where hash = ${nextHash} and session_id = ${sessionId} and used_at is null`;
      const isAgain = isUsedJustNow && (unused !== undefined || way === 'cookie');
      if (!isAgain)
        await tx`update sessions set ended_at = coalesce(ended_at, (select now())) where id = ${sessionId}`;
      if (!isAgain || !isLive) return null;
      return { ...session, refreshToken: unused ? next : null };
    }
    if (!isLive) return null;
    await refuseSuspended(tx, orgId);
    await tx`update refresh_tokens set used_at = now() where hash = ${hash}`;
    await tx`insert into refresh_tokens (hash, session_id, expires_at)
      values (${nextHash}, ${sessionId}, now() + ${`${REFRESH_TOKEN_DAYS} days`}::interval)`;
    return { ...session, refreshToken: next };
  });
  if (state === null) throw new AppError('unauthorized', 'The refresh token is not valid. Log in again.');
  return state;
}

/** @throws AppError organisation_suspended */
export async function refuseSuspended(tx: Tx, orgId: OrgId): Promise<void> {
  const [suspended] = await tx`select from organisations where id = ${orgId} and suspended_at is not null`;
  if (suspended) throw organisationSuspended();
}

/**
 * The organisation of a login by password: the first that the user joined; suspended ones, and those that take no
 * passwords, come last.
 */
export async function firstOrganisation(db: Db, userId: string): Promise<OrgId | undefined> {
  try {
    const [membership] = await db.asUser(
      userId,
      (tx) => tx<{ orgId: OrgId }[]>`
        select m.org_id as "orgId" from memberships m join organisations o on o.id = m.org_id
        where m.user_id = ${userId} order by o.suspended_at is not null, o.only_single_sign_on, m.created_at, m.org_id limit 1`,
    );
    return membership?.orgId;
  } catch (error) {
    if (!db.isCluster || !isDatabaseTrouble(error)) throw error;
    const reached = await reachedOrganisation(db, userId);
    // The membership may be on the unreachable node.
    if (reached === undefined) throw error;
    return reached;
  }
}

/**
 * Memberships are spread over the nodes of a cluster, and one node may be unreachable. Finds an organisation on another
 * node in which the user has had a session, the latest first. Sessions are on the coordinator.
 */
async function reachedOrganisation(db: Db, userId: string): Promise<OrgId | undefined> {
  const known = await promptly(
    db.sql<{ orgId: OrgId }[]>`
      select org_id as "orgId" from sessions where user_id = ${userId}
      group by org_id order by max(created_at) desc limit ${MOST_TRIED}`,
  );
  for (const { orgId } of known) {
    const isMember = await db
      .tenant(
        orgId,
        async (tx) =>
          (await tx`select from memberships where org_id = ${orgId} and user_id = ${userId}`).length > 0,
      )
      .catch((error) => {
        if (!isDatabaseTrouble(error)) throw error;
        return false;
      });
    if (isMember) return orgId;
  }
  return undefined;
}
