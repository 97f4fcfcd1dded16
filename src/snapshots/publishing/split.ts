import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from '../../db/client.ts';
import { sqlText } from '../../engine/sql-text.ts';
import { Buckets, MOST_RUNS, splitBucket } from '../buckets.ts';
import { bucketOfChanges } from '../history/changes-files.ts';
import {
  describeFile,
  type History,
  type Manifest,
  partOfServingFile,
  type SnapshotFile,
  verifyFile,
} from '../manifest.ts';
import { share } from '../share.ts';
import { partOfFile } from '../tables.ts';
import type { Draft } from './draft.ts';
import type { PublishLock } from './publish-lock.ts';
import { serveParts } from './serve-parts.ts';

/** A bucket that has grown too large, and that has several organisations; null where none is. */
export async function bucketToSplit(
  sql: Sql,
  { files, buckets }: Manifest,
  most = MOST_RUNS,
): Promise<string | null> {
  const large = files.flatMap(({ name, rows = 0 }) =>
    rows > most && name.startsWith('runs-') ? (partOfFile(name)?.bucket ?? []) : [],
  );
  for (const bucket of buckets.filter((name) => large.includes(name))) {
    const some = await sql`select from organisations where id like ${`%${bucket}`} limit 2`;
    if (some.length > 1) return bucket;
  }
  return null;
}

/**
 * Writes the files of a bucket anew as those of the sixteen that it is split into, and links all others. No row changes,
 * and nothing is read from Postgres.
 * @throws DamagedSnapshot where a file of the bucket is not as it was written
 */
export async function splitSnapshot(
  base: Manifest,
  bucket: string,
  draft: Draft,
  lock: PublishLock,
): Promise<{ files: SnapshotFile[]; layout: Buckets; history: History }> {
  const { folder, staging, writer } = draft;
  const from = join(folder, base.id);
  const children = splitBucket(bucket);
  const files: SnapshotFile[] = [];
  for (const file of base.files) {
    lock.signal.throwIfAborted();
    const { name } = file;
    const own = partOfFile(name)?.bucket ?? bucketOfChanges(name) ?? partOfServingFile(name)?.bucket;
    if (own !== bucket) {
      await share(join(from, name), join(staging, name));
      files.push(file);
    } else if (partOfServingFile(name) === null) {
      await verifyFile(from, file, undefined, lock.progressed);
      for (const child of children) {
        const part = name.replace(`-${bucket}`, `-${child}`);
        const rows = await writer.copy(
          `select * from read_parquet(${sqlText(join(from, name))}) where org_id like ${sqlText(`%${child}`)}`,
          part,
        );
        lock.progressed();
        if (rows > 0) files.push({ ...(await describeFile(staging, part, lock.progressed)), rows });
        else await rm(join(staging, part), { force: true });
      }
    }
  }
  const plan = { base: null, parts: [], buckets: children, damaged: new Set<string>() };
  const { [bucket]: since, ...others } = base.history.since;
  return {
    files: await serveParts(draft, plan, files, lock),
    layout: new Buckets([...base.buckets.filter((name) => name !== bucket), ...children]),
    history: {
      ...base.history,
      since:
        since === undefined
          ? others
          : { ...others, ...Object.fromEntries(children.map((name) => [name, since])) },
    },
  };
}
