import type { OrgId } from '../../base/ids.ts';

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
  /** Aborted when either of them is. */
  ending: AbortSignal;
}
