import type postgres from 'postgres';
import type { Db, Tx } from '../db.ts';
import type { ExportFormat } from './export-files.ts';
import type { ExportReport, ExportState } from './exports.ts';

/** A maker that says nothing for this long is taken for dead, and the export is made again. */
const LEASE = '30 seconds';
const KEPT = '7 days';
const MOST_TRIES = 3;

/** An export that is ours to look after for now. */
export interface ExportJob {
  orgId: string;
  id: string;
  /** Which try this is; only the latest may say what came of it. */
  tries: number;
  /** Finished long ago: to be removed. */
  isExpired: boolean;
  format: ExportFormat;
  /** null: all data of the organisation. */
  report: { id: ExportReport; brand: string | null; start: string; end: string } | null;
}

export interface ExportProgress {
  written: number;
  total: number | null;
}

interface JobRow {
  state: ExportState;
  format: ExportFormat;
  report: ExportReport | null;
  brand: string | null;
  start: string;
  end: string;
}

/**
 * Takes the next export that is due, and its lease: of the organisation that was not served for longest.
 * @returns null when there is none
 */
export async function claimExport(db: Db): Promise<ExportJob | null> {
  const [due] = await db.sql<{ orgId: string; id: string; tries: number }[]>`
    update export_jobs set due_at = now() + ${LEASE}::interval, tries = tries + 1, claimed_at = clock_timestamp()
    where due_at <= now() and export_id = (
      select export_id from export_jobs j
      where due_at <= now()
      order by (select max(claimed_at) from export_jobs o where o.org_id = j.org_id) nulls first, due_at, export_id
      limit 1)
    returning org_id as "orgId", export_id as id, tries`;
  if (!due) return null;
  const { orgId, id, tries } = due;
  return db.tenant(orgId, async (tx) => {
    const [row] = await tx<JobRow[]>`
      select state, format, report, brand_id as brand, start_date::text as start, end_date::text as "end"
      from exports where org_id = ${orgId} and id = ${id} for update`;
    if (!row) return null; // deleted just now
    const { state, format, report, brand, start, end } = row;
    const isExpired = state === 'COMPLETED' || state === 'FAILED';
    if (!isExpired) {
      await tx`update exports set state = 'RUNNING', started_at = now(), rows_written = 0, rows_total = null
        where org_id = ${orgId} and id = ${id}`;
    }
    return {
      orgId,
      id,
      tries,
      isExpired,
      format,
      report: report === null ? null : { id: report, brand, start, end },
    };
  });
}

/** Whether an export was begun so often, and never finished, that trying again is of no use. */
export function isHopeless({ tries }: ExportJob): boolean {
  return tries > MOST_TRIES;
}

/** Keeps the lease and tells how far it is. @returns false when the export is no more, or another's to make */
export async function renewExport(
  db: Db,
  job: ExportJob,
  { written, total }: ExportProgress,
): Promise<boolean> {
  return whileOurs(db, job, {
    job: (tx) => tx`due_at = now() + ${LEASE}::interval`,
    export: (tx) => tx`rows_written = ${written}, rows_total = ${total}`,
  });
}

/** Notes that the file is there. @returns false when the export is no more, or another's to make */
export async function completeExport(
  db: Db,
  job: ExportJob,
  made: { rows: number; bytes: number; snapshotId: string | null; asOf: Date },
): Promise<boolean> {
  return whileOurs(db, job, {
    job: (tx) => tx`due_at = now() + ${KEPT}::interval`,
    export: (tx) => tx`state = 'COMPLETED', finished_at = now(), expires_at = now() + ${KEPT}::interval,
      rows_written = ${made.rows}, rows_total = ${made.rows}, bytes = ${made.bytes},
      snapshot_id = ${made.snapshotId}, data_as_of = ${made.asOf}`,
  });
}

/** @param reason for who asked for the export, a sentence */
export async function failExport(db: Db, job: ExportJob, reason: string): Promise<boolean> {
  return whileOurs(db, job, {
    job: (tx) => tx`due_at = now() + ${KEPT}::interval`,
    export: (tx) => tx`state = 'FAILED', reason = ${reason}, finished_at = now(),
      expires_at = now() + ${KEPT}::interval`,
  });
}

/** Puts an export back into the queue. @param options.isCounted whether the try counts: not when we only stop */
export async function releaseExport(
  db: Db,
  job: ExportJob,
  { pauseSeconds, isCounted }: { pauseSeconds: number; isCounted: boolean },
): Promise<void> {
  await whileOurs(db, job, {
    job: (tx) => tx`due_at = now() + make_interval(secs => ${pauseSeconds}),
      tries = tries - ${isCounted ? 0 : 1}`,
    export: (tx) => tx`state = 'QUEUED', started_at = null, rows_written = 0, rows_total = null`,
  });
}

/** Forgets an export; its files are the caller's to remove. */
export async function forgetExport(db: Db, { orgId, id }: ExportJob): Promise<void> {
  await db.tenant(orgId, async (tx) => {
    await tx`delete from export_jobs where export_id = ${id}`;
    await tx`delete from exports where org_id = ${orgId} and id = ${id}`;
  });
}

type Changes = (tx: Tx) => postgres.PendingQuery<postgres.Row[]>;

/** Changes an export and its job, if it is still ours. */
async function whileOurs(
  db: Db,
  { orgId, id, tries }: ExportJob,
  changes: { job: Changes; export: Changes },
): Promise<boolean> {
  return db.tenant(orgId, async (tx) => {
    const [ours] = await tx`update export_jobs set ${changes.job(tx)}
      where export_id = ${id} and tries = ${tries} returning export_id`;
    if (!ours) return false;
    await tx`update exports set ${changes.export(tx)} where org_id = ${orgId} and id = ${id}`;
    return true;
  });
}
