import sentTo from 'contract:operations';
import createClient, { type Middleware } from 'openapi-fetch';
import type { components, operations, paths } from '../../../contract/generated/types.ts';
import { Store } from '../state/store.ts';

export type Schemas = components['schemas'];

/** Address of the server: this page lies at its root, which may be below another one. */
export const SERVER = new URL('.', location.href).href.replace(/\/$/, '');

/** An error of the API, in its own words. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** Each wrong field of the request. */
  readonly details: { field: string; message: string }[];
  /** Finishes a login that a right password did not. */
  readonly pendingLogin: Schemas['PendingLogin'] | undefined;
  /** Continues a login that only a provider finishes. */
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
/** Sent by POST, but changes nothing that the page shows: a file is looked at before it is stored. */
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

const client = createClient<paths, 'application/json'>({ baseUrl: SERVER, fetch: fetchRenewed });
client.use(authorized);

export type OperationId = keyof operations;

type Json<Holder> = Holder extends { content: { 'application/json': infer Body } } ? Body : never;
type Parameters<Id extends OperationId, In extends string> =
  operations[Id]['parameters'] extends Partial<Record<In, infer Given>> ? NonNullable<Given> : undefined;

/** The body that an operation takes. */
export type BodyOf<Id extends OperationId> = operations[Id] extends { requestBody?: infer Body }
  ? Json<NonNullable<Body>>
  : undefined;
/** Its answer; undefined where that has no body. */
export type AnswerOf<Id extends OperationId> = operations[Id]['responses'] extends infer Responses
  ? Json<Responses[keyof Responses & (200 | 201 | 202)]>
  : never;
export type PathOf<Id extends OperationId> = Parameters<Id, 'path'>;
type QueryOf<Id extends OperationId> = NonNullable<Parameters<Id, 'query'>>;

export interface Sent<Id extends OperationId> {
  path?: PathOf<Id>;
  /** Conditions; null is none. */
  query?: { [Name in keyof QueryOf<Id>]: QueryOf<Id>[Name] | null };
  header?: Parameters<Id, 'header'>;
  body?: BodyOf<Id>;
  /** Ends the request where its answer is no longer wanted. */
  signal?: AbortSignal;
}

/** Any request of the client, whose types want the path written out. It leaves out what is null in a query. */
const request = client.request as unknown as (
  method: string,
  path: string,
  options: { params?: object; body?: unknown; signal?: AbortSignal; parseAs?: 'blob' },
) => Promise<{ data?: unknown; error?: Partial<Schemas['Error']>; response: Response }>;

function operationOf(id: OperationId): { method: string; path: string } {
  const found = sentTo[id];
  if (!found) throw new Error(`${id} is no operation of the page.`);
  return found;
}

/** Whether an operation changes something that can be loaded, with its version, from the same path. */
export const isEdit = (id: OperationId): boolean => operationOf(id).method === 'patch';

/**
 * Calls an operation by its id: `call('closeCampaign', { path: { id } })`.
 * @throws ApiError for a refusal; TypeError where the server cannot be reached
 */
export async function call<Id extends OperationId>(id: Id, sent: Sent<Id> = {}): Promise<AnswerOf<Id>> {
  return (await answerTo(id, sent)).data;
}

/** Like `call`, with the response, whose headers say more of a few operations. @throws as `call` does */
export async function answerTo<Id extends OperationId>(
  id: Id,
  { body, signal, ...params }: Sent<Id> = {},
  { method = operationOf(id).method, ...how }: { method?: string; parseAs?: 'blob' } = {},
): Promise<{ data: AnswerOf<Id>; response: Response }> {
  const { data, error, response } = await request(method, operationOf(id).path, {
    params,
    ...(body === undefined ? {} : { body }),
    ...(signal ? { signal } : {}),
    ...how,
  });
  if (!response.ok) throw new ApiError(response.status, error, response.headers);
  return { data: data as AnswerOf<Id>, response };
}

/** Something and the version it is. */
export interface Versioned<T> {
  data: T;
  /** Sent back with a change, so that what somebody else changed meanwhile is not overwritten. */
  etag: string;
}

/** The stored state that an edit is about to change. @throws as `call` does */
export async function stored<Id extends OperationId>(
  id: Id,
  path?: PathOf<Id>,
): Promise<Versioned<AnswerOf<Id>>> {
  const { data, response } = await answerTo(id, path === undefined ? {} : { path }, { method: 'get' });
  return { data, etag: response.headers.get('ETag') ?? '*' };
}

/** The header of a change that is made on this version alone. */
export const onVersion = ({ etag }: { etag: string }) => ({ 'If-Match': etag });

/** Whether a change was refused because somebody else made one first. */
export function isOvertaken(error: unknown): boolean {
  return error instanceof ApiError && error.status === 412;
}

/** An error of any kind in words for a person. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  if (error instanceof TypeError)
    return 'The server cannot be reached. Check your connection, then try again.';
  return error instanceof Error ? error.message : String(error);
}
