import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FIRST_DAY, LAST_DAY } from '../data/dataset.ts';
import { type Bench, serverEnvironment } from '../support/bench.ts';
import { askWell, pathOf, type ReportRequest } from '../support/client.ts';
import { alternate, compare } from '../support/compare.ts';
import { type LoadTarget, load } from '../support/load.ts';
import { type Program, startProgram } from '../support/program.ts';
import { atLeast, type Figure, type Scenario, type Target } from '../support/scenario.ts';

const MODES = ['bare', 'headers', 'fastify', 'same', 'stock'] as const;
type Side = 'ours' | (typeof MODES)[number];
/**
 * A new process is loaded for so many times as long as it is measured: V8 goes on compiling for some 100,000 requests.
 */
const WARM_UP = 3;
/** A program that used less of a core than this share, for so long, is at rest. */
const QUIET_SHARE = 0.1;
const QUIET_MS = 250;
/** Headers that node:http writes itself. */
const NODES_OWN = new Set(['date', 'connection', 'keep-alive']);
/** Of answers a second, and of those a second of CPU time. */
interface Targets {
  wall?: Target;
  byCpu?: Target;
}

/** One brands report of some 2 KB, repeated: key, plan, rate limits and validation count at each request. */
export const cachedReport: Scenario = {
  name: 'cached-report',
  seconds: 280,
  measure: (bench) =>
    againstFixedAnswers(
      bench,
      1,
      'cached 2 KB report',
      {
        headers: { wall: atLeast(0.92), byCpu: atLeast(0.92) },
        same: { wall: atLeast(1.3), byCpu: atLeast(1.3) },
      },
      {
        report: 'brands',
        key: bench.dataset.fixtures.largest.key,
        body: { start_date: FIRST_DAY, end_date: LAST_DAY },
      },
    ),
};

/** A page of mentions of at least 180 KB. */
export const cachedPage: Scenario = {
  name: 'cached-page',
  seconds: 280,
  measure: (bench) =>
    againstFixedAnswers(
      bench,
      2,
      'cached page of 180 KB or more',
      { bare: { wall: atLeast(0.95), byCpu: atLeast(0.9) } },
      {
        report: 'mentions',
        key: bench.dataset.fixtures.largest.key,
        body: { start_date: FIRST_DAY, end_date: LAST_DAY, limit: 500 },
      },
    ),
};

/** The request as the load sends it. */
export function targetOf(
  server: LoadTarget['program'],
  { report, key, body, headers }: ReportRequest,
  expected: string | null,
): LoadTarget {
  return {
    program: server,
    path: pathOf(report),
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
    expected,
  };
}

/** Waits until a program has nothing to do: one that has started may still read the files of its snapshot. */
async function untilQuiet(program: Program): Promise<void> {
  for (let before = program.cpuSeconds() ?? 0; ; ) {
    await sleep(QUIET_MS);
    const now = program.cpuSeconds() ?? before;
    if (now - before < (QUIET_MS / 1000) * QUIET_SHARE) return;
    before = now;
  }
}

async function againstFixedAnswers(
  bench: Bench,
  row: number,
  name: string,
  targets: { headers?: Targets; same?: Targets; bare?: Targets },
  wanted: ReportRequest,
): Promise<Figure[]> {
  const { rounds, seconds, profileFolder } = bench.settings;
  const server = await bench.server();
  const { body, headers } = await askWell(server.url, wanted);
  const file = join(bench.folder, 'answer.json');
  writeFileSync(file, body);
  const { key, report } = wanted;
  const environment = {
    BODY_FILE: file,
    KEY: key,
    REPORT_PATH: pathOf(report),
    HEADERS: JSON.stringify(
      Object.fromEntries(Object.entries(headers).filter(([name]) => !NODES_OWN.has(name))),
    ),
  };
  const start = (side: Side): Promise<Program> =>
    side === 'ours'
      ? startProgram('src/main.ts', serverEnvironment(bench.ownerUrl, bench.folder), profileFolder)
      : startProgram('bench/support/fixed-answer-server.ts', { MODE: side, ...environment }, profileFolder);
  const expected = body.toString('utf8');

  // Measured by the server's CPU time too: where the client, on a core of its own, is the slower of the two, answers a
  // second say nothing about the server.
  const names: Side[] = ['ours', ...MODES];
  const cpu = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Side, number[]>;
  // Each round has processes of its own: those of the same code differ by a tenth, for as long as they live.
  const samples = await alternate(
    rounds,
    Object.fromEntries(
      names.map((name) => [
        name,
        async () => {
          const program = await start(name);
          const target = targetOf(program, wanted, expected);
          await load(target, seconds * WARM_UP);
          await untilQuiet(program);
          const { perSecond, perCpuSecond } = await load(target, seconds);
          await program.stop();
          cpu[name].push(perCpuSecond ?? perSecond);
          return perSecond;
        },
      ]),
    ) as Record<Side, () => Promise<number>>,
    { warmUp: false },
  );
  const figures = (side: Side, reference: Side, what: string, { wall, byCpu }: Targets = {}): Figure[] => [
    {
      row,
      unit: 'answers/s',
      name: what,
      ...(wall && { target: wall }),
      ...compare(samples[side], samples[reference]),
    },
    {
      row,
      unit: 'answers/CPU s',
      name: `${what}, by CPU time`,
      ...(byCpu && { target: byCpu }),
      ...compare(cpu[side], cpu[reference]),
    },
  ];
  return [
    ...figures('ours', 'headers', `${name} ÷ node:http with the same headers`, targets.headers),
    ...figures('ours', 'same', `${name} ÷ Fastify doing the same work`, targets.same),
    ...figures('ours', 'bare', `${name} ÷ bare node:http`, targets.bare),
    ...figures('fastify', 'bare', 'Fastify ÷ bare node:http'),
    ...figures('same', 'bare', 'Fastify doing the same work ÷ bare node:http'),
    ...figures('stock', 'bare', 'stock openapi-backend ÷ bare node:http'),
  ];
}
