import { invalidField } from '../../base/errors.ts';
import { type Db, promptly } from '../../db/client.ts';
import type { Outbound } from '../../outbound/addresses.ts';
import { type Addresses, isSameResource } from './agent-tokens.ts';
import { clientByDocument, isDocumentId } from './client-documents.ts';
import { findClient, type OAuthClient } from './clients.ts';
import { isKnownRedirect, redirectRefusal } from './redirect-uris.ts';

/** What agents may ask for. */
export const SCOPES = ['reports:read'];

/**
 * The scopes that an agent gets for those that it names. Agents name scopes that are not known here (openid,
 * offline_access): they are left out. One that names none of those known here gets all, as if it had named none at all.
 */
export function grantedScopes(named: string | undefined): string[] {
  const wanted = new Set(named?.split(/\s+/));
  const known = SCOPES.filter((scope) => wanted.has(scope));
  return known.length > 0 ? known : SCOPES;
}

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** An authorization request whose client and redirect URI hold, so that its answer can be sent. */
export interface AuthorizationRequest {
  client: OAuthClient;
  redirectUri: string;
  state: string | undefined;
  scopes: string[];
  resource: string;
  challenge: string;
  /** Why it cannot be granted, for the client; null: a person may decide. */
  refusal: { error: string; error_description: string } | null;
}

/**
 * Reads an authorization request (RFC 6749, 4.1.1; OAuth 2.1; RFC 7636, 8707).
 * @param text its query
 * @throws AppError validation_error where nobody may be sent: an unknown client or redirect URI
 */
export async function readRequest(
  services: { db: Db; outbound: Outbound },
  { resource }: Addresses,
  text: string,
): Promise<AuthorizationRequest> {
  const sent = new URLSearchParams(text);
  if (new Set(sent.keys()).size < sent.size)
    throw invalidField('request', 'The request names a parameter twice.');
  const field = (name: string) => sent.get(name) || undefined;
  const client = await clientOf(services, field('client_id'));
  const [only, another] = client.redirectUris;
  const redirectUri = field('redirect_uri') ?? (another === undefined ? only : undefined);
  const refusal = redirectUri === undefined ? null : redirectRefusal(redirectUri);
  if (refusal !== null) throw invalidField('request', `redirect_uri ${refusal}.`);
  if (redirectUri === undefined || !isKnownRedirect(redirectUri, client.redirectUris))
    throw invalidField(
      'request',
      'redirect_uri is none of those that the agent registered, so the request may come from somebody else.',
    );
  return {
    client,
    redirectUri,
    state: field('state'),
    scopes: grantedScopes(field('scope')),
    resource,
    challenge: field('code_challenge') ?? '',
    refusal: refusalOf(field, resource),
  };
}

async function clientOf(
  services: { db: Db; outbound: Outbound },
  id: string | undefined,
): Promise<OAuthClient> {
  if (id === undefined) throw invalidField('request', 'client_id is required.');
  if (id.length > 2_000) throw invalidField('request', 'client_id must have 2000 characters at most.');
  const client = isDocumentId(id)
    ? await clientByDocument(services, id)
    : await promptly(findClient(services.db.sql, id));
  if (!client)
    throw invalidField(
      'request',
      'This agent is not registered here, or no longer. Remove the connection in the agent and add it again.',
    );
  return client;
}

function refusalOf(
  field: (name: string) => string | undefined,
  resource: string,
): AuthorizationRequest['refusal'] {
  const refused = (error: string, error_description: string) => ({ error, error_description });
  if (field('request') !== undefined) return refused('request_not_supported', 'request is not supported');
  if (field('request_uri') !== undefined)
    return refused('request_uri_not_supported', 'request_uri is not supported');
  if (field('response_type') !== 'code')
    return refused('unsupported_response_type', 'response_type must be code');
  if (!['query', undefined].includes(field('response_mode')))
    return refused('invalid_request', 'response_mode must be query');
  if (field('code_challenge_method') !== 'S256')
    return refused('invalid_request', 'code_challenge_method must be S256');
  if (!CHALLENGE.test(field('code_challenge') ?? ''))
    return refused('invalid_request', 'code_challenge must be made by S256');
  if (!isSameResource(field('resource') ?? resource, resource))
    return refused('invalid_target', `resource must be ${resource}`);
  return null;
}
