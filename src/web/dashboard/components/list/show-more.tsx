import { counted } from '../../../../presentation/numbers.ts';
import type { Data, List } from '../../api/loading.ts';
import { Button } from '../button.tsx';
import { FormError } from '../form/form.tsx';

/** How much of a list is shown, and a way to the rest. */
export function ShowMore<Row>({
  list,
  one,
  many,
}: {
  list: Data<List<Row>> & { more: { run(): Promise<boolean>; isBusy: boolean; error: unknown } };
  /** What a row is, such as 'domain'. */
  one: string;
  many?: string;
}) {
  if (!list.data?.hasMore) return null;
  const { rows, total } = list.data;
  return (
    <div class="stack-small show-more">
      <FormError error={list.more.error} />
      <div class="row">
        <Button size="small" isBusy={list.more.isBusy} onClick={() => void list.more.run()}>
          Show more
        </Button>
        <span class="small muted">
          {rows.length} of {counted(total, one, many)}
        </span>
      </div>
    </div>
  );
}
