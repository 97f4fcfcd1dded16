import OAuth2Server from '@node-oauth/oauth2-server';
import { newId, type OrgId } from '../../base/ids.ts';
import type { Tx } from '../../db/client.ts';
import type { MemberRole } from '../accounts/sessions.ts';
import { type Actor, audit } from '../organisations/audit.ts';
import type { Addresses, AgentTokens } from './agent-tokens.ts';
import { authenticatedClient, GRANTS } from './clients.ts';
import { endById, type Owner } from './connections.ts';
import { hashOf, newToken, successorOf } from './tokens.ts';

const REFRESH_TOKEN_DAYS = 30;
export const REFRESH_TOKEN_SECONDS = REFRESH_TOKEN_DAYS * 86_400;
/** A used refresh token is taken again for this long, for the same successor: an answer may be lost. */
const GRACE_SECONDS = 15;

/** What the grants work with; they run in one transaction of the organisation. */
export interface GrantMeans {
  agentTokens: AgentTokens;
  addresses: Addresses;
  /** Derives successors of refresh tokens. */
  secret: string;
  /** The `resource` of the request. */
  resource: string | undefined;
  /** The client's address, for the audit log. */
  address: string;
}

/** For whom tokens are issued: what the library calls the user. */
interface Grantee extends Owner {
  connection: string;
  /** The code that begins the connection, or the refresh token that continues it. */
  code?: CodeRow;
  refreshToken?: string;
}

interface CodeRow extends Owner {
  clientId: string;
  loginId: string;
  connection: string;
  redirectUri: string;
  challenge: string;
  resource: string;
  scopes: string[];
  brandIds: string[] | null;
  expiresAt: Date;
  isUsed: boolean;
}

type Model = OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel;

/** The organisation of the code or refresh token that a request presents. */
export async function organisationOf(
  tx: Tx,
  { code = '', refresh_token: refreshToken = '' }: { code?: string; refresh_token?: string },
): Promise<OrgId | undefined> {
  const [found] = await tx<{ orgId: OrgId }[]>`
    select s.org_id as "orgId" from sessions s where s.id in (
      select login_id from oauth_codes where hash = ${hashOf(code)}
      union all select session_id from oauth_refresh_tokens where hash = ${hashOf(refreshToken)})`;
  return found?.orgId;
}

/**
 * The storage of the library that carries out the grants. It checks PKCE, expiry, client and redirect URI, each of which
 * uses a code up. What it lacks is here: whether a client has a secret, codes and refresh tokens that come again, and
 * the resource.
 */
export function grantModel(tx: Tx, means: GrantMeans): Model {
  const clientOf = (id: string) => ({ id, grants: [...GRANTS] });
  return {
    getClient: async (id, secret) => {
      const client = await authenticatedClient(tx, id, secret || undefined);
      return client && clientOf(client.id);
    },

    getAuthorizationCode: async (code) => {
      const found = await lockCode(tx, code);
      if (!found) return null;
      const { isUsed, connection, clientId, redirectUri, challenge, expiresAt, scopes } = found;
      if (isUsed) {
        await endReplayed(tx, means, found, connection, 'the code came again');
        return null;
      }
      refuseOther(means, found.resource);
      const user: Grantee = { orgId: found.orgId, userId: found.userId, connection, code: found };
      return {
        authorizationCode: code,
        client: clientOf(clientId),
        user,
        redirectUri,
        expiresAt: new Date(expiresAt),
        scope: scopes,
        codeChallenge: challenge,
        codeChallengeMethod: 'S256',
      };
    },
    revokeAuthorizationCode: async ({ authorizationCode }) => {
      const { count } = await tx`
        update oauth_codes set used_at = now() where hash = ${hashOf(authorizationCode)} and used_at is null`;
      return count === 1;
    },

    getRefreshToken: async (refreshToken) => {
      const found = await lockRefreshToken(tx, refreshToken);
      if (!found) return null;
      const { connection, clientId, orgId, userId, scopes, expiresAt, isUsed, isUsedJustNow, isOpen } = found;
      if (isUsed) {
        const next = hashOf(successorOf(refreshToken, means.secret));
        const [unused] = await tx`
          select from oauth_refresh_tokens where hash = ${next} and session_id = ${connection} and used_at is null`;
        if (!isUsedJustNow || !unused) {
          await endReplayed(tx, means, found, connection, 'a refresh token came again');
          return null;
        }
      }
      if (!isOpen) return null;
      refuseOther(means, found.resource);
      return {
        refreshToken,
        client: clientOf(clientId),
        user: { orgId, userId, connection, refreshToken } satisfies Grantee,
        scope: scopes,
        refreshTokenExpiresAt: new Date(expiresAt),
      };
    },
    revokeToken: async ({ refreshToken }) => {
      await tx`update oauth_refresh_tokens set used_at = coalesce(used_at, now()) where hash = ${hashOf(refreshToken)}`;
      return true;
    },

    validateScope: async (_user, _client, scope) => scope,
    generateAccessToken: async ({ id: clientId }, user, scopes) => {
      const { connection, userId } = user as Grantee;
      return means.agentTokens.issue(means.addresses, { connection, userId, clientId, scopes, id: newId() });
    },
    generateRefreshToken: async (_client, user) => {
      const { refreshToken } = user as Grantee;
      return refreshToken === undefined ? newToken('slf') : successorOf(refreshToken, means.secret);
    },
    saveToken: async (token, client, user) => {
      const { code, connection } = user as Grantee;
      if (code) await begin(tx, means, code);
      else await tx`update oauth_connections set last_used_at = now() where session_id = ${connection}`;
      await tx`insert into oauth_refresh_tokens (hash, session_id, expires_at)
        values (${hashOf(token.refreshToken ?? '')}, ${connection}, now() + ${`${REFRESH_TOKEN_DAYS} days`}::interval)
        on conflict do nothing`;
      return { ...token, client, user };
    },
    // Parts of the library that this server does not use: /mcp checks access tokens by jose, people decide on the page.
    getAccessToken: async () => null,
    saveAuthorizationCode: async () => null,
  };
}

