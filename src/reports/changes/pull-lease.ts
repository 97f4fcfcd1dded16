import { AppError, unavailable } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import { CHANGES_DAYS, oldestKnown } from '../../snapshots/changes-files.ts';
import { isOfLineage, isSnapshotId } from '../../snapshots/manifest.ts';
import type { Catalog } from '../../snapshots/serve/catalog.ts';
import type { Lease } from '../../snapshots/serve/version.ts';
import type { Pull } from './request.ts';

/**
 * The snapshot for a page of a pull.
 * @param snapshotId the one to stay on; by default the current one
 * @throws AppError snapshot_gone if it, or what changed since, is no longer known; validation_error for a pin
 */
export async function leaseForPull(
  catalog: Catalog,
  orgId: OrgId,
  { since, rows, removed, stream }: Pull,
  snapshotId: string | undefined,
): Promise<Lease> {
  if (snapshotId !== undefined && !isSnapshotId(snapshotId))
    throw new AppError(
      'validation_error',
      `snapshot_id must be a snapshot with ${since === null ? 'after' : 'updated_since'}: a pin has no changes and is pulled by offset.`,
    );
  const isBegun =
    rows !== null || (removed !== null && since !== null) || typeof stream?.afterId === 'string';
  const lease = await catalog.lease(snapshotId).catch((error) => {
    if (!isBegun || !(error instanceof AppError) || error.code !== 'snapshot_gone') throw error;
    const again =
      since === null
        ? '"after": "start"'
        : 'the same updated_since and without after; what was read stays right';
    throw new AppError(
      'snapshot_gone',
      `The snapshot of these pages is no longer kept. Begin again with ${again}.`,
    );
  });
  if (since === null) return lease;
  try {
    if (isSnapshotId(since) && since > lease.id) return await leaseOfNewer(catalog, since, lease, snapshotId);
    if (!isKnown(since, lease, orgId)) throw notKnown(since);
    return lease;
  } catch (error) {
    lease.release();
    throw error;
  }
}

/** Whether a snapshot has the changes of an organisation since an earlier one. */
function isKnown(since: string, { id, lineage, knownSince }: Lease, orgId: OrgId): boolean {
  return (
    isSnapshotId(since) &&
    isOfLineage(since, lineage) &&
    since >= (knownSince(orgId) ?? id) &&
    since > oldestKnown(id)
  );
}

/**
 * Leases the newer snapshot `since` if it is already open here: another thread or server has given it to the client,
 * although the current snapshot of this catalog is older.
 */
async function leaseOfNewer(
  catalog: Catalog,
  since: string,
  lease: Lease,
  snapshotId: string | undefined,
): Promise<Lease> {
  if (snapshotId !== undefined)
    throw new AppError('validation_error', 'updated_since is newer than the snapshot to stay on. Swap them.');
  const newer = await catalog.lease(since).catch((error) => {
    if (!(error instanceof AppError)) throw error;
    return null;
  });
  if (newer) {
    lease.release();
    return newer;
  }
  if (!isOfLineage(since, lease.lineage)) throw notKnown(since);
  throw unavailable('updated_since is newer than the snapshot that is served now. Try again shortly.');
}

function notKnown(since: string): AppError {
  return new AppError(
    'snapshot_gone',
    `What changed since ${since} is not known: it is no snapshot of this data, or one before the last ${CHANGES_DAYS} days or a rebuild. Pull the whole report: leave out updated_since, begin with "after": "start", go on by next.`,
  );
}
