import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from '../../db/client.ts';
import { sqlText } from '../../engine/sql-text.ts';
import { describeFile, share, verifyFile } from '../../files/content.ts';
import { BOUNDS, type Bounds, Buckets, splitBucket } from '../buckets.ts';
import { type History, type Manifest, partOfServingFile, type SnapshotFile } from '../manifest.ts';
import { daysOf, divided, type Period } from '../periods.ts';
import { PARTED, type PartedTable, partOfFile } from '../tables.ts';
import type { Draft } from './draft.ts';
import { bucketOfFile, type Plan } from './plan.ts';
import type { PublishLock } from './publish-lock.ts';
import { serveParts } from './serve-parts.ts';

/** Files that have grown too large: a bucket of several organisations, or periods of a bucket with a single one. */
export interface Large {
  bucket: string;
  /** The periods, with the pieces of each; null: split the bucket. */
  periods: ReadonlyMap<Period, readonly Period[]> | null;
}

/** @returns null if nothing is too large, or it cannot be divided any further */
export async function tooLarge(
  sql: Sql,
  { files, buckets }: Manifest,
  { shared, alone }: Bounds = BOUNDS,
): Promise<Large | null> {
  const large = files.flatMap(({ name, rows = 0 }) => {
    const part = rows > shared && name.startsWith('runs-') ? partOfFile(name) : null;
    if (!part?.period || !buckets.includes(part.bucket)) return [];
    return [{ bucket: part.bucket, period: part.period, rows }];
  });
  if (large.length === 0) return null;
  const layout = new Buckets(buckets);
  const organisations = await sql<{ id: string }[]>`select id from organisations`;
  const byBucket = Map.groupBy(organisations, ({ id }) => layout.of(id));
  for (const [bucket, parts] of Map.groupBy(large, (part) => part.bucket)) {
    if ((byBucket.get(bucket)?.length ?? 0) > 1) return { bucket, periods: null };
    const periods = parts.map(({ period, rows }) => [period, divided(period, rows, alone)] as const);
    const divisible = periods.filter(([, into]) => into.length > 1);
    if (divisible.length > 0) return { bucket, periods: new Map(divisible) };
  }
  return null;
}

/**
 * Rewrites the files of a bucket as those of sixteen smaller buckets, or its periods as shorter ones, and links all
 * other files. No row changes, and nothing is read from Postgres.
 * @throws DamagedFile if a file of the bucket does not have its original content
 */
export async function splitSnapshot(
  base: Manifest,
  large: Large,
  draft: Draft,
  lock: PublishLock,
): Promise<{ files: SnapshotFile[]; layout: Buckets; history: History }> {
  const { folder, staging, writer } = draft;
  const from = join(folder, base.id);
  const { piecesOf, ...file } =
    large.periods === null ? bySplitting(base, large.bucket) : byDividing(base, large.bucket, large.periods);
  const files: SnapshotFile[] = [];
  for (const file of base.files) {
    lock.signal.throwIfAborted();
    const { name } = file;
    const isOfBucket = bucketOfFile(name) === large.bucket;
    // Serving files are written or linked after the others.
    if (isOfBucket && partOfServingFile(name) !== null) continue;
    if (isOfBucket) await verifyFile(from, file, lock.progressed);
    const pieces = isOfBucket ? piecesOf(name) : null;
    if (pieces === null) {
      await share(join(from, name), join(staging, name));
      files.push(file);
      continue;
    }
    for (const { part, condition } of pieces) {
      const rows = await writer.copy(
        `select * from read_parquet(${sqlText(join(from, name))}) where ${condition}`,
        part,
      );
      lock.progressed();
      if (rows > 0) files.push({ ...(await describeFile(staging, part, lock.progressed)), rows });
      else await rm(join(staging, part), { force: true });
    }
  }
  const plan = { ...file.plan, damaged: new Set<string>() };
  return { files: await serveParts(draft, plan, files, lock), layout: file.layout, history: file.history };
}

/** How files are divided, and the resulting layout. */
interface Division {
  /** The pieces of a file of the bucket, each with an SQL condition for its rows; null: the file stays. */
  piecesOf(name: string): { part: string; condition: string }[] | null;
  plan: Pick<Plan, 'base' | 'parts' | 'buckets'>;
  layout: Buckets;
  history: History;
}

function bySplitting(base: Manifest, bucket: string): Division {
  const children = splitBucket(bucket);
  const { [bucket]: since, ...others } = base.history.since;
  const ofChildren = since === undefined ? [] : children.map((name) => [name, since]);
  return {
    piecesOf: (name) =>
      children.map((child) => ({
        part: name.replace(`-${bucket}`, `-${child}`),
        condition: `org_id like ${sqlText(`%${child}`)}`,
      })),
    plan: { base: null, parts: [], buckets: children },
    layout: new Buckets([...base.buckets.filter((name) => name !== bucket), ...children]),
    history: { ...base.history, since: { ...others, ...Object.fromEntries(ofChildren) } },
  };
}

function byDividing(base: Manifest, bucket: string, periods: NonNullable<Large['periods']>): Division {
  return {
    piecesOf(name) {
      const period = partOfFile(name)?.period ?? '';
      const pieces = periods.get(period)?.map((piece) => {
        const { first, last } = daysOf(piece);
        return {
          part: name.replace(`-${bucket}-${period}.`, `-${bucket}-${piece}.`),
          condition: `${dayOf(name)} between date ${sqlText(first)} and date ${sqlText(last)}`,
        };
      });
      return pieces ?? null;
    },
    plan: {
      base,
      parts: [...periods.values()].flat().map((period) => ({ part: 'runs', bucket, period })),
      buckets: [bucket],
    },
    layout: new Buckets(base.buckets),
    history: base.history,
  };
}

/** An SQL expression for the day of a row in a part's file. */
function dayOf(name: string): string {
  const table = name.slice(0, name.indexOf('-'));
  return PARTED[table as PartedTable]?.day ?? 'day'; // a rollup has this column
}
