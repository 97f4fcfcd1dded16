import { counted } from '../../../../../presentation/numbers.ts';
import { useAccess } from '../../../api/access.ts';
import { call } from '../../../api/client.ts';
import { useAction, useRows } from '../../../api/loading.ts';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { FormError } from '../../../components/form/form.tsx';
import { toastUndo } from '../../../components/toast.tsx';
import { platformName } from '../../../state/filters.ts';

/** Offers to merge prompts that differ only in blanks or in how letters are encoded. */
export function LookAlikes({ onDone }: { onDone: () => void }) {
  const may = useAccess();
  const { data, reload } = useRows('listLookAlikes');
  const found = data?.rows ?? [];
  const changed = () => {
    reload();
    onDone();
  };
  const { run, isBusy, error } = useAction(async (ids: readonly string[]) => {
    for (const id of ids) await call('mergeLookAlikes', { path: { id } });
    toastUndo(`${counted(ids.length, 'prompt')} merged.`, async () => {
      for (const id of ids) await call('undoMerge', { path: { id } });
      changed();
    });
    changed();
  });
  if (found.length === 0) return null;
  return (
    <Card
      title={`${counted(found.length, 'prompt')} in several spellings`}
      about="They differ only in blanks or in how letters are encoded, and each spelling is asked and paid for. Merged, their answers belong to the oldest one."
      actions={
        may('mergeLookAlikes') && (
          <Button isBusy={isBusy} onClick={() => void run(found.map(({ id }) => id))}>
            Merge all
          </Button>
        )
      }
    >
      <FormError error={error} />
      <ul>
        {found.map(({ id, queryText, platform, others }) => (
          <li key={id}>
            {queryText}{' '}
            <span class="muted">
              on {platformName(platform)}, in {others.length + 1} spellings
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
