import type OAuth2Server from '@node-oauth/oauth2-server';
import type { Tx } from '../../../db/client.ts';
import { goesOn } from '../../accounts/sessions.ts';
import { hashOf, Tokens } from '../../tokens/tokens.ts';
import type { Owner } from '../connections.ts';
import { clientOf, endReplayed, type Grantee, type GrantMeans, refuseOther } from './grant-means.ts';

export const REFRESH_TOKENS = new Tokens('slf_', 'agent refresh');
/** A used refresh token is taken again for this long, for the same successor: an answer may be lost. */
const GRACE_SECONDS = 15;

/** The storage of refresh tokens. A used one that comes again, beyond that, ends the connection. */
export function refreshGrant(
  tx: Tx,
  means: GrantMeans,
): Pick<OAuth2Server.RefreshTokenModel, 'getRefreshToken' | 'revokeToken'> {
  return {
    getRefreshToken: async (refreshToken) => {
      const found = await lockRefreshToken(tx, refreshToken);
      if (!found) return null;
      const { connection, clientId, orgId, userId, scopes, expiresAt, isUsed, isUsedJustNow, isOpen } = found;
      if (isUsed) {
        const next = hashOf(REFRESH_TOKENS.successorOf(refreshToken, means.secret));
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
  };
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
           t.expires_at as "expiresAt", t.used_at is not null as "isUsed", ${goesOn(tx)} as "isOpen",
           coalesce(t.used_at > now() - make_interval(secs => ${GRACE_SECONDS}), false) as "isUsedJustNow"
    from oauth_refresh_tokens t join oauth_connections c on c.session_id = t.session_id join sessions s on s.id = c.session_id
    where t.hash = ${hashOf(refreshToken)} for update of t, s`;
  return found;
}
