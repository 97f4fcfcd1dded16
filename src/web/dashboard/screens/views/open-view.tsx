import { useEffect } from 'preact/hooks';
import { useAnswer } from '../../api/loading.ts';
import { Loaded } from '../../components/card.tsx';
import { useRoute } from '../../state/route.ts';
import { addressOf } from './saved.ts';

/** The link of a saved view: leads to what it shows now. */
export default function OpenView() {
  const [id = ''] = useRoute().path;
  const view = useAnswer('getView', { path: { id } });
  useEffect(() => {
    if (view.data) location.replace(addressOf(view.data));
  }, [view.data]);
  return (
    <div class="stack">
      <h1>A saved view</h1>
      <Loaded of={view}>{({ name }) => <p>Opening “{name}”…</p>}</Loaded>
    </div>
  );
}
