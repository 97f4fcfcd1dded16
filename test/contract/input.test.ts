import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { withApp } from '../support/callers/organisation.ts';
import { completeRun } from '../support/server/app.ts';

// Half a world away from UTC: days are those of UTC in the whole file, publisher and engine included.
process.env['TZ'] = 'Pacific/Kiritimati';

const REPORT = '/api/customer/v1/reports/brands';
const MAX_BODY = 4 * 1024 * 1024;

const app = await withApp({ MAX_BODY_BYTES: String(MAX_BODY) });
const org = await app.organisation({ brands: [{ name: 'Lumenfold' }, { name: 'Gleamwell' }] });
const day = { brand: 'Lumenfold', answer: 'Lumenfold.' };
await app.ingest(org, [
  { ...day, executedAt: '2024-02-28T23:59:59.999Z' },
  { ...day, executedAt: '2024-02-29T00:00:00.000Z' },
  { ...day, executedAt: '2024-02-29T23:59:59.999Z' },
  { ...day, executedAt: '2024-03-01T00:00:00.000Z' },
]);
await app.snapshot();

/** @param body as it is sent. */
function report(body: string | Uint8Array | undefined, headers: Record<string, string> = {}, path = REPORT) {
  const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
  return app.call('POST', path, { key: org.key, headers: { ...type, ...headers }, body });
}

test('an empty body means all defaults, anything but an object is refused', async () => {
  const defaults = await report('{}');
  assert.equal(defaults.status, 200);
  assert.equal(defaults.json.total, 2);
  for (const headers of [{}, { 'Content-Type': 'application/json' }, { 'Content-Type': '' }]) {
    for (const body of [undefined, ''])
      assert.equal((await report(body, headers as Record<string, string>)).text, defaults.text);
  }
  for (const body of [
    'null',
    '[]',
    '5',
    '"{}"',
    'true',
    '{',
    '{"limit":1,}',
    "{'limit':1}",
    ' ',
    '\u0000',
    '{}{}',
  ]) {
    const { status, json } = await report(body);
    assert.equal(status, 400, body);
    assert.match(json.message, /[Bb]ody/);
  }
});

test('limit is a whole number from 1 to 10,000, offset one from 0', async () => {
  const bad = ['0', '-1', '10001', '1.5', '"10"', 'null', '1e400', '-1e400', 'true', '[1]', '{}'];
  for (const value of bad) {
    const { status, json } = await report(`{"limit":${value}}`);
    assert.equal(status, 400, value);
    assert.equal(json.error, 'validation_error');
    assert.match(json.message, /^limit must/);
  }
  for (const value of ['-1', '0.5', '"0"', 'null', '1e400']) {
    const { status, json } = await report(`{"offset":${value}}`);
    assert.equal(status, 400, value);
    assert.match(json.message, /^offset must/);
  }
  for (const value of ['1', '10000', '1e4', '1.0'])
    assert.equal((await report(`{"limit":${value}}`)).status, 200);
  for (const value of ['2', '9007199254740993', '1e300']) {
    const { status, json } = await report(`{"offset":${value}}`);
    assert.equal(status, 200, value);
    assert.deepEqual(json, { data: [], total: 2 });
  }
});

test('dates exist, and are no more than dates', async () => {
  const bad = [
    ...['2023-02-29', '2024-2-9', '0000-01-01', '2024-02-29T00:00:00Z', '2024-02-29\\n', ' 2024-02-29'],
    ...['2024-13-01', '2024-04-31', '2024-00-10', '24-01-01', '12024-01-01', '-0001-01-01', '٢٠٢٤-٠٢-٢٩', ''],
  ];
  for (const field of ['start_date', 'end_date']) {
    for (const value of bad) {
      const { status, json } = await report(`{"${field}":"${value}"}`);
      assert.equal(status, 400, value);
      assert.match(json.message, new RegExp(`^${field} must be`));
    }
    for (const value of ['20240229', 'null', '{}'])
      assert.equal((await report(`{"${field}":${value}}`)).status, 400, value);
  }
  const reversed = await report('{"start_date":"2024-03-01","end_date":"2024-02-29"}');
  assert.equal(reversed.status, 400);
  assert.match((await report('{"end_date":"2020-01-01"}')).json.message, /Send start_date too/);
});

