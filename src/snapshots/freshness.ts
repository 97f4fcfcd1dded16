import type { CurrentSnapshot } from './catalog.ts';

/** A snapshot is too old when it has missed so many. */
const INTERVALS = 5;

/**
 * What is wrong with the snapshot that is served, a short sentence; null when it is fine.
 * @param intervalSeconds in which a snapshot is made or confirmed; 0: when somebody asks for one
 */
export function snapshotFailure(snapshot: CurrentSnapshot | null, intervalSeconds: number): string | null {
  if (!snapshot) return 'There is no snapshot.';
  if (snapshot.isReserve) return 'The newest snapshot is damaged; the one before it is served.';
  const most = INTERVALS * intervalSeconds;
  if (intervalSeconds > 0 && ageSeconds(snapshot) > most)
    return `It is older than ${most} s: exports fail or take too long.`;
  return null;
}

/** Since the data was last known to be complete. */
export function ageSeconds({ asOf }: { asOf: Date }): number {
  return Math.max(0, Date.now() - asOf.getTime()) / 1000;
}
