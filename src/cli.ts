import { CommanderError } from 'commander';
import { ConfigError } from './base/config.ts';
import { AppError, OperatorError } from './base/errors.ts';
import { createProgram } from './cli/program.ts';
import { FAILED, guardOutput, say, UsageError, WRONG_USE } from './cli/terminal.ts';
import { isConnectionError } from './db/client.ts';
import { BadFile } from './features/imports/file.ts';

guardOutput();
await createProgram().parseAsync().catch(fail);

function fail(error: unknown): void {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : WRONG_USE;
  } else if (
    error instanceof UsageError ||
    (error instanceof AppError && ['validation_error', 'not_found'].includes(error.code))
  ) {
    say(error.message);
    process.exitCode = WRONG_USE;
  } else if (isForOperator(error)) {
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

/** Whether the message of an error says all that the operator needs to know. */
function isForOperator(error: unknown): error is Error {
  return [AppError, ConfigError, OperatorError, BadFile].some((known) => error instanceof known);
}
