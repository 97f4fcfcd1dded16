import createClient, { type Middleware } from 'openapi-fetch';
import type { components, paths } from '../../../contract/generated/types.ts';
import { Store } from '../state/store.ts';

export type Schemas = components['schemas'];

/** Where the server is: this page lies at its root, which may be below another one. */
export const SERVER = new URL('.', location.href).href.replace(/\/$/, '');

/** An error of the API, in its own words. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** What is wrong with each field of the request. */
  readonly details: { field: string; message: string }[];
  /** What finishes a login that a right password did not. */
  readonly pendingLogin: Schemas['PendingLogin'] | undefined;
  /** What goes on with a login that a provider alone finishes. */
  readonly providerLogin: Schemas['ProviderLogin'] | undefined;
  /** After how long the server wants to be asked again; null where it does not say. */
  readonly retryAfterMs: number | null;

  constructor(status: number, body: Partial<Schemas['Error']> | undefined, headers?: Headers) {
    super(body?.message ?? 'The server did not answer as expected. Try again shortly.');
    this.status = status;
    this.code = body?.error ?? 'unknown';
    this.details = (body?.details as ApiError['details'] | undefined) ?? [];
    this.pendingLogin = body?.pendingLogin as Schemas['PendingLogin'] | undefined;
    this.providerLogin = body?.providerLogin as Schemas['ProviderLogin'] | undefined;
    const seconds = Number(headers?.get('Retry-After') ?? Number.NaN);
    this.retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : null;
  }
}

/** The snapshot that the numbers on screen come from. */
export interface ShownSnapshot {
  id: string;
  asOf: string;
}
export const shownSnapshot = new Store<ShownSnapshot | null>(null);

/** The access token, in memory alone; null while nobody is logged in. */
export const accessToken = new Store<string | null>(null);

/** When something was last changed from here, ms since 1970: what was loaded before may be of the past. */
export const lastChange = new Store(0);
/** What is sent by POST and changes nothing that the page shows; a file is looked at before it is stored. */
const CHANGES_NOTHING = /^\/api\/((reports|auth)\/|imports$)/;

/** Gets a new access token. Set by session.ts, which needs this client itself. */
let renew: () => Promise<boolean> = async () => false;
export function renewBy(renewal: () => Promise<boolean>): void {
  renew = renewal;
}

const authorized: Middleware = {
  onRequest({ request, schemaPath }) {
    noteChange(request, schemaPath);
    // The cookie alone renews: a refusal with a token would wait for the renewal that it is itself.
    if (accessToken.value !== null && schemaPath !== '/api/auth/refresh')
      request.headers.set('Authorization', `Bearer ${accessToken.value}`);
    return request;
  },
  onResponse({ request, response, schemaPath }) {
    noteChange(request, schemaPath);
    const id = response.headers.get('X-Snapshot-Id');
    const asOf = response.headers.get('X-Data-As-Of');
    if (id !== null && asOf !== null && id !== shownSnapshot.value?.id) shownSnapshot.set({ id, asOf });
  },
};

function noteChange({ method }: Request, schemaPath: string): void {
  if (method !== 'GET' && !CHANGES_NOTHING.test(schemaPath)) lastChange.set(Date.now());
}

/** Sends a request again, once, with a new token where the old one had ended. */
async function fetchRenewed(request: Request): Promise<Response> {
  const again = request.clone();
  const response = await fetch(request);
  const isOurs = request.headers.has('Authorization');
  if (response.status !== 401 || !isOurs || !(await renew())) return response;
  again.headers.set('Authorization', `Bearer ${accessToken.value}`);
  return fetch(again);
}

/** Typed by the contract: `api.GET('/api/brands', { params: { query: { limit: 100 } } })`. */
export const api = createClient<paths, 'application/json'>({ baseUrl: SERVER, fetch: fetchRenewed });
api.use(authorized);

/**
 * The body of an answer.
 * @throws ApiError for a refusal; TypeError where the server cannot be reached
 */
export async function unwrap<T>(
  answer: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<NonNullable<T>> {
  const { data, error, response } = await answer;
  if (!response.ok)
    throw new ApiError(response.status, error as Partial<Schemas['Error']> | undefined, response.headers);
  return data as NonNullable<T>;
}

/** What to tell a person about an error of any kind. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  if (error instanceof TypeError)
    return 'The server cannot be reached. Check your connection, then try again.';
  return error instanceof Error ? error.message : String(error);
}
