import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isSnapshotId } from '../manifest.ts';

/** Maximum number of pending requests for snapshots: without a limit, clients could fill the disk by naming ids. */
const MOST = 64;
const GONE = 'gone';
/** How long an answer is valid. */
const GONE_MS = 60_000;

/**
 * Requests a snapshot that this server lacks. The process that follows the store looks for it, so that serving
 * processes never wait for the store.
 * @param folder of the snapshots @returns false if the store was found not to have it
 */
export async function requestSnapshot(folder: string, id: string): Promise<boolean> {
  const path = join(folder, 'wanted', id);
  const answer = await readFile(path, 'utf8').catch(() => null);
  if (answer !== null) return answer !== GONE;
  await mkdir(join(folder, 'wanted'), { recursive: true });
  const wanted = await readdir(join(folder, 'wanted'));
  if (wanted.length < MOST) await writeFile(path, '', { flag: 'wx' }).catch(() => {});
  return true;
}

/** The requested snapshots. */
export async function wantedSnapshots(folder: string): Promise<string[]> {
  const names = await readdir(join(folder, 'wanted')).catch(() => []);
  const wanted: string[] = [];
  for (const name of names) {
    const found = await stat(join(folder, 'wanted', name)).catch(() => null);
    if (found?.size === 0 && isSnapshotId(name)) wanted.push(name);
    else if (found && Date.now() - found.mtimeMs > GONE_MS) await answerFound(folder, name);
  }
  return wanted;
}

/** Answers that a snapshot is here now. */
export async function answerFound(folder: string, id: string): Promise<void> {
  await rm(join(folder, 'wanted', id), { force: true });
}

/** Answers that there is no such snapshot, or not any more. */
export async function answerGone(folder: string, id: string): Promise<void> {
  await writeFile(join(folder, 'wanted', id), GONE);
}
