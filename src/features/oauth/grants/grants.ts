import type OAuth2Server from '@node-oauth/oauth2-server';
import { newId, type OrgId } from '../../../base/ids.ts';
import type { Tx } from '../../../db/client.ts';
import { hashOf } from '../../tokens/tokens.ts';
import { authenticatedClient } from '../clients.ts';
import { beginConnection, codeGrant } from './code-grant.ts';
import { clientOf, type Grantee, type GrantMeans } from './grant-means.ts';
import { REFRESH_TOKENS, refreshGrant } from './refresh-grant.ts';

const REFRESH_TOKEN_DAYS = 30;
export const REFRESH_TOKEN_SECONDS = REFRESH_TOKEN_DAYS * 86_400;

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
 * The storage of the library that carries out the grants. The library checks PKCE, expiry, client and redirect URI. What
 * it lacks is here: whether a client has a secret, codes and refresh tokens that come again, and the resource.
 */
export function grantModel(tx: Tx, means: GrantMeans): Model {
  return {
    getClient: async (id, secret) => {
      const client = await authenticatedClient(tx, id, secret || undefined);
      return client && clientOf(client.id);
    },
    ...codeGrant(tx, means),
    ...refreshGrant(tx, means),

    validateScope: async (_user, _client, scope) => scope,
    generateAccessToken: async ({ id: clientId }, user, scopes) => {
      const { connection, userId } = user as Grantee;
      return means.agentTokens.issue(means.addresses, { connection, userId, clientId, scopes, id: newId() });
    },
    generateRefreshToken: async (_client, user) => {
      const { refreshToken } = user as Grantee;
      return refreshToken === undefined
        ? REFRESH_TOKENS.make()
        : REFRESH_TOKENS.successorOf(refreshToken, means.secret);
    },
    saveToken: async (token, client, user) => {
      const { code, connection } = user as Grantee;
      if (code) await beginConnection(tx, means, code);
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
