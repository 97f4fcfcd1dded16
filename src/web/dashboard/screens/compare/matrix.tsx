import type { Schemas } from '../../api/client.ts';
import { Card } from '../../components/card.tsx';
import { Interval } from '../../components/change.tsx';
import { formatPercent, signed, signOf, whyOf } from '../../components/numbers.ts';
import { HeatCell } from '../../components/table/heat.tsx';
import { NameHead } from '../../components/table/name-head.tsx';
import { type Column, Table } from '../../components/table/table.tsx';
import { platformName } from '../../state/filters.ts';
import { href } from '../../state/route.ts';
import type { BrandRow } from '../overview/tiles.tsx';

/** A name in both periods. */
type Measured = Pick<Schemas['CompetitorMeasures'], 'visibility' | 'change'> & {
  previous?: { visibility: number | null } | null | undefined;
};

/** More names than these are for the overview. */
const MOST_NAMES = 10;

const platformOf = ({ dimensions }: BrandRow) =>
  dimensions?.platform === undefined ? null : dimensions.platform;

/** The brand and its competitors on each platform: visibility now, and the verdict on its change. */
export function Matrix({ whole, platforms }: { whole: BrandRow; platforms: readonly BrandRow[] }) {
  const competitors = (whole.competitors ?? [])
    .toSorted((one, other) => (other.visibility ?? 0) - (one.visibility ?? 0))
    .slice(0, MOST_NAMES);
  const columns: Column<BrandRow>[] = [
    {
      name: 'Platform',
      cell: (row) => nameOf(row),
      value: nameOf,
    },
    column(whole.brand.name, (row) => row),
    ...competitors.map(({ id, name }) =>
      column(name, ({ competitors: found = [] }) => found.find((one) => one.id === id)),
    ),
  ];
  return (
    <Card
      title="Who moved where"
      about="Visibility now, and its change with the verdict. Point at a number for both periods."
      actions={
        competitors.length === 0 && <a href={href(`settings/brands/${whole.brand.id}`)}>Add competitors</a>
      }
    >
      <Table
        caption="Visibility by platform and competitor"
        csv="platforms-compared"
        rows={[whole, ...platforms]}
        keyOf={(row) => platformOf(row) ?? ''}
        isOwn={(row) => platformOf(row) === null}
        columns={columns}
      />
    </Card>
  );
}

function nameOf(row: BrandRow): string {
  const platform = platformOf(row);
  return platform === null ? 'All' : platformName(platform);
}

/** A name's column. Each cell leads to the prompts on that platform. */
function column(name: string, measured: (row: BrandRow) => Measured | undefined): Column<BrandRow> {
  return {
    name,
    head: <NameHead name={name} />,
    isNumber: true,
    cell: (row) => {
      const { visibility = null, previous, change } = measured(row) ?? {};
      const platform = platformOf(row);
      const where = `${name}, ${platform === null ? 'all platforms' : platformName(platform)}`;
      const from = `${formatPercent(previous?.visibility)} to ${formatPercent(visibility)}`;
      return (
        <HeatCell
          value={visibility}
          label={`${where}: from ${from}. ${change ? whyOf(change.verdict) : ''}`}
          href={href('prompts', platform === null ? {} : { platform })}
          detail={() => (
            <>
              <strong dir="auto">{where}</strong>
              <div>{from}</div>
              {change && (
                <>
                  <div>
                    {signed(change.points)} points <Interval low={change.low} high={change.high} />
                  </div>
                  <div>{whyOf(change.verdict)}</div>
                </>
              )}
            </>
          )}
        >
          {change && (
            <span class="compare-change" data-verdict={change.verdict}>
              {signOf(change.verdict)} {signed(change.points)}
            </span>
          )}
        </HeatCell>
      );
    },
    value: (row) => measured(row)?.change?.points ?? null,
  };
}
