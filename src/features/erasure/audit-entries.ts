import type { OrgId } from '../../base/ids.ts';
import type { Tx } from '../../db/client.ts';
import { rows } from '../../db/rows.ts';

/** Entries that one transaction looks through. */
const BATCH = 1_000;
/** Stands in place of an erased address. */
const ERASED = 'erased';

type InTransaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/**
 * The accounts that an address had, as far as the audit log of an organisation says: an account that is gone is known
 * by who accepted an invitation, and by who was removed or got another role.
 */
export async function accountsOf(tx: Tx, orgId: OrgId, address: string): Promise<string[]> {
  const found = await tx<{ id: string | null }[]>`
    select distinct case when action = 'acceptInvitation' then actor_id else target_id end as id
    from audit_log where org_id = ${orgId} and action in ('acceptInvitation', 'removeMember', 'updateMember')
      and lower(details->>'email') = ${address}
    union
    select id from users where email = ${address}`;
  return found.flatMap(({ id }) => id ?? []);
}

/**
 * Takes an address out of the audit log, and the network addresses of its accounts. The entries stay: who may do what is
 * traced by them.
 * @returns how many entries changed
 */
export async function scrubAuditLog(
  inTransaction: InTransaction,
  orgId: OrgId,
  address: string,
  accounts: readonly string[],
): Promise<number> {
  let sum = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after;
    after = await inTransaction(async (tx) => {
      const found = await tx<{ id: string; details: unknown; isOwn: boolean }[]>`
        select id, case when position(${address} in lower(details::text)) > 0 then details end as details,
               address is not null and actor_id = any(${[...accounts]}::text[]) as "isOwn"
        from (select id, details, address, actor_id from audit_log where org_id = ${orgId} and id > ${from}
              order by id limit ${BATCH}) next
        order by id`;
      const changed = found.filter(({ details, isOwn }) => details !== null || isOwn);
      const values = changed.map(({ id, details, isOwn }) => ({
        id,
        details: details === null ? null : without(details, address),
        is_own: isOwn,
      }));
      if (values.length > 0)
        await tx`update audit_log a set details = coalesce(c.details, a.details),
            address = case when not c.is_own then a.address end
          from ${rows(tx, 'c(id text, details jsonb, is_own boolean)', values)}
          where a.org_id = ${orgId} and a.id = c.id`;
      sum += changed.length;
      return found.length < BATCH ? undefined : found.at(-1)?.id;
    });
  }
  return sum;
}

/** A JSON value whose texts do not hold the address. */
function without(value: unknown, address: string): unknown {
  if (typeof value === 'string') return replaced(value, address);
  if (Array.isArray(value)) return value.map((one) => without(one, address));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, without(one, address)]));
}

/** Replaces each occurrence, in any case. The lengths of some texts change in lower case: those are replaced whole. */
function replaced(text: string, address: string): string {
  const lower = text.toLowerCase();
  if (!lower.includes(address)) return text;
  if (lower.length !== text.length) return ERASED;
  let [result, at] = ['', 0];
  for (let index = lower.indexOf(address); index >= 0; index = lower.indexOf(address, at)) {
    result += text.slice(at, index) + ERASED;
    at = index + address.length;
  }
  return result + text.slice(at);
}
