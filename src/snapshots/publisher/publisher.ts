import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Config, StoreConfig } from '../../base/config.ts';
import type { Log } from '../../base/log.ts';
import { RestartWithBackoff } from '../../base/restart-with-backoff.ts';
import type { Database } from '../../db/open.ts';
import type { KnownStore } from '../../files/store-mark.ts';
import { STALLED_MS } from '../publish/publish-lock.ts';
import { knownStore } from '../publish/store-claim.ts';
import type { Turns } from './turn-counts.ts';

/** How often the publisher's process sends a beat. */
export const BEAT_MS = 1_000;

/** Rows pass through in chunks, so little heap is needed; without a limit V8 puts off collecting garbage. */
const HEAP = '--max-old-space-size=256';
/** Loading the program on a busy machine takes a while. */
const START_MS = 60_000;
/** A process that sends nothing for this long is stopped, or its event loop is stuck. */
const SILENT_MS = 15_000;
/** A process without progress should end itself before it is killed: it has this much longer. */
const GRACE_MS = 5_000;
const STOP_DEADLINE_MS = 2_000;

/** The settings of the publisher's process. */
export interface PublisherSettings {
  url: string;
  dataDir: string;
  keepMinutes: number;
  memoryMb?: number;
  intervalSeconds: number;
  logLevel: string;
  /** Whether it publishes; where not, it follows the store. */
  publishes?: boolean;
  /** The store that snapshots are shared through. */
  store?: StoreConfig | null;
  /** The folder of dataDir, where it is a store that servers of one disk share; see Config.storePath. */
  storePath?: string | null;
  /** What the database knew about its stores at the start; null: nothing is asked of a store that is followed. */
  known?: KnownStore | null;
  /** A publisher of another place is gone after this long; by default some intervals. */
  standbyMs?: number;
  /** A publication has failed after this long without progress; see publish-lock.ts. */
  stalledMs?: number;
}

/** What the publisher's process sends at each beat. */
export interface Beat {
  /** Grows with each step of progress, waiting for the next publication included. */
  moves: number;
  /** Publications that succeeded, or looks at the store where it does not publish. */
  exports: number;
  /** Whether the local snapshot is what the store has, or that cannot be had for now. */
  isSettled: boolean;
  turns: Turns;
  /** Resident memory of its process. */
  residentBytes: number;
}

/** What the publisher's process sends before it ends because it could not publish. */
export interface PublisherFailure {
  failure: { message: string; stack: string | undefined; code: string | undefined };
}

/** The settings of a publisher of a server or of `cli publish`; null: it needs none. */
export async function publisherSettings(
  config: Config,
  { url, db }: Pick<Database, 'url' | 'db'>,
  publishes: boolean,
): Promise<PublisherSettings | null> {
  if (!publishes && config.store === null) return null;
  return {
    url,
    dataDir: config.filesDir,
    keepMinutes: config.snapshotKeepMinutes,
    memoryMb: config.memory.publisherMb,
    intervalSeconds: config.snapshotIntervalSeconds,
    logLevel: config.logLevel,
    publishes,
    store: config.store,
    storePath: config.storePath,
    known: await knownStore(db.sql),
  };
}

export interface Publisher {
  pid(): number | undefined;
  /** How often it has ended, by itself or killed for lack of progress. */
  ends(): number;
  /** What its process has told last; its counts begin anew with each process. null: nothing yet. */
  beat(): Beat | null;
  /** Whether servers may begin to serve the local snapshot: an older one would lead their clients back. */
  isSettled(): boolean;
  stop(): Promise<void>;
}

/**
 * Keeps the publisher running in a process of its own: one that dies is started again, ever more slowly until an export
 * succeeds; one that hangs or is stopped is killed, and its sessions with it, so that others may export.
 */
export function startPublisher(orders: PublisherSettings, log: Log, silentMs = SILENT_MS): Publisher {
  const stalledMs = (orders.stalledMs ?? STALLED_MS) + GRACE_MS;
  let child: ChildProcess;
  const restart = new RestartWithBackoff();
  let isStopping = false;
  let ends = 0;
  let last: Beat | null = null;
  let isSettled = false;

  const start = () => {
    const own = fork(fileURLToPath(new URL('./publisher-process.ts', import.meta.url)), {
      execArgv: [HEAP, '--import', import.meta.resolve('tsx/esm')],
    });
    child = own;
    const watch = watchBeats(own, { silentMs, stalledMs }, (reason) => {
      log.error({ reason, pid: own.pid }, 'ALARM: the publisher is killed');
      own.kill('SIGKILL');
    });
    own.on('message', (beat: Beat | PublisherFailure) => {
      if ('failure' in beat) {
        const error = Object.assign(new Error(), beat.failure);
        log.error({ error }, 'publishing failed; the snapshot before stays in use');
        return;
      }
      last = beat;
      isSettled ||= beat.isSettled;
      if (beat.exports > 0) restart.reset();
    });
    // 'error' instead of 'exit' where it could not even be started.
    let hasEnded = false;
    const ended = (how: object) => {
      clearInterval(watch);
      if (isStopping || hasEnded) return;
      hasEnded = true;
      ends += 1;
      log.error({ ...how, restartInMs: restart.schedule(start) }, 'the publisher ended');
    };
    own.on('exit', (code, signal) => ended({ code, signal }));
    own.on('error', (error) => ended({ error }));
    own.send(orders, () => {}); // to one that is dead already: 'exit' tells
  };
  start();

  return {
    pid: () => child.pid,
    ends: () => ends,
    beat: () => last,
    // One that dies may never come so far.
    isSettled: () => isSettled || ends > 0,
    async stop() {
      isStopping = true;
      restart.cancel();
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await Promise.race([ended, sleep(STOP_DEADLINE_MS, undefined, { ref: false })]);
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/**
 * Calls `onStill` when a process sends no more beats, or beats that show no progress. Time is counted in ticks of this
 * process's own timer: where this process stood still itself, beats of the other wait to be read.
 */
function watchBeats(
  child: ChildProcess,
  { silentMs, stalledMs }: { silentMs: number; stalledMs: number },
  onStill: (reason: string) => void,
): NodeJS.Timeout {
  let moves = -1;
  let unheard = 0;
  let unmoved = 0;
  child.on('message', (beat: Beat | PublisherFailure) => {
    unheard = 0;
    if ('failure' in beat) return;
    if (beat.moves !== moves) unmoved = 0;
    moves = beat.moves;
  });
  return setInterval(() => {
    unheard += BEAT_MS;
    unmoved += BEAT_MS;
    if (unheard > (moves === -1 ? START_MS : silentMs)) onStill('it does not answer');
    else if (unmoved > stalledMs) onStill('it does not get on');
  }, BEAT_MS);
}
