import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { unavailable } from '../../src/base/errors.ts';
import { createApiKey } from '../../src/features/api-keys/api-keys.ts';
import { operator } from '../../src/features/audit/audit.ts';
import { callerWith } from '../support/callers/caller.ts';
import { withApp } from '../support/callers/organisation.ts';
import { ask, open, raw } from '../support/callers/raw.ts';
import { completeRun, until } from '../support/server/app.ts';

// A response may be sent again to a request that is the same in all that an answer depends on. One that expects something
// is always handled, so its answer is what an equal one without must get.
const BASE = '/sightline';
const BRANDS = '/api/customer/v1/reports/brands';
const QUERIES = '/api/customer/v1/reports/queries';
const ORIGIN = 'https://dashboard.example';
const app = await withApp({
  BASE_PATH: BASE,
  CORS_ORIGINS: ORIGIN,
  RATE_LIMIT_PER_MINUTE: '12',
  RATE_LIMIT_BURST: '10000',
});
const root = app.url.replace(/\/sightline$/, '');
const url = (path: string) => `${root}${BASE}${path}`;

type Options = Parameters<typeof ask>[2];
type Answer = Awaited<ReturnType<typeof ask>>;
type Headers = Parameters<typeof ask>[1];
/** Headers that belong to one request alone. */
const OWN = /^(date|x-request-id|ratelimit|x-ratelimit-.*)$/;
const plain = ({ status, headers, body }: Answer) => ({
  status,
  headers: Object.entries(headers).filter(([name]) => !OWN.test(name)),
  body: body.toString('base64'),
});
const askAlone = (path: string, headers: Headers, options: Options = {}) =>
  ask(url(path), { ...headers, Expect: 'an answer' }, options);
const json = { 'Content-Type': 'application/json' };

async function withRuns(names: string[]) {
  const org = await app.organisation({ brands: names.map((name) => ({ name })) });
  const call = callerWith(app, await app.login(org));
  await app.ingest(
    org,
    names.map((name, index) =>
      completeRun({ brand: name, queryText: `query ${index}`, answer: `${name} is good.` }),
    ),
  );
  return { org, call };
}
const first = await withRuns(['Lumenfold', 'Quarrywell']);
const second = await withRuns(['Brightmoor']);
await app.snapshot();

test('equal requests in any order get what each gets alone', async () => {
  const tag = (await askAlone(BRANDS, { 'X-API-Key': first.org.key })).headers['etag'] as string;
  const kinds: [path: string, headers: Record<string, string>, options?: Options][] = [];
  for (const { org } of [first, second]) {
    const byKey = { 'X-API-Key': org.key };
    for (const body of [
      '{}',
      '{"limit":1}',
      '{"limit":0}',
      '{"limit": 1}',
      '{"group_by":["day"]}',
      'no JSON',
    ])
      for (const more of [{}, { Accept: 'text/csv' }, { 'Accept-Encoding': 'gzip' }, { Origin: ORIGIN }])
        kinds.push([BRANDS, { ...byKey, ...json, ...more }, { method: 'POST', body }]);
    kinds.push(
      [QUERIES, { ...byKey, ...json }, { method: 'POST', body: '{}' }],
      [BRANDS, byKey],
      [BRANDS, { ...byKey, 'If-None-Match': tag }],
      [BRANDS, byKey, { method: 'HEAD' }],
      [`${BRANDS}?limit=1`, byKey],
      [`${BRANDS}?api_key=${org.key}`, {}],
      [`${BRANDS}?api_key=${first.org.key}`, byKey],
      [BRANDS, {}],
    );
  }
  const expected: ReturnType<typeof plain>[] = [];
  for (const [path, headers, options] of kinds) expected.push(plain(await askAlone(path, headers, options)));
  assert.deepEqual(
    [200, 304, 400, 401].map((wanted) => expected.some(({ status }) => status === wanted)),
    [true, true, true, true],
  );
  for (let round = 0; round < 3; round += 1) {
    // Another order each time, for what a connection's last request was; three times, as the second is kept.
    const order = kinds.map((_, index) => (index * (2 * round + 1)) % kinds.length);
    for (const index of order) {
      const [path, headers, options] = kinds[index]!;
      for (let time = 0; time < 3; time += 1)
        assert.deepEqual(
          plain(await ask(url(path), headers, options)),
          expected[index],
          `${options?.method ?? 'GET'} ${path} ${JSON.stringify(headers)} ${options?.body}`,
        );
    }
  }
});

