import { DAY_MS, today } from '../../src/base/definitions.ts';
import type { ReportParameters } from '../../src/reports/reports.ts';
import { DAYS, FIRST_DAY } from '../data/dataset.ts';
import { Random } from './random.ts';

/** Limits are counted down from this one: beyond the rows of a report, a limit changes nothing but the cache's key. */
const LARGEST_LIMIT = 10_000;

/** Generators made so far: no two of them give the same limits. */
let made = 0;
const LAPS = 200;

/**
 * Parameters of reports over ranges of some days, none twice in this process, so that no cache can answer.
 * @param limit rows of a page; the requests then differ by their offset. To be given once for a report and days.
 */
export function* freshRanges(days: number, limit?: number): Generator<ReportParameters, never> {
  const shifts = Math.max(1, DAYS - days);
  const first = made * LAPS;
  made += 1;
  for (let at = 0; ; at += 1) {
    // Steps of 37, which shares no factor with the number of shifts: near ranges do not follow each other.
    const start = Date.parse(FIRST_DAY) + ((at * 37) % shifts) * DAY_MS;
    const lap = Math.floor(at / shifts);
    yield {
      brand: null,
      allowed: null,
      start: today(new Date(start)),
      end: today(new Date(start + (days - 1) * DAY_MS)),
      limit: limit ?? LARGEST_LIMIT - ((first + lap) % 9_000),
      offset: limit === undefined ? 0 : lap,
    };
  }
}

/** Rows of the largest page of random ranges. */
const MOST_ROWS = 1_000;

/**
 * Parameters of reports over so many ranges of a week to half a year, in turn; no page is the same twice. The same each
 * time.
 */
export function* randomRanges(count: number): Generator<ReportParameters, never> {
  const random = new Random(count);
  const ranges = Array.from({ length: count }, () => {
    const days = 7 + random.below(DAYS - 7);
    const start = Date.parse(FIRST_DAY) + random.below(DAYS - days) * DAY_MS;
    return { start: today(new Date(start)), end: today(new Date(start + (days - 1) * DAY_MS)) };
  });
  for (let at = 0; ; at += 1) {
    const lap = Math.floor(at / count);
    const { start, end } = ranges[at % count]!;
    const offset = Math.floor(lap / (MOST_ROWS / 2));
    yield { brand: null, allowed: null, start, end, limit: MOST_ROWS - (lap % (MOST_ROWS / 2)), offset };
  }
}

/** Parameters of a report as the body of a request. */
export function bodyOf({ start, end, limit, offset }: ReportParameters): Record<string, unknown> {
  return { start_date: start, end_date: end, limit, offset };
}
