import { roundedMean } from '../../base/definitions.ts';
import { shownShare } from '../../presentation/numbers.ts';
import { reportRange } from '../../reports/range.ts';
import type { AnswerOf, Api, ApiAnswer } from '../api.ts';
import { COUNT, LIST, OBJECT, own, TEXT } from '../fields.ts';
import { bodyInputs, brandInput, columns, type Draft, parameter, RANGE_FIELDS, type Tool } from '../tool.ts';
import { brandOf } from './brands.ts';

type Coverage = AnswerOf<'getReportCoverage'>;
type Row = Coverage['data'][number];
type Group = 'platform' | 'day' | 'brand';

interface Input {
  brand?: string;
  platform?: NonNullable<Row['platform']>;
  start_date?: string;
  end_date?: string;
  by?: Group;
}

const MOST_PAGES = 10;
const COUNTS = ['expected', 'executed', 'failed', 'pending', 'missed', 'ingested', 'ingestedFailed'] as const;

/** How completely prompts were run, summed by platform, day or brand. */
export const coverageTool = (): Tool => ({
  name: 'get_coverage',
  title: 'Coverage',
  description:
    'How completely prompts were run: expected, executed, failed, missed and ingested runs by platform, day or brand, and the days with gaps. Look here before trusting a change, or where a report is empty. Runs that were ingested are counted apart: they are not expected.',
  operations: ['getReportCoverage'],
  input: {
    brand: brandInput,
    platform: parameter('getReportCoverage', 'platform'),
    ...bodyInputs('QueriesReportParameters', ['start_date', 'end_date']),
    by: {
      type: 'string',
      enum: ['platform', 'day', 'brand'],
      default: 'platform',
      description: 'What to sum by',
    },
  },
  fields: {
    group: own(TEXT, ({ group }) => group),
    ...Object.fromEntries(COUNTS.map((name) => [name, name])),
    coverage: own(OBJECT, ({ coverage }) => coverage),
  },
  also: { ...RANGE_FIELDS, columns: LIST, sum: OBJECT, days_with_runs: COUNT, days_with_gaps: LIST },
  run: readCoverage,
});

async function readCoverage(input: Input, api: Api): Promise<Draft> {
  const { brand, platform, by = 'platform' } = input;
  const { start, end } = reportRange(input.start_date, input.end_date, new Date());
  const named = brand === undefined ? undefined : await brandOf(api, brand);
  const query = {
    startDate: start,
    endDate: end,
    limit: 1000,
    ...(named && { brandId: named.id }),
    ...(platform && { platform }),
    ...(by === 'brand' && { groupBy: 'BRAND' as const }),
  };
  const found: Row[] = [];
  let page: ApiAnswer<'getReportCoverage'> = await api('getReportCoverage', { query });
  found.push(...page.body.data);
  for (let pages = 1; page.body.next && pages < MOST_PAGES; pages += 1) {
    page = await api('getReportCoverage', { query: { ...query, after: page.body.next } });
    found.push(...page.body.data);
  }
  const { sum, total } = page.body;
  const groups = [...Map.groupBy(found, (row) => groupName(row, by))];
  const rows = groups.map(([group, same]) => ({ group, ...summed(same) }));
  const byDay = Map.groupBy(found, ({ day }) => day);
  const gaps = [...byDay].filter(([, same]) => same.some((row) => row.executed < row.expected));
  const withRuns = [...byDay].filter(([, same]) => same.some((row) => row.executed + row.ingested > 0));
  const whole = withCoverage(sum);
  return {
    fields: {
      start_date: start,
      end_date: end,
      columns: columns('coverage'),
      sum: whole,
      days_with_runs: withRuns.length,
      days_with_gaps: gaps.map(([day]) => day).slice(0, 31),
    },
    rows,
    total: rows.length,
    heading: [
      `${start} to ${end}: ${countsText(whole)}; runs on ${withRuns.length} days, gaps on ${gaps.length}.`,
      found.length < total &&
        `Rows by ${by} are of the latest ${found.length} of ${total} entries: narrow the range.`,
    ]
      .filter(Boolean)
      .join('\n'),
    line: (row: (typeof rows)[number]) => `- ${row.group}: ${countsText(row)}`,
    order: 'the latest of their days',
    rest: () => 'Narrow the range, or name a brand or platform.',
    emptyReason: `No run was expected or ingested from ${start} to ${end}${named ? ` for ${named.name}` : ''}.`,
  };
}

function groupName({ day, platform, brand }: Row, by: Group): string {
  if (by === 'day') return day;
  return by === 'brand' ? (brand?.name ?? 'unknown') : platform;
}

type Counts = Record<(typeof COUNTS)[number], number>;

function summed(rows: readonly Row[]) {
  const counts = Object.fromEntries(
    COUNTS.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)]),
  ) as Counts;
  return withCoverage(counts);
}

function withCoverage({
  expected,
  executed,
  failed: all,
  pending,
  missed,
  ingested,
  ingestedFailed,
}: Counts) {
  const value = roundedMean(10_000 * executed, expected);
  const failed = all - ingestedFailed;
  return { expected, executed, failed, pending, missed, ingested, coverage: { value, n: expected } };
}

function countsText({
  coverage,
  executed,
  failed,
  missed,
  ingested,
}: ReturnType<typeof withCoverage>): string {
  const planned =
    coverage.value === null
      ? 'none expected'
      : `${shownShare(executed, coverage.n)} % of ${coverage.n} expected (${executed} executed, ${failed} failed, ${missed} missed)`;
  return `${planned}, ${ingested} ingested`;
}
