import { type BenchOrganisation, DAYS } from '../data/dataset.ts';
import type { Bench } from '../support/bench.ts';
import { askWell, jsonOf } from '../support/client.ts';
import { alternate, compare, median, timed } from '../support/compare.ts';
import { PostgresReports } from '../support/postgres-reports.ts';
import { bodyOf, freshRanges } from '../support/ranges.ts';
import { atMost, type Figure, type Scenario, type Target } from '../support/scenario.ts';

interface Question {
  row: number;
  name: string;
  report: 'brands' | 'queries' | 'mentions';
  by: 'brands' | 'latest' | 'latestByProbes' | 'mentions';
  organisation: BenchOrganisation;
  days: number;
  /** Rows of a page; by default all of the report. */
  limit?: number;
  /** Whether ranges that end on the same days were asked for before. */
  isWarm?: boolean;
  target?: Target;
}

/** Days of the long reports: nearly all there are. */
const LONG = DAYS - 20;

/** Reports of the organisation with the most runs, over nearly all of its days: there is most to count. */
export const largestAgainstPostgres: Scenario = {
  name: 'largest-against-postgres',
  seconds: 150,
  measure(bench) {
    const organisation = bench.dataset.fixtures.largest;
    const brands = { row: 5, report: 'brands', by: 'brands', organisation } as const;
    const queries = { row: 5, report: 'queries', organisation, days: LONG } as const;
    return ask(bench, [
      { ...brands, name: 'brands report, largest organisation', days: LONG, target: atMost(0.03) },
      { ...brands, name: 'brands report, largest organisation, 30 days', days: 30 },
      { ...queries, by: 'latest', name: 'latest result a query, largest organisation', target: atMost(0.15) },
      ...pages(5, organisation, atMost(0.5)),
    ]);
  },
};

/** The default page, and one of 50 rows, by the best plain form of each report. */
function pages(row: number, organisation: BenchOrganisation, target: Target): Question[] {
  return [1_000, 50].flatMap((limit): Question[] => [
    {
      ...{ row, organisation, target, limit, report: 'queries', by: 'latestByProbes', days: LONG },
      name: `${limit} latest results ÷ Postgres with a probe a query`,
    },
    {
      ...{ row, organisation, limit, report: 'mentions', by: 'mentions', days: 30 },
      name: `${limit} mentions of 30 days that nobody asked for ÷ Postgres by an index in their order and counts by day`,
    },
    {
      ...{ row, organisation, target, limit, report: 'mentions', by: 'mentions', days: 29, isWarm: true },
      name: `${limit} mentions of 29 days ÷ the same`,
    },
  ]);
}

/** Reports of an organisation of at most 10,000 runs: an index finds its few rows at once. */
export const smallAgainstPostgres: Scenario = {
  name: 'small-against-postgres',
  seconds: 15,
  measure(bench) {
    const organisation = bench.dataset.fixtures.small;
    const queries = { row: 6, report: 'queries', organisation, days: LONG } as const;
    return ask(bench, [
      {
        row: 6,
        report: 'brands',
        by: 'brands',
        organisation,
        days: LONG,
        name: 'brands report, small organisation',
        target: atMost(1),
      },
      { ...queries, by: 'latest', name: 'latest result a query, small organisation', target: atMost(4) },
      ...pages(6, organisation, atMost(1)),
    ]);
  },
};

async function ask(bench: Bench, questions: Question[]): Promise<Figure[]> {
  const postgres = new PostgresReports(bench.superuserUrl);
  try {
    const figures: Figure[] = [];
    for (const question of questions) figures.push(await measure(bench, postgres, question));
    return figures;
  } finally {
    await postgres.close();
  }
}

async function measure(bench: Bench, postgres: PostgresReports, question: Question): Promise<Figure> {
  const { row, report, by, organisation, days, limit, isWarm = false, name, target } = question;
  const { rounds, isQuick } = bench.settings;
  const server = await bench.server();
  const { id, key } = organisation;
  const requests = isQuick ? 3 : 10;
  const [ours, theirs] = [freshRanges(days, limit), freshRanges(days, limit)];

  const common = freshRanges(days, limit).next().value;
  const answer = jsonOf(await askWell(server.url, { report, key, body: bodyOf(common) }));
  const rows = await postgres[by](id, common);
  if (rows.length !== answer.data.length || rows.length === 0)
    throw new Error(`${name}: ${answer.data.length} rows, and ${rows.length} of Postgres.`);

  if (isWarm) {
    // A row less: another page, which the cache of answers does not hold, of the same rows.
    const all = freshRanges(days, limit && limit - 1);
    for (let at = 0; at < DAYS; at += 1)
      await askWell(server.url, { report, key, body: bodyOf(all.next().value) });
  }
  const p50 = async (request: () => Promise<unknown>) => {
    const times: number[] = [];
    for (let at = 0; at < requests; at += 1) times.push(await timed(request));
    return median(times);
  };
  const samples = await alternate(rounds, {
    ours: () => p50(() => askWell(server.url, { report, key, body: bodyOf(ours.next().value) })),
    theirs: () => p50(() => postgres[by](id, theirs.next().value)),
  });
  const what = name.includes('÷') ? name : `${name} ÷ Postgres with a covering index`;
  return {
    row,
    name: what,
    unit: 'ms',
    ...(target ? { target } : {}),
    ...compare(samples.ours, samples.theirs),
  };
}
