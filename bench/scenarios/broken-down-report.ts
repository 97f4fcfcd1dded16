import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { FIRST_DAY, LAST_DAY } from '../data/dataset.ts';
import type { Bench } from '../support/bench.ts';
import { askWell, pathOf } from '../support/client.ts';
import { alternate, compare, median, timed } from '../support/compare.ts';
import { bodyOf, freshRanges } from '../support/ranges.ts';
import { RawEngine } from '../support/raw-engine.ts';
import { atLeast, atMost, type Figure, type Scenario } from '../support/scenario.ts';

const PAGE_ROWS = 10_000;

/** What the next questions cost beside the first one: breakdowns, bounds, an unchanged answer, all mentions at once. */
export const brokenDownReport: Scenario = {
  name: 'broken-down-report',
  seconds: 60,
  async measure(bench) {
    const byDay = { dimensions: ['platform', 'day'] };
    const byTag = { dimensions: ['platform', 'branded'] };
    return [
      await uncached(bench, 18, 'brands report by platform and day ÷ undivided', {}, byDay, 3),
      await uncached(
        bench,
        19,
        'brands report by platform and branded, with intervals ÷ without',
        byTag,
        { ...byTag, include: ['intervals'] },
        1.3,
      ),
      await unchanged(bench),
      ...(await pulled(bench)),
    ];
  },
};

/** The time of a report of 30 days of the largest organisation that no cache holds, asked in two ways. */
async function uncached(
  bench: Bench,
  row: number,
  name: string,
  reference: object,
  subject: object,
  target: number,
): Promise<Figure> {
  const { rounds, isQuick } = bench.settings;
  const { key } = bench.dataset.fixtures.largest;
  const server = await bench.server();
  const p50 = (ranges: ReturnType<typeof freshRanges>, asked: object) => async () => {
    const times: number[] = [];
    for (let at = 0; at < (isQuick ? 10 : 60); at += 1) {
      const body = { ...bodyOf(ranges.next().value), ...asked };
      times.push(await timed(() => askWell(server.url, { report: 'brands', key, body })));
    }
    return median(times);
  };
  const times = await alternate(rounds, {
    subject: p50(freshRanges(30), subject),
    reference: p50(freshRanges(30), reference),
  });
  return { row, name, unit: 'ms', target: atMost(target), ...compare(times.subject, times.reference) };
}

/** 304 to a GET whose answer has not changed, beside the cached answer to a POST. */
async function unchanged(bench: Bench): Promise<Figure> {
  const { rounds, isQuick } = bench.settings;
  const { key } = bench.dataset.fixtures.largest;
  const server = await bench.server();
  const body = { start_date: FIRST_DAY, end_date: LAST_DAY };
  const url = `${server.url}${pathOf('brands')}?${new URLSearchParams(body)}`;
  const etag = (await fetch(url, { headers: { 'X-API-Key': key } })).headers.get('etag') ?? '';
  const requests = isQuick ? 200 : 2_000;
  const get = async () => {
    const { status } = await fetch(url, { headers: { 'X-API-Key': key, 'If-None-Match': etag } });
    if (status !== 304) throw new Error(`An unchanged report answered ${status}.`);
  };
  const post = async () => {
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
    const answer = await fetch(url.split('?')[0] ?? '', {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    await answer.arrayBuffer();
  };
  const all = (ask: () => Promise<void>) => async () => {
    const times: number[] = [];
    for (let at = 0; at < requests; at += 1) times.push(await timed(ask));
    return median(times);
  };
  const times = await alternate(rounds, { subject: all(get), reference: all(post) });
  return {
    row: 20,
    name: '304 to a report by URL ÷ the cached report, p50 one after the other',
    unit: 'ms',
    target: atMost(1.1),
    ...compare(times.subject, times.reference),
  };
}

/** All mentions of the largest organisation as NDJSON, beside DuckDB's own COPY: in one answer, and page by page. */
async function pulled(bench: Bench): Promise<Figure[]> {
  const { rounds } = bench.settings;
  const { id, key } = bench.dataset.fixtures.largest;
  const server = await bench.server();
  const engine = await RawEngine.open(bench.folder, id);
  const file = join(bench.folder, 'mentions.ndjson');
  const counts = { stream: 0, pages: 0, copy: 0 };
  const asked = { start_date: FIRST_DAY, end_date: LAST_DAY };
  const ask = (body: Record<string, unknown>, take?: (chunk: Buffer) => void) =>
    askWell(server.url, {
      report: 'mentions',
      key,
      body: { ...asked, ...body },
      headers: { Accept: 'application/x-ndjson' },
      ...(take && { take }),
    });
  const stream = async () => {
    counts.stream = 0;
    await ask({ stream: true }, (chunk) => {
      counts.stream += linesOf(chunk);
    });
  };
  // Each lap has other pages, so that none of them is in the cache.
  let lap = 0;
  const pages = async () => {
    counts.pages = 0;
    lap += 1;
    for (let after: string | undefined = 'start'; after !== undefined; ) {
      const answer = await ask({ limit: PAGE_ROWS - lap, after });
      counts.pages += linesOf(answer.body);
      after = answer.headers['x-next-after'] as string | undefined;
    }
  };
  const copy = async () => {
    counts.copy = await engine.copyMentions(file, FIRST_DAY, LAST_DAY);
  };
  const times = await alternate(rounds, {
    stream: () => timed(stream),
    pages: () => timed(pages),
    copy: () => timed(copy),
  });
  await engine.close();
  rmSync(file, { force: true });
  if (counts.stream !== counts.copy || counts.pages !== counts.copy || counts.copy === 0)
    throw new Error(`The mentions were not the same ones: ${JSON.stringify(counts)}.`);
  const rates = (milliseconds: readonly number[]) => milliseconds.map((time) => (1_000 * counts.copy) / time);
  const figure = (how: string, ours: readonly number[]) => ({
    row: 21,
    name: `${counts.copy} mentions as NDJSON, ${how} ÷ DuckDB's COPY to JSON`,
    unit: 'rows/s',
    ...compare(rates(ours), rates(times.copy)),
  });
  return [
    { ...figure('in one answer', times.stream), target: atLeast(0.8) },
    figure('by pages of 10,000', times.pages),
  ];
}

function linesOf(body: Buffer): number {
  let lines = 0;
  for (let at = body.indexOf(10); at !== -1; at = body.indexOf(10, at + 1)) lines += 1;
  return lines;
}
