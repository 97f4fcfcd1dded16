import type { BrowserRequest, Means } from './means.ts';
import { over } from './refusals.ts';

// What a login by a provider began with lies in the browser, sealed: an answer that another browser brings, or that
// belongs to another login, does not fit it.

const NAME = 'sightline_sso';
const SECONDS = 600;
const CONTEXT = 'single sign-on login';
const MOST_CHARACTERS = 4_000;

/** A login, or a link, that waits for the provider's answer. */
export interface BegunLogin {
  /** Whose provider it is: the id of an organisation, or `server`. */
  at: string;
  /** The version of the provider's settings. */
  version: string;
  state: string;
  nonce: string;
  verifier: string;
  /** Who links its account: in a session, or by a challenge of a login that begins one. null: a login alone. */
  link: { userId: string; sessionId: string } | { challenge: string } | null;
}

/** The header that keeps a begun login in the browser, for ten minutes. */
export function storedLogin(
  { config, secretBox }: Means,
  { isSecure }: BrowserRequest,
  login: BegunLogin,
): Record<string, string> {
  const text = JSON.stringify({ ...login, endsAt: Date.now() + SECONDS * 1000 });
  const value = secretBox.seal(text, CONTEXT).toString('base64url');
  // Lax: the provider's page leads back here, and a browser would not send a Strict cookie then.
  const attributes = [
    `Path=${config.basePath}/api/auth/single-sign-on`,
    `Max-Age=${SECONDS}`,
    'HttpOnly',
    'SameSite=Lax',
  ];
  if (isSecure || config.publicUrl?.startsWith('https:')) attributes.push('Secure');
  return { 'Set-Cookie': [`${NAME}=${value}`, ...attributes].join('; ') };
}

/** The login that this browser began. @throws AppError unauthorized for none, or one that is over */
export function begunLogin({ secretBox }: Means, { headers }: BrowserRequest): BegunLogin {
  const pairs = String(headers.cookie ?? '').split(';');
  const [found, other] = pairs.map((pair) => pair.trim()).filter((pair) => pair.startsWith(`${NAME}=`));
  const sealed = found?.slice(NAME.length + 1) ?? '';
  // A sibling site could set the cookie too.
  if (other !== undefined || !/^[\w-]+$/.test(sealed) || sealed.length > MOST_CHARACTERS) throw over();
  let login: BegunLogin & { endsAt: number };
  try {
    login = JSON.parse(secretBox.open(Buffer.from(sealed, 'base64url'), CONTEXT));
  } catch {
    throw over();
  }
  if (login.endsAt < Date.now()) throw over();
  return login;
}
