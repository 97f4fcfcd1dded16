import {
  counted,
  format,
  formatPercent,
  shown,
  shownChange,
  signed,
  signOf,
  whyOf,
} from '../../../../presentation/numbers.ts';
import type { Schemas } from '../../api/client.ts';
import { HeatCell } from '../../components/table/heat.tsx';
import { NameHead } from '../../components/table/name-head.tsx';
import { type Column, Table } from '../../components/table/table.tsx';
import { PlatformName } from '../../icons/platform-name.tsx';
import { platformName } from '../../state/filters.ts';
import type { BrandRow } from './tiles.tsx';

/** A name in a row. */
type Measured = Pick<BrandRow, 'visibility' | 'visibility_count' | 'visibility_total' | 'change'> & {
  previous?: { visibility: number | null } | null;
  visibility_low?: number | null;
  visibility_high?: number | null;
};

interface Props {
  caption: string;
  /** Name of the CSV file. */
  csv: string;
  /** A platform each; one without is of all. */
  rows: readonly BrandRow[];
  /** What the brand is called. */
  own: string;
  competitors: readonly Pick<Schemas['CompetitorMeasures'], 'id' | 'name'>[];
  /** The address a cell leads to. @param id null for the brand */
  hrefOf: (row: BrandRow, id: string | null) => string;
  /** Whether cells show changes that may be chance too, and are sorted by their changes. */
  isOfChanges?: boolean;
  /** After the names. */
  last?: Column<BrandRow>;
}

/** On which platforms the brand is named, beside whom: a shaded cell for each name. */
export function PlatformMatrix({ caption, csv, rows, last, ...props }: Props) {
  return (
    <Table
      caption={caption}
      csv={csv}
      columns={[
        { name: 'Platform', value: nameOf, cell: nameCell },
        ...nameColumns(props, last?.name),
        ...(last ? [last] : []),
      ]}
      rows={rows}
      keyOf={(row) => platformOf(row) ?? ''}
      isOwn={(row) => platformOf(row) === undefined}
      sortedBy={last && { name: last.name, isDescending: false }}
    />
  );
}

export const platformOf = ({ dimensions }: BrandRow) => dimensions?.platform;

function nameOf(row: BrandRow): string {
  const platform = platformOf(row);
  return platform === undefined ? 'All' : platformName(platform);
}

function nameCell(row: BrandRow) {
  const platform = platformOf(row);
  return platform === undefined ? nameOf(row) : <PlatformName platform={platform} />;
}

/** The brand's column and those of its competitors. No two columns have one name. */
function nameColumns(
  { own, competitors, hrefOf, isOfChanges = false }: Omit<Props, 'caption' | 'csv' | 'rows'>,
  last: string | undefined,
): Column<BrandRow>[] {
  const taken = new Set(['Platform', last]);
  return [{ id: null, name: own }, ...competitors].map(({ id, name }) => {
    const column = taken.has(name) ? `${name} (competitor)` : name;
    taken.add(column);
    const measured = (row: BrandRow): Measured | undefined =>
      id === null ? row : row.competitors?.find((one) => one.id === id);
    return {
      name: column,
      head: <NameHead name={name} />,
      isNumber: true,
      cell: (row) => (
        <Cell
          of={measured(row)}
          what={`${name} on ${platformOf(row) === undefined ? 'all platforms' : nameOf(row)}`}
          href={hrefOf(row, id)}
          isOfChanges={isOfChanges}
        />
      ),
      value: (row) => (isOfChanges ? measured(row)?.change?.points : measured(row)?.visibility) ?? null,
    };
  });
}

function Cell({
  of,
  what,
  href,
  isOfChanges,
}: {
  of: Measured | undefined;
  what: string;
  href: string;
  isOfChanges: boolean;
}) {
  if (!of || of.visibility === null) return <HeatCell value={null} label="" />;
  const change = shownChange(of);
  const facts = factsOf(of);
  const isShown = change && (isOfChanges || change.verdict === 'up' || change.verdict === 'down');
  return (
    <HeatCell
      value={shown(of, 'visibility')}
      label={[what, ...facts].join(', ')}
      href={href}
      detail={() => (
        <>
          <strong dir="auto">{what}</strong>
          {facts.map((fact) => (
            <div key={fact}>{fact}</div>
          ))}
        </>
      )}
    >
      {isShown && (
        <span class="heat-change" data-verdict={change.verdict}>
          {signOf(change.verdict)} {signed(change.points)}
        </span>
      )}
    </HeatCell>
  );
}

/** What a cell says beyond its number. */
function factsOf(of: Measured): string[] {
  const { visibility_low: low, visibility_high: high, previous } = of;
  const change = shownChange(of);
  return [
    `named in ${of.visibility_count} of ${counted(of.visibility_total, 'answer')}`,
    low != null && high != null && `between ${formatPercent(low)} and ${formatPercent(high)}`,
    previous && `before: ${formatPercent(shown(previous, 'visibility'))}`,
    change && change.points !== null && `${signed(change.points)} points${boundsOf(change)}`,
    change && whyOf(change.verdict),
  ].filter((fact) => typeof fact === 'string');
}

const boundsOf = ({ low, high }: Schemas['Change']) =>
  low === null || high === null ? '' : `, between ${format(low)} and ${format(high)}`;
