import type { Config } from '../../base/config.ts';
import type { Addresses } from '../../features/oauth/agent-tokens.ts';

/** The host and scheme that a request came by. */
interface Reached {
  host: string;
  isSecure: boolean;
}

/** The address at which clients reach this server: PUBLIC_URL, or else the one that the request came by. */
export function baseAddress(
  { publicUrl, basePath }: Pick<Config, 'publicUrl' | 'basePath'>,
  { host, isSecure }: Reached,
): string {
  if (publicUrl !== null) return publicUrl;
  const protocol = isSecure ? 'https' : 'http';
  const address = `${protocol}://${host}`;
  // Host is whatever a client sends: only a host and a port are taken from it.
  const own = URL.canParse(address) ? new URL(address).host : 'localhost';
  return `${protocol}://${own}${basePath}`;
}

/** The addresses of this server in OAuth. */
export function oauthAddresses(config: Pick<Config, 'publicUrl' | 'basePath'>, request: Reached): Addresses {
  const issuer = baseAddress(config, request);
  return { issuer, resource: `${issuer}/mcp` };
}

/**
 * The challenge by which an agent finds where to begin (RFC 9728). Some compare the resource of the document with the
 * address that they were given, sign by sign: with a slash at its end there is a document with one.
 * @param isRefused a token was sent that does not hold
 */
export function agentChallenge(issuer: string, { path }: { path: string }, isRefused: boolean): string {
  const error = isRefused ? ', error="invalid_token"' : '';
  return `Bearer realm="sightline", resource_metadata="${issuer}/.well-known/oauth-protected-resource${path}", scope="reports:read"${error}, ApiKey realm="sightline", header="X-API-Key"`;
}
