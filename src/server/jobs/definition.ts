import type { Sql } from '../../db/client.ts';
import type { Statement } from '../../db/sessions/statement.ts';
import type { Partition } from '../../features/queue/partition.ts';

/**
 * Partitions with due work: `org_id`, `subject_id`, `since` (timestamptz; the earliest are claimed first) and `depth`,
 * the number of due items in each.
 */
export type DuePartitions = Statement;

interface JobBase {
  kind: string;
  /** Does the due work of a partition. After an error it is retried, with a backoff that doubles each time. */
  work(partition: Partition): Promise<unknown>;
}

/** A job whose partitions follow from rows; `due` is read as sightline_worker. */
interface RowsJob extends JobBase {
  due: (sql: Sql) => DuePartitions;
  /** Partitions a process works on at once. */
  concurrency: number;
  /**
   * Whether its partitions belong to no organisation (''). Without it such a partition is never claimed: what is done
   * for an organisation must rest while that is suspended.
   */
  isOfServer?: true;
}

/** A job that is due at a fixed interval, seconds, on one machine at a time. */
interface ClockJob extends JobBase {
  everySeconds: number;
}

export type Job = RowsJob | ClockJob;

/** The amount of work of a kind. */
export interface JobStats {
  kind: string;
  /** Due items, including those being worked on. */
  depth: number;
  /** How long the oldest item has been due, seconds. */
  ageSeconds: number;
  /** Consecutive failures, summed over the partitions whose latest attempt failed. */
  failures: number;
}
