import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { addAnswerCommands } from './answers.ts';
import { addBackupCommands } from './backup.ts';
import { withDatabase } from './database.ts';
import { addKeyCommands } from './keys.ts';
import { addMcpCommand } from './mcp.ts';
import { addOrganisationCommands } from './organisations.ts';
import { addReextractCommand } from './reextract.ts';
import { addReportCommands } from './reports/reports.ts';
import { say } from './terminal.ts';
import { addWorkCommand } from './work.ts';

/**
 * All commands. Each loads what it needs beside Postgres (DuckDB, extraction, jobs) when it runs, so that --help is
 * quick.
 */
export function createProgram(): Command {
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
  addReextractCommand(program);
  addReportCommands(program);
  addWorkCommand(program);
  addMcpCommand(program);
  addBackupCommands(program);
  return program;
}
