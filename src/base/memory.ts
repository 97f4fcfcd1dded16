import { totalmem } from 'node:os';

/** Parts of the memory that the program may take, MB, each of all threads together. */
export interface MemoryBudget {
  /** All of it. */
  limitMb: number;
  /** DuckDB's buffers for reports (REPORT_MEMORY_MB). */
  reportMb: number;
  /** Large answers that are being sent. */
  answersMb: number;
  /** Bodies that are being received, read and written. */
  bodiesMb: number;
  /** Heap of an extraction thread; all threads but one are idle for the most part. */
  extractionMb: number;
  /** Rendered answers that are kept. */
  cacheMb: number;
  /** DuckDB's buffers where snapshots are made. */
  publisherMb: number;
  /** shared_buffers of the embedded Postgres. */
  postgresMb: number;
  /** Old space of a thread's heap; null: as Node has it. The first thread's is set by the launcher. */
  heapMb: number | null;
}

type Divided = Omit<MemoryBudget, 'limitMb' | 'heapMb'>;

/** As much as is of use. */
const MOST: Divided = {
  reportMb: 1024,
  answersMb: 512,
  bodiesMb: 256,
  extractionMb: 256,
  cacheMb: 128,
  publisherMb: 256,
  postgresMb: 128,
};
/** Less than this and something fails that should not: a body of 16 MiB, an export. */
const LEAST: Divided = {
  reportMb: 64,
  answersMb: 24,
  bodiesMb: 20,
  extractionMb: 128,
  cacheMb: 8,
  publisherMb: 96,
  postgresMb: 32,
};
/** What a body takes while it is worked on, by its size: its text, what was parsed, and what Postgres is sent. */
const BODY_COST = 4;
/** The programs themselves: a server that has just started 230, the exporter 110, Postgres' processes 50. */
const PROGRAMS_MB = 400;
const THREAD_MB = 110;

/** Memory that this process may use, MB: the limit of its control group or the machine's. */
export function seenLimitMb(): number {
  const constrained = process.constrainedMemory();
  return Math.floor(Math.min(constrained > 0 ? constrained : Number.POSITIVE_INFINITY, totalmem()) / 2 ** 20);
}

/** The least limit under which so many workers run. */
export function leastLimitMb(workers: number): number {
  return baselineMb(workers) + sum(LEAST);
}

/** Divides a limit: everyone gets the least, and of the rest a part as large as the use they have for it. */
export function divideMemory(limitMb: number, workers: number): MemoryBudget {
  const least = sum(LEAST);
  const part = Math.min(1, Math.max(0, (limitMb - baselineMb(workers) - least) / (sum(MOST) - least)));
  const divided = Object.fromEntries(
    Object.entries(LEAST).map(([name, mb]) => [
      name,
      Math.floor(mb + part * (MOST[name as keyof Divided] - mb)),
    ]),
  ) as unknown as Divided;
  return { ...divided, limitMb, heapMb: part < 1 ? Math.floor(limitMb / (2 + workers)) : null };
}

function baselineMb(workers: number): number {
  return PROGRAMS_MB + (workers === 1 ? 0 : THREAD_MB * workers);
}

function sum({ bodiesMb, ...others }: Divided): number {
  return Object.values(others).reduce((total, mb) => total + mb, BODY_COST * bodiesMb);
}
