import { AppError, type ErrorBody, STATUS, unavailable } from '../base/errors.ts';
import { createSightlineClient } from '../client.ts';
import { theContract } from '../contract/document/schemas.ts';
import type { AnswerOf, Api, ApiParameters, ReadId } from './api.ts';

/** The API of a remote server. @param baseUrl includes its path prefix, if any, such as http://127.0.0.1:8080 */
export function apiOverHttp(baseUrl: string, apiKey: string): Api {
  const client = createSightlineClient({ baseUrl, apiKey });
  return async <Id extends ReadId>(id: Id, { path, query, body, snapshotId }: ApiParameters<Id>) => {
    const operation = theContract().operation(id);
    if (!operation) throw new Error(`The contract has no ${id}.`);
    const init = {
      params: { path, query, ...(snapshotId !== undefined && { header: { 'X-Snapshot-Id': snapshotId } }) },
      ...(body !== undefined && { body }),
    };
    // The operation and its path are known only at run time, but the client's types require literals.
    const answered = client.request(operation.method as never, operation.path as never, init as never);
    const { data, error, response } = await (answered as Promise<Answered>).catch((cause) => {
      throw unavailable(`The server at ${new URL(baseUrl).origin} cannot be reached.`, cause);
    });
    if (!response.ok) throw refusal(error, response);
    return {
      body: data as AnswerOf<Id>,
      snapshotId: response.headers.get('X-Snapshot-Id'),
      asOf: response.headers.get('X-Data-As-Of'),
    };
  };
}

interface Answered {
  data?: unknown;
  error?: unknown;
  response: Response;
}

function refusal(sent: unknown, { status, headers }: Response): AppError {
  const { error, message, ...body } = (typeof sent === 'object' ? sent : {}) as Partial<ErrorBody>;
  if (error === undefined || !(error in STATUS))
    return unavailable(`The server answered with ${status} and not as the API does. Is the address right?`);
  const retry = headers.get('Retry-After');
  return new AppError(error, message ?? '', {
    body,
    ...(retry !== null && { headers: { 'Retry-After': retry } }),
  });
}
