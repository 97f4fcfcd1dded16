/** The provider of OpenID Connect for all of the server. */
export interface OidcConfig {
  issuer: string;
  clientId: string;
  /** null: a public client. */
  clientSecret: string | null;
}

interface Variables {
  issuer: string | undefined;
  clientId: string | undefined;
  clientSecret: string | undefined;
  publicUrl: string | null;
}

/** To these a connection does not leave the machine, so it needs no TLS. */
export const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

/** Reads the settings of the server's provider. @param problems gets the problems found; none names the secret */
export function readOidc(
  { issuer, clientId, clientSecret, publicUrl }: Variables,
  problems: string[],
): OidcConfig | null {
  if (issuer === undefined) {
    for (const [name, value] of Object.entries({
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
    }))
      if (value !== undefined) problems.push(`${name} needs OIDC_ISSUER, the provider that it is of`);
    return null;
  }
  if (!isIssuer(issuer))
    problems.push(
      `OIDC_ISSUER must be the issuer as the provider names itself, as https://login.example.com, not "${issuer}"`,
    );
  if (clientId === undefined)
    problems.push('OIDC_CLIENT_ID is required with OIDC_ISSUER: what this server is called at the provider');
  // The address that the provider leads back to must not follow the Host header of a request, which its sender chooses.
  if (publicUrl === null)
    problems.push('PUBLIC_URL is required with OIDC_ISSUER: the provider leads back there');
  return { issuer, clientId: clientId ?? '', clientSecret: clientSecret ?? null };
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text) || /[?#\s]/.test(text)) return false;
  const { protocol, hostname, username, pathname } = new URL(text);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && THIS_MACHINE.includes(hostname));
  return isSafe && username === '' && !pathname.includes('/.well-known/');
}
