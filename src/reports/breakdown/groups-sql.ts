import { ReportSql, type SqlValue } from '../report-sql.ts';
import type { Columns, PageRow } from '../wire.ts';
import {
  DIMENSION_SQL,
  filterColumn,
  MENTION_MEASURES,
  type Measure,
  RUN_MEASURES,
  roundedHundredths,
  type Source,
  TIME,
} from './fields.ts';
import { conditionsOf } from './filters-sql.ts';
import { type Breakdown, type BrokenDown, type Dimension, hasBrand } from './request.ts';

/** A statement that gives a page of a breakdown's rows, with the values of its own parameters. */
export interface BreakdownSql {
  sql: ReportSql<PageRow>;
  /** Columns of the answer's rows. Others of the SQL hold what the rest of the answer is made from. */
  columns: Columns;
  values: Record<string, SqlValue>;
}

/** Sums of a group that measures are made from. */
const RUN_SUMS = ['runs', 'named', 'sentiment_sum', 'sentiment_count', 'position_sum', 'position_count'];
const MENTION_SUMS = ['mentions', 'positive', 'neutral', 'negative', 'sentiment_sum', 'sentiment_count'];
const VOICE_SUMS = ['voiced', 'voices'];

/** The pairs of sums (of n_i and y_i of a prompt) behind each measure that has bounds. */
export const PAIRS = {
  visibility: ['runs', 'named'],
  sentiment: ['sentiment_count', 'sentiment_sum'],
  position: ['position_count', 'position_sum'],
} as const;
export type Bounded = keyof typeof PAIRS;

/** Prefix of what is of the days that are compared with. */
export const BEFORE = 'before_';

