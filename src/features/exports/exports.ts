import { AppError } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { countRows } from '../../db/page.ts';
import type { BrokenDown } from '../../reports/breakdown/request.ts';
import type { DateRange } from '../../reports/range.ts';
import type { MemberRole } from '../accounts/sessions.ts';
import type { Actor } from '../audit/audit.ts';
import { withOrganisationLock } from '../quotas/lock.ts';
import { resource } from '../resources/resource.ts';
import { type ExportFormat, megabytes } from './files.ts';

export type Export = components['schemas']['Export'];
export type ReportKind = components['schemas']['ReportKind'];
export type ExportState = components['schemas']['ExportState'];

/** Fields of the request that break a report down. */
export type ExportBreakdown = Omit<
  components['schemas']['ExportParameters'],
  'brand_id' | 'start_date' | 'end_date'
>;

export const EXPORTED_REPORT: Record<ReportKind, BrokenDown> = {
  BRANDS: 'reportBrands',
  QUERIES: 'reportQueries',
  MENTIONS: 'reportMentions',
  SOURCES: 'reportSources',
  SEARCHES: 'reportSearches',
};

/** The content of an export's file. */
export type ExportContent =
  | {
      kind: 'REPORT';
      report: ReportKind;
      brand: string | null;
      range: DateRange;
      /** The breakdown in the request, unchanged; null: none. */
      breakdown: ExportBreakdown | null;
    }
  | { kind: 'ORGANISATION' };

/**
 * The most exports of an organisation, so that one cannot fill the queue; the size of its files is limited by
 * configuration.
 */
const MAX_EXPORTS = 100;
/** The most exports that the message about full space lists for deletion. */
const MAX_LISTED = 3;

/** The error message on a server that cannot export reports (reportFiles is null). */
export const NO_REPORT_FILES =
  'This server makes reports from Postgres itself (REPORT_ENGINE=postgres), which has no exports of reports.';

/** Exports, the latest first; an expired one is hidden while its row and file wait for deletion. */
export const exports = resource<Export, object>({
  name: 'Export',
  table: 'exports',
  columns: 'kind, report, format, state, reason, rows_written, rows_total, bytes, snapshot_id, data_as_of',
  unread: 'brand_id, start_date date, end_date date, breakdown jsonb',
  read: (tx) => tx`
    case when t.kind = 'REPORT'
      then jsonb_build_object('brand_id', t.brand_id, 'start_date', t.start_date, 'end_date', t.end_date)
        || coalesce(t.breakdown, '{}') end as parameters,
    t.created_at as "createdAt", t.started_at as "startedAt", t.finished_at as "finishedAt",
    t.expires_at as "expiresAt"`,
  where: (tx) => tx`(t.expires_at is null or t.expires_at > now())`,
  filters: 'state',
  order: (tx) => [{ by: tx`t.id`, descending: true }],
  removed: ({ kind, format, report }) => ({ kind, format, report }),
});

/** The condition on exports that have not expired. */
const unexpired = (tx: Tx, orgId: OrgId) =>
  tx`org_id = ${orgId} and (expires_at is null or expires_at > now())`;

/**
 * Queues an export.
 * @param action the operation, for the audit log
 * @param maxBytes the limit of the total size of the organisation's files
 * @throws AppError conflict when the organisation has too many exports, or its files have reached maxBytes
 */
export async function createExport(
  db: Db,
  actor: Actor,
  action: 'createExport' | 'createDataExport',
  format: ExportFormat,
  content: ExportContent,
  maxBytes: number,
): Promise<Export> {
  const { orgId } = actor;
  return withOrganisationLock(db, orgId, async (tx) => {
    const count = await countRows(tx, tx`exports where ${unexpired(tx, orgId)}`);
    if (count >= MAX_EXPORTS) {
      throw new AppError(
        'conflict',
        `There are ${count} exports already. Delete some, or wait until they expire.`,
      );
    }
    await refuseFull(tx, orgId, maxBytes);
    const id = await exports.insert(tx, orgId, {
      kind: content.kind,
      format,
      ...(content.kind === 'REPORT' && {
        report: content.report,
        brandId: content.brand,
        startDate: content.range.start,
        endDate: content.range.end,
        breakdown: content.breakdown,
      }),
    });
    await exports.note(tx, actor, action, id, { format, ...content });
    return exports.find(tx, orgId, id);
  });
}

/**
 * A completed export, whose file a member may download, with the file's SHA-256.
 * @throws AppError not_found, forbidden for all data of the organisation if the member is not an OWNER, conflict for
 *   an incomplete export
 */
export async function completedExport(
  db: Db,
  orgId: OrgId,
  role: MemberRole,
  id: string,
): Promise<{ found: Export; sha256: string }> {
  const { found, sha256 } = await db.tenant(orgId, async (tx) => {
    const [row] = await tx<{ sha256: string | null }[]>`
      select sha256 from exports where org_id = ${orgId} and id = ${id}`;
    return { found: await exports.find(tx, orgId, id), sha256: row?.sha256 ?? null };
  });
  refuseUnlessAllowed(found, role);
  if (found.state === 'FAILED') {
    throw new AppError('conflict', `The export failed: ${found.reason} Make a new one.`);
  }
  if (found.state !== 'COMPLETED') {
    throw new AppError('conflict', `The export is ${found.state}. Wait until it is COMPLETED.`);
  }
  if (sha256 === null) throw new Error(`The export ${id} is completed without a file.`);
  return { found, sha256 };
}

/**
 * Deletes the row of an export; the caller removes its files.
 * @throws AppError not_found, forbidden for all data of the organisation if the member is not an OWNER
 */
export async function deleteExport(db: Db, actor: Actor, role: MemberRole, id: string): Promise<void> {
  const { orgId } = actor;
  await db.tenant(orgId, async (tx) => {
    refuseUnlessAllowed(await exports.find(tx, orgId, id), role);
    await exports.remove(tx, actor, id);
  });
}

/** The total size of an organisation's files, bytes. */
export async function storedBytes(tx: Tx, orgId: OrgId): Promise<number> {
  const [{ bytes }] = await tx<[{ bytes: number }]>`
    select coalesce(sum(bytes), 0)::float8 as bytes from exports where ${unexpired(tx, orgId)}`;
  return bytes;
}

/** @throws AppError conflict, with the oldest exports to delete, when the files have reached maxBytes */
async function refuseFull(tx: Tx, orgId: OrgId, maxBytes: number): Promise<void> {
  const bytes = await storedBytes(tx, orgId);
  if (bytes < maxBytes) return;
  const oldest = await tx<{ id: string; bytes: number }[]>`
    select id, bytes from exports where ${unexpired(tx, orgId)} and bytes > 0 order by id limit ${MAX_LISTED}`;
  const listed = oldest.map((one) => `${one.id} (${megabytes(one.bytes)})`).join(', ');
  throw new AppError(
    'conflict',
    `The exports hold ${megabytes(bytes)} of ${megabytes(maxBytes)}. Delete some, the oldest are ${listed}; or wait until they expire.`,
  );
}

/** Only OWNERs may create an export of all data, so only they may use it. @throws AppError forbidden */
function refuseUnlessAllowed({ kind }: Export, role: MemberRole): void {
  if (kind === 'ORGANISATION' && role !== 'OWNER') {
    throw new AppError('forbidden', `An export of all data needs the role OWNER; yours is ${role}.`);
  }
}
