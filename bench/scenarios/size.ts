import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAYS } from '../data/dataset.ts';
import { type Bench, serverEnvironment } from '../support/bench.ts';
import { Changes } from '../support/changes.ts';
import { ask, askWell } from '../support/client.ts';
import { alternate, compare, median, type Samples, timed } from '../support/compare.ts';
import { firstReport } from '../support/first-report.ts';
import { describe, type Program, spawnProgram, startProgram } from '../support/program.ts';
import { bodyOf, freshRanges } from '../support/ranges.ts';
import { atMost, type Figure, type Scenario } from '../support/scenario.ts';
import { bytesARun } from './storage.ts';

const ROW = 24;
/** How many times the runs of the reference. */
const TIMES = 10;
const SERVED_DEADLINE_MS = 600_000;
/** A server is quiet when it has used less processor time than this since the last look. */
const QUIET_SECONDS = 0.1;
const QUIET_LOOK_MS = 1_000;
/** Between two looks at how much memory a process has had at most. */
const LOOK_MS = 20;

type Size = 'many' | 'few';
/** Whose reports are asked for, and whose runs change: one with a 200th of the runs, and the largest, with a sixth. */
const ORGANISATIONS = { tenth: 'an organisation', largest: 'the largest organisation' } as const;
type Which = keyof typeof ORGANISATIONS;
const WHICH = Object.keys(ORGANISATIONS) as Which[];

/** What grows with the data and what does not: the same organisations, with ten times the runs of each. */
export const size: Scenario = {
  name: 'size',
  seconds: 240,
  prepare: (all) => fewer(all),
  async measure(all) {
    const of = { many: all, few: await fewer(all) };
    const { slowRounds, rounds } = all.settings;
    await all.stopServers();
    const started = await bySize(slowRounds, of, ({ ownerUrl, folder, dataset }) =>
      firstReport(serverEnvironment(ownerUrl, folder), dataset.fixtures.largest.key),
    );
    const servers = { many: await serverOver(of.many), few: await serverOver(of.few) };
    const figures: Figure[] = [
      figure('start to the first report', 's', started, atMost(1.2)),
      ...(await reportFigures(of, servers, rounds)),
      ...(await changeFigures(of, servers, slowRounds)),
      {
        row: ROW,
        name: 'memory of the server after that',
        unit: 'MiB',
        ...compare([mib(servers.many)], [mib(servers.few)]),
      },
    ];
    await Promise.all([servers.many.stop(), servers.few.stop()]);
    const exporter = await bySize(slowRounds, of, mostMemoryOfOneChange);
    figures.push(figure('the most memory of a process that publishes one change', 'MiB', exporter));
    const disk = await Promise.all([bytesARun(of.many), bytesARun(of.few)]);
    figures.push({
      row: ROW,
      name: 'bytes of a snapshot a run, Parquet and serving files',
      unit: 'bytes',
      target: atMost(1),
      ...compare([disk[0]], [disk[1]]),
    });
    return figures;
  },
};

const fewer = (all: Bench) => all.ofScale(Number((all.settings.scale / TIMES).toPrecision(3)));

/** Measures both sizes alternately. */
function bySize(
  rounds: number,
  of: Record<Size, Bench>,
  measure: (bench: Bench, size: Size) => Promise<number>,
): Promise<Samples<Size>> {
  return alternate(rounds, {
    many: () => measure(of.many, 'many'),
    few: () => measure(of.few, 'few'),
  });
}

function figure(name: string, unit: string, { many, few }: Samples<Size>, target?: Figure['target']): Figure {
  return {
    row: ROW,
    name: `${name}: ${TIMES} × the runs ÷ the runs`,
    unit,
    ...(target && { target }),
    ...compare(many, few),
  };
}

/** A server that has read again, beside its work, what an earlier one had found good: 10 GB take a minute. */
async function serverOver({ ownerUrl, folder }: Bench): Promise<Program> {
  const server = await startProgram('src/main.ts', serverEnvironment(ownerUrl, folder));
  const used = () => server.cpuSeconds() ?? 0;
  for (let before = -1; used() - before > QUIET_SECONDS; await sleep(QUIET_LOOK_MS)) before = used();
  return server;
}

async function reportFigures(
  of: Record<Size, Bench>,
  servers: Record<Size, Program>,
  rounds: number,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const which of WHICH) {
    const ranges = { many: freshRanges(DAYS - 20), few: freshRanges(DAYS - 20) };
    const samples = await bySize(rounds, of, async ({ settings, dataset }, size) => {
      const times: number[] = [];
      for (let at = 0; at < (settings.isQuick ? 20 : 100); at += 1) {
        const body = bodyOf(ranges[size].next().value);
        const { key } = dataset.fixtures[which];
        times.push(await timed(() => askWell(servers[size].url, { report: 'brands', key, body })));
      }
      return median(times);
    });
    figures.push(figure(`brands report of ${ORGANISATIONS[which]}`, 'ms', samples, atMost(1.2)));
  }
  return figures;
}

/** From a committed write until it is served, without the publisher's interval. */
async function changeFigures(
  of: Record<Size, Bench>,
  servers: Record<Size, Program>,
  rounds: number,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const which of WHICH) {
    const samples = await bySize(rounds, of, (bench, size) =>
      withOneChange(bench, which, async (changes) => {
        const startedAt = performance.now();
        const { id } = await changes.publish();
        const { key } = bench.dataset.fixtures[which];
        for (;;) {
          const { headers } = await ask(servers[size].url, { report: 'brands', key, body: { limit: 1 } });
          const ms = performance.now() - startedAt;
          if (headers['x-snapshot-id'] === id) return ms / 1000;
          if (ms > SERVED_DEADLINE_MS) throw new Error('The snapshot was never served.');
          await sleep(5);
        }
      }),
    );
    const target = which === 'tenth' ? atMost(1.2) : undefined;
    figures.push(figure(`one change of ${ORGANISATIONS[which]}, until it is served`, 's', samples, target));
  }
  return figures;
}

/** The data is not copied, which takes long for much of it: each change is taken back, and that is published too. */
async function withOneChange<T>(
  bench: Bench,
  which: Which,
  work: (changes: Changes) => Promise<T>,
): Promise<T> {
  const { ownerUrl: url, superuserUrl, folder: dataDir, dataset } = bench;
  const changes = new Changes({ url, superuserUrl, dataDir });
  const { id: orgId } = dataset.fixtures[which];
  const run = await changes.newestRun(orgId);
  await changes.changeRun(orgId, run, 1);
  try {
    return await work(changes);
  } finally {
    await changes.changeRun(orgId, run, -1);
    await changes.publish();
    await changes.close();
  }
}

function mostMemoryOfOneChange(bench: Bench): Promise<number> {
  return withOneChange(bench, 'tenth', async () => {
    const child = spawnProgram('src/cli.ts', serverEnvironment(bench.ownerUrl, bench.folder), {
      args: ['snapshot'],
    });
    const { peakBytes } = describe(child);
    const ended = once(child, 'exit');
    let most = 0;
    for (let isRunning = true; isRunning; ) {
      most = Math.max(most, peakBytes() ?? 0);
      isRunning = await Promise.race([ended.then(() => false), sleep(LOOK_MS, true)]);
    }
    if (child.exitCode !== 0) throw new Error(`The snapshot command ended with ${child.exitCode}.`);
    return most / 2 ** 20;
  });
}

const mib = (server: Program) => server.residentBytes() / 2 ** 20;