/** What browsers, clients, proxies, balancers and tracers send, and what is read here: two values of each. */
const HEADERS: Record<string, [string, string]> = {
  Accept: ['text/csv', 'application/x-ndjson'],
  'Accept-Charset': ['utf-8', 'latin1'],
  'Accept-Encoding': ['gzip', 'br'],
  'Accept-Language': ['de', 'en-GB,en;q=0.7'],
  Authorization: ['Basic eDp5', 'Bearer sl_live_unknown'],
  'Access-Control-Request-Method': ['POST', 'GET'],
  Baggage: ['userId=1', 'userId=2'],
  'Cache-Control': ['no-cache', 'max-age=0'],
  'CF-Connecting-IP': ['192.0.2.1', '192.0.2.2'],
  'CF-IPCountry': ['DE', 'FR'],
  'CF-Ray': ['1', '2'],
  'CF-Visitor': ['{"scheme":"https"}', '{"scheme":"http"}'],
  'CDN-Loop': ['cloudflare', 'fastly'],
  'Content-Encoding': ['identity', 'gzip'],
  'Content-Language': ['de', 'en'],
  'Content-Type': ['application/json', 'text/plain'],
  Cookie: ['sightline_session=a', 'b=c'],
  Date: ['Tue, 15 Nov 1994 08:12:31 GMT', 'Tue, 15 Nov 1994 08:12:32 GMT'],
  DNT: ['1', '0'],
  'Early-Data': ['1', '0'],
  Forwarded: ['for=192.0.2.1;proto=https', 'for=192.0.2.2'],
  From: ['a@customer.example', 'b@customer.example'],
  'Idempotency-Key': ['one', 'two'],
  'If-Match': ['"a"', '*'],
  'If-Modified-Since': ['Tue, 15 Nov 1994 08:12:31 GMT', 'Fri, 15 Nov 2030 08:12:31 GMT'],
  'If-None-Match': ['"a"', '*'],
  'If-Range': ['"a"', '"b"'],
  'Keep-Alive': ['timeout=5', 'timeout=6'],
  'Max-Forwards': ['1', '2'],
  Origin: [ORIGIN, 'https://elsewhere.example'],
  Pragma: ['no-cache', 'x'],
  'Proxy-Authorization': ['Basic eDp5', 'Basic eDp6'],
  Priority: ['u=1', 'u=3, i'],
  Range: ['bytes=0-1', 'bytes=1-'],
  Referer: ['https://a.example/', 'https://b.example/'],
  'Sec-CH-UA': ['"Chromium"', '"Other"'],
  'Sec-Fetch-Dest': ['empty', 'document'],
  'Sec-Fetch-Mode': ['cors', 'navigate'],
  'Sec-Fetch-Site': ['same-origin', 'cross-site'],
  'Sec-GPC': ['1', '0'],
  TE: ['trailers', 'gzip'],
  Traceparent: [
    '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    '00-0af7651916cd43dd8448eb211c80319d-b7ad6b7169203331-01',
  ],
  Tracestate: ['a=1', 'b=2'],
  'True-Client-IP': ['192.0.2.1', '192.0.2.2'],
  'User-Agent': ['curl/8', 'python-requests/2'],
  'Upgrade-Insecure-Requests': ['1', '0'],
  Via: ['1.1 proxy', '1.1 other'],
  'X-Amzn-Trace-Id': ['Root=1-1-1', 'Root=1-1-2'],
  'X-API-Key': [first.org.key, second.org.key],
  'X-B3-TraceId': ['1', '2'],
  'X-Client-IP': ['192.0.2.1', '192.0.2.2'],
  'X-Cloud-Trace-Context': ['1/1', '2/1'],
  'X-Correlation-Id': ['1', '2'],
  'X-Envoy-Attempt-Count': ['1', '2'],
  'X-Forwarded-For': ['192.0.2.1', '192.0.2.2, 192.0.2.3'],
  'X-Forwarded-Host': ['a.example', 'b.example'],
  'X-Forwarded-Port': ['443', '80'],
  'X-Forwarded-Proto': ['https', 'http'],
  'X-HTTP-Method-Override': ['GET', 'DELETE'],
  'X-Real-IP': ['192.0.2.1', '192.0.2.2'],
  'X-Request-Id': ['one', 'two'],
  'X-Requested-With': ['XMLHttpRequest', 'x'],
  'X-Snapshot-Id': ['20200101T000000000Z-00000000', 'latest'],
  'X-Snapshot-Shown': ['20200101T000000000Z-00000000', 'latest'],
};

