import type { Command } from 'commander';
import { resetSecondFactor } from '../../features/accounts/own/second-factor.ts';
import { resetPassword } from '../../features/accounts/users.ts';
import { email } from '../arguments.ts';
import { withDatabase } from '../database.ts';
import { passwordFromStdin, say, UsageError } from '../terminal.ts';
import { addEraseCommand } from './erase.ts';

export function addUserCommands(program: Command): void {
  const user = program.command('user').description('people');
  user
    .command('reset-password')
    .description('set a password and end all sessions of the account')
    .requiredOption('--email <email>', 'email address of the account', email)
    .requiredOption('--password-stdin', 'read the new password from standard input')
    .action(({ email }: { email: string }) =>
      withDatabase(async ({ db }) => {
        if (!(await resetPassword(db, email, await passwordFromStdin())))
          throw new UsageError(`No account has the address ${email}.`);
        say('The password is set.');
      }),
    );
  user
    .command('reset-second-factor')
    .description('end the second factor of an account, and all its sessions')
    .requiredOption('--email <email>', 'email address of the account', email)
    .action(({ email }: { email: string }) =>
      withDatabase(async ({ db }) => {
        if (!(await resetSecondFactor(db, email)))
          throw new UsageError(`No account with a second factor has the address ${email}.`);
        say('The second factor is off.');
      }),
    );
  addEraseCommand(user);
}
