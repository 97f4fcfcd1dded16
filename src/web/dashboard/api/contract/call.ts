import forms from 'contract:forms';
import type { operations } from '../../../../contract/generated/types.ts';
import { api, unwrap } from '../client.ts';
import { type Versioned, versioned } from '../versioned.ts';
import type { OperationId } from './access.ts';
import type { CallOfPage, Limits } from './contract-forms.ts';

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
}

/** Any request of the client; its types want the path written out. */
const request = api.request as unknown as (
  method: string,
  path: string,
  options: { params?: object; body?: unknown },
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

function formOf(id: OperationId): CallOfPage {
  const form = forms[id];
  if (!form) throw new Error(`${id} is nothing that the page calls by its id.`);
  return form;
}

/** The limits of the fields of a body, by their names, such as `name` or `config.model`. */
export const fieldsOf = (id: OperationId): Record<string, Limits> => formOf(id).fields ?? {};

/** Whether an operation changes something that can be loaded, with its version, from the same path. */
export const isEdit = (id: OperationId): boolean => formOf(id).method === 'patch';

/** Makes a change by the id of its operation: `call('closeCampaign', { path: { id } })`. @throws ApiError */
export async function call<Id extends OperationId>(id: Id, sent: Sent<Id> = {}): Promise<AnswerOf<Id>> {
  return (await answerTo(id, sent)).data;
}

/** Like `call`, with the response, whose headers say more of a few operations. @throws ApiError */
export async function answerTo<Id extends OperationId>(
  id: Id,
  { body, ...params }: Sent<Id>,
): Promise<{ data: AnswerOf<Id>; response: Response }> {
  const { method, path } = formOf(id);
  const answer = request(method, path, { params, ...(body === undefined ? {} : { body }) });
  const data = (await unwrap(answer)) as AnswerOf<Id>;
  return { data, response: (await answer).response };
}

/** What an edit is about to change, as it is now. @throws ApiError */
export function stored<Id extends OperationId>(id: Id, path?: PathOf<Id>): Promise<Versioned<AnswerOf<Id>>> {
  return versioned(request('get', formOf(id).path, { params: { path } })) as Promise<Versioned<AnswerOf<Id>>>;
}
