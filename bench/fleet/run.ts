// npm run fleet: several machines' processes on this one, under load and faults; see ../README.md.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { useEmbeddedPostgres } from '../../src/db/embedded.ts';
import { benchLog } from '../support/log.ts';
import { faults } from './faults.ts';
import { hasProxy } from './proxy.ts';
import { checkOut, commitOf, upgrade } from './upgrade.ts';

/** Another publisher goes on within this. */
const LEADER_SECONDS = 15;

const program = new Command('npm run fleet --').description(
  'Starts a fleet behind HAProxy on one Postgres, and counts what goes wrong. Exit code 1 where anything does.',
);
program
  .command('upgrade')
  .description('replaces the servers of an earlier version by this one while customers ask')
  .option('--from <commit>', 'the earlier version', process.env['SIGHTLINE_UPGRADE_FROM'] ?? 'HEAD~1')
  .option('--rest <seconds>', 'how long each state lasts', positive, 10)
  .action(({ from, rest }: { from: string; rest: number }) =>
    within(async (folder, databaseUrl) => {
      const commit = commitOf(from);
      if (commit === null) throw new Error(`This repository has no ${from}.`);
      const before = join(folder, 'before');
      checkOut(commit, before);
      const seen = await upgrade({ folder, databaseUrl, before, restMs: rest * 1000 }, tell);
      const { sightings } = seen;
      return report([
        { what: `requests answered, from ${commit.slice(0, 7)} on`, found: sightings.answered },
        { what: 'runs stored', found: seen.stored },
        { what: 'snapshots seen', found: seen.snapshots },
        { what: 'requests refused by a busy server', found: sightings.busy },
        { what: 'requests failed', found: sightings.failures.length, most: 0, details: sightings.failures },
        {
          what: 'ids that went back on a connection',
          found: sightings.backwards.length,
          most: 0,
          details: sightings.backwards,
        },
        { what: 'wrong answers', found: seen.wrong.length, most: 0, details: seen.wrong },
        { what: 'rows missing in the end', found: seen.missed, most: 0 },
        { what: 'rows too many in the end', found: seen.extra, most: 0 },
        {
          what: 'processes that did not end well',
          found: Object.values(seen.codes).filter((code) => code !== 0).length,
          most: 0,
          details: Object.entries(seen.codes),
        },
      ]);
    }),
  );
program
  .command('faults')
  .description(
    'kills processes in turn, takes the store away twice and damages an object of it while customers ask',
  )
  .option('--minutes <n>', 'how long', positive, 10)
  .option('--kills <n>', 'of each process', positive, 20)
  .action(({ minutes, kills }: { minutes: number; kills: number }) =>
    within(async (folder, databaseUrl) => {
      const seen = await faults({ folder, databaseUrl, minutes, kills }, tell);
      const { sightings } = seen;
      return report([
        { what: 'requests answered', found: sightings.answered },
        { what: 'runs stored', found: seen.stored },
        { what: 'snapshots seen', found: seen.snapshots },
        ...Object.entries(seen.kills).map(([name, found]) => ({ what: `kills of ${name}`, found })),
        { what: 'objects damaged', found: seen.damaged },
        { what: 'wrong answers', found: seen.wrong.length, most: 0, details: seen.wrong },
        { what: 'rows missing in the end', found: seen.missed, most: 0 },
        { what: 'rows too many in the end', found: seen.extra, most: 0 },
        { what: 'reads failed with a server that was killed', found: seen.readsOfKilled.length },
        { what: 'reads failed otherwise', found: seen.reads.length, most: 0, details: seen.reads },
        { what: 'writes failed, and sent again', found: seen.writes },
        { what: 'requests refused by a busy server', found: sightings.busy },
        {
          what: 'ids that went back on a connection',
          found: sightings.backwards.length,
          most: 0,
          details: sightings.backwards,
        },
        { what: 'seconds without a leader, at most', found: seen.withoutLeader, most: LEADER_SECONDS },
        { what: 'full exports without need', found: seen.fullExports, most: 0 },
      ]);
    }),
  );
await program.parseAsync();

interface Line {
  what: string;
  found: number;
  /** More are a violation. */
  most?: number;
  details?: readonly unknown[];
}

/** Prints a table. @returns whether nothing is violated */
function report(lines: Line[]): boolean {
  const width = Math.max(...lines.map(({ what }) => what.length));
  let isGood = true;
  for (const { what, found, most, details = [] } of lines) {
    const isViolated = most !== undefined && found > most;
    if (isViolated) isGood = false;
    const verdict = most === undefined ? '' : isViolated ? `   VIOLATED: at most ${most}` : '   ok';
    console.log(`${what.padEnd(width)}  ${String(Math.round(found * 10) / 10).padStart(9)}${verdict}`);
    if (isViolated) for (const detail of details.slice(0, 10)) console.log(`    ${JSON.stringify(detail)}`);
  }
  return isGood;
}

/** Runs a test with a folder and a Postgres of its own; the folder stays where something was violated. */
async function within(test: (folder: string, databaseUrl: string) => Promise<boolean>): Promise<void> {
  if (!hasProxy()) throw new Error('haproxy is not installed.');
  const folder = mkdtempSync(join(tmpdir(), 'sightline-fleet-'));
  const postgres = await useEmbeddedPostgres(join(folder, 'postgres'), benchLog);
  let isGood = false;
  try {
    isGood = await test(folder, postgres.url);
  } finally {
    await postgres.release();
    if (isGood) rmSync(folder, { recursive: true, force: true });
    else console.error(`Logs are in ${folder}`);
  }
  process.exitCode = isGood ? 0 : 1;
}

function tell(text: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)} ${text}`);
}

function positive(text: string): number {
  const value = Number(text);
  if (value > 0) return value;
  throw new InvalidArgumentError('A number above 0 is needed.');
}
