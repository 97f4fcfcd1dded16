import { DAYS } from '../data/dataset.ts';
import { askWell, jsonOf } from '../support/client.ts';
import { alternate, compare, median, timed } from '../support/compare.ts';
import { bodyOf, freshRanges } from '../support/ranges.ts';
import { atMost, type Scenario } from '../support/scenario.ts';

/** The brands report of an organisation, and of one with ten times its runs, the same brands and days. */
export const growth: Scenario = {
  name: 'growth',
  seconds: 12,
  async measure(bench) {
    const { rounds, isQuick } = bench.settings;
    const { tenth, tenfold } = bench.dataset.fixtures;
    const server = await bench.server();
    const p50 = (key: string) => {
      const ranges = freshRanges(DAYS - 20);
      return async () => {
        const times: number[] = [];
        for (let at = 0; at < (isQuick ? 20 : 100); at += 1) {
          const body = bodyOf(ranges.next().value);
          times.push(await timed(() => askWell(server.url, { report: 'brands', key, body })));
        }
        return median(times);
      };
    };
    const body = bodyOf(freshRanges(DAYS - 20).next().value);
    const [few, many] = await Promise.all(
      [tenth, tenfold].map(async ({ key }) =>
        jsonOf(await askWell(server.url, { report: 'brands', key, body })),
      ),
    );
    if (few?.total !== many?.total) throw new Error('The two organisations differ in their brands.');
    const samples = await alternate(rounds, { tenfold: p50(tenfold.key), tenth: p50(tenth.key) });
    return [
      {
        row: 7,
        name: 'brands report over 10 × the runs ÷ over the runs',
        unit: 'ms',
        target: atMost(1.3),
        ...compare(samples.tenfold, samples.tenth),
      },
    ];
  },
};
