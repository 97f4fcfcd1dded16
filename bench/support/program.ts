import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../', import.meta.url);
const STOP_DEADLINE_MS = 20_000;
const START_DEADLINE_MS = 120_000;
/** The unit of utime and stime in /proc/<pid>/stat. */
const TICKS_PER_SECOND = 100;

/** A script of this repository in a process of its own, which ends with this process. */
export interface Program {
  pid: number;
  /** The process itself, for messages to it. */
  child: ChildProcess;
  /** The address it listens on. */
  url: string;
  /** Seconds of CPU it has used so far; null where the system does not report it. */
  cpuSeconds(): number | null;
  /** Bytes of its resident memory. */
  residentBytes(): number;
  /** The most that was ever; null when it has ended. */
  peakBytes(): number | null;
  stop(): Promise<void>;
}

export class StartedLate extends Error {
  constructor(script: string) {
    super(`${script} did not start in time`);
  }
}

const running = new Set<ChildProcess>();

/** Stops all programs that still run. */
export async function stopAll(): Promise<void> {
  await Promise.all([...running].map(stop));
}

/** Starts a script of the repository, and waits until it prints the address it listens on. */
export async function startProgram(
  script: string,
  env: Record<string, string>,
  profileFolder?: string,
): Promise<Program> {
  return listening(spawnProgram(script, env, { profileFolder }), script);
}

/** Waits until a script that was started prints the address it listens on. */
export async function listening(
  child: ChildProcess,
  script: string,
  deadlineMs = START_DEADLINE_MS,
): Promise<Program> {
  const url = await address(child, script, deadlineMs);
  return { url, ...describe(child) };
}

/** Starts a Python script without waiting. It has to end when its standard input does. */
export function spawnPython(python: string, script: string, env: Record<string, string>): ChildProcess {
  const child = spawn(python, [fileURLToPath(new URL(script, ROOT))], {
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return known(child);
}

/** Starts a script without waiting. */
export function spawnProgram(
  script: string,
  env: Record<string, string>,
  { args = [], profileFolder }: { args?: string[]; profileFolder?: string | undefined } = {},
): ChildProcess {
  const profiling = profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`];
  const child = spawn(
    process.execPath,
    [...profiling, '--import', import.meta.resolve('tsx/esm'), fileURLToPath(new URL(script, ROOT)), ...args],
    // Not in the repository's folder: a .env file there is somebody's own.
    {
      cwd: tmpdir(),
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  );
  return known(child);
}

function known(child: ChildProcess): ChildProcess {
  running.add(child);
  child.on('exit', () => running.delete(child));
  return child;
}

/** Runs a script to its end. @returns what it printed @throws Error where it ends otherwise than well */
export async function outputOf(script: string, args: string[], env: Record<string, string>): Promise<string> {
  const child = spawnProgram(script, env, { args });
  let printed = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk;
  });
  const code = await new Promise((done) => child.on('close', done));
  if (code !== 0) throw new Error(`${script} ${args[0]} ended with ${code}.`);
  return printed;
}

export function describe(child: ChildProcess): Omit<Program, 'url'> {
  const pid = child.pid!;
  return {
    pid,
    child,
    cpuSeconds: () => cpuSeconds(pid),
    residentBytes: () => residentBytes(pid),
    peakBytes: () => memoryOf(pid, 'VmHWM'),
    stop: () => stop(child),
  };
}

function address(child: ChildProcess, script: string, deadlineMs: number): Promise<string> {
  return new Promise((done, failed) => {
    let printed = '';
    const late = setTimeout(() => failed(new StartedLate(script)), deadlineMs);
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
      const [url] = /http:\/\/[\d.]+:\d+/.exec(printed) ?? [];
      if (url === undefined) return;
      clearTimeout(late);
      done(url);
    });
    child.on('exit', (code) => {
      clearTimeout(late);
      failed(new Error(`${script} ended with ${code} before it listened`));
    });
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_DEADLINE_MS);
  await ended;
  clearTimeout(late);
}

function cpuSeconds(pid: number): number | null {
  try {
    // The name, in brackets, may hold spaces; utime and stime are the 12th and 13th field after it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return null;
  }
}

function residentBytes(pid: number): number {
  const bytes = memoryOf(pid, 'VmRSS');
  if (bytes === null) throw new Error(`The memory of process ${pid} is unknown.`);
  return bytes;
}

/** Null of a process that has ended. */
function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM'): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const [, kilobytes] = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status) ?? [];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
}

export function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer();
    server.on('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    });
  });
}
