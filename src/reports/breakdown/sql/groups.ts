import { RUN_SUMS } from '../../means.ts';
import { ReportSql, type SqlValue } from '../../report-sql.ts';
import { READERS } from '../../rules.ts';
import type { Columns, PageRow } from '../../wire.ts';
import {
  COUNT_MEASURES,
  DIMENSION_SQL,
  MENTION_MEASURES,
  RUN_MEASURES,
  roundedHundredths,
  type Source,
} from '../fields.ts';
import type { Measure } from '../measure.ts';
import { type Breakdown, type BrokenDown, type Dimension, hasBrand, MOST_ROWS } from '../request.ts';
import {
  brandsSql,
  COUNT_SUMS,
  factsSql,
  MENTION_SUMS,
  namedRivalsSql,
  READER_SUMS,
  SEARCH_SUMS,
  VOICE_SUMS,
} from './facts.ts';
import { type Conditions, conditionsOf } from './filters.ts';
import {
  BEFORE,
  type Bounded,
  type Compared,
  countedSums,
  daySumsSql,
  laggedDays,
  momentsSql,
} from './moments.ts';
import type { PageSql } from './rivals.ts';

/** A list with more rows is not judged as a whole. */
export const MOST_JUDGED_ROWS = MOST_ROWS;

/** A statement for one page of a breakdown's rows, with the values of its own parameters. */
export interface BreakdownSql {
  sql: ReportSql<PageRow>;
  /** Columns of the answer's rows. Other columns of the SQL are inputs for the rest of the answer. */
  columns: Columns;
  values: Record<string, SqlValue>;
}

/** The statements of a breakdown's rows. */
export interface RowsSql {
  /** Names of the measures of a row. */
  readonly measures: string[];
  /** Whether the sums by day are sufficient. */
  readonly isOfDays: boolean;
  /** Columns of a row that SQL alone makes. */
  readonly columns: Columns;
  /** Measures with requested bounds. */
  readonly bounded: readonly Bounded[];
  /** Measures whose changes are requested: first the one of `change`. */
  readonly compared: readonly Compared[];
  /** The page of rows. */
  page(): BreakdownSql;
  /** The runs behind each row of the page, at most `most`, separated by spaces: the latest first, then by id. */
  evidence(most: number): ReportSql<{ ordinal: number; run_ids: string }>;
  /** Days, prompts and platforms behind each row of the page. */
  coverage(): ReportSql<CoverageRow>;
  /** Whether rows are compared with the competitors of their brand. */
  readonly hasCompetitors: boolean;
  /** What the changes of all rows are made from, those of other pages too. */
  comparedSums(): ReportSql<PageRow>;
  /**
   * How the days of each row differ, for each compared measure and stretch of days: the sums of `daySumsSql`.
   * @param isOfAll whether of all rows; otherwise of those of the page
   */
  stretches(isOfAll: boolean): ReportSql<StretchRow>;
}

/** Builds the SQL of a breakdown by groups. */
export class GroupsSql implements RowsSql {
  readonly #report: BrokenDown;
  readonly #breakdown: Breakdown;
  readonly #dimensions: readonly Exclude<Dimension, 'brand'>[];
  readonly #source: Source;
  /** Whether each row belongs to one brand. */
  readonly #hasBrand: boolean;
  readonly #measures: Readonly<Record<string, Measure>>;
  readonly #conditions: Conditions;
  readonly bounded: readonly Bounded[];
  readonly compared: readonly Compared[];
  /** Also those whose changes make the others not comparable. */
  readonly #tested: readonly Compared[];

