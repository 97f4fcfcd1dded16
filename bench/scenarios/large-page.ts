import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Engine } from '../../src/engine/engine.ts';
import { SnapshotReports } from '../../src/reports/snapshot-reports.ts';
import { snapshotsFolder } from '../../src/snapshots/manifest.ts';
import { Catalog } from '../../src/snapshots/serve/catalog.ts';
import { DAYS } from '../data/dataset.ts';
import type { Bench } from '../support/bench.ts';
import { askWell, jsonOf } from '../support/client.ts';
import { alternate, compare, timed } from '../support/compare.ts';
import { benchLog } from '../support/log.ts';
import { bodyOf, freshRanges } from '../support/ranges.ts';
import { RawEngine } from '../support/raw-engine.ts';
import { atMost, type Figure, type Scenario } from '../support/scenario.ts';

const ROWS = 10_000;
const RANGE = DAYS - 20;
/** How often the loop is looked at, and the part of the time that it may be busy. */
const [LOOK_MS, MOST_IDLE] = [500, 0.05];
const RESOLUTION_MS = 1;

/** The largest page there is: what it costs beside its query, and how long making it blocks the event loop. */
export const largePage: Scenario = {
  name: 'large-page',
  seconds: 25,
  async measure(bench) {
    const { id, key } = bench.dataset.fixtures.largest;
    const server = await bench.server();
    const engine = await RawEngine.open(bench.folder, id);
    const [ours, theirs] = [freshRanges(RANGE, ROWS), freshRanges(RANGE, ROWS)];
    const rows = { ours: 0, theirs: 0 };
    const times = await alternate(bench.settings.rounds, {
      async ours() {
        const startedAt = performance.now();
        const answer = await askWell(server.url, {
          report: 'mentions',
          key,
          body: bodyOf(ours.next().value),
        });
        const time = performance.now() - startedAt;
        rows.ours += jsonOf(answer).data.length;
        return time;
      },
      theirs: () =>
        timed(async () => {
          rows.theirs += (await engine.run('reportMentions', theirs.next().value)).rowCount;
        }),
    });
    if (rows.ours !== rows.theirs || rows.ours === 0)
      throw new Error(`The pages had ${rows.ours} rows, the engine's results ${rows.theirs}.`);
    const page: Figure = {
      row: 8,
      name: `page of ${ROWS} mentions, uncached through HTTP ÷ the engine alone`,
      unit: 'ms',
      target: atMost(1.6),
      ...compare(times.ours, times.theirs),
    };
    const blocked = await blockedLoop(bench, engine);
    await engine.close();
    return [page, ...blocked];
  },
};

/** Measured in this process with the server's code, because another process's event loop cannot be watched. */
async function blockedLoop({ folder, dataset, settings }: Bench, raw: RawEngine): Promise<Figure[]> {
  const orgId = dataset.fixtures.largest.id;
  const engine = await Engine.open(folder, [snapshotsFolder(folder)], { memoryMb: 1024 });
  const catalog = new Catalog(engine, { dataDir: folder, keepMinutes: 0, log: benchLog });
  await catalog.start();
  // It reads its files once more beside what it serves, which takes the loop too.
  await untilIdle();
  const reports = new SnapshotReports(engine, catalog);
  const [ours, theirs] = [freshRanges(RANGE, ROWS), freshRanges(RANGE, ROWS)];
  const sums = { ours: [] as number[], theirs: [] as number[] };
  const watch = (side: keyof typeof sums, work: () => Promise<unknown>) => async () => {
    const { longest, sum } = await blockedBy(work);
    sums[side].push(sum);
    return longest;
  };
  const longest = await alternate(settings.rounds, {
    ours: watch('ours', async () =>
      reports.render({ report: 'reportMentions', orgId, ...ours.next().value, limit: ROWS }),
    ),
    theirs: watch('theirs', async () => {
      const result = await raw.run('reportMentions', theirs.next().value);
      return JSON.stringify(await result.getRowObjectsJson());
    }),
  });
  await catalog.close();
  await engine.close();
  for (const values of Object.values(sums)) values.shift(); // the warm-up
  const what = 'event loop blocked by a page of mentions ÷ by row objects and JSON.stringify';
  const target = atMost(0.15);
  return [
    { row: 8, name: `${what}, longest`, unit: 'ms', target, ...compare(longest.ours, longest.theirs) },
    { row: 8, name: `${what}, in all`, unit: 'ms', target, ...compare(sums.ours, sums.theirs) },
  ];
}

/** Waits until the event loop of this process has hardly anything to do. */
async function untilIdle(): Promise<void> {
  for (let before = performance.eventLoopUtilization(); ; before = performance.eventLoopUtilization()) {
    await sleep(LOOK_MS);
    if (performance.eventLoopUtilization(before).utilization < MOST_IDLE) return;
  }
}

/** Milliseconds for which the event loop was blocked: the longest stretch, and the sum of all. */
async function blockedBy(work: () => Promise<unknown>): Promise<{ longest: number; sum: number }> {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  const before = performance.eventLoopUtilization();
  delays.enable();
  await sleep(5); // the timer must have fired before the work, or its first block is not seen
  await work();
  await sleep(5);
  delays.disable();
  return { longest: delays.max / 1e6, sum: performance.eventLoopUtilization(before).active };
}
