import { notFound } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { Tx } from '../../db/client.ts';
import type { OrganisationLexicon } from '../brands/lexicon.ts';
import { QUOTAS } from '../organisations/quotas.ts';

/** How often new answers are read at most. The last round writes them even if the names have changed again. */
export const MOST_ROUNDS = 2;

/**
 * Whether this is the organisation's current lexicon. It stays current to the end of the transaction, because changes
 * of the lexicon wait.
 */
export async function isCurrentLexicon(
  tx: Tx,
  orgId: OrgId,
  { version }: Pick<OrganisationLexicon, 'version'>,
): Promise<boolean> {
  const [current] = await tx<{ version: number }[]>`
    select lexicon_version as version from organisations where id = ${orgId} for share`;
  return current?.version === version;
}

/**
 * The version of names to store with new answers that were read by a lexicon, and the plan. Both stay current to the
 * end of the transaction. If the plan limits queries, other ingestions wait too, so that the queries can be counted. If
 * the names changed meanwhile, the answers must be read again by the new ones: before the last round by the caller, in
 * the last round by the re-extraction. Locking the names while answers are read would block changes of names instead.
 * @param round from 1
 * @returns null if names or plan changed meanwhile, before the last round
 * @throws AppError not_found
 */
export async function writableVersion(
  tx: Tx,
  orgId: OrgId,
  { version, plan }: OrganisationLexicon,
  round: number,
): Promise<Pick<OrganisationLexicon, 'version' | 'plan'> | null> {
  const isLast = round >= MOST_ROUNDS;
  // Two transactions that share the lock and both want to change the row would deadlock.
  const lock = isLast || QUOTAS[plan].queries !== null ? tx`for update` : tx`for share`;
  const [current] = await tx<Pick<OrganisationLexicon, 'version' | 'plan'>[]>`
    select lexicon_version as version, plan from organisations where id = ${orgId} ${lock}`;
  if (!current) throw notFound('organisation');
  if (current.version === version && (current.plan === plan || isLast)) return current;
  return isLast ? { version: await versionToReadAgain(tx, orgId), plan: current.plan } : null;
}

/**
 * Queues this transaction's answers, read by outdated names, for re-extraction. Their version belongs to no names: it
 * lies between that of the latest pass, which is at most the current one, and that of the next pass, which therefore
 * reads all such answers. A pass under way does not end at the new version, so it cannot have missed them.
 */
async function versionToReadAgain(tx: Tx, orgId: OrgId): Promise<number> {
  const [raised] = await tx<[{ between: number }]>`
    update organisations set lexicon_version = lexicon_version + 2 where id = ${orgId}
    returning lexicon_version - 1 as between`;
  return raised.between;
}
