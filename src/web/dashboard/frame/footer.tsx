import { useEffect } from 'preact/hooks';
import { counted, formatMoment } from '../../../presentation/numbers.ts';
import { shownSnapshot } from '../api/client.ts';
import { Store, useStore } from '../state/store.ts';

const runsBehind = new Store<number | null>(null);

/** Tells the footer how many answers are behind the screen; undefined while that is not known. */
export function useRunsBehind(runs: number | undefined): void {
  useEffect(() => {
    runsBehind.set(runs ?? null);
    return () => runsBehind.set(null);
  }, [runs]);
}

/** Where the numbers on screen come from. */
export function Footer() {
  const snapshot = useStore(shownSnapshot);
  const runs = useStore(runsBehind);
  return (
    <footer class="footer">
      {/* What is known later stands later: nothing moves. */}
      <span>Days are UTC</span>
      {snapshot && (
        <>
          <span>Data as of {formatMoment(snapshot.asOf)}</span>
          <span>
            Snapshot <code>{snapshot.id}</code>
          </span>
        </>
      )}
      {runs !== null && <span>{counted(runs, 'answer')} behind this page</span>}
    </footer>
  );
}
