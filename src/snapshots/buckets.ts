import { divided, Periods } from './periods.ts';

/** Initial buckets. The last hex digit of an id, which is random, assigns its organisation to one of them. */
export const ROOT_BUCKETS = [...'0123456789abcdef'] as const;

/** The sixteen buckets that a bucket is split into, each with one more digit. */
export function splitBucket(bucket: string): string[] {
  return ROOT_BUCKETS.map((digit) => `${digit}${bucket}`);
}

/**
 * The buckets of a snapshot, each with its own files. A bucket is a suffix of organisation ids. A bucket with too many
 * rows is split into sixteen, so that a change costs about the same however much data there is. Eventually a very large
 * organisation has a bucket to itself.
 */
export class Buckets {
  readonly names: readonly string[];
  readonly #known: ReadonlySet<string>;
  /** Lengths of the names, longest first. */
  readonly #lengths: readonly number[];

  /** @param names suffixes; none ends with another, and each id ends with exactly one */
  constructor(names: readonly string[] = ROOT_BUCKETS) {
    this.names = [...names].sort();
    this.#known = new Set(names);
    this.#lengths = [...new Set(names.map(({ length }) => length))].sort((a, b) => b - a);
  }

  /** @param orgId or a suffix of it that is at least as long as its bucket */
  of(orgId: string): string {
    for (const length of this.#lengths) {
      const bucket = orgId.slice(-length);
      if (this.#known.has(bucket)) return bucket;
    }
    throw new Error(`No bucket has the organisation ${orgId}.`);
  }

  /** The buckets of this layout that overlap a bucket of another layout. */
  within(bucket: string): string[] {
    return this.names.filter((name) => name.endsWith(bucket) || bucket.endsWith(name));
  }
}

/** Number of runs of an organisation in a month, YYYY-MM. */
export interface RunsOfMonth {
  orgId: string;
  month: string;
  runs: number;
}

/** Maximum number of runs in a period of a bucket. */
export interface Bounds {
  /** For a bucket with several organisations. A larger bucket is split. */
  shared: number;
  /** For a bucket with a single organisation. A larger period is divided. */
  alone: number;
}

/**
 * A change rewrites its whole period, including the other organisations in it, at 70 µs per run. But each period has
 * its own files, and each adds tens of milliseconds to a snapshot of everything. Periods of a single organisation are
 * longer, because DuckDB plans for each file in the range of a report. With 10,000, the largest organisation of 3
 * million runs had 87 uncached query reports per second with 8 clients instead of 127.
 */
export const BOUNDS: Bounds = { shared: 20_000, alone: 40_000 };

/** The buckets for this much data. An organisation whose runs in a month exceed the shared limit ends up alone. */
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

/** The periods of each bucket's months for this much data. */
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
