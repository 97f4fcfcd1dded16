import { useState } from 'preact/hooks';
import { type Data, useAction, useData } from './use-data.ts';

interface Page<T> {
  data: readonly T[];
  total: number;
  next: string | null;
}

/** A list that is loaded page by page. */
export interface Pages<T> extends Data<{ rows: readonly T[]; total: number }> {
  hasMore: boolean;
  /** Loads the next page. */
  more(): void;
  isLoadingMore: boolean;
  /** Why the next page could not be loaded. */
  moreError: unknown;
}

/**
 * Loads the first page of a list, and further ones on demand.
 * @param key as of useData
 * @param load loads the page that begins after a cursor; the first one without
 */
export function usePages<T>(
  key: readonly unknown[] | null,
  load: (after?: string) => Promise<Page<T>>,
): Pages<T> {
  const first = useData(key, () => load());
  // Pages behind a first page that was loaded anew are no longer behind it.
  const [further, setFurther] = useState<{
    of: Page<T> | undefined;
    rows: readonly T[];
    next: string | null;
  }>();
  const isOfFirst = further !== undefined && further.of === first.data;
  const rows = isOfFirst ? further.rows : [];
  const next = isOfFirst ? further.next : (first.data?.next ?? null);
  const { run, isBusy, error } = useAction(async () => {
    if (next === null) return;
    const page = await load(next);
    setFurther({ of: first.data, rows: [...rows, ...page.data], next: page.next });
  });
  return {
    ...first,
    data: first.data && { rows: [...first.data.data, ...rows], total: first.data.total },
    hasMore: next !== null,
    more: () => void run(),
    isLoadingMore: isBusy,
    moreError: error,
  };
}
