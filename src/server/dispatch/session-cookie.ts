import { AppError } from '../../base/errors.ts';
import { REFRESH_TOKEN_SECONDS } from '../../features/accounts/sessions.ts';
import type { HttpRequest } from './request.ts';
import type { Services } from './services.ts';

// The refresh token of a page. Only the operation refreshToken reads it, and it changes nothing but the token itself.
// Requests that a foreign page makes a browser send therefore have no effect: every other operation requires an access
// token.

const NAME = 'sightline_refresh';

/** The refresh token in a request's cookie. @throws AppError unauthorized if there is none */
export function cookieOf({ headers }: HttpRequest): string {
  const pairs = String(headers['cookie'] ?? '').split(';');
  const [found, other] = pairs.map((pair) => pair.trim()).filter((pair) => pair.startsWith(`${NAME}=`));
  // A sibling site (of the same domain) could set the cookie too, to make a person work in another's account.
  if (other !== undefined)
    throw new AppError('unauthorized', `The cookie ${NAME} came twice. Delete the cookies of this site.`);
  if (found === undefined)
    throw new AppError(
      'unauthorized',
      `Send refreshToken, or the cookie ${NAME} of a login with "session": "cookie".`,
    );
  return found.slice(NAME.length + 1);
}

/** The header that makes a browser keep a refresh token out of the reach of scripts. */
export function refreshCookie(
  services: Services,
  request: HttpRequest,
  refreshToken: string,
): Record<string, string> {
  return setCookie(services, request, refreshToken, REFRESH_TOKEN_SECONDS);
}

/** The header that makes a browser delete its refresh token. */
export function cleared(services: Services, request: HttpRequest): Record<string, string> {
  return setCookie(services, request, '', 0);
}

function setCookie(
  { config }: Services,
  { isSecure }: HttpRequest,
  value: string,
  maxAge: number,
): Record<string, string> {
  const path = `${config.basePath}/api/auth`;
  // Over plain HTTP a browser would not keep a Secure cookie.
  const attributes = [`Path=${path}`, `Max-Age=${maxAge}`, 'HttpOnly', 'SameSite=Strict'];
  if (isSecure) attributes.push('Secure');
  return { 'Set-Cookie': [`${NAME}=${value}`, ...attributes].join('; ') };
}

/**
 * Refuses requests that a page of another origin makes a browser send, even if CORS lets that page call the API: the
 * cookie is for pages of this server. A client other than a browser sends neither header.
 * @throws AppError forbidden
 */
export function refuseForeignPage(request: HttpRequest): void {
  const { 'sec-fetch-site': site, origin } = request.headers;
  // Set by the browser itself, except on pages loaded over plain HTTP.
  if (site !== undefined ? site === 'same-origin' : origin === undefined || isOwn(String(origin), request))
    return;
  throw new AppError(
    'forbidden',
    'A cookie keeps the login of pages of this server alone. Elsewhere, log in without "session": "cookie".',
  );
}

function isOwn(origin: string, { host, isSecure }: HttpRequest): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, host: of } = new URL(origin);
  // An origin omits a default port, but Host may include it.
  const requested = URL.canParse(`${protocol}//${host}`) && new URL(`${protocol}//${host}`).host;
  return of !== '' && of === requested && (protocol === 'https:' || !isSecure);
}
