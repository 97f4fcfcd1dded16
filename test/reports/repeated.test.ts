import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { withOrganisation } from '../support/callers/organisation.ts';
import { LAMPS, lampAnswers } from '../support/worlds/report-worlds.ts';

const { app, org, call } = await withOrganisation(
  { brands: LAMPS.map((name) => ({ name })) },
  { RATE_LIMIT_PER_DAY: '100000' },
);
const brands = (await call('listBrands')).json.data;
const RANGE = { start_date: '2026-01-01', end_date: '2026-03-31' };
const REPORTS = ['brands', 'queries', 'mentions'];
const ACCEPTS = ['*/*', 'text/csv'];
/** Often enough for each thing that is kept of a request. */
const REPEATS = 5;

const answers = (day: string, count: number) => app.ingest(org, lampAnswers(day, count));

const keyOf = async (body: object) =>
  (await call('createApiKey', { body: { name: 'Reads', scopes: ['reports:read'], ...body } })).json;
const all = await keyOf({});
const one = await keyOf({ brandIds: [brands[0]!.id] });

interface Asked {
  key: string;
  report: string;
  accept: string;
  /** Of the If-None-Match of a GET; undefined: a POST. */
  etag?: string;
}

/** The parameters, written so that no earlier request was: spaces between them, or in another order. */
let written = 0;
function rewritten(body: object): string {
  written += 1;
  return JSON.stringify(body).replace(/,/g, `,${' '.repeat(written)}`);
}
function reordered(query: Record<string, string>): string {
  written += 1;
  const entries = Object.entries({ ...query, offset: '0' });
  const ordered: [string, string][] = [];
  for (let rest = written; entries.length > 0; rest = Math.floor(rest / 4))
    ordered.push(...entries.splice(rest % entries.length, 1));
  return String(new URLSearchParams(ordered));
}

async function ask({ key, report, accept, etag }: Asked, { isNew = false } = {}) {
  const address = `${app.url}/api/customer/v1/reports/${report}`;
  const headers = { 'X-API-Key': key, Accept: accept, 'Content-Type': 'application/json' };
  const body = { ...RANGE, limit: 50 };
  const query = { ...RANGE, limit: '50' };
  const response = await (etag === undefined
    ? fetch(address, { method: 'POST', headers, body: isNew ? rewritten(body) : JSON.stringify(body) })
    : fetch(`${address}?${isNew ? reordered(query) : new URLSearchParams(query)}`, {
        headers: { ...headers, 'If-None-Match': etag },
      }));
  const { status } = response;
  const sent = Object.fromEntries(response.headers);
  // What each request has of its own, and what goes on by itself.
  for (const name of Object.keys(sent))
    if (/^(date|x-request-id|x-data-as-of|(x-)?ratelimit.*)$/.test(name)) delete sent[name];
  const remaining = Number(response.headers.get('x-ratelimit-remaining'));
  return { answer: { status, headers: sent, text: await response.text() }, remaining };
}

/** All requests, often enough to be answered from all that is kept of them, beside the same ones written anew. */
async function compare(keys: readonly string[]): Promise<void> {
  for (const key of keys)
    for (const report of REPORTS)
      for (const accept of ACCEPTS) {
        const asked = { key, report, accept };
        const { etag = '' } = (await ask({ ...asked, etag: '"none"' })).answer.headers;
        for (const request of [asked, { ...asked, etag }, { ...asked, etag: '"other"' }]) {
          for (let times = 1; times < REPEATS; times += 1) await ask(request);
          const repeated = await ask(request);
          const fresh = await ask(request, { isNew: true });
          assert.deepEqual(
            repeated.answer,
            fresh.answer,
            JSON.stringify({ ...request, key: keys.indexOf(key) }),
          );
        }
      }
}

test('a request that is repeated is answered as one that is new, through every change [long]', async () => {
  for (const day of ['2026-01-10', '2026-02-10']) await answers(day, 60);
  await app.snapshot();
  const changes: (() => Promise<unknown>)[] = [
    async () => {},
    () => answers('2026-03-10', 20),
    () => call('updateBrand', { ids: [brands[0]!.id], body: { name: 'Lumenfold & Co' } }),
    () => call('archiveBrand', { ids: [brands[1]!.id] }),
  ];
  for (const change of changes) {
    await change();
    await app.snapshot();
    await compare([all.key, one.key]);
  }
});

test('a repeated request is counted each time, and refused as soon as its key is', async () => {
  const asked = { key: (await keyOf({})).key, report: 'brands', accept: '*/*' };
  const remaining: number[] = [];
  for (let times = 0; times < REPEATS; times += 1) remaining.push((await ask(asked)).remaining);
  assert.ok(
    remaining.every((left, at) => at === 0 || left < remaining[at - 1]!),
    remaining.join(),
  );
  const { data } = (await call('listApiKeys', { query: { state: 'ACTIVE' } })).json;
  const { id } = data.find(({ prefix }) => asked.key.startsWith(prefix))!;
  await call('revokeApiKey', { ids: [id] });
  for (const deadline = Date.now() + 5_000; (await ask(asked)).answer.status !== 401; ) {
    assert.ok(Date.now() < deadline, 'it works still');
    await sleep(100);
  }
});
