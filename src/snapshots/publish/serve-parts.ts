import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describeFile, share } from '../../files/content.ts';
import { bucketOfChanges } from '../changes-files.ts';
import { type SnapshotFile, servingFile } from '../manifest.ts';
import { servedPeriods } from '../serving-file-sql.ts';
import { partOfFile } from '../tables.ts';
import type { Draft } from './draft.ts';
import { bucketOfFile, type Plan } from './plan.ts';
import type { PublishLock } from './publish-lock.ts';

/**
 * Writes the serving files whose parts changed, and links the others.
 * @param ahead serving files written while the parts were read
 * @returns all files of the snapshot
 */
export async function serveParts(
  { folder, staging, writer }: Draft,
  { base, parts, buckets, damaged }: Pick<Plan, 'base' | 'parts' | 'buckets' | 'damaged'>,
  files: readonly SnapshotFile[],
  lock: PublishLock,
  ahead: ReadonlyMap<string, SnapshotFile> = new Map(),
): Promise<SnapshotFile[]> {
  const changed = new Set(parts.map(({ bucket, period }) => servingFile(bucket, period)));
  const served: SnapshotFile[] = [];
  // Buckets without rows, most of a split bucket's sixteen, share one file of 274 KB.
  let empty: SnapshotFile | null = null;
  const byBucket = Map.groupBy(
    files.map(({ name }) => name),
    bucketOfFile,
  );
  for (const bucket of buckets) {
    const all = byBucket.get(bucket) ?? [];
    const isEmpty = all.length === 0;
    const names = all.filter((name) => partOfFile(name) !== null);
    const changes = all.filter((name) => bucketOfChanges(name) !== null);
    const periods = servedPeriods(names.flatMap((name) => partOfFile(name)?.period ?? []));
    for (const period of [null, ...periods]) {
      lock.signal.throwIfAborted();
      const name = servingFile(bucket, period);
      const earlier = base?.files.find((file) => file.name === name);
      const ready = ahead.get(name);
      if (ready) served.push(ready);
      else if (base && earlier && period !== null && !changed.has(name) && !damaged.has(name)) {
        await share(join(folder, base.id, name), join(staging, name));
        served.push(earlier);
      } else if (empty && isEmpty) {
        await share(join(staging, empty.name), join(staging, name));
        served.push({ ...empty, name });
      } else {
        await writer.serve(name, period, names, changes);
        const written = await describeFile(staging, name, lock.progressed);
        served.push(written);
        if (isEmpty) empty = written;
      }
    }
  }
  const used = new Set(served);
  for (const file of ahead.values()) if (!used.has(file)) await rm(join(staging, file.name));
  return [...files, ...served].sort((a, b) => (a.name < b.name ? -1 : 1));
}
