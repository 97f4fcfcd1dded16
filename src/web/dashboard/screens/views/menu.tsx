import { call } from '../../api/client.ts';
import { useRows } from '../../api/loading.ts';
import { Loaded } from '../../components/card.tsx';
import { type Act, Acts } from '../../components/list/acts.tsx';
import { useRoute } from '../../state/route.ts';
import { addressOf, useShown, type View, wordsOf } from './saved.ts';
import { saveView } from './view-form.tsx';

const MOST = 12;

/** What the menu of the filter bar holds: saved views, and a way to save what is on screen. */
export default function ViewsMenu() {
  const views = useRows('listViews');
  const opened = useRoute().params.get('view');
  const shown = useShown();
  const current = views.data?.rows.find(({ id }) => id === opened);
  const change: Act<View> = {
    label: ({ name }) => `Save changes to “${name}”`,
    operation: 'updateView',
    run: ({ id }) => call('updateView', { path: { id }, body: shown }),
    done: 'The view is saved.',
  };
  return (
    <>
      <Loaded of={views} height={60}>
        {({ rows, total }) => (
          <ul class="views-menu">
            {rows.length === 0 && <li class="small muted">No view is saved yet.</li>}
            {rows.slice(0, MOST).map((view) => (
              <li key={view.id}>
                <a href={addressOf(view)} aria-current={view.id === opened ? 'page' : undefined} dir="auto">
                  {view.name}
                </a>
                <div class="small muted">{wordsOf(view)}</div>
              </li>
            ))}
            {total > MOST && <li class="small muted">and {total - MOST} more</li>}
          </ul>
        )}
      </Loaded>
      {current && !isSame(current, shown) && (
        <Acts acts={[change]} on={current} size="small" onDone={views.reload} />
      )}
      <Acts
        acts={[saveView(shown, (view) => location.replace(addressOf(view)))]}
        on={null}
        size="small"
        onDone={views.reload}
      />
      <a href="#/views">All views</a>
    </>
  );
}

/** Whether what is on screen is what a view keeps. */
function isSame(view: View, shown: ReturnType<typeof useShown>): boolean {
  const sorted = (object: object) => Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const text = ({ screen, path, brandId, range, filters, settings }: ReturnType<typeof useShown>) =>
    JSON.stringify([screen, path, brandId, range, sorted(filters), sorted(settings)]);
  return text(view) === text(shown);
}
