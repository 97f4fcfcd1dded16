import { ClientGone, tooBusy } from '../base/errors.ts';

/**
 * Kinds of statements, which have room apart: a page of thousands of rows takes a hundred times as long as a
 * small report, and a file of an export runs for seconds.
 */
export type StatementClass = 'small' | 'large' | 'file';

/** Who asks for a turn. */
export interface Ticket {
  class: StatementClass;
  /** Turns are dealt out between these; '' for work of our own. */
  orgId: string;
  /** Aborted when it is not wanted any more. */
  signal?: AbortSignal | undefined;
}

/** Longer than this nobody waits for a turn: who would is refused at once. */
const MAX_WAIT_MS = 2_000;
/** However short their statements, memory for so many who wait. */
const MAX_WAITING = 4_096;
/** What a statement is thought to take before the first ones were measured, ms. */
const FIRST_GUESS_MS: Record<StatementClass, number> = { small: 5, large: 60, file: 1_000 };
/** The part of a new measurement in the expected time. */
const SMOOTHING = 0.1;

interface Waiting<Session> {
  turn: Ticket;
  begin(session: Session): void;
}

/** An organisation with statements that wait or run. */
interface TenantQueue<Session> {
  waiting: Waiting<Session>[];
  running: number;
  /** Time on the engine that it was given, ms, on the clock of its room: who has had least is next. */
  usedMs: number;
}

interface ClassState<Session> {
  name: StatementClass;
  /** Statements under way at once, at most. */
  size: number;
  running: number;
  waiting: number;
  /** Usual time of a statement, ms. */
  expectedMs: number;
  /** Where lanes that come now begin: an organisation earns nothing by having been away. */
  clockMs: number;
  queues: Map<string, TenantQueue<Session>>;
}

/**
 * Deals out sessions, one a running statement. Between organisations by the time their statements take, so that
 * one that floods waits behind itself and not in front of others. Bounded by time, not by count: whoever
 * would wait too long, by what statements took lately, is refused at once and not after having waited.
 */
export class FairScheduler<Session> {
  readonly #idle: Session[];
  readonly #rooms: Record<StatementClass, ClassState<Session>>;
  #refused = 0;

  constructor(sessions: Session[]) {
    this.#idle = [...sessions];
    const room = (name: StatementClass, size: number): ClassState<Session> => ({
      name,
      size,
      running: 0,
      waiting: 0,
      expectedMs: FIRST_GUESS_MS[name],
      clockMs: 0,
      queues: new Map(),
    });
    this.#rooms = {
      file: room('file', 1),
      large: room('large', Math.max(1, Math.floor(sessions.length / 2))),
      small: room('small', sessions.length),
    };
  }

  /**
   * Runs work with a session of its own as soon as it is its turn.
   * @throws AppError unavailable at once when that would take too long; ClientGone when its signal is aborted
   */
  async run<T>(turn: Ticket, work: (session: Session) => Promise<T>): Promise<T> {
    const room = this.#rooms[turn.class];
    const lane = this.#lane(room, turn.orgId);
    const session = await this.#session(room, lane, turn);
    const chargedMs = room.expectedMs;
    const startedAt = performance.now();
    try {
      return await work(session);
    } finally {
      const tookMs = performance.now() - startedAt;
      room.expectedMs += SMOOTHING * (Math.min(tookMs, MAX_WAIT_MS) - room.expectedMs);
      lane.usedMs += tookMs - chargedMs;
      lane.running -= 1;
      room.running -= 1;
      this.#forget(room, turn.orgId, lane);
      this.#idle.push(session);
      this.#next();
    }
  }

  /** Those who wait now, and those refused so far because it would have taken too long. */
  load(): { waiting: number; refused: number } {
    const rooms = Object.values(this.#rooms);
    return { waiting: rooms.reduce((sum, { waiting }) => sum + waiting, 0), refused: this.#refused };
  }

  #session(room: ClassState<Session>, lane: TenantQueue<Session>, turn: Ticket): Promise<Session> {
    const waitMs = this.#expectedWait(room, lane);
    if (waitMs > MAX_WAIT_MS || room.waiting >= MAX_WAITING) {
      this.#refused += 1;
      this.#forget(room, turn.orgId, lane);
      throw tooBusy('Too many reports are being made. Try again shortly.', waitMs / 1000);
    }
    return new Promise((begin, failed) => {
      const waiting = { turn, begin };
      lane.waiting.push(waiting);
      room.waiting += 1;
      turn.signal?.addEventListener(
        'abort',
        () => {
          const at = lane.waiting.indexOf(waiting);
          if (at === -1) return;
          lane.waiting.splice(at, 1);
          room.waiting -= 1;
          this.#forget(room, turn.orgId, lane);
          failed(new ClientGone());
        },
        { once: true },
      );
      this.#next();
    });
  }

  /** Gives idle sessions to those whose turn it is. */
  #next(): void {
    // What is rare goes first: its room is so small that the others keep theirs.
    for (const room of Object.values(this.#rooms)) {
      while (this.#idle.length > 0 && room.waiting > 0 && room.running < room.size) {
        let lane: TenantQueue<Session> | undefined;
        for (const other of room.queues.values())
          if (other.waiting.length > 0 && (!lane || other.usedMs < lane.usedMs)) lane = other;
        const { begin } = lane!.waiting.shift()!;
        room.clockMs = Math.max(room.clockMs, lane!.usedMs);
        // At once, so that the next turn is another's; put right when it is done.
        lane!.usedMs += room.expectedMs;
        lane!.running += 1;
        room.running += 1;
        room.waiting -= 1;
        begin(this.#idle.pop()!);
      }
    }
  }

  /** How long a statement that comes now would wait, ms: for those before it in a fair order. */
  #expectedWait(room: ClassState<Session>, lane: TenantQueue<Session>): number {
    // Nobody waits for the files of exports: they are made by work that runs by itself.
    if (room.name === 'file') return 0;
    const own = lane.waiting.length;
    let before = 0;
    for (const { waiting } of room.queues.values()) before += Math.min(waiting.length, own + 1);
    return (before * room.expectedMs) / room.size;
  }

  #lane(room: ClassState<Session>, orgId: string): TenantQueue<Session> {
    const known = room.queues.get(orgId);
    if (known) return known;
    const made = { waiting: [], running: 0, usedMs: room.clockMs };
    room.queues.set(orgId, made);
    return made;
  }

  #forget(room: ClassState<Session>, orgId: string, lane: TenantQueue<Session>): void {
    if (lane.waiting.length === 0 && lane.running === 0 && room.queues.get(orgId) === lane)
      room.queues.delete(orgId);
  }
}