test('days are those of UTC, whatever the time zone; all of time is answered', async () => {
  const runsIn = async (start: string, end: string) => {
    const { status, json } = await report(JSON.stringify({ start_date: start, end_date: end }));
    assert.equal(status, 200);
    return json.data[0].visibility_total;
  };
  assert.equal(new Date('2024-02-29T12:00:00Z').getDate(), 1, 'the process is in its time zone');
  assert.equal(await runsIn('2024-02-29', '2024-02-29'), 2);
  assert.equal(await runsIn('2024-02-28', '2024-02-29'), 3);
  assert.equal(await runsIn('2024-03-01', '2024-03-01'), 1);
  const startedAt = performance.now();
  assert.equal(await runsIn('0001-01-01', '9999-12-31'), 4);
  assert.ok(performance.now() - startedAt < 2_000);
});

test('hostile text gives 400 or an empty report, and changes nothing', async () => {
  const before = await report('{"start_date":"2024-01-01"}');
  const values = [
    '\\u0000',
    'a\\u0000b',
    '\\ud800',
    '\\udfff\\ud800',
    "' or 1=1 --",
    '$org',
    '%',
    '_',
    '\\\\',
  ];
  for (const value of [...values, '; drop table brands; --', 'x'.repeat(1_000_000), '💡'.repeat(250_000)]) {
    for (const field of ['brand_id', 'project_id']) {
      const { status, json } = await report(`{"${field}":"${value}"}`);
      assert.ok(status === 400 || (status === 200 && json.total === 0), `${value.slice(0, 40)}: ${status}`);
    }
    assert.equal((await report(`{"start_date":"${value}"}`)).status, 400);
    assert.equal((await report(`{"${value}":1}`)).status, 400);
    assert.ok((await report(`{"${value}":1}`)).text.length < 500, 'the name is not thrown back at length');
  }
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'limit ', 'Limit']) {
    for (const value of ['1', '{"limit":1}', '{"prototype":{"limit":1}}'])
      assert.equal((await report(`{"${name}":${value}}`)).status, 400, name);
  }
  assert.ok((await report('{"limit":1,"limit":2}')).status < 500);
  assert.equal((await report('{"limit":1,"limit":0}')).status, 400);
  assert.equal((await report('{"start_date":"2024-01-01"}')).text, before.text);
});

test('hostile text at login and as headers is refused, never 5xx', async () => {
  for (const text of ['a\u0000@b.example', 'a\ud800@b.example', "' or 1=1 --", '__proto__']) {
    const login = await app.call('POST', '/api/auth/login', { body: { email: text, password: text } });
    assert.ok([400, 401].includes(login.status), `${JSON.stringify(text)}: ${login.status}`);
    const refresh = await app.call('POST', '/api/auth/refresh', { body: { refreshToken: text } });
    assert.ok([400, 401].includes(refresh.status), `${JSON.stringify(text)}: ${refresh.status}`);
  }
  for (const id of ['..', '../../../etc', 'a/b', '%00', "'", '*', 'x'.repeat(65)]) {
    const { status } = await report('{}', { 'X-Snapshot-Id': id });
    assert.ok(status === 400 || status === 410, `${id}: ${status}`);
  }
});

test('paths that are no valid encoding, or try to climb, find nothing', async () => {
  for (const path of [
    '%ZZ',
    '%',
    '%00',
    '..%2f',
    '..%2F..%2Fhealth',
    '%2e%2e',
    '%C0%AF',
    'x'.repeat(8_000),
  ]) {
    for (const parent of ['/', '/api/', '/api/customer/v1/reports/']) {
      const { status } = await app.call('POST', `${parent}${path}`, { key: org.key });
      // Clients take %2e%2e for "..", and ask for / itself: a page, which takes no POST.
      assert.ok(
        status === 400 || status === 404 || (path === '%2e%2e' && status === 405),
        `${parent}${path.slice(0, 40)}: ${status}`,
      );
    }
  }
});

