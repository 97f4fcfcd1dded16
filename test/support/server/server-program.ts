import assert from 'node:assert/strict';
import { callerAt, SECRETS, type TestApp, until } from './app.ts';
import { type Program, startProgram } from './programs.ts';

/** A server in a process of its own, as an operator starts it. */
export interface ServerProgram extends Program {
  url: string;
  call: TestApp['call'];
  /** @returns when it has ended, by itself or by this signal (SIGTERM) */
  close(signal?: NodeJS.Signals): Promise<void>;
}

/**
 * Starts a server on a free port, which knows the tokens of `startTestApp`.
 * @param variables DATABASE_URL, DATA_DIR and what else is not as it ships
 */
export async function startServerProgram(
  variables: Record<string, string>,
  waitMs?: number,
): Promise<ServerProgram> {
  const program = startProgram('src/main.ts', [], { PORT: '0', ...SECRETS, ...variables });
  await until(() => program.stdout().includes('listens on') || program.child.exitCode !== null, waitMs);
  const url = /listens on ([^\s",]+)/.exec(program.stdout())?.[1] ?? assert.fail(program.stderr());
  return {
    ...program,
    url,
    call: callerAt(() => url),
    async close(signal = 'SIGTERM') {
      program.child.kill(signal);
      await program.ended;
    },
  };
}
