import { useState } from 'preact/hooks';
import { type Action, type Data, useAction, useData } from './use-data.ts';

/** A page of a list, as the API answers it. */
export interface Page<Row> {
  data: Row[];
  total: number;
  next: string | null;
}

/** A list of which more can be shown. */
export interface Pages<Row> extends Data<Page<Row>> {
  /** Loads the page after those that are shown. */
  more: Action<[]>;
}

/**
 * Loads a list page by page. Loading it anew begins at its first page.
 * @param load gives the page after a cursor
 */
export function usePages<Row>(
  key: readonly unknown[] | null,
  load: (after?: string) => Promise<Page<Row>>,
): Pages<Row> {
  const first = useData(key, () => load());
  const [further, setFurther] = useState<{ of: Page<Row>; shown: Page<Row> } | null>(null);
  const data = further !== null && further.of === first.data ? further.shown : first.data;
  const more = useAction(async () => {
    if (!first.data || !data?.next) return;
    const page = await load(data.next);
    setFurther({ of: first.data, shown: { ...page, data: [...data.data, ...page.data] } });
  });
  return { ...first, data, more };
}
