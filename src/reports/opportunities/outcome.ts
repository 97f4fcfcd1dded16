import { dayAfter, roundedMean } from '../../base/definitions.ts';
import { comparedSums } from '../breakdown/compared/changes.ts';
import type { Breakdown } from '../breakdown/request.ts';
import { promptSums } from '../breakdown/row-sums.ts';
import { brandsSql, factsSql } from '../breakdown/sql/facts.ts';
import { daySumsSql, laggedDays, momentsSql, type NamedSql, selected } from '../breakdown/sql/moments.ts';
import type { DateRange } from '../range.ts';
import { type Query, ReportSql, type SqlParts, type SqlValues } from '../report-sql.ts';
import { HISTORY_DAYS } from '../uncertainty/day-effect.ts';
import type { Method } from '../uncertainty/method.ts';
import { type OpportunityKind, PLAIN } from './request.ts';
import type { SumsRow } from './sql.ts';

/** Days after a decision, and before it, that are compared. */
const OUTCOME_DAYS = 28;

/** A decision: its subject and its day, YYYY-MM-DD, UTC. */
export interface Decided {
  brand: string;
  kind: OpportunityKind;
  subject: string;
  day: string;
}

interface Period {
  start_date: string;
  end_date: string;
  answer_count: number;
  answer_total: number;
  share: number | null;
}

/** How the share at stake changed. */
export interface Outcome {
  before: Period;
  after: Period;
  points: number | null;
  low: number | null;
  high: number | null;
  verdict: 'up' | 'down' | 'within_noise' | 'too_few';
}

/** The first day on which both ranges of a decision's outcome are complete. */
export function outcomeFrom(day: string): string {
  return dayAfter(day, OUTCOME_DAYS + 1);
}

/**
 * The outcome of a decision: the share at stake in the days after its day against the days before it. Its answers are
 * all of the brand, for a prompt those of the prompt, for criticism those with a sentiment.
 */
export class OutcomeOf {
  readonly #decided: Decided;
  readonly #before: DateRange;
  readonly #after: DateRange;

  constructor(decided: Decided) {
    this.#decided = decided;
    const { day } = decided;
    this.#before = { start: dayAfter(day, -OUTCOME_DAYS), end: dayAfter(day, -1) };
    this.#after = { start: dayAfter(day, 1), end: dayAfter(day, OUTCOME_DAYS) };
  }

  get values(): SqlValues {
    const [before, after] = [this.#before, this.#after];
    return {
      subject: this.#decided.subject,
      ...after,
      beforestart: before.start,
      beforeend: before.end,
      first: before.start,
      last: after.end,
      shift: OUTCOME_DAYS + 1,
      history: dayAfter(before.start, -HISTORY_DAYS),
    };
  }

  async outcome(query: Query, method: Method): Promise<Outcome> {
    const [row = {}] = await query(this.#prompts());
    const stretches = await query(this.#days());
    const { all } = comparedSums('visibility', row, stretches);
    const { points, low, high, verdict } = method.changeOf(all, null);
    const period = ({ start, end }: DateRange, prefix: string): Period => {
      const { n, y } = promptSums(row, prefix);
      return {
        start_date: start,
        end_date: end,
        answer_count: y,
        answer_total: n,
        share: roundedMean(10_000 * y, n),
      };
    };
    return {
      before: period(this.#before, 'visibility_earlier_'),
      after: period(this.#after, 'visibility_after_'),
      points,
      low,
      high,
      verdict,
    };
  }

  #prompts(): ReportSql<SumsRow> {
    return this.#statement('outcomePrompts', [], momentsSql([], ['visibility']));
  }

  #days(): ReportSql<SumsRow> {
    const lagged = laggedDays(['runs', 'named']);
    return this.#statement('outcomeDays', ['stretch'], daySumsSql('visibility'), { lagged });
  }

  #statement(
    file: string,
    keys: readonly string[],
    sums: readonly NamedSql[],
    parts: SqlParts = {},
  ): ReportSql<SumsRow> {
    const breakdown: Breakdown = { ...PLAIN, include: ['counts'], compareTo: this.#before };
    const shape = { breakdown, dimensions: [], source: 'runs', conditions: [], withHistory: true } as const;
    const names = [...keys, ...sums.map(({ name }) => name)];
    return ReportSql.load<SumsRow>(`reports/opportunities/${file}`, names, {
      counted: `${brandsSql([])}, ${factsSql(shape)}`,
      sums: selected(sums),
      ...SHARES[this.#decided.kind],
      ...parts,
    });
  }
}

const isOfPrompt = (value: string) => `case when f.prompt = $subject then ${value} else 0 end`;
/** Expressions of an answer that are 1 or 0. */
const SHARES: Record<OpportunityKind, { runs: string; named: string }> = {
  SOURCE: {
    runs: '1',
    named: 'case when c.run_id is null or v.run_id is null then 0 else 1 - f.named end',
  },
  OWN_PAGE: { runs: '1', named: 'case when c.run_id is null then 0 else 1 - f.named end' },
  PROMPT: { runs: isOfPrompt('1'), named: isOfPrompt('1 - f.named') },
  CRITICISM: { runs: isOfPrompt('f.sentiment_count'), named: isOfPrompt('f.negative') },
};
