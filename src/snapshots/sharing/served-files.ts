import { type Manifest, partOfServingFile, type SnapshotFile, servingFile } from '../manifest.ts';
import { isRollup, partOfFile } from '../tables.ts';

/**
 * The files that a server reads: the serving files, and the part files of periods without one. Only publishers need the
 * others.
 */
export function servedFiles({ files }: Pick<Manifest, 'files'>): SnapshotFile[] {
  const names = new Set(files.map(({ name }) => name));
  return files.filter(({ name }) => {
    if (partOfServingFile(name) !== null) return true;
    const part = partOfFile(name);
    return part?.period != null && !isRollup(name) && !names.has(servingFile(part.bucket, part.period));
  });
}
