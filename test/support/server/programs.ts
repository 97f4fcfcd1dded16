import { type ChildProcess, fork, spawn } from 'node:child_process';
import { constants, tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { CommandEnded } from './command-host.ts';

const ROOT = new URL('../../../', import.meta.url);
const LAUNCHER = fileURLToPath(new URL('src/bin/launch.mjs', ROOT));

/** The environment of every program: as this process it strips types without tsx, and shares what is compiled. */
const COMMON = Object.fromEntries(
  Object.entries({
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    NODE_OPTIONS: `--import=${new URL('test/support/native.ts', ROOT).href}`,
  }).filter(([, value]) => value !== undefined),
);

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** A program of ours in a process of its own, as an operator starts it. */
export interface Program {
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
  ended: Promise<Ended>;
}

/** Those that have not ended. */
const running = new Set<ChildProcess>();
// What a test that failed did not come to stop goes with its file. SIGTERM, so that a server stops its Postgres too.
process.on('exit', () => {
  for (const child of running) child.kill('SIGTERM');
});
process.once('SIGTERM', () => process.exit(128 + constants.signals.SIGTERM));

/** Has a process end with this one, if it has not by then. @returns it */
export function endingWithUs<Child extends ChildProcess>(child: Child): Child {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Runs commands one after the other in one process: what `startProgram('src/cli.ts', …)` does, without its start. */
export interface CommandHost {
  run(args: string[], input?: string): Promise<Pick<Ended, 'stdout' | 'stderr'> & { code: number | null }>;
  close(): void;
}

/** @param variables the environment of the commands, besides PATH and HOME */
export function startCommandHost(variables: Record<string, string>): CommandHost {
  const child = endingWithUs(
    fork(fileURLToPath(new URL('test/support/server/command-host.ts', ROOT)), {
      cwd: tmpdir(),
      env: { ...COMMON, ...variables },
      execArgv: [],
    }),
  );
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(args, input = '') {
      const ended = last.then(
        () =>
          new Promise<CommandEnded>((done, failed) => {
            const gone = () => failed(new Error(`the process of commands ended by: ${args.join(' ')}`));
            child.once('exit', gone);
            child.once('message', (message) => {
              child.off('exit', gone);
              done(message as CommandEnded);
            });
            child.send({ args, input }, (error) => error && failed(error));
          }),
      );
      last = ended.catch(() => {});
      return ended;
    },
    close: () => child.kill(),
  };
}

/**
 * Starts `node src/bin/launch.mjs <script> <args>`.
 * @param script path from the root of the repository, e.g. src/cli.ts.
 * @param variables its environment, besides COMMON: ours has what other tests set.
 */
export function startProgram(
  script: string,
  args: string[] = [],
  variables: Record<string, string> = {},
  input = '',
): Program {
  const child = endingWithUs(
    spawn(process.execPath, [LAUNCHER, fileURLToPath(new URL(script, ROOT)), ...args], {
      // Not the repository, whose .env is its owner's.
      cwd: tmpdir(),
      env: { ...COMMON, ...variables },
    }),
  );
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  child.stdin.on('error', () => {}); // it may end without reading
  child.stdin.end(input);
  const ended = new Promise<Ended>((done, failed) => {
    child.on('error', failed);
    child.on('close', (code, signal) => done({ code, signal, stdout, stderr }));
  });
  return { child, stdout: () => stdout, stderr: () => stderr, ended };
}
