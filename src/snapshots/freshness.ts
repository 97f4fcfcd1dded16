import type { Config } from '../base/config.ts';
import type { CurrentSnapshot } from './serve/catalog.ts';

/** A snapshot is too old after this many intervals without a replacement or confirmation. */
const INTERVALS = 5;

/** Expected interval between snapshots, seconds; 0: none are published automatically. */
export function expectedInterval(config: Pick<Config, 'publish' | 'snapshotIntervalSeconds'>): number {
  return config.publish === 'off' ? 0 : config.snapshotIntervalSeconds;
}

/**
 * Why the served snapshot is missing, damaged or too old, one short sentence; null if it is none of these.
 * @param intervalSeconds interval of publishing or confirming; 0: only the command publishes
 */
export function snapshotFailure(snapshot: CurrentSnapshot | null, intervalSeconds: number): string | null {
  if (!snapshot) return 'There is no snapshot.';
  if (snapshot.isReserve) return 'The newest snapshot is damaged; the one before it is served.';
  const most = INTERVALS * intervalSeconds;
  if (intervalSeconds > 0 && ageSeconds(snapshot) > most)
    return `It is older than ${most} s: exports fail or take too long.`;
  return null;
}

/** When a snapshot was published, by its id; null for any other text. */
export function publishedAt(id: string): Date | null {
  const found = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-/.exec(id);
  if (!found) return null;
  const [year = 0, month = 0, ...rest] = found.slice(1).map(Number);
  return new Date(Date.UTC(year, month - 1, ...rest));
}

/** Time since the data was last known to be complete. */
export function ageSeconds({ asOf }: { asOf: Date }): number {
  return Math.max(0, Date.now() - asOf.getTime()) / 1000;
}
