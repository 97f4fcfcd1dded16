import { Store, useStore } from '../../state/store.ts';
import { Button } from '../button.tsx';

type Density = 'comfortable' | 'compact';
const KEY = 'sightline-density';

/** How much air the rows of long tables have; a person's choice for all of them. */
const chosen = new Store<Density>(remembered());

export const useDensity = (): Density => useStore(chosen);

/** Chooses compact or comfortable rows. */
export function DensityButton() {
  const isCompact = useDensity() === 'compact';
  return (
    <Button
      size="small"
      aria-pressed={isCompact}
      onClick={() => choose(isCompact ? 'comfortable' : 'compact')}
    >
      Compact rows
    </Button>
  );
}

/** What was chosen before; storage may be refused by the browser. */
function remembered(): Density {
  try {
    return localStorage.getItem(KEY) === 'compact' ? 'compact' : 'comfortable';
  } catch {
    return 'comfortable';
  }
}

function choose(density: Density): void {
  try {
    localStorage.setItem(KEY, density);
  } catch {
    // It holds until the page is loaded again.
  }
  chosen.set(density);
}
