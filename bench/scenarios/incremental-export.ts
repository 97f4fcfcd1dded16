import { setTimeout as sleep } from 'node:timers/promises';
import { serverEnvironment } from '../support/bench.ts';
import { Changes } from '../support/changes.ts';
import { ask } from '../support/client.ts';
import { alternate, compare } from '../support/compare.ts';
import { startProgram } from '../support/program.ts';
import { atMost, type Scenario } from '../support/scenario.ts';

const SERVED_DEADLINE_MS = 600_000;

/** From a committed write to its being served: what is due of the exporter's interval is left out. */
export const incrementalExport: Scenario = {
  name: 'incremental-export',
  async measure(bench) {
    const { slowRounds } = bench.settings;
    const copy = await bench.copy('changes', 'sightline');
    const changes = new Changes(copy);
    const [onePercent, tenPercent] = [await changes.partsOf(0.01), await changes.partsOf(0.1)];
    await changes.export();
    const server = await startProgram('src/main.ts', serverEnvironment(copy.url, copy.dataDir));
    const { key } = bench.dataset.cast.largest;

    /** Seconds from now until the server answers from what is exported now. */
    const served = async (parts: number) => {
      const startedAt = performance.now();
      const made = await changes.export();
      if (!made.isNew || (parts > 0 && made.parts !== parts))
        throw new Error(`The export read ${made.parts} parts instead of ${parts}.`);
      for (;;) {
        const { headers } = await ask(server.url, { report: 'brands', key, body: { limit: 1 } });
        if (headers['x-snapshot-id'] === made.id) return (performance.now() - startedAt) / 1000;
        if (performance.now() - startedAt > SERVED_DEADLINE_MS)
          throw new Error('The snapshot was never served.');
        await sleep(5);
      }
    };
    const changed = (parts: typeof onePercent) => async () => {
      await changes.changeRuns(parts);
      return served(parts.length);
    };
    const sides = {
      one: changed(onePercent),
      ten: changed(tenPercent),
      async full() {
        await changes.forget();
        return served(0);
      },
      async none() {
        const { isNew, seconds } = await changes.export();
        if (isNew) throw new Error('A snapshot was made, though nothing had changed.');
        return seconds;
      },
    };
    const samples = await alternate(slowRounds, sides, { warmUp: false });
    await server.stop();
    await changes.vacuum();
    await changes.close();
    const what = `from the write to its being served`;
    const unit = 's';
    return [
      {
        name: `${what}: 1 % of runs, in few parts (${onePercent.length}) ÷ everything`,
        unit,
        target: atMost(0.05),
        ...compare(samples.one, samples.full),
      },
      {
        name: 'a check that finds nothing changed ÷ everything',
        unit,
        target: atMost(0.01),
        ...compare(samples.none, samples.full),
      },
      {
        name: `${what}: 10 % of runs (${tenPercent.length} parts) ÷ 1 %`,
        unit,
        target: atMost(10),
        ...compare(samples.ten, samples.one),
      },
    ];
  },
};
