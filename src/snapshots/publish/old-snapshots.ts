import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Log } from '../../base/log.ts';
import { sqlText } from '../../engine/sql-text.ts';
import { Buckets } from '../buckets.ts';
import {
  isHeld,
  isRefused,
  isTemporary,
  listSnapshots,
  type Manifest,
  readManifest,
  supersededAt,
} from '../manifest.ts';
import { partFile, partOfFile } from '../tables.ts';

/** A temporary file older than this is unused, because replacing a small file takes no time. */
const TEMPORARY_MS = 60_000;

/**
 * Texts of answers that were forgotten at a time are in no snapshot published so much later: a transaction that forgets
 * some notes the time a moment before it ends.
 */
const FORGETTING_MS = 60_000;

/** Removes what a killed publisher left. Call it with the lock held, so that no other publisher is at work. */
export async function clearUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (name.endsWith('.tmp')) await rm(path, { recursive: true, force: true });
    if (!isTemporary(name)) continue;
    const { mtimeMs } = (await stat(path).catch(() => null)) ?? { mtimeMs: Date.now() };
    if (Date.now() - mtimeMs > TEMPORARY_MS) await rm(path, { force: true });
  }
}

/**
 * Removes snapshots that were superseded longer ago than the keeping time and that nobody holds. The newest complete
 * one before the current stays as a reserve, to be served if the current one is found damaged. It is removed if it has
 * an organisation that was deleted since, or texts of answers that were forgotten since.
 */
export async function removeOld(
  folder: string,
  current: Manifest,
  keepMinutes: number,
  log: Log,
): Promise<void> {
  const older = (await listSnapshots(folder)).filter((id) => id < current.id);
  const old: string[] = [];
  for (const id of older) {
    const since = (await supersededAt(folder, id)) ?? Date.now();
    if (Date.now() - since >= keepMinutes * 60_000) old.push(id);
  }
  const whole: string[] = [];
  for (const id of older) if (!(await isRefused(join(folder, id)))) whole.push(id);
  const reserve = whole.at(-1);
  for (const id of old) {
    if (await isHeld(join(folder, id))) continue;
    if (id === reserve && !(await holdsRemoved(folder, id, current))) continue;
    await rm(join(folder, id), { recursive: true, force: true });
    log.debug({ snapshot: id }, 'removed an old snapshot');
  }
}

/** Whether a snapshot may hold data that must not be stored any more. */
async function holdsRemoved(folder: string, id: string, current: Manifest): Promise<boolean> {
  const manifest = await readManifest(join(folder, id)).catch(() => null);
  return !manifest || holdsForgotten(manifest, current) || holdsDeleted(folder, manifest, current);
}

/** Whether a snapshot may have texts of answers that were forgotten before the current one was published. */
function holdsForgotten({ asOf }: Manifest, { forgotAt }: Manifest): boolean {
  return typeof forgotAt === 'string' && Date.parse(asOf) < Date.parse(forgotAt) + FORGETTING_MS;
}

/** Whether a snapshot has an organisation that the current one lacks. */
async function holdsDeleted(folder: string, manifest: Manifest, current: Manifest): Promise<boolean> {
  const isBrands = ({ name }: { name: string }) => name.startsWith('brands-');
  const layout = new Buckets(current.buckets);
  const used = new Set(current.files.filter(isBrands).map(({ sha256 }) => sha256));
  // An organisation is in exactly one bucket, and so in one file of brands.
  for (const { name } of manifest.files.filter((file) => isBrands(file) && !used.has(file.sha256))) {
    // The bucket may have been split since.
    const now = layout.within(partOfFile(name)?.bucket ?? '').flatMap((bucket) => {
      const file = partFile('brands', { part: 'brands', bucket, period: null });
      return current.files.some((other) => other.name === file) ? [join(folder, current.id, file)] : [];
    });
    if (now.length === 0 || (await hasOthers(join(folder, manifest.id, name), now))) return true;
  }
  return false;
}

/**
 * Whether a file of brands has organisations that the other files lack. Also true if a file cannot be read, to be safe.
 */
async function hasOthers(file: string, others: string[]): Promise<boolean> {
  const organisations = (...paths: string[]) =>
    `select org_id from read_parquet([${paths.map(sqlText).join(', ')}])`;
  const instance = await DuckDBInstance.create(':memory:', { threads: '1', memory_limit: '64MB' });
  const duckdb = await instance.connect();
  try {
    const found = await duckdb.runAndReadAll(
      `${organisations(file)} except ${organisations(...others)} limit 1`,
    );
    return found.getRows().length > 0;
  } catch {
    return true;
  } finally {
    duckdb.closeSync();
    instance.closeSync();
  }
}
