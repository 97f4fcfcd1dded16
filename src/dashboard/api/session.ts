import { Store } from '../state/store.ts';
import { ApiError, accessToken, api, renewBy, type Schemas, unwrap } from './client.ts';
import { forgetData } from './use-data.ts';

export type Me = Schemas['Me'];

/** Who is logged in; undefined until that is known, null for nobody. */
export const me = new Store<Me | null | undefined>(undefined);

/** A session continues by a cookie that scripts cannot read; this only remembers that there is one. */
const HAS_SESSION = 'sightline-session';
const RENEW_BEFORE_S = 60;
let renewal: Promise<boolean> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

renewBy(renewSession);

/** Continues the session of an earlier visit. @throws ApiError, or TypeError, where the server cannot say now */
export async function resume(): Promise<void> {
  if (!remembered()) return me.set(null);
  await renewSession();
  if (accessToken.value !== null) await loadMe();
}

/** @throws ApiError for a wrong password and the like */
export async function logIn(email: string, password: string): Promise<void> {
  const session = await unwrap(api.POST('/api/auth/login', { body: { email, password, session: 'cookie' } }));
  await begin(session);
}

/** @throws ApiError */
export async function acceptInvitation(token: string, password: string): Promise<void> {
  await begin(
    await unwrap(api.POST('/api/auth/invitations/accept', { body: { token, password, session: 'cookie' } })),
  );
}

/** @throws ApiError, such as forbidden where organisations are not registered here */
export async function register(body: {
  organisationName: string;
  email: string;
  password: string;
}): Promise<void> {
  await begin(await unwrap(api.POST('/api/auth/register', { body: { ...body, session: 'cookie' } })));
}

/** @throws ApiError */
export async function switchOrganisation(organisationId: string): Promise<void> {
  await begin(
    await unwrap(api.POST('/api/auth/organisation', { body: { organisationId, session: 'cookie' } })),
  );
  location.hash = '#/overview';
}

export async function logOut({ everywhere = false } = {}): Promise<void> {
  await api.POST('/api/auth/logout', everywhere ? { body: { everywhere } } : {}).catch(() => {});
  end();
}

/** Reads again who is logged in, after a change of the organisation, the plan or the role. */
export async function loadMe(): Promise<void> {
  me.set(await unwrap(api.GET('/api/auth/me')));
}

async function begin(session: { accessToken: string; expiresIn: number }): Promise<void> {
  forgetData();
  keep(session);
  remember(true);
  await loadMe();
}

/** Of several calls at once one asks. @returns whether there is a session; rejects where the server cannot say now */
function renewSession(): Promise<boolean> {
  renewal ??= renewOnce().finally(() => {
    renewal = undefined;
  });
  return renewal;
}

async function renewOnce(): Promise<boolean> {
  const before = accessToken.value;
  const { data, error, response } = await api.POST('/api/auth/refresh', { body: {} });
  if (data) {
    keep(data);
    // Another tab logged in anew meanwhile: what is on screen may be another organisation's.
    if (before !== null && sessionOf(before) !== sessionOf(data.accessToken)) location.reload();
    return true;
  }
  // Refused: the session has ended. All else may pass.
  if (response.status !== 401) throw new ApiError(response.status, error);
  end();
  return false;
}

function keep({ accessToken: token, expiresIn }: { accessToken: string; expiresIn: number }): void {
  accessToken.set(token);
  clearTimeout(timer);
  // Where that fails, the next request that is refused renews.
  timer = setTimeout(
    () => void renewSession().catch(() => {}),
    Math.max(1, expiresIn - RENEW_BEFORE_S) * 1000,
  );
}

/** The session that an access token (a JWT) is of. */
function sessionOf(token: string): unknown {
  const claims = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
  return (JSON.parse(atob(claims)) as { sid?: unknown }).sid;
}

function end(): void {
  clearTimeout(timer);
  accessToken.set(null);
  remember(false);
  forgetData();
  me.set(null);
}

function remembered(): boolean {
  try {
    return localStorage.getItem(HAS_SESSION) !== null;
  } catch {
    return true; // storage is refused: ask
  }
}

function remember(has: boolean): void {
  try {
    if (has) localStorage.setItem(HAS_SESSION, '1');
    else localStorage.removeItem(HAS_SESSION);
  } catch {
    // The next visit asks the server.
  }
}
