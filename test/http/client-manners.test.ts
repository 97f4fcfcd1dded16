import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { callerWith } from '../support/callers/caller.ts';
import { withApp } from '../support/callers/organisation.ts';
import { open, raw } from '../support/callers/raw.ts';
import { completeRun, until } from '../support/server/app.ts';

const REPORT = '/api/customer/v1/reports/brands';

const app = await withApp({ MAX_BODY_BYTES: '4096' });
const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
await app.snapshot();
const token = await app.login(org);

const lines = (...head: string[]) => `${head.join('\r\n')}\r\n\r\n`;

test('a path has one spelling: any other finds nothing', async () => {
  const { json } = await app.call('GET', '/api/brands', { token });
  const { id } = json.data[0];
  const draft = '/api/brands';
  const right: [string, string][] = [
    ['GET', '/health'],
    ['GET', '/openapi.json'],
    ['GET', draft],
    ['GET', `${draft}/${id}`],
    ['GET', `${draft}/${id}/competitors`],
    ['POST', REPORT],
  ];
  const found: string[] = [];
  for (const [method, path] of right) {
    const head = (target: string) =>
      lines(
        `${method} ${target} HTTP/1.1`,
        'Host: x',
        'Connection: close',
        ...(method === 'POST' ? ['Content-Length: 0', `X-API-Key: ${org.key}`] : []),
        ...(path.startsWith(draft) ? [`Authorization: Bearer ${token}`] : []),
      );
    assert.match(await raw(app.url, head(path)), /^HTTP\/1\.1 200 /, path);
    const last = path.lastIndexOf('/') + 1;
    const encoded = (at: number) =>
      `${path.slice(0, at)}%${path.charCodeAt(at).toString(16)}${path.slice(at + 1)}`;
    const others = [
      ...[
        `${path}/`,
        `${path}//`,
        `/${path}`,
        `//x${path}`,
        `${path}%20`,
        `${path}%00`,
        `${path};a=b`,
        `${path}.`,
      ],
      ...[
        `${path}%3f`,
        `${path}%3Fa=b`,
        `${path}/.`,
        `${path}/..`,
        `/.${path}`,
        `/x/..${path}`,
        `${path}%2f`,
      ],
      ...[`%2f${path.slice(1)}`, path.toUpperCase(), path.replace(/\/(?=[^/]+$)/, '//')],
      ...[path.replace(/\/(?=[^/]+$)/, '/./'), path.replace(/\/(?=[^/]+$)/, '%2F')],
      ...[1, last, path.length - 1].flatMap((at) => [
        encoded(at),
        encoded(at).replace(/%../, (hex) => hex.toUpperCase()),
      ]),
    ].filter((other) => other !== path);
    for (const other of others) {
      const status = Number((await raw(app.url, head(other))).slice(9, 12));
      if (status !== 404 && status !== 400) found.push(`${method} ${other}: ${status}`);
    }
  }
  assert.deepEqual(found, []);
});

test('who has sent all and closed that half gets the answer', async () => {
  for (const [head, body] of [
    [lines('GET /health HTTP/1.1', 'Host: x'), ''],
    [lines('GET /health HTTP/1.0'), ''],
    [lines(`POST ${REPORT} HTTP/1.1`, 'Host: x', `X-API-Key: ${org.key}`, 'Content-Length: 2'), '{}'],
    // From Postgres: the answer takes longer than the end of what was sent.
    [lines('GET /api/brands HTTP/1.1', 'Host: x', `Authorization: Bearer ${token}`), ''],
  ] as const) {
    const socket = open(app.url);
    let received = '';
    socket.on('data', (chunk) => (received += chunk));
    socket.end(head + body);
    await once(socket, 'close');
    const final = received.replace(/^(HTTP\/1\.1 100 Continue\r\n\r\n)+/, '');
    assert.match(final, /^HTTP\/1\.1 200 /, head);
    assert.match(final, /\}$/);
  }
});

