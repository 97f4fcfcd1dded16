import { dayAfter, roundedMean } from '../../base/definitions.ts';
import { comparedSums } from '../breakdown/compared/changes.ts';
import { RIVALLED_RUNS } from '../breakdown/items.ts';
import type { Breakdown } from '../breakdown/request.ts';
import { promptSums } from '../breakdown/row-sums.ts';
import { brandsSql, factsSql, within } from '../breakdown/sql/facts.ts';
import { BEFORE, daySumsSql, laggedDays, momentsSql } from '../breakdown/sql/moments.ts';
import type { DateRange } from '../range.ts';
import { type Query, ReportSql, type SqlValues } from '../report-sql.ts';
import { HISTORY_DAYS } from '../uncertainty/day-effect.ts';
import type { Method } from '../uncertainty/method.ts';
import { type OpportunityKind, PLAIN } from './request.ts';
import type { SumsRow } from './sql.ts';

/** Days after a decision, and before it, that are compared. */
const OUTCOME_DAYS = 28;

/** What a decision was about, and when it was made: a day, YYYY-MM-DD, UTC. */
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
      ...{ subject: this.#decided.subject, ...after, beforestart: before.start, beforeend: before.end },
      ...{ first: before.start, last: after.end, shift: OUTCOME_DAYS + 1 },
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
        ...{ start_date: start, end_date: end, answer_count: y, answer_total: n },
        share: roundedMean(10_000 * y, n),
      };
    };
    return {
      before: period(this.#before, 'visibility_earlier_'),
      after: period(this.#after, 'visibility_after_'),
      ...{ points, low, high, verdict },
    };
  }

  #prompts(): ReportSql<SumsRow> {
    const sums = momentsSql([], ['visibility']);
    const inRange = (name: string) =>
      [true, false].map(
        (isNow) =>
          `sum(case when ${isNow ? '' : 'not '}is_current then ${name} else 0 end) as ${isNow ? '' : BEFORE}${name}`,
      );
    return ReportSql.of<SumsRow>(
      'outcome by prompt',
      `${this.#counted()}, prompts as (
        select prompt, ${[...inRange('runs'), ...inRange('named')].join(', ')}
        from counted where stretch <= 1 group by prompt
      )
      select ${sums.map(({ name, sql }) => `${sql} as ${name}`).join(', ')} from prompts`,
      sums.map(({ name }) => name),
    );
  }

  #days(): ReportSql<SumsRow> {
    const sums = daySumsSql('visibility');
    return ReportSql.of<SumsRow>(
      'outcome by day',
      `${this.#counted()}, days as (
        select 1 as ordinal, stretch, day, sum(runs) as runs, sum(named) as named
        from counted group by stretch, day
      ), ${laggedDays(['runs', 'named'])}
      select stretch, ${sums.map(({ name, sql }) => `${sql} as ${name}`).join(', ')}
      from lagged group by stretch order by stretch`,
      ['stretch', ...sums.map(({ name }) => name)],
    );
  }

  /** The CTE `counted`: of each answer, whether it counts (`runs`) and whether it is at stake (`named`). */
  #counted(): string {
    const breakdown: Breakdown = {
      ...{ ...PLAIN, include: ['counts'] },
      compareTo: this.#before,
    };
    const shape = { breakdown, dimensions: [], source: 'runs', conditions: [], withHistory: true } as const;
    const { runs, named } = SHARES[this.#decided.kind];
    return `with ${brandsSql([])}, ${factsSql(shape)}, citing as materialized (
        select distinct i.run_id from snapshot.citations i
        where i.org_id = $org and (i.domain = $subject or i.url = $subject) and ${within('i.executed_at', '$history', '$last')}
      ), rivalled as materialized (select distinct m.run_id from (${RIVALLED_RUNS}) m), counted as (
        select f.prompt, f.day, f.stretch, f.is_current, ${runs} as runs, ${named} as named
        from all_facts f
        left join citing c on c.run_id = f.run_id left join rivalled v on v.run_id = f.run_id
      )`;
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