  constructor(report: BrokenDown, breakdown: Breakdown) {
    const { dimensions, include, compareTo } = breakdown;
    this.#report = report;
    this.#breakdown = breakdown;
    this.#dimensions = (dimensions ?? []).filter((each) => each !== 'brand');
    this.#hasBrand = hasBrand(report, dimensions);
    const isMentions = report === 'reportMentions';
    this.bounded = !include.includes('intervals')
      ? []
      : isMentions
        ? ['sentiment']
        : ['visibility', 'sentiment', 'position'];
    this.compared = compareTo === null ? [] : isMentions ? ['sentiment'] : comparedMeasures(include);
    this.#tested = compareTo === null ? [] : [...this.compared, 'searched'];
    this.#source = isMentions ? 'mentions' : this.#canUseDays() ? 'daily' : 'runs';
    this.#conditions = conditionsOf(breakdown, (field) => `r.${field}`);
    const all = isMentions ? MENTION_MEASURES : RUN_MEASURES;
    const isShown = (name: string) => {
      if (name.startsWith('share_of_voice')) return include.includes('share_of_voice');
      if (name === 'prompt_count') return report === 'reportQueries';
      if (name in COUNT_MEASURES) return isMentions || include.includes('counts');
      return dimensions !== null || !['sentiment_sum', 'position_sum'].includes(name);
    };
    this.#measures = Object.fromEntries(Object.entries(all).filter(([name]) => isShown(name)));
  }