test('work for a client that has left is given up all the same', async () => {
  const { reports } = app.app.services;
  const { render: run } = reports;
  const signals: AbortSignal[] = [];
  reports.render = (_call, caller) => {
    signals.push(caller!.signal);
    return new Promise(() => {});
  };
  try {
    const socket = open(app.url);
    socket.write(lines(`POST ${REPORT} HTTP/1.1`, 'Host: x', `X-API-Key: ${org.key}`, 'Content-Length: 0'));
    await until(() => signals.length === 1);
    // As fetch does when it is aborted: the client's end is all that the server sees at first.
    socket.destroy();
    await until(() => signals[0]?.aborted === true, 5_000);
  } finally {
    reports.render = run;
  }
});

test('CONNECT is refused in the words of the contract', async () => {
  const answer = await raw(app.url, lines('CONNECT example.com:443 HTTP/1.1', 'Host: example.com:443'));
  assert.match(answer, /^HTTP\/1\.1 405 /);
  assert.match(answer, /\r\nX-Request-Id: [0-9a-f-]{36}\r\n/);
  assert.match(answer, /\r\nAllow: GET, /);
  assert.equal(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))).error, 'method_not_allowed');
});

test('100 Continue comes when the credentials and the size are right, and not before', async () => {
  const expecting = (...head: string[]) =>
    lines(`POST ${REPORT} HTTP/1.1`, 'Host: x', 'Connection: close', 'Expect: 100-continue', ...head);
  const refused: [string, number][] = [
    [expecting('Content-Length: 2'), 401],
    [expecting('Content-Length: 2', 'X-API-Key: sl_live_wrong'), 401],
    [expecting('Content-Length: 5000', `X-API-Key: ${org.key}`), 413],
    [expecting('Content-Length: 2').replace(REPORT, '/nowhere'), 404],
    [expecting('Content-Length: 2').replace('POST', 'PUT'), 405],
  ];
  for (const [head, status] of refused)
    assert.match(await raw(app.url, head), new RegExp(`^HTTP/1\\.1 ${status} `), head);

  const socket = open(app.url);
  let received = '';
  socket.on('data', (chunk) => (received += chunk));
  socket.write(expecting('Content-Length: 2', `X-API-Key: ${org.key}`));
  await until(() => received.startsWith('HTTP/1.1 100 Continue\r\n\r\n'));
  assert.equal(received.match(/HTTP\/1\.1/g)?.length, 1);
  socket.write('{}');
  await once(socket, 'close');
  assert.match(received, /\r\n\r\nHTTP\/1\.1 200 /);
});

test('whole numbers in a query and a path are digits, and nothing that may be read as a number', async () => {
  const call = callerWith(app, token);
  const odd = [
    '0x10',
    '1e1',
    '010',
    '10.0',
    '1_0',
    '٣',
    ' 10',
    '10 ',
    '+10',
    '-0',
    '0b1',
    '',
    'Infinity',
    '1e400',
    '1.5',
  ];
  for (const value of odd) {
    for (const name of ['limit', 'offset']) {
      const { status, json } = await call('listBrands', { query: { [name]: value } });
      assert.equal(status, 400, `${name}=${value}`);
      assert.match(json.message, new RegExp(`^${name} must be an integer`));
    }
    if (value === '') continue;
    const draft = { ids: ['019aa0c4-7f00-7000-8000-000000000001', value] };
    assert.equal((await call('getDraftVersion', draft)).status, 400, value);
  }
  for (const value of ['1', '10', '1000'])
    assert.equal((await call('listBrands', { query: { limit: value } })).status, 200, value);
  assert.match(
    (await call('listBrands', { query: { limit: '0' } })).json.message,
    /^limit must be 1 or more\.$/,
  );
  assert.match(
    (await call('listBrands', { query: { offset: '-1' } })).json.message,
    /^offset must be 0 or more\.$/,
  );
});

