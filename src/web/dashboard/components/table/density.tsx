import { remember, remembered } from '../../state/browser.ts';
import { Store, useStore } from '../../state/store.ts';
import { Button } from '../button.tsx';

type Density = 'comfortable' | 'compact';
const KEY = 'sightline-density';

/** How much air the rows of long tables have; a person's choice for all of them. */
const chosen = new Store<Density>(remembered(KEY) === 'compact' ? 'compact' : 'comfortable');

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

function choose(density: Density): void {
  remember(KEY, density);
  chosen.set(density);
}
