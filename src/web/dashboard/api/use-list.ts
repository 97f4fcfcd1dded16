import { useRef, useState } from 'preact/hooks';
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

/** Pages of a list as one. @param load the first page, or the one after a cursor @param most pages that are loaded */
export async function pagesOf<Row>(
  load: (after: { after?: string }) => Promise<Page<Row>>,
  most: number,
): Promise<Page<Row>> {
  let page = await load({});
  const data = [...page.data];
  for (let count = 1; count < most && page.next !== null; count += 1) {
    page = await load({ after: page.next });
    data.push(...page.data);
  }
  return { ...page, data };
}

/**
 * Loads a list page by page. A reload loads as many pages as are shown.
 * @param key names all that the list depends on; null loads nothing yet
 * @param load a page: the first one, or the one after a cursor
 */
export function useList<Row>(
  key: readonly unknown[] | null,
  load: (after: { after?: string }) => Promise<Page<Row>>,
): Data<List<Row>> & { more: Action<[]> } {
  const name = JSON.stringify(key);
  const pages = useRef({ of: name, count: 1 });
  if (pages.current.of !== name) pages.current = { of: name, count: 1 };
  const first = useData(key, () => pagesOf(load, pages.current.count));
  // Further pages follow the load that they were asked for after; the next one has them.
  const [further, setFurther] = useState<{ of: unknown; rows: Row[]; next: string | null }>();
  const followed = further?.of === first.data ? further : undefined;
  const next = followed ? followed.next : (first.data?.next ?? null);
  const more = useAction(async () => {
    const page = await load(next === null ? {} : { after: next });
    pages.current.count += 1;
    setFurther({ of: first.data, rows: [...(followed?.rows ?? []), ...page.data], next: page.next });
  });
  const data = first.data && {
    rows: [...first.data.data, ...(followed?.rows ?? [])],
    total: first.data.total,
    hasMore: next !== null,
  };
  return { ...first, data, more };
}
