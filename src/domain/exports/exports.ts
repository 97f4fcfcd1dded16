import { AppError, notFound } from '../../base/errors.ts';
import { newId, type OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { ifGiven, type Page, type Paged, selectPage } from '../../db/page.ts';
import type { DateRange } from '../../reports/range.ts';
import type { MemberRole } from '../accounts/sessions.ts';
import { type Actor, auditOf } from '../organisations/audit.ts';
import { lockOrganisation } from '../organisations/lock.ts';
import { type ExportFormat, megabytes } from './files.ts';

const auditExport = auditOf('export');

export type Export = components['schemas']['Export'];
export type ExportReport = components['schemas']['ExportReport'];
export type ExportState = components['schemas']['ExportState'];

/** What a file is to be made of. */
export type ExportContent =
  | { kind: 'REPORT'; report: ExportReport; brand: string | null; range: DateRange }
  | { kind: 'ORGANISATION' };

/** So that one organisation cannot fill the queue; what files may hold is in the configuration. */
const MOST_KEPT = 100;
/** Exports that are named to who has to delete some. */
const MOST_NAMED = 3;

/** Why reports cannot be exported, where reportFiles is null. */
export const NO_REPORT_FILES =
  'This server makes reports from Postgres itself (REPORT_ENGINE=postgres), which has no exports of reports.';

const columns = (tx: Tx) => tx`
  id, kind, report, format,
  case when kind = 'REPORT'
    then json_build_object('brand_id', brand_id, 'start_date', start_date, 'end_date', end_date) end as parameters,
  state, reason, rows_written as "rowsWritten", rows_total as "rowsTotal", bytes,
  snapshot_id as "snapshotId", data_as_of as "dataAsOf",
  created_at as "createdAt", started_at as "startedAt", finished_at as "finishedAt", expires_at as "expiresAt"`;

/** Those that did not expire: one that did is gone, though its file may be there for a moment more. */
const kept = (tx: Tx, orgId: OrgId) => tx`org_id = ${orgId} and (expires_at is null or expires_at > now())`;

/** A page of exports, latest first. */
export async function listExports(
  db: Db,
  orgId: OrgId,
  { limit, offset, state }: Page & { state?: ExportState | undefined },
): Promise<Paged<Export>> {
  return db.tenant(orgId, async (tx) => {
    const matching = tx`${kept(tx, orgId)} and ${ifGiven(tx, state, (value) => tx`state = ${value}`)}`;
    return selectPage<Export>(
      tx,
      { limit, offset },
      { columns: columns(tx), from: tx`exports where ${matching}`, orderBy: tx`id desc` },
    );
  });
}

/** @throws AppError not_found */
export async function getExport(db: Db, orgId: OrgId, id: string): Promise<Export> {
  return db.tenant(orgId, (tx) => findExport(tx, orgId, id));
}

/**
 * Queues a file to be made.
 * @param action the operation, for the audit log
 * @param mostBytes what the files of the organisation may hold
 * @throws AppError conflict when the organisation keeps too many already, or too large ones
 */
export async function createExport(
  db: Db,
  actor: Actor,
  action: 'createExport' | 'createDataExport',
  format: ExportFormat,
  content: ExportContent,
  mostBytes: number,
): Promise<Export> {
  const { orgId } = actor;
  const isReport = content.kind === 'REPORT';
  return db.tenant(orgId, async (tx) => {
    await lockOrganisation(tx, orgId);
    const [{ count } = { count: 0 }] = await tx<{ count: number }[]>`
      select count(*) as count from exports where ${kept(tx, orgId)}`;
    if (count >= MOST_KEPT) {
      throw new AppError(
        'conflict',
        `There are ${count} exports already. Delete some, or wait until they expire.`,
      );
    }
    await refuseFull(tx, orgId, mostBytes);
    const id = newId();
    await tx`insert into exports (org_id, id, kind, format, report, brand_id, start_date, end_date)
      values (${orgId}, ${id}, ${content.kind}, ${format}, ${isReport ? content.report : null},
              ${isReport ? content.brand : null}, ${isReport ? content.range.start : null}::text::date,
              ${isReport ? content.range.end : null}::text::date)`;
    await auditExport(tx, actor, action, id, { format, ...content });
    return findExport(tx, orgId, id);
  });
}

/**
 * An export whose file may be read by this member.
 * @throws AppError not_found, forbidden for all data of the organisation, conflict while it is not completed
 */
export async function completedExport(db: Db, orgId: OrgId, role: MemberRole, id: string): Promise<Export> {
  const found = await getExport(db, orgId, id);
  refuseUnlessAllowed(found, role);
  if (found.state === 'FAILED') {
    throw new AppError('conflict', `The export failed: ${found.reason} Make a new one.`);
  }
  if (found.state !== 'COMPLETED') {
    throw new AppError('conflict', `The export is ${found.state}. Wait until it is COMPLETED.`);
  }
  return found;
}

/** Deletes an export; its files are the caller's to remove. @throws AppError not_found, forbidden */
export async function deleteExport(db: Db, actor: Actor, role: MemberRole, id: string): Promise<void> {
  const { orgId } = actor;
  await db.tenant(orgId, async (tx) => {
    const found = await findExport(tx, orgId, id);
    refuseUnlessAllowed(found, role);
    const { kind, format, report } = found;
    await tx`delete from exports where org_id = ${orgId} and id = ${id}`;
    await auditExport(tx, actor, 'deleteExport', id, { kind, format, report });
  });
}

/** What the files of an organisation hold, bytes. */
export async function keptBytes(tx: Tx, orgId: OrgId): Promise<number> {
  const [sum] = await tx<{ bytes: number }[]>`
    select coalesce(sum(bytes), 0)::float8 as bytes from exports where ${kept(tx, orgId)}`;
  return sum?.bytes ?? 0;
}

/** @throws AppError conflict naming what to delete */
async function refuseFull(tx: Tx, orgId: OrgId, mostBytes: number): Promise<void> {
  const bytes = await keptBytes(tx, orgId);
  if (bytes < mostBytes) return;
  const oldest = await tx<{ id: string; bytes: number }[]>`
    select id, bytes from exports where ${kept(tx, orgId)} and bytes > 0 order by id limit ${MOST_NAMED}`;
  const named = oldest.map((one) => `${one.id} (${megabytes(one.bytes)})`).join(', ');
  throw new AppError(
    'conflict',
    `The exports hold ${megabytes(bytes)} of ${megabytes(mostBytes)}. Delete some, the oldest are ${named}; or wait until they expire.`,
  );
}

/** @throws AppError not_found */
export async function findExport(tx: Tx, orgId: OrgId, id: string): Promise<Export> {
  const [found] = await tx<Export[]>`
    select ${columns(tx)} from exports where ${kept(tx, orgId)} and id = ${id}`;
  if (!found) throw notFound('export');
  return found;
}

/** All data of the organisation is for whom may ask for it. */
function refuseUnlessAllowed({ kind }: Export, role: MemberRole): void {
  if (kind === 'ORGANISATION' && role !== 'OWNER') {
    throw new AppError('forbidden', `An export of all data needs the role OWNER; yours is ${role}.`);
  }
}
