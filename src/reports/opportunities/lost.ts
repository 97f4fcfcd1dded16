import { mapInSlices } from '../../engine/loop-slices.ts';
import { BrokenDownReport } from '../breakdown/breakdown.ts';
import { changeOf } from '../breakdown/compared/changes.ts';
import { byKey } from '../breakdown/compared/comparison.ts';
import type { Breakdown } from '../breakdown/request.ts';
import { previousRange } from '../breakdown/request.ts';
import { plain } from '../breakdown/row-sums.ts';
import { GroupsSql } from '../breakdown/sql/groups.ts';
import { BEFORE } from '../breakdown/sql/moments.ts';
import type { Query, SqlValues } from '../report-sql.ts';
import type { Method } from '../uncertainty/method.ts';
import { type OpportunityCall, PLAIN } from './request.ts';

/** How the visibility of a prompt changed against as many days before. */
export interface PromptChange {
  points: number;
  low: number | null;
  high: number | null;
  previous_count: number;
  previous_total: number;
}

/** The test of a prompt's change. */
export interface TestedPrompt {
  byChance: number;
  /** null: it did not fall by more than chance explains. */
  change: PromptChange | null;
}

/** Prompts against as many days before, by the test of the report on prompts. */
export class LostPrompts {
  readonly #report: BrokenDownReport;
  readonly #groups: GroupsSql;

  constructor({ range, filters }: OpportunityCall) {
    const breakdown: Breakdown = {
      ...PLAIN,
      dimensions: ['query'],
      filters,
      orderBy: [{ field: 'visibility_total', direction: 'desc' }],
      compareTo: previousRange(range),
    };
    this.#report = new BrokenDownReport('reportQueries', breakdown, {}, range);
    this.#groups = new GroupsSql('reportQueries', breakdown);
  }

  get values(): SqlValues {
    return this.#report.values;
  }

  /** The tests of the prompts that have one, by the text of the prompt. */
  async tested(query: Query, method: Method): Promise<Map<string, TestedPrompt>> {
    const tested = new Map<string, TestedPrompt>();
    if (!method.changeByChance) return tested;
    const { sql } = this.#groups.page();
    const rows = (await query(sql)).filter(({ ordinal }) => ordinal !== null);
    const days = await byKey(await query(this.#groups.stretches(false)), ({ ordinal }) => `${ordinal}`);
    await mapInSlices(rows, (row) => {
      const stretches = days.get(`${row.ordinal}`) ?? [];
      const { verdict, byChance } = changeOf('visibility', { row, stretches, method, isExplained: true });
      const { verdict: word, points, low, high } = verdict;
      if (byChance === null || points === null) return;
      if (word !== 'up' && word !== 'down' && word !== 'within_noise') return;
      tested.set(row['dimensions.query.queryText'] as string, {
        byChance: word === 'down' ? byChance : 1,
        change:
          word === 'down'
            ? {
                points,
                low,
                high,
                previous_count: Number(plain(row[`${BEFORE}visibility_count`])),
                previous_total: Number(plain(row[`${BEFORE}visibility_total`])),
              }
            : null,
      });
    });
    return tested;
  }
}
