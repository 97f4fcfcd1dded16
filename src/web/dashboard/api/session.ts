import { today } from '../../../base/definitions.ts';
import { answerDays } from '../state/range.ts';
import { Store } from '../state/store.ts';
import {
  ApiError,
  accessToken,
  type BodyOf,
  call,
  renewBy,
  type Schemas,
  SERVER,
  shownSnapshot,
} from './client.ts';
import { forgetData } from './loading.ts';

export type Me = Schemas['Me'];

/** Who is logged in; undefined until that is known, null for nobody. */
export const me = new Store<Me | null | undefined>(undefined);

/** Whether the session of `me` ended elsewhere. What is on screen stays, so that no input is lost. */
export const hasEnded = new Store(false);

/** A session continues by a cookie that scripts cannot read; this only remembers that there is one. */
const HAS_SESSION = 'sightline-session';
/** What a login by a provider was begun at. */
const PLACE = 'sightline-place';
const RENEW_BEFORE_S = 60;
let renewal: Promise<boolean> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Counts logins and ends: what was asked before one of them has no say after it. */
let era = 0;
let seenSnapshot: unknown = null;

renewBy(renewSession);

/** The other tabs of this browser at this server: a logout in one empties all. */
const tabs = new BroadcastChannel(`sightline ${SERVER}`);
tabs.onmessage = () => me.value && leave();

// What days have answers is known before the first screen asks for any.
me.subscribe(() => {
  const { oldestAnswerAt: oldest, newestAnswerAt: newest } = me.value?.organisation ?? {};
  answerDays.set(oldest && newest ? { oldest: oldest.slice(0, 10), newest: newest.slice(0, 10) } : null);
});

/** A snapshot that is newer than the one on screen may have the first answers of a day. */
shownSnapshot.subscribe(() => {
  const isFirst = seenSnapshot === null;
  seenSnapshot = shownSnapshot.value;
  if (isFirst || !me.value || answerDays.value?.newest === today()) return;
  loadMe().catch(() => {}); // what is on screen stays right for the snapshot before
});

/** Continues the session of an earlier visit. @throws ApiError, or TypeError, where the server cannot say now */
export async function resume(): Promise<void> {
  if (!remembered()) return me.set(null);
  await renewSession();
  const place = placeBefore();
  if (me.value && place !== null && /^(#\/?)?$/.test(location.hash)) location.replace(place);
}

/** Leaves for a provider, which leads back here: to the place that the person wanted to see. */
export function leadOn(url: string): void {
  remember(true);
  try {
    // These screens are on the way in.
    const isScreen = !/^#\/(go-on|join|refused|register)\b/.test(location.hash);
    sessionStorage.setItem(PLACE, isScreen ? location.hash : '');
  } catch {
    // The overview follows.
  }
  location.assign(url);
}

function placeBefore(): string | null {
  try {
    const place = sessionStorage.getItem(PLACE);
    sessionStorage.removeItem(PLACE);
    return place?.startsWith('#/') ? place : null;
  } catch {
    return null;
  }
}

/** The operations that begin a session. */
type WayIn = 'login' | 'acceptInvitation' | 'register' | 'switchOrganisation';

/** Begins a session, such as by a password. @throws ApiError for a wrong one and the like */
export async function enter<Id extends WayIn>(way: Id, body: Omit<BodyOf<Id>, 'session'>): Promise<void> {
  await renewalDone();
  const sent = { ...body, session: 'cookie' } as unknown as BodyOf<Id>;
  await begin((await call(way, { body: sent })) as { accessToken: string; expiresIn: number });
  if (way !== 'login') location.hash = '#/overview';
}

/** Finishes a login by a code; `begin` goes on with it. @throws ApiError */
export async function confirmLogin(challenge: string, code: string): Promise<Schemas['LoginTokens']> {
  await renewalDone();
  return call('confirmLogin', { body: { challenge, code, session: 'cookie' } });
}

/** @throws ApiError, TypeError where the session could not be ended, which then goes on */
export async function logOut({ everywhere = false } = {}): Promise<void> {
  await renewalDone();
  const ended = await call('endSingleSignOn', everywhere ? { body: { everywhere } } : {}).catch((error) => {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
    return null; // it is over already
  });
  leave();
  tabs.postMessage('left');
  // The provider's own login ends there.
  if (ended?.url) location.assign(ended.url);
}

/** Takes everything of the person off the page. */
export function leave(): void {
  end();
  me.set(null);
}

/** Reads again who is logged in, after a change of the organisation, the plan or the role. */
export async function loadMe(): Promise<void> {
  me.set(await call('getMe'));
}

/** Goes on with a session that a code has finished. */
export async function begin(session: { accessToken: string; expiresIn: number }): Promise<void> {
  era += 1;
  forgetData();
  keep(session);
  remember(true);
  await loadMe();
  hasEnded.set(false);
}

/**
 * Waits for a renewal that is under way: its cookie would take the place of that of a login, or stay after a logout.
 */
async function renewalDone(): Promise<void> {
  await renewal?.catch(() => {});
}

/** Of several calls at once one asks. @returns whether there is a session @throws as `renewOnce` does */
function renewSession(): Promise<boolean> {
  renewal ??= renewOnce().finally(() => {
    renewal = undefined;
  });
  return renewal;
}

/** @throws ApiError, TypeError where it is not known whether there is a session */
async function renewOnce(): Promise<boolean> {
  const asked = era;
  const renewed = await call('refreshToken', { body: { include: ['me'] } }).catch((error) => {
    // Refused: the session has ended, or its organisation is suspended. All else may pass.
    const isOver = error.status === 401 || error.code === 'organisation_suspended';
    if (!isOver && asked === era) throw error;
    return null;
  });
  if (asked !== era) return accessToken.value !== null;
  if (renewed?.me) {
    keep(renewed);
    return isStill(renewed.me);
  }
  end();
  if (me.value) hasEnded.set(true);
  else me.set(null);
  return false;
}

/**
 * Shows who a renewed session is of. Another tab may have logged in anew meanwhile, perhaps elsewhere: what was asked
 * for here must not be done there.
 * @returns whether it is the person and organisation of before
 */
function isStill(now: Me): boolean {
  const before = me.value;
  const isSame =
    !before || (before.user.id === now.user.id && before.organisation.id === now.organisation.id);
  if (!isSame) forgetData();
  me.set(now);
  return isSame;
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

function end(): void {
  era += 1;
  clearTimeout(timer);
  accessToken.set(null);
  remember(false);
  forgetData();
  hasEnded.set(false);
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
