import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises';
import { OutcomeUnknown, unavailable } from '../base/errors.ts';

/** A client whose sessions can be dropped as if they had been lost; it goes on with new ones. */
export interface Droppable {
  /** @returns the process ids of the sessions on the server, where they may live on */
  drop(): number[];
}

/** A client of one connection, so that a sign of life never waits behind other statements. */
export interface Probe {
  /** Resolves with a sign of life; rejects when the connection fails. */
  isAlive(): Promise<unknown>;
  close(): Promise<void>;
}

const SILENT = 'The database does not answer. Try again shortly.';
/** Said where work was begun. */
const PERHAPS_WRITTEN =
  'What was to be written may have taken effect: look before you send it as a new request.';
/** Work that waits for a frozen Postgres is refused after this, well within the 2 s that requests may take then. */
const SILENCE_MS = 1_200;
/** While Postgres is lost, a new connection is tried this often, with so many under way at once at most. */
const ATTEMPT_MS = 400;
const MOST_ATTEMPTS = 6;
/** The sign of life that was missed may come this much later than the first one on a new connection. */
const LATE_MS = 150;
/** Between two signs of life while requests wait. */
const URGENT_PAUSE_MS = 250;
/** Between two signs of life otherwise: background jobs are not counted as waiting. */
const PAUSE_MS = 1_000;

/**
 * Notices when Postgres stops answering without a reset (a machine that vanished, a frozen server): neither the
 * sessions nor TCP would for long. Requests that wait are refused then. When Postgres is back, and was not only slow,
 * all sessions are dropped, because what was sent on them is never answered. It begins with the first work.
 */
export class Heartbeat {
  readonly #connect: () => Probe;
  readonly #endSessions: (processIds: number[]) => Promise<unknown>;
  #probe: Probe | null = null;
  readonly #clients = new Set<Droppable>();
  /** Rejects the work of each request that waits. */
  readonly #waiting = new Set<(error: Error) => void>();
  #isLost = false;
  #isClosed = false;
  #lastBeatAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #isBeating = false;
  #giveUp = () => {};

  /** @param endSessions ends dropped sessions that live on on the server, with the locks they hold */
  constructor(connect: () => Probe, endSessions: (processIds: number[]) => Promise<unknown>) {
    this.#connect = connect;
    this.#endSessions = endSessions;
  }

  /** Drops this client's sessions too when Postgres falls silent, until `unwatch`. */
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
   * Does work that needs Postgres; it may take as long as it likes while there are signs of life.
   * @throws OutcomeUnknown when Postgres does not answer any more; AppError unavailable where the work was not begun
   */
  async guard<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isLost) throw unavailable(SILENT);
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
    // A refused connection is no silence: the work itself fails by it.
    if ((await Promise.race([answer, silence()])) === 'silent') await this.#lose(this.#probe, answer);
    this.#lastBeatAt = performance.now();
    this.#isBeating = false;
    if (!this.#isClosed) this.#schedule();
  }

  /** Refuses all work until there is a sign of life again. @param late the one that was missed, if it still comes */
  async #lose(silent: Probe, late: Promise<boolean>): Promise<void> {
    this.#isLost = true;
    for (const reject of this.#waiting) reject(new OutcomeUnknown(`${SILENT} ${PERHAPS_WRITTEN}`));
    const { promise: found, resolve: find } = Promise.withResolvers<Probe | null>();
    void late.then((isAlive) => isAlive && find(silent));
    this.#giveUp = () => find(null);
    const attempts: Probe[] = [];
    let isFound = false;
    while (!isFound) {
      const attempt = this.#connect();
      attempts.push(attempt);
      void isAlive(attempt).then((isAlive) => isAlive && find(attempt));
      // An attempt at a machine that vanished is never answered; one at a busy machine takes its time.
      if (attempts.length > MOST_ATTEMPTS) void attempts.shift()?.close();
      isFound = await Promise.race([found.then(() => true), sleep(ATTEMPT_MS, false, { ref: false })]);
    }
    const probe = await found;
    // A Postgres that was frozen or busy also answers the sign of life that was missed, and its sessions go on. One
    // that vanished does not, and never answers what was sent on the old sessions.
    if (probe && probe !== silent && !(await Promise.race([late, sleep(LATE_MS, false)])))
      void this.#endSessions([...this.#clients].flatMap((client) => client.drop())).catch(() => {});
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

/**
 * Resolves after the silence, but reads what has arrived first: it may have been our own event loop that stood still.
 */
async function silence(): Promise<'silent'> {
  await sleep(SILENCE_MS, undefined, { ref: false });
  await nextTick();
  return 'silent';
}
