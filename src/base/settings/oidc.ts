import { THIS_MACHINE } from './addresses.ts';

/** The provider of OpenID Connect for all of the server. */
export interface OidcConfig {
  issuer: string;
  clientId: string;
  /** null: a public client. */
  clientSecret: string | null;
}

export function isIssuer(text: string): boolean {
  if (!URL.canParse(text) || /[?#\s]/.test(text)) return false;
  const { protocol, hostname, username, password, pathname } = new URL(text);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && THIS_MACHINE.includes(hostname));
  return isSafe && username === '' && password === '' && !pathname.includes('/.well-known/');
}
