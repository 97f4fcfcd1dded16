import { ApiError, unwrap } from './client.ts';
import { type Data, useData } from './use-data.ts';

/** Something and the version it is. */
export interface Versioned<T> {
  data: T;
  /** Sent back with a change, so that what somebody else changed meanwhile is not overwritten. */
  etag: string;
}

/** The body of an answer with its version. @throws ApiError */
export async function versioned<T>(
  answer: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<Versioned<NonNullable<T>>> {
  const data = await unwrap(answer);
  const { response } = await answer;
  return { data, etag: response.headers.get('ETag') ?? '*' };
}

/**
 * Loads something to be edited. What an earlier visit loaded is not shown meanwhile: a form would begin with it.
 * @param key names it; null loads nothing
 */
export function useVersioned<T>(
  key: readonly unknown[] | null,
  load: () => Promise<Versioned<T>>,
): Data<Versioned<T>> {
  const loaded = useData(key, load, { isEdited: true });
  return loaded.isLoading ? { ...loaded, data: undefined } : loaded;
}

/** The header of a change that is made on this version alone. */
export const onVersion = ({ etag }: { etag: string }) => ({ 'If-Match': etag });

/** Whether a change was refused because somebody else made one first. */
export function isOvertaken(error: unknown): boolean {
  return error instanceof ApiError && error.status === 412;
}
