import { totalmem } from 'node:os';

/** How the program's memory is divided, MB; each part is for all threads together. */
export interface MemoryPlan {
  /** All parts and the programs themselves. */
  limitMb: number;
  /** DuckDB's buffers for reports (REPORT_MEMORY_MB). */
  reportMb: number;
  /** Large response bodies that are being sent. */
  answersMb: number;
  /** Request bodies, from their first byte until the response is sent. */
  bodiesMb: number;
  /** Heap of an extraction thread. It is counted once: usually all but one are idle. */
  extractionMb: number;
  /** Cached rendered reports. */
  cacheMb: number;
  /** DuckDB's buffers in the publisher. */
  publisherMb: number;
  /** shared_buffers of the embedded Postgres. */
  postgresMb: number;
  /** Old space of a worker's heap; null: Node's default. The first thread's is set by the launcher. */
  heapMb: number | null;
}

type Parts = Omit<MemoryPlan, 'limitMb' | 'heapMb'>;

/** More memory gains a part nothing. */
const MOST: Parts = {
  reportMb: 1024,
  answersMb: 512,
  bodiesMb: 256,
  extractionMb: 256,
  cacheMb: 128,
  publisherMb: 256,
  postgresMb: 128,
};
/** With less memory, valid work fails: a body of 16 MiB, an export. */
const LEAST: Parts = {
  reportMb: 64,
  answersMb: 24,
  bodiesMb: 20,
  extractionMb: 128,
  cacheMb: 8,
  publisherMb: 96,
  postgresMb: 32,
};
/**
 * Memory for a body while it is handled, as a multiple of its size: its text, the parsed value, and the message to
 * Postgres.
 */
const BODY_COST = 4;
/** The processes themselves: a server that has just started 230, the publisher 110, Postgres' processes 50. */
const PROGRAMS_MB = 400;
const THREAD_MB = 110;

/** Memory that this process may use, MB: the limit of its control group or the machine's memory. */
export function seenLimitMb(): number {
  const constrained = process.constrainedMemory();
  return Math.floor(Math.min(constrained > 0 ? constrained : Number.POSITIVE_INFINITY, totalmem()) / 2 ** 20);
}

/** The lowest limit, MB, for a server with this many workers. */
export function leastLimitMb(workers: number): number {
  return baselineMb(workers) + sum(LEAST);
}

/** Divides a limit, MB: each part gets its least, and its share of the rest grows with what it can use. */
export function divideMemory(limitMb: number, workers: number): MemoryPlan {
  const least = sum(LEAST);
  const share = Math.min(1, Math.max(0, (limitMb - baselineMb(workers) - least) / (sum(MOST) - least)));
  const divided = Object.fromEntries(
    Object.entries(LEAST).map(([name, mb]) => [
      name,
      Math.floor(mb + share * (MOST[name as keyof Parts] - mb)),
    ]),
  ) as Parts;
  return { ...divided, limitMb, heapMb: share < 1 ? Math.floor(limitMb / (2 + workers)) : null };
}

function baselineMb(workers: number): number {
  return PROGRAMS_MB + (workers === 1 ? 0 : THREAD_MB * workers);
}

function sum({ bodiesMb, ...others }: Parts): number {
  return Object.values(others).reduce((total, mb) => total + mb, BODY_COST * bodiesMb);
}
