import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const STOP_DEADLINE_MS = 60_000;

/** What a member of the fleet runs. */
export interface Command {
  file: string;
  args: string[];
  /** Its environment, besides PATH and HOME. */
  env?: Record<string, string>;
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** A script of a checkout of this repository: one process, which no launcher starts again. */
export function script(root: string, path: string, args: string[], env: Record<string, string>): Command {
  return {
    file: process.execPath,
    args: ['--import', import.meta.resolve('tsx/esm'), join(root, path), ...args],
    env: { TSX_TSCONFIG_PATH: join(root, 'tsconfig.json'), ...env },
  };
}

/** One process of a fleet: killed, stopped and started again, with what it writes kept in a file. */
export class Member {
  readonly name: string;
  readonly #logFile: string;
  #command: Command;
  #child: ChildProcess | null = null;
  #ended: Promise<void> = Promise.resolve();
  /** How often it was killed by `kill`. */
  kills = 0;

  /** @param folder for what it writes */
  constructor(name: string, folder: string, command: Command) {
    this.name = name;
    this.#logFile = join(folder, `${name}.log`);
    this.#command = command;
  }

  /** @param command in place of what it ran so far */
  start(command = this.#command): void {
    this.#command = command;
    const log = openSync(this.#logFile, 'a');
    const child = spawn(command.file, command.args, {
      // Not in the repository's folder: a .env file there is somebody's own.
      cwd: tmpdir(),
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...command.env },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    running.add(child);
    this.#child = child;
    this.#ended = new Promise((done) => {
      child.once('exit', () => {
        running.delete(child);
        done();
      });
      child.once('error', () => done());
    });
  }

  get isRunning(): boolean {
    return this.#child !== null && running.has(this.#child);
  }

  /** What it has written so far, on both streams. */
  log(): string {
    return readFileSync(this.#logFile, 'utf8');
  }

  /** The lines of its log that have a message, as objects. */
  said(message: string): Record<string, unknown>[] {
    return this.log()
      .split('\n')
      .filter((line) => line.startsWith('{') && line.includes(`"msg":"${message}"`))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  async kill(): Promise<void> {
    this.kills += 1;
    this.#child?.kill('SIGKILL');
    await this.#ended;
  }

  /** Freezes it, as a machine that is not reached any more, until `thaw`. */
  freeze(): void {
    this.#child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child?.kill('SIGCONT');
  }

  /** @returns its exit code; null where it had to be killed, or was not running */
  async stop(): Promise<number | null> {
    const child = this.#child;
    if (child === null || !this.isRunning) return null;
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_DEADLINE_MS);
    await this.#ended;
    clearTimeout(late);
    return child.exitCode;
  }

  /** Waits until it has ended by itself. @returns its exit code */
  async ended(): Promise<number | null> {
    await this.#ended;
    return this.#child?.exitCode ?? null;
  }
}
