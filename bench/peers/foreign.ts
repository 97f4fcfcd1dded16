import type { ChildProcess } from 'node:child_process';
import { ProcessTree } from '../support/process-tree.ts';
import { listening, StartedLate } from '../support/program.ts';
import { Absent, type Foreign, LOAD_DEADLINE_MS } from './peer.ts';
import type { Change } from './servers/request.ts';

interface Options {
  name: string;
  script: string;
  /** Starts its server, which loads everything before it listens. */
  spawn: () => ChildProcess;
  /** The first process of a database beside the server. */
  databasePid?: number;
  diskBytes: () => Promise<number> | number;
}

/** Starts a foreign peer and has it load everything. @throws Absent where that takes too long */
export async function startForeign(options: Options): Promise<Foreign> {
  const { name, script, spawn, databasePid, diskBytes } = options;
  const database = databasePid === undefined ? null : new ProcessTree(databasePid);
  const databaseBefore = database?.cpuSeconds() ?? 0;
  const startedAt = performance.now();
  const child = spawn();
  const program = await listening(child, script, LOAD_DEADLINE_MS).catch((error) => {
    child.kill();
    if (error instanceof StartedLate) throw new Absent('it did not load everything within 30 minutes');
    throw new Absent(`it could not load everything (${error.message})`);
  });
  const server = new ProcessTree(program.pid);
  const cpuSeconds = () => server.cpuSeconds() + (database?.cpuSeconds() ?? 0);
  const loaded = {
    seconds: (performance.now() - startedAt) / 1000,
    cpuSeconds: cpuSeconds() - databaseBefore,
    diskBytes: await diskBytes(),
  };
  return {
    name,
    url: program.url,
    loaded,
    cpuSeconds,
    bytes: () => server.bytes() + (database?.bytes() ?? 0),
    change: (change) => post(`${program.url}/change`, change),
    stop: () => program.stop(),
  };
}

async function post(url: string, change: Change): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(change),
  });
  const text = await response.text();
  if (response.status !== 200)
    throw new Error(`A change was answered ${response.status}: ${text.slice(0, 300)}`);
}
