import { namedMost } from '../../../../presentation/charts/series.ts';
import { Card } from '../../components/card.tsx';
import { href } from '../../state/route.ts';
import { PlatformMatrix, platformOf } from '../overview/platform-matrix.tsx';
import type { BrandRow } from '../overview/tiles.tsx';

/** More names than these are for the overview. */
const MOST_NAMES = 10;

/** The brand and its competitors on each platform: visibility now, and the verdict on its change. */
export function Matrix({ whole, platforms }: { whole: BrandRow; platforms: readonly BrandRow[] }) {
  const competitors = namedMost(whole.competitors ?? []).slice(0, MOST_NAMES);
  return (
    <Card
      title="Who moved where"
      about="Visibility now, and its change with the verdict. Point at a number for both periods."
      actions={
        competitors.length === 0 && <a href={href(`settings/brands/${whole.brand.id}`)}>Add competitors</a>
      }
    >
      <PlatformMatrix
        caption="Visibility by platform and competitor"
        csv="platforms-compared"
        rows={[whole, ...platforms]}
        own={whole.brand.name}
        competitors={competitors}
        hrefOf={promptsOf}
        isOfChanges
      />
    </Card>
  );
}

/** The prompts on the row's platform; those of the filter bar, where the row is of all. */
function promptsOf(row: BrandRow): string {
  const platform = platformOf(row);
  return href('prompts', platform === undefined ? {} : { platform });
}
