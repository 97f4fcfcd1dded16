import { AppError } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import { type Db, sqlState, type Tx } from '../../db/client.ts';
import type { Outbound } from '../../outbound/addresses.ts';
import { type Actor, audit } from '../audit/audit.ts';
import { recordOf } from './settings.ts';

/** The organisation that has proved the domain of an address. */
export async function organisationOfAddress(db: Db, email: string): Promise<OrgId | undefined> {
  const [found] = await db.sql<{ orgId: OrgId }[]>`
    select organisation_id as "orgId" from single_sign_on_domains
    where domain = ${domainOf(email)} and verified_at is not null`;
  return found?.orgId;
}

/** Whether an organisation has proved the domain of an address. */
export async function hasDomain(tx: Tx, orgId: OrgId, email: string): Promise<boolean> {
  const [found] = await tx`select from single_sign_on_domains
    where organisation_id = ${orgId} and domain = ${domainOf(email)} and verified_at is not null`;
  return found !== undefined;
}

/** A subdomain is another domain: it may belong to somebody else. */
function domainOf(email: string): string {
  return email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase();
}

/**
 * Looks for the TXT records of domains that are not proved yet.
 * @throws AppError conflict for a domain that another organisation has proved
 */
export async function checkDomains(db: Db, outbound: Outbound, actor: Actor): Promise<void> {
  const waiting = await db.sql<{ domain: string; proof: string }[]>`
    select domain, proof from single_sign_on_domains
    where organisation_id = ${actor.orgId} and verified_at is null order by domain`;
  const found = await Promise.all(
    waiting.map(async ({ domain, proof }) => ({
      domain,
      isProved: (await outbound.texts(recordOf(domain))).includes(proof),
    })),
  );
  for (const { domain, isProved } of found) if (isProved) await proveDomain(db, actor, domain);
}

/**
 * Notes that a domain is the organisation's.
 * @returns false where it lists no such domain. @throws AppError conflict
 */
export async function proveDomain(db: Db, actor: Actor, domain: string): Promise<boolean> {
  const { orgId } = actor;
  try {
    return await db.tenant(orgId, async (tx) => {
      const { count } = await tx`update single_sign_on_domains set verified_at = now()
        where organisation_id = ${orgId} and domain = ${domain.toLowerCase()} and verified_at is null`;
      if (count === 0) return false;
      await audit(tx, actor, { action: 'proveDomain', targetType: 'domain', targetId: domain.toLowerCase() });
      return true;
    });
  } catch (error) {
    if (sqlState(error) !== '23505') throw error;
    throw new AppError('conflict', `domains: another organisation has proved ${domain}.`);
  }
}
