import type { OrgId } from '../../base/ids.ts';
import type { Sql } from '../../db/client.ts';
import type { Statement } from '../../db/sessions/statement.ts';

/**
 * The unit of work of a job; one worker at a time has its lease. A partition only means that some work is due: the
 * worker reads the details from the rows once it has the lease. A partition that is claimed needlessly, or twice,
 * therefore does no harm.
 */
export interface Partition {
  /** '' for work on the whole installation. */
  orgId: OrgId;
  /** The part of the organisation, such as a webhook's id; '': the whole organisation. */
  subjectId: string;
  /** Aborted when the worker is to stop: begin nothing new, and end current work soon. */
  stopping: AbortSignal;
  /** Aborted when the lease is lost or the time to stop is over: end at once, write nothing. */
  lost: AbortSignal;
}

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
