import { type AnswerOf, call, type OperationId, type Sent } from './contract/call.ts';
import { given } from './given.ts';
import { useList } from './use-list.ts';

type ListId = Extract<OperationId, `list${string}`>;
/** What a list holds. */
export type RowOf<Id extends ListId> = AnswerOf<Id> extends { data: (infer Row)[] } ? Row : never;

/** The most rows a list gives in one answer: most lists are then here as a whole, and can be searched. */
const MOST = 1000;

/**
 * The rows of a list by the id of its operation. @param query conditions, of which null is none; `limit` is the size of
 * a page
 */
export function useRows<Id extends ListId>(
  id: Id,
  query: {
    [Name in keyof NonNullable<Sent<Id>['query']>]?: NonNullable<Sent<Id>['query']>[Name] | null;
  } = {},
  path?: Sent<Id>['path'],
) {
  return useList<RowOf<Id>>([id, path, query], (after) => {
    const sent = { path, query: { limit: MOST, ...given(query), ...after } } as unknown as Sent<Id>;
    return call(id, sent) as unknown as Promise<{ data: RowOf<Id>[]; total: number; next: string | null }>;
  });
}
