import { askWell } from '../support/client.ts';
import { compare } from '../support/compare.ts';
import type { Program } from '../support/program.ts';
import { atMost, type Scenario } from '../support/scenario.ts';
import { makeVersions } from '../support/versions.ts';

const CLIENTS = 8;

/** What the server holds after many queries and swaps, against what it holds after few. */
export const memory: Scenario = {
  name: 'memory',
  isLong: true,
  async measure(bench) {
    const { largest, small } = bench.dataset.cast;
    const versions = await makeVersions(bench, 2);
    const { server } = versions;
    let asked = 0;
    const queriesUpTo = async (count: number) => {
      const client = async () => {
        while (asked < count) {
          asked += 1;
          // By the offset, which nothing else counts: the range may stay.
          const { key } = asked % 2 === 0 ? largest : small;
          await askWell(server.url, {
            report: 'brands',
            key,
            body: { start_date: '2025-03-01', end_date: '2025-03-30', offset: asked },
          });
        }
      };
      await Promise.all(Array.from({ length: CLIENTS }, client));
      return held(server);
    };
    let swaps = 0;
    const swapsUpTo = async (count: number) => {
      for (; swaps < count; swaps += 1) await versions.swapTo(swaps);
      return held(server);
    };
    const [few, many] = [await queriesUpTo(5_000), await queriesUpTo(50_000)];
    const [fewSwaps, manySwaps] = [await swapsUpTo(5), await swapsUpTo(50)];
    await versions.close();
    return [
      {
        name: 'memory after 50,000 uncached queries ÷ after 5,000',
        unit: 'MiB',
        target: atMost(1.2),
        ...compare([many], [few]),
      },
      {
        name: 'memory after 50 swaps ÷ after 5',
        unit: 'MiB',
        target: atMost(1.2),
        ...compare([manySwaps], [fewSwaps]),
      },
    ];
  },
};

function held(server: Program): number {
  return server.residentBytes() / 2 ** 20;
}
