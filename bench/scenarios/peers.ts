import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { version as duckdbVersion } from '@duckdb/node-api';
import { today } from '../../src/base/definitions.ts';
import { startClickHouse } from '../peers/clickhouse.ts';
import { startDuckDb } from '../peers/duckdb.ts';
import { assertEqual } from '../peers/equality.ts';
import { measureCases } from '../peers/measure.ts';
import { startOurs } from '../peers/ours.ts';
import { Absent, type Foreign, type Source } from '../peers/peer.ts';
import { startPostgres } from '../peers/postgres.ts';
import { REPORT_FOLDER, writeReport } from '../peers/report.ts';
import { bestOther, caseLine, type PeerResults } from '../peers/results.ts';
import { exportRows, oneMore } from '../peers/source.ts';
import { changeCosts } from '../peers/upkeep.ts';
import type { Bench } from '../support/bench.ts';
import { timed } from '../support/compare.ts';
import type { Figure, Scenario } from '../support/scenario.ts';

const ROW = 29;
/** There are 144 loads a round. */
const MOST_ROUNDS = 2;

/** The three reports by what people would take instead, over the same rows. */
export const peers: Scenario = {
  name: 'peers',
  seconds: 1_800,
  isOnlyNamed: true,
  async measure(bench) {
    const folder = join(bench.folder, 'peers');
    const rows = join(folder, 'rows');
    removeLeftovers(folder);
    const started: { stop(): Promise<void> }[] = [];
    const loadBefore = loadavg()[0]!;
    try {
      const { largest, small } = bench.dataset.fixtures;
      const ours = await startOurs(bench);
      started.push(ours);
      const exportMs = await timed(() => exportRows(bench.superuserUrl, rows));
      const source = { rows, folder, keys: { [largest.key]: largest.id, [small.key]: small.id } };
      const { foreign, absent } = await startAll(bench, source, started);
      for (const peer of foreign) await assertEqual(ours, peer, { largest, small });
      const all = [ours, ...foreign];
      const { rounds, slowRounds, seconds, isQuick } = bench.settings;
      const pace = { rounds: Math.min(MOST_ROUNDS, rounds), seconds, isQuick };
      const cases = await measureCases(all, { largest, small }, pace);
      const another = await oneMore(bench.superuserUrl, largest.id);
      const changed = await changeCosts(ours, foreign, { key: largest.key, rounds: slowRounds, another });
      const results: PeerResults = {
        peers: all.map(({ name }) => name),
        absent,
        cases,
        loaded: Object.fromEntries(all.map(({ name, loaded }) => [name, loaded])),
        changed,
        scale: bench.dataset.scale,
        runs: bench.dataset.runs,
        about: await aboutOf(bench, { ...pace, loadBefore, exportMs }),
      };
      // A quick run shows that all works; its figures say nothing.
      const target = isQuick ? join(bench.folder, 'peers-report') : REPORT_FOLDER;
      writeReport(results, target);
      console.error(`Tables and picture: ${target}`);
      return figuresOf(results);
    } finally {
      for (const one of started.toReversed()) await one.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** A run that was killed leaves its databases; its Postgres may still run, and is used again. */
function removeLeftovers(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder).filter((name) => name !== 'cluster'))
    rmSync(join(folder, name), { recursive: true });
}

async function startAll(bench: Bench, source: Source, started: { stop(): Promise<void> }[]) {
  const makers = {
    Postgres: () => startPostgres(bench, source),
    ClickHouse: () => startClickHouse(source, !bench.settings.isQuick),
    DuckDB: () => startDuckDb(source),
  };
  const foreign: Foreign[] = [];
  const absent: PeerResults['absent'] = [];
  for (const [name, make] of Object.entries(makers))
    try {
      const peer = await make();
      started.push(peer);
      foreign.push(peer);
    } catch (error) {
      if (!(error instanceof Absent)) throw error;
      console.error(`${name} is left out: ${error.message}`);
      absent.push({ name, reason: error.message });
    }
  return { foreign, absent };
}

async function aboutOf(
  bench: Bench,
  { rounds, seconds, loadBefore, exportMs }: Record<'rounds' | 'seconds' | 'loadBefore' | 'exportMs', number>,
): Promise<string> {
  const { runs, mentions, organisations, scale, fixtures } = bench.dataset;
  const count = (value: number) => value.toLocaleString('en');
  const machine = `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB`;
  return [
    `Measured on ${today()} by`,
    `\`npm run bench -- --only peers --scale ${scale}\`: ${count(runs)} runs and ${count(mentions)} mentions of`,
    `${organisations} organisations; the largest has ${count(fixtures.largest.runs)} runs, the small one`,
    `${count(fixtures.small.runs)}. ${machine}; Node ${process.version}, Postgres ${await bench.cluster.version()},`,
    `DuckDB ${duckdbVersion()}; ${rounds} rounds of ${seconds} s each. The machine's load was ${loadBefore.toFixed(1)} before.`,
    `Writing the files that the others load took ${(exportMs / 1000).toFixed(1)} s, which is not counted.`,
  ].join('\n');
}

/** By CPU time, which the other load of the machine changes least. */
function figuresOf({ cases }: PeerResults): Figure[] {
  return cases
    .filter(({ clients }) => clients === 8)
    .map((one) => {
      const line = caseLine(one, 'perCpuSecond');
      const { name, advantage } = bestOther(line);
      const [subject, reference] = [line.by['Sightline']!, line.by[name]!];
      return {
        row: ROW,
        name: `${line.what} ÷ ${name}`,
        unit: 'answers/CPU s',
        ...{ subject, reference, ratio: 1 / advantage, rounds: 1 },
      };
    });
}
