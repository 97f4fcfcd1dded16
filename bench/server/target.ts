import { DAY_MS, dayNumber, dayOf } from '../../src/base/days.ts';
import type { Random } from '../support/random.ts';

/** A report as it is asked for. */
export interface Asked {
  path: string;
  body: Record<string, unknown>;
}

/** What a key sees of a running server: the brands and days that requests are made of. */
export interface Target {
  url: string;
  key: string;
  version: string;
  snapshotId: string;
  brands: string[];
  /** Of all brands and days. */
  runs: number;
  /** The first and the last day with runs, days since 1970. */
  first: number;
  last: number;
}

/** Kinds of requests, as the table names them, and how one over a range is made. */
export const KINDS: Readonly<Record<string, (range: Record<string, unknown>, random: Random) => Asked>> = {
  brands: (range, random) => ({ path: pathOf('brands'), body: { ...range, limit: 101 + random.below(900) } }),
  'brands by platform and week': (range, random) => ({
    path: pathOf('brands'),
    body: { ...range, dimensions: ['platform', 'week'], limit: 101 + random.below(900) },
  }),
  queries: (range, random) => ({ path: pathOf('queries'), body: { ...range, limit: 90 + random.below(20) } }),
  mentions: (range, random) => ({
    path: pathOf('mentions'),
    body: { ...range, limit: 90 + random.below(20) },
  }),
};

/** Days of a range. */
const LENGTHS = [7, 14, 30, 30, 60, 90];

/** A request over a random range, of all brands or of one: hardly ever the same twice. */
export function aRequest(kind: string, { brands, first, last }: Target, random: Random): Asked {
  const length = Math.min(random.of(LENGTHS), last - first + 1);
  const start = first + random.below(last - first + 2 - length);
  const brand = random.below(2) === 0 ? undefined : random.of(brands);
  const make = KINDS[kind] as (typeof KINDS)[string];
  return make(
    { start_date: day(start), end_date: day(start + length - 1), ...(brand && { brand_id: brand }) },
    random,
  );
}

/** @throws Error that says what to do, where the server or key cannot be used */
export async function targetOf(url: string, key: string): Promise<Target> {
  const base = url.replace(/\/+$/, '');
  const ask = async (path: string, body?: object) => {
    const response = await fetch(`${base}${path}`, {
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    }).catch((error) => {
      throw new Error(`${base} does not answer: ${error.cause?.message ?? error.message}`);
    });
    const text = await response.text();
    if (response.status === 429) throw new RateLimited(1, 1);
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`);
    return { headers: response.headers, json: JSON.parse(text) };
  };
  const all = { start_date: '0001-01-01', end_date: dayOf(new Date()), limit: 10_000 };
  const { headers, json: byMonth } = await ask(pathOf('brands'), { ...all, dimensions: ['month'] });
  const rows: { brand: { id: string }; dimensions: { month: string }; visibility_total: number }[] =
    byMonth.data;
  const months = rows.map(({ dimensions }) => dimensions.month).sort();
  const [firstMonth, lastMonth] = [months[0], months.at(-1)];
  if (!firstMonth || !lastMonth) throw new Error('The key sees no runs: there is nothing to ask about.');
  const byDay = { dimensions: ['day'], limit: 10_000 };
  const daysIn = async (month: string): Promise<string[]> => {
    const days = { start_date: `${month}-01`, end_date: lastDayOf(month) };
    const { json } = await ask(pathOf('brands'), { ...days, ...byDay });
    return json.data.map(({ dimensions }: { dimensions: { day: string } }) => dimensions.day).sort();
  };
  const { json: health } = await ask('/health');
  return {
    url: base,
    key,
    version: health.version,
    snapshotId: headers.get('x-snapshot-id') ?? '',
    brands: [...new Set(rows.map(({ brand }) => brand.id))],
    runs: rows.reduce((sum, { visibility_total }) => sum + visibility_total, 0),
    first: dayNumber((await daysIn(firstMonth))[0] as string),
    last: dayNumber((await daysIn(lastMonth)).at(-1) as string),
  };
}

/** Rate limits turned requests away, so that nothing can be said about the server's speed. */
export class RateLimited extends Error {
  constructor(refused: number, asked: number) {
    super(
      `${refused} of ${asked} requests were turned away by the rate limits (429), so this says nothing about the server's speed.
Start a server to be measured with RATE_LIMIT_PER_MINUTE=0 RATE_LIMIT_BURST=0 RATE_LIMIT_PER_DAY=0, which lifts them.`,
    );
  }
}

function pathOf(report: 'brands' | 'queries' | 'mentions'): string {
  return `/api/customer/v1/reports/${report}`;
}

function day(number: number): string {
  return dayOf(new Date(number * DAY_MS));
}

function lastDayOf(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return dayOf(new Date(Date.UTC(year, number, 0)));
}
