import { RUN_SUMS } from '../../means.ts';
import type { ReportSql } from '../../report-sql.ts';
import { READERS } from '../../rules.ts';
import { COUNT_MEASURES, MENTION_MEASURES, RUN_MEASURES, type Source } from '../fields.ts';
import { type Breakdown, type BrokenDown, hasBrand } from '../request.ts';
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
import { type Compared, countedSums, momentsSql, selected } from './moments.ts';
import { type Field, KINDS, kindColumns, kindsSql, RowsSql } from './rows.ts';

/** A breakdown by groups of answers, or of mentions. */
export class GroupsSql extends RowsSql {
  readonly behind = 'facts';
  readonly keyPrefix = 'd';
  readonly hasBrand: boolean;
  readonly hasCompetitors: boolean;
  readonly keys: readonly string[];
  readonly measures: RowsSql['measures'];
  readonly #source: Source;
  /** Whether a row is a whole brand, which has one without a run too. */
  readonly #isUndivided: boolean;

  constructor(report: BrokenDown, breakdown: Breakdown) {
    const { dimensions, include } = breakdown;
    const isMentions = report === 'reportMentions';
    super(report, breakdown, {
      bounded: isMentions ? ['sentiment'] : ['visibility', 'sentiment', 'position'],
      compared: isMentions ? ['sentiment'] : comparedMeasures(include),
    });
    this.hasBrand = hasBrand(report, dimensions);
    this.hasCompetitors = report === 'reportBrands';
    this.#isUndivided = this.hasCompetitors && this.dimensions.length === 0;
    this.keys = [...(this.hasBrand ? ['brand_id'] : []), ...this.dimensions.map((each) => this.keyOf(each))];
    const isShown = (name: string) => {
      if (name.startsWith('share_of_voice')) return include.includes('share_of_voice');
      if (name === 'prompt_count') return report === 'reportQueries';
      if (name in COUNT_MEASURES) return isMentions || include.includes('counts');
      return dimensions !== null || !['sentiment_sum', 'position_sum'].includes(name);
    };
    const all = Object.entries(isMentions ? MENTION_MEASURES : RUN_MEASURES);
    this.measures = Object.fromEntries(all.filter(([name]) => isShown(name)));
    this.#source = isMentions ? 'mentions' : this.#canUseDays() ? 'daily' : 'runs';
  }

  get isOfDays(): boolean {
    return this.#source === 'daily';
  }

  /** The number of names behind the share of voice, and of the scores of each reader, where they are requested. */
  override counts(): Field[] {
    const shown: [field: string, column: string][] = [
      ...this.#names.map((name): [string, string] => [name, name]),
      ...(this.breakdown.include.includes('readers') ? READERS : []).map((reader, at): [string, string] => [
        `sentiment_readers.${reader}`,
        READER_SUMS[at] as string,
      ]),
    ];
    return shown.map(([name, column]) => ({ name, type: 'BIGINT', sql: `p.${column}` }));
  }

  usualOrder(): string[] {
    return [
      ...(this.#isUndivided ? ['r.visibility desc nulls last'] : []),
      ...(this.hasBrand ? ['r.brand_name collate "C"', 'r.brand_id collate "C"'] : []),
      ...this.dimensions.map((each) => this.ordered(each, 'asc')),
    ];
  }

  /**
   * Sums of each competitor of each row's brand.
   * @param most rows of the result; null: all @param isCompared whether of the compared days too
   */
  competitors(most: number | null, isCompared: boolean): ReportSql<CompetitorSums> {
    const inPeriod = (period: string, value: string) =>
      isCompared ? `case when ${period === '' ? '' : 'not '}f.is_current then ${value} end` : value;
    const sums = (isCompared ? this.periods : ['']).flatMap((period) => [
      { name: `${period}named`, sql: `count(${inPeriod(period, '1')})` },
      ...['sentiment', 'position'].flatMap((name) => [
        { name: `${period}${name}_sum`, sql: `sum(${inPeriod(period, `c.${name}`)})` },
        { name: `${period}${name}_count`, sql: `count(${inPeriod(period, `c.${name}`)})` },
      ]),
    ]);
    const range = isCompared ? this.range(false) : (['$start', '$end'] as const);
    const shown = sums.map(({ name }) => `cast(coalesce(n.${name}, 0) as bigint) as ${name}`);
    return this.statement('competitors', ['ordinal', 'id', 'name', ...sums.map(({ name }) => name)], {
      named_rivals: namedRivalsSql(this.breakdown.sentimentReaders, range),
      sums: selected(sums),
      shown: shown.join(', '),
      most: most === null ? '' : `limit ${most}`,
      ...(isCompared && { of_row: this.ofRow('f') }),
    });
  }

  days() {
    const sums = countedSums(this.tested);
    const sql = `days as (
        select p.ordinal, f.stretch, f.day, ${sums.map((name) => `cast(sum(f.${name}) as bigint) as ${name}`).join(', ')}
        from page p join all_facts f on ${this.ofRow('f')}
        group by p.ordinal, f.stretch, f.day
      )`;
    return { sql, sums };
  }

  counted(withHistory: boolean): string {
    const { brands, facts } = this.conditions;
    const shape = {
      breakdown: this.breakdown,
      dimensions: this.dimensions,
      source: this.#source,
      conditions: facts,
      withHistory,
    };
    const hasNames = this.breakdown.include.includes('share_of_voice');
    return `${brandsSql(brands, hasNames)}, ${factsSql(shape)}, ${this.#groups()}, ${this.#rows()}`;
  }

  /** Whether the sums by day, which have only brands and platforms, are sufficient. */
  #canUseDays(): boolean {
    const { filters, include, compareTo, sentimentReaders } = this.breakdown;
    const known = ['brand', 'platform', 'day', 'week', 'month'];
    const stored: readonly string[] = RUN_SUMS;
    return (
      Object.values(this.measures).every(({ sums }) => sums.every((sum) => stored.includes(sum))) &&
      this.report === 'reportBrands' &&
      compareTo === null &&
      sentimentReaders === null &&
      include.length === 0 &&
      this.dimensions.every((each) => known.includes(each)) &&
      filters.every(({ field }) => known.includes(field))
    );
  }

