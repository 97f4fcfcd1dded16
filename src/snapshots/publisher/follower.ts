import { join } from 'node:path';
import type { Log } from '../../base/log.ts';
import { isStoreFailure, StoreRefused } from '../../files/object-store.ts';
import type { StoreGuard } from '../../files/store-mark.ts';
import { noteStoreRefusal, readCurrent, readManifest, refusedCurrent, writeChecked } from '../manifest.ts';
import { removeOld } from '../publish/old-snapshots.ts';
import { LocalCopy } from '../sharing/local-copy.ts';
import { servedFiles } from '../sharing/served-files.ts';
import type { SharedSnapshots } from '../sharing/shared-snapshots.ts';
import { answerFound, answerGone, wantedSnapshots } from '../sharing/wanted.ts';

/** Pause after the store was away or had damaged objects. */
const AWAY_MS = 2_000;
const CLEAR_MS = 60_000;
/** A starting server serves its local snapshot after this if the store is silent or damaged, so that reads continue. */
const HELD_MS = 5_000;

/** Keeps the local copy of the current snapshot in line with the store. */
export class Follower {
  readonly #folder: string;
  readonly #shared: SharedSnapshots;
  readonly #copy: LocalCopy;
  readonly #keepMinutes: number;
  readonly #guard: StoreGuard | null;
  readonly #log: Log;
  /** Etag of the store's current-snapshot record that this machine has applied. */
  #etag: string | undefined;
  #notBefore = 0;
  #clearedAt = Number.NEGATIVE_INFINITY;
  /** The failure that was logged; null: the last step succeeded. */
  #failure: string | null = null;
  readonly #startedAt = performance.now();
  #movedAt = this.#startedAt;
  #isSettled = false;

  /**
   * @param folder of the snapshots
   * @param options.guard of the store
   * @param options.onProgress called as files arrive
   */
  constructor(
    shared: SharedSnapshots,
    folder: string,
    options: { keepMinutes: number; guard: StoreGuard | null; log: Log; onProgress: () => void },
  ) {
    this.#folder = folder;
    this.#shared = shared;
    this.#keepMinutes = options.keepMinutes;
    this.#guard = options.guard;
    this.#log = options.log;
    const onProgress = () => {
      this.#movedAt = performance.now();
      options.onProgress();
    };
    this.#copy = new LocalCopy(folder, shared, options.log, onProgress);
  }

  /** Whether the local copy has matched the store once, or cannot for now. */
  get isSettled(): boolean {
    const sinceMs = performance.now() - (this.#failure === null ? this.#movedAt : this.#startedAt);
    this.#isSettled ||= sinceMs > HELD_MS;
    return this.#isSettled;
  }

  /** Checks the store once and acts on the result. Failures are logged once and retried later. */
  async step(): Promise<void> {
    if (performance.now() < this.#notBefore) return;
    try {
      await this.#follow();
      this.#isSettled = true;
      await this.#fetchWanted();
      await this.#clear();
      if (this.#failure !== null) this.#log.info({}, 'the store of snapshots is followed again');
      this.#failure = null;
    } catch (error) {
      const { message } = error as Error;
      // The server continues with what it has, so one log line is enough.
      if (this.#failure === null || !isStoreFailure(error)) {
        if (message !== this.#failure)
          this.#log.warn({ reason: message }, 'the store of snapshots is not followed');
      }
      this.#failure = message;
      this.#notBefore = performance.now() + AWAY_MS;
    }
  }

  async #follow(): Promise<void> {
    const found = await this.#shared.current(this.#etag);
    if (found === 'unchanged') {
      const refused = await refusedCurrent(this.#folder);
      if (refused !== null && !(await this.#copy.repair(refused)))
        throw new Error(`The damaged snapshot ${refused} cannot be repaired from the store yet.`);
      return;
    }
    await this.#refuseForeign();
    if (!found) return;
    const { current, etag } = found;
    const isHere = (await readCurrent(this.#folder)) === current.id;
    if (!isHere && !(await this.#copy.isBeyond(current.id))) {
      const snapshot = await this.#shared.manifest(current.id);
      if (!snapshot) throw new Error(`The store has no manifest of its current snapshot ${current.id}.`);
      const damaged = await this.#copy.obtain(snapshot, servedFiles(snapshot.manifest));
      if (damaged.length > 0) throw new Error(`The store has damaged objects of the snapshot ${current.id}.`);
      await this.#copy.switchTo(current);
      await removeOld(this.#folder, snapshot.manifest, this.#keepMinutes, this.#log);
    } else if (isHere) await writeChecked(this.#folder, current.id, current.asOf);
    this.#etag = etag;
  }

  /** @throws StoreRefused if the store belongs to another database; servers read the reason in the folder */
  async #refuseForeign(): Promise<void> {
    const refusal = (await this.#guard?.refusal()) ?? null;
    await noteStoreRefusal(this.#folder, refusal);
    if (refusal !== null) throw new StoreRefused(refusal);
  }

  /** Fetches snapshots that clients have requested, because another server showed them. */
  async #fetchWanted(): Promise<void> {
    for (const id of await wantedSnapshots(this.#folder)) {
      const snapshot = await this.#shared.manifest(id);
      const supersededAt = snapshot && (await this.#shared.supersededAt(id));
      const isExpired = supersededAt && Date.now() - supersededAt.getTime() >= this.#keepMinutes * 60_000;
      if (!snapshot || isExpired) {
        await answerGone(this.#folder, id);
        continue;
      }
      const damaged = await this.#copy.obtain(snapshot, servedFiles(snapshot.manifest));
      if (damaged.length === 0) await answerFound(this.#folder, id);
    }
  }

  async #clear(): Promise<void> {
    if (performance.now() - this.#clearedAt < CLEAR_MS) return;
    this.#clearedAt = performance.now();
    await this.#copy.clear();
    const id = await readCurrent(this.#folder);
    const current = id === null ? null : await readManifest(join(this.#folder, id)).catch(() => null);
    if (current) await removeOld(this.#folder, current, this.#keepMinutes, this.#log);
  }
}