test(`each of ${Object.keys(HEADERS).length} headers added, doubled, changed and removed: the answer is that of a request that is handled`, async () => {
  const byKey = { 'X-API-Key': first.org.key };
  const body = '{"limit":1}';
  const requests: [path: string, headers: Headers, options?: Options][] = [
    [BRANDS, { ...byKey, ...json }, { method: 'POST', body }],
    [`${BRANDS}?limit=1`, byKey],
  ];
  for (const [path, base, options] of requests) {
    const same = async (headers: Headers, times: number) => {
      const expected = plain(await askAlone(path, headers, options));
      for (let time = 0; time < times; time += 1) {
        const answer = await ask(url(path), headers, options);
        assert.deepEqual(plain(answer), expected, `${path} ${JSON.stringify(headers)}`);
        const { 'X-Request-Id': id } = headers;
        if (typeof id === 'string') assert.equal(answer.headers['x-request-id'], id);
      }
    };
    await same(base, 3);
    for (const [name, [one, other]] of Object.entries(HEADERS)) {
      const { [name]: _, ...without } = base as Record<string, string>;
      // What is stored for one must not be sent for another of these.
      for (const headers of [base, { ...base, [name]: one }, { ...base, [name]: other }, without])
        await same(headers, 2);
      await same({ ...base, [name]: [one, other] }, 2);
      await same({ ...base, [name]: [one, one] }, 1);
    }
    await same(base, 1);
  }
});

test('headers that a proxy adds anew to each request make none a slow one', async () => {
  const { key } = await app.organisation();
  const { reports } = app.app.services;
  let rendered = 0;
  const { render } = reports;
  reports.render = (...call) => {
    rendered += 1;
    return render.apply(reports, call);
  };
  const report = () =>
    ask(url(BRANDS), {
      'X-API-Key': key,
      'X-Request-Id': randomUUID(),
      Traceparent: `00-${randomUUID().replaceAll('-', '')}-b7ad6b7169203331-01`,
      'X-Forwarded-For': `192.0.2.${Math.ceil(200 * Math.random())}`,
      'CF-Ray': randomUUID(),
    });
  try {
    for (let time = 0; time < 6; time += 1) assert.equal((await report()).status, 200);
  } finally {
    reports.render = render;
  }
  // The first answer, and the second, which is stored.
  assert.ok(rendered <= 3, `${rendered} of 6 were handled`);
});

test('each has an id of its own and is counted', async () => {
  const { key } = await app.organisation();
  const report = () => ask(url(BRANDS), { 'X-API-Key': key, ...json }, { method: 'POST', body: '{}' });
  const answers: Answer[] = [];
  for (let count = 0; count < 4; count += 1) answers.push(await report());
  assert.equal(new Set(answers.map(({ headers }) => headers['x-request-id'])).size, 4);
  const left = answers.map(({ headers }) => Number(headers['x-ratelimit-remaining']));
  assert.deepEqual(
    left.map((count) => (left[0] ?? 0) - count),
    [0, 1, 2, 3],
  );
});

test('requests sent at once on one connection are answered in their order', async () => {
  const one = (body: string, more = '') =>
    `POST ${BASE}${BRANDS} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${first.org.key}\r\nContent-Type: application/json\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`;
  const bodies = ['{"limit":1}', '{"limit":2}', '{"limit":1}', '{"limit":1}', '{"limit":2}'];
  const sent = bodies.map((body) => one(body)).join('') + one('{"limit":2}', 'Connection: close\r\n');
  for (let time = 0; time < 2; time += 1) await raw(root, sent);
  const answers = (await raw(root, sent)).split(/(?=HTTP\/1\.1 )/);
  const shown = answers.map((answer) => answer.match(/"name":/g)?.length);
  assert.deepEqual(shown, [1, 2, 1, 1, 2, 2]);
});

