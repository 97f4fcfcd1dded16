import { writeFileSync } from 'node:fs';
import autocannon from 'autocannon';
import { Random } from '../support/random.ts';
import { type Asked, aRequest, KINDS, RateLimited, type Target, targetOf } from './target.ts';

/** Requests that are asked for again and again, so that the server has them in its cache. */
const CACHED = 20;

export interface ServerLoad {
  url: string;
  key: string;
  /** Seconds of each row of the table. */
  seconds: number;
  connections: number;
  /** Where the results are written. */
  json: string;
}

/** A row of the table. Times in milliseconds. */
export interface Row {
  requests: string;
  cached: boolean;
  /** Good answers a second. */
  rate: number;
  p50: number;
  p90: number;
  p99: number;
  'p99.9': number;
  /** Answers of each second. */
  overTime: number[];
  answers: number;
  /** 503: the server had too much to do. */
  busy: number;
  /** No answer, a wrong one, or another status. */
  errors: number;
}

/**
 * Loads a running server with reports of its own brands and ranges, and prints how it did.
 * @throws RateLimited, and Error where the server cannot be asked
 */
export async function loadServer({ url, key, seconds, connections, json }: ServerLoad): Promise<Row[]> {
  const target = await targetOf(url, key);
  const days = target.last - target.first + 1;
  console.log(
    `${target.url}, version ${target.version}: ${target.runs} runs of ${target.brands.length} brands over ${days} days; ${connections} connections, ${seconds} s a row`,
  );
  const random = new Random(Date.now());
  const kinds = Object.keys(KINDS);
  const kept = Array.from({ length: CACHED }, (_, at) =>
    aRequest(kinds[at % kinds.length] as string, target, random),
  );
  const rows: Row[] = [];
  const times = ['p50 ms', 'p90 ms', 'p99 ms', 'p99.9 ms'];
  console.log(line(['requests', 'cached', 'answers/s', ...times, 'too busy', 'errors'], 'over time'));
  const measure = async (requests: string, cached: boolean, next: () => Asked) => {
    const row = { requests, cached, ...(await load(target, next, seconds, connections)) };
    const { rate, p50, p90, p99, 'p99.9': most, busy, errors, overTime } = row;
    const cells = [cached ? 'yes' : 'no', rate.toFixed(0), p50, p90, p99, most, busy, errors];
    console.log(line([requests, ...cells], pictureOf(overTime)));
    rows.push(row);
  };
  let at = 0;
  const nextKept = () => kept[at++ % kept.length] as Asked;
  await load(target, nextKept, Math.min(1, seconds), connections); // into the cache
  await measure('all kinds', true, nextKept);
  for (const kind of kinds) await measure(kind, false, () => aRequest(kind, target, random));
  const after = await targetOf(url, key);
  if (after.snapshotId !== target.snapshotId)
    console.log('A new snapshot was served meanwhile: what was cached before it was made again.');
  const { key: _, ...measured } = target;
  const content = { measuredAt: new Date().toISOString(), ...measured, seconds, connections, rows };
  writeFileSync(json, `${JSON.stringify(content, null, 2)}\n`);
  console.log(`Written to ${json}`);
  return rows;
}

/** @throws RateLimited */
async function load(
  { url, key }: Target,
  next: () => Asked,
  seconds: number,
  connections: number,
): Promise<Omit<Row, 'requests' | 'cached'>> {
  const overTime: number[] = [];
  const running = autocannon({
    url,
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    connections,
    duration: seconds,
    requests: [
      {
        setupRequest: (request) => {
          const { path, body } = next();
          return { ...request, path, body: JSON.stringify(body) };
        },
      },
    ],
    verifyBody: (text) => text.startsWith('{"data":[') || text.startsWith('{"error":'),
  });
  running.on('tick', ({ counter }) => overTime.push(counter));
  const result = await running;
  const { '2xx': good, non2xx, errors, mismatches, duration, latency, statusCodeStats = {} } = result;
  const countOf = (status: number) => statusCodeStats[status]?.count ?? 0;
  const limited = countOf(429);
  if (limited > 0) throw new RateLimited(limited, good + non2xx + errors);
  const busy = countOf(503);
  return {
    rate: good / duration,
    p50: latency.p50,
    p90: latency.p90,
    p99: latency.p99,
    'p99.9': latency.p99_9,
    overTime,
    answers: good,
    busy,
    errors: errors + mismatches + non2xx - busy,
  };
}

function line([name, ...cells]: (string | number)[], overTime: string): string {
  return [String(name).padEnd(28), ...cells.map((cell) => String(cell).padStart(9)), ` ${overTime}`].join(
    ' ',
  );
}

const BARS = '▁▂▃▄▅▆▇█';
const MOST_BARS = 60;

/** Answers over time as a line of bars, of which the highest is the most; longer loads have several seconds in one. */
function pictureOf(counts: readonly number[]): string {
  const width = Math.max(1, Math.ceil(counts.length / MOST_BARS));
  const means = Array.from({ length: Math.ceil(counts.length / width) }, (_, at) => {
    const part = counts.slice(at * width, (at + 1) * width);
    return part.reduce((sum, count) => sum + count, 0) / part.length;
  });
  const most = Math.max(1, ...means);
  return means.map((mean) => BARS[Math.round((mean / most) * (BARS.length - 1))]).join('');
}
