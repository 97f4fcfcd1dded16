import { useStore } from '../state/store.ts';
import { isBehind } from './follow.ts';

/** Says that reports do not show yet what was changed; they are loaded anew once they do. */
export function Following() {
  if (!useStore(isBehind)) return null;
  return (
    <p class="note" role="status">
      Reports follow in about a minute. They are loaded by themselves then.
    </p>
  );
}
