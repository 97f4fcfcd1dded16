import { type Case, CLIENTS, type Measured, type MeasuredCase } from './measure.ts';
import type { Cost } from './peer.ts';

export const OURS = 'Sightline';

/** All that a run has measured. */
export interface PeerResults {
  /** Names, ours first. */
  peers: string[];
  absent: { name: string; reason: string }[];
  cases: MeasuredCase[];
  loaded: Record<string, Cost & { diskBytes: number }>;
  changed: Record<string, Cost>;
  /** The size of the data: its part of 3 million runs, and its runs. */
  scale: number;
  runs: number;
  /** How it was measured, in sentences. */
  about: string;
}

/** One thing that all peers are compared by. */
export interface Line {
  what: string;
  unit: string;
  isMoreBetter: boolean;
  by: Record<string, number>;
}

const UNITS = {
  p50: { name: 'p50', unit: 'ms', isMoreBetter: false },
  p99: { name: 'p99', unit: 'ms', isMoreBetter: false },
  perCpuSecond: { name: 'answers a CPU second', unit: '', isMoreBetter: true },
} as const;

export function caseName({
  report,
  organisation,
  isWarm,
}: Pick<Case, 'report' | 'organisation' | 'isWarm'>): string {
  return `${report}, ${organisation}, ${isWarm ? 'warm' : 'cold'}`;
}

/** Everything that was measured, line by line. */
export function linesOf(results: PeerResults): Line[] {
  const ofCases = results.cases.flatMap((one) =>
    (Object.keys(UNITS) as (keyof typeof UNITS)[]).map((measure) => caseLine(one, measure)),
  );
  return [...ofCases, ...memoryLines(results), ...upkeepLines(results)];
}

export function caseLine(one: MeasuredCase, measure: keyof typeof UNITS): Line {
  const { name, unit, isMoreBetter } = UNITS[measure];
  const clients = one.clients === 1 ? '1 client' : `${one.clients} clients`;
  return {
    what: `${caseName(one)}, ${clients}: ${name}`,
    unit,
    isMoreBetter,
    by: each(one.by, (it) => it[measure]),
  };
}

/** The most that each held after any case of so many clients. */
export function memoryLines({ cases, peers }: PeerResults): Line[] {
  return CLIENTS.map((clients) => {
    const all = cases.filter((one) => one.clients === clients).map(({ by }) => by);
    const most = (name: string) => Math.max(...all.map((by) => (by[name] as Measured).bytes)) / 2 ** 20;
    return {
      what: `resident memory, ${clients === 1 ? '1 client' : `${clients} clients`}`,
      unit: 'MiB',
      isMoreBetter: false,
      by: Object.fromEntries(peers.map((name) => [name, most(name)])),
    };
  });
}

export function upkeepLines({ loaded, changed }: PeerResults): Line[] {
  const line = (what: string, unit: string, by: Record<string, number>) => ({
    what,
    unit,
    isMoreBetter: false,
    by,
  });
  return [
    line(
      'one answer more, until a reader sees it',
      'ms',
      each(changed, ({ seconds }) => seconds * 1000),
    ),
    line(
      'one answer more, CPU time',
      'ms',
      each(changed, ({ cpuSeconds }) => cpuSeconds * 1000),
    ),
    line(
      'loading everything',
      's',
      each(loaded, ({ seconds }) => seconds),
    ),
    line(
      'loading everything, CPU time',
      's',
      each(loaded, ({ cpuSeconds }) => cpuSeconds),
    ),
    line(
      'bytes on disk',
      'MiB',
      each(loaded, ({ diskBytes }) => diskBytes / 2 ** 20),
    ),
  ];
}

/** How many times as good as ours another one is; above 1 it is better. */
export function advantage({ by, isMoreBetter }: Line, name: string): number {
  const ratio = by[name]! / by[OURS]!;
  return isMoreBetter ? ratio : 1 / ratio;
}

/** The best of the others. */
export function bestOther(line: Line): { name: string; advantage: number } {
  const others = Object.keys(line.by).filter((name) => name !== OURS);
  const [best] = others
    .map((name) => ({ name, advantage: advantage(line, name) }))
    .sort((a, b) => b.advantage - a.advantage);
  if (!best) throw new Error('There is no other peer.');
  return best;
}

/** The lines, those in which ours is furthest behind the best other one first. */
export function lossesFirst(lines: readonly Line[]): Line[] {
  return lines.toSorted((a, b) => bestOther(b).advantage - bestOther(a).advantage);
}

function each<From, To>(all: Record<string, From>, value: (one: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(all).map(([name, one]) => [name, value(one)]));
}
