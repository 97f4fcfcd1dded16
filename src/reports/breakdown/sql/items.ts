import { ReportSql } from '../../report-sql.ts';
import type { Columns, PageRow } from '../../wire.ts';
import { DIMENSION_SQL } from '../fields.ts';
import {
  describingColumns,
  ITEM_COLUMNS,
  ITEMS,
  type ItemKey,
  type ItemReport,
  isItemField,
  markedRuns,
} from '../items.ts';
import type { Breakdown, Dimension } from '../request.ts';
import { brandsSql, factsSql, namedRivalsSql, SEARCH_SUMS, within } from './facts.ts';
import { type Conditions, conditionsOf } from './filters.ts';
import {
  type BreakdownSql,
  COVERAGE_COLUMNS,
  type CoverageRow,
  coverageOf,
  hiddenKinds,
  kindsSql,
  MOST_JUDGED_ROWS,
  measureSql,
  type RowsSql,
  type StretchRow,
  stretchColumns,
  typeOf,
} from './groups.ts';
import { BEFORE, type Bounded, type Compared, daySumsSql, laggedDays, momentsSql } from './moments.ts';

type RowDimension = Exclude<Dimension, 'brand'>;

/** A key of a row, with its column among the answers; null: it belongs to the item. */
interface Key {
  name: string;
  fact: string | null;
}

/** What is counted of the answers of a group, whether they have the item or not. */
const ANSWER_SUMS = ['runs', ...SEARCH_SUMS];

/**
 * The SQL of a report whose rows are items found in answers. Its measures are shares of all answers of the group, so
 * the answers of each prompt and day are summed once for all items.
 */
export class ItemsSql implements RowsSql {
  readonly #report: ItemReport;
  readonly #breakdown: Breakdown;
  readonly #by: ItemKey;
  readonly #dimensions: readonly RowDimension[];
  /** The dimensions that belong to the answer rather than the item. */
  readonly #ofAnswers: readonly RowDimension[];
  readonly #keys: readonly Key[];
  readonly #conditions: Conditions;
  readonly bounded: readonly Bounded[];
  readonly compared: readonly Compared[];
  readonly #tested: readonly Compared[];
  readonly isOfDays = false;
  readonly hasCompetitors = false;

