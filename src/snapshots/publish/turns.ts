import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFile } from '../../base/durable-file.ts';
import type { Sql } from '../../db/client.ts';
import { SCHEMA_VERSION } from '../manifest.ts';

const IDENTITY_FILE = 'PLACE';
const NAME = /^folder [0-9a-f-]{36}$/;

/**
 * A publisher is late if its next snapshot exceeds the interval by this share, but at most by LATE_MS. Another
 * continues then.
 */
const LATE_INTERVALS = 0.1;
const LATE_MS = 5_000;

/**
 * Time from another publisher's snapshot until one is due here. It is random, so that publishers do not all try at
 * once. @returns ms
 */
export function dueAfterAnother(intervalMs: number): number {
  return intervalMs + Math.min(intervalMs * LATE_INTERVALS, LATE_MS) * (1 + Math.random());
}

/** The identity of a folder of snapshots, wherever it is mounted. Generated on first use, and again if damaged. */
export async function addressOf(folder: string): Promise<string> {
  const path = join(folder, IDENTITY_FILE);
  const name = await readFile(path, 'utf8').catch(() => '');
  if (NAME.test(name)) return name;
  await rm(path, { force: true });
  makeFile(path, `folder ${randomUUID()}`);
  return readFile(path, 'utf8');
}

/**
 * Whether a publisher may work. Without turns, servers that do not share snapshots would replace each other's last
 * snapshot in the database, and read everything each time. Publishers to one address share the turn. A publisher to
 * another address stands by until the others are silent. These exceptions take the turn at once:
 * - a publisher without any snapshot, because its server could answer nothing; the other, which has one, stands by
 * - a publisher of a newer schema version, because servers of the older one serve what they have while being replaced
 * - a publisher whose snapshot is the database's last, because it published that one under another name of its address
 * @param address the store, or the folder, that it publishes to @param current the snapshot that is there
 * @returns false: it stands by
 */
export async function takeTurn(
  sql: Sql,
  address: string,
  current: string | null,
  silentMs: number,
): Promise<boolean> {
  const { count } = await sql`
    update snapshot_state
    set publisher_store = ${address}, publisher_schema = ${SCHEMA_VERSION}, publisher_at = clock_timestamp()
    where publisher_at is null or publisher_at < clock_timestamp() - make_interval(secs => ${silentMs / 1000})
       or publisher_schema < ${SCHEMA_VERSION}
       or publisher_schema = ${SCHEMA_VERSION} and (publisher_store = ${address} or last_snapshot_id = ${current} or ${current === null})`;
  return count > 0;
}

/** Records that the publisher to an address is still at work. */
export async function noteTurn(sql: Sql, address: string): Promise<void> {
  await sql`update snapshot_state set publisher_at = clock_timestamp()
    where publisher_store = ${address} and publisher_schema = ${SCHEMA_VERSION}`;
}
