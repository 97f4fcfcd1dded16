import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isSnapshotId, snapshotsFolder } from './manifest.ts';

/** What a DATA_DIR holds of snapshots. */
export interface DiskUse {
  snapshots: number;
  /** Files, each once: snapshots share those that did not change. */
  files: number;
  bytes: number;
}

/** Looks at all snapshots in a DATA_DIR, and at what is being made or fetched. What goes meanwhile is left out. */
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
