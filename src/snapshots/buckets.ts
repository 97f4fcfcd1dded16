import { divided, Periods } from './periods.ts';

/** Organisations are spread over these by the last hex digit of their ids, which is random, until a bucket is split. */
export const ROOT_BUCKETS = [...'0123456789abcdef'] as const;

/** The buckets that a bucket is split into: by one digit more. */
export function splitBucket(bucket: string): string[] {
  return ROOT_BUCKETS.map((digit) => `${digit}${bucket}`);
}

/**
 * The buckets of a snapshot, each with files of its own. A bucket is a text that ids of organisations end with; one
 * with too many rows is split into sixteen, so that a change costs about the same however much data there is. In the
 * end a very large organisation is alone in its bucket.
 */
export class Buckets {
  readonly names: readonly string[];
  readonly #known: ReadonlySet<string>;
  /** Lengths of the names, the longest first. */
  readonly #lengths: readonly number[];

  /** @param names none ends with another, and each id ends with one */
  constructor(names: readonly string[] = ROOT_BUCKETS) {
    this.names = [...names].sort();
    this.#known = new Set(names);
    this.#lengths = [...new Set(names.map(({ length }) => length))].sort((a, b) => b - a);
  }

  /** @param orgId or a text that it ends with, no shorter than its bucket */
  of(orgId: string): string {
    for (const length of this.#lengths) {
      const bucket = orgId.slice(-length);
      if (this.#known.has(bucket)) return bucket;
    }
    throw new Error(`No bucket has the organisation ${orgId}.`);
  }

  /** The buckets that one of another layout has become part of, or was split into. */
  within(bucket: string): string[] {
    return this.names.filter((name) => name.endsWith(bucket) || bucket.endsWith(name));
  }
}

/** The runs of an organisation in a month, YYYY-MM. */
export interface RunsOfMonth {
  orgId: string;
  month: string;
  runs: number;
}

/** How many runs a period of a bucket has at most. */
export interface Bounds {
  /** Of a bucket with several organisations; one with more is split. */
  shared: number;
  /** Of one with a single organisation; a period with more is divided. */
  alone: number;
}

/**
 * A change has all of its period read and written, also for the other organisations in it, which takes 70 µs a run; but
 * each period has files of its own, and a snapshot of everything takes 35 to 75 ms more for each. An organisation alone
 * has longer ones: each in the range of a report is a file that DuckDB plans for. With 10,000, the largest of 3 million
 * runs had 87 uncached query reports a second by 8 clients instead of 127.
 */
export const BOUNDS: Bounds = { shared: 20_000, alone: 40_000 };

/** The buckets for so much data. An organisation with more runs in a month than may share a bucket ends up alone. */
export function bucketsFor(counts: readonly RunsOfMonth[], { shared }: Bounds = BOUNDS): Buckets {
  const split = (bucket: string, within: readonly RunsOfMonth[]): string[] => {
    const organisations = new Set(within.map(({ orgId }) => orgId));
    const months = new Map<string, number>();
    for (const { month, runs } of within) months.set(month, (months.get(month) ?? 0) + runs);
    if (organisations.size < 2 || Math.max(0, ...months.values()) <= shared) return [bucket];
    return splitBucket(bucket).flatMap((part) =>
      split(
        part,
        within.filter(({ orgId }) => orgId.endsWith(part)),
      ),
    );
  };
  return new Buckets(
    ROOT_BUCKETS.flatMap((root) =>
      split(
        root,
        counts.filter(({ orgId }) => orgId.endsWith(root)),
      ),
    ),
  );
}

/** What the months of buckets are divided into for so much data. */
export function periodsFor(counts: readonly RunsOfMonth[], layout: Buckets): Periods {
  const runs = new Map<string, { bucket: string; month: string; runs: number }>();
  for (const { orgId, month, runs: more } of counts) {
    const bucket = layout.of(orgId);
    const key = `${bucket} ${month}`;
    runs.set(key, { bucket, month, runs: (runs.get(key)?.runs ?? 0) + more });
  }
  return new Periods(
    [...runs.values()].flatMap(({ bucket, month, runs }) =>
      divided(month, runs, BOUNDS.alone).map((period) => ({ bucket, period })),
    ),
  );
}
