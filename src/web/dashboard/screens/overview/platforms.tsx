import { api, unwrap } from '../../api/client.ts';
import { useData } from '../../api/use-data.ts';
import { Card, Loaded } from '../../components/card.tsx';
import { Change } from '../../components/change.tsx';
import { counted, formatPercent, wordOf } from '../../components/numbers.ts';
import { HeatCell } from '../../components/table/heat.tsx';
import { NameHead } from '../../components/table/name-head.tsx';
import { type Column, Table } from '../../components/table/table.tsx';
import { type Filters, type Platform, platformName, reportBody } from '../../state/filters.ts';
import { href } from '../../state/route.ts';
import { competitorsOf, MOST_COMPETITORS } from './series.ts';
import { ShortChange, shortChange } from './short-change.tsx';
import type { BrandRow } from './tiles.tsx';

/** Before its rows are known, px. */
export const PLATFORMS_HEIGHT = 430;

/** On which platforms the brand is named, beside whom: where it loses and to whom. */
export function Platforms({ filters }: { filters: Filters }) {
  const body = reportBody(filters);
  const rows = useData(['platforms', body], () =>
    unwrap(
      api.POST('/api/reports/brands', {
        body: {
          ...body,
          dimensions: ['platform'],
          include: ['intervals', 'changes', 'competitors'],
          compare_to: 'previous',
          limit: 1000,
        },
      }),
    ),
  );
  return (
    <Loaded of={rows} height={PLATFORMS_HEIGHT}>
      {({ data }) => {
        const competitors = columnsFor(data);
        const shown = competitors.slice(0, MOST_COMPETITORS);
        return (
          <Card
            title="Visibility by platform"
            about={
              competitors.length > shown.length
                ? `You and the ${shown.length} of ${competitors.length} competitors that are named most. A cell leads to its answers.`
                : 'A cell leads to its answers. ▲ ▼ changed more than chance explains.'
            }
          >
            <Table
              caption="Visibility by platform"
              csv="platforms"
              columns={[...ownColumns, ...shown.map(columnOf), change]}
              rows={data}
              keyOf={platformOf}
              sortedBy={{ name: 'Your change', isDescending: false }}
            />
          </Card>
        );
      }}
    </Loaded>
  );
}

/** Each row of this report has one. */
const platformOf = ({ dimensions }: BrandRow) => dimensions?.platform as Platform;

const ownColumns: Column<BrandRow>[] = [
  {
    name: 'Platform',
    cell: (row) => platformName(platformOf(row)),
    value: (row) => platformName(platformOf(row)),
  },
  {
    name: 'You',
    isNumber: true,
    cell: (row) => (
      <Cell row={row} of={row} id="you" name="You" low={row.visibility_low} high={row.visibility_high} />
    ),
    value: ({ visibility }) => visibility,
  },
];

const change: Column<BrandRow> = {
  name: 'Your change',
  cell: ({ change }) => change && <Change {...change} />,
  value: ({ change }) => change?.points ?? null,
};

interface Named {
  id: string;
  name: string;
  /** Of its column: no two are alike. */
  column: string;
}

/** The competitors that are named most, over all platforms. */
function columnsFor(rows: readonly BrandRow[]): Named[] {
  const taken = new Set([...ownColumns, change].map(({ name }) => name));
  return competitorsOf(rows).map(({ id, name }) => {
    const column = taken.has(name) ? `${name} (competitor)` : name;
    taken.add(column);
    return { id, name, column };
  });
}

function columnOf({ id, name, column }: Named): Column<BrandRow> {
  const found = ({ competitors = [] }: BrandRow) => competitors.find((one) => one.id === id);
  return {
    name: column,
    head: <NameHead name={name} />,
    isNumber: true,
    cell: (row) => <Cell row={row} of={found(row)} id={id} name={name} />,
    value: (row) => found(row)?.visibility ?? null,
  };
}

type Measured = Pick<BrandRow, 'visibility' | 'visibility_count' | 'visibility_total' | 'change'>;

/** How often the answers of a platform name somebody. */
function Cell({
  row,
  of,
  id,
  name,
  low,
  high,
}: {
  row: BrandRow;
  of: Measured | undefined;
  id: string;
  name: string;
  low?: number | null | undefined;
  high?: number | null | undefined;
}) {
  const platform = platformOf(row);
  if (!of || of.visibility === null) return <HeatCell value={null} label="" />;
  const lines = [
    `${name} on ${platformName(platform)}`,
    `named in ${of.visibility_count} of ${counted(of.visibility_total, 'answer')}`,
    low != null && high != null && `between ${formatPercent(low)} and ${formatPercent(high)}`,
    of.change && `${wordOf(of.change.verdict)} since the period before`,
  ].filter((line) => typeof line === 'string');
  return (
    <HeatCell
      value={of.visibility}
      // A name begins with what is seen.
      label={[shortChange(of.change), ...lines].filter(Boolean).join(', ')}
      href={href('overview/answers', { brand: row.brand.id, platform, named: id })}
      detail={() => lines.map((line) => <div key={line}>{line}</div>)}
    >
      {of.change && <ShortChange {...of.change} />}
    </HeatCell>
  );
}