/** How a breakdown in groups is put together: what the parts of its SQL share. */
export class GroupsSql {
  readonly #report: BrokenDown;
  readonly #breakdown: Breakdown;
  readonly #dimensions: readonly Exclude<Dimension, 'brand'>[];
  readonly #source: Source;
  /** Whether rows are of one brand each. */
  readonly #hasBrand: boolean;
  readonly #measures: Readonly<Record<string, Measure>>;
  /** Measures whose bounds are asked for, and the one that is compared. */
  readonly bounded: readonly Bounded[];
  readonly compared: Bounded | null;

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
    this.compared = compareTo === null ? null : isMentions ? 'sentiment' : 'visibility';
    this.#source = isMentions ? 'mentions' : this.#canUseDays() ? 'daily' : 'runs';
    const all = isMentions ? MENTION_MEASURES : RUN_MEASURES;
    const isShown = (name: string) => {
      if (name.startsWith('share_of_voice')) return include.includes('share_of_voice');
      if (name === 'prompt_count') return report === 'reportQueries';
      return dimensions !== null || !['sentiment_sum', 'position_sum'].includes(name);
    };
    this.#measures = Object.fromEntries(Object.entries(all).filter(([name]) => isShown(name)));
  }

  /** Names of the measures of a row. */
  get measures(): string[] {
    return Object.keys(this.#measures);
  }

  /** The page of rows. */
  page(): BreakdownSql {
    const { values } = this.#conditions();
    const columns: Columns = {
      ...(this.#hasBrand ? { 'brand.id': 'VARCHAR', 'brand.name': 'VARCHAR' } : {}),
      ...Object.fromEntries(
        this.#dimensions.flatMap((each) =>
          Object.entries(DIMENSION_SQL[each].fields).map(([name, { type }]) => [name, type]),
        ),
      ),
      ...Object.fromEntries(Object.entries(this.#measures).map(([name, measure]) => [name, typeOf(measure)])),
    };
    const hidden = this.#hiddenColumns();
    const before = this.#breakdown.compareTo ? Object.keys(this.#measures).map((name) => BEFORE + name) : [];
    const selected = [
      ...(this.#hasBrand ? ['p.brand_id as "brand.id"', 'p.brand_name as "brand.name"'] : []),
      ...this.#dimensions.flatMap((each, at) =>
        Object.entries(DIMENSION_SQL[each].fields).map(
          ([name, { value }]) => `${value(`p.d${at}`)} as "${name}"`,
        ),
      ),
      ...[...Object.keys(this.#measures), ...before].map((name) => `p.${name}`),
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

  /** The runs behind each row of the page, at most so many: the latest first, then by id. */
  evidence(most: number): ReportSql<{ ordinal: number; run_id: string }> {
    const text = `${this.#withPage()}, behind as (
        select distinct p.ordinal, f.executed_at, f.run_id
        from page p join facts f on ${this.#ofRow('f', 'p')}${this.#isCurrent('f')}
      ), ranked as (
        select ordinal, run_id, row_number() over (partition by ordinal order by executed_at desc, run_id desc) as place
        from behind
      )
      select ordinal, run_id from ranked where place <= ${most} order by ordinal, place`;
    return ReportSql.of(`evidence of ${this.#report}`, text, ['ordinal', 'run_id']);
  }

  /** Days, prompts and platforms behind each row of the page. */
  coverage(): ReportSql<CoverageRow> {
    const text = `${this.#withPage()}
      select p.ordinal, cast(min(cast(f.executed_at as date)) as text) as first_day,
             cast(max(cast(f.executed_at as date)) as text) as last_day,
             count(distinct cast(f.executed_at as date)) as days,
             count(distinct f.brand_id || ' ' || f.prompt) as prompts, count(distinct f.platform) as platforms
      from page p join facts f on ${this.#ofRow('f', 'p')}${this.#isCurrent('f')}
      group by p.ordinal order by p.ordinal`;
    return ReportSql.of(`coverage of ${this.#report}`, text, [
      'ordinal',
      'first_day',
      'last_day',
      'days',
      'prompts',
      'platforms',
    ]);
  }

  /** Sums of each competitor of the brand of each row of the page. */
  competitors(): ReportSql<CompetitorSums> {
    const sums = ['sentiment', 'position'].flatMap((name) => [
      `cast(coalesce(sum(n.${name}), 0) as bigint) as ${name}_sum`,
      `count(n.${name}) as ${name}_count`,
    ]);
    const text = `${this.#withPage()}, namings as (
        select p.ordinal, c.competitor_id, c.sentiment, c.position
        from page p join facts f on ${this.#ofRow('f', 'p')}${this.#isCurrent('f')}
        join snapshot.run_competitors c on c.org_id = $org and c.run_id = f.run_id
      )
      select p.ordinal, k.id, k.name, count(n.competitor_id) as named, ${sums.join(', ')}
      from page p
      join snapshot.competitors k on k.org_id = $org and k.brand_id = p.brand_id
      left join namings n on n.ordinal = p.ordinal and n.competitor_id = k.id
      group by p.ordinal, k.id, k.name
      order by p.ordinal, named desc, k.name collate "C", k.id collate "C"`;
    return ReportSql.of(`competitors of ${this.#report}`, text, [
      'ordinal',
      'id',
      'name',
      'named',
      'sentiment_sum',
      'sentiment_count',
      'position_sum',
      'position_count',
    ]);
  }

  /** Whether the sums by day, which hold brands and platforms alone, are enough. */
  #canUseDays(): boolean {
    const { filters, include, compareTo } = this.#breakdown;
    const kept = ['brand', 'platform', 'day', 'week', 'month'];
    return (
      this.#report === 'reportBrands' &&
      compareTo === null &&
      include.length === 0 &&
      this.#dimensions.every((each) => kept.includes(each)) &&
      filters.every(({ field }) => kept.includes(field))
    );
  }

  get #needsPrompts(): boolean {
    return this.bounded.length > 0 || this.compared !== null || this.#report === 'reportQueries';
  }

  #conditions() {
    return conditionsOf(this.#breakdown, this.#source, (field) => `r.${field}`);
  }

  #runId(): string {
    return this.#source === 'mentions' ? 'f.run_id' : 'f.id';
  }

  /** All up to the CTE `page`, whose rows have an ordinal. */
  #withPage(): string {
    const { rows } = this.#conditions();
    return `with ${this.#brands()}, ${this.#facts()}, ${this.#groups()}, ${this.#rows()}, kept as (
        select * from measured r ${rows.length > 0 ? `where ${rows.join(' and ')}` : ''}
      ), page as (
        select r.*, row_number() over (order by ${this.#order().join(', ')}) as ordinal
        from kept r order by ${this.#order().join(', ')} limit $limit offset $offset
      )`;
  }

  #brands(): string {
    const { brands } = this.#conditions();
    const voiced = this.#breakdown.include.includes('share_of_voice')
      ? `, exists (select 1 from snapshot.competitors k where k.org_id = $org and k.brand_id = b.id) as is_compared`
      : '';
    return `brands as (
        select b.id, b.name${voiced}
        from snapshot.brands b
        where b.org_id = $org
          and case when cast($brand as text) is null then not b.archived else b.id = $brand end
          and (cast($allowed as text) is null or position(b.id in $allowed) > 0)
          ${brands.map((sql) => `and ${sql}`).join(' ')}
      )`;
  }

  /** The rows that are counted: keys, numbers, and what the rest of the statement needs of them. */
  #facts(): string {
    const source = this.#source;
    const time = TIME[source];
    const { compareTo, include, filters } = this.#breakdown;
    const within = (start: string, end: string) =>
      `${time} >= cast(${start} as date) and ${time} < cast(${end} as date) + 1`;
    const current = within('$start', '$end');
    const day = source === 'daily' ? 'f.day' : `cast(${time} as date)`;
    // The days that are compared with stand beside the report's own: the first beside the first.
    const rowDay = compareTo
      ? `case when ${current} then ${day} else ${day} + cast($shift as integer) end`
      : day;
    const keys = this.#dimensions.map((each, at) => `${DIMENSION_SQL[each].key(rowDay)} as d${at}`);
    const usesQuery = [...this.#dimensions, ...filters.map(({ field }) => field)].includes('branded');
    const isDaily = source === 'daily';
    const numbers = isDaily
      ? RUN_SUMS.map((sum) => `f.${sum}`)
      : source === 'runs'
        ? [
            '1 as runs',
            'case when f.named then 1 else 0 end as named',
            ...['sentiment', 'position'].flatMap((name) => [
              `coalesce(f.${name}, 0) as ${name}_sum`,
              `case when f.${name} is null then 0 else 1 end as ${name}_count`,
            ]),
          ]
        : [
            '1 as mentions',
            ...['POSITIVE', 'NEUTRAL', 'NEGATIVE'].map(
              (band) =>
                `case when ${filterColumn('sentiment', source)} = '${band}' then 1 else 0 end as ${band.toLowerCase()}`,
            ),
            'coalesce(f.sentiment, 0) as sentiment_sum',
            'case when f.sentiment is null then 0 else 1 end as sentiment_count',
          ];
    const voices = include.includes('share_of_voice')
      ? [
          'case when b.is_compared and f.named then 1 else 0 end as voiced',
          'case when b.is_compared then (case when f.named then 1 else 0 end) + coalesce(v.rivals, 0) else 0 end as voices',
        ]
      : [];
    const others = isDaily
      ? []
      : [
          'f.query_text as prompt',
          `${this.#runId()} as run_id`,
          `${time} as executed_at`,
          'f.platform',
          'f.model',
        ];
    const range = compareTo
      ? `${within('$first', '$last')} and ((${current}) or (${within('$beforestart', '$beforeend')}))`
      : current;
    return `facts as (
        select ${['f.brand_id', ...keys, ...numbers, ...voices, ...others, ...(compareTo ? [`${current} as is_current`] : [])].join(', ')}
        from snapshot.${source} f
        join brands b on b.id = f.brand_id
        ${usesQuery ? 'left join snapshot.queries q on q.org_id = $org and q.id = f.query_id' : ''}
        ${this.#dimensions.includes('tag') ? 'left join snapshot.query_tags t on t.org_id = $org and t.query_id = f.query_id' : ''}
        ${voices.length > 0 ? `left join (${this.#rivals()}) v on v.run_id = f.id` : ''}
        where f.org_id = $org and ${range}
          ${this.#conditions()
            .facts.map((sql) => `and ${sql}`)
            .join(' ')}
      )`;
  }

  /** How many competitors each run names. */
  #rivals(): string {
    return `select c.run_id, count(*) as rivals
      from snapshot.run_competitors c
      join snapshot.competitors k on k.org_id = $org and k.brand_id = c.brand_id and k.id = c.competitor_id
      where c.org_id = $org and (cast($brand as text) is null or c.brand_id = $brand) group by c.run_id`;
  }

  /** Names of the keys of a group. */
  get #keys(): string[] {
    return [...(this.#hasBrand ? ['brand_id'] : []), ...this.#dimensions.map((_, at) => `d${at}`)];
  }

  get #sums(): string[] {
    const voices = this.#breakdown.include.includes('share_of_voice') ? VOICE_SUMS : [];
    return [...(this.#source === 'mentions' ? MENTION_SUMS : RUN_SUMS), ...voices];
  }

  /** Prefixes of sums: of the report's days, and of those that are compared with. */
  get #periods(): string[] {
    return this.#breakdown.compareTo ? ['', BEFORE] : [''];
  }

  /** The sums of each group; where prompts matter, those of each prompt before. */
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
    const moments = this.#moments().map(({ name, sql }) => `${sql} as ${name}`);
    const models = this.compared
      ? `, models as (
        select ${[...keys, 'max(case when is_current then 1 else 0 end) as is_now', 'max(case when is_current then 0 else 1 end) as was'].join(', ')}
        from facts where model is not null group by ${[...keys, 'model'].join(', ')}
      ), modelled as (
        select ${[...keys, 'sum(is_now) as now_models', 'sum(was) as before_models', 'sum(is_now * was) as both_models'].join(', ')}
        from models ${by}
      )`
      : '';
    return `prompts as (
        select ${[...promptKeys, ...ofFacts].join(', ')} from facts group by ${promptKeys.join(', ')}
      ), grouped as (
        select ${[...keys, ...ofPrompts, ...moments].join(', ')} from prompts ${by}
      )${models}`;
  }

  /** Sums of squares and products over prompts, as whole numbers in doubles. */
  #moments(): { name: string; sql: string }[] {
    const sum = (a: string, b: string, when?: string) =>
      `coalesce(sum(${when ? `case when ${when} then ` : ''}cast(${a} as double precision) * ${b}${when ? ' end' : ''}), 0)`;
    const squares = (measure: Bounded, period: string, prefix: string, when?: string) => {
      const [n, y] = PAIRS[measure].map((name) => `${period}${name}`) as [string, string];
      const condition = when ?? `${n} > 0`;
      return [
        { name: `${prefix}k`, sql: `count(case when ${condition} then 1 end)` },
        { name: `${prefix}n`, sql: sum(n, '1', when) },
        { name: `${prefix}y`, sql: sum(y, '1', when) },
        { name: `${prefix}nn`, sql: sum(n, n, when) },
        { name: `${prefix}ny`, sql: sum(n, y, when) },
        { name: `${prefix}yy`, sql: sum(y, y, when) },
      ];
    };
    const found = this.bounded.flatMap((measure) => squares(measure, '', `${measure}_`));
    if (!this.compared) return found;
    const [n, y] = PAIRS[this.compared];
    const shared = `${n} > 0 and ${BEFORE}${n} > 0`;
    const product = (a: string, b: string) => sum(a, `${BEFORE}${b}`);
    return [
      ...found,
      ...squares(this.compared, '', 'after_'),
      ...squares(this.compared, BEFORE, 'earlier_'),
      ...squares(this.compared, '', 'shared_after_', shared),
      ...squares(this.compared, BEFORE, 'shared_earlier_', shared),
      { name: 'cross_nn', sql: product(n, n) },
      { name: 'cross_ny', sql: product(y, n) },
      { name: 'cross_yn', sql: product(n, y) },
      { name: 'cross_yy', sql: product(y, y) },
    ];
  }

  /** Columns from which bounds and changes are made. */
  #hiddenColumns(): string[] {
    return [
      ...this.#moments().map(({ name }) => name),
      ...(this.compared ? ['now_models', 'before_models', 'both_models'] : []),
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
    const hidden = this.#moments().map(({ name }) => `${sum(name)} as ${name}`);
    const models = ['now_models', 'before_models', 'both_models'].map(
      (name) => `coalesce(m.${name}, 0) as ${name}`,
    );
    const from = this.#hasBrand
      ? `brands b ${isUndivided ? 'left ' : ''}join grouped g on g.brand_id = b.id`
      : 'grouped g';
    const joined = this.compared
      ? `left join modelled m on ${this.#keys.map((key) => `m.${key} is not distinct from g.${key}`).join(' and ') || 'true'}`
      : '';
    return `measured as (
        select ${[
          ...(this.#hasBrand ? ['b.id as brand_id', 'b.name as brand_name'] : []),
          ...this.#dimensions.map((_, at) => `g.d${at}`),
          ...measures,
          ...hidden,
          ...(this.compared ? models : []),
        ].join(', ')}
        from ${from} ${joined}
      )`;
  }

  /** The order of rows, complete: no two rows are alike in it. */
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

  /** Whether a counted row belongs to a row of the report. */
  #ofRow(fact: string, row: string): string {
    return this.#keys.map((key) => `${fact}.${key} is not distinct from ${row}.${key}`).join(' and ');
  }

  #isCurrent(fact: string): string {
    return this.#breakdown.compareTo ? ` and ${fact}.is_current` : '';
  }
}

export interface CoverageRow {
  ordinal: number | bigint;
  first_day: string;
  last_day: string;
  days: number | bigint;
  prompts: number | bigint;
  platforms: number | bigint;
}

export interface CompetitorSums {
  ordinal: number | bigint;
  id: string;
  name: string;
  named: number | bigint;
  sentiment_sum: number | bigint;
  sentiment_count: number | bigint;
  position_sum: number | bigint;
  position_count: number | bigint;
}

function typeOf({ sums, scale }: Measure): Columns[string] {
  return sums.length === 1 && scale === 1 ? 'BIGINT' : 'DOUBLE';
}

/** A measure in the unit of the answer. */
function measureSql({ sums, scale }: Measure, sum: (name: string) => string): string {
  const [first, total] = sums;
  if (total !== undefined)
    return `cast(${roundedHundredths(sum(first), sum(total), scale)} as double precision) / 100`;
  return scale === 1 ? sum(first) : `cast(${sum(first)} as double precision) / 100`;
}
