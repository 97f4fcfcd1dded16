import { dayNumber } from '../../base/days.ts';
import { roundedMean } from '../../base/definitions.ts';
import { foldedText, RUN_MEASURES } from '../breakdown/fields.ts';
import type { Measure } from '../breakdown/measure.ts';
import type { Breakdown, Filter } from '../breakdown/request.ts';
import { brandRows, byBytes, RUN_SUMS, type Sums } from '../means.ts';
import type { ReportParameters } from '../reports.ts';
import { nested } from '../wire.ts';
import { type DailySums, type Series, SUMS, type SummedBrand } from './daily-sums.ts';
import { isTime, type Span, spansOf, type TimeDimension } from './time-keys.ts';

/** Rows of a page, and the number of rows on all pages. */
export interface DailyRows {
  rows: Record<string, unknown>[];
  total: number;
}

/** With more groups, the engine makes the report, because they would block the event loop. */
const MOST_GROUPS = 10_000;
/** The same limit for the rows of a page. */
const MOST_ROWS = 1_000;

/** The brands report without a breakdown. The result equals that of reportBrands.sql and brandRows. */
export function undividedRows(daily: DailySums, parameters: ReportParameters): DailyRows {
  const { limit, offset } = parameters;
  const span = daysOf(daily, parameters);
  const rows = brandRows(
    requestedBrands(daily, parameters).map(({ id, name, series }) => {
      const sums = new Float64Array(SUMS);
      for (const each of series) addSpans(daily, each, [span], (row, next) => daily.add(row, next, sums, 0));
      return { id, name, ...Object.fromEntries(RUN_SUMS.map((sum, at) => [sum, sums[at]])) } as Sums;
    }),
  );
  return { rows: rows.slice(offset, offset + limit).map(nested), total: rows.length };
}

/**
 * A breakdown by brand, platform and times only. The result equals that of GroupsSql.
 * @param measures names of the measures that a row shows
 * @returns null if there are more groups, or rows of a page, than the limits here
 */
export function brokenDownRows(
  daily: DailySums,
  parameters: ReportParameters,
  breakdown: Breakdown,
  measures: readonly string[],
): DailyRows | null {
  const groups = DailyGroups.of(daily, parameters, breakdown);
  if (groups === null) return null;
  const having = groups.having(breakdown).sort(groups.order(breakdown));
  const { limit, offset } = parameters;
  const page = having.slice(offset, offset + limit);
  return page.length > MOST_ROWS ? null : { rows: groups.rows(page, measures), total: having.length };
}

/** A group of runs, by its indexes in the lists of brands, platforms and spans. */
interface Group {
  brand: number;
  platform: number;
  span: number;
  /** Start of its sums. */
  sums: number;
}
type Order = (a: Group, b: Group) => number;
type Value = (group: Group) => number | null;
/** Dimensions besides the brand. */
type Divided = (TimeDimension | 'platform')[];

/** The groups of a breakdown with their sums, including those without a run. */
class DailyGroups {
  readonly #brands: readonly SummedBrand[];
  readonly #divided: Divided;
  readonly #platforms: readonly string[];
  readonly #spans: readonly Span[];
  readonly #groups: Group[];
  readonly #sums: Float64Array;

