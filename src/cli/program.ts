import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { settingsHelp } from '../base/settings/shown.ts';
import { addAnswerCommands } from './answers.ts';
import { addBackupCommands, addEncryptionKeyCommand } from './backup.ts';
import { addKeyCommands } from './keys.ts';
import { addMcpCommand } from './mcp.ts';
import { addDistributeCommand, addMigrateCommand } from './migrate.ts';
import { addOrganisationCommands } from './operator/organisations.ts';
import { addServerKeyCommands } from './operator/server-keys.ts';
import { addPublishCommand, addStoreCommand } from './publish.ts';
import { addReextractCommand } from './reextract.ts';
import { addReportCommands } from './reports/reports.ts';
import { addUserCommands } from './user/user.ts';
import { addWorkCommand } from './work.ts';

/** All commands. To keep --help quick, each loads its other needs (DuckDB, extraction, jobs) when it runs. */
export function createProgram(): Command {
  const program = new Command('sightline')
    .description(
      'Sightline, from the command line: the server, and commands that work beside it and without it. In a clone: npm start, npm run cli -- …',
    )
    .version(packageJson.version)
    .showHelpAfterError('(--help shows the options)')
    .exitOverride();

  program
    .command('start')
    .description(
      'start the server; variables of the environment configure it (src/web/docs/configuration.md)',
    )
    .addHelpText('after', settingsHelp)
    .action(async () => {
      await import('../main.ts');
    });
  addMigrateCommand(program);
  addDistributeCommand(program);
  addOrganisationCommands(program);
  addUserCommands(program);
  addKeyCommands(program);
  addServerKeyCommands(program);
  addAnswerCommands(program);
  addReextractCommand(program);
  addReportCommands(program);
  addWorkCommand(program);
  addPublishCommand(program);
  addStoreCommand(program);
  addMcpCommand(program);
  addBackupCommands(program);
  addEncryptionKeyCommand(program);
  return program;
}
