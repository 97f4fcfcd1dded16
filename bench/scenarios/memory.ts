import { setTimeout as sleep } from 'node:timers/promises';
import { askWell } from '../support/client.ts';
import { compare, median } from '../support/compare.ts';
import type { Program } from '../support/program.ts';
import { atMost, type Scenario } from '../support/scenario.ts';
import { makeVersions } from '../support/versions.ts';

const CLIENTS = 8;
const READINGS = 5;

/** Resident memory of the server after many queries and swaps, against that after few. */
export const memory: Scenario = {
  name: 'memory',
  seconds: 240,
  async measure(bench) {
    const { largest, small } = bench.dataset.fixtures;
    const share = bench.settings.isQuick ? 0.02 : 1;
    const versions = await makeVersions(bench, 2);
    const { server } = versions;
    let asked = 0;
    const queriesUpTo = async (count: number) => {
      const client = async () => {
        while (asked < count) {
          asked += 1;
          // Each request has another offset, so that none is answered from the cache.
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
    const [few, many] = [await queriesUpTo(5_000 * share), await queriesUpTo(50_000 * share)];
    const [fewSwaps, manySwaps] = [await swapsUpTo(5), await swapsUpTo(bench.settings.isQuick ? 10 : 50)];
    await versions.close();
    const common = { row: 13, unit: 'MiB', target: atMost(1.2) };
    return [
      {
        ...common,
        name: `memory after ${50_000 * share} uncached queries ÷ a tenth`,
        ...compare([many], [few]),
      },
      { ...common, name: `memory after ${swaps} swaps ÷ after 5`, ...compare([manySwaps], [fewSwaps]) },
    ];
  },
};

/** Resident memory in MiB: the median of some readings, because garbage may be due for collection at any of them. */
async function held(server: Program): Promise<number> {
  const readings: number[] = [];
  for (let at = 0; at < READINGS; at += 1) {
    readings.push(server.residentBytes() / 2 ** 20);
    await sleep(200);
  }
  return median(readings);
}
