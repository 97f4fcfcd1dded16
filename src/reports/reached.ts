import { setTimeout as sleep } from 'node:timers/promises';
import { isSnapshotId, newSnapshotId } from '../snapshots/manifest.ts';
import type { Catalog } from '../snapshots/serve/catalog.ts';
import type { ReportCall } from './reports.ts';

/** Maximum difference between the clocks of servers. */
const CLOCKS_MS = 10_000;
/**
 * Maximum lag behind another server for which a client waits. On two cores at eight times their capacity, a server that
 * had just started was 2 to 4 s behind.
 */
const REACH_MS = 5_000;
const REACH_POLL_MS = 20;

/** The snapshot of a call. */
export type SnapshotChoice = Pick<ReportCall, 'orgId' | 'snapshotId' | 'shownId' | 'pull'>;

/**
 * Whether a client has seen a newer snapshot on another server. An id beyond every server's clock is not a snapshot.
 */
export function isBehind({ id }: { id: string }, { shownId, snapshotId, pull }: SnapshotChoice): boolean {
  if (shownId === undefined || shownId <= id || snapshotId !== undefined || pull) return false;
  return isSnapshotId(shownId) && shownId < newSnapshotId(new Date(Date.now() + CLOCKS_MS));
}

/**
 * Waits until a snapshot at least as new as `id`, which another server serves already, is served here; at most
 * REACH_MS.
 */
export async function reach(catalog: Catalog, id: string): Promise<void> {
  const deadline = performance.now() + REACH_MS;
  while (performance.now() < deadline && (catalog.current()?.id ?? '') < id) await sleep(REACH_POLL_MS);
}
