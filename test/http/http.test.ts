import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { type ErrorCode, STATUS } from '../../src/base/errors.ts';
import { operations } from '../support/callers/contract.ts';
import { withOrganisation } from '../support/callers/organisation.ts';
import { open, raw } from '../support/callers/raw.ts';
import { startTestApp, type TestApp, until } from '../support/server/app.ts';

const REPORT = '/api/customer/v1/reports/brands';
const ORIGIN = 'https://dashboard.example';
const { app, org } = await withOrganisation({}, { CORS_ORIGINS: ORIGIN });

/** Sends a request head (and what follows it) on a connection that the server is to close. */
const send = (head: string, rest = '') => raw(app.url, `${head.replaceAll('\n', '\r\n')}\r\n\r\n${rest}`);

function assertRefused(answer: string, status: number) {
  assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `));
  assert.match(answer, /\r\nConnection: close\r\n/i);
  assert.match(answer, /\r\nX-Request-Id: [0-9a-f-]{36}\r\n/i);
  assert.equal(typeof JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))).error, 'string');
  assert.equal(answer.match(/^HTTP\/1\.1 \d/gm)?.length, 1, 'one answer, as what follows is no request');
}

test('requests whose end is in doubt get 400 and are closed', async () => {
  const head = `POST ${REPORT} HTTP/1.1\nHost: x\nX-API-Key: ${org.key}`;
  const smuggled = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n';
  assertRefused(await send(`${head}\nContent-Length: 2\nContent-Length: 4`, `{}${smuggled}`), 400);
  assertRefused(await send(`${head}\nContent-Length: 2, 4`, `{}${smuggled}`), 400);
  assertRefused(
    await send(`${head}\nContent-Length: 2\nTransfer-Encoding: chunked`, `0\r\n\r\n${smuggled}`),
    400,
  );
  assertRefused(await send(`${head}\nTransfer-Encoding: chunked, x`, `0\r\n\r\n${smuggled}`), 400);
  assertRefused(await send(`${head}\nTransfer-Encoding: chunked`, `zz\r\n${smuggled}`), 400);
  assertRefused(await send(`${head}\nContent-Length: -1`), 400);
  assertRefused(await send(`${head}\nX-Odd : 1`), 400);
});

test('no Host, no HTTP, no valid target: 400 and close', async () => {
  assertRefused(await send('GET /health HTTP/1.1'), 400);
  assertRefused(await send('GET /health HTTP/1.1\nHost: a\nHost: b'), 400);
  assertRefused(await send('hello'), 400);
  assertRefused(await send('GET /hea lth HTTP/1.1\nHost: x'), 400);
  assertRefused(await send('\u0016\u0003\u0001\u0002'), 400);
});

test('headers of 32 KB get 431', async () => {
  const filler = `X-Filler: ${'x'.repeat(1000)}\n`.repeat(32).trim();
  assertRefused(await send(`GET /health HTTP/1.1\nHost: x\n${filler}`), 431);
  assertRefused(await send(`GET /${'x'.repeat(32_000)} HTTP/1.1\nHost: x`), 431);
});

test('a head of 22 KB is read, and every operation declares what a larger one gets', async () => {
  const filler = (count: number) => `X-Filler: ${'x'.repeat(1000)}\n`.repeat(count).trim();
  assert.match(
    await send(`GET /health HTTP/1.1\nHost: x\nConnection: close\n${filler(22)}`),
    /^HTTP\/1.1 200 /,
  );
  const refused = await send(`GET /health HTTP/1.1\nHost: x\n${filler(25)}`);
  const json = JSON.parse(refused.slice(refused.indexOf('{')));
  assert.deepEqual([json.error, STATUS[json.error as ErrorCode]], ['headers_too_large', 431]);
  assert.deepEqual(
    operations.filter(({ raw }) => raw.responses['431'] === undefined).map(({ id }) => id),
    [],
  );
});

test('nothing is proxied', async () => {
  let connections = 0;
  const target = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((done) => target.listen(0, '127.0.0.1', done));
  const { port } = target.address() as { port: number };
  const elsewhere = `127.0.0.1:${port}`;
  const closing = `Host: ${elsewhere}\nConnection: close`;
  assert.match(await send(`GET http://${elsewhere}/ HTTP/1.1\n${closing}`), /^HTTP\/1\.1 400 /);
  assert.match(await send(`CONNECT ${elsewhere} HTTP/1.1\nHost: ${elsewhere}`), /^HTTP\/1\.1 4\d\d /);
  assert.match(await send(`GET //${elsewhere}/ HTTP/1.1\n${closing}`), /^HTTP\/1\.1 404 /);
  assert.match(
    await send(`GET /health HTTP/1.1\n${closing}\nX-Forwarded-Host: ${elsewhere}`),
    /^HTTP\/1\.1 200 /,
  );
  assert.equal(connections, 0);
  target.close();
});

