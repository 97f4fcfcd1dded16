// The publisher's process. It publishes a snapshot every interval, and keeps the local copy of snapshots from a shared
// store. It is a separate process, so that the work uses neither memory nor the event loop of the server. Its settings
// are the parent's first message. It ends with its parent, or when publishing fails: any leftover session or partial
// file ends with the process.
import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLog, type Log } from '../../base/log.ts';
import { isConnectionError } from '../../db/client.ts';
import { isStoreFailure } from '../../files/object-store.ts';
import { StoreGuard, StoreMark } from '../../files/store-mark.ts';
import { readChecked, refusedCurrent, snapshotsFolder } from '../manifest.ts';
import { type PublishedSnapshot, type PublishOptions, publishSnapshot } from '../publish/publish.ts';
import { dueAfterAnother } from '../publish/turns.ts';
import { PublishedMeanwhile } from '../sharing/shared-snapshots.ts';
import { Sharing } from '../sharing/sharing.ts';
import { Follower } from './follower.ts';
import { BEAT_MS, type Beat, type PublisherFailure, type PublisherSettings } from './publisher.ts';
import { TurnCounts } from './turn-counts.ts';

/** How often the store is polled for another snapshot. */
const FOLLOW_MS = 250;
/** Publishers to another address count as gone after this many intervals of silence, and at least SILENT_MS. */
const SILENT_INTERVALS = 5;
const SILENT_MS = 120_000;
/** Delay of a retry (at most an interval) if the store was away, or another publisher is at work and may fail. */
const RETRY_MS = 5_000;

let moves = 0;
let exports = 0; // successful publications or looks at the store
const counts = new TurnCounts();
const onProgress = () => {
  moves += 1;
};

process.once('message', (settings: PublisherSettings) => void run(settings));
process.on('disconnect', () => process.exit(0));
// Ctrl-C reaches every process of the terminal. The parent decides when this one ends.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => process.exit(0));

async function run(settings: PublisherSettings): Promise<never> {
  const { dataDir, keepMinutes, publishes = true, store, known } = settings;
  const log = createLog(settings.logLevel);
  let follower: Follower | null = null;
  const beat = () => {
    const isSettled = follower?.isSettled ?? !store;
    const residentBytes = process.memoryUsage.rss();
    process.send?.({ moves, exports, isSettled, turns: counts.turns, residentBytes } satisfies Beat);
  };
  setInterval(beat, BEAT_MS);
  const folder = snapshotsFolder(dataDir);
  const sharing = store ? new Sharing(store) : null;
  // Not created otherwise: the folder may belong to a store that is not mounted.
  if (sharing) await mkdir(folder, { recursive: true });
  const guard = sharing && known ? new StoreGuard(sharing.mark, known) : null;
  follower = sharing && new Follower(sharing.snapshots, folder, { keepMinutes, guard, log, onProgress });
  await follower?.step();
  beat();
  const publisher = publishes ? new Repeatedly(settings, folder, sharing, log) : null;
  for (;;) {
    if (publisher) await publisher.publishIfDue();
    else exports += 1;
    await pauseUntil(publisher?.next ?? Number.POSITIVE_INFINITY, folder, follower);
  }
}

/** Publishes at each interval, unless another publisher does. */
class Repeatedly {
  /** When the next publication is due, by performance.now(). */
  next = performance.now();
  readonly #options: PublishOptions;
  readonly #folder: string;
  readonly #intervalMs: number;
  readonly #log: Log;
  /** Time up to which this process, or another at its first publication, has found the data complete. */
  #asOf: string | null = null;
  /** The other publisher's last record, and when it was seen, by performance.now(). */
  #seen: { asOf: string; at: number } | null = null;
  /** Why nothing is published. It has been logged. */
  #waiting: 'store' | 'standby' | null = null;

