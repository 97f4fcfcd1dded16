import type { Pages } from '../api/use-pages.ts';
import { Button } from './button.tsx';
import { FormError } from './form.tsx';
import { counted, formatCount } from './numbers.tsx';

/** How much of a list is shown, and a way to the rest; nothing where that is all. */
export function ShowMore<T>({ list, one, many }: { list: Pages<T>; one: string; many?: string }) {
  if (!list.hasMore || list.data === undefined) return null;
  return (
    <div class="stack-small">
      <FormError error={list.moreError} />
      <div class="actions">
        <Button size="small" isBusy={list.isLoadingMore} onClick={list.more}>
          Show more
        </Button>
        <span class="small muted" role="status">
          {formatCount(list.data.rows.length)} of {counted(list.data.total, one, many)}
        </span>
      </div>
    </div>
  );
}
