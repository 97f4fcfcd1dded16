import { notFound } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { Tx } from '../../db/client.ts';
import type { OrganisationLexicon } from '../brands/lexicon.ts';
import { QUOTAS } from '../organisations/quotas.ts';

/** How often new answers are read at most. In the last round they are written, whatever the names are by then. */
export const MOST_ROUNDS = 2;

/**
 * Whether this is the organisation's current lexicon. It stays so to the end of the transaction: changes of the lexicon
 * wait for it.
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
 * end of the transaction. Where the plan limits queries, other ingestions wait too, so that the queries can be counted.
 * Answers whose names changed meanwhile are to be read again by the new ones: before the last round by the caller, in
 * it by the re-extraction. To hold the names while answers are read would keep changes of names waiting instead.
 * @param round from 1
 * @returns null where names or plan changed meanwhile, before the last round
 * @throws AppError not_found
 */
export async function writableVersion(
  tx: Tx,
  orgId: OrgId,
  { version, plan }: OrganisationLexicon,
  round: number,
): Promise<Pick<OrganisationLexicon, 'version' | 'plan'> | null> {
  const isLast = round >= MOST_ROUNDS;
  // Two transactions that share a lock and then both want to change the row would deadlock.
  const lock = isLast || QUOTAS[plan].queries !== null ? tx`for update` : tx`for share`;
  const [current] = await tx<Pick<OrganisationLexicon, 'version' | 'plan'>[]>`
    select lexicon_version as version, plan from organisations where id = ${orgId} ${lock}`;
  if (!current) throw notFound('organisation');
  if (current.version === version && (current.plan === plan || isLast)) return current;
  return isLast ? { version: await versionToReadAgain(tx, orgId), plan: current.plan } : null;
}

/**
 * Queues answers for re-extraction that this transaction writes, read by names that are not current. They get a version
 * that no names have, between that of the latest pass, which is the current one at most, and that of the next pass: it
 * reads all such answers. A pass under way does not end for the new version, so it cannot have missed them.
 */
async function versionToReadAgain(tx: Tx, orgId: OrgId): Promise<number> {
  const [raised] = await tx<[{ between: number }]>`
    update organisations set lexicon_version = lexicon_version + 2 where id = ${orgId}
    returning lexicon_version - 1 as between`;
  return raised.between;
}
