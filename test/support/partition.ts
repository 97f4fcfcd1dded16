import type { OrgId } from '../../src/base/ids.ts';
import type { Partition } from '../../src/features/queue/partition.ts';

const never = new AbortController().signal;

/** Work of an organisation as a worker has leased it. */
export function partition(
  orgId: OrgId,
  subjectId = '',
  { stopping = never, lost = never }: { stopping?: AbortSignal; lost?: AbortSignal } = {},
): Partition {
  return { orgId, subjectId, stopping, lost, ending: AbortSignal.any([stopping, lost]) };
}
