import type { BenchOrganisation } from '../data/dataset.ts';
import type { Bench } from '../support/bench.ts';
import { askWell, jsonOf, type ReportRequest } from '../support/client.ts';
import { alternate, compare, median, timed } from '../support/compare.ts';
import { perSecond } from '../support/load.ts';
import { bodyOf, freshRanges, randomRanges } from '../support/ranges.ts';
import { RawEngine } from '../support/raw-engine.ts';
import { atLeast, atMost, type Figure, type Scenario } from '../support/scenario.ts';

const ID = { brands: 'reportBrands', queries: 'reportQueries', mentions: 'reportMentions' } as const;

const CLIENTS = 8;
/** Ranges of the report by week. */
const RANGES = 32;
const DIMENSIONS = ['platform', 'week'] as const;

/** Reports that no cache holds, through HTTP, against the same SQL with nothing around it. */
export const uncachedReport: Scenario = {
  name: 'uncached-report',
  seconds: 200,
  async measure(bench) {
    const figures: Figure[] = [];
    for (const report of ['brands', 'queries', 'mentions'] as const) {
      figures.push(...(await uncached(bench, report, bench.dataset.fixtures.largest)));
    }
    figures.push(await byWeek(bench, bench.dataset.fixtures.largest));
    return figures;
  },
};

/** Brands by platform and week over ranges that people choose: some ranges, again and again, never the same page. */
async function byWeek(bench: Bench, { id, key }: BenchOrganisation): Promise<Figure> {
  const { rounds, seconds } = bench.settings;
  const server = await bench.server();
  const engine = await RawEngine.open(bench.folder, id);
  const engines = await Promise.all(Array.from({ length: CLIENTS }, () => engine.again()));
  const [ours, theirs] = [randomRanges(RANGES), randomRanges(RANGES)];
  const throughHttp = async () =>
    jsonOf(
      await askWell(server.url, {
        report: 'brands',
        key,
        body: { ...bodyOf(ours.next().value), dimensions: DIMENSIONS },
      }),
    ).data.length;
  const alone = async (by: RawEngine) =>
    (await (await by.runGroups(DIMENSIONS, theirs.next().value)).getRows()).length;
  const [first, second] = [await throughHttp(), await alone(engine)];
  if (first !== second || first === 0)
    throw new Error(`The answer had ${first} rows, the engine's ${second}.`);
  const rates = await alternate(rounds, {
    ours: () => perSecond(CLIENTS, seconds, throughHttp),
    theirs: () => perSecond(CLIENTS, seconds, (client) => alone(engines[client]!)),
  });
  for (const other of engines) other.disconnect();
  await engine.close();
  return {
    row: 4,
    name: `uncached brands report by platform and week, ${RANGES} ranges, ${CLIENTS} clients through HTTP ÷ in the engine alone`,
    unit: 'answers/s',
    target: atLeast(2),
    ...compare(rates.ours, rates.theirs),
  };
}

async function uncached(
  bench: Bench,
  report: ReportRequest['report'],
  { id, key }: BenchOrganisation,
): Promise<Figure[]> {
  const { rounds, seconds, isQuick } = bench.settings;
  const requests = isQuick ? 20 : 100;
  const server = await bench.server();
  const engine = await RawEngine.open(bench.folder, id);
  const engines = await Promise.all(Array.from({ length: CLIENTS }, () => engine.again()));
  const limit = report === 'brands' ? undefined : 100;
  const [ours, theirs] = [freshRanges(30, limit), freshRanges(30, limit)];
  /** @returns rows of the answer */
  const throughHttp = async () =>
    jsonOf(await askWell(server.url, { report, key, body: bodyOf(ours.next().value) })).data.length;
  const alone = async (by: RawEngine) =>
    (await (await by.run(ID[report], theirs.next().value)).getRows()).length;
  const rows = { ours: 0, theirs: 0 };
  const p50 = async (side: keyof typeof rows, request: () => Promise<number>) => {
    const times: number[] = [];
    for (let at = 0; at < requests; at += 1)
      times.push(
        await timed(async () => {
          rows[side] += await request();
        }),
      );
    return median(times);
  };
  const times = await alternate(rounds, {
    ours: () => p50('ours', throughHttp),
    theirs: () => p50('theirs', () => alone(engine)),
  });
  if (rows.ours !== rows.theirs || rows.ours === 0)
    throw new Error(`${report}: the answers had ${rows.ours} rows, the engine's ${rows.theirs}.`);
  const rates = await alternate(rounds, {
    ours: () => perSecond(CLIENTS, seconds, throughHttp),
    theirs: () => perSecond(CLIENTS, seconds, (client) => alone(engines[client]!)),
  });
  for (const other of engines) other.disconnect();
  await engine.close();
  const what = `uncached ${report} report of 30 days`;
  return [
    {
      row: 4,
      name: `${what}, p50 through HTTP ÷ its SQL in the engine alone`,
      unit: 'ms',
      target: atMost(1.15),
      ...compare(times.ours, times.theirs),
    },
    {
      row: 4,
      name: `${what}, ${CLIENTS} clients through HTTP ÷ in the engine alone`,
      unit: 'answers/s',
      target: atLeast(0.9),
      ...compare(rates.ours, rates.theirs),
    },
  ];
}