  /** @param counted the series of each brand */
  private constructor(
    daily: DailySums,
    brands: readonly SummedBrand[],
    counted: readonly (readonly Series[])[],
    divided: Divided,
    platforms: readonly string[],
    spans: readonly Span[],
  ) {
    this.#brands = brands;
    this.#divided = divided;
    this.#platforms = platforms;
    this.#spans = spans;
    const perBrand = Math.max(1, platforms.length) * spans.length;
    this.#groups = Array.from({ length: brands.length * perBrand }, (_, at) => ({
      brand: Math.floor(at / perBrand),
      platform: Math.floor((at % perBrand) / spans.length),
      span: at % spans.length,
      sums: at * SUMS,
    }));
    this.#sums = new Float64Array(this.#groups.length * SUMS);
    counted.forEach((series, brand) => {
      for (const each of series) {
        const first = brand * perBrand + Math.max(0, platforms.indexOf(each.platform)) * spans.length;
        addSpans(daily, each, spans, (row, next, span) =>
          daily.add(row, next, this.#sums, (first + span) * SUMS),
        );
      }
    });
  }

  /** Null if there are too many groups. */
  static of(
    daily: DailySums,
    parameters: ReportParameters,
    { dimensions, filters }: Breakdown,
  ): DailyGroups | null {
    const divided = (dimensions ?? []).filter((each) => each !== 'brand') as Divided;
    const times = divided.filter(isTime);
    const brands = requestedBrands(daily, parameters).filter((brand) =>
      filters.every((filter) => filter.field !== 'brand' || brandPasses(brand, filter)),
    );
    const counted = brands.map(({ series }) =>
      series.filter((each) =>
        filters.every((filter) => filter.field !== 'platform' || platformPasses(each, filter)),
      ),
    );
    const platforms = divided.includes('platform')
      ? [...new Set(counted.flatMap((series) => series.map(({ platform }) => platform)))].sort(byBytes)
      : [];
    const days = daysOf(daily, parameters);
    const spans = times.length === 0 ? [days] : spansOf(days, times, MOST_GROUPS);
    if (spans === null || brands.length * Math.max(1, platforms.length) * spans.length > MOST_GROUPS)
      return null;
    return new DailyGroups(daily, brands, counted, divided, platforms, spans);
  }

  /** The groups that are rows of the report. Without dimensions, a brand without a run has a row too. */
  having({ having }: Breakdown): Group[] {
    const runs = this.#measure('visibility_total');
    const conditions = having.map(({ field, operator, value }) => {
      const measured = this.#measure(field);
      return (group: Group) => {
        const found = measured(group);
        return found !== null && (operator === 'gte' ? found >= value : found <= value);
      };
    });
    return this.#groups.filter(
      (group) =>
        (this.#isUndivided || runs(group) !== 0) && conditions.every((condition) => condition(group)),
    );
  }

  /** The order of rows. It is total. */
  order({ orderBy }: Breakdown): Order {
    const orders: Order[] = [
      ...orderBy.map(({ field, direction }) => this.#orderBy(field, direction)),
      ...(this.#isUndivided ? [this.#orderBy('visibility', 'desc')] : []),
      (a, b) => a.brand - b.brand,
      ...this.#divided.map((each) => this.#orderBy(each, 'asc')),
    ];
    return (a, b) => {
      for (const order of orders) {
        const found = order(a, b);
        if (found !== 0) return found;
      }
      return 0;
    };
  }

  /** Groups as the answer shows them. */
  rows(groups: readonly Group[], measures: readonly string[]): Record<string, unknown>[] {
    const shown = measures.map((name) => [name, this.#measure(name)] as const);
    return groups.map((group) => {
      const { id, name } = this.#brands[group.brand] as SummedBrand;
      const row: Record<string, unknown> = { brand: { id, name } };
      if (!this.#isUndivided)
        row['dimensions'] = Object.fromEntries(
          this.#divided.map((each) => [
            each,
            each === 'platform' ? this.#platforms[group.platform] : this.#label(group, each),
          ]),
        );
      for (const [field, value] of shown) row[field] = value(group);
      return row;
    });
  }

  get #isUndivided(): boolean {
    return this.#divided.length === 0;
  }

  #label({ span }: Group, dimension: TimeDimension): string {
    return this.#spans[span]?.labels[dimension] as string;
  }

  /** A measure of groups, equal to that of measureSql. */
  #measure(name: string): Value {
    const { sums: names, scale } = RUN_MEASURES[name] as Measure;
    const [first, total] = names.map((each) => {
      const at = (RUN_SUMS as readonly string[]).indexOf(each);
      return ({ sums }: Group) => this.#sums[sums + at] as number;
    }) as [(group: Group) => number, ((group: Group) => number)?];
    if (total) return (group) => roundedMean(scale * first(group), total(group));
    return scale === 1 ? first : (group) => first(group) / 100;
  }

  #orderBy(field: string, direction: 'asc' | 'desc'): Order {
    const sign = direction === 'asc' ? 1 : -1;
    if (field === 'brand') {
      const ranks = nameRanks(this.#brands);
      return (a, b) => sign * ((ranks[a.brand] as number) - (ranks[b.brand] as number));
    }
    if (field === 'platform') return (a, b) => sign * (a.platform - b.platform);
    if (isTime(field))
      return (a, b) => {
        const [one, other] = [this.#label(a, field), this.#label(b, field)];
        return one === other ? 0 : one < other ? -sign : sign;
      };
    const measured = this.#measure(field);
    return (a, b) => nullsLast(measured(a), measured(b), sign);
  }
}

/** The brands of a request, in order. */
function requestedBrands({ brands }: DailySums, { brand, allowed }: ReportParameters): SummedBrand[] {
  return brands.filter(
    ({ id, archived }) =>
      (brand === null ? !archived : id === brand) && (allowed === null || allowed.includes(id)),
  );
}

/** The requested days, limited to those with data. */
function daysOf({ first, last }: DailySums, { start, end }: ReportParameters): Span {
  return { first: Math.max(first, dayNumber(start)), last: Math.min(last, dayNumber(end)), labels: {} };
}

/** Calls back for each non-empty span with its first row, the row after its last one, and the span's index. */
function addSpans(
  daily: DailySums,
  series: Series,
  spans: readonly Span[],
  add: (row: number, next: number, span: number) => void,
): void {
  let row = daily.rowAt(series, spans[0]?.first ?? 0, series.from);
  for (let span = 0; span < spans.length && row < series.to; span += 1) {
    const next = daily.rowAt(series, (spans[span] as Span).last + 1, row);
    if (next > row) add(row, next, span);
    row = next;
  }
}

function brandPasses({ id, name }: SummedBrand, { operator, values }: Filter): boolean {
  if (operator === 'contains') {
    const folded = foldedText(name);
    return values.some((value) => folded.includes(foldedText(String(value))));
  }
  return (values.includes(id) || values.includes(name)) === (operator === 'in');
}

function platformPasses({ platform }: Series, { operator, values }: Filter): boolean {
  return values.includes(platform) === (operator === 'in');
}

function nullsLast(a: number | null, b: number | null, sign: number): number {
  if (a === b) return 0;
  if (a === null) return 1;
  return b === null ? -1 : sign * (a - b);
}

/** The rank of each brand's name. Brands with the same name share a rank. */
function nameRanks(brands: readonly SummedBrand[]): number[] {
  let rank = 0;
  return brands.map(({ name }, at) => {
    if (at > 0 && name !== brands[at - 1]?.name) rank += 1;
    return rank;
  });
}