  constructor(settings: PublisherSettings, folder: string, sharing: Sharing | null, log: Log) {
    const { url, dataDir, keepMinutes, memoryMb, stalledMs, intervalSeconds, standbyMs, storePath } =
      settings;
    this.#folder = folder;
    this.#log = log;
    this.#intervalMs = intervalSeconds * 1000;
    this.#options = {
      url,
      dataDir,
      keepMinutes,
      ...(memoryMb === undefined ? {} : { memoryMb }),
      ...(stalledMs === undefined ? {} : { stalledMs }),
      log,
      onProgress,
      sharing,
      storeMark: storePath ? StoreMark.inFolder(storePath, dataDir) : null,
      turns: {
        silentMs: standbyMs ?? Math.max(SILENT_INTERVALS * this.#intervalMs, SILENT_MS),
        onStandby: () => this.#standBy(),
      },
    };
  }

  async publishIfDue(): Promise<void> {
    if (await this.#isDoneByOther()) return;
    this.next = performance.now() + this.#intervalMs;
    try {
      const published = await publishSnapshot(this.#options);
      exports += 1;
      counts.note(published);
      if (published) await this.#published(published);
      else if (this.#waiting !== 'standby') this.#retry();
    } catch (error) {
      await this.#failed(error as Error);
    }
  }

  /** Whether another publisher has done the work of this interval. If so, `next` is when its next one is due. */
  async #isDoneByOther(): Promise<boolean> {
    const asOf = (await readChecked(this.#folder))?.asOf ?? null;
    const isOthers = asOf !== null && asOf !== this.#asOf && (this.#asOf !== null || this.#options.sharing);
    if (!isOthers || (await refusedCurrent(this.#folder)) !== null) return false;
    if (this.#seen?.asOf !== asOf) this.#seen = { asOf, at: performance.now() };
    // Another's clock may be ahead, so a record also counts as old if it did not change for an interval.
    const ageMs = Math.max(performance.now() - this.#seen.at, Date.now() - Date.parse(asOf));
    const leftMs = dueAfterAnother(this.#intervalMs) - ageMs;
    if (leftMs <= 0) return false;
    this.next = performance.now() + leftMs;
    counts.note(null);
    return true;
  }

  async #published(published: PublishedSnapshot): Promise<void> {
    this.#asOf = (await readChecked(this.#folder))?.asOf ?? null;
    if (this.#waiting === 'store') this.#log.info({}, 'the store of snapshots can be reached again');
    this.#waiting = null;
    if (published.isNew) this.#log.info(published, 'published a snapshot');
  }

  #retry(): void {
    this.next = performance.now() + Math.min(this.#intervalMs, RETRY_MS);
  }

  #standBy(): void {
    if (this.#waiting !== 'standby')
      this.#log.warn(
        {},
        'another server on this database makes snapshots that this one does not share, so this one makes none: set SNAPSHOT_STORE to the same on all, or PUBLISH=off here',
      );
    this.#waiting = 'standby';
  }

  async #failed(error: Error): Promise<void> {
    if (isConnectionError(error)) {
      this.#log.warn({ error }, 'nothing is published');
    } else if (isStoreFailure(error)) {
      if (this.#waiting !== 'store')
        this.#log.warn({ reason: error.message }, 'nothing is published: the store of snapshots fails');
      this.#waiting = 'store';
      this.#retry();
    } else if (error instanceof PublishedMeanwhile && this.#options.sharing) {
      this.#log.info({}, 'another publisher was faster; this snapshot is thrown away');
    } else {
      await endWith(error);
    }
  }
}

/** Ends the process. Its parent logs the reason and counts repeated failures. */
async function endWith(error: Error): Promise<never> {
  const { message, stack, code } = error as NodeJS.ErrnoException;
  const failure = { failure: { message, stack, code } } satisfies PublisherFailure;
  await new Promise<void>((sent) => process.send?.(failure, () => sent()));
  process.exit(1);
}

/**
 * Waits until the next publication is due, and follows the store meanwhile. Without a store it also ends when a reader
 * refuses the current snapshot.
 */
async function pauseUntil(next: number, folder: string, follower: Follower | null): Promise<void> {
  const refused = await refusedCurrent(folder);
  for (;;) {
    onProgress();
    const leftMs = next - performance.now();
    if (leftMs <= 0) return;
    await sleep(Math.min(leftMs, follower ? FOLLOW_MS : BEAT_MS));
    if (follower) {
      await follower.step();
      continue; // the follower repairs refused snapshots
    }
    const now = await refusedCurrent(folder);
    if (now !== null && now !== refused) return;
  }
}
