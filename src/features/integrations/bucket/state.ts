import { AppError, notFound } from '../../../base/errors.ts';
import type { OrgId } from '../../../base/ids.ts';
import type { components } from '../../../contract/generated/types.ts';
import type { Db, Sql, Tx } from '../../../db/client.ts';
import { type Actor, auditOf } from '../../audit/audit.ts';
import type { IntegrationSettings } from '../config.ts';
import { LAYOUT_VERSION } from './layout.ts';
import { MANIFEST } from './manifest.ts';

export type BucketState = components['schemas']['BucketState'];

const auditIntegration = auditOf('integration');
/** The pause after the first failure; it doubles with each further one. */
const FIRST_PAUSE_SECONDS = 60;
const LONGEST_PAUSE_SECONDS = 3_600;

/** What a write left in a bucket. */
export interface Written {
  snapshotId: string;
  asOf: Date;
  files: number;
  rows: number;
  bytes: number;
  /** The number of files that were new. */
  filesWritten: number;
}

/** The integration of a bucket, by which its state is found. */
export interface BucketId {
  orgId: OrgId;
  id: string;
}

/** The job's query: buckets that are due. */
export const dueBuckets = (sql: Sql) => sql`
  select org_id, integration_id as subject_id, due_at as since, 1 as depth
  from bucket_writes where due_at <= now()`;

/** Makes a bucket due at once, after its integration was created or changed; one that is off is never due. */
export async function scheduleBucket(tx: Tx, { orgId, id }: BucketId, isActive: boolean): Promise<void> {
  await tx`insert into bucket_writes (org_id, integration_id, due_at)
    values (${orgId}, ${id}, ${isActive ? tx`now()` : null})
    on conflict (org_id, integration_id) do update
      set due_at = excluded.due_at, failures = 0, last_error = null, failed_at = null`;
}

/**
 * Records a write. The next one is due after the integration's interval.
 * @param dueAt since when this one was due; if that has changed meanwhile, the bucket stays due
 */
export async function noteWritten(
  db: Db,
  { orgId, id }: BucketId,
  dueAt: Date,
  written: Written,
): Promise<void> {
  const { snapshotId, asOf, files, rows, bytes, filesWritten } = written;
  await db.tenant(
    orgId,
    (tx) => tx`
      update bucket_writes b set failures = 0, last_error = null, failed_at = null, snapshot_id = ${snapshotId},
        data_as_of = ${asOf}, written_at = now(), files = ${files}, rows = ${rows}, bytes = ${bytes},
        files_written = ${filesWritten},
        due_at = case when b.due_at = ${dueAt}
                      then now() + make_interval(mins => (i.settings ->> 'everyMinutes')::integer) else b.due_at end
      from integrations i
      where b.org_id = ${orgId} and b.integration_id = ${id}
        and i.org_id = b.org_id and i.id = b.integration_id`,
  );
}

/**
 * Records a failed try, like noteWritten.
 * @param reason why and what to do, sentences for the organisation's members
 */
export async function noteFailure(
  db: Db,
  { orgId, id }: BucketId,
  dueAt: Date,
  reason: string,
): Promise<void> {
  const jitter = 0.9 + 0.2 * Math.random();
  await db.tenant(
    orgId,
    (tx) => tx`
      update bucket_writes set failures = failures + 1, last_error = ${reason}, failed_at = now(),
        due_at = case when due_at = ${dueAt} then now() + make_interval(secs => ${jitter} *
          least(${LONGEST_PAUSE_SECONDS}, ${FIRST_PAUSE_SECONDS} * power(2, least(failures, 20)))) else due_at end
      where org_id = ${orgId} and integration_id = ${id}`,
  );
}

/** Makes a bucket due now. @throws AppError not_found, conflict for one that is off */
export async function writeBucketNow(tx: Tx, actor: Actor, id: string): Promise<BucketState> {
  const { orgId } = actor;
  const { nextAt } = await bucketState(tx, orgId, id);
  if (nextAt === null) throw new AppError('conflict', 'The integration is off. Switch it on first.');
  await tx`update bucket_writes set due_at = now() where org_id = ${orgId} and integration_id = ${id}`;
  await auditIntegration(tx, actor, 'writeBucket', id, {});
  return bucketState(tx, orgId, id);
}

/** @throws AppError not_found, for an integration that is no bucket too */
export async function bucketState(tx: Tx, orgId: OrgId, id: string): Promise<BucketState> {
  const [found] = await tx<(Omit<BucketState, 'manifest' | 'schemaVersion'> & IntegrationSettings)[]>`
    select i.settings ->> 'bucket' as bucket, i.settings ->> 'prefix' as prefix, b.snapshot_id as "snapshotId",
      b.data_as_of as "dataAsOf", b.written_at as "writtenAt", b.files, b.rows::float8, b.bytes::float8,
      b.files_written as "filesWritten", b.failures, b.last_error as "lastError", b.failed_at as "failedAt",
      b.due_at as "nextAt"
    from bucket_writes b
    join integrations i on i.org_id = b.org_id and i.id = b.integration_id
    where b.org_id = ${orgId} and b.integration_id = ${id}`;
  if (!found) throw notFound('integration');
  const { bucket, prefix, ...state } = found;
  const manifest = ['s3:/', bucket, prefix, MANIFEST].filter((part) => part !== '').join('/');
  return { manifest, schemaVersion: LAYOUT_VERSION, ...state };
}
