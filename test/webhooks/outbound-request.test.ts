import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { Outbound } from '../../src/outbound/addresses.ts';
import { OutboundClient, OutboundError } from '../../src/outbound/client.ts';
import { forFile } from '../support/for-file.ts';

const server = await forFile(
  createServer((request, response) => {
    if (request.url === '/silent') return;
    if (request.url === '/endless') {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('x'.repeat(1_000_000));
      return;
    }
    response.writeHead(302, { location: '/endless' }).end();
  }),
);
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const { port } = server.address() as AddressInfo;

async function askHead(outbound: Outbound, url: string, timeoutMs = 5_000) {
  const client = new OutboundClient(outbound);
  const asked = { method: 'GET', headers: {}, timeoutMs, read: 'none' } as const;
  return client.send(url, asked).finally(() => client.close());
}

after(async () => {
  server.closeAllConnections();
});

test('names are checked again as they are connected to', async () => {
  // A range beyond this machine opens local names to the check at connect time alone.
  const office = new Outbound(['10.0.0.0/8', '127.0.0.77']);
  assert.equal(office.urlRefusal(`http://localhost:${port}/`), null);
  await assert.rejects(
    askHead(office, `http://localhost:${port}/`),
    (error) =>
      error instanceof OutboundError && /localhost resolves to a loopback address/.test(error.message),
  );
  await assert.rejects(askHead(new Outbound([]), `http://127.0.0.1:${port}/`), /loopback/);
});

test('an answer is taken by its head: redirects are not followed, bodies not read, silence has an end', async () => {
  const open = new Outbound(['127.0.0.0/8', '::1']);
  const ask = (path: string, timeoutMs = 5_000) =>
    askHead(open, `http://localhost:${port}${path}`, timeoutMs);
  assert.equal((await ask('/')).status, 302);
  const { status, headers, body } = await ask('/endless');
  assert.deepEqual([status, headers['content-type'], body.length], [200, 'application/json', 0]);
  await assert.rejects(ask('/silent', 200), { message: 'It did not answer within 0.2 s.' });
  await assert.rejects(askHead(open, 'http://127.0.0.1:1/'), {
    message: 'It refuses the connection.',
  });
  await assert.rejects(askHead(open, `https://127.0.0.1:${port}/`), OutboundError);
});
