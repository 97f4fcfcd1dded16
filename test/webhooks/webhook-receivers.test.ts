import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { forFile } from '../support/for-file.ts';
import { startReceiver } from '../support/providers/receiver.ts';
import { startSender } from '../support/providers/sender.ts';
import { until } from '../support/server/app.ts';

const TIMEOUT_MS = 1_500;

const MANNERS: Record<string, (response: ServerResponse) => void> = {
  '/fine': (response) => response.writeHead(204).end(),
  '/silent': () => {},
  '/redirect': (response) => response.writeHead(307, { location: '/fine' }).end(),
  '/oversized': (response) => response.writeHead(200).end('x'.repeat(5_000_000)),
  '/endless': (response) => {
    response.writeHead(200);
    const more = () => {
      while (!response.destroyed && response.write('y'.repeat(16_384)));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  },
  '/trickles': (response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('z'), 50);
    response.on('close', () => clearInterval(timer));
  },
  '/closes': (response) => response.destroy(),
  '/early': (response) => response.writeHead(202, { 'content-length': '10' }).write('abc'),
};

const sender = await forFile(
  startSender({ limits: { timeoutMs: TIMEOUT_MS }, concurrency: { total: 16, lagging: 8 } }),
);
const receiver = await forFile(startReceiver(({ path }, response) => MANNERS[path]?.(response)));
// What no HTTP server would say, a byte at a time or at once.
const raw = await forFile(
  createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (data) => {
      if (data.includes('/nonsense')) socket.end('220 smtp.example ready\r\n');
      if (data.includes('/head')) {
        socket.write('HTTP/1.1 200 OK\r\n');
        const timer = setInterval(() => socket.write('x'), 50);
        socket.on('close', () => clearInterval(timer));
      }
      if (data.includes('/long')) socket.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}`);
      if (data.includes('/switch')) socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n');
    });
  }),
);
await new Promise<void>((done) => raw.listen(0, '127.0.0.1', done));

test('what a receiver does is bounded, and said in words', async () => {
  const rawUrl = `http://127.0.0.1:${(raw.address() as AddressInfo).port}`;
  const expected: [string, string, number | null, string | null][] = [
    [receiver.url, '/silent', null, 'It did not answer within 1.5 s.'],
    [receiver.url, '/redirect', 307, 'It answered 307, a redirect, which is not followed.'],
    [receiver.url, '/oversized', 200, null],
    [receiver.url, '/endless', 200, null],
    [receiver.url, '/trickles', 200, null],
    [receiver.url, '/early', 202, null],
    [receiver.url, '/closes', null, 'The connection ended before its answer.'],
    [rawUrl, '/nonsense', null, 'What it answers is not HTTP, or too long a head.'],
    [rawUrl, '/head', null, 'It did not answer within 1.5 s.'],
    [rawUrl, '/long', null, 'What it answers is not HTTP, or too long a head.'],
    [rawUrl, '/switch', 101, 'It answered 101.'],
    ['http://127.0.0.1:1', '/', null, 'It refuses the connection.'],
    [receiver.url.replace('http:', 'https:'), '/fine', null, 'A secure connection could not be made.'],
  ];
  await Promise.all(
    expected.map(async ([base, path, status, error]) => {
      const org = await sender.organisation();
      const { id } = await sender.webhook(org, base + path);
      await sender.tell(org);
      await until(async () => (await sender.deliveries(org, id))[0]?.tries === 1);
      const [delivery] = await sender.deliveries(org, id);
      const [attempt] = await sender.attempts(org, delivery!.id);
      assert.deepEqual([attempt?.status, attempt?.error], [status, error], path);
      assert.equal(delivery?.state, error === null ? 'DELIVERED' : 'PENDING', path);
      assert.ok(attempt!.durationMs < TIMEOUT_MS + 1_000, `${path}: ${attempt?.durationMs} ms`);
      assert.ok((attempt?.responseBody ?? '').length <= 4_096, path);
      if (path === '/oversized') assert.equal(attempt?.responseBody, 'x'.repeat(4_096));
      if (path === '/redirect') assert.equal(attempt?.responseHeaders?.['location'], '/fine');
    }),
  );
  assert.equal(receiver.to('/fine').length, 0);
});

test('more targets that hang than there are lanes delay no other', async () => {
  const HANGING = 24;
  const org = await sender.organisation();
  for (let n = 0; n < HANGING; n += 1) await sender.webhook(org, `${receiver.url}/silent`);
  const others = await sender.organisation();
  const { id } = await sender.webhook(others, `${receiver.url}/fine`);
  await sender.tell(org, [1, 2, 3, 4]);
  const known = () =>
    sender.db.tenant(org, async (tx) => {
      const [row] = await tx<{ count: number }[]>`
        select count(*) as count from webhooks where org_id = ${org} and lags`;
      return row?.count;
    });
  await until(async () => (await known()) === HANGING);
  for (let n = 0; n < 3; n += 1) {
    const at = await sender.tell(others, [n]);
    await until(async () => (await sender.deliveries(others, id))[n]?.state === 'DELIVERED');
    const tookMs = receiver.to('/fine')[n]!.at - at;
    assert.ok(tookMs < TIMEOUT_MS, `${tookMs} ms, less than a hanging one takes`);
  }
});

test('a connection is used for what follows at once, and one that the receiver closed does no harm', async () => {
  const org = await sender.organisation();
  const patient = await startReceiver();
  const { id } = await sender.webhook(org, patient.url);
  await sender.tell(
    org,
    Array.from({ length: 10 }, (_, n) => n),
  );
  await until(async () => (await sender.deliveries(org, id)).every(({ state }) => state === 'DELIVERED'));
  assert.equal(patient.connections(), 1);
  patient.close();

  let served = 0;
  const impatient = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', () => {
      served += 1;
      // Says that it keeps the connection, and ends it.
      socket.end('HTTP/1.1 204 No Content\r\nconnection: keep-alive\r\n\r\n');
    });
  });
  await new Promise<void>((done) => impatient.listen(0, '127.0.0.1', done));
  const { port } = impatient.address() as AddressInfo;
  const other = await sender.organisation();
  const hook = await sender.webhook(other, `http://127.0.0.1:${port}/`);
  await sender.tell(other, [1, 2, 3]);
  await until(async () =>
    (await sender.deliveries(other, hook.id)).every(({ state }) => state === 'DELIVERED'),
  );
  assert.equal(served, 3);
  const tries = (await sender.deliveries(other, hook.id)).map((delivery) => delivery.tries);
  assert.deepEqual(tries, [1, 1, 1]);
  impatient.close();
});
