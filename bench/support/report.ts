import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { version as duckdbVersion } from '@duckdb/node-api';
import type { Bench } from './bench.ts';
import { type Figure, isMet } from './scenario.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A figure as the results' file holds it, under its row. */
type WrittenFigure = Omit<Figure, 'row'> & { scenario: string; isMet: boolean | null };

function written(figure: Figure & { scenario: string }): WrittenFigure {
  const { row: _, ...rest } = figure;
  return { ...rest, isMet: isMet(figure) };
}

/** The figures measured so far, by scenario. */
export class Results {
  readonly #bench: Bench;
  readonly #commit = commit();
  readonly #measured = new Map<string, { seconds: number; commit: string; figures: Figure[] }>();

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  /**
   * Takes over figures of an earlier run with the same data and settings.
   * @param of which scenarios: those of the same commit, or those of any commit except the named ones
   * @returns their names
   */
  takeOver(file: string, of: { sameCommit: true } | { not: readonly string[] }): string[] {
    const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
    const { settings } = this.#content();
    if (JSON.stringify(kept.settings) !== JSON.stringify(settings)) return [];
    const all = Object.entries<WrittenFigure[]>(kept.rows).flatMap(([row, figures]) =>
      figures.map(({ isMet: _, ...figure }) => ({ ...figure, row: Number(row) })),
    );
    for (const [name, seconds] of Object.entries<number>(kept.seconds)) {
      const commit: string = kept.commits?.[name] ?? kept.commit;
      if ('not' in of ? of.not.includes(name) : commit !== this.#commit) continue;
      const figures = all
        .filter(({ scenario }) => scenario === name)
        .map(({ scenario: _, ...figure }) => figure);
      this.#measured.set(name, { seconds, commit, figures });
    }
    return [...this.#measured.keys()];
  }

  add(scenario: string, seconds: number, figures: Figure[]): void {
    this.#measured.set(scenario, { seconds, commit: this.#commit, figures });
  }

  has(scenario: string): boolean {
    return this.#measured.has(scenario);
  }

  /** All figures, in the order of the README's rows. */
  figures(): (Figure & { scenario: string })[] {
    return [...this.#measured]
      .flatMap(([scenario, { figures }]) => figures.map((figure) => ({ ...figure, scenario })))
      .sort((a, b) => a.row - b.row);
  }

  async write(file: string): Promise<void> {
    const content = { ...this.#content(), postgres: await this.#bench.cluster.version() };
    writeFileSync(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`);
    renameSync(`${file}.new`, file);
  }

  #content() {
    const { runs, mentions, organisations, scale } = this.#bench.dataset;
    const { rounds, slowRounds, seconds } = this.#bench.settings;
    return {
      commit: this.#commit,
      // A commit for each scenario: some may have been measured again after a change that concerns them.
      commits: Object.fromEntries([...this.#measured].map(([name, { commit }]) => [name, commit])),
      measuredAt: new Date().toISOString(),
      machine: {
        cores: cpus().length,
        model: cpus()[0]?.model ?? '',
        memoryGiB: Math.round(totalmem() / 2 ** 30),
      },
      node: process.version,
      duckdb: duckdbVersion(),
      settings: { scale, organisations, runs, mentions, rounds, slowRounds, seconds },
      seconds: Object.fromEntries(
        [...this.#measured].map(([name, { seconds }]) => [name, Math.round(seconds)]),
      ),
      rows: Object.fromEntries(
        Object.entries(Object.groupBy(this.figures(), ({ row }) => row)).map(([row, figures = []]) => [
          row,
          figures.map(written),
        ]),
      ),
    };
  }
}

/** The commit; with changes, these too, so that two states of the tree are never taken for one. */
function commit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', ['--no-optional-locks', ...args], {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
  const ours = ['--', '.', ':!bench/results.json'];
  const status = git('status', '--porcelain', ...ours);
  const head = git('rev-parse', 'HEAD').trim();
  if (status === '') return head;
  const changes = createHash('sha256')
    .update(status)
    .update(git('diff', 'HEAD', ...ours));
  return `${head} with changes ${changes.digest('hex').slice(0, 8)}`;
}

/** Digits that mean something: 0.0123, 1.23, 123. */
function short(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en', {
    maximumSignificantDigits: 3,
    useGrouping: false,
  });
}

function verdict(figure: Figure): string {
  const met = isMet(figure);
  return met === null ? '' : met ? 'met' : 'MISSED';
}

/** One line of the table. */
export function line(figure: Figure): string {
  const { row, name, unit, ratio, subject, reference, target } = figure;
  const cells = [
    String(row).padStart(2),
    name.padEnd(84),
    short(ratio).padStart(8),
    (target ? `${target.kind} ${target.value}` : '').padEnd(14),
    verdict(figure).padEnd(7),
    `${short(subject)} : ${short(reference)} ${unit}`,
  ];
  return cells.join('  ').trimEnd();
}