  constructor(report: ItemReport, breakdown: Breakdown & { by: ItemKey }) {
    const { dimensions, include, compareTo, by } = breakdown;
    this.#report = report;
    this.#breakdown = breakdown;
    this.#by = by;
    this.#dimensions = (dimensions ?? []).filter((each) => each !== 'brand');
    this.#ofAnswers = this.#dimensions.filter((each) => !isItemField(each));
    this.#keys = [
      { name: 'brand_id', fact: 'brand_id' },
      ...this.#dimensions.map((each, at) => {
        const index = this.#ofAnswers.indexOf(each);
        return { name: `k${at}`, fact: index < 0 ? null : `d${index}` };
      }),
      { name: 'item', fact: null },
    ];
    this.#conditions = conditionsOf(breakdown, (field) => `r.${field}`);
    this.bounded = include.includes('intervals') ? ['answer_share'] : [];
    this.compared = compareTo === null ? [] : ['answer_share'];
    this.#tested = compareTo === null ? [] : ['answer_share', 'searched'];
  }

  get #items() {
    return ITEMS[this.#report];
  }

  get measures(): string[] {
    return Object.keys(this.#items.measures);
  }

  get #described(): Columns {
    const shown = Object.entries(describingColumns(this.#by));
    return Object.fromEntries(shown.filter(([name]) => !this.#dimensions.includes(name as RowDimension)));
  }

  get columns(): Columns {
    const { measures } = this.#items;
    return {
      'brand.id': 'VARCHAR',
      'brand.name': 'VARCHAR',
      ...Object.fromEntries(
        this.#dimensions.flatMap((each) =>
          Object.entries(DIMENSION_SQL[each].fields).map(([name, { type }]) => [name, type]),
        ),
      ),
      ...this.#described,
      ...Object.fromEntries(Object.entries(measures).map(([name, measure]) => [name, typeOf(measure)])),
    };
  }

  page(): BreakdownSql {
    const { columns } = this;
    const hidden = this.#hiddenColumns();
    const before = this.#breakdown.compareTo ? this.measures.map((name) => BEFORE + name) : [];
    const described = Object.keys(this.#described);
    const selected = [
      'p.brand_id as "brand.id"',
      'p.brand_name as "brand.name"',
      ...this.#dimensions.flatMap((each, at) =>
        Object.entries(DIMENSION_SQL[each].fields).map(
          ([name, { value }]) => `${value(`p.k${at}`)} as "${name}"`,
        ),
      ),
      ...described.map((name) => (name === this.#by ? `p.item as "${name}"` : `${name}s.value as "${name}"`)),
      ...[...this.measures, ...before, ...hidden].map((name) => `p.${name}`),
    ];
    const usual = described.filter((name) => name !== this.#by);
    const text = `${this.#withPage()}${usual.map((name) => `, ${this.#usualSql(name)}`).join('')}
      select counts.total, p.ordinal, ${selected.join(', ')}
      from (select count(*) as total from kept) counts
      left join page p on true
      ${usual.map((name) => `left join ${name}s on ${name}s.ordinal = p.ordinal`).join(' ')}
      order by p.ordinal`;
    const names = ['total', 'ordinal', ...Object.keys(columns), ...before, ...hidden];
    const { values } = this.#conditions;
    return { sql: ReportSql.of<PageRow>(`breakdown of ${this.#report}`, text, names), columns, values };
  }

  evidence(most: number): ReportSql<{ ordinal: number; run_ids: string }> {
    const text = `${this.#withPage()}, ranked as (
        select p.ordinal, f.run_id,
               row_number() over (partition by p.ordinal order by f.executed_at desc, f.run_id desc) as place
        from page p join items f on ${this.#ofRow('f', 'p')}${this.#isCurrent('f')}
      )
      select ordinal, string_agg(run_id, ' ' order by place) as run_ids
      from ranked where place <= ${most} group by ordinal order by ordinal`;
    return ReportSql.of(`evidence of ${this.#report}`, text, ['ordinal', 'run_ids']);
  }

  coverage(): ReportSql<CoverageRow> {
    const text = `${this.#withPage()}
      select p.ordinal, ${coverageOf('f')}
      from page p join items f on ${this.#ofRow('f', 'p')}${this.#isCurrent('f')}
      group by p.ordinal order by p.ordinal`;
    return ReportSql.of(`coverage of ${this.#report}`, text, COVERAGE_COLUMNS);
  }

  /** The competitors that the answers of each row name most. @param most of each row */
  namedCompetitors(most: number): ReportSql<NamedCompetitor> {
    const text = `${this.#withPage()}, ${namedRivalsSql(null, ['$start', '$end'])}, namings as materialized (
        select p.ordinal, c.competitor_id, count(*) as named
        from page p join items f on ${this.#ofRow('f', 'p')}${this.#isCurrent('f')}
        join named_rivals c on c.run_id = f.run_id
        group by p.ordinal, c.competitor_id
      ), ranked as (
        select n.ordinal, k.id, k.name, n.named,
               row_number() over (partition by n.ordinal order by n.named desc, k.name collate "C", k.id collate "C") as place
        from namings n join snapshot.competitors k on k.org_id = $org and k.id = n.competitor_id
      )
      select ordinal, id, name, named from ranked where place <= ${most} order by ordinal, place`;
    return ReportSql.of(`competitors of ${this.#report}`, text, ['ordinal', 'id', 'name', 'named']);
  }

  comparedSums(): ReportSql<PageRow> {
    const names = ['ordinal', ...this.#hiddenColumns()];
    const text = `${this.#withPage({ isOfAll: true })}
      select ${names.map((name) => `p.${name}`).join(', ')} from page p order by p.ordinal`;
    return ReportSql.of<PageRow>(`changes of ${this.#report}`, text, names);
  }

  /** See GroupsSql. A day on which no answer has the item counts with its answers. */
  stretches(isOfAll: boolean): ReportSql<StretchRow> {
    const keys = this.#keys.flatMap(({ fact }) => fact ?? []);
    const by = [...keys, 'stretch', 'day'].join(', ');
    const text = `${this.#withPage({ withHistory: true, isOfAll })}, answer_days as (
        select ${by}, ${ANSWER_SUMS.map((sum) => `cast(sum(${sum}) as bigint) as ${sum}`).join(', ')}
        from all_facts group by ${by}
      ), item_days as (
        select p.ordinal, f.stretch, f.day, count(*) as answers
        from page p join all_items f on ${this.#ofRow('f', 'p')} group by p.ordinal, f.stretch, f.day
      ), days as (
        select p.ordinal, t.stretch, t.day, ${ANSWER_SUMS.map((sum) => `t.${sum}`).join(', ')},
               coalesce(i.answers, 0) as answers
        from page p join answer_days t on ${this.#ofAnswerGroup('t', 'p')}
        left join item_days i on i.ordinal = p.ordinal and i.stretch = t.stretch and i.day = t.day
      ), ${laggedDays([...ANSWER_SUMS, 'answers'])}
      select ordinal, stretch, ${this.#tested
        .flatMap(daySumsSql)
        .map(({ name, sql }) => `${sql} as "${name}"`)
        .join(', ')}
      from lagged group by ordinal, stretch order by ordinal, stretch`;
    return ReportSql.of(`days of ${this.#report}`, text, stretchColumns(this.#tested));
  }

  /** Everything up to the CTE `page`, whose rows have an ordinal. @param isOfAll whether it has the rows of all pages */
  #withPage({ withHistory = false, isOfAll = false } = {}): string {
    const { brands, facts, rows } = this.#conditions;
    const shape = {
      breakdown: this.#breakdown,
      dimensions: this.#ofAnswers,
      source: 'runs',
      conditions: facts,
      withHistory,
    } as const;
    const order = this.#order().join(', ');
    return `with ${brandsSql(brands)}, ${factsSql(shape)}, ${this.#found(withHistory)}, ${this.#sums()}, ${this.#rows()},
      kept as (
        select * from measured r ${rows.length > 0 ? `where ${rows.join(' and ')}` : ''}
      ), page as (
        select r.*, row_number() over (order by ${order}) as ordinal
        from kept r order by ${order} ${isOfAll ? `limit ${MOST_JUDGED_ROWS}` : 'limit $limit offset $offset'}
      )`;
  }

  /** The items found in the counted answers (`found`), and each answer that has one, once (`items`). */
  #found(withHistory: boolean): string {
    const { table, flags } = this.#items;
    const { items } = this.#conditions;
    const { compareTo, include } = this.#breakdown;
    const [first, last] = compareTo
      ? [withHistory ? '$history' : '$first', '$last']
      : (['$start', '$end'] as const);
    const keys = this.#keys.map(({ name, fact }, at) => {
      if (name === 'item') return `${ITEM_COLUMNS[this.#by]} as item`;
      if (fact !== null) return `f.${fact} as ${name}`;
      return `${ITEM_COLUMNS[this.#dimensions[at - 1] as 'source_type']} as ${name}`;
    });
    const ofAnswer = [
      'run_id',
      'prompt',
      'executed_at',
      'platform',
      'named',
      ...(include.includes('coverage') ? ['surface', 'searched'] : []),
      ...(compareTo ? ['is_current'] : []),
      ...(withHistory ? ['day', 'stretch'] : []),
    ];
    const described = Object.keys(this.#described).filter((name) => name !== this.#by);
    const names = [...this.#keys.map(({ name }) => name), ...ofAnswer, ...Object.keys(flags)];
    const all = withHistory ? 'all_' : '';
    const rest = withHistory
      ? `, items as (select * from all_items where stretch <= 1), found as (select * from all_found where stretch <= 1)`
      : '';
    return `marked as materialized (select distinct m.run_id from (${markedRuns(this.#report)}) m), ${all}found as (
        select ${[
          ...keys,
          ...ofAnswer.map((name) => `f.${name}`),
          ...Object.entries(flags).map(([name, sql]) => `${sql} as ${name}`),
          ...described.map((name) => `i.${name}`),
        ].join(', ')}
        from ${all}facts f
        join snapshot.${table} i on i.org_id = $org and i.run_id = f.run_id and ${within('i.executed_at', first, last)}
        left join marked on marked.run_id = f.run_id
        ${items.length > 0 ? `where ${items.join(' and ')}` : ''}
      ), ${all}items as (
        select ${names.join(', ')}, count(*) as items from ${all}found group by ${names.join(', ')}
      )${rest}`;
  }

  /** Prefixes of sums: for the report's days, and for the compared ones. */
  get #periods(): string[] {
    return this.#breakdown.compareTo ? ['', BEFORE] : [''];
  }

  #total(period: string, value: string): string {
    const { compareTo } = this.#breakdown;
    const own = compareTo ? `case when ${period === '' ? '' : 'not '}is_current then ${value} end` : value;
    return `cast(coalesce(sum(${own}), 0) as bigint)`;
  }

  /** Sums of each row, and of all answers of its group; with bounds and changes also their moments over prompts. */
  #sums(): string {
    const keys = this.#keys.map(({ name }) => name).join(', ');
    const group = this.#keys.flatMap(({ fact }) => fact ?? []).join(', ');
    const totals = (sums: Record<string, string>) =>
      this.#periods.flatMap((period) =>
        Object.entries(sums).map(([name, value]) => `${this.#total(period, value)} as ${period}${name}`),
      );
    const own = { answers: '1', items: 'items', named: 'named', ...same(Object.keys(this.#items.flags)) };
    const { compareTo } = this.#breakdown;
    const ofAll = this.#report === 'reportSources' ? `, ${this.#allItems(group)}` : '';
    const parts = `grouped as (select ${[keys, ...totals(own)].join(', ')} from items group by ${keys}),
      answers_of as (select ${[group, ...totals({ all_answers: 'runs' })].join(', ')} from facts group by ${group})${ofAll}`;
    if (this.bounded.length + this.#tested.length === 0) return parts;
    const ofAnswers = compareTo ? same(ANSWER_SUMS) : { runs: 'runs' };
    const moments = this.#moments();
    const select = (isOfItem: boolean) =>
      moments.filter((each) => each.isOfItem === isOfItem).map(({ name, sql }) => `${sql} as ${name}`);
    return `${parts}, answer_prompts as (
        select ${[group, 'prompt', ...totals(ofAnswers)].join(', ')} from facts group by ${group}, prompt
      ), item_prompts as (
        select ${[keys, 'prompt', ...totals({ answers: '1' })].join(', ')} from items group by ${keys}, prompt
      ), answer_moments as (
        select ${[group, ...select(false)].join(', ')} from answer_prompts group by ${group}
      ), item_moments as (
        select ${[...this.#keys.map(({ name }) => `i.${name}`), ...select(true)].join(', ')}
        from item_prompts i join answer_prompts t on t.prompt = i.prompt and ${this.#ofAnswerGroup('t', 'i')}
        group by ${this.#keys.map(({ name }) => `i.${name}`).join(', ')}
      )${compareTo ? `, ${kindsSql(group)}` : ''}`;
  }

  /** All citations of the answers of each group, whatever the filters on sources. */
  #allItems(group: string): string {
    const { compareTo } = this.#breakdown;
    const [first, last] = compareTo ? ['$first', '$last'] : ['$start', '$end'];
    const keys = group.replaceAll(/\w+/g, 'f.$&');
    return `items_of as (
        select ${[keys, ...this.#periods.map((period) => `${this.#total(period, '1')} as ${period}all_items`)].join(', ')}
        from facts f join snapshot.citations i
          on i.org_id = $org and i.run_id = f.run_id and ${within('i.executed_at', first as string, last as string)}
        group by ${keys}
      )`;
  }

  /**
   * The moments behind bounds and changes. Those that know nothing of the item are of all prompts of the group; the
   * others are 0 for a prompt whose answers do not have it.
   */
  #moments(): { name: string; sql: string; isOfItem: boolean }[] {
    return momentsSql(this.bounded, this.#tested).map(({ name, sql }) => ({
      name,
      sql,
      isOfItem: name.startsWith('answer_share_') && !/_(k|n|nn)$/.test(name),
    }));
  }

  #hiddenColumns(): string[] {
    const moments = momentsSql(this.bounded, this.#tested).map(({ name }) => name);
    return [...moments, ...(this.#tested.length > 0 ? hiddenKinds() : [])];
  }

  #rows(): string {
    const { measures } = this.#items;
    const place = (sum: string) =>
      sum.endsWith('all_answers')
        ? `t.${sum}`
        : sum.endsWith('all_items')
          ? `coalesce(a.${sum}, 0)`
          : `g.${sum}`;
    const shown = this.#periods.flatMap((period) =>
      Object.entries(measures).map(
        ([name, measure]) => `${measureSql(measure, (each) => place(period + each))} as ${period}${name}`,
      ),
    );
    const hasMoments = this.bounded.length + this.#tested.length > 0;
    const kinds = this.#tested.length > 0 ? (['model', 'surface'] as const) : [];
    const moments = this.#moments().map(({ name, isOfItem }) =>
      isOfItem ? `coalesce(im.${name}, 0) as ${name}` : `coalesce(am.${name}, 0) as ${name}`,
    );
    return `measured as (
        select ${[
          'b.id as brand_id',
          'b.name as brand_name',
          ...this.#keys.slice(1).map(({ name }) => `g.${name}`),
          ...shown,
          ...moments,
          ...(kinds.length > 0 ? hiddenKinds().map((name) => `coalesce(${name}, 0) as ${name}`) : []),
        ].join(', ')}
        from grouped g join brands b on b.id = g.brand_id
        join answers_of t on ${this.#ofAnswerGroup('t', 'g')}
        ${this.#report === 'reportSources' ? `left join items_of a on ${this.#ofAnswerGroup('a', 'g')}` : ''}
        ${
          hasMoments
            ? `left join answer_moments am on ${this.#ofAnswerGroup('am', 'g')}
        left join item_moments im on ${this.#ofRow('im', 'g')}`
            : ''
        }
        ${kinds.map((kind) => `left join of_${kind}s on ${this.#ofAnswerGroup(`of_${kind}s`, 'g')}`).join(' ')}
      )`;
  }

  /**
   * The value that most citations of a row of the page have in its range, the first by bytes where as many have several;
   * a row of the compared range alone has that of its citations there.
   */
  #usualSql(name: string): string {
    const now = 'sum(case when f.is_current then 1 else 0 end)';
    const most = this.#breakdown.compareTo
      ? `${now} desc, case when ${now} = 0 then count(*) end desc`
      : 'count(*) desc';
    return `${name}s as (
        select ordinal, value from (
          select p.ordinal, f.${name} as value,
                 row_number() over (partition by p.ordinal order by ${most}, f.${name} collate "C" nulls last) as place
          from page p join found f on ${this.#ofRow('f', 'p')} group by p.ordinal, f.${name}
        ) counted where place = 1
      )`;
  }

  /** The order of rows. It is total: no two rows are equal in it. */
  #order(): string[] {
    const byKey = (field: string, direction: string) => {
      if (field === 'brand') return [`r.brand_name collate "C" ${direction}`];
      if (field === this.#by) return [`r.item collate "C" ${direction} nulls last`];
      const at = this.#dimensions.indexOf(field as RowDimension);
      if (at < 0) return [`r.${field} ${direction} nulls last`];
      const collation = DIMENSION_SQL[field as RowDimension].isText ? ' collate "C"' : '';
      return [`r.k${at}${collation} ${direction} nulls last`];
    };
    return [
      ...this.#breakdown.orderBy.flatMap(({ field, direction }) => byKey(field, direction)),
      ...this.#dimensions.flatMap((each) => byKey(each, 'asc')),
      'r.answer_count desc',
      'r.brand_name collate "C"',
      'r.brand_id collate "C"',
      ...byKey(this.#by, 'asc'),
    ];
  }

  /** The condition that rows of two tables with all keys are of one row of the report. */
  #ofRow(one: string, other: string): string {
    return this.#keys
      .map(
        ({ name }) => `${one}.${name} ${name === 'brand_id' ? '=' : 'is not distinct from'} ${other}.${name}`,
      )
      .join(' and ');
  }

  /** The same for sums `one` of all answers of a group. */
  #ofAnswerGroup(one: string, other: string): string {
    return this.#keys
      .flatMap(({ name, fact }) =>
        fact === null
          ? []
          : [`${one}.${fact} ${name === 'brand_id' ? '=' : 'is not distinct from'} ${other}.${name}`],
      )
      .join(' and ');
  }

  #isCurrent(fact: string): string {
    return this.#breakdown.compareTo ? ` and ${fact}.is_current` : '';
  }
}

export interface NamedCompetitor {
  ordinal: number | bigint;
  id: string;
  name: string;
  named: number | bigint;
}

function same(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, name]));
}
