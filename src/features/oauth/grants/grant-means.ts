import OAuth2Server from '@node-oauth/oauth2-server';
import type { Tx } from '../../../db/client.ts';
import type { Actor } from '../../audit/audit.ts';
import { type Addresses, type AgentTokens, isSameResource } from '../agent-tokens.ts';
import { GRANTS } from '../clients.ts';
import { endById, type Owner } from '../connections.ts';

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
export interface Grantee extends Owner {
  connection: string;
  /** The code that begins the connection, or the refresh token that continues it. */
  code?: AgreedCode;
  refreshToken?: string;
}

/** A code, with what the person agreed to. */
export interface AgreedCode extends Owner {
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

/** A client in the form of the library. */
export function clientOf(id: string): OAuth2Server.Client {
  return { id, grants: [...GRANTS] };
}

/** Ends the connection of a code or token that came again: somebody else may have it. */
export function endReplayed(
  tx: Tx,
  means: GrantMeans,
  owner: Owner,
  connection: string,
  because: string,
): Promise<void> {
  return endById(tx, actorOf(owner, means), connection, { because });
}

export function actorOf({ orgId, userId }: Owner, { address }: GrantMeans): Actor {
  return { orgId, type: 'USER', id: userId, address };
}

/** @throws OAuthError invalid_target for another resource than the one agreed to (RFC 8707) */
export function refuseOther({ resource, addresses }: GrantMeans, granted: string): void {
  if (granted === addresses.resource && isSameResource(resource || granted, granted)) return;
  throw new OAuth2Server.OAuthError(`Invalid target: resource must be ${granted}`, {
    code: 400,
    name: 'invalid_target',
  });
}
