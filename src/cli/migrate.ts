import type { Command } from 'commander';
import { distribute, pendingDistribution } from '../db/distribute.ts';
import { migrate, pendingMigrations } from '../db/migrate.ts';
import { withPostgres } from './database.ts';
import { FAILED, say } from './terminal.ts';

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('bring the database schema up to date')
    .option('--check', 'change nothing: name what is pending, and exit 1 where anything is')
    .addHelpText(
      'after',
      `
Prints the name of each migration as it begins. Each is a transaction of its own: stopped in the middle, the same
command goes on with what is left. Of several at once one works, and the others wait for it. Servers do this
themselves when they start; with MIGRATE=apart they refuse to start until it is done.

Migrations only go forward: take a backup before (sightline backup).`,
    )
    .action(({ check = false }: { check?: boolean }) => (check ? checkPending() : applyPending()));
}

function applyPending(): Promise<void> {
  return withPostgres(async ({ url }, log) => {
    await migrate(url, log, {
      waiting: () => say('Another process migrates this database: waiting for it.'),
      applying: (name) => console.log(name),
    });
    say('The database is up to date.');
  });
}

function checkPending(): Promise<void> {
  return withPostgres(async ({ url }) => {
    const pending = await pendingMigrations(url);
    for (const name of pending) console.log(name);
    say(pending.length === 0 ? 'The database is up to date.' : `Pending: ${pending.length}.`);
    if (pending.length > 0) process.exitCode = FAILED;
  });
}

export function addDistributeCommand(program: Command): void {
  program
    .command('distribute')
    .description('spread the database over the nodes of a Citus cluster')
    .option('--check', 'change nothing: list what is left to do, and exit 1 where anything is')
    .addHelpText(
      'after',
      `
For a database that must not be one machine: DATABASE_URL names the coordinator of a Citus cluster whose nodes are
joined. Rows of an organisation are together on one node; accounts are on every node; sessions, keys and the state of
jobs are on the coordinator. The database may be empty or filled; it is brought up to date first.

Stop all servers before. Prints each step as it begins. Stopped in the middle, the same command goes on with what is
left; on a distributed database it does nothing. Tables of later migrations are spread by \`sightline migrate\`.
Take a backup before (sightline backup): there is no command for the way back but restoring it elsewhere.`,
    )
    .action(({ check = false }: { check?: boolean }) => (check ? checkDistribution() : distributePending()));
}

function distributePending(): Promise<void> {
  return withPostgres(async ({ url }, log) => {
    const taken = await distribute(url, log, {
      waiting: () => say('Another process migrates or distributes this database: waiting for it.'),
      applying: (name) => console.log(`migration ${name}`),
      step: (what, number, total) => console.log(`${number}/${total} ${what}`),
    });
    say(taken === 0 ? 'The database is distributed already.' : 'The database is distributed.');
  });
}

function checkDistribution(): Promise<void> {
  return withPostgres(async ({ url }) => {
    const pending = await pendingDistribution(url);
    for (const what of pending) console.log(what);
    say(pending.length === 0 ? 'The database is distributed.' : `Left to do: ${pending.length}.`);
    if (pending.length > 0) process.exitCode = FAILED;
  });
}
