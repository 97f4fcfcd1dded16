import { chmod, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { OrgId } from '../base/ids.ts';
import { syncFolder } from '../snapshots/manifest.ts';
import { eachOf } from '../store/each-of.ts';
import type { KeptFile, KeptFiles } from '../store/kept-files.ts';

/** What is older than this under a temporary name is in nobody's use: no pin takes as long to make or to open. */
const TEMPORARY_MS = 3_600_000;

/** A file of a pin: the rows of its organisation in one table and month. */
export interface PinFile {
  /** The table, and the month where it has months: `brands`, `runs-2026-11`. */
  name: string;
  bytes: number;
  /** Of its content, by which it is stored. */
  sha256: string;
  rows: number;
  /** The first and last day of its rows, YYYY-MM-DD; null for tables without months. */
  firstDay: string | null;
}

/**
 * The folder of all pins. In it is one for each organisation, so that all of an organisation's goes with it:
 * `<sha256>.parquet` are the files of its pins, shared by all that hold the same rows; `<key>-<sha256>.duckdb` are
 * serving files, which are made of these again when they are missing; `….tmp` is what is not complete.
 */
export function pinsFolder(dataDir: string): string {
  return join(dataDir, 'pins');
}

/** The name under which a content is stored in the folder of its organisation. */
export function contentName({ sha256 }: Pick<PinFile, 'sha256'>): string {
  return `${sha256}.parquet`;
}

/** A file of a pin as it is kept. */
export function keptFile({ bytes, sha256 }: Pick<PinFile, 'bytes' | 'sha256'>): KeptFile {
  return { name: contentName({ sha256 }), bytes, sha256 };
}

/**
 * Makes an empty folder for an attempt to make a pin, and removes those of attempts before.
 * @param folder of the pin's organisation
 */
export async function makeStaging(
  folder: string,
  { id, tries }: { id: string; tries: number },
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder))
    if (name.startsWith(`${id}.`)) await rm(join(folder, name), { recursive: true, force: true });
  const staging = join(folder, `${id}.${tries}.tmp`);
  await mkdir(staging, { mode: 0o700 });
  return staging;
}

/**
 * Puts complete files, which are on disk already, where pins find them. A file that is there is replaced by the same
 * content: should it be damaged, it is mended.
 * @param staging the folder in which each has its name and the ending .parquet
 */
export async function putFiles(folder: string, staging: string, files: readonly PinFile[]): Promise<void> {
  for (const file of files) {
    const path = join(staging, `${file.name}.parquet`);
    await chmod(path, 0o600);
    await rename(path, join(folder, contentName(file)));
  }
  await syncFolder(folder);
}

/**
 * Has the store have complete files, where there is one. What it has already is not sent again.
 * @param pathOf where each is now @throws as ObjectStore
 */
export async function storeFiles(
  kept: KeptFiles,
  orgId: OrgId,
  files: readonly PinFile[],
  pathOf: (file: PinFile) => string,
): Promise<void> {
  const stored = await kept.stored(orgId);
  await eachOf(files, 4, async (file) => {
    const { name, bytes, sha256 } = keptFile(file);
    if (kept.isShared && stored.get(name)?.bytes !== bytes)
      await kept.put(orgId, { name, sha256 }, pathOf(file));
  });
}

/**
 * Removes the files of an organisation that no pin needs. The caller keeps others from putting files meanwhile.
 * @param contents SHA-256 of those that pins consist of
 * @param keys of the serving files of pins
 */
export async function removeUnused(
  folder: string,
  contents: ReadonlySet<string>,
  keys: ReadonlySet<string>,
): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const [, content] = /^([0-9a-f]{64})\.parquet$/.exec(name) ?? [];
    const { key } = servingFileOf(name) ?? {};
    const isNeeded =
      content !== undefined ? contents.has(content) : key !== undefined ? keys.has(key) : await isYoung(path);
    if (!isNeeded) await rm(path, { recursive: true, force: true });
  }
}

/** The organisations that have a folder in that of all pins. */
export async function organisationsWithPins(folder: string): Promise<OrgId[]> {
  const found = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const isId = (name: string) => /^[0-9a-f-]{36}$/.test(name);
  return found.filter((entry) => entry.isDirectory() && isId(entry.name)).map(({ name }) => name as OrgId);
}

/** What the name of a serving file says; null for another file. */
export function servingFileOf(name: string): { key: string; sha256: string } | null {
  const [, key, sha256] = /^([0-9a-f]{64})-([0-9a-f]{64})\.duckdb$/.exec(name) ?? [];
  return key === undefined || sha256 === undefined ? null : { key, sha256 };
}

async function isYoung(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs < TEMPORARY_MS;
}
