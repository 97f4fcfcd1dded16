import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from '../base/errors.ts';

/** A client whose sessions can be ended as if they had been lost; it goes on with new ones. */
export interface Droppable {
  drop(): void;
}

/** A client of one connection, so that a sign of life never waits behind other statements. */
export interface Probe {
  isAlive(): Promise<unknown>;
  close(): Promise<void>;
}

/** Who waits for a frozen Postgres is answered after this, well within the 2 s an answer is owed in. */
const SILENCE_MS = 1_200;
/** While it is lost it is tried this often, by so many attempts at once at most. */
const ATTEMPT_MS = 400;
const MOST_ATTEMPTS = 6;
/** How much later than a new sign of life the first one that was missed may come. */
const LATE_MS = 150;
/** Between two signs of life while somebody waits. */
const URGENT_PAUSE_MS = 250;
/** Between two signs of life while nobody waits: background jobs do not say when they do. */
const PAUSE_MS = 1_000;

/**
 * Notices when Postgres stops answering without a reset (a machine that vanished, a frozen server): neither the
 * driver nor TCP would for minutes. Whoever waits is refused then; and when it is back, and had not only been slow, all
 * sessions are dropped, because what was sent on them is never answered. It begins with the first work.
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
  #giveUp = () => {};

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
    if (this.#isLost) throw unavailableNow();
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
    this.#giveUp();
    await this.#probe?.close();
  }

  #hurry(): void {
    this.begin();
    if (!this.#isBeating) this.#schedule();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const pause = this.#waiting.size > 0 ? URGENT_PAUSE_MS : PAUSE_MS;
    const ms = Math.max(0, this.#lastBeatAt + pause - performance.now());
    this.#timer = setTimeout(() => void this.#beat(), ms).unref();
  }

  async #beat(): Promise<void> {
    if (this.#isBeating || this.#isClosed || !this.#probe) return;
    this.#isBeating = true;
    const answer = isAlive(this.#probe);
    // A refused connection is no silence: the work fails by it itself.
    if ((await Promise.race([answer, silence()])) === 'silent') await this.#lose(this.#probe, answer);
    this.#lastBeatAt = performance.now();
    this.#isBeating = false;
    if (!this.#isClosed) this.#schedule();
  }

  /** Refuses whoever waits until there is a sign of life again. */
  async #lose(silent: Probe, late: Promise<boolean>): Promise<void> {
    this.#isLost = true;
    for (const reject of this.#waiting) reject(unavailableNow());
    const { promise: found, resolve: find } = Promise.withResolvers<Probe | null>();
    void late.then((isAlive) => isAlive && find(silent));
    this.#giveUp = () => find(null);
    const attempts: Probe[] = [];
    let isFound = false;
    while (!isFound) {
      const attempt = this.#connect();
      attempts.push(attempt);
      void isAlive(attempt).then((isAlive) => isAlive && find(attempt));
      // One sent into the void is never answered; one to a busy machine takes its time.
      if (attempts.length > MOST_ATTEMPTS) void attempts.shift()?.close();
      isFound = await Promise.race([found.then(() => true), sleep(ATTEMPT_MS, false, { ref: false })]);
    }
    const probe = await found;
    // A Postgres that was frozen or busy answers the first one too, and its sessions go on. One that vanished does
    // not, and never will what was sent on the sessions of then.
    if (probe && probe !== silent && !(await Promise.race([late, sleep(LATE_MS, false)])))
      for (const client of this.#clients) client.drop();
    this.#probe = probe ?? silent;
    for (const other of [silent, ...attempts]) if (other !== this.#probe) void other.close();
    this.#isLost = false;
  }
}

function isAlive(probe: Probe): Promise<boolean> {
  return probe.isAlive().then(
    () => true,
    () => false,
  );
}

/** Not before what came meanwhile was read, where it was our own loop that stood still. */
async function silence(): Promise<'silent'> {
  await sleep(SILENCE_MS, undefined, { ref: false });
  await nextTick();
  return 'silent';
}

function unavailableNow(): Error {
  return unavailable('The database does not answer. Try again shortly.');
}