async function lockCode(tx: Tx, code: string): Promise<CodeRow | undefined> {
  const [found] = await tx<CodeRow[]>`
    select s.org_id as "orgId", s.user_id as "userId", c.client_id as "clientId", c.login_id as "loginId",
           c.connection_id as connection, c.redirect_uri as "redirectUri", c.challenge, c.resource, c.scopes,
           c.brand_ids as "brandIds", c.expires_at as "expiresAt", c.used_at is not null as "isUsed"
    from oauth_codes c join sessions s on s.id = c.login_id where c.hash = ${hashOf(code)} for update of c`;
  return found;
}

interface RefreshRow extends Owner {
  connection: string;
  clientId: string;
  resource: string;
  scopes: string[];
  expiresAt: Date;
  isUsed: boolean;
  isUsedJustNow: boolean;
  isOpen: boolean;
}

async function lockRefreshToken(tx: Tx, refreshToken: string): Promise<RefreshRow | undefined> {
  // If the token comes several times at once, each request but the first waits here and then finds it used.
  const [found] = await tx<RefreshRow[]>`
    select s.org_id as "orgId", s.user_id as "userId", s.id as connection, c.client_id as "clientId", c.resource, c.scopes,
           t.expires_at as "expiresAt", t.used_at is not null as "isUsed", s.ended_at is null as "isOpen",
           coalesce(t.used_at > now() - make_interval(secs => ${GRACE_SECONDS}), false) as "isUsedJustNow"
    from oauth_refresh_tokens t join oauth_connections c on c.session_id = t.session_id join sessions s on s.id = c.session_id
    where t.hash = ${hashOf(refreshToken)} for update of t, s`;
  return found;
}

/** Begins the connection of a code. @throws OAuthError invalid_grant for somebody who is no member any more */
async function begin(tx: Tx, means: GrantMeans, code: CodeRow): Promise<void> {
  const { orgId, userId, connection, clientId, loginId, resource, scopes, brandIds } = code;
  // Locked as at a login: a change of the organisation's rules, of the membership or of all logins waits for this one, and
  // then ends it too; one that came before is seen here.
  await tx`select from organisations where id = ${orgId} for share`;
  const [membership] = await tx<{ role: MemberRole }[]>`
    select role from memberships where org_id = ${orgId} and user_id = ${userId} for share`;
  await tx`select from users where id = ${userId} for key share`;
  const [login] = await tx`select from sessions where id = ${loginId} and ended_at is null`;
  // Before anything is written: a refusal undoes nothing.
  if (!membership || !login) throw over();
  await tx`insert into sessions (id, user_id, org_id, role)
    values (${connection}, ${userId}, ${orgId}, ${membership.role})`;
  const [client] = await tx<{ name: string }[]>`
    insert into oauth_connections (session_id, client_id, client_name, resource, scopes, brand_ids)
    select ${connection}, id, name, ${resource}, ${scopes}, ${brandIds} from oauth_clients where id = ${clientId}
    returning client_name as name`;
  await audit(tx, actorOf(code, means), {
    action: 'issueAgentTokens',
    targetType: 'connection',
    targetId: connection,
    details: { clientId, clientName: client?.name, scopes, brandIds },
  });
}

function endReplayed(
  tx: Tx,
  means: GrantMeans,
  owner: Owner,
  connection: string,
  because: string,
): Promise<void> {
  return endById(tx, actorOf(owner, means), connection, { because });
}

function actorOf({ orgId, userId }: Owner, { address }: GrantMeans): Actor {
  return { orgId, type: 'USER', id: userId, address };
}

function over() {
  return new OAuth2Server.InvalidGrantError(
    'Invalid grant: the person who agreed is logged out or no member',
  );
}

/** @throws OAuthError invalid_target for another resource than the one agreed to (RFC 8707) */
function refuseOther({ resource, addresses }: GrantMeans, granted: string): void {
  if (granted === addresses.resource && [granted, undefined].includes(resource)) return;
  throw new OAuth2Server.OAuthError(`Invalid target: resource must be ${granted}`, {
    code: 400,
    name: 'invalid_target',
  });
}
