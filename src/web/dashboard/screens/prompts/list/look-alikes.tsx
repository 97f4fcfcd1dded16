import { counted } from '../../../../../presentation/numbers.ts';
import { call } from '../../../api/client.ts';
import { useRows } from '../../../api/loading.ts';
import { Card } from '../../../components/card.tsx';
import { type Act, Acts } from '../../../components/list/acts.tsx';
import { toastUndo } from '../../../components/toast.tsx';
import { platformName } from '../../../state/filters.ts';

/** Offers to merge prompts that differ only in blanks or in how letters are encoded. */
export function LookAlikes({ onDone }: { onDone: () => void }) {
  const { data, reload } = useRows('listLookAlikes');
  const found = data?.rows ?? [];
  const changed = () => {
    reload();
    onDone();
  };
  const merge: Act<typeof found> = {
    label: 'Merge all',
    operation: 'mergeLookAlikes',
    run: async (all) => {
      for (const { id } of all) await call('mergeLookAlikes', { path: { id } });
      toastUndo(`${counted(all.length, 'prompt')} merged.`, async () => {
        for (const { id } of all) await call('undoMerge', { path: { id } });
        changed();
      });
    },
  };
  if (found.length === 0) return null;
  return (
    <Card
      title={`${counted(found.length, 'prompt')} in several spellings`}
      about="They differ only in blanks or in how letters are encoded, and each spelling is asked and paid for. Merged, their answers belong to the oldest one."
      actions={<Acts acts={[merge]} on={found} onDone={changed} />}
    >
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
