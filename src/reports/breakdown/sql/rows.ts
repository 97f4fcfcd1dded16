import { fragment, ReportSql, type SqlValue } from '../../report-sql.ts';
import type { Columns, ColumnType, PageRow } from '../../wire.ts';
import { DIMENSION_SQL, roundedHundredths } from '../fields.ts';
import type { Measure } from '../measure.ts';
import { type Breakdown, type BrokenDown, type Dimension, MOST_ROWS } from '../request.ts';
import { type Conditions, conditionsOf } from './filters.ts';
import {
  BEFORE,
  type Bounded,
  type Compared,
  daySumsSql,
  laggedDays,
  momentsSql,
  selected,
} from './moments.ts';

/** A list with more rows is not judged as a whole. */
export const MOST_JUDGED_ROWS = MOST_ROWS;

export type RowDimension = Exclude<Dimension, 'brand'>;

/** A statement for one page of a breakdown's rows, with the values of its own parameters. */
export interface BreakdownSql {
  sql: ReportSql<PageRow>;
  /** Columns of the answer's rows. Other columns of the SQL are inputs for the rest of the answer. */
  columns: Columns;
  values: Record<string, SqlValue>;
}

/** A column of the answer, by the CTE `page` as `p`. */
export interface Field {
  name: string;
  type: ColumnType;
  sql: string;
}

/** Other data that a statement reads beside the page of the report's own days. */
interface Reach {
  /** Whether the days before the compared ranges too. */
  withHistory?: boolean;
  /** Whether the rows of all pages. */
  isOfAll?: boolean;
}

/** The statements of a breakdown's rows, which are groups of answers or items in answers: sql/reports/breakdown. */
export abstract class RowsSql {
  readonly report: BrokenDown;
  readonly breakdown: Breakdown;
  readonly dimensions: readonly RowDimension[];
  readonly conditions: Conditions;
  /** Measures with requested bounds. */
  readonly bounded: readonly Bounded[];
  /** Measures whose changes are requested: first the one of `change`. */
  readonly compared: readonly Compared[];
  /** Also those whose changes make the others not comparable. */
  readonly tested: readonly Compared[];
  /** The measures of a row. */
  abstract readonly measures: Readonly<Record<string, Measure>>;
  /** Columns that identify a row, in `page` and in `behind`. */
  abstract readonly keys: readonly string[];
  /** The columns of dimensions, before their numbers. */
  abstract readonly keyPrefix: string;
  /** The CTE of the answers behind the rows. */
  abstract readonly behind: 'facts' | 'items';
  /** Whether each row belongs to one brand. */
  abstract readonly hasBrand: boolean;
  /** Whether the sums by day are sufficient. */
  abstract readonly isOfDays: boolean;
  /** Whether rows are compared with the competitors of their brand. */
  abstract readonly hasCompetitors: boolean;

  constructor(
    report: BrokenDown,
    breakdown: Breakdown,
    { bounded, compared }: { bounded: readonly Bounded[]; compared: readonly Compared[] },
  ) {
    const { dimensions, include, compareTo } = breakdown;
    this.report = report;
    this.breakdown = breakdown;
    this.dimensions = (dimensions ?? []).filter((each) => each !== 'brand');
    this.conditions = conditionsOf(breakdown, (field) => `r.${field}`);
    this.bounded = include.includes('intervals') ? bounded : [];
    this.compared = compareTo === null ? [] : compared;
    this.tested = compareTo === null ? [] : [...compared, 'searched'];
  }

  /** The CTEs up to `measured`, whose rows are those of the report before `having`. */
  abstract counted(withHistory: boolean): string;
  /** The CTE `days`: sums of each row by stretch and day. */
  abstract days(): { sql: string; sums: readonly string[] };
  /** The order of rows that are equal in the requested one. It is total: no two rows are equal in it. */
  abstract usualOrder(): string[];

  /** Columns of the answer between the dimensions and the measures. */
  described(): Field[] {
    return [];
  }

  /** Columns of the answer behind the measures. */
  counts(): Field[] {
    return [];
  }

  /** Columns that SQL alone makes. */
  get columns(): Columns {
    return Object.fromEntries(this.#fields().map(({ name, type }) => [name, type]));
  }

  #fields(): Field[] {
    const text = (name: string, sql: string): Field => ({ name, type: 'VARCHAR', sql });
    return [
      ...(this.hasBrand ? [text('brand.id', 'p.brand_id'), text('brand.name', 'p.brand_name')] : []),
      ...this.dimensions.flatMap((each) =>
        Object.entries(DIMENSION_SQL[each].fields).map(([name, { type, value }]) => ({
          name,
          type: type as ColumnType,
          sql: value(`p.${this.keyOf(each)}`),
        })),
      ),
      ...this.described(),
      ...Object.entries(this.measures).map(([name, measure]) => ({
        name,
        type: typeOf(measure),
        sql: `p.${name}`,
      })),
      ...this.counts(),
    ];
  }

