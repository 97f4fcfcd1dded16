import { setImmediate as nextTick } from 'node:timers/promises';
import { unavailable } from '../errors.ts';

/** A client whose sessions can be ended as if they had been lost; it goes on with new ones. */
export interface Droppable {
  drop(): void;
}

/** A client of one connection, so that a sign of life never waits behind other statements. */
export interface Probe extends Droppable {
  isAlive(): Promise<unknown>;
  close(): Promise<void>;
}

/** Who waits for a frozen Postgres is answered after this, well within the 2 s an answer is owed in. */
const SILENCE_MS = 1_200;
/** While it is lost an attempt is given up sooner: one sent into the void is not answered when Postgres is back. */
const LOST_SILENCE_MS = 500;
/** Between two signs of life while somebody waits, or Postgres is lost. */
const URGENT_PAUSE_MS = 250;
/** Between two signs of life while nobody waits: background jobs do not say when they do. */
const PAUSE_MS = 1_000;

/**
 * Notices when Postgres stops answering without a reset (a machine that vanished, a frozen server): neither the
 * driver nor TCP would for minutes. Then whoever waits is refused, and all sessions are dropped, because what was
 * sent on them is never answered. It begins with the first work.
 */
export class Heartbeat {
  readonly #connect: () => Probe;
  #probe: Probe | null = null;
  readonly #clients = new Set<Droppable>();
  readonly #waiting = new Set<(error: Error) => void>();
  #isLost = false;
  #isClosed = false;
  #lastBeatAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #isBeating = false;

  constructor(connect: () => Probe) {
    this.#connect = connect;
  }

  /** Drops the client's sessions too when Postgres falls silent. */
  watch(client: Droppable): void {
    this.#clients.add(client);
  }

  unwatch(client: Droppable): void {
    this.#clients.delete(client);
  }

  /** Begins to listen for signs of life. */
  begin(): void {
    if (this.#probe !== null || this.#isClosed) return;
    this.#probe = this.#connect();
    void this.#beat();
  }

  /**
   * The outcome of work that needs Postgres, however long it takes.
   * @throws AppError unavailable when Postgres does not answer any more. The work may still take effect.
   */
  async guard<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isLost) throw silence();
    const { promise: lost, reject } = Promise.withResolvers<never>();
    this.#waiting.add(reject);
    if (this.#waiting.size === 1) this.#hurry();
    try {
      return await Promise.race([work(), lost]);
    } finally {
      this.#waiting.delete(reject);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#probe?.close();
  }

  #hurry(): void {
    this.begin();
    if (!this.#isBeating) this.#schedule();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const pause = this.#waiting.size > 0 || this.#isLost ? URGENT_PAUSE_MS : PAUSE_MS;
    const ms = Math.max(0, this.#lastBeatAt + pause - performance.now());
    this.#timer = setTimeout(() => void this.#beat(), ms).unref();
  }

  async #beat(): Promise<void> {
    if (this.#isBeating || this.#isClosed || !this.#probe) return;
    this.#isBeating = true;
    const overdue = setTimeout(() => void this.#lose(), this.#isLost ? LOST_SILENCE_MS : SILENCE_MS);
    // Refused connections are no silence: the work fails by them itself.
    const isAlive = await this.#probe.isAlive().then(
      () => true,
      () => false,
    );
    clearTimeout(overdue);
    this.#isLost &&= !isAlive;
    this.#lastBeatAt = performance.now();
    this.#isBeating = false;
    if (!this.#isClosed) this.#schedule();
  }

  async #lose(): Promise<void> {
    this.#isLost = true;
    // Where it was our own loop that stood still, the answer is here already.
    await nextTick();
    if (!this.#isLost) return;
    for (const reject of this.#waiting) reject(silence());
    for (const client of this.#clients) client.drop();
    this.#probe?.drop();
  }
}

function silence(): Error {
  return unavailable('The database does not answer. Try again shortly.');
}
