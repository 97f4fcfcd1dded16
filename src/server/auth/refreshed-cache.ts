import { setInterval } from 'node:timers';
import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { Log } from '../../base/log.ts';
import { databaseTrouble, isDatabaseTrouble, promptly } from '../../db/client.ts';

const REFRESH_MS = 1_500;
/** An older value is loaded again before use. Together with REFRESH_MS it is well below the promised 5 s. */
const FRESH_MS = 3_500;
/** How old a value may be while the database does not respond. */
const WITHOUT_DATABASE_MS = 15 * 60_000;

interface Entry<T> {
  value: T;
  /** When the query that loaded it began, by performance.now(). */
  loadedAt: number;
  /** Whether it was read since the last refresh. */
  isUsed: boolean;
  /** Whether the last load could not determine its present value. */
  isUnknown: boolean;
}

/** The result of loading some ids. An id in neither map is absent. */
export interface Loaded<T> {
  found: Map<string, T>;
  /** The ids with an unknown value, because a part of the database is unreachable, with the error. */
  unknown: Map<string, unknown>;
}

/**
 * A cache of values from Postgres by id. Every REFRESH_MS one query loads all values that were read since the last one.
 * A value stays the same object for as long as it is equal.
 * Absent values are not cached, so that a new one works at once. While the database, or the node with the values, is
 * unreachable, values of up to 15 minutes are still returned.
 */
export class RefreshedCache<T extends object> {
  readonly #load: (ids: string[]) => Promise<Loaded<T>>;
  readonly #log: Log;
  readonly #entries = new LRUCache<string, Entry<T>>({ max: 20_000 });
  readonly #loading = new Map<string, Promise<T | null>>();
  readonly #timer: NodeJS.Timeout;
  #isRefreshing = false;
  #isDatabaseDown = false;

  /** @param load reads the values of ids from the database */
  constructor(load: (ids: string[]) => Promise<Loaded<T>>, log: Log) {
    this.#load = load;
    this.#log = log;
    this.#timer = setInterval(() => void this.#refresh(), REFRESH_MS).unref();
  }

  /**
   * The value of an id, at most FRESH_MS old while the database responds; null for an absent one. A fresh value is
   * returned without a promise.
   * @throws AppError unavailable
   */
  get(id: string): T | Promise<T | null> {
    const entry = this.#entries.get(id);
    if (entry) {
      entry.isUsed = true;
      const age = performance.now() - entry.loadedAt;
      const isAway = this.#isDatabaseDown || entry.isUnknown;
      if (age < FRESH_MS || (isAway && age < WITHOUT_DATABASE_MS)) return entry.value;
    }
    return this.#loadShared(id, entry);
  }

  /** The value as read by a query that begins now; null for an absent one. @throws AppError unavailable */
  async current(id: string): Promise<T | null> {
    return this.#loadOne(id);
  }

  /** Stops the refreshes. */
  close(): void {
    clearInterval(this.#timer);
  }

  /** Loads a value once for all callers that wait for it; a failed load returns the old value, if any. */
  async #loadShared(id: string, entry: Entry<T> | undefined): Promise<T | null> {
    const loading = this.#loading.get(id) ?? this.#loadOne(id);
    this.#loading.set(id, loading);
    try {
      return await loading;
    } catch (error) {
      if (entry && performance.now() - entry.loadedAt < WITHOUT_DATABASE_MS) return entry.value;
      throw error;
    } finally {
      this.#loading.delete(id);
    }
  }

  async #loadOne(id: string): Promise<T | null> {
    const { found, unknown } = await this.#loadAll([id]);
    const error = unknown.get(id);
    if (error !== undefined) throw databaseTrouble(error) ?? error;
    return found.get(id) ?? null;
  }

  async #loadAll(ids: string[]): Promise<Loaded<T>> {
    const startedAt = performance.now();
    try {
      const loaded = await promptly(this.#load(ids));
      this.#isDatabaseDown = false;
      for (const id of ids) {
        const known = this.#entries.get(id);
        const found = loaded.found.get(id);
        const value = isDeepStrictEqual(found, known?.value) ? known?.value : found;
        if (value) this.#entries.set(id, { value, loadedAt: startedAt, isUsed: false, isUnknown: false });
        else if (!loaded.unknown.has(id)) this.#entries.delete(id);
        else if (known) known.isUnknown = true;
      }
      return loaded;
    } catch (error) {
      // A bug is logged here once: cached callers continue meanwhile, so no request would report it.
      if (!this.#isDatabaseDown && !isDatabaseTrouble(error))
        this.#log.error({ error }, 'callers could not be read');
      this.#isDatabaseDown = true;
      throw error;
    }
  }

  /** Loads all values read since the last refresh in one query; the other values are loaded on their next read. */
  async #refresh(): Promise<void> {
    if (this.#isRefreshing) return;
    const ids: string[] = [];
    for (const [id, entry] of this.#entries.entries()) {
      if (entry.isUsed || entry.isUnknown || this.#isDatabaseDown) ids.push(id);
      entry.isUsed = false;
    }
    if (ids.length === 0) return;
    this.#isRefreshing = true;
    // #loadAll notes the failure; the next request that needs the database reports it.
    await this.#loadAll(ids).catch(() => {});
    this.#isRefreshing = false;
  }
}