test('a request without Host, and one beside the base path, get no other answer for being known', async () => {
  const head = (path: string, version: string, host: string) =>
    `GET ${path} HTTP/${version}\r\n${host}X-API-Key: ${first.org.key}\r\nConnection: close\r\n\r\n`;
  const status = async (path: string, version: string, host: string) =>
    (await raw(root, head(path, version, host))).slice(9, 12);
  for (let time = 0; time < 3; time += 1) {
    assert.equal(await status(`${BASE}${BRANDS}`, '1.0', ''), '200');
    assert.equal(await status(`${BASE}${BRANDS}`, '1.1', 'Host: x\r\n'), '200');
    assert.equal(await status(`${BASE}${BRANDS}`, '1.1', ''), '400');
    assert.equal(await status(BRANDS, '1.1', 'Host: x\r\n'), '404');
  }
});

test('a body that a GET announces is not kept, whatever its size', async () => {
  const head = (length: string) =>
    `GET ${BASE}${BRANDS} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${first.org.key}\r\n${length}\r\n`;
  for (let time = 0; time < 4; time += 1) {
    assert.match(await raw(root, head('Connection: close\r\n')), /^HTTP\/1\.1 200 /);
    // It is answered without its body, and closed.
    assert.match(await raw(root, head('Content-Length: 400000000\r\n')), /^HTTP\/1\.1 200 /);
  }
});

test('a body that comes in pieces is the same', async () => {
  const body = '{"limit":1}';
  const head = `POST ${BASE}${BRANDS} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${first.org.key}\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`;
  for (let time = 0; time < 4; time += 1) {
    const socket = open(root).setNoDelay();
    const received = text(socket);
    for (const piece of [head, body.slice(0, 3), body.slice(3, 7), body.slice(7)]) {
      socket.write(piece);
      await nextTurn();
    }
    assert.equal((await received).match(/"name":/g)?.length, 1);
  }
});

test('a key that cannot be looked up ends no server', async () => {
  const report = () => ask(url(BRANDS), { 'X-API-Key': first.org.key });
  for (let time = 0; time < 3; time += 1) assert.equal((await report()).status, 200);
  const { auth } = app.app.services;
  const { key } = auth;
  auth.key = () => Promise.reject(unavailable('Away.'));
  try {
    assert.equal((await report()).status, 503);
  } finally {
    auth.key = key;
  }
  assert.equal((await report()).status, 200);
});

test('a newer snapshot is served at once', async () => {
  const report = () => ask(url(QUERIES), { 'X-API-Key': second.org.key });
  const before = JSON.parse((await report()).body.toString());
  for (let time = 0; time < 2; time += 1) await report();
  await app.ingest(second.org, [
    completeRun({ brand: 'Brightmoor', queryText: 'one more query', answer: 'Brightmoor again.' }),
  ]);
  const id = await app.snapshot();
  const after = await report();
  assert.equal(after.headers['x-snapshot-id'], id);
  assert.equal(JSON.parse(after.body.toString()).total, before.total + 1);
});

test('a key that is revoked, and an organisation that may call no more, are refused within 5 s', async () => {
  const { db } = app.app.services;
  const { id, key } = await createApiKey(db, operator(first.org.id), {
    name: 'Repeated',
    scopes: ['reports:read'],
  });
  const status = async (key: string) =>
    (await ask(url(BRANDS), { 'X-API-Key': key, ...json }, { method: 'POST', body: '{}' })).status;
  for (let time = 0; time < 3; time += 1)
    assert.deepEqual([await status(key), await status(second.org.key)], [200, 200]);
  assert.equal((await first.call('revokeApiKey', { ids: [id] })).status, 204);
  await db.sql`update organisations set plan = 'FREE' where id = ${second.org.id}`;
  await until(async () => (await status(key)) === 401 && (await status(second.org.key)) === 402, 5_000);
  assert.equal(await status(first.org.key), 200);
});
