import { useState } from 'preact/hooks';
import { type Action, type Data, useAction, useData } from './use-data.ts';

interface Page<Row> {
  data: Row[];
  total: number;
  next: string | null;
}

/** The rows of a list that were loaded so far. */
export interface List<Row> {
  rows: Row[];
  total: number;
  hasMore: boolean;
}

/**
 * Loads a list page by page.
 * @param key names all that the list depends on; null loads nothing yet
 * @param load a page: the first one, or the one after a cursor
 */
export function useList<Row>(
  key: readonly unknown[] | null,
  load: (after: { after?: string }) => Promise<Page<Row>>,
): Data<List<Row>> & { more: Action<[]> } {
  const first = useData(key, () => load({}));
  const [further, setFurther] = useState<{ of: unknown; rows: Row[]; next: string | null }>();
  // Further pages belong to the first page that they follow: after a reload they are loaded anew.
  const followed = further?.of === first.data ? further : undefined;
  const next = followed ? followed.next : (first.data?.next ?? null);
  const more = useAction(async () => {
    const page = await load(next === null ? {} : { after: next });
    setFurther({ of: first.data, rows: [...(followed?.rows ?? []), ...page.data], next: page.next });
  });
  const data = first.data && {
    rows: [...first.data.data, ...(followed?.rows ?? [])],
    total: first.data.total,
    hasMore: next !== null,
  };
  return { ...first, data, more };
}
