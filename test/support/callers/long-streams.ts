import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { leastLimitMb } from '../../../src/base/settings/memory.ts';
import { completeRun, startTestApp } from '../server/app.ts';
import { askForLines } from './streams.ts';

export const MB = 1 << 20;
/** A stream of the organisation is larger than what it and the sockets may hold. */
export const STREAM_MB = 50;
const RUNS = 300;
export const CITATIONS = 20;
export const RANGE = { start_date: '2025-11-01', end_date: '2025-12-31' };

/** Runs of 60 days with the longest prompts. */
export function longRuns(brand: string, from: number, count: number) {
  return Array.from({ length: count }, (_, at) =>
    completeRun({
      brand,
      answer: `${brand}.`,
      queryText: `${'Which lamp is best? '.repeat(499)}${from + at}`,
      executedAt: new Date(Date.UTC(2025, 10, 1 + ((from + at) % 60), 8)).toISOString(),
      citations: Array.from({ length: CITATIONS }, (_, page) => ({
        url: `https://reviews.example/${from + at}/${page}`,
        title: `A page ${page}`,
      })),
    }),
  );
}

/** A server with little memory, an organisation with a long stream, and another one. */
export async function startLongStreams() {
  const app = await startTestApp({
    // Four streams take more than half of what there is for answers.
    MEMORY_LIMIT_MB: String(leastLimitMb(1)),
    WORKERS: '1',
    SNAPSHOT_KEEP_MINUTES: '0',
    JOBS: 'apart',
  });
  const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  const other = await app.organisation({ brands: [{ name: 'Gleamwell' }] });
  for (let at = 0; at < RUNS; at += 50) await app.ingest(org, longRuns('Lumenfold', at, 50));
  await app.ingest(other, longRuns('Gleamwell', 0, 20));
  await app.snapshot();
  const begin = (key = org.key) => askForLines(app, { ...RANGE, stream: true }, { 'X-API-Key': key });
  return {
    app,
    org,
    other,
    begin,
    whole: async (key = org.key) => digestOf(await begin(key)),
    async statusOf(key: string) {
      const answer = await begin(key);
      answer.destroy();
      return answer.statusCode;
    },
  };
}

/** Reads a stream to its end. @throws Error if it breaks off */
export async function digestOf(answer: IncomingMessage) {
  const hash = createHash('sha256');
  let [bytes, lines] = [0, 0];
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.byteLength;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
  }
  return { bytes, lines, sha256: hash.digest('hex') };
}
