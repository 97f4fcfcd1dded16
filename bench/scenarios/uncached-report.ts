import type { BenchOrganisation } from '../data/dataset.ts';
import type { Bench } from '../support/bench.ts';
import { askWell, jsonOf, type ReportRequest } from '../support/client.ts';
import { alternate, compare, median, timed } from '../support/compare.ts';
import { bodyOf, freshRanges } from '../support/ranges.ts';
import { RawEngine } from '../support/raw-engine.ts';
import { atMost, type Figure, type Scenario } from '../support/scenario.ts';

const ID = { brands: 'reportBrands', queries: 'reportQueries', mentions: 'reportMentions' } as const;

/** Reports that no cache holds, through HTTP, against the same SQL with nothing around it. */
export const uncachedReport: Scenario = {
  name: 'uncached-report',
  async measure(bench) {
    const figures: Figure[] = [];
    for (const report of ['brands', 'queries', 'mentions'] as const) {
      figures.push(await uncached(bench, report, bench.dataset.cast.largest));
    }
    return figures;
  },
};

async function uncached(
  bench: Bench,
  report: ReportRequest['report'],
  { id, key }: BenchOrganisation,
): Promise<Figure> {
  const { rounds, isQuick } = bench.settings;
  const requests = isQuick ? 20 : 100;
  const server = await bench.server();
  const engine = await RawEngine.open(bench.folder, id);
  const limit = report === 'brands' ? undefined : 100;
  const [ours, theirs] = [freshRanges(30, limit), freshRanges(30, limit)];
  let [rowsOfOurs, rowsOfTheirs] = [0, 0];
  const p50 = async (request: () => Promise<number>) => {
    const times: number[] = [];
    for (let at = 0; at < requests; at += 1) times.push(await request());
    return median(times);
  };
  const samples = await alternate(rounds, {
    ours: () =>
      p50(async () => {
        const startedAt = performance.now();
        const answer = await askWell(server.url, { report, key, body: bodyOf(ours.next().value) });
        const time = performance.now() - startedAt;
        rowsOfOurs += jsonOf(answer).data.length;
        return time;
      }),
    theirs: () =>
      p50(() =>
        timed(async () => {
          const rows = await (await engine.run(ID[report], theirs.next().value)).getRows();
          rowsOfTheirs += rows.length;
        }),
      ),
  });
  engine.close();
  if (rowsOfOurs !== rowsOfTheirs || rowsOfOurs === 0)
    throw new Error(`${report}: the answers had ${rowsOfOurs} rows, the engine's ${rowsOfTheirs}.`);
  return {
    name: `uncached ${report} report of 30 days, p50 through HTTP ÷ its SQL in the engine alone`,
    unit: 'ms',
    target: atMost(1.4),
    ...compare(samples.ours, samples.theirs),
  };
}
