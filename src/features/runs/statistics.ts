import { LRUCache } from 'lru-cache';
import type { OrgId } from '../../base/ids.ts';
import type { Db } from '../../db/client.ts';

const MANY_ANSWERS = 500;
/** Organisations whose answers are counted. */
const MOST_ORGANISATIONS = 10_000;

/**
 * Renews Postgres' statistics while an organisation's answers grow: at 500 new ones, and whenever there are twice as
 * many. Postgres does so by itself within minutes. Until then it may expect one row of a new organisation, and joins
 * 4,000 answers by nested loops: lists of mentions, campaigns and live reports took over 15 s.
 */
export class TableStatistics {
  /** Answers by organisation: those at the last renewal, and those since. */
  readonly #answers = new LRUCache<OrgId, { known: number; fresh: number }>({ max: MOST_ORGANISATIONS });

  /** @param db where the answers were written: an uncommitted transaction sees its own */
  async noteNew(db: Db, orgId: OrgId, count: number): Promise<void> {
    if (count === 0) return;
    const { known, fresh } = this.#answers.get(orgId) ?? { known: 0, fresh: 0 };
    const isDue = fresh + count >= Math.max(MANY_ANSWERS, known);
    this.#answers.set(
      orgId,
      isDue ? { known: known + fresh + count, fresh: 0 } : { known, fresh: fresh + count },
    );
    if (isDue) await db.tenant(orgId, (tx) => tx`select renew_statistics()`);
  }
}