test('odd methods and upgrades are refused or ignored, never 5xx', async () => {
  const end = 'Host: x\nConnection: close';
  assert.match(
    await send(`TRACE /health HTTP/1.1\n${end}\nX-API-Key: secret`),
    /^HTTP\/1\.1 405 (?!.*secret)/s,
  );
  for (const method of ['PUT', 'PATCH', 'DELETE', 'PROPFIND', 'QUERY', 'LINK'])
    assert.match(
      await send(`${method} /health HTTP/1.1\n${end}`),
      /^HTTP\/1\.1 405 .*\r\nAllow: HEAD, GET, OPTIONS\r\n/is,
    );
  assertRefused(await send(`BREW /health HTTP/1.1\n${end}`), 400);
  const upgrade = 'Connection: Upgrade, close\nUpgrade: websocket\nSec-WebSocket-Key: eA==';
  assert.match(await send(`GET /health HTTP/1.1\nHost: x\n${upgrade}`), /^HTTP\/1\.1 200 /);
  assert.match(await send(`GET /health HTTP/1.1\n${end}\nExpect: the-unexpected`), /^HTTP\/1\.1 200 /);
  assert.match(await send('GET /health HTTP/1.0'), /^HTTP\/1\.1 200 /);
});

test('HEAD works where GET does, 405 lists what is allowed, OPTIONS needs no credentials', async () => {
  for (const path of ['/health', '/health/ready', '/openapi.json', '/openapi.yaml']) {
    const get = await app.call('GET', path);
    const head = await app.call('HEAD', path);
    assert.equal(head.status, 200);
    assert.equal(head.text, '');
    assert.equal(head.headers.get('content-type'), get.headers.get('content-type'));
    if (!path.startsWith('/health'))
      assert.equal(head.headers.get('content-length'), get.headers.get('content-length'));
  }
  for (const method of ['PATCH', 'PUT', 'DELETE']) {
    const { status, headers } = await app.call(method, REPORT);
    assert.equal(status, 405);
    assert.equal(headers.get('allow'), 'HEAD, GET, POST, OPTIONS');
  }
  const options = await app.call('OPTIONS', REPORT);
  assert.equal(options.status, 204);
  assert.equal(options.headers.get('allow'), 'HEAD, GET, POST, OPTIONS');
  assert.equal((await app.call('OPTIONS', '/nowhere')).status, 404);
  assert.match(await send('OPTIONS * HTTP/1.1\nHost: x\nConnection: close'), /^HTTP\/1\.1 204 /);
});

test('cross-origin requests are allowed to the configured origins alone, by default to none', async () => {
  const preflight = {
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'X-API-Key',
  };
  const ask = (server: TestApp, origin: string) =>
    server.call('OPTIONS', REPORT, { headers: { Origin: origin, ...preflight } });
  const allowed = await ask(app, ORIGIN);
  assert.equal(allowed.headers.get('access-control-allow-origin'), ORIGIN);
  assert.match(allowed.headers.get('access-control-allow-headers') ?? '', /X-API-Key/);
  assert.match(allowed.headers.get('access-control-allow-methods') ?? '', /POST/);
  assert.equal(allowed.headers.get('access-control-allow-credentials'), null);
  const answer = await app.call('POST', REPORT, { key: org.key, headers: { Origin: ORIGIN } });
  assert.match(answer.headers.get('access-control-expose-headers') ?? '', /X-Snapshot-Id/);
  assert.match(answer.headers.get('vary') ?? '', /\bOrigin\b/);
  for (const origin of ['https://evil.example', `${ORIGIN}.evil.example`, 'null', '*'])
    assert.equal((await ask(app, origin)).headers.get('access-control-allow-origin'), null, origin);
  const plain = await startTestApp();
  const silent = await ask(plain, ORIGIN);
  await plain.close();
  assert.deepEqual(
    [...silent.headers.keys()].filter((name) => name.startsWith('access-control-')),
    [],
  );
});

test('500 slow senders are borne, and cut off [long]', async () => {
  const before = process.memoryUsage().rss;
  const head = `POST ${REPORT} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${org.key}\r\n`;
  let cutOff = 0;
  const slow = Array.from({ length: 500 }, (_, index) => {
    const socket = open(app.url);
    // Half of them stop in the head, half in the body.
    socket.write(index % 2 === 0 ? `${head}X-` : `${head}Content-Length: 1000\r\n\r\n{`);
    socket.on('error', () => {});
    socket.once('data', (answer) => {
      if (index % 2 === 0 && String(answer).startsWith('HTTP/1.1 408 ')) cutOff += 1;
    });
    return socket;
  });
  const drip = setInterval(() => {
    for (const [index, socket] of slow.entries())
      if (socket.writable) socket.write(index % 2 === 0 ? 'x' : ' ');
  }, 500);
  try {
    const times: number[] = [];
    await until(async () => {
      const startedAt = performance.now();
      const { status } = await app.call('POST', REPORT, { key: org.key });
      assert.equal(status, 200);
      times.push(performance.now() - startedAt);
      return cutOff === 250;
    });
    const slowest = times.toSorted((a, b) => a - b).at(Math.floor(times.length * 0.99)) ?? 0;
    assert.ok(slowest < 500, `others waited for ${slowest} ms`);
    assert.ok(process.memoryUsage().rss - before < 100e6);
  } finally {
    clearInterval(drip);
    for (const socket of slow) socket.destroy();
  }
});
