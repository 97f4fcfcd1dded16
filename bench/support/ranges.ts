import type { ReportParameters } from '../../src/reports/reports.ts';
import { DAYS, FIRST_DAY } from '../data/dataset.ts';

const DAY_MS = 86_400_000;
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
      start: dayOf(start),
      end: dayOf(start + (days - 1) * DAY_MS),
      limit: limit ?? LARGEST_LIMIT - ((first + lap) % 9_000),
      offset: limit === undefined ? 0 : lap,
    };
  }
}

/** Parameters of a report as the body of a request. */
export function bodyOf({ start, end, limit, offset }: ReportParameters): Record<string, unknown> {
  return { start_date: start, end_date: end, limit, offset };
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
