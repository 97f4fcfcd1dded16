import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { version as duckdbVersion } from '@duckdb/node-api';
import type { Bench } from './bench.ts';
import { type Figure, isMet } from './scenario.ts';

/** Digits that mean something: 0.0123, 1.23, 123. */
function short(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en', {
    maximumSignificantDigits: 3,
    useGrouping: false,
  });
}

export function verdict(figure: Figure): string {
  const met = isMet(figure);
  return met === null ? '' : met ? 'met' : 'MISSED';
}

/** One line of the table. */
export function line(figure: Figure): string {
  const { name, unit, ratio, subject, reference, target } = figure;
  const cells = [
    name.padEnd(84),
    short(ratio).padStart(8),
    (target ? `${target.kind} ${target.value}` : '').padEnd(14),
    verdict(figure).padEnd(7),
    `${short(subject)} : ${short(reference)} ${unit}`,
  ];
  return cells.join('  ').trimEnd();
}

export async function writeResults(
  file: string,
  { cluster, dataset, settings }: Bench,
  results: Map<string, Figure[]>,
): Promise<void> {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const { runs, mentions, organisations, scale } = dataset;
  const content = {
    commit: git('rev-parse', 'HEAD') + (git('status', '--porcelain') === '' ? '' : ' with changes'),
    measuredAt: new Date().toISOString(),
    machine: {
      cores: cpus().length,
      model: cpus()[0]?.model ?? '',
      memoryGiB: Math.round(totalmem() / 2 ** 30),
      node: process.version,
      postgres: await cluster.version(),
      duckdb: duckdbVersion(),
    },
    data: { scale, organisations, runs, mentions },
    rounds: settings.rounds,
    scenarios: Object.fromEntries(
      [...results].map(([name, figures]) => [
        name,
        figures.map((figure) => ({ ...figure, isMet: isMet(figure) })),
      ]),
    ),
  };
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}