  /** The page of rows. */
  page(parts: { described?: string; joined?: string } = {}): BreakdownSql {
    const fields = this.#fields();
    const before = this.breakdown.compareTo ? Object.keys(this.measures).map((name) => BEFORE + name) : [];
    const more = [...before, ...this.hidden];
    const columns = [
      ...fields.map(({ name, sql }) => `${sql} as "${name}"`),
      ...more.map((name) => `p.${name}`),
    ].join(', ');
    const names = ['total', 'ordinal', ...fields.map(({ name }) => name), ...more];
    const sql = this.statement<PageRow>('rows', names, { columns, described: '', joined: '', ...parts });
    return { sql, columns: this.columns, values: this.conditions.values };
  }

  /** The runs behind each row of the page, at most `most`, separated by spaces: the latest first, then by id. */
  evidence(most: number): ReportSql<{ ordinal: number; run_ids: string }> {
    return this.statement('evidence', ['ordinal', 'run_ids'], { most: `${most}` });
  }

  /** Days, prompts and platforms behind each row of the page. */
  coverage(): ReportSql<CoverageRow> {
    const kinds = COVERAGE_KINDS.map(
      ({ name, is }) => `count(distinct case when ${is} then f.run_id end) as ${name}`,
    );
    return this.statement('coverage', COVERAGE_COLUMNS, { kinds: kinds.join(', ') });
  }

  /** The sums that the changes of all rows are computed from, those of other pages too. */
  comparedSums(): ReportSql<PageRow> {
    const names = ['ordinal', ...this.hidden];
    const columns = names.map((name) => `p.${name}`).join(', ');
    return this.statement('changes', names, { columns }, { isOfAll: true });
  }

  /**
   * How the days of each row differ, for each compared measure and stretch of days: the sums of `daySumsSql`.
   * @param isOfAll whether of all rows; otherwise of those of the page
   */
  stretches(isOfAll: boolean): ReportSql<StretchRow> {
    const sums = this.tested.flatMap(daySumsSql);
    const days = this.days();
    const parts = { days: days.sql, lagged: laggedDays(days.sums), sums: selected(sums) };
    const names = ['ordinal', 'stretch', ...sums.map(({ name }) => name)];
    return this.statement('stretches', names, parts, { withHistory: true, isOfAll });
  }

  /** A statement of sql/reports/breakdown. @param parts its fragments beside those of the page */
  statement<Row extends object>(
    file: string,
    columns: readonly (keyof Row & string)[],
    parts: Readonly<Record<string, string>>,
    { withHistory = false, isOfAll = false }: Reach = {},
  ): ReportSql<Row> {
    const isCurrent = this.breakdown.compareTo && !withHistory ? ' and f.is_current' : '';
    return ReportSql.load<Row>(`reports/breakdown/${file}`, columns, {
      counted: this.counted(withHistory),
      page: pageSql(this.conditions.rows, this.#order(), isOfAll),
      behind: this.behind,
      of_row: `${this.ofRow('f')}${isCurrent}`,
      ...parts,
    });
  }

  /** Columns from which bounds and changes are computed. */
  get hidden(): string[] {
    const moments = momentsSql(this.bounded, this.tested).map(({ name }) => name);
    return [...moments, ...(this.tested.length > 0 ? hiddenKinds() : [])];
  }

  /** Prefixes of sums: for the report's days, and for the compared ones. */
  get periods(): string[] {
    return this.breakdown.compareTo ? ['', BEFORE] : [''];
  }

  /** A value in one of the periods; null in the other. */
  inPeriod(period: string, value: string): string {
    if (!this.breakdown.compareTo) return value;
    return `case when ${period === '' ? '' : 'not '}is_current then ${value} end`;
  }

  /** The columns of `measured` for the measures. @param sum the expression for a sum in it */
  measureColumns(sum: (name: string) => string): string[] {
    return this.periods.flatMap((period) =>
      Object.entries(this.measures).map(
        ([name, measure]) => `${measureSql(measure, (each) => sum(`${period}${each}`))} as ${period}${name}`,
      ),
    );
  }

  /** The first and last day of the rows that are read. */
  range(withHistory: boolean): readonly [first: string, last: string] {
    if (!this.breakdown.compareTo) return ['$start', '$end'];
    return [withHistory ? '$history' : '$first', '$last'];
  }

  /**
   * The condition that a row of a table with the keys belongs to a row of the report. A brand is always known, so
   * Postgres can join by hash.
   */
  ofRow(table: string, row = 'p', keys: readonly string[] = this.keys): string {
    const same = (key: string) => (key === 'brand_id' ? '=' : 'is not distinct from');
    return keys.map((key) => `${table}.${key} ${same(key)} ${row}.${key}`).join(' and ') || 'true';
  }

  #order(): string[] {
    const { orderBy } = this.breakdown;
    return [...orderBy.map(({ field, direction }) => this.ordered(field, direction)), ...this.usualOrder()];
  }

