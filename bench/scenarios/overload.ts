import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, ask, askWell, type ReportRequest } from '../support/client.ts';
import { alternate, compare, percentile } from '../support/compare.ts';
import { perSecond } from '../support/load.ts';
import { pacedLoad } from '../support/paced-load.ts';
import { Probe } from '../support/probe.ts';
import { bodyOf, freshRanges } from '../support/ranges.ts';
import { atLeast, atMost, type Scenario } from '../support/scenario.ts';

/**
 * Enough clients to keep all of the engine's sessions and every core busy, and so few that none of them waits until it
 * is refused, on one core either (`taskset -c 0 npm run …`).
 */
const CLIENTS = 6 * availableParallelism();
const TIMES = 3;
/** Days and rows of a report. */
const [RANGE, PAGE] = [100, 50];
/** Milliseconds between requests for /health. */
const PACE = 10;
const CALM_MS = 20_000;

/** Requests for three times the uncached reports that the server can make in a second, at an even pace. */
export const overload: Scenario = {
  name: 'overload',
  seconds: 95,
  async measure(bench) {
    const { rounds, seconds } = bench.settings;
    const { key } = bench.dataset.fixtures.tenfold;
    const { url } = await bench.server();
    // A report that the engine makes anew for each range: beside that, the client's own work takes little of the machine.
    const ranges = freshRanges(RANGE, PAGE);
    const next = (): ReportRequest => ({
      report: 'mentions',
      key,
      body: { ...bodyOf(ranges.next().value), dimensions: ['domain'] },
    });
    const probe = await Probe.start();
    const health = {
      everyMs: PACE,
      requests: [{ url: `${url}/health`, method: 'GET' as const, headers: {}, body: '', expected: null }],
    };
    let peak = 0;
    const of = { refused: [] as number[], taken: [] as number[], half: [] as number[], over: [] as number[] };
    const samples = await alternate(rounds, {
      async peak() {
        // The round before left requests that wait: the peak is measured when they are done.
        await untilCalm(() => ask(url, next()));
        // /health is asked for here too: that takes as much of the machine as beside the overload.
        const load = perSecond(CLIENTS, 2 * seconds, () => askWell(url, next()));
        await probe.during(health, load);
        peak = await load;
        return peak;
      },
      async half() {
        const load = pacedLoad({ url, next, perSecond: peak / 2, seconds, isOverload: false });
        of.half.push(percentile(await probe.during(health, load), 99));
        return (await load).takenPerSecond;
      },
      async over() {
        const load = pacedLoad({
          url,
          next,
          perSecond: TIMES * peak,
          seconds: 2 * seconds,
          isOverload: true,
        });
        of.over.push(percentile(await probe.during(health, load), 99));
        const { takenPerSecond, taken, refused } = await load;
        of.taken.push(percentile(taken, 99));
        of.refused.push(percentile(refused, 99));
        return takenPerSecond;
      },
    });
    await probe.stop();
    for (const values of Object.values(of)) values.shift(); // the warm-up
    return [
      {
        row: 17,
        name: `reports taken at ${TIMES} × the peak ÷ at the peak`,
        unit: 'answers/s',
        target: atLeast(0.9),
        ...compare(samples.over, samples.peak),
      },
      {
        row: 17,
        name: 'p99 of refusals then ÷ p99 of what is taken',
        unit: 'ms',
        target: atMost(1),
        ...compare(of.refused, of.taken),
      },
      {
        row: 17,
        name: 'p99 of /health then ÷ at half the peak',
        unit: 'ms',
        target: atMost(5),
        ...compare(of.over, of.half),
      },
    ];
  },
};

/** Waits until reports are taken again. @throws Error when they are refused for long */
async function untilCalm(report: () => Promise<Answer>): Promise<void> {
  const deadline = performance.now() + CALM_MS;
  while ((await report()).status !== 200) {
    if (performance.now() > deadline) throw new Error('The server still refuses reports.');
    await sleep(100);
  }
}
