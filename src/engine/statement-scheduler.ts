import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { AppError } from '../base/errors.ts';
import { FairLimiter } from '../base/queues/fair-limiter.ts';

/**
 * Classes of statements, each with its own limit: a page of thousands of rows takes a hundred times as long as a small
 * report, and a file of an export runs for seconds.
 */
export type StatementClass = 'small' | 'large' | 'file';

/**
 * The order of an organisation's statements: first those of a report whose turn has come, then those that a person
 * waits for; undefined: requests of programs.
 */
export type Urgency = 'turn' | 'person' | undefined;
const RANKS = { turn: 2, person: 1, none: 0 };

/** A request for a session. */
export interface Ticket {
  class: StatementClass;
  /**
   * The expected size of the statement. Once the kind has been measured for the organisation, the measurement decides
   * between small and large. Until then the given class applies.
   */
  kind?: string | undefined;
  /** The organisation; '' for the program's own statements. Sessions are shared fairly between organisations. */
  orgId: string;
  urgency?: Urgency;
  /** Whether it is for all statements of a report: its one wait may be as long as one for a turn. */
  isOfSeveral?: boolean;
  /** Aborted when the result is no longer wanted. */
  signal?: AbortSignal | undefined;
}

/** A request for a turn. */
export type Turn = Pick<Ticket, 'orgId' | 'urgency' | 'signal'>;

/** A statement that would wait longer is refused at once. */
const MAX_WAIT_MS = 2_000;
/**
 * The same for a report of several statements. A connection without progress is closed after 60 s: one that waited
 * twice as long as this is still rendered in time.
 */
const TURN_WAIT_MS = 20_000;
/** Expected time of a report of several statements before any is measured, ms. */
const FIRST_TURN_MS = 200;
const MESSAGE = 'Too many reports are being made. Try again shortly.';
/** A statement that usually takes longer than this is large. */
const SLOW_MS = 100;
/** Expected time of a statement before any is measured, ms. */
const FIRST_GUESS_MS: Record<StatementClass, number> = { small: 5, large: 60, file: 1_000 };
/**
 * If a refused organisation retries before Retry-After, its next refusals are delayed by this long. Without the delay,
 * 16 clients that retried at once took a third of the loop with 2,200 refusals per second.
 */
const HOLD_MS = 250;
/** Maximum number of delayed refusals. Further ones are sent at once, to limit memory use. */
const MOST_HELD = 1_000;
/** Number of organisations, and of kinds of their statements, that are remembered. */
const REMEMBERED = 10_000;

/** Gives each statement one session: a FairLimiter for each class of statements, over the same sessions. */
export class StatementScheduler<Session> {
  readonly #idle: Session[];
  readonly #classes: Record<StatementClass, FairLimiter>;
  /** Reports of several statements: it limits how many are under way, and each waits in it once. */
  readonly #turns: FairLimiter;
  #held = 0;
  /** Time before which refused organisations should not retry, by class and organisation; by performance.now(). */
  readonly #retryAt = new LRUCache<string, number>({ max: REMEMBERED });
  /** The last two times, ms, by kind and organisation. A statement that is slow by accident is rarely slow twice. */
  readonly #kinds = new LRUCache<string, [number, number]>({ max: REMEMBERED });

  constructor(sessions: Session[]) {
    this.#idle = [...sessions];
    const shared = {
      free: sessions.length,
      // Files and large pages go first: their limits are low enough to leave sessions for small statements.
      onEnd: () => {
        for (const limiter of Object.values(this.#classes)) limiter.beginNext();
      },
    };
    const limiter = (name: StatementClass, size: number) =>
      new FairLimiter({
        size,
        // Background jobs make the files of exports, so no client waits for them.
        maxWaitMs: name === 'file' ? Number.POSITIVE_INFINITY : MAX_WAIT_MS,
        firstGuessMs: FIRST_GUESS_MS[name],
        isRoughGuess: true,
        message: MESSAGE,
        shared,
      });
    this.#turns = new FairLimiter({
      size: sessions.length,
      maxWaitMs: TURN_WAIT_MS,
      firstGuessMs: FIRST_TURN_MS,
      isRoughGuess: true,
      message: MESSAGE,
    });
    this.#classes = {
      file: limiter('file', 1),
      large: limiter('large', Math.max(1, Math.floor(sessions.length / 2))),
      small: limiter('small', sessions.length),
    };
  }

  /**
   * Runs work with an exclusive session, after a fair wait.
   * @throws AppError unavailable if the wait would be too long or has been; a first refusal is not delayed. ClientGone
   *   if the signal is aborted
   */
  run<T>(ticket: Ticket, work: (session: Session) => Promise<T>): Promise<T> {
    const { orgId, kind, signal, urgency, isOfSeveral = urgency === 'turn' } = ticket;
    const name = this.#classOf(ticket);
    const task = async () => {
      const session = this.#idle.pop() as Session;
      const startedAt = performance.now();
      try {
        return await work(session);
      } finally {
        if (kind !== undefined) this.#learn(`${kind} ${orgId}`, performance.now() - startedAt);
        this.#idle.push(session);
      }
    };
    return this.#classes[name].run(task, orgId, {
      signal,
      rank: RANKS[urgency ?? 'none'],
      ...(isOfSeveral ? { maxWaitMs: TURN_WAIT_MS } : {}),
      onRefused: (refusal) => this.#hold(`${name} ${orgId}`, refusal),
    });
  }

  /**
   * Runs work of several statements after one wait. Its tickets have the urgency `turn`: they wait for none that the
   * organisation requested later. It holds no session, because it may wait for the results of others.
   * @throws as `run`
   */
  turn<T>({ orgId, urgency, signal }: Turn, work: () => Promise<T>): Promise<T> {
    return this.#turns.run(work, orgId, {
      signal,
      rank: RANKS[urgency ?? 'none'],
      onRefused: (refusal) => this.#hold(`turn ${orgId}`, refusal),
    });
  }

  /** Statements that wait now, and those refused so far because the wait would be too long. */
  load(): { waiting: number; refused: number } {
    const all = [...Object.values(this.#classes), this.#turns];
    return {
      waiting: all.reduce((sum, { waiting }) => sum + waiting, 0),
      refused: all.reduce((sum, { refused }) => sum + refused, 0),
    };
  }

  #classOf({ class: requested, kind, orgId }: Ticket): StatementClass {
    const measured = kind === undefined ? undefined : this.#kinds.get(`${kind} ${orgId}`);
    if (measured === undefined) return requested;
    return Math.min(...measured) > SLOW_MS ? 'large' : 'small';
  }

  #learn(kind: string, tookMs: number): void {
    const [last = tookMs] = this.#kinds.get(kind) ?? [];
    this.#kinds.set(kind, [tookMs, last]);
  }

  async #hold(key: string, { headers }: AppError): Promise<void> {
    const now = performance.now();
    const isEarly = now < (this.#retryAt.get(key) ?? 0);
    this.#retryAt.set(key, now + Number(headers['Retry-After']) * 1000);
    if (!isEarly || this.#held >= MOST_HELD) return;
    this.#held += 1;
    await sleep(HOLD_MS);
    this.#held -= 1;
  }
}
