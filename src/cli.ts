import { Command, CommanderError } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { addAnswerCommands } from './cli/answers.ts';
import { withDatabase } from './cli/database.ts';
import { addKeyCommands } from './cli/keys.ts';
import { addOrganisationCommands } from './cli/organisations.ts';
import { addReportCommands } from './cli/reports.ts';
import { FAILED, say, UsageError, WRONG_USE } from './cli/terminal.ts';
import { addWorkCommand } from './cli/work.ts';
import { ConfigError } from './config.ts';
import { isConnectionError } from './db.ts';
import { BadFile } from './domain/ingest-file.ts';
import { AppError } from './errors.ts';

// What a command needs beside Postgres (DuckDB, extraction, jobs) is loaded by it alone: --help is there at once.
const program = new Command('cli')
  .description('Sightline, operated from the command line: works beside a running server, and without one.')
  .version(packageJson.version)
  .showHelpAfterError('(--help shows the options)')
  .exitOverride();

program
  .command('migrate')
  .description('bring the database schema up to date')
  .action(() => withDatabase(async () => say('The database is up to date.')));
addOrganisationCommands(program);
addKeyCommands(program);
addAnswerCommands(program);
addReportCommands(program);
addWorkCommand(program);

await program.parseAsync().catch(fail);

function fail(error: unknown): void {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : WRONG_USE;
  } else if (
    error instanceof UsageError ||
    (error instanceof AppError && ['validation_error', 'not_found'].includes(error.code))
  ) {
    say(error.message);
    process.exitCode = WRONG_USE;
  } else if (error instanceof AppError || error instanceof ConfigError || error instanceof BadFile) {
    say(error.message);
    process.exitCode = FAILED;
  } else if (isConnectionError(error)) {
    say('The database went away. Run the same command again: what is done is kept, nothing is doubled.');
    process.exitCode = FAILED;
  } else {
    say(error instanceof Error ? (error.stack ?? error.message) : String(error));
    process.exitCode = FAILED;
  }
}
