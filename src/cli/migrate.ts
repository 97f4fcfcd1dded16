import type { Command } from 'commander';
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