  get measures(): string[] {
    return Object.keys(this.#measures);
  }

  get hasCompetitors(): boolean {
    return this.#report === 'reportBrands';
  }

  get isOfDays(): boolean {
    return this.#source === 'daily';
  }

  get columns(): Columns {
    return {
      ...(this.#hasBrand ? { 'brand.id': 'VARCHAR', 'brand.name': 'VARCHAR' } : {}),
      ...Object.fromEntries(
        this.#dimensions.flatMap((each) =>
          Object.entries(DIMENSION_SQL[each].fields).map(([name, { type }]) => [name, type]),
        ),
      ),
      ...Object.fromEntries(Object.entries(this.#measures).map(([name, measure]) => [name, typeOf(measure)])),
      ...Object.fromEntries(this.#names.map((name) => [name, 'BIGINT'])),
      ...Object.fromEntries(this.#readers.map(([field]) => [field, 'BIGINT'])),
    };
  }

  page(): BreakdownSql {
    const { values } = this.#conditions;
    const { columns } = this;
    const hidden = this.#hiddenColumns();
    const before = this.#breakdown.compareTo ? Object.keys(this.#measures).map((name) => BEFORE + name) : [];
    const selected = [
      ...(this.#hasBrand ? ['p.brand_id as "brand.id"', 'p.brand_name as "brand.name"'] : []),
      ...this.#dimensions.flatMap((each, at) =>
        Object.entries(DIMENSION_SQL[each].fields).map(
          ([name, { value }]) => `${value(`p.d${at}`)} as "${name}"`,
        ),
      ),
      ...Object.keys(this.#measures).map((name) => `p.${name}`),
      ...this.#names.map((name) => `p.${name}`),
      ...this.#readers.map(([field, sum]) => `p.${sum} as "${field}"`),
      ...before.map((name) => `p.${name}`),
      ...hidden.map((name) => `p.${name}`),
    ];
    const text = `${this.#withPage()}
      select counts.total, p.ordinal, ${selected.join(', ')}
      from (select count(*) as total from kept) counts
      left join page p on true
      order by p.ordinal`;
    const names = ['total', 'ordinal', ...Object.keys(columns), ...before, ...hidden];
    return { sql: ReportSql.of<PageRow>(`breakdown of ${this.#report}`, text, names), columns, values };
  }

  evidence(most: number): ReportSql<{ ordinal: number; run_ids: string }> {
    const text = `${this.#withPage()}, behind as (
        select distinct p.ordinal, f.executed_at, f.run_id
        from page p join facts f on ${this.#ofRow('f', 'p')}${this.#isCurrent('f')}
      ), ranked as (
        select ordinal, run_id, row_number() over (partition by ordinal order by executed_at desc, run_id desc) as place
        from behind
      )
      select ordinal, string_agg(run_id, ' ' order by place) as run_ids
      from ranked where place <= ${most} group by ordinal order by ordinal`;
    return ReportSql.of(`evidence of ${this.#report}`, text, ['ordinal', 'run_ids']);
  }

  coverage(): ReportSql<CoverageRow> {
    const text = `${this.#withPage()}
      select p.ordinal, ${coverageOf('f')}
      from page p join facts f on ${this.#ofRow('f', 'p')}${this.#isCurrent('f')}
      group by p.ordinal order by p.ordinal`;
    return ReportSql.of(`coverage of ${this.#report}`, text, COVERAGE_COLUMNS);
  }

  /**
   * Sums of each competitor of each row's brand.
   * @param most rows of the result; null: all @param isCompared whether of the compared days too
   */
  competitors(most: number | null, isCompared: boolean): ReportSql<CompetitorSums> {
    const periods = isCompared ? this.#periods : [''];
    const inPeriod = (period: string, value: string) => {
      if (!isCompared) return value;
      return `case when ${period === '' ? '' : 'not '}f.is_current then ${value} end`;
    };
    const named = periods.flatMap((period) => [
      { name: `${period}named`, sql: `count(${inPeriod(period, '1')})` },
      ...['sentiment', 'position'].flatMap((name) => [
        { name: `${period}${name}_sum`, sql: `sum(${inPeriod(period, `c.${name}`)})` },
        { name: `${period}${name}_count`, sql: `count(${inPeriod(period, `c.${name}`)})` },
      ]),
    ]);
    const range = isCompared ? (['$first', '$last'] as const) : (['$start', '$end'] as const);
    const text = `${this.#withPage()}, ${namedRivalsSql(this.#breakdown.sentimentReaders, range)}, namings as materialized (
        select p.ordinal, c.competitor_id, ${named.map(({ name, sql }) => `${sql} as ${name}`).join(', ')}
        from page p join facts f on ${this.#ofRow('f', 'p')}${isCompared ? '' : this.#isCurrent('f')}
        join named_rivals c on c.run_id = f.run_id
        group by p.ordinal, c.competitor_id
      )
      select p.ordinal, k.id, k.name, ${named.map(({ name }) => `cast(coalesce(n.${name}, 0) as bigint) as ${name}`).join(', ')}
      from page p
      join snapshot.competitors k on k.org_id = $org and k.brand_id = p.brand_id
      left join namings n on n.ordinal = p.ordinal and n.competitor_id = k.id
      order by p.ordinal, coalesce(n.named, 0) desc, k.name collate "C", k.id collate "C" ${most === null ? '' : `limit ${most}`}`;
    const names = ['ordinal', 'id', 'name', ...named.map(({ name }) => name)];
    return ReportSql.of<CompetitorSums>(`competitors of ${this.#report}`, text, names);
  }

  comparedSums(): ReportSql<PageRow> {
    const names = ['ordinal', ...this.#hiddenColumns()];
    const text = `${this.#withPage({ isOfAll: true })}
      select ${names.map((name) => `p.${name}`).join(', ')} from page p order by p.ordinal`;
    return ReportSql.of<PageRow>(`changes of ${this.#report}`, text, names);
  }

  /** The page's statement, for those of its competitors' changes. */
  get rivals(): PageSql {
    return { with: this.#withPage({ hasHistory: true }), ofRow: this.#ofRow('f', 'p') };
  }

  stretches(isOfAll: boolean): ReportSql<StretchRow> {
    const ofDays = countedSums(this.#tested);
    const text = `${this.#withPage({ hasHistory: true, isOfAll })}, days as (
        select p.ordinal, f.stretch, f.day, ${ofDays.map((name) => `cast(sum(f.${name}) as bigint) as ${name}`).join(', ')}
        from page p join all_facts f on ${this.#ofRow('f', 'p')}
        group by p.ordinal, f.stretch, f.day
      ), ${laggedDays(ofDays)}
      select ordinal, stretch, ${this.#tested
        .flatMap(daySumsSql)
        .map(({ name, sql }) => `${sql} as "${name}"`)
        .join(', ')}
      from lagged group by ordinal, stretch order by ordinal, stretch`;
    return ReportSql.of(`days of ${this.#report}`, text, stretchColumns(this.#tested));
  }

  /** Whether the sums by day, which have only brands and platforms, are sufficient. */
  #canUseDays(): boolean {
    const { filters, include, compareTo, sentimentReaders } = this.#breakdown;
    const kept = ['brand', 'platform', 'day', 'week', 'month'];
    return (
      this.#report === 'reportBrands' &&
      compareTo === null &&
      sentimentReaders === null &&
      include.length === 0 &&
      this.#dimensions.every((each) => kept.includes(each)) &&
      filters.every(({ field }) => kept.includes(field))
    );
  }

  get #needsPrompts(): boolean {
    return this.bounded.length > 0 || this.compared.length > 0 || this.#report === 'reportQueries';
  }

  get #isCompared(): boolean {
    return this.compared.length > 0;
  }

  /** Everything up to the CTE `page`, whose rows have an ordinal. @param isOfAll whether it has the rows of all pages */
  #withPage({ hasHistory = false, isOfAll = false } = {}): string {
    const { rows } = this.#conditions;
    const page = isOfAll ? `limit ${MOST_JUDGED_ROWS}` : 'limit $limit offset $offset';
    return `with ${this.#counted(hasHistory)}, ${this.#groups()}, ${this.#rows()}, kept as (
        select * from measured r ${rows.length > 0 ? `where ${rows.join(' and ')}` : ''}
      ), page as (
        select r.*, row_number() over (order by ${this.#order().join(', ')}) as ordinal
        from kept r order by ${this.#order().join(', ')} ${page}
      )`;
  }

  /** The CTEs of the brands and of the counted rows. */
  #counted(withHistory: boolean): string {
    const { brands, facts } = this.#conditions;
    const shape = {
      breakdown: this.#breakdown,
      dimensions: this.#dimensions,
      source: this.#source,
      conditions: facts,
      withHistory,
    };
    return `${brandsSql(brands, this.#breakdown.include.includes('share_of_voice'))}, ${factsSql(shape)}`;
  }

  /** Names of the group keys. */
  get #keys(): string[] {
    return [...(this.#hasBrand ? ['brand_id'] : []), ...this.#dimensions.map((_, at) => `d${at}`)];
  }

  get #sums(): string[] {
    const voices = this.#breakdown.include.includes('share_of_voice') ? VOICE_SUMS : [];
    const readers = this.#readers.map(([, sum]) => sum);
    const searches = this.#isCompared ? SEARCH_SUMS : [];
    if (this.#source === 'mentions') return [...MENTION_SUMS, ...searches, ...readers];
    const counts = this.#breakdown.include.includes('counts') ? COUNT_SUMS : [];
    return [...RUN_SUMS, ...voices, ...counts, ...searches, ...readers];
  }

  /** The field with the number of names behind the share of voice; empty unless requested. */
  get #names(): string[] {
    const { include } = this.#breakdown;
    const isShown = this.#report === 'reportBrands' && include.includes('counts');
    return isShown && include.includes('share_of_voice') ? ['share_of_voice_names'] : [];
  }

  /** The fields that count the scores of each reader, with their sums; empty unless requested. */
  get #readers(): [field: string, sum: string][] {
    if (!this.#breakdown.include.includes('readers')) return [];
    return READERS.map((reader, at) => [`sentiment_readers.${reader}`, READER_SUMS[at] as string]);
  }

  /** Prefixes of sums: for the report's days, and for the compared ones. */
  get #periods(): string[] {
    return this.#breakdown.compareTo ? ['', BEFORE] : [''];
  }

  /** The sums of each group; if prompts matter, the sums of each prompt first. */
  #groups(): string {
    const keys = this.#keys;
    const total = (value: string) => `cast(coalesce(sum(${value}), 0) as bigint)`;
    const inPeriod = (period: string, value: string) =>
      this.#breakdown.compareTo
        ? `case when ${period === '' ? '' : 'not '}is_current then ${value} end`
        : value;
    const isMentions = this.#source === 'mentions';
    const ofFacts = this.#periods.flatMap((period) => [
      ...this.#sums.map((sum) => `${total(inPeriod(period, sum))} as ${period}${sum}`),
      ...(isMentions ? [`count(distinct ${inPeriod(period, 'run_id')}) as ${period}runs`] : []),
    ]);
    const by = keys.length > 0 ? `group by ${keys.join(', ')}` : '';
    if (!this.#needsPrompts)
      return `grouped as (select ${[...keys, ...ofFacts].join(', ')} from facts ${by})`;
    const promptKeys = [...new Set([...keys, 'brand_id', 'prompt'])];
    const ofPrompts = this.#periods.flatMap((period) => [
      ...[...this.#sums, ...(isMentions ? ['runs'] : [])].map(
        (sum) => `${total(`${period}${sum}`)} as ${period}${sum}`,
      ),
      `count(case when ${period}${isMentions ? 'mentions' : 'runs'} > 0 then 1 end) as ${period}prompts`,
    ]);
    const moments = momentsSql(this.bounded, this.#tested).map(({ name, sql }) => `${sql} as ${name}`);
    const kinds = this.#isCompared ? `, ${kindsSql(keys.join(', '))}` : '';
    return `prompts as (
        select ${[...promptKeys, ...ofFacts].join(', ')} from facts group by ${promptKeys.join(', ')}
      ), grouped as (
        select ${[...keys, ...ofPrompts, ...moments].join(', ')} from prompts ${by}
      )${kinds}`;
  }

  /** Columns from which bounds and changes are made. */
  #hiddenColumns(): string[] {
    return [
      ...momentsSql(this.bounded, this.#tested).map(({ name }) => name),
      ...(this.#isCompared ? hiddenKinds() : []),
    ];
  }

  /** Rows with their measures. Without dimensions, a brand without a run has a row too. */
  #rows(): string {
    const isUndivided = this.#report === 'reportBrands' && this.#dimensions.length === 0;
    const sum = (name: string) => (isUndivided ? `coalesce(g.${name}, 0)` : `g.${name}`);
    const measures = this.#periods.flatMap((period) =>
      Object.entries(this.#measures).map(
        ([name, measure]) => `${measureSql(measure, (each) => sum(`${period}${each}`))} as ${period}${name}`,
      ),
    );
    const hidden = momentsSql(this.bounded, this.#tested).map(({ name }) => `${sum(name)} as ${name}`);
    const kinds = KINDS.flatMap((kind) =>
      kindColumns(kind).map((name) => `coalesce(of_${kind}s.${name}, 0) as ${name}`),
    );
    const from = this.#hasBrand
      ? `brands b ${isUndivided ? 'left ' : ''}join grouped g on g.brand_id = b.id`
      : 'grouped g';
    const joined = (this.#isCompared ? KINDS : []).map(
      (kind) =>
        `left join of_${kind}s on ${this.#keys.map((key) => `of_${kind}s.${key} is not distinct from g.${key}`).join(' and ') || 'true'}`,
    );
    return `measured as (
        select ${[
          ...(this.#hasBrand ? ['b.id as brand_id', 'b.name as brand_name'] : []),
          ...this.#dimensions.map((_, at) => `g.d${at}`),
          ...measures,
          ...this.#names.map((name) => `cast(b.names as bigint) as ${name}`),
          ...this.#readers.map(([, name]) => `${sum(name)} as ${name}`),
          ...hidden,
          ...(this.#isCompared ? kinds : []),
        ].join(', ')}
        from ${from} ${joined.join(' ')}
      )`;
  }

  /** The order of rows. It is total: no two rows are equal in it. */
  #order(): string[] {
    const ordered = (field: string, direction: string) => {
      if (field === 'brand') return [`r.brand_name collate "C" ${direction}`];
      const at = this.#dimensions.indexOf(field as Exclude<Dimension, 'brand'>);
      const collation =
        at >= 0 && DIMENSION_SQL[field as Exclude<Dimension, 'brand'>].isText ? ' collate "C"' : '';
      return [`r.${at >= 0 ? `d${at}` : field}${collation} ${direction} nulls last`];
    };
    const { orderBy } = this.#breakdown;
    const brand = this.#hasBrand ? ['r.brand_name collate "C"', 'r.brand_id collate "C"'] : [];
    const isUndivided = this.#report === 'reportBrands' && this.#dimensions.length === 0;
    return [
      ...orderBy.flatMap(({ field, direction }) => ordered(field, direction)),
      ...(isUndivided ? ['r.visibility desc nulls last'] : []),
      ...brand,
      ...this.#dimensions.flatMap((each) => ordered(each, 'asc')),
    ];
  }

  /**
   * The condition that a counted row belongs to a row of the report. A brand is always known, so Postgres can join by
   * hash.
   */
  #ofRow(fact: string, row: string): string {
    const same = (key: string) => (key === 'brand_id' ? '=' : 'is not distinct from');
    return this.#keys.map((key) => `${fact}.${key} ${same(key)} ${row}.${key}`).join(' and ') || 'true';
  }