test('a byte order mark is no part of a body, and nothing at all is of no media type', async () => {
  const report = (body: string | undefined, type: string) =>
    app.call('POST', REPORT, { key: org.key, headers: { 'Content-Type': type }, body });
  const plain = await report('{"limit":1}', 'application/json');
  assert.equal((await report('\ufeff{"limit":1}', 'application/json')).text, plain.text);
  assert.equal((await report('\ufeff\ufeff{"limit":1}', 'application/json')).status, 400);
  for (const type of ['application/octet-stream', 'text/plain', 'application/x-www-form-urlencoded'])
    assert.equal((await report('', type)).status, 200, type);
  assert.equal((await report('{}', 'application/octet-stream')).status, 415);
  const run = JSON.stringify(completeRun({ brand: 'Lumenfold' }));
  const headers = { 'Content-Type': 'application/x-ndjson' };
  const ingested = await app.call('POST', '/api/runs', { key: org.key, headers, body: `\ufeff${run}\n` });
  assert.deepEqual([ingested.status, ingested.json.created], [200, 1]);
});

test('a URL has a host, its scheme is in any case, and one bad citation is said to be it', async () => {
  const call = callerWith(app, token);
  for (const website of [
    'http://',
    'https://',
    'http:///x',
    'http://?x',
    'http://:80',
    'http://u@',
    'http:x',
    'http://#',
  ]) {
    const { status, json } = await call('createBrand', { body: { name: 'Hostless', website } });
    assert.equal(status, 400, website);
    assert.match(json.message, /^website must be a website, such as acme\.com or /);
  }
  const cased = { name: 'Cased', website: 'HTTPS://Www.Cased.Example/' };
  assert.equal((await call('createBrand', { body: cased })).status, 201);
  const body = ['HTTPS://news.example/a', 'Http://news.example/b'].map((url) =>
    completeRun({ brand: 'Lumenfold', answer: 'Lumenfold.', citations: [{ url }] }),
  );
  const { json } = await app.call('POST', '/api/runs', { key: org.key, body });
  assert.deepEqual([json.created, json.refused], [2, 0], JSON.stringify(json));
  const urls = ['ftp://news.example', 'news.example/c'];
  const mixed = completeRun({ brand: 'Lumenfold', citations: urls.map((url) => ({ url })) });
  const taken = await app.call('POST', '/api/runs', { key: org.key, body: [mixed] });
  const [{ status, warnings }] = taken.json.results;
  assert.equal(status, 'created');
  assert.deepEqual(
    warnings.map(({ field }: { field: string }) => field),
    ['citations[0].url'],
  );
});

test('names of brands and competitors are kept without blanks around, once however they are written', async () => {
  const call = callerWith(app, token);
  const made = await call('createBrand', { body: { name: '  Trim Me ', aliases: [' Trimmed '] } });
  assert.deepEqual([made.json.name, made.json.aliases], ['Trim Me', ['Trimmed']]);
  for (const name of ['Trim Me', 'trim me', 'TRIM  ME', 'Ｔｒｉｍ Me', 'Trim\u00a0Me', 'Trim Me\t'])
    assert.equal((await call('createBrand', { body: { name } })).status, 409, JSON.stringify(name));
  const other = await call('createBrand', { body: { name: 'Other' } });
  const renamed = await call('updateBrand', { ids: [other.json.id], body: { name: ' TRIM me' } });
  assert.equal(renamed.status, 409);
  // Its own name in another case is no other's.
  const itself = await call('updateBrand', { ids: [made.json.id], body: { name: 'TRIM ME ' } });
  assert.deepEqual([itself.status, itself.json.name], [200, 'TRIM ME']);
  for (const name of ['   ', '—', '...', '\t'])
    assert.match((await call('createBrand', { body: { name } })).json.message, /^name must /, name);
  const competitor = { ids: [other.json.id], body: { name: ' Gleam ' } };
  assert.equal((await call('createCompetitor', competitor)).json.name, 'Gleam');
  assert.equal((await call('createCompetitor', { ...competitor, body: { name: 'GLEAM' } })).status, 409);
  // A run may name its brand as loosely.
  const run = completeRun({ brand: 'trim me ', answer: 'TRIM ME wins.' });
  const { json } = await app.call('POST', '/api/runs', { key: org.key, body: [run] });
  assert.equal(json.created, 1, JSON.stringify(json));
});
