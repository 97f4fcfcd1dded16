import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { after, afterEach, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { Outbound } from '../../src/outbound/addresses.ts';
import { OutboundClient, OutboundError } from '../../src/outbound/client.ts';
import { until } from '../support/server/app.ts';

/** Requests as they were handled, each by its method. */
let handled: string[] = [];
const connections = new Set<Socket>();
const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

/**
 * Handles the first request of a connection, and the next ones too, but ends the connection instead of answering them.
 */
const server = createServer((socket) => {
  connections.add(socket);
  socket.on('close', () => connections.delete(socket));
  let requests = 0;
  socket.on('error', () => {});
  socket.on('data', (text) => {
    requests += 1;
    handled.push(String(text).split(' ')[0]!);
    if (requests === 1) socket.write(ANSWER);
    else socket.destroy();
  });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');

/** How many requests the server in a thread has handled, how many connections it is to end, and has ended. */
const HANDLED = 0;
const TO_END = 1;
const ENDED = 2;
const counts = new Int32Array(new SharedArrayBuffer(12));
/** A server in a thread. It ends each connection after its answer, when it is told to, without a word before. */
const closing = new Worker(
  `const { createServer } = require('node:net');
   const { parentPort, workerData: counts } = require('node:worker_threads');
   const server = createServer((socket) => {
     socket.on('error', () => {});
     socket.on('data', () => {
       const handled = Atomics.add(counts, ${HANDLED}, 1) + 1;
       socket.write(${JSON.stringify(ANSWER)});
       while (Atomics.load(counts, ${TO_END}) < handled) Atomics.wait(counts, ${TO_END}, handled - 1);
       socket.end(() => {
         Atomics.add(counts, ${ENDED}, 1);
         Atomics.notify(counts, ${ENDED});
       });
     });
   });
   server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`,
  { eval: true, workerData: counts },
);
const [closingPort] = await once(closing, 'message');

const open = new Outbound(['127.0.0.0/8']);
let client = new OutboundClient(open);
const send = (method: 'GET' | 'POST', port = (server.address() as { port: number }).port) =>
  client.send(`http://127.0.0.1:${port}/`, { method, headers: {}, body: method === 'POST' ? '{}' : '' });

afterEach(() => {
  client.close();
  client = new OutboundClient(open);
  handled = [];
});
after(async () => {
  client.close();
  await closing.terminate();
  server.close();
});

test('a POST that may have been handled is not sent again; a GET is', async () => {
  await send('POST');
  await assert.rejects(
    send('POST'),
    (error) =>
      error instanceof OutboundError &&
      error.failure === 'CUT_OFF' &&
      /before its answer/.test(error.message),
  );
  assert.deepEqual(handled, ['POST', 'POST']);
  handled = [];
  await send('GET');
  assert.equal((await send('GET')).status, 200);
  assert.deepEqual(handled, ['GET', 'GET', 'GET']);
});

test('a connection that the server has closed meanwhile is not used: a POST goes over another, once', async () => {
  for (let times = 1; times <= 20; times += 1) {
    assert.equal((await send('POST', closingPort)).status, 200);
    Atomics.add(counts, TO_END, 1);
    Atomics.notify(counts, TO_END);
    // This thread stands still until the server has ended the connection, and sends at once.
    while (Atomics.load(counts, ENDED) < times) Atomics.wait(counts, ENDED, times - 1);
  }
  assert.equal(counts[HANDLED], 20);
});

test('a connection that is idle is closed before servers close theirs', async () => {
  await send('POST');
  assert.equal(connections.size, 1);
  await until(() => connections.size === 0);
});
