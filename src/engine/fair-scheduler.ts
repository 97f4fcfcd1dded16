import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { type AppError, ClientGone, tooBusy } from '../base/errors.ts';

/**
 * Classes of statements, each with its own limit: a page of thousands of rows takes a hundred times as long as a small
 * report, and a file of an export runs for seconds.
 */
export type StatementClass = 'small' | 'large' | 'file';

/** A request for a session. */
export interface Ticket {
  class: StatementClass;
  /**
   * What the statement is like. Once the kind has been measured for the organisation, the measurement decides between
   * small and large. Until then the given class applies.
   */
  kind?: string | undefined;
  /** The organisation; '' for the program's own statements. Sessions are shared fairly between organisations. */
  orgId: string;
  /** Aborted when the result is no longer wanted. */
  signal?: AbortSignal | undefined;
}

/** A statement expected to wait longer than this is refused at once. A waiting one is refused after twice this time. */
const MAX_WAIT_MS = 2_000;
/** A statement that usually takes longer than this is large. */
const SLOW_MS = 100;
/** Maximum number of waiting statements per class, however short they are. It limits memory use. */
const MAX_WAITING = 4_096;
/** Expected time of a statement before any is measured, ms. */
const FIRST_GUESS_MS: Record<StatementClass, number> = { small: 5, large: 60, file: 1_000 };
/**
 * If a refused organisation retries before Retry-After, its next refusals are delayed by this long. Without the delay,
 * 16 clients that retried at once took a third of the loop with 2,200 refusals per second.
 */
const HOLD_MS = 250;
/** Maximum number of delayed refusals. Further ones are sent at once, to limit memory use. */
const MOST_HELD = 1_000;
/** Number of organisations whose last refusal is remembered. */
const TOLD_KEPT = 10_000;
/** Weight of a new measurement in the expected time. */
const SMOOTHING = 0.1;
/** Number of organisations, and of kinds of their statements, whose times are remembered. */
const USUAL_KEPT = 10_000;

interface Waiting<Session> {
  begin(session: Session): void;
}

/** The statements of one organisation in one class, waiting or running. */
interface TenantQueue<Session> {
  waiting: Waiting<Session>[];
  running: number;
  /** Engine time given to the organisation, ms, on the class's clock. The queue with the least is served next. */
  usedMs: number;
  /** Usual time of a statement of the organisation in this class, ms. */
  expectedMs: number;
}

interface ClassState<Session> {
  name: StatementClass;
  /** Maximum number of running statements. */
  limit: number;
  running: number;
  waiting: number;
  /** Start value of new queues: an organisation gains no credit by being idle. */
  clockMs: number;
  queues: Map<string, TenantQueue<Session>>;
}

/**
 * Assigns one session to each statement. Fairness between organisations is by the time of their statements, so a flood
 * from one organisation delays only itself. The queue is limited by time, not count: a statement whose expected wait,
 * by recent times, is too long is refused at once instead of after the wait.
 */
export class FairScheduler<Session> {
  readonly #idle: Session[];
  readonly #classes: Record<StatementClass, ClassState<Session>>;
  #refused = 0;
  #held = 0;
  /** Time before which organisations were asked not to retry, by class and organisation; by performance.now(). */
  readonly #told = new LRUCache<string, number>({ max: TOLD_KEPT });
  /** Usual times of statements, ms, by class and organisation. */
  readonly #usual = new LRUCache<string, number>({ max: USUAL_KEPT });
  /** The last two times, ms, by kind and organisation. A statement that is slow by accident is rarely slow twice. */
  readonly #kinds = new LRUCache<string, [number, number]>({ max: USUAL_KEPT });

