import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIRST_DAY, LAST_DAY } from '../data/dataset.ts';
import type { Bench } from '../support/bench.ts';
import { askWell, pathOf, type ReportRequest } from '../support/client.ts';
import { alternate, compare } from '../support/compare.ts';
import { type LoadTarget, load } from '../support/load.ts';
import { startProgram } from '../support/program.ts';
import { atLeast, type Figure, type Scenario, type Target } from '../support/scenario.ts';

/** One brands report of some 2 KB, repeated: key, plan, rate limits and validation count at each request. */
export const cachedReport: Scenario = {
  name: 'cached-report',
  seconds: 65,
  measure: (bench) =>
    againstFixedAnswers(bench, 1, 'cached 2 KB report', atLeast(0.85), {
      report: 'brands',
      key: bench.dataset.fixtures.largest.key,
      body: { start_date: FIRST_DAY, end_date: LAST_DAY },
    }),
};

/** A page of mentions of at least 180 KB. */
export const cachedPage: Scenario = {
  name: 'cached-page',
  seconds: 65,
  measure: (bench) =>
    againstFixedAnswers(bench, 2, 'cached page of 180 KB or more', atLeast(0.95), {
      report: 'mentions',
      key: bench.dataset.fixtures.largest.key,
      body: { start_date: FIRST_DAY, end_date: LAST_DAY, limit: 500 },
    }),
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
  target: Target,
  wanted: ReportRequest,
): Promise<Figure[]> {
  const { rounds, seconds, profileFolder } = bench.settings;
  const server = await bench.server();
  const { body } = await askWell(server.url, wanted);
  const file = join(bench.folder, 'answer.json');
  writeFileSync(file, body);
  const { key, report } = wanted;
  const environment = { BODY_FILE: file, KEY: key, REPORT_PATH: pathOf(report) };
  const start = (MODE: 'bare' | 'fastify' | 'stock') =>
    startProgram('bench/support/fixed-answer-server.ts', { MODE, ...environment }, profileFolder);
  const [bare, fastify, stock] = await Promise.all([start('bare'), start('fastify'), start('stock')]);
  const expected = body.toString('utf8');

  // Measured by the server's CPU time: where the client, on a core of its own, is the slower of the two, answers a
  // second say nothing about the server.
  const cpu = { ours: [] as number[], bare: [] as number[], fastify: [] as number[], stock: [] as number[] };
  const side = (at: keyof typeof cpu, program: LoadTarget['program']) => async () => {
    const { perSecond, perCpuSecond } = await load(targetOf(program, wanted, expected), seconds);
    cpu[at].push(perCpuSecond ?? perSecond);
    return perSecond;
  };
  const samples = await alternate(rounds, {
    ours: side('ours', server),
    bare: side('bare', bare),
    fastify: side('fastify', fastify),
    stock: side('stock', stock),
  });
  await Promise.all([bare.stop(), fastify.stop(), stock.stop()]);
  for (const values of Object.values(cpu)) values.shift(); // the warm-up
  const what = `${name} ÷ bare node:http`;
  const wall = { row, unit: 'answers/s' };
  const byCpu = { row, unit: 'answers/CPU s' };
  return [
    { ...wall, name: what, target, ...compare(samples.ours, samples.bare) },
    { ...byCpu, name: `${what}, by the server's CPU time`, target, ...compare(cpu.ours, cpu.bare) },
    { ...wall, name: 'Fastify ÷ bare node:http', ...compare(samples.fastify, samples.bare) },
    { ...byCpu, name: 'Fastify ÷ bare node:http, by CPU time', ...compare(cpu.fastify, cpu.bare) },
    {
      ...byCpu,
      name: 'stock openapi-backend ÷ bare node:http, by CPU time',
      ...compare(cpu.stock, cpu.bare),
    },
  ];
}