test('an unknown enum or bad date-time is refused naming the field and what is allowed', async () => {
  const run = completeRun({ brand: 'Lumenfold' });
  const body = [
    { ...run, platform: 'BING' },
    { ...run, executedAt: '2024-02-30T00:00:00Z' },
  ];
  const { json } = await app.call('POST', '/api/runs', { key: org.key, body });
  assert.equal(json.refused, 2);
  assert.match(json.results[0].message, /^platform must be one of CHATGPT, CLAUDE, /);
  assert.match(json.results[1].message, /^executedAt must be a date and time that exists, with its zone/);
});

test('other media types and compressed bodies are refused', async () => {
  const refused = ['text/plain', 'application/xml', 'application/ld+json', 'multipart/form-data; boundary=x'];
  for (const type of [...refused, 'application/x-ndjson', 'application/json; charset=utf-16', 'json', ';'])
    assert.equal((await report('{}', { 'Content-Type': type })).status, 415, type);
  for (const type of [
    'application/json; charset=UTF-8',
    'Application/JSON',
    'application/json;charset="utf-8"',
  ])
    assert.equal((await report('{}', { 'Content-Type': type })).status, 200, type);
  for (const coding of ['gzip', 'br', 'deflate', 'x']) {
    const { status } = await report(gzipSync('{}'), { 'Content-Encoding': coding });
    assert.equal(status, 415, coding);
  }
  assert.equal((await report(Buffer.from('{"brand_id":"caf\xe9"}', 'latin1'))).status, 400);
});

test('deep nesting, many keys and a number of thousands of digits are refused at once', async () => {
  const deep = `{"brand_id":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  const objects = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
  const keys = `{${Array.from({ length: 200_000 }, (_, index) => `"k${index}":1`)}}`;
  const number = `{"limit":${'9'.repeat(900_000)}}`;
  for (const body of [deep, objects, '['.repeat(100_000), keys, number]) {
    let best = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const startedAt = performance.now();
      const { status } = await report(body);
      best = Math.min(best, performance.now() - startedAt);
      assert.equal(status, 400);
    }
    assert.ok(best < 50, `${body.slice(0, 20)}… took ${best} ms`);
  }
});

test('a body over the size is refused, declared or chunked, without being held', async () => {
  const { status, json } = await report(`{"brand_id":"${'x'.repeat(MAX_BODY)}"}`);
  assert.equal(status, 413);
  assert.equal(json.error, 'payload_too_large');
  const before = process.memoryUsage().rss;
  const answers = await Promise.all(Array.from({ length: 20 }, () => sendEndless(org.key)));
  assert.deepEqual(new Set(answers), new Set([413]));
  // Twenty that each sent the size they may, and not the 200 MB they would have gone on to.
  const growth = process.memoryUsage().rss - before;
  assert.ok(growth < 20 * MAX_BODY + 100e6, `grew by ${growth}`);
  assert.equal((await report('{}')).status, 200);
});

/** Sends chunks until there is an answer. */
function sendEndless(key: string): Promise<number | undefined> {
  const chunk = Buffer.alloc(65_536, ' ');
  return new Promise((done, failed) => {
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
    const sending = request(`${app.url}${REPORT}`, { method: 'POST', headers }, (answer) => {
      done(answer.statusCode);
      sending.destroy();
    });
    sending.on('error', failed);
    let left = 200e6 / chunk.length;
    const send = () => {
      while (left > 0 && !sending.destroyed) {
        left -= 1;
        if (!sending.write(chunk)) return;
      }
      sending.end();
    };
    sending.on('drain', send);
    send();
  });
}
