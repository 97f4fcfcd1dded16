import type { ReportSql } from '../../report-sql.ts';
import {
  describingColumns,
  ITEM_COLUMNS,
  ITEMS,
  type ItemKey,
  type ItemReport,
  isItemField,
  markedRuns,
} from '../items.ts';
import type { Breakdown } from '../request.ts';
import { brandsSql, factsSql, namedRivalsSql, SEARCH_SUMS, within } from './facts.ts';
import { momentsSql } from './moments.ts';
import {
  type BreakdownSql,
  type Field,
  hiddenKinds,
  KINDS,
  kindsSql,
  type RowDimension,
  RowsSql,
} from './rows.ts';

/** The counts over the answers of a group, whether they have the item or not. */
const ANSWER_SUMS = ['runs', ...SEARCH_SUMS];

/**
 * A report whose rows are items found in answers. Its measures are shares of all answers of the group, so the answers
 * of each prompt and day are summed once for all items.
 */
export class ItemsSql extends RowsSql {
  readonly behind = 'items';
  readonly keyPrefix = 'k';
  readonly hasBrand = true;
  readonly isOfDays = false;
  readonly hasCompetitors = false;
  readonly keys: readonly string[];
  readonly measures: RowsSql['measures'];
  readonly #by: ItemKey;
  readonly #items: (typeof ITEMS)[ItemReport];
  /** The dimensions that belong to the answer rather than the item. */
  readonly #ofAnswers: readonly RowDimension[];
  /** The keys that belong to the answer, with their columns among the facts. */
  readonly #group: readonly { key: string; fact: string }[];

