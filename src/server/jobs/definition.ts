import type { OrgId } from '../../base/ids.ts';
import type { Sql } from '../../db/client.ts';
import type { Statement } from '../../db/sessions/statement.ts';

/**
 * The unit of work of a job, which one worker at a time has the lease of. It says that something is due, not what:
 * the worker reads that from the rows themselves once it has the lease, so a partition that is claimed for nothing,
 * or twice, does no harm.
 */
export interface Partition {
  /** '' for work on the whole installation. */
  orgId: OrgId;
  /** What of the organisation, such as a webhook's id; '' where the partition is the whole organisation. */
  subjectId: string;
  /** Aborted when the worker is to stop: begin nothing new, and end what is under way soon. */
  stopping: AbortSignal;
  /** Aborted when the lease is lost or the time to stop is over: end at once, write nothing. */
  lost: AbortSignal;
}

/**
 * Partitions with something due: `org_id`, `subject_id`, `since` (timestamptz; those with the earliest are claimed
 * first) and `depth`, how many items are due in each.
 */
export type DuePartitions = Statement;

interface JobBase {
  kind: string;
  /** Works on what is due in a partition. After an error it is retried, with a backoff that doubles each time. */
  work(partition: Partition): Promise<unknown>;
}

/** A job whose partitions follow from rows; `due` is read as sightline_worker. */
interface RowsJob extends JobBase {
  due: (sql: Sql) => DuePartitions;
  /** Partitions a process works on at once. */
  concurrency: number;
}

/** A job that is due every so many seconds, on one machine at a time. */
interface ClockJob extends JobBase {
  everySeconds: number;
}

export type Job = RowsJob | ClockJob;

/** How much work of a kind there is. */
export interface JobStats {
  kind: string;
  /** Items that are due, those that are being worked on included. */
  depth: number;
  /** How long the oldest of them has been due, seconds. */
  ageSeconds: number;
  /** Consecutive failures, summed over the partitions whose latest attempt failed. */
  failures: number;
}
