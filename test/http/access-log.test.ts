import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { withBrand } from '../support/callers/organisation.ts';
import { open, raw } from '../support/callers/raw.ts';
import { forFile, temporaryFolder } from '../support/for-file.ts';
import { until } from '../support/server/app.ts';
import { startServerProgram } from '../support/server/server-program.ts';

const { app, org } = await withBrand();
const token = await app.login(org);
const dataDir = temporaryFolder();
const REPORT = '/api/customer/v1/reports/brands';
const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const SENT = { organisation: org.id, keyPrefix: org.key.slice(0, 14) };

const start = (accessLog: string) =>
  startServerProgram({
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: dataDir,
    JOBS: 'apart',
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'error',
    ACCESS_LOG: accessLog,
  });

const server = await forFile(start('on'));
const { url, call } = server;

type Line = Record<string, unknown>;
const lines = (text = server.stderr()): Line[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)
    .filter(({ msg }) => msg === 'request');
/** The line of a request, once it is written; there is one. */
async function lineOf(requestId: string | null | undefined): Promise<Line> {
  const found = () => lines().filter((line) => line['requestId'] === requestId);
  await until(() => found().length > 0);
  const [line, ...others] = found();
  assert.deepEqual(others, []);
  const { level, time, ms, msg, requestId: _, ...rest } = line!;
  assert.deepEqual([level, msg], [30, 'request']);
  assert.ok(Math.abs(Date.now() - (time as number)) < 60_000);
  assert.ok(ms === undefined || (ms as number) >= 0);
  return rest;
}
const ended = async (method: string, path: string, options: Parameters<typeof call>[2] = {}) => {
  const { status, headers, text } = await call(method, path, options);
  const { bytes, ...line } = await lineOf(headers.get('x-request-id'));
  const length = Number(headers.get('content-length') ?? 0);
  if (method === 'HEAD' || status === 304) assert.ok((bytes as number) < 1_500, 'the head alone');
  else assert.ok((bytes as number) > length && (bytes as number) < length + 1_500, `${bytes} of ${length}`);
  return { status, headers, text, line };
};

test('one line for each request, with who asked, for what, and how it ended', async () => {
  const GET = { method: 'GET', ...SENT, operation: 'reportBrandsByUrl', status: 200 };
  const POST = { method: 'POST', ...SENT, operation: 'reportBrands', status: 200 };
  await until(async () => (await call('POST', REPORT, { key: org.key })).status === 200);
  // The second is answered from the cache.
  for (let times = 0; times < 2; times += 1) {
    assert.deepEqual((await ended('POST', REPORT, { key: org.key })).line, POST);
    assert.deepEqual((await ended('GET', REPORT, { key: org.key })).line, GET);
    assert.deepEqual((await ended('GET', `${REPORT}?api_key=${org.key}`)).line, GET);
  }
  const { headers, line } = await ended('HEAD', REPORT, { key: org.key });
  assert.deepEqual(line, { ...GET, method: 'HEAD' });
  const unchanged = { key: org.key, headers: { 'If-None-Match': headers.get('etag')! } };
  assert.deepEqual((await ended('GET', REPORT, unchanged)).line, { ...GET, status: 304 });
  const bySession = { organisation: org.id, keyPrefix: null };
  assert.deepEqual((await ended('GET', '/api/brands', { token })).line, {
    ...bySession,
    method: 'GET',
    operation: 'listBrands',
    status: 200,
  });
});

test('refusals have theirs too', async () => {
  const none = { organisation: null, keyPrefix: null };
  const cases: [method: string, path: string, Parameters<typeof call>[2], Line][] = [
    [
      'POST',
      REPORT,
      { key: org.key, body: { limit: 0 } },
      { ...SENT, operation: 'reportBrands', status: 400 },
    ],
    ['POST', REPORT, { key: `${org.key}x` }, { ...none, operation: 'reportBrands', status: 401 }],
    ['POST', '/nowhere', {}, { ...none, operation: null, status: 404 }],
    [
      'POST',
      REPORT,
      { key: org.key, body: 'x'.repeat(1_100_000) },
      { ...SENT, operation: 'reportBrands', status: 413 },
    ],
    ['GET', `${REPORT}?api_key=sl_live_wrong`, {}, { ...none, operation: 'reportBrandsByUrl', status: 401 }],
    ['PUT', REPORT, {}, { ...none, operation: null, status: 405 }],
  ];
  for (const [method, path, options, expected] of cases) {
    const { status, line } = await ended(method, path, {
      ...options,
      ...(typeof options?.body === 'string' && { headers: { 'Content-Type': 'application/json' } }),
    });
    assert.equal(status, expected['status']);
    assert.deepEqual(line, { method, ...expected }, path);
  }
  for (const [sent, status] of [
    [`GET /health HTTP/1.1\r\nHost: a\r\nX-Large: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
    ['NONSENSE\r\n\r\n', 400],
    ['CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n', 405],
  ] as const) {
    const id = /X-Request-Id: (\S+)/.exec(await raw(url, sent))?.[1];
    assert.deepEqual(await lineOf(id), { operation: null, ...none, status });
  }
});

test('a client keeps its request id and trace where they are well-formed', async () => {
  const send = (headers: Record<string, string>) => ended('GET', '/health', { headers });
  for (const id of ['a', 'A-z_0.9:/+=@', 'x'.repeat(128)]) {
    const { headers } = await send({ 'X-Request-Id': id });
    assert.equal(headers.get('x-request-id'), id);
  }
  for (const id of ['', ' ', 'a b', 'a"b', 'ä', 'x'.repeat(129), '{}', 'a, b', '<a>']) {
    const { headers } = await send({ 'X-Request-Id': Buffer.from(id).toString('latin1') });
    assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, id);
  }
  assert.equal((await send({ traceparent: TRACE })).line['traceparent'], TRACE);
  for (const bad of ['x', `${TRACE}x`, TRACE.toUpperCase(), `${TRACE}, ${TRACE}`, `${TRACE}"`])
    assert.equal((await send({ traceparent: bad })).line['traceparent'], undefined, bad);
});

test('a client that leaves has its line, and so has a page', async () => {
  // Its body never comes: the client leaves before there is an answer.
  const leaving = open(url);
  leaving.write(
    `POST ${REPORT} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${org.key}\r\nX-Request-Id: left\r\nContent-Length: 9\r\nContent-Type: application/json\r\n\r\n{`,
  );
  await once(leaving, 'connect');
  leaving.destroy();
  const { bytes: _, status, ...line } = await lineOf('left');
  assert.deepEqual(line, { method: 'POST', ...SENT, operation: 'reportBrands', aborted: true });
  // It sent its end before it was gone, which is half a request.
  assert.ok(status === null || status === 400);
  const page = await call('GET', '/docs');
  assert.equal((await lineOf(page.headers.get('x-request-id')))['status'], page.status);
});

test('nothing secret is in the log; off, there is no line [long]', async () => {
  const log = server.stderr();
  for (const secret of [org.key, token, org.password, org.email, 'api_key', 'sl_live_wrong'])
    assert.ok(!log.includes(secret), secret);
  const quiet = await start('off');
  try {
    for (let times = 0; times < 3; times += 1) await quiet.call('POST', REPORT, { key: org.key });
    const { headers } = await quiet.call('GET', '/health', { headers: { 'X-Request-Id': 'kept' } });
    assert.equal(headers.get('x-request-id'), 'kept');
  } finally {
    await quiet.close();
  }
  assert.deepEqual(lines(quiet.stderr()), []);
});
