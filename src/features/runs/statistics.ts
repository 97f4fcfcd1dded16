import { LRUCache } from 'lru-cache';
import type { OrgId } from '../../base/ids.ts';
import type { Db, Tx } from '../../db/client.ts';

const MANY_ANSWERS = 500;
/** Organisations whose answers are counted. */
const MOST_ORGANISATIONS = 10_000;
/** The planner may expect this many times fewer rows than there are. */
const UNDERESTIMATE = 6;

/**
 * Renews Postgres' statistics while an organisation's answers grow. Postgres does so by itself within minutes. Until
 * then it may expect one row of a new organisation, and joins 4,000 answers by nested loops: lists of mentions,
 * campaigns and live reports took over 15 s.
 *
 * The planner's statistics are checked at 500 new answers, and whenever there are twice as many. Renewing takes 0.7 s
 * of processor time whatever the number of new answers; six renewals were a fourth of the cost of importing 20,000.
 */
export class TableStatistics {
  readonly #answers = new LRUCache<OrgId, Growth>({ max: MOST_ORGANISATIONS });

  /** @param db where the answers were written: an uncommitted transaction sees its own */
  async noteNew(db: Db, orgId: OrgId, count: number): Promise<void> {
    if (count === 0) return;
    const answers = this.#answers.get(orgId) ?? { known: 0, fresh: 0, isAsking: false };
    this.#answers.set(orgId, answers);
    answers.fresh += count;
    if (answers.isAsking || answers.fresh < Math.max(MANY_ANSWERS, answers.known)) return;
    const total = answers.known + answers.fresh;
    Object.assign(answers, { known: total, fresh: 0, isAsking: true });
    try {
      await db.tenant(orgId, async (tx) => {
        if ((await fewestExpected(tx, orgId)) * UNDERESTIMATE < total) await tx`select renew_statistics()`;
      });
    } finally {
      answers.isAsking = false;
    }
  }
}

/** The new answers of an organisation. */
interface Growth {
  /** When the planner's statistics were checked last. */
  known: number;
  /** Since then. */
  fresh: number;
  /** Batches that end meanwhile do not renew the statistics too. */
  isAsking: boolean;
}

/** How many answers Postgres' planner expects of an organisation, by the table that it knows least of. */
async function fewestExpected(tx: Tx, orgId: OrgId): Promise<number> {
  // Each answer has one observation at least.
  const plans = await Promise.all([
    tx<Explained>`explain (format json) select from runs where org_id = ${orgId}`,
    tx<Explained>`explain (format json) select from observations where org_id = ${orgId}`,
  ]);
  return Math.min(...plans.map(([row]) => row['QUERY PLAN'][0].Plan['Plan Rows']));
}

type Explained = [{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }];
