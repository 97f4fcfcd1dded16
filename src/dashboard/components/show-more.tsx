import type { Pages } from '../api/use-pages.ts';
import { Button } from './button.tsx';
import { FormError } from './form.tsx';
import { formatCount } from './numbers.tsx';

/** How much of a list is shown, and the next page of it. */
export function ShowMore<Row>({ of: { data, more } }: { of: Pages<Row> }) {
  if (!data?.next) return null;
  return (
    <div class="stack-small">
      <div class="row">
        <Button size="small" isBusy={more.isBusy} onClick={() => void more.run()}>
          Show more
        </Button>
        <span class="small muted" aria-live="polite">
          {formatCount(data.data.length)} of {formatCount(data.total)} shown
        </span>
      </div>
      <FormError error={more.error} />
    </div>
  );
}
