import { type AnswerOf, call, type OperationId, type Sent } from './contract/call.ts';
import { type Data, useData } from './use-data.ts';

/** Loads what an operation answers, again whenever something else is sent. @param sent null loads nothing yet */
export function useAnswer<Id extends OperationId>(id: Id, sent: Sent<Id> | null = {}): Data<AnswerOf<Id>> {
  return useData(sent === null ? null : [id, sent], () => call(id, sent ?? {}));
}
