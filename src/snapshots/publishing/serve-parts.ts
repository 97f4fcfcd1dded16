import { join } from 'node:path';
import { bucketOfChanges } from '../history/changes-files.ts';
import { describeFile, type SnapshotFile, servingFile } from '../manifest.ts';
import { servedMonths } from '../serving-files.ts';
import { share } from '../share.ts';
import { partOfFile } from '../tables.ts';
import type { Draft } from './draft.ts';
import type { Plan } from './plan.ts';
import type { PublishLock } from './publish-lock.ts';

/** Writes the serving files whose parts changed, and links the others. @returns all files of the snapshot */
export async function serveParts(
  { folder, staging, writer }: Draft,
  { base, parts, buckets, damaged }: Pick<Plan, 'base' | 'parts' | 'buckets' | 'damaged'>,
  files: readonly SnapshotFile[],
  lock: PublishLock,
): Promise<SnapshotFile[]> {
  const changed = new Set(parts.map(({ bucket, month }) => servingFile(bucket, month)));
  const served: SnapshotFile[] = [];
  for (const bucket of buckets) {
    const names = files.map(({ name }) => name).filter((name) => partOfFile(name)?.bucket === bucket);
    const changes = files.map(({ name }) => name).filter((name) => bucketOfChanges(name) === bucket);
    const months = servedMonths(names.flatMap((name) => partOfFile(name)?.month ?? []));
    for (const month of [null, ...months]) {
      lock.signal.throwIfAborted();
      const name = servingFile(bucket, month);
      const made = base?.files.find((file) => file.name === name);
      if (base && made && month !== null && !changed.has(name) && !damaged.has(name)) {
        await share(join(folder, base.id, name), join(staging, name));
        served.push(made);
      } else {
        await writer.serve(name, month, names, changes);
        served.push(await describeFile(staging, name, lock.progressed));
      }
    }
  }
  return [...files, ...served].sort((a, b) => (a.name < b.name ? -1 : 1));
}