  ordered(field: string, direction: 'asc' | 'desc'): string {
    if (field === 'brand') return `r.brand_name collate "C" ${direction}`;
    const dimension = this.dimensions.find((each) => each === field);
    const collation = dimension && DIMENSION_SQL[dimension].isText ? ' collate "C"' : '';
    return `r.${dimension ? this.keyOf(dimension) : field}${collation} ${direction} nulls last`;
  }

  keyOf(dimension: RowDimension): string {
    return `${this.keyPrefix}${this.dimensions.indexOf(dimension)}`;
  }
}

/** The CTEs `kept`, the rows that a report has, and `page`, whose rows have an ordinal. */
export function pageSql(conditions: readonly string[], order: readonly string[], isOfAll = false): string {
  return fragment('page', {
    having: conditions.join(' and ') || 'true',
    order: order.join(', '),
    limit: isOfAll ? `limit ${MOST_JUDGED_ROWS}` : 'limit $limit offset $offset',
  });
}

/** The fields that two compared ranges must have in common, as far as they are known. */
export const KINDS = ['model', 'surface'] as const;
type Kind = (typeof KINDS)[number];

/** Columns that count a group's kinds: in its range, in the compared one, and in both. */
export function kindColumns(kind: Kind): [now: string, before: string, both: string] {
  return [`now_${kind}s`, `before_${kind}s`, `both_${kind}s`];
}

export function hiddenKinds(): string[] {
  return KINDS.flatMap(kindColumns);
}

/**
 * CTEs of how many known kinds (models, surfaces) each group has in its range, in the compared one, and in both.
 * @param keys of the groups, separated by commas; '': there is one
 */
export function kindsSql(keys: string): string {
  const parts = { keys: keys === '' ? '' : `${keys}, `, by: keys === '' ? '' : `group by ${keys}` };
  return KINDS.map((kind) => fragment('kinds', { ...parts, kind })).join(', ');
}

export interface CoverageRow {
  ordinal: number | bigint;
  first_day: string;
  last_day: string;
  days: number | bigint;
  prompts: number | bigint;
  platforms: number | bigint;
  /** Runs of a kind, by the names of COVERAGE_KINDS. */
  [kind: string]: unknown;
}

/** The kinds of runs behind a row, in the order of the answer, with their conditions on a counted row `f`. */
export const COVERAGE_KINDS = [
  ...(['API', 'API_WEB_SEARCH', 'APP', 'SEARCH_PAGE', null] as const).map((surface) => ({
    field: 'surfaces' as const,
    value: { surface },
    name: `surface_${String(surface).toLowerCase()}`,
    is: surface === null ? 'f.surface is null' : `f.surface = '${surface}'`,
  })),
  ...([true, false, null] as const).map((searched) => ({
    field: 'searched' as const,
    value: { searched },
    name: `searched_${searched}`,
    is: searched === null ? 'f.searched is null' : searched ? 'f.searched' : 'not f.searched',
  })),
];

const COVERAGE_COLUMNS = [
  'ordinal',
  'first_day',
  'last_day',
  'days',
  'prompts',
  'platforms',
  ...COVERAGE_KINDS.map(({ name }) => name),
];

/** Sums by `daySumsSql` names. */
export interface StretchRow {
  ordinal: number | bigint;
  stretch: number | bigint;
  [sum: string]: unknown;
}

function typeOf({ sums, scale }: Measure): ColumnType {
  return sums.length === 1 && scale === 1 ? 'BIGINT' : 'DOUBLE';
}

/** A measure in the unit of the answer. */
function measureSql({ sums, scale }: Measure, sum: (name: string) => string): string {
  const [first, total] = sums;
  if (total !== undefined)
    return `cast(${roundedHundredths(sum(first), sum(total), scale)} as double precision) / 100`;
  return scale === 1 ? sum(first) : `cast(${sum(first)} as double precision) / 100`;
}
