import called from 'contract:operations';
import type { operations } from '../../../../contract/generated/types.ts';
import { api, unwrap } from '../client.ts';
import { type Versioned, versioned } from '../versioned.ts';

export type OperationId = keyof operations;

type Json<Holder> = Holder extends { content: { 'application/json': infer Body } } ? Body : never;
type Parameters<Id extends OperationId, In extends string> =
  operations[Id]['parameters'] extends Partial<Record<In, infer Given>> ? NonNullable<Given> : undefined;

/** The body that an operation takes. */
export type BodyOf<Id extends OperationId> = operations[Id] extends { requestBody?: infer Body }
  ? Json<NonNullable<Body>>
  : undefined;
/** What it answers; undefined where that has no body. */
export type AnswerOf<Id extends OperationId> = operations[Id]['responses'] extends infer Responses
  ? Json<Responses[keyof Responses & (200 | 201 | 202)]>
  : never;
export type PathOf<Id extends OperationId> = Parameters<Id, 'path'>;

export interface Sent<Id extends OperationId> {
  path?: PathOf<Id>;
  query?: Parameters<Id, 'query'>;
  header?: Parameters<Id, 'header'>;
  body?: BodyOf<Id>;
  /** Ends the request where its answer is no longer wanted. */
  signal?: AbortSignal;
}

/** Any request of the client; its types want the path written out. */
const request = api.request as unknown as (
  method: string,
  path: string,
  options: { params?: object; body?: unknown; signal?: AbortSignal },
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

function requestOf(id: OperationId): { method: string; path: string } {
  const found = called[id];
  if (!found) throw new Error(`${id} is nothing that the page calls by its id.`);
  return found;
}

/** Whether an operation changes something that can be loaded, with its version, from the same path. */
export const isEdit = (id: OperationId): boolean => requestOf(id).method === 'patch';

/** Calls an operation by its id: `call('closeCampaign', { path: { id } })`. @throws ApiError */
export async function call<Id extends OperationId>(id: Id, sent: Sent<Id> = {}): Promise<AnswerOf<Id>> {
  return (await answerTo(id, sent)).data;
}

/** Like `call`, with the response, whose headers say more of a few operations. @throws ApiError */
export async function answerTo<Id extends OperationId>(
  id: Id,
  { body, signal, ...params }: Sent<Id>,
): Promise<{ data: AnswerOf<Id>; response: Response }> {
  const { method, path } = requestOf(id);
  const options = { params, ...(body === undefined ? {} : { body }), ...(signal ? { signal } : {}) };
  const answer = request(method, path, options);
  const data = (await unwrap(answer)) as AnswerOf<Id>;
  return { data, response: (await answer).response };
}

/** What an edit is about to change, as it is now. @throws ApiError */
export function stored<Id extends OperationId>(id: Id, path?: PathOf<Id>): Promise<Versioned<AnswerOf<Id>>> {
  return versioned(request('get', requestOf(id).path, { params: { path } })) as Promise<
    Versioned<AnswerOf<Id>>
  >;
}