  #isCurrent(fact: string): string {
    return this.#breakdown.compareTo ? ` and ${fact}.is_current` : '';
  }
}

/** What two ranges must have in common to be compared, as far as it is known. */
const KINDS = ['model', 'surface'] as const;
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
  const prefix = keys === '' ? '' : `${keys}, `;
  return KINDS.map((kind) => {
    const [now, before, both] = kindColumns(kind);
    return `${kind}s as (
        select ${prefix}max(case when is_current then 1 else 0 end) as is_now,
               max(case when is_current then 0 else 1 end) as was
        from facts where ${kind} is not null group by ${prefix}${kind}
      ), of_${kind}s as (
        select ${prefix}sum(is_now) as ${now}, sum(was) as ${before}, sum(is_now * was) as ${both}
        from ${kind}s ${keys === '' ? '' : `group by ${keys}`}
      )`;
  }).join(', ');
}

/** Columns of the coverage of a row, of its counted rows `f`. */
export function coverageOf(f: string): string {
  return `cast(min(cast(${f}.executed_at as date)) as text) as first_day,
             cast(max(cast(${f}.executed_at as date)) as text) as last_day,
             count(distinct cast(${f}.executed_at as date)) as days,
             count(distinct ${f}.brand_id || ' ' || ${f}.prompt) as prompts,
             count(distinct ${f}.platform) as platforms,
             ${COVERAGE_KINDS.map(({ name, is }) => `count(distinct case when ${is} then ${f}.run_id end) as ${name}`).join(', ')}`;
}