  constructor(report: ItemReport, breakdown: Breakdown & { by: ItemKey }) {
    super(report, breakdown, { bounded: ['answer_share'], compared: ['answer_share'] });
    this.#by = breakdown.by;
    this.#items = ITEMS[report];
    this.measures = this.#items.measures;
    this.#ofAnswers = this.dimensions.filter((each) => !isItemField(each));
    this.keys = ['brand_id', ...this.dimensions.map((each) => this.keyOf(each)), 'item'];
    this.#group = [
      { key: 'brand_id', fact: 'brand_id' },
      ...this.#ofAnswers.map((each, at) => ({ key: this.keyOf(each), fact: `d${at}` })),
    ];
  }

  override described(): Field[] {
    return Object.entries(describingColumns(this.#by))
      .filter(([name]) => !this.dimensions.includes(name as RowDimension))
      .map(([name, type]) => ({ name, type, sql: name === this.#by ? 'p.item' : `${name}s.value` }));
  }

  override ordered(field: string, direction: 'asc' | 'desc'): string {
    if (field === this.#by) return `r.item collate "C" ${direction} nulls last`;
    return super.ordered(field, direction);
  }

  usualOrder(): string[] {
    return [
      ...this.dimensions.map((each) => this.ordered(each, 'asc')),
      'r.answer_count desc',
      'r.brand_name collate "C"',
      'r.brand_id collate "C"',
      this.ordered(this.#by, 'asc'),
    ];
  }

  override page(): BreakdownSql {
    const usual = this.#usual;
    return super.page({
      described: usual.map((name) => `, ${this.#usualSql(name)}`).join(''),
      joined: usual.map((name) => `left join ${name}s on ${name}s.ordinal = p.ordinal`).join(' '),
    });
  }

  /** The competitors that the answers of each row name most. @param most of each row */
  namedCompetitors(most: number): ReportSql<NamedCompetitor> {
    const parts = { named_rivals: namedRivalsSql(null, ['$start', '$end']), most: `${most}` };
    return this.statement('namedCompetitors', ['ordinal', 'id', 'name', 'named'], parts);
  }

  /** A day on which no answer has the item counts with its answers. */
  days() {
    const by = [...this.#facts, 'stretch', 'day'].join(', ');
    const sql = `answer_days as (
        select ${by}, ${ANSWER_SUMS.map((sum) => `cast(sum(${sum}) as bigint) as ${sum}`).join(', ')}
        from all_facts group by ${by}
      ), item_days as (
        select p.ordinal, f.stretch, f.day, count(*) as answers
        from page p join all_items f on ${this.ofRow('f')} group by p.ordinal, f.stretch, f.day
      ), days as (
        select p.ordinal, t.stretch, t.day, ${ANSWER_SUMS.map((sum) => `t.${sum}`).join(', ')},
               coalesce(i.answers, 0) as answers
        from page p join answer_days t on ${this.#ofGroup('t', 'p')}
        left join item_days i on i.ordinal = p.ordinal and i.stretch = t.stretch and i.day = t.day
      )`;
    return { sql, sums: [...ANSWER_SUMS, 'answers'] };
  }

  counted(withHistory: boolean): string {
    const { brands, facts } = this.conditions;
    const shape = {
      breakdown: this.breakdown,
      dimensions: this.#ofAnswers,
      source: 'runs',
      conditions: facts,
      withHistory,
    } as const;
    return [brandsSql(brands), factsSql(shape), this.#found(withHistory), this.#sums(), this.#rows()].join(
      ', ',
    );
  }

  /** Columns of the facts that belong to the answer of a row. */
  get #facts(): string[] {
    return this.#group.map(({ fact }) => fact);
  }

  /** Columns that describe an item by what most of its citations have. */
  get #usual(): string[] {
    return this.described().flatMap(({ name }) => (name === this.#by ? [] : name));
  }

  /** The items found in the counted answers (`found`), and each answer that has one, once (`items`). */
  #found(withHistory: boolean): string {
    const { table, flags } = this.#items;
    const { items } = this.conditions;
    const { compareTo, include } = this.breakdown;
    const [first, last] = this.range(withHistory);
    const columns = [
      ...this.#group.map(({ key, fact }) => `f.${fact} as ${key}`),
      ...this.dimensions
        .filter((each) => isItemField(each))
        .map((each) => `${ITEM_COLUMNS[each as 'source_type']} as ${this.keyOf(each)}`),
      `${ITEM_COLUMNS[this.#by]} as item`,
    ];
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
    const names = [...this.keys, ...ofAnswer, ...Object.keys(flags)];
    const all = withHistory ? 'all_' : '';
    const rest = withHistory
      ? `, items as (select * from all_items where stretch <= 1), found as (select * from all_found where stretch <= 1)`
      : '';
    return `marked as materialized (select distinct m.run_id from (${markedRuns(this.report as ItemReport)}) m), ${all}found as (
        select ${[
          ...columns,
          ...ofAnswer.map((name) => `f.${name}`),
          ...Object.entries(flags).map(([name, sql]) => `${sql} as ${name}`),
          ...this.#usual.map((name) => `i.${name}`),
        ].join(', ')}
        from ${all}facts f
        join snapshot.${table} i on i.org_id = $org and i.run_id = f.run_id and ${within('i.executed_at', first, last)}
        left join marked on marked.run_id = f.run_id
        ${items.length > 0 ? `where ${items.join(' and ')}` : ''}
      ), ${all}items as (
        select ${names.join(', ')}, count(*) as items from ${all}found group by ${names.join(', ')}
      )${rest}`;
  }

  #totals(sums: Record<string, string>): string[] {
    return this.periods.flatMap((period) =>
      Object.entries(sums).map(
        ([name, value]) =>
          `cast(coalesce(sum(${this.inPeriod(period, value)}), 0) as bigint) as ${period}${name}`,
      ),
    );
  }

  /** Sums of each row, and of all answers of its group; with bounds and changes also their moments over prompts. */
  #sums(): string {
    const keys = this.keys.join(', ');
    const group = this.#facts.join(', ');
    const totals = (sums: Record<string, string>) => this.#totals(sums).join(', ');
    const own = { answers: '1', items: 'items', named: 'named', ...same(Object.keys(this.#items.flags)) };
    const parts = [
      `grouped as (select ${keys}, ${totals(own)} from items group by ${keys})`,
      `answers_of as (select ${group}, ${totals({ all_answers: 'runs' })} from facts group by ${group})`,
      ...(this.report === 'reportSources' ? [this.#allItems()] : []),
    ];
    if (this.bounded.length + this.tested.length === 0) return parts.join(', ');
    const moments = this.#moments();
    const select = (isOfItem: boolean) =>
      moments.flatMap((each) => (each.isOfItem === isOfItem ? `${each.sql} as ${each.name}` : [])).join(', ');
    const itemKeys = this.keys.map((name) => `i.${name}`).join(', ');
    const isCompared = this.tested.length > 0;
    parts.push(
      `answer_prompts as (
        select ${group}, prompt, ${totals(isCompared ? same(ANSWER_SUMS) : { runs: 'runs' })}
        from facts group by ${group}, prompt
      ), item_prompts as (
        select ${keys}, prompt, ${totals({ answers: '1' })} from items group by ${keys}, prompt
      ), answer_moments as (
        select ${group}, ${select(false)} from answer_prompts group by ${group}
      ), item_moments as (
        select ${itemKeys}, ${select(true)}
        from item_prompts i join answer_prompts t on t.prompt = i.prompt and ${this.#ofGroup('t', 'i')}
        group by ${itemKeys}
      )`,
      ...(isCompared ? [kindsSql(group)] : []),
    );
    return parts.join(', ');
  }

  /** All citations of the answers of each group, whatever the filters on sources. */
  #allItems(): string {
    const [first, last] = this.range(false);
    const keys = this.#facts.map((name) => `f.${name}`).join(', ');
    return `items_of as (
        select ${keys}, ${this.#totals({ all_items: '1' }).join(', ')}
        from facts f join snapshot.citations i
          on i.org_id = $org and i.run_id = f.run_id and ${within('i.executed_at', first, last)}
        group by ${keys}
      )`;
  }

  /**
   * The moments behind bounds and changes. Those that know nothing of the item are of all prompts of the group; the
   * others are 0 for a prompt whose answers do not have it.
   */
  #moments(): { name: string; sql: string; isOfItem: boolean }[] {
    return momentsSql(this.bounded, this.tested).map(({ name, sql }) => ({
      name,
      sql,
      isOfItem: name.startsWith('answer_share_') && !/_(k|n|nn)$/.test(name),
    }));
  }

  #rows(): string {
    const sumOf = (sum: string) => {
      if (sum.endsWith('all_answers')) return `t.${sum}`;
      return sum.endsWith('all_items') ? `coalesce(a.${sum}, 0)` : `g.${sum}`;
    };
    const moments = this.#moments();
    const kinds = this.tested.length > 0 ? KINDS : [];
    const ofGroup = (table: string) => `left join ${table} on ${this.#ofGroup(table, 'g')}`;
    const joined = [
      ...(this.report === 'reportSources' ? [`left join items_of a on ${this.#ofGroup('a', 'g')}`] : []),
      ...(moments.length > 0
        ? [ofGroup('answer_moments'), `left join item_moments on ${this.ofRow('item_moments', 'g')}`]
        : []),
      ...kinds.map((kind) => ofGroup(`of_${kind}s`)),
    ];
    return `measured as (
        select ${[
          'b.id as brand_id',
          'b.name as brand_name',
          ...this.keys.slice(1).map((name) => `g.${name}`),
          ...this.measureColumns(sumOf),
          ...moments.map(
            ({ name, isOfItem }) =>
              `coalesce(${isOfItem ? 'item_moments' : 'answer_moments'}.${name}, 0) as ${name}`,
          ),
          ...(kinds.length > 0 ? hiddenKinds().map((name) => `coalesce(${name}, 0) as ${name}`) : []),
        ].join(', ')}
        from grouped g join brands b on b.id = g.brand_id
        join answers_of t on ${this.#ofGroup('t', 'g')}
        ${joined.join(' ')}
      )`;
  }

  /**
   * The value that most citations of a row of the page have in its range, the first by bytes where as many have
   * several; a row of the compared range alone has that of its citations there.
   */
  #usualSql(name: string): string {
    const now = 'sum(case when f.is_current then 1 else 0 end)';
    const most = this.breakdown.compareTo
      ? `${now} desc, case when ${now} = 0 then count(*) end desc`
      : 'count(*) desc';
    return `${name}s as (
        select ordinal, value from (
          select p.ordinal, f.${name} as value,
                 row_number() over (partition by p.ordinal order by ${most}, f.${name} collate "C" nulls last) as place
          from page p join found f on ${this.ofRow('f')} group by p.ordinal, f.${name}
        ) counted where place = 1
      )`;
  }

  /** The condition that sums `table` of all answers of a group belong to a row. */
  #ofGroup(table: string, row: string): string {
    return this.#group
      .map(
        ({ key, fact }) =>
          `${table}.${fact} ${key === 'brand_id' ? '=' : 'is not distinct from'} ${row}.${key}`,
      )
      .join(' and ');
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
