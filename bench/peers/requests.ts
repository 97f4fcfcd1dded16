import { DAY_MS, today } from '../../src/base/definitions.ts';
import { type BenchOrganisation, DAYS, FIRST_DAY } from '../data/dataset.ts';

export const REPORTS = ['brands', 'queries', 'mentions'] as const;
export type Report = (typeof REPORTS)[number];

/** Whose reports are asked for, as the tables name them. */
export type Organisations = Record<'largest' | 'small', BenchOrganisation>;

export type Body = Record<'start_date' | 'end_date', string> & { limit: number };

/** Rows of a page, as a screen shows them. */
export const LIMIT = 50;
const SHORTEST = 7;
const LONGEST = 150;
/** Between two ranges that follow each other, so that they are not alike; it shares no factor with their number. */
const STEP = 7_919;

/** The request that is asked again and again. */
export const ASKED: Body = { start_date: '2025-03-01', end_date: '2025-03-30', limit: LIMIT };

/** Requests over ranges that are all different; when these are used up, the same with a longer page. */
export function* unasked(): Generator<Body, never> {
  const ranges: [number, number][] = [];
  for (let length = SHORTEST; length <= LONGEST; length += 1)
    for (let start = 0; start + length <= DAYS; start += 1) ranges.push([start, length]);
  for (let at = 1; ; at += 1) {
    const [start, length] = ranges[(at * STEP) % ranges.length]!;
    const lap = Math.floor(at / ranges.length);
    yield { start_date: dayAt(start), end_date: dayAt(start + length - 1), limit: LIMIT + lap };
  }
}

function dayAt(place: number): string {
  return today(new Date(Date.parse(FIRST_DAY) + place * DAY_MS));
}
