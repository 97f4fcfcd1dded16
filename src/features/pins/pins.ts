import { AppError, notFound } from '../../base/errors.ts';
import { newId, type OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { type Page, type Paged, selectPage } from '../../db/page.ts';
import { CURRENT_METHOD } from '../../reports/uncertainty/methods.ts';
import { type Actor, auditOf } from '../organisations/audit.ts';
import { withOrganisationLock } from '../organisations/lock.ts';
import { takeFromQuota } from '../organisations/quotas.ts';

const auditPin = auditOf('pin');

export type Pin = components['schemas']['Pin'];
type PinCreate = components['schemas']['PinCreate'];

const DEFAULT_KEEP_DAYS = 400;
/** The most pins of an organisation whose plan does not limit them. */
const MAX_PINS = 500;

/** The error message on a server that cannot pin (pinWriter is null). */
export const NO_PINS =
  'This server makes reports from Postgres itself (REPORT_ENGINE=postgres), which has no snapshots to pin.';

const columns = (tx: Tx) => tx`
  id, name, state, reason, snapshot_id as "snapshotId", data_as_of as "dataAsOf", bytes, extraction_versions as "extractionVersions",
  method,
  touched_at as "touchedAt",
  created_at as "createdAt", expires_at as "expiresAt"`;

/** The condition on pins that have not expired; an expired pin is hidden while it waits for its removal. */
export const unexpired = (tx: Tx, orgId: OrgId) => tx`org_id = ${orgId} and expires_at > now()`;

/** A page of pins, latest first. */
export async function listPins(tx: Tx, orgId: OrgId, page: Page): Promise<Paged<Pin>> {
  return selectPage<Pin>(tx, page, {
    columns: columns(tx),
    from: tx`pins`,
    where: unexpired(tx, orgId),
    order: [{ by: tx`id`, descending: true }],
  });
}

/**
 * Queues a pin.
 * @param input.snapshot is kept; the caller has checked it
 * @param maxBytes the limit of the total size of the organisation's pins
 * @throws AppError conflict for a taken name, for too many pins, or if their files have reached maxBytes;
 *   quota_exceeded
 */
export async function createPin(
  db: Db,
  actor: Actor,
  { name, snapshot, keepDays = DEFAULT_KEEP_DAYS }: PinCreate,
  maxBytes: number,
): Promise<Pin> {
  const { orgId } = actor;
  return withOrganisationLock(db, orgId, async (tx, plan) => {
    await tx`delete from pins where org_id = ${orgId} and name = ${name} and (expires_at <= now() or state = 'FAILED')`;
    const [counted] = await tx<[{ count: number; isTaken: boolean | null }]>`
      select count(*) as count, bool_or(name = ${name}) as "isTaken" from pins where org_id = ${orgId}`;
    if (counted.isTaken) throw new AppError('conflict', 'name: a pin with this name exists already.');
    if (counted.count >= MAX_PINS)
      throw new AppError('conflict', `There are ${counted.count} pins already. Delete some.`);
    const bytes = await keptBytes(tx, orgId);
    if (bytes >= maxBytes) {
      const [held, most] = [bytes, maxBytes].map((each) => Math.floor(each / 2 ** 20));
      throw new AppError('conflict', `The pins hold ${held} of ${most} MB. Delete some.`);
    }
    await takeFromQuota(tx, orgId, plan, 'pins');
    const id = newId();
    await tx`insert into pins (org_id, id, name, snapshot_id, method, expires_at)
      values (${orgId}, ${id}, ${name}, ${snapshot ?? null}, ${CURRENT_METHOD}, now() + make_interval(days => ${keepDays}))`;
    await auditPin(tx, actor, 'createPin', id, { name, snapshot: snapshot ?? null, keepDays });
    return findPin(tx, orgId, id);
  });
}

/** Deletes the row of a pin; the caller removes its files. @throws AppError not_found */
export async function deletePin(db: Db, actor: Actor, id: string): Promise<void> {
  const { orgId } = actor;
  await db.tenant(orgId, async (tx) => {
    const { name, snapshotId } = await findPin(tx, orgId, id);
    await tx`delete from pins where org_id = ${orgId} and id = ${id}`;
    await auditPin(tx, actor, 'deletePin', id, { name, snapshotId });
  });
}

/** The total size of the organisation's pins, bytes: a shared file counts once. */
export async function keptBytes(tx: Tx, orgId: OrgId): Promise<number> {
  const [{ bytes }] = await tx<[{ bytes: number }]>`
    select coalesce(sum(bytes), 0)::float8 as bytes
    from (select distinct sha256, bytes from pin_files where org_id = ${orgId}) stored`;
  return bytes;
}

/** One pin, in a transaction of the caller. @throws AppError not_found */
export async function findPin(tx: Tx, orgId: OrgId, id: string): Promise<Pin> {
  const [found] = await tx<
    Pin[]
  >`select ${columns(tx)} from pins where ${unexpired(tx, orgId)} and id = ${id}`;
  if (!found) throw notFound('pin');
  return found;
}
