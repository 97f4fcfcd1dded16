import type { Log } from '../../base/log.ts';
import type { ObjectStore } from '../../files/object-store.ts';
import { isSnapshotId, SCHEMA_VERSION } from '../manifest.ts';
import { objectKey, type SharedCurrent } from './shared-snapshots.ts';

/** A server may still be fetching a snapshot for this long after its keeping time. */
const MARGIN_MS = 5 * 60_000;
/** An unnamed object younger than this may belong to an unfinished snapshot. */
const UNNAMED_MS = 60 * 60_000;
/** Snapshots of an older schema version are removed after this long without an update by any server. */
const OTHER_SCHEMA_MS = 24 * 60 * 60_000;
const COLLECT_MS = 60_000;
/** How often all objects are listed, to find what killed publishers left. */
const LIST_MS = 6 * 60 * 60_000;

interface Schema {
  version: number;
  manifests: { id: string; key: string; modifiedAt: Date }[];
  current: SharedCurrent | null;
}

/** Removes from the store what no server needs any more. */
export class Collection {
  readonly #objects: ObjectStore;
  /** Contents named by each manifest, by its key. Manifests never change. */
  #named = new Map<string, readonly string[]>();
  #collectedAt = Number.NEGATIVE_INFINITY;
  #listedAt = Number.NEGATIVE_INFINITY;

  constructor(objects: ObjectStore) {
    this.#objects = objects;
  }

  /**
   * Collects if it is due. Call it with the publish lock held.
   * @param signal aborted when the lock is lost
   */
  async collect(
    keepMinutes: number,
    options: { signal: AbortSignal; onProgress: () => void; log: Log },
  ): Promise<void> {
    const now = performance.now();
    if (now - this.#collectedAt < COLLECT_MS) return;
    this.#collectedAt = now;
    const isListing = now - this.#listedAt >= LIST_MS;
    const { remaining, removed, over } = await this.#divide(keepMinutes * 60_000 + MARGIN_MS);
    if (removed.length === 0 && !isListing) return;
    const { signal, onProgress, log } = options;
    const named = new Set<string>();
    for (const key of remaining) for (const sha256 of await this.#contents(key)) named.add(sha256);
    const unnamed = new Set<string>();
    for (const key of removed) {
      for (const sha256 of await this.#contents(key)) if (!named.has(sha256)) unnamed.add(sha256);
    }
    const remove = async (key: string) => {
      signal.throwIfAborted();
      onProgress();
      await this.#objects.remove(key);
    };
    // Manifests are removed first, because a manifest without its objects would be fetched in vain.
    for (const key of [...over, ...removed]) await remove(key);
    for (const sha256 of unnamed) await remove(objectKey(sha256));
    this.#named = new Map([...this.#named].filter(([key]) => remaining.includes(key)));
    let orphans = 0;
    if (isListing) {
      for await (const { key, modifiedAt } of this.#objects.list(objectKey(''))) {
        if (named.has(key.slice(objectKey('').length))) continue;
        if (Date.now() - modifiedAt.getTime() < UNNAMED_MS) continue;
        await remove(key);
        orphans += 1;
      }
      this.#listedAt = now;
    }
    log.debug(
      { snapshots: removed.length, objects: unnamed.size + orphans },
      'removed old snapshots from the store',
    );
  }

  /**
   * Manifests to keep, manifests to remove, and outdated records of current snapshots.
   * @param keepMs after a snapshot was superseded
   */
  async #divide(keepMs: number): Promise<Record<'remaining' | 'removed' | 'over', string[]>> {
    const remaining: string[] = [];
    const removed: string[] = [];
    const over: string[] = [];
    for (const { version, manifests, current } of await this.#schemas()) {
      const age = current ? Date.now() - Date.parse(current.asOf) : 0;
      const isOver = version < SCHEMA_VERSION && age > OTHER_SCHEMA_MS;
      if (isOver) over.push(`schema-${version}/CURRENT`);
      for (const [at, { id, key, modifiedAt }] of manifests.entries()) {
        const successor = manifests[at + 1];
        // A snapshot later than the current one was left by a publisher that was killed, or lost the race.
        const isOld =
          current !== null && id > current.id
            ? Date.now() - modifiedAt.getTime() > UNNAMED_MS
            : id !== current?.id &&
              successor !== undefined &&
              Date.now() - successor.modifiedAt.getTime() > keepMs;
        (isOver || isOld ? removed : remaining).push(key);
      }
    }
    return { remaining, removed, over };
  }

  /** The snapshots of each schema version, ordered by id. */
  async #schemas(): Promise<Schema[]> {
    const schemas = new Map<number, Schema>();
    for await (const { key, modifiedAt } of this.#objects.list('schema-')) {
      const [, digits, rest = ''] = /^schema-(\d+)\/(.*)$/.exec(key) ?? [];
      if (digits === undefined) continue;
      const version = Number(digits);
      const schema = schemas.get(version) ?? { version, manifests: [], current: null };
      schemas.set(version, schema);
      const id = /^manifests\/(.*)\.json$/.exec(rest)?.[1] ?? '';
      if (isSnapshotId(id)) schema.manifests.push({ id, key, modifiedAt });
      if (rest !== 'CURRENT') continue;
      const found = await this.#objects.get(key);
      if (found && found !== 'unchanged') schema.current = JSON.parse(found.content.toString());
    }
    return [...schemas.values()];
  }

  /** @throws if a manifest cannot be read, so that nothing it may name is removed */
  async #contents(key: string): Promise<readonly string[]> {
    const known = this.#named.get(key);
    if (known) return known;
    const found = await this.#objects.get(key);
    if (!found || found === 'unchanged') return [];
    const [content = ''] = found.content.toString().split('\n');
    const { files } = JSON.parse(content) as { files: { sha256: string }[] };
    const contents = files.map(({ sha256 }) => sha256);
    this.#named.set(key, contents);
    return contents;
  }
}
