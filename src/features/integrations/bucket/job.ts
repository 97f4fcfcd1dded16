import { AppError } from '../../../base/errors.ts';
import type { OrgId } from '../../../base/ids.ts';
import { type Db, isConnectionError } from '../../../db/client.ts';
import { isStoreFailure } from '../../../files/object-store.ts';
import type { JobContext } from '../../../server/jobs/context.ts';
import type { Job } from '../../../server/jobs/definition.ts';
import type { Partition } from '../../queue/partition.ts';
import { reasonOf } from '../../queue/tasks.ts';
import { openSecret } from '../access.ts';
import type { IntegrationSettings } from '../config.ts';
import { dueBuckets, noteFailure, noteWritten, type Written } from './state.ts';
import { openBucket } from './store.ts';
import { writeSnapshot } from './writing.ts';

/**
 * Buckets that are written to at once. Most of the time is waiting for stores, and files are written one at a time, so
 * a few that hang delay no other.
 */
const CONCURRENCY = 16;
/** A write that takes longer is ended and counts as failed. The next one goes on with the files that are there. */
const LONGEST_MINUTES = 10;

const NO_BUCKETS =
  'This server makes reports from Postgres itself (REPORT_ENGINE=postgres), which has no snapshots to write to a bucket.';

/** Writes to the buckets of organisations. A partition is an integration. */
export function writeBuckets(services: JobContext): Job {
  return {
    kind: 'write-buckets',
    concurrency: CONCURRENCY,
    due: dueBuckets,
    work: (partition) => writeNext(services, partition),
  };
}

interface StoredBucket {
  settings: IntegrationSettings;
  /** Sealed. */
  secret: Buffer;
  dueAt: Date;
}

async function writeNext(services: JobContext, { orgId, subjectId: id, stopping, lost, ending }: Partition) {
  const { db, log } = services;
  const stored = await findBucket(db, orgId, id);
  if (!stored) return;
  const overdue = AbortSignal.timeout(LONGEST_MINUTES * 60_000);
  const signal = AbortSignal.any([ending, overdue]);
  try {
    const written = await write(services, orgId, id, stored, signal);
    lost.throwIfAborted();
    await noteWritten(db, { orgId, id }, stored.dueAt, written);
    const { snapshotId, filesWritten } = written;
    log.info({ orgId, snapshotId, filesWritten }, 'wrote to a bucket');
  } catch (error) {
    if (lost.aborted || stopping.aborted) return;
    if (isConnectionError(error)) throw error;
    const isTheirs = isStoreFailure(error) || overdue.aborted || error instanceof AppError;
    log[isTheirs ? 'warn' : 'error']({ orgId, error }, 'a bucket could not be written');
    await noteFailure(db, { orgId, id }, stored.dueAt, overdue.aborted ? TOO_SLOW : reasonOf(error));
  }
}

const TOO_SLOW = `The bucket did not take everything within ${LONGEST_MINUTES} minutes. The next try goes on with the rest.`;

async function write(
  { db, bucketRows, outbound, secretBox }: JobContext,
  orgId: OrgId,
  id: string,
  { settings, secret }: StoredBucket,
  signal: AbortSignal,
): Promise<Written> {
  if (bucketRows === null) throw new AppError('conflict', NO_BUCKETS);
  const secretAccessKey = openSecret(secretBox, secret, orgId, id);
  if (secretAccessKey === null)
    throw new AppError('conflict', 'The kept secret cannot be read any more; send secretAccessKey again.');
  using store = openBucket(outbound, settings, secretAccessKey, signal);
  return await bucketRows.open(db, orgId, { answers: settings.answers === true, signal }, (rows) =>
    writeSnapshot(store, orgId, rows, signal),
  );
}

/** A bucket that is due; null: it is gone, or off. */
async function findBucket(db: Db, orgId: OrgId, id: string): Promise<StoredBucket | null> {
  const [found] = await db.tenant(
    orgId,
    (tx) => tx<StoredBucket[]>`
      select i.settings, i.secret, b.due_at as "dueAt" from bucket_writes b
      join integrations i on i.org_id = b.org_id and i.id = b.integration_id
      where b.org_id = ${orgId} and b.integration_id = ${id} and b.due_at <= now()`,
  );
  return found ?? null;
}