export function stretchColumns(compared: readonly Compared[]): string[] {
  return ['ordinal', 'stretch', ...compared.flatMap(daySumsSql).map(({ name }) => name)];
}

/** Measures of runs whose changes are requested, if any is. */
function comparedMeasures(include: Breakdown['include']): Compared[] {
  if (!include.includes('changes')) return ['visibility'];
  return [
    'visibility',
    'sentiment',
    'position',
    ...(include.includes('share_of_voice') ? (['share_of_voice'] as const) : []),
    ...(include.includes('counts') ? (['first'] as const) : []),
  ];
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

/** Sums by `daySumsSql` names. */
export interface StretchRow {
  ordinal: number | bigint;
  stretch: number | bigint;
  [sum: string]: unknown;
}

/** Sums of a competitor; those of the compared days have the prefix `before_`. */
export interface CompetitorSums {
  ordinal: number | bigint;
  id: string;
  name: string;
  [sum: string]: unknown;
}

export function typeOf({ sums, scale }: Measure): Columns[string] {
  return sums.length === 1 && scale === 1 ? 'BIGINT' : 'DOUBLE';
}

/** A measure in the unit of the answer. */
export function measureSql({ sums, scale }: Measure, sum: (name: string) => string): string {
  const [first, total] = sums;
  if (total !== undefined)
    return `cast(${roundedHundredths(sum(first), sum(total), scale)} as double precision) / 100`;
  return scale === 1 ? sum(first) : `cast(${sum(first)} as double precision) / 100`;
}

/** The columns of the coverage's statement. */
export const COVERAGE_COLUMNS = [
  'ordinal',
  'first_day',
  'last_day',
  'days',
  'prompts',
  'platforms',
  ...COVERAGE_KINDS.map(({ name }) => name),
];
