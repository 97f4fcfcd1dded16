import { AppError } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { CURRENT_METHOD } from '../../reports/uncertainty/methods.ts';
import type { Actor } from '../audit/audit.ts';
import { withOrganisationLock } from '../quotas/lock.ts';
import { takeFromQuota } from '../quotas/quotas.ts';
import { resource } from '../resources/resource.ts';

export type Pin = components['schemas']['Pin'];
type PinCreate = components['schemas']['PinCreate'];

const DEFAULT_KEEP_DAYS = 400;
/** The most pins of an organisation whose plan does not limit them. */
const MAX_PINS = 500;

/** The error message on a server that cannot pin (pinWriter is null). */
export const NO_PINS =
  'This server makes reports from Postgres itself (REPORT_ENGINE=postgres), which has no snapshots to pin.';

/** Pins, the latest first; an expired one is hidden while it waits for its removal. */
export const pins = resource<Pin>({
  name: 'Pin',
  table: 'pins',
  columns:
    'name, state, reason, snapshot_id, data_as_of, bytes, extraction_versions, method, touched_at, expires_at',
  read: (tx) => tx`t.created_at as "createdAt"`,
  where: (tx) => tx`t.expires_at > now()`,
  order: (tx) => [{ by: tx`t.id`, descending: true }],
  removed: ({ name, snapshotId }) => ({ name, snapshotId }),
});

/**
 * Queues a pin.
 * @param input.snapshot exists; the caller has checked it
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
    const bytes = await storedBytes(tx, orgId);
    if (bytes >= maxBytes) {
      const [held, most] = [bytes, maxBytes].map((each) => Math.floor(each / 2 ** 20));
      throw new AppError('conflict', `The pins hold ${held} of ${most} MB. Delete some.`);
    }
    await takeFromQuota(tx, orgId, plan, 'pins');
    const expiresAt = tx`now() + make_interval(days => ${keepDays})`;
    const values = { name, snapshotId: snapshot, method: CURRENT_METHOD, expiresAt };
    return pins.create(tx, actor, values, { name, snapshot: snapshot ?? null, keepDays });
  });
}

/** The total size of the organisation's pins, bytes: a shared file counts once. */
export async function storedBytes(tx: Tx, orgId: OrgId): Promise<number> {
  const [{ bytes }] = await tx<[{ bytes: number }]>`
    select coalesce(sum(bytes), 0)::float8 as bytes
    from (select distinct sha256, bytes from pin_files where org_id = ${orgId}) stored`;
  return bytes;
}
