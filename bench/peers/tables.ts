import { table } from '../support/table.ts';
import { CLIENTS, type Measured } from './measure.ts';
import {
  bestOther,
  caseLine,
  caseName,
  type Line,
  linesOf,
  lossesFirst,
  memoryLines,
  OURS,
  type PeerResults,
  upkeepLines,
} from './results.ts';

/** A difference that two runs may have by chance. */
const NOISE = 1.1;

/** All tables in Markdown, losses first. @param picture the file of the picture that belongs to them */
export function tablesOf(results: PeerResults, picture: string): string {
  const { peers, absent, about, runs } = results;
  const losses = lossesFirst(linesOf(results)).filter((line) => bestOther(line).advantage > NOISE);
  return [
    `# Beside what people would take instead: ${runs.toLocaleString('en')} runs`,
    `${about}\n[README.md](README.md) says what is compared, and how.`,
    ...absent.map(({ name, reason }) => `**${name} is not among them**: ${reason}.`),
    `![How many times as good as Sightline each is](${picture})`,
    '## Where Sightline loses',
    losses.length === 0 ? `Nowhere by more than ${NOISE} times.` : lossTable(losses, linesOf(results).length),
    '## Keeping up to date, and memory',
    lineTable([...upkeepLines(results), ...memoryLines(results)], peers),
    ...CLIENTS.flatMap((clients) => [
      `## ${clients === 1 ? 'One client' : `${clients} clients`}`,
      answersTable(results, clients),
    ]),
  ].join('\n\n');
}

function lossTable(losses: readonly Line[], all: number): string {
  const rows = losses.map((line) => {
    const { name, advantage } = bestOther(line);
    return [line.what, value(line, OURS), `${name}: ${value(line, name)}`, `${digits(advantage)} ×`];
  });
  const caption = `${losses.length} of ${all} figures, each against the best of the others, from ${NOISE} times on.`;
  return `${caption}\n\n${table(['', OURS, 'best other', 'better by'], rows)}`;
}

function lineTable(lines: readonly Line[], peers: readonly string[]): string {
  const rows = lossesFirst(lines).map((line) => [line.what, ...peers.map((name) => value(line, name))]);
  return table(['', ...peers], rows);
}

function answersTable({ cases, peers }: PeerResults, clients: number): string {
  const of = (line: { what: string }) =>
    cases.find((one) => caseLine(one, 'perCpuSecond').what === line.what)!;
  const ordered = lossesFirst(
    cases.filter((one) => one.clients === clients).map((one) => caseLine(one, 'perCpuSecond')),
  ).map(of);
  const rows = ordered.map((one) => [caseName(one), ...peers.map((name) => cell(one.by[name]!))]);
  return `p50 / p99 in milliseconds, answers a CPU second.\n\n${table(['', ...peers], rows)}`;
}

function cell({ p50, p99, perCpuSecond }: Measured): string {
  return `${digits(p50)} / ${digits(p99)}, ${digits(perCpuSecond)}`;
}

function value({ by, unit }: Line, name: string): string {
  return `${digits(by[name]!)} ${unit}`.trim();
}

/** Digits that mean something. */
export function digits(number: number): string {
  return Number(number.toPrecision(number < 1 ? 2 : 3)).toLocaleString('en', { maximumFractionDigits: 4 });
}
