import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises';
import { OutcomeUnknown, unavailable } from '../base/errors.ts';

/** A client that can drop its sessions as if they were lost. It continues with new ones. */
export interface Droppable {
  /** @returns the server process ids of the sessions, which may still be alive there */
  drop(): number[];
}

/** A client of one connection, so that a sign of life never queues behind other statements. */
export interface Probe {
  /** Resolves on a sign of life; rejects if the connection fails. */
  isAlive(): Promise<unknown>;
  close(): Promise<void>;
}

const SILENT = 'The database does not answer. Try again shortly.';
/** Message for work that had begun. */
const PERHAPS_WRITTEN =
  'What was to be written may have taken effect: look before you send it as a new request.';
/** Work that waits for a frozen Postgres is refused after this, well within the 2 s limit for requests. */
const SILENCE_MS = 1_200;
/** While Postgres is lost, a new connection is tried this often, with at most MOST_ATTEMPTS under way. */
const ATTEMPT_MS = 400;
const MOST_ATTEMPTS = 6;
/** The missed sign of life may arrive this much later than the first one on a new connection. */
const LATE_MS = 150;
/** Pause between two signs of life while requests wait. */
const URGENT_PAUSE_MS = 250;
/** Pause between two signs of life otherwise. Background jobs do not count as waiting. */
const PAUSE_MS = 1_000;

/**
 * Detects that Postgres stops answering without a reset (a machine that vanished, a frozen server), which neither the
 * sessions nor TCP would notice for long. Waiting requests are refused then. When Postgres is back and was not merely
 * slow, all sessions are dropped, because statements sent on them are never answered. It starts with the first work.
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

  /** @param endSessions ends dropped sessions that are still alive on the server, and so frees their locks */
  constructor(connect: () => Probe, endSessions: (processIds: number[]) => Promise<unknown>) {
    this.#connect = connect;
    this.#endSessions = endSessions;
  }

  /** Also drops this client's sessions when Postgres falls silent, until `unwatch`. */
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
   * Does work that needs Postgres. The work has no time limit while there are signs of life.
   * @throws OutcomeUnknown if Postgres stops answering; AppError unavailable if the work was not begun
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
    // A refused connection is not silence: the work itself fails with it.
    if ((await Promise.race([answer, silence()])) === 'silent') await this.#lose(this.#probe, answer);
    this.#lastBeatAt = performance.now();
    this.#isBeating = false;
    if (!this.#isClosed) this.#schedule();
  }

  /** Refuses all work until there is a sign of life. @param late resolves if the missed sign of life still arrives */
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
      // An attempt at a machine that vanished is never answered. One at a busy machine takes its time.
      if (attempts.length > MOST_ATTEMPTS) void attempts.shift()?.close();
      isFound = await Promise.race([found.then(() => true), sleep(ATTEMPT_MS, false, { ref: false })]);
    }
    const probe = await found;
    // If Postgres was only frozen or busy, it also answers the missed sign of life, and its sessions continue. If it
    // vanished, it never answers statements that were sent on the old sessions.
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

/** Resolves after the silence, but reads what has arrived first, because our own event loop may have been blocked. */
async function silence(): Promise<'silent'> {
  await sleep(SILENCE_MS, undefined, { ref: false });
  await nextTick();
  return 'silent';
}