  get #needsPrompts(): boolean {
    return this.bounded.length > 0 || this.compared.length > 0 || this.report === 'reportQueries';
  }

  get #sums(): string[] {
    const { include } = this.breakdown;
    const readers = include.includes('readers') ? READER_SUMS : [];
    const searches = this.tested.length > 0 ? SEARCH_SUMS : [];
    if (this.#source === 'mentions') return [...MENTION_SUMS, ...searches, ...readers];
    const voices = include.includes('share_of_voice') ? VOICE_SUMS : [];
    const counts = include.includes('counts') ? COUNT_SUMS : [];
    return [...RUN_SUMS, ...voices, ...counts, ...searches, ...readers];
  }

  /** The field with the number of names behind the share of voice; empty unless requested. */
  get #names(): string[] {
    const { include } = this.breakdown;
    const isShown = this.hasCompetitors && include.includes('counts') && include.includes('share_of_voice');
    return isShown ? ['share_of_voice_names'] : [];
  }

  /** The sums of each group; if prompts matter, the sums of each prompt first. */
  #groups(): string {
    const { keys } = this;
    const total = (value: string) => `cast(coalesce(sum(${value}), 0) as bigint)`;
    const isMentions = this.#source === 'mentions';
    const ofFacts = this.periods.flatMap((period) => [
      ...this.#sums.map((sum) => `${total(this.inPeriod(period, sum))} as ${period}${sum}`),
      ...(isMentions ? [`count(distinct ${this.inPeriod(period, 'run_id')}) as ${period}runs`] : []),
    ]);
    const by = keys.length > 0 ? `group by ${keys.join(', ')}` : '';
    if (!this.#needsPrompts)
      return `grouped as (select ${[...keys, ...ofFacts].join(', ')} from facts ${by})`;
    const promptKeys = [...new Set([...keys, 'brand_id', 'prompt'])];
    const ofPrompts = this.periods.flatMap((period) => [
      ...[...this.#sums, ...(isMentions ? ['runs'] : [])].map(
        (sum) => `${total(`${period}${sum}`)} as ${period}${sum}`,
      ),
      `count(case when ${period}${isMentions ? 'mentions' : 'runs'} > 0 then 1 end) as ${period}prompts`,
    ]);
    const moments = momentsSql(this.bounded, this.tested).map(({ name, sql }) => `${sql} as ${name}`);
    const kinds = this.tested.length > 0 ? `, ${kindsSql(keys.join(', '))}` : '';
    return `prompts as (
        select ${[...promptKeys, ...ofFacts].join(', ')} from facts group by ${promptKeys.join(', ')}
      ), grouped as (
        select ${[...keys, ...ofPrompts, ...moments].join(', ')} from prompts ${by}
      )${kinds}`;
  }

  /** Rows with their measures. */
  #rows(): string {
    const sum = (name: string) => (this.#isUndivided ? `coalesce(g.${name}, 0)` : `g.${name}`);
    const ofGroup = [
      ...(this.breakdown.include.includes('readers') ? READER_SUMS : []),
      ...momentsSql(this.bounded, this.tested).map(({ name }) => name),
    ];
    const kinds = this.tested.length > 0 ? KINDS : [];
    const from = this.hasBrand
      ? `brands b ${this.#isUndivided ? 'left ' : ''}join grouped g on g.brand_id = b.id`
      : 'grouped g';
    const joined = kinds.map((kind) => {
      const same = this.keys.map((key) => `of_${kind}s.${key} is not distinct from g.${key}`);
      return `left join of_${kind}s on ${same.join(' and ') || 'true'}`;
    });
    return `measured as (
        select ${[
          ...(this.hasBrand ? ['b.id as brand_id', 'b.name as brand_name'] : []),
          ...this.dimensions.map((_, at) => `g.d${at}`),
          ...this.measureColumns(sum),
          ...this.#names.map((name) => `cast(b.names as bigint) as ${name}`),
          ...ofGroup.map((name) => `${sum(name)} as ${name}`),
          ...kinds.flatMap((kind) =>
            kindColumns(kind).map((name) => `coalesce(of_${kind}s.${name}, 0) as ${name}`),
          ),
        ].join(', ')}
        from ${from} ${joined.join(' ')}
      )`;
  }
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

/** Sums of a competitor; those of the compared days have the prefix `before_`. */
export interface CompetitorSums {
  ordinal: number | bigint;
  id: string;
  name: string;
  [sum: string]: unknown;
}
