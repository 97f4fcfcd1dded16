import { notFound } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { Tx } from '../../db/client.ts';
import type { OrganisationLexicon } from '../brands/lexicon.ts';
import { QUOTAS, type Quotas, quotasOf } from '../quotas/quotas.ts';

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

/** What new answers are written by. */
export interface WritableNames extends Pick<OrganisationLexicon, 'version' | 'plan'> {
  /** Most queries that the organisation may have; null: no limit. */
  queryLimit: number | null;
}

/**
 * The version of names to store with new answers that were read by a lexicon, and the plan. Both stay current to the
 * end of the transaction. If queries are limited, other ingestions wait too, so that the queries can be counted. If
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
): Promise<WritableNames | null> {
  const isLast = round >= MOST_ROUNDS;
  const isLimited = (await quotasOf(tx, orgId, plan)).queries !== null;
  // Two transactions that share the lock and both want to change the row would deadlock.
  const lock = isLast || isLimited ? tx`for update` : tx`for share`;
  const [found] = await tx<(Pick<OrganisationLexicon, 'version' | 'plan'> & { limits: Partial<Quotas> })[]>`
    select lexicon_version as version, plan, limits from organisations where id = ${orgId} ${lock}`;
  if (!found) throw notFound('organisation');
  const { limits, ...current } = found;
  const queryLimit = { ...QUOTAS[current.plan], ...limits }.queries;
  const isAsLocked = current.plan === plan && (queryLimit !== null) === isLimited;
  if (current.version === version && (isAsLocked || isLast)) return { ...current, queryLimit };
  return isLast ? { version: await versionToReadAgain(tx, orgId), plan: current.plan, queryLimit } : null;
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
