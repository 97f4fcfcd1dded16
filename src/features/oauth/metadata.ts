import type { components } from '../../contract/generated/types.ts';
import type { Addresses } from './agent-tokens.ts';
import { SCOPES } from './authorization-request.ts';
import { AUTH_METHODS, GRANTS } from './clients.ts';

type Schemas = components['schemas'];

/** What agents read about /mcp first (RFC 9728). */
export function resourceMetadata({ issuer, resource }: Addresses): Schemas['OAuthResource'] {
  return {
    resource,
    authorization_servers: [issuer],
    scopes_supported: SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: 'Sightline',
  };
}

/** What they read about the authorization server (RFC 8414, 9207). */
export function serverMetadata({ issuer }: Addresses): Schemas['OAuthServer'] {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    registration_endpoint: `${issuer}/oauth/register`,
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: [...GRANTS],
    token_endpoint_auth_methods_supported: [...AUTH_METHODS],
    revocation_endpoint_auth_methods_supported: [...AUTH_METHODS],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
}
