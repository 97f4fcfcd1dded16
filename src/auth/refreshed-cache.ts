import { setInterval } from 'node:timers';
import { LRUCache } from 'lru-cache';
import { promptly } from '../db/client.ts';

const REFRESH_MS = 1_500;
/** A value older than this is loaded again before it is used; with REFRESH_MS well below the 5 s promised. */
const FRESH_MS = 3_500;
/** How old a value may be while the database does not respond. */
const WITHOUT_DATABASE_MS = 15 * 60_000;

interface Entry<T> {
  value: T;
  /** When the query began that loaded it, by performance.now(). */
  loadedAt: number;
  /** Whether it was read since the last refresh. */
  isUsed: boolean;
}

/**
 * A cache of values from Postgres by id. Every REFRESH_MS one query loads all values that were read since the last
 * one. Absent values are not cached, so that a new one works at once. Without the database, values of up to 15 minutes
 * are still given.
 */
export class RefreshedCache<T extends object> {
  readonly #load: (ids: string[]) => Promise<Map<string, T>>;
  readonly #entries = new LRUCache<string, Entry<T>>({ max: 20_000 });
  readonly #loading = new Map<string, Promise<T | null>>();
  readonly #timer: NodeJS.Timeout;
  #isRefreshing = false;
  #isDatabaseDown = false;

  /** @param load reads the values of ids from the database; absent ones are not in the map */
  constructor(load: (ids: string[]) => Promise<Map<string, T>>) {
    this.#load = load;
    this.#timer = setInterval(() => void this.#refresh(), REFRESH_MS).unref();
  }

  /**
   * The value of an id, at most FRESH_MS old while the database responds; null for an absent one. It is given without
   * a promise where it is fresh.
   * @throws AppError unavailable
   */
  get(id: string): T | Promise<T | null> {
    const entry = this.#entries.get(id);
    if (entry) {
      entry.isUsed = true;
      const age = performance.now() - entry.loadedAt;
      if (age < FRESH_MS || (this.#isDatabaseDown && age < WITHOUT_DATABASE_MS)) return entry.value;
    }
    return this.#loadShared(id, entry);
  }

  /** The value as a query that begins now reads it; null for an absent one. @throws AppError unavailable */
  async current(id: string): Promise<T | null> {
    return this.#loadOne(id);
  }

  /** Ends the refreshes. */
  close(): void {
    clearInterval(this.#timer);
  }

  /** Loads a value once for all that wait for it; a failed load gives the old value where there is one. */
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
    const values = await this.#loadAll([id]);
    return values.get(id) ?? null;
  }

  async #loadAll(ids: string[]): Promise<Map<string, T>> {
    const startedAt = performance.now();
    try {
      const values = await promptly(this.#load(ids));
      this.#isDatabaseDown = false;
      for (const id of ids) {
        const value = values.get(id);
        if (value) this.#entries.set(id, { value, loadedAt: startedAt, isUsed: false });
        else this.#entries.delete(id);
      }
      return values;
    } catch (error) {
      this.#isDatabaseDown = true;
      throw error;
    }
  }

  /** Loads all values read since the last refresh in one query; others are loaded when they are read again. */
  async #refresh(): Promise<void> {
    if (this.#isRefreshing) return;
    const ids: string[] = [];
    for (const [id, entry] of this.#entries.entries()) {
      if (entry.isUsed || this.#isDatabaseDown) ids.push(id);
      entry.isUsed = false;
    }
    if (ids.length === 0) return;
    this.#isRefreshing = true;
    // #loadAll notes the failure; the next request that needs the database reports it.
    await this.#loadAll(ids).catch(() => {});
    this.#isRefreshing = false;
  }
}
