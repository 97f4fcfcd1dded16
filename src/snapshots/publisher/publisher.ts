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

/** Rows pass through in chunks, so little heap is needed. Without a limit V8 postpones garbage collection. */
const HEAP = '--max-old-space-size=256';
/** Loading the program on a busy machine takes a while. */
const START_MS = 60_000;
/** A process that is silent for this long is stopped, or its event loop is stuck. */
const SILENT_MS = 15_000;
/** A process without progress should end itself. It is killed this much later. */
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
  /** Whether it publishes. If not, it only follows the store. */
  publishes?: boolean;
  /** The store that shares the snapshots. */
  store?: StoreConfig | null;
  /** The folder of dataDir if servers on one disk share it as a store; see Config.storePath. */
  storePath?: string | null;
  /** The database's record of its stores at the start; null: a followed store is not checked. */
  known?: KnownStore | null;
  /** A publisher to another address is gone after this long; by default some intervals. */
  standbyMs?: number;
  /** A publication fails after this long without progress; see publish-lock.ts. */
  stalledMs?: number;
}

/** The message of the publisher's process at each beat. */
export interface Beat {
  /** Grows with each step of progress, which includes waiting for the next publication. */
  moves: number;
  /** Successful publications, or looks at the store if it does not publish. */
  exports: number;
  /** Whether the local snapshot matches the store, or cannot for now. */
  isSettled: boolean;
  turns: Turns;
  /** Resident memory of its process. */
  residentBytes: number;
}

/** The last message of a publisher's process that could not publish. */
export interface PublisherFailure {
  failure: { message: string; stack: string | undefined; code: string | undefined };
}

/** Settings for the publisher of a server or of `cli publish`; null: no publisher is needed. */
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
  /** How often its process has ended, by itself or killed for lack of progress. */
  ends(): number;
  /** The last beat of its process; counts restart with each process. null: none yet. */
  beat(): Beat | null;
  /** Whether servers may begin to serve the local snapshot: an older one would take their clients back in time. */
  isSettled(): boolean;
  stop(): Promise<void>;
}

/**
 * Keeps the publisher running in its own process. A process that dies is restarted, with growing delays until a
 * publication succeeds. A process that hangs or is stopped is killed, which also ends its sessions, so that others may
 * publish.
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
    // 'error' replaces 'exit' if the process could not be started.
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
    own.send(orders, () => {}); // if it is dead already, 'exit' reports that
  };
  start();

  return {
    pid: () => child.pid,
    ends: () => ends,
    beat: () => last,
    // A process that dies may never settle.
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
 * Calls `onStill` if a process stops sending beats, or its beats show no progress. Time is counted in ticks of this
 * process's own timer: after this process itself was blocked, beats of the other are still waiting to be read.
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
