import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIRST_DAY, LAST_DAY } from '../data/dataset.ts';
import type { Bench } from '../support/bench.ts';
import { askWell, pathOf, type ReportRequest } from '../support/client.ts';
import { alternate, compare } from '../support/compare.ts';
import { type LoadTarget, load } from '../support/load.ts';
import { startProgram } from '../support/program.ts';
import { atLeast, type Figure, type Scenario, type Target } from '../support/scenario.ts';

const MODES = ['bare', 'headers', 'fastify', 'same', 'stock'] as const;
type Side = 'ours' | (typeof MODES)[number];
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
  seconds: 65,
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
  seconds: 65,
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
  const sides = { ours: server } as Record<Side, LoadTarget['program']>;
  for (const mode of MODES)
    sides[mode] = await startProgram(
      'bench/support/fixed-answer-server.ts',
      { MODE: mode, ...environment },
      profileFolder,
    );
  const expected = body.toString('utf8');

  // Measured by the server's CPU time: where the client, on a core of its own, is the slower of the two, answers a
  // second say nothing about the server.
  const names = Object.keys(sides) as Side[];
  const cpu = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Side, number[]>;
  const samples = await alternate(
    rounds,
    Object.fromEntries(
      names.map((name) => [
        name,
        async () => {
          const { perSecond, perCpuSecond } = await load(targetOf(sides[name], wanted, expected), seconds);
          cpu[name].push(perCpuSecond ?? perSecond);
          return perSecond;
        },
      ]),
    ) as Record<Side, () => Promise<number>>,
  );
  await Promise.all(MODES.map((mode) => sides[mode].stop()));
  for (const values of Object.values(cpu)) values.shift(); // the warm-up
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
