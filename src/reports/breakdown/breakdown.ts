import { DAY_MS, dayOf } from '../../base/days.ts';
import type { DateRange } from '../range.ts';
import type { Query, ReportSql, SqlValues } from '../report-sql.ts';
import { HISTORY_DAYS } from '../uncertainty/day-effect.ts';
import { CURRENT_METHOD, methodOf } from '../uncertainty/methods.ts';
import type { Columns, PageOfRows, PageRow } from '../wire.ts';
import { allColumns, columnsOf, columnsOfSomeRows } from './columns.ts';
import { MOST_COMPETITORS } from './compared/competitors.ts';
import { isOfItems } from './items.ts';
import { type Breakdown, type BrokenDown, isListReport } from './request.ts';
import { brokenDownRows, isPlain, type RowsOptions } from './rows.ts';
import { GroupsSql } from './sql/groups.ts';
import { ItemsSql } from './sql/items.ts';
import { listSql } from './sql/list.ts';
import type { BreakdownSql, RowsSql } from './sql/rows.ts';

const FIRST_DAY = new Date('0001-01-01T00:00:00Z').getTime();

/** A report with a breakdown: its statement, its parameter values, and how its answer is rendered. */
export class BrokenDownReport {
  readonly #report: BrokenDown;
  readonly #breakdown: Breakdown;
  readonly #listColumns: Columns;
  /** null: the rows are a list. */
  readonly #groups: RowsSql | null;
  readonly #range: DateRange;
  /** Built on first use. */
  #page: BreakdownSql | null = null;

  /** @param columns of the report without a breakdown @param range its days */
  constructor(report: BrokenDown, breakdown: Breakdown, columns: Columns, range: DateRange) {
    this.#report = report;
    this.#breakdown = breakdown;
    this.#listColumns = columns;
    this.#range = range;
    this.#groups = rowsSqlOf(report, breakdown);
  }

  get page(): BreakdownSql {
    this.#page ??= this.#groups
      ? this.#groups.page()
      : listSql(this.#report as 'reportQueries' | 'reportMentions', this.#breakdown, this.#listColumns);
    return this.#page;
  }

  /** See Report. */
  get sql(): ReportSql<PageRow> | null {
    return isPlain(this.#breakdown) ? this.page.sql : null;
  }

  /** Measures of a row if the sums by day are enough to make it; null otherwise. */
  get measuresOfDays(): string[] | null {
    return this.#groups?.isOfDays ? Object.keys(this.#groups.measures) : null;
  }

  /** All columns of the rows, with dots in the names of nested ones. */
  get columns(): Columns {
    return allColumns(this.#breakdown, this.#groups?.columns ?? this.page.columns, this.#groups);
  }

  /** The columns that are left out if no row has a value in them. */
  get columnsOfSomeRows(): string[] {
    return columnsOfSomeRows(this.#breakdown);
  }

  /** The values of the parameters that only a breakdown has. */
  get values(): SqlValues {
    const { compareTo } = this.#breakdown;
    if (!compareTo) return this.page.values;
    const { start, end } = this.#range;
    const [own, compared] = [start, compareTo.start].map((day) => new Date(`${day}T00:00:00Z`).getTime()) as [
      number,
      number,
    ];
    const history = Math.max(FIRST_DAY, Math.min(own, compared) - HISTORY_DAYS * DAY_MS);
    return {
      ...this.page.values,
      beforestart: compareTo.start,
      beforeend: compareTo.end,
      first: start < compareTo.start ? start : compareTo.start,
      last: end > compareTo.end ? end : compareTo.end,
      history: dayOf(new Date(history)),
      shift: (own - compared) / DAY_MS,
    };
  }

  /**
   * The rows of the page as the answer shows them.
   * @param query runs a statement with the report's values
   * @param options mostCompetitors: by default as many as a page of a report may show
   * @throws as brokenDownRows
   */
  async rows(
    query: Query,
    { method = methodOf(CURRENT_METHOD), mostCompetitors = MOST_COMPETITORS }: Partial<RowsOptions> = {},
  ): Promise<PageOfRows> {
    const { compareTo } = this.#breakdown;
    const { rows, total } = await brokenDownRows(this.#breakdown, this.page, this.#groups, query, {
      method,
      mostCompetitors,
    });
    const more = compareTo ? { compared_to: { start_date: compareTo.start, end_date: compareTo.end } } : {};
    return { rows, total, columns: columnsOf(rows, this.columns, this.columnsOfSomeRows), more };
  }
}

function rowsSqlOf(report: BrokenDown, breakdown: Breakdown): RowsSql | null {
  const { by, dimensions } = breakdown;
  if (isOfItems(report) && by !== null) return new ItemsSql(report, { ...breakdown, by });
  return isListReport(report) && !dimensions?.length ? null : new GroupsSql(report, breakdown);
}
