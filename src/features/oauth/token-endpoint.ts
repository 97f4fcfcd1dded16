import OAuth2Server from '@node-oauth/oauth2-server';
import { AppError } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { refuseSuspended } from '../accounts/sessions.ts';
import { hashOf } from '../tokens/tokens.ts';
import { type Addresses, AGENT_TOKEN_SECONDS, type AgentTokens } from './agent-tokens.ts';
import { grantedScopes } from './authorization-request.ts';
import { authenticatedClient, GRANTS } from './clients.ts';
import { endById, type Owner } from './connections.ts';
import type { GrantMeans } from './grants/grant-means.ts';
import { grantModel, organisationOf, REFRESH_TOKEN_SECONDS } from './grants/grants.ts';
import { oauthError } from './oauth-error.ts';

type Schemas = components['schemas'];
type Form = Schemas['OAuthTokenForm'];

/** What these endpoints work with. */
interface Means {
  db: Db;
  agentTokens: AgentTokens;
  /** Derives successors of refresh tokens. */
  secret: string;
}

/** What is known of a request besides its form. */
interface TokenRequest {
  addresses: Addresses;
  /** The header in which a client may prove who it is. */
  authorization: string | undefined;
  /** The client's address, for the audit log. */
  address: string;
}

/** Tokens for a code or a refresh token; those of a suspended organisation stay usable. @throws AppError in OAuth's form */
export async function issueTokens(
  { db, agentTokens, secret }: Means,
  request: TokenRequest,
  form: Form,
): Promise<Schemas['OAuthTokens']> {
  refuseTwoProofs(request, form);
  refuseOtherGrants(form);
  const means: GrantMeans = {
    agentTokens,
    addresses: request.addresses,
    secret,
    resource: form.resource,
    address: request.address,
  };
  const orgId = await organisationOf(db.sql, form);
  const granted = async (tx: Tx) => {
    if (orgId !== undefined) await refuseIfSuspended(tx, orgId);
    return grant(tx, means, request, form);
  };
  const answer = await (orgId === undefined ? db.sql.begin(granted) : db.tenant(orgId, granted));
  if (answer instanceof OAuth2Server.OAuthError) throw refusal(answer);
  return answer;
}

/**
 * Before anything is used up. No invalid_grant, by which agents forget their connection.
 * @throws AppError access_denied
 */
async function refuseIfSuspended(tx: Tx, orgId: OrgId): Promise<void> {
  await refuseSuspended(tx, orgId).catch((error) => {
    throw error instanceof AppError ? oauthError('access_denied', error.message, 403) : error;
  });
}

/**
 * Carries out a grant. A refusal is returned, not thrown: what it changed must last (a code is used up, a connection
 * whose token came twice has ended).
 */
async function grant(
  tx: Tx,
  means: GrantMeans,
  { authorization }: TokenRequest,
  form: Form,
): Promise<Schemas['OAuthTokens'] | OAuth2Server.OAuthError> {
  const sent = new OAuth2Server.Request({
    method: 'POST',
    query: {},
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': '1',
      ...(authorization !== undefined && { authorization }),
    },
    body: { ...form, scope: form.scope === undefined ? undefined : grantedScopes(form.scope).join(' ') },
  });
  const response = new OAuth2Server.Response({});
  try {
    await new OAuth2Server({ model: grantModel(tx, means) }).token(sent, response, {
      accessTokenLifetime: AGENT_TOKEN_SECONDS,
      refreshTokenLifetime: REFRESH_TOKEN_SECONDS,
      // The library decides it by grant; the model decides it by client.
      requireClientAuthentication: { authorization_code: false, refresh_token: false },
    });
    const body = response.body as Schemas['OAuthTokens'];
    return { ...body, expires_in: AGENT_TOKEN_SECONDS };
  } catch (error) {
    // Faults are thrown again, and undo what was done.
    if (!(error instanceof OAuth2Server.OAuthError)) throw error;
    if (error instanceof OAuth2Server.ServerError) throw (error as { inner?: unknown }).inner ?? error;
    return error;
  }
}

/** A client that is not known gets 401, by which agents see that they must register again. */
function refusal({ name, message }: OAuth2Server.OAuthError) {
  return oauthError(name, message, name === 'invalid_client' ? 401 : 400);
}

/** Ends the connection of a token. @throws AppError invalid_client */
export async function revoke(
  { db, agentTokens }: Means,
  request: TokenRequest,
  form: Schemas['OAuthRevocationForm'],
): Promise<void> {
  refuseTwoProofs(request, form);
  const { id, secret } = basicOf(request) ?? { id: form.client_id ?? '', secret: form.client_secret };
  const client = await authenticatedClient(db.sql, id, secret || undefined);
  if (!client) throw oauthError('invalid_client', 'Invalid client: client is invalid', 401);
  const { token } = form;
  if (token === undefined) throw oauthError('invalid_request', 'Missing parameter: `token`');
  const claims = await agentTokens.claimsOf(token, request.addresses);
  const [found] = await db.sql<(Owner & { connection: string })[]>`
    select s.id as connection, s.org_id as "orgId", s.user_id as "userId"
    from oauth_connections c join sessions s on s.id = c.session_id
    where c.client_id = ${client.id} and s.id in (
      select session_id from oauth_refresh_tokens where hash = ${hashOf(token)}
      union all select ${typeof claims?.['sid'] === 'string' ? claims['sid'] : null}::text)`;
  if (!found) return;
  const { orgId, userId, connection } = found;
  const actor = { orgId, type: 'USER' as const, id: userId, address: request.address };
  await db.tenant(orgId, (tx) => endById(tx, actor, connection, { because: 'the agent revoked it' }));
}

/** The library would call the client of such a request invalid, and the agent would register again. */
function refuseOtherGrants({ grant_type: grant }: Form): void {
  if (grant === undefined) throw oauthError('invalid_request', 'Missing parameter: `grant_type`');
  if (!(GRANTS as readonly string[]).includes(grant))
    throw oauthError('unsupported_grant_type', `grant_type must be one of ${GRANTS.join(', ')}`);
}

/** Id and secret by HTTP Basic. */
function basicOf({ authorization = '' }: TokenRequest): { id: string; secret: string } | null {
  const [, encoded] = /^basic ([a-z0-9+/]+=*)$/i.exec(authorization) ?? [];
  if (encoded === undefined) return null;
  const [, id = '', secret = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  return { id, secret };
}

/** @throws AppError invalid_request for a client that proves who it is in two ways (RFC 6749, 2.3) */
function refuseTwoProofs(request: TokenRequest, form: { client_id?: string; client_secret?: string }): void {
  const basic = basicOf(request);
  if (basic === null) return;
  if (form.client_secret !== undefined || ![basic.id, undefined].includes(form.client_id))
    throw oauthError('invalid_request', 'Send the client by HTTP Basic or in the form, not both.');
}
