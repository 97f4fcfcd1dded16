import { copyFile, link } from 'node:fs/promises';

/** Puts one file into two snapshots, by a link where the file system has them: files never change. */
export async function share(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to));
}