  constructor(sessions: Session[]) {
    this.#idle = [...sessions];
    const state = (name: StatementClass, limit: number): ClassState<Session> => ({
      name,
      limit,
      running: 0,
      waiting: 0,
      clockMs: 0,
      queues: new Map(),
    });
    // #dispatch() serves the classes in this order.
    this.#classes = {
      file: state('file', 1),
      large: state('large', Math.max(1, Math.floor(sessions.length / 2))),
      small: state('small', sessions.length),
    };
  }

  /**
   * Runs work with an exclusive session, after a fair wait.
   * @throws AppError unavailable if the wait would be too long or has been; a first refusal is not delayed. ClientGone
   *   if the signal is aborted
   */
  async run<T>(ticket: Ticket, work: (session: Session) => Promise<T>): Promise<T> {
    const { orgId } = ticket;
    const state = this.#classes[this.#classOf(ticket)];
    const queue = this.#queueOf(state, orgId);
    const session = await this.#session(state, queue, ticket);
    const chargedMs = queue.expectedMs;
    const startedAt = performance.now();
    try {
      return await work(session);
    } finally {
      const tookMs = performance.now() - startedAt;
      this.#learn(state, queue, ticket, tookMs);
      queue.usedMs += tookMs - chargedMs;
      queue.running -= 1;
      state.running -= 1;
      this.#removeIfEmpty(state, ticket.orgId, queue);
      this.#idle.push(session);
      this.#dispatch();
    }
  }

  /** Statements that wait now, and those refused so far because the wait would be too long. */
  load(): { waiting: number; refused: number } {
    const states = Object.values(this.#classes);
    return { waiting: states.reduce((sum, { waiting }) => sum + waiting, 0), refused: this.#refused };
  }

  #classOf({ class: asked, kind, orgId }: Ticket): StatementClass {
    const measured = kind === undefined ? undefined : this.#kinds.get(`${kind} ${orgId}`);
    if (measured === undefined) return asked;
    return Math.min(...measured) > SLOW_MS ? 'large' : 'small';
  }

  #learn(
    { name }: ClassState<Session>,
    queue: TenantQueue<Session>,
    { kind, orgId }: Ticket,
    tookMs: number,
  ): void {
    const key = `${name} ${orgId}`;
    const bounded = Math.min(tookMs, MAX_WAIT_MS);
    const known = this.#usual.get(key) ?? bounded;
    queue.expectedMs = known + SMOOTHING * (bounded - known);
    this.#usual.set(key, queue.expectedMs);
    if (kind === undefined) return;
    const [last = tookMs] = this.#kinds.get(`${kind} ${orgId}`) ?? [];
    this.#kinds.set(`${kind} ${orgId}`, [tookMs, last]);
  }

  #session(state: ClassState<Session>, queue: TenantQueue<Session>, ticket: Ticket): Promise<Session> {
    const waitMs = this.#expectedWait(state, queue);
    if (waitMs > MAX_WAIT_MS || state.waiting >= MAX_WAITING) {
      this.#refused += 1;
      this.#removeIfEmpty(state, ticket.orgId, queue);
      return this.#refuse(state, ticket, waitMs);
    }
    const { signal, orgId } = ticket;
    return new Promise((granted, failed) => {
      const settle = () => {
        if (overdue) clearTimeout(overdue);
        signal?.removeEventListener('abort', leave);
      };
      const giveUp = (error: Error) => {
        settle();
        queue.waiting.splice(queue.waiting.indexOf(waiting), 1);
        state.waiting -= 1;
        this.#removeIfEmpty(state, orgId, queue);
        failed(error);
      };
      const leave = () => giveUp(new ClientGone());
      const isForClient = state.name !== 'file';
      const overdue = isForClient && setTimeout(() => giveUp(this.#overdue(state, queue)), 2 * MAX_WAIT_MS);
      const waiting: Waiting<Session> = {
        begin: (session) => {
          settle();
          granted(session);
        },
      };
      signal?.addEventListener('abort', leave);
      queue.waiting.push(waiting);
      state.waiting += 1;
      this.#dispatch();
    });
  }

  #overdue(state: ClassState<Session>, queue: TenantQueue<Session>): AppError {
    this.#refused += 1;
    return refusal(this.#expectedWait(state, queue));
  }

  async #refuse({ name }: ClassState<Session>, { orgId }: Ticket, waitMs: number): Promise<never> {
    const refused = refusal(waitMs);
    const key = `${name} ${orgId}`;
    const now = performance.now();
    const isEarly = now < (this.#told.get(key) ?? 0);
    this.#told.set(key, now + Number(refused.headers['Retry-After']) * 1000);
    if (isEarly && this.#held < MOST_HELD) {
      this.#held += 1;
      await sleep(HOLD_MS);
      this.#held -= 1;
    }
    throw refused;
  }

  /** Gives idle sessions to the next statements. */
  #dispatch(): void {
    // Files and large pages go first: their limits are low enough to leave sessions for small statements.
    for (const state of Object.values(this.#classes)) {
      while (this.#idle.length > 0 && state.waiting > 0 && state.running < state.limit) {
        let next: TenantQueue<Session> | undefined;
        for (const queue of state.queues.values())
          if (queue.waiting.length > 0 && (!next || queue.usedMs < next.usedMs)) next = queue;
        const waiting = next?.waiting.shift();
        const session = this.#idle.pop();
        if (!next || !waiting || session === undefined)
          throw new Error(`No ${state.name} statement waits, though ${state.waiting} are counted.`);
        state.clockMs = Math.max(state.clockMs, next.usedMs);
        // Charged in advance, so that another organisation is next, and corrected when the statement has ended.
        next.usedMs += next.expectedMs;
        next.running += 1;
        state.running += 1;
        state.waiting -= 1;
        waiting.begin(session);
      }
    }
  }

  /** Expected wait of a statement that arrives now, given fair order, ms. */
  #expectedWait(state: ClassState<Session>, queue: TenantQueue<Session>): number {
    // Background jobs make the files of exports, so no client waits for them.
    if (state.name === 'file') return 0;
    const ownMs = queue.waiting.length * queue.expectedMs;
    let beforeMs = ownMs;
    for (const other of state.queues.values())
      if (other !== queue)
        beforeMs += Math.min(other.waiting.length * other.expectedMs, ownMs + queue.expectedMs);
    return beforeMs / state.limit;
  }

  #queueOf(state: ClassState<Session>, orgId: string): TenantQueue<Session> {
    const known = state.queues.get(orgId);
    if (known) return known;
    const expectedMs = this.#usual.get(`${state.name} ${orgId}`) ?? FIRST_GUESS_MS[state.name];
    const made = { waiting: [], running: 0, usedMs: state.clockMs, expectedMs };
    state.queues.set(orgId, made);
    return made;
  }

  #removeIfEmpty(state: ClassState<Session>, orgId: string, queue: TenantQueue<Session>): void {
    if (queue.waiting.length === 0 && queue.running === 0 && state.queues.get(orgId) === queue)
      state.queues.delete(orgId);
  }
}

function refusal(waitMs: number): AppError {
  return tooBusy('Too many reports are being made. Try again shortly.', waitMs / 1000);
}
