// Loaded before src/main.ts by `startMeasuredServer`: measures, when it is asked by IPC, the longest turn of the event
// loop in processor time of the main thread. Time of other threads and of other processes does not count.
import { isMainThread } from 'node:worker_threads';

export type ProbeRequest = 'begin' | 'end' | { clockMs: number };
export interface ProbeReply {
  /** Processor time of the main thread since `begin`, in ms: of the longest turn and of all of them. */
  longestMs: number;
  totalMs: number;
}

/** Processes that the server starts inherit the option that loads this file, and not this variable. */
const isAsked = isMainThread && process.env['LOOP_PROBE'] === '1';
delete process.env['LOOP_PROBE'];

let isMeasuring = false;
let first = 0;
let last = 0;
let longest = 0;

/** Microseconds of processor time that the main thread has used. */
function used(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

/** How far the clock of the server is off, ms. What lasts (performance.now, timers) goes on as before. */
let clockMs = 0;
const ofSystem = Date;

/** The clock of the server's own process, as somebody set it. */
class SetDate extends ofSystem {
  constructor(...given: ConstructorParameters<typeof Date> | []) {
    if (given.length === 0) super(SetDate.now());
    else super(...given);
  }
  static override now(): number {
    return ofSystem.now() + clockMs;
  }
  /** Dates that node itself made are dates too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return Object.prototype.toString.call(value) === '[object Date]';
  }
}

/** Runs once in each turn of the loop, after its sockets were looked at. */
function endOfTurn(): void {
  const now = used();
  longest = Math.max(longest, now - last);
  last = now;
  if (isMeasuring) setImmediate(endOfTurn);
}

if (isAsked) {
  process.on('message', (request: ProbeRequest) => {
    if (typeof request === 'object') {
      clockMs = request.clockMs;
      globalThis.Date = SetDate as DateConstructor;
      process.send?.({ longestMs: 0, totalMs: 0 } satisfies ProbeReply);
      return;
    }
    isMeasuring = request === 'begin';
    if (isMeasuring) {
      longest = 0;
      first = used();
      last = first;
      setImmediate(endOfTurn);
    } else endOfTurn();
    process.send?.({ longestMs: longest / 1000, totalMs: (last - first) / 1000 } satisfies ProbeReply);
  });
  process.channel?.unref();
}
