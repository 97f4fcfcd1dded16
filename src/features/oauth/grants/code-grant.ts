import OAuth2Server from '@node-oauth/oauth2-server';
import type { Tx } from '../../../db/client.ts';
import { goesOn, inheritProvider, type MemberRole } from '../../accounts/sessions.ts';
import { audit } from '../../audit/audit.ts';
import { hashOf } from '../../tokens/tokens.ts';
import type { Owner } from '../connections.ts';
import {
  type AgreedCode,
  actorOf,
  clientOf,
  endReplayed,
  type Grantee,
  type GrantMeans,
  refuseOther,
} from './grant-means.ts';

type Codes = Pick<OAuth2Server.AuthorizationCodeModel, 'getAuthorizationCode' | 'revokeAuthorizationCode'>;

/** The storage of codes. The library revokes a code before it checks verifier and redirect URI: a wrong one uses it up. */
export function codeGrant(tx: Tx, means: GrantMeans): Codes {
  return {
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
  };
}

/**
 * Locks a code, and before it what may end it, in the order of those who do: a change of the organisation's rules, of the
 * membership or of all logins waits for this grant, and then ends the connection too; one that came before is seen here.
 */
async function lockCode(tx: Tx, code: string): Promise<AgreedCode | undefined> {
  const hash = hashOf(code);
  const [owner] = await tx<Owner[]>`
    select s.org_id as "orgId", s.user_id as "userId" from oauth_codes c join sessions s on s.id = c.login_id
    where c.hash = ${hash}`;
  if (!owner) return undefined;
  const { orgId, userId } = owner;
  await tx`select from organisations where id = ${orgId} for share`;
  await tx`select from memberships where org_id = ${orgId} and user_id = ${userId} for share`;
  await tx`select from users where id = ${userId} for key share`;
  const [found] = await tx<AgreedCode[]>`
    select s.org_id as "orgId", s.user_id as "userId", c.client_id as "clientId", c.login_id as "loginId",
           c.connection_id as connection, c.redirect_uri as "redirectUri", c.challenge, c.resource, c.scopes,
           c.brand_ids as "brandIds", c.expires_at as "expiresAt", c.used_at is not null as "isUsed"
    from oauth_codes c join sessions s on s.id = c.login_id where c.hash = ${hash} for update of c`;
  return found;
}

/**
 * Begins the connection of a code: it ends with what let the person in who agreed.
 * @throws OAuthError invalid_grant for somebody who is logged out or no member any more
 */
export async function beginConnection(tx: Tx, means: GrantMeans, code: AgreedCode): Promise<void> {
  const { orgId, userId, connection, clientId, loginId, resource, scopes, brandIds } = code;
  const [membership] = await tx<{ role: MemberRole }[]>`
    select role from memberships where org_id = ${orgId} and user_id = ${userId}`;
  const [login] = await tx`select from sessions s where s.id = ${loginId} and ${goesOn(tx)}`;
  // Before anything is written: a refusal undoes nothing.
  if (!membership || !login) throw over();
  await tx`insert into sessions (id, user_id, org_id, role, single_sign_on, ends_at)
    select ${connection}, user_id, org_id, ${membership.role}, single_sign_on, ends_at from sessions where id = ${loginId}`;
  await inheritProvider(tx, loginId, connection);
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

function over() {
  return new OAuth2Server.InvalidGrantError(
    'Invalid grant: the person who agreed is logged out or no member',
  );
}
