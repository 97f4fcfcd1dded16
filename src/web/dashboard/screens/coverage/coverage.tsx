import { counted, formatCount, formatPercent, shownShare } from '../../../../presentation/numbers.ts';
import type { Schemas } from '../../api/client.ts';
import { useAnswer } from '../../api/loading.ts';
import { Card, Loaded, ScreenHead } from '../../components/card.tsx';
import { dayColumn, linkColumn, momentColumn, platformColumn } from '../../components/list/columns.tsx';
import { type Column, Table } from '../../components/table/table.tsx';
import { NothingHere } from '../../frame/nothing-here.tsx';
import { type Filters, useFilters } from '../../state/filters.ts';
import { href } from '../../state/route.ts';
import { DayGrid } from './day-grid.tsx';

type CoverageRow = Schemas['CoverageRow'];

const number = (name: string, of: (row: CoverageRow) => number): Column<CoverageRow> => ({
  name,
  width: 92,
  isNumber: true,
  cell: (row) => formatCount(of(row)),
  value: of,
});

const columns: Column<CoverageRow>[] = [
  dayColumn('Day', ({ day }) => day),
  { ...platformColumn<CoverageRow>(({ platform }) => platform), width: 150 },
  number('Planned', ({ expected }) => expected),
  number('Answered', ({ executed }) => executed),
  number('Failed', ({ failed }) => failed),
  number('Waiting', ({ pending }) => pending),
  number('Missed', ({ missed }) => missed),
  {
    name: 'Answered of planned',
    width: 110,
    isNumber: true,
    cell: ({ executed, notShown, expected }) => formatPercent(shownShare(executed + notShown, expected)),
    value: ({ coverage }) => coverage,
  },
  number('Sent in', ({ ingested }) => ingested),
];

/** The API takes one platform or all. */
const queryOf = ({ brand, start, end, platforms }: Filters) => ({
  startDate: start,
  endDate: end,
  brandId: brand,
  platform: platforms.length === 1 ? platforms[0]! : null,
});

/** Whether what was planned was asked: a number from half of the answers is half a number. */
export default function Coverage() {
  const filters = useFilters();
  const { start, end, platforms } = filters;
  const coverage = useAnswer('getCoverage', { query: { ...queryOf(filters), limit: 1000 } });
  return (
    <div class="stack">
      <ScreenHead title="Coverage">
        Which answers were planned, which arrived, and which failed. Days and platforms count; other filters
        do not.
      </ScreenHead>
      <Loaded of={coverage} height={240}>
        {({ data, sum, total }) => {
          const rows =
            platforms.length > 1 ? data.filter(({ platform }) => platforms.includes(platform)) : data;
          return rows.length === 0 ? (
            <Card title="Nothing was asked or sent in these days">
              <NothingHere />
            </Card>
          ) : (
            <div class="stack">
              <Sum sum={platforms.length > 1 ? sumOf(rows) : sum} />
              <Card title="By day and platform">
                <DayGrid rows={rows} start={start} end={end} />
              </Card>
              <Card
                title="All numbers"
                about={total > data.length ? `The latest ${data.length} of ${total} rows.` : undefined}
              >
                <Table
                  caption="Coverage by day and platform"
                  csv="coverage"
                  columns={columns}
                  rows={rows}
                  keyOf={({ day, platform }) => day + platform}
                />
              </Card>
            </div>
          );
        }}
      </Loaded>
      <Failures />
    </div>
  );
}

/** The API counts one platform or all; some of them are added up here. */
function sumOf(rows: readonly CoverageRow[]): Schemas['CoverageCounts'] {
  const total = (of: (row: CoverageRow) => number) => rows.reduce((sum, row) => sum + of(row), 0);
  const [expected, executed] = [total((row) => row.expected), total((row) => row.executed)];
  const notShown = total((row) => row.notShown);
  const [ingestedNotShown, ingested] = [total((row) => row.ingestedNotShown), total((row) => row.ingested)];
  const shown = executed + (ingestedNotShown > 0 ? ingested : 0);
  return {
    expected,
    executed,
    notShown,
    failed: total((row) => row.failed),
    pending: total((row) => row.pending),
    missed: total((row) => row.missed),
    coverage: expected === 0 ? null : (100 * (executed + notShown - ingestedNotShown)) / expected,
    shown: shown + notShown === 0 ? null : (100 * shown) / (shown + notShown),
    ingested,
    ingestedNotShown,
    ingestedFailed: total((row) => row.ingestedFailed),
  };
}

function Sum({ sum }: { sum: Schemas['CoverageCounts'] }) {
  return (
    <div class="tiles">
      <Tile name="Answered of planned" value={formatPercent(sum.coverage)}>
        {sum.expected === 0
          ? 'nothing was planned here: all answers were sent in'
          : `${formatCount(sum.executed + sum.notShown - sum.ingestedNotShown)} of ${counted(sum.expected, 'planned answer')}`}
      </Tile>
      {sum.notShown > 0 && (
        <Tile name="Shown" value={formatPercent(sum.shown)}>
          {`of ${counted(sum.executed + sum.notShown + (sum.ingestedNotShown > 0 ? sum.ingested : 0), 'page')} had an AI answer`}
        </Tile>
      )}
      <Tile name="Failed" value={formatCount(sum.failed)}>
        the platform refused or did not answer
      </Tile>
      <Tile name="Missed" value={formatCount(sum.missed)}>
        planned times that passed without asking
      </Tile>
      <Tile name="Sent in" value={formatCount(sum.ingested)}>
        answers that came from a file or your own systems
      </Tile>
    </div>
  );
}

function Tile({ name, value, children }: { name: string; value: string; children: string }) {
  return (
    <div class="card tile">
      <h2 class="name">{name}</h2>
      <div class="value">{value}</div>
      <div class="small muted">{children}</div>
    </div>
  );
}

const FAILED: Column<Schemas['RunSummary']>[] = [
  linkColumn(
    'Prompt',
    ({ query }) => query.queryText,
    ({ id }) => href(`answer/${id}`),
  ),
  platformColumn(({ query }) => query.platform),
  momentColumn('When', ({ executedAt }) => executedAt),
];

/** The latest answers that failed, and why. */
function Failures() {
  const query = { ...queryOf(useFilters()), state: 'FAILED' as const, limit: 20 };
  const failed = useAnswer('listRuns', { query });
  if (!failed.data || failed.data.total === 0) return null;
  const { data, total } = failed.data;
  return (
    <Card title="Failed" about={total > data.length ? `The latest ${data.length} of ${total}.` : undefined}>
      <Table caption="Answers that failed" rows={data} csv="failed" columns={FAILED} />
    </Card>
  );
}
