import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { components } from '../../contract/generated/types.ts';
import type { Tx } from '../../db/client.ts';
import { hashOf, Tokens } from '../tokens/tokens.ts';
import { oauthError } from './oauth-error.ts';
import { redirectRefusal } from './redirect-uris.ts';

type Schemas = components['schemas'];

/** How a client may prove who it is. */
export const AUTH_METHODS = ['none', 'client_secret_basic', 'client_secret_post'] as const;
type AuthMethod = (typeof AUTH_METHODS)[number];
export const GRANTS = ['authorization_code', 'refresh_token'] as const;

const SECRETS = new Tokens('sls_');

/** A client as this server knows it. */
export interface OAuthClient {
  id: string;
  isDocument: boolean;
  name: string;
  redirectUris: string[];
}

const columns = (tx: Tx) => tx`id, is_document as "isDocument", name, redirect_uris as "redirectUris"`;

export async function findClient(tx: Tx, id: string): Promise<OAuthClient | undefined> {
  const [client] = await tx<OAuthClient[]>`select ${columns(tx)} from oauth_clients where id = ${id}`;
  return client;
}

/**
 * A client that proved who it is. Each client decides that by how it registered: one with a secret must send it, one
 * without has none to send.
 */
export async function authenticatedClient(
  tx: Tx,
  id: string,
  secret: string | undefined,
): Promise<OAuthClient | null> {
  const [client] = await tx<(OAuthClient & { secretHash: Buffer | null })[]>`
    select ${columns(tx)}, secret_hash as "secretHash" from oauth_clients where id = ${id}`;
  if (!client) return null;
  const { secretHash, ...known } = client;
  const isProven =
    secretHash === null ? !secret : secret !== undefined && timingSafeEqual(hashOf(secret), secretHash);
  return isProven ? known : null;
}

/** Registers a client (RFC 7591). @throws AppError in OAuth's form */
export async function registerClient(
  tx: Tx,
  {
    redirect_uris: redirectUris,
    client_name: name = 'An agent without a name',
    token_endpoint_auth_method: requested = 'client_secret_basic',
    response_types: responseTypes = ['code'],
    grant_types: grants = ['authorization_code'],
  }: Schemas['OAuthClientMetadata'],
): Promise<Schemas['OAuthClient']> {
  const metadata = (description: string) => oauthError('invalid_client_metadata', description);
  for (const [at, uri] of redirectUris.entries()) {
    const refusal = redirectRefusal(uri);
    if (refusal !== null) throw oauthError('invalid_redirect_uri', `redirect_uris[${at}] ${refusal}.`);
  }
  if (!isAuthMethod(requested))
    throw metadata(`token_endpoint_auth_method must be one of ${AUTH_METHODS.join(', ')}.`);
  if (!responseTypes.includes('code')) throw metadata('response_types must hold code.');
  if (!grants.includes('authorization_code')) throw metadata('grant_types must hold authorization_code.');
  if (!isShownName(name)) throw metadata('client_name must be a text in one line.');
  const id = `slo_${randomBytes(16).toString('base64url')}`;
  const secret = requested === 'none' ? undefined : SECRETS.make();
  const [{ issuedAt }] = await tx<[{ issuedAt: Date }]>`
    insert into oauth_clients (id, is_document, name, redirect_uris, auth_method, secret_hash)
    values (${id}, false, ${name}, ${redirectUris}, ${requested}, ${secret === undefined ? null : hashOf(secret)})
    returning created_at as "issuedAt"`;
  return {
    client_id: id,
    client_id_issued_at: Math.floor(new Date(issuedAt).getTime() / 1000),
    ...(secret !== undefined && { client_secret: secret, client_secret_expires_at: 0 }),
    client_name: name,
    redirect_uris: redirectUris,
    token_endpoint_auth_method: requested,
    grant_types: [...GRANTS],
    response_types: ['code'],
  };
}

/** Whether a name can be shown to a person who decides by it: no line breaks, nothing invisible that turns text round. */
export function isShownName(name: string): boolean {
  return name.trim() !== '' && !/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(name);
}

function isAuthMethod(method: string): method is AuthMethod {
  return (AUTH_METHODS as readonly string[]).includes(method);
}
