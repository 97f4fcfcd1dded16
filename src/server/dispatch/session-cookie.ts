import { AppError } from '../../base/errors.ts';
import { REFRESH_TOKEN_SECONDS } from '../../features/accounts/sessions.ts';
import type { HttpRequest } from './request.ts';
import type { Services } from './services.ts';

// The refresh token of a page. Only the operation refreshToken reads it, and that changes nothing but the token itself:
// what a foreign page makes a browser send has no effect elsewhere, because all else asks for an access token.

const NAME = 'sightline_refresh';

/** The refresh token in a request's cookie. @throws AppError unauthorized where there is none */
export function cookieOf({ headers }: HttpRequest): string {
  const pairs = String(headers['cookie'] ?? '').split(';');
  const [found, other] = pairs.map((pair) => pair.trim()).filter((pair) => pair.startsWith(`${NAME}=`));
  // A site beside this one (of the same domain) may set it too, so that a person works in an account of others.
  if (other !== undefined)
    throw new AppError('unauthorized', `The cookie ${NAME} came twice. Delete the cookies of this site.`);
  if (found === undefined)
    throw new AppError(
      'unauthorized',
      `Send refreshToken, or the cookie ${NAME} of a login with "session": "cookie".`,
    );
  return found.slice(NAME.length + 1);
}

/** The header that has a browser keep a refresh token where no script can read it. */
export function kept(services: Services, request: HttpRequest, refreshToken: string): Record<string, string> {
  return setCookie(services, request, refreshToken, REFRESH_TOKEN_SECONDS);
}

/** The header that has a browser forget its refresh token. */
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
  // Over plain HTTP a browser would not keep a cookie that is Secure.
  const attributes = [`Path=${path}`, `Max-Age=${maxAge}`, 'HttpOnly', 'SameSite=Strict'];
  if (isSecure) attributes.push('Secure');
  return { 'Set-Cookie': [`${NAME}=${value}`, ...attributes].join('; ') };
}

/**
 * Refuses what a page of another origin has a browser send, also where CORS lets it call the API: a cookie is for pages
 * of this server. A client that is no browser sends neither of the headers.
 * @throws AppError forbidden
 */
export function refuseForeignPage(request: HttpRequest): void {
  const { 'sec-fetch-site': site, origin } = request.headers;
  // The browser's own word. Where the page came by plain HTTP it sends none.
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
  // A default port is left out of an origin, but perhaps not of Host.
  const asked = URL.canParse(`${protocol}//${host}`) && new URL(`${protocol}//${host}`).host;
  return of !== '' && of === asked && (protocol === 'https:' || !isSecure);
}
