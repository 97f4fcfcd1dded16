import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Log } from '../log.ts';
import type { ExporterOrders } from './exporter.ts';

/** Rows go through it in chunks, so it needs little; without this V8 puts off clearing up. */
const HEAP = '--max-old-space-size=256';
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A process that lived this long was well: the next failure starts from the shortest pause. */
const HEALTHY_MS = 60_000;

export interface Supervised {
  pid(): number | undefined;
  stop(): Promise<void>;
}

/** Keeps the exporter running in a process of its own: one that dies is started again, ever more slowly. */
export function superviseExporter(orders: ExporterOrders, log: Log): Supervised {
  let child: ChildProcess;
  let pause = FIRST_PAUSE_MS;
  let timer: NodeJS.Timeout | undefined;
  let isStopping = false;

  const start = () => {
    const startedAt = Date.now();
    child = fork(fileURLToPath(new URL('exporter.ts', import.meta.url)), {
      execArgv: [HEAP, '--import', import.meta.resolve('tsx')],
    });
    // 'error' instead of 'exit' where it could not even be started.
    let hasEnded = false;
    const ended = (how: object) => {
      if (isStopping || hasEnded) return;
      hasEnded = true;
      if (Date.now() - startedAt > HEALTHY_MS) pause = FIRST_PAUSE_MS;
      log.error({ ...how, restartInMs: pause }, 'the exporter ended');
      timer = setTimeout(start, pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    };
    child.on('exit', (code, signal) => ended({ code, signal }));
    child.on('error', (error) => ended({ error }));
    child.send(orders, () => {}); // to one that is dead already: 'exit' tells
  };
  start();

  return {
    pid: () => child.pid,
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await ended;
    },
  };
}
