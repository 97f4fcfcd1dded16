import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isSnapshotId, snapshotsFolder } from './manifest.ts';

/** Disk use of snapshots in a DATA_DIR. */
export interface DiskUse {
  snapshots: number;
  /** Files, each counted once: snapshots share unchanged files. */
  files: number;
  bytes: number;
}

/** Measures all snapshots in a DATA_DIR, including unfinished ones. Files that disappear meanwhile are left out. */
export async function diskUse(dataDir: string): Promise<DiskUse> {
  const folder = snapshotsFolder(dataDir);
  const sizes = new Map<number, number>();
  const folders = await readdir(folder).catch(() => []);
  for (const name of folders)
    for (const file of await readdir(join(folder, name)).catch(() => [])) {
      const found = await stat(join(folder, name, file)).catch(() => null);
      if (found?.isFile()) sizes.set(found.ino, found.size);
    }
  return {
    snapshots: folders.filter(isSnapshotId).length,
    files: sizes.size,
    bytes: [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0),
  };
}
