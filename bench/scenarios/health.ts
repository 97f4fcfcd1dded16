import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAYS } from '../data/dataset.ts';
import { ask } from '../support/client.ts';
import { alternate, compare, percentile } from '../support/compare.ts';
import { Probe } from '../support/probe.ts';
import { bodyOf, freshRanges } from '../support/ranges.ts';
import { atMost, type Figure, type Scenario } from '../support/scenario.ts';

/** Pages that are asked for at once. */
const PAGES = 300;
const ROWS = 10_000;
/** Bodies that are sent at once to somebody who may not send them. */
const BODIES = 200;
const BODY_BYTES = 16 << 20;
/** Milliseconds between requests for /health. */
const PACE = 10;
/** As a load balancer that looks each second takes a server out: after some missed looks. */
const LATEST_MS = 1_000;

/** /health, by which a load balancer judges a server, while it is asked for more than it can give. */
export const health: Scenario = {
  name: 'health',
  seconds: 60,
  async measure(bench) {
    const { rounds, seconds, isQuick } = bench.settings;
    const server = await bench.server();
    const { key } = bench.dataset.fixtures.tenfold;
    const probe = await Probe.start();
    const probing = {
      everyMs: PACE,
      requests: [
        { url: `${server.url}/health`, method: 'GET' as const, headers: {}, body: '', expected: null },
      ],
    };
    const most: Record<'pages' | 'bodies', number[]> = { pages: [], bodies: [] };
    const beside = async (work: Promise<unknown> | number, longest?: number[]) => {
      const times = await probe.during(probing, work);
      longest?.push(Math.max(...times));
      return percentile(times, 99);
    };
    const ranges = freshRanges(DAYS - 20, ROWS);
    const page = () => ask(server.url, { report: 'mentions', key, body: bodyOf(ranges.next().value) });
    const samples = await alternate(rounds, {
      idle: () => beside(seconds),
      pages: () => beside(Promise.all(Array.from({ length: isQuick ? 30 : PAGES }, page)), most.pages),
      bodies: () =>
        beside(
          Promise.all(Array.from({ length: isQuick ? 20 : BODIES }, () => refusedBody(server.url))),
          most.bodies,
        ),
    });
    await probe.stop();
    for (const values of Object.values(most)) values.shift(); // the warm-up
    const figures = (side: 'pages' | 'bodies', what: string): Figure[] => [
      { row: 26, name: `p99 of /health ${what} ÷ idle`, unit: 'ms', ...compare(samples[side], samples.idle) },
      {
        row: 26,
        name: `longest answer of /health ${what} ÷ ${LATEST_MS} ms`,
        unit: 'ms',
        target: atMost(1),
        ...compare(
          most[side],
          most[side].map(() => LATEST_MS),
        ),
      },
    ];
    return [
      ...figures('pages', `under ${PAGES} pages of ${ROWS} rows at once`),
      ...figures('bodies', `under ${BODIES} refused bodies of ${BODY_BYTES >> 20} MB at once`),
    ];
  },
};

/**
 * Sends a body without credentials, all of it whatever is answered. The server reads on for a moment only: who is
 * slower finds the connection closed, without the answer. @throws Error where it is not refused
 */
function refusedBody(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((done, failed) => {
    const socket = connect(Number(port), hostname);
    let received = '';
    // The rest is not read: the server may close at any time.
    socket.on('error', () => {});
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text;
    });
    socket.on('close', () =>
      /^(HTTP\/1\.1 (401|503) |$)/.test(received)
        ? done()
        : failed(new Error(`Not refused: ${received.slice(0, 100)}`)),
    );
    socket.write(
      `POST /api/runs HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${BODY_BYTES}\r\n\r\n`,
    );
    void sendAll(socket);
  });
}

async function sendAll(socket: ReturnType<typeof connect>): Promise<void> {
  const piece = Buffer.alloc(1 << 20, 32);
  for (let sent = 0; sent < BODY_BYTES && !socket.destroyed; sent += piece.byteLength) {
    if (!socket.write(piece))
      await Promise.race([new Promise((done) => socket.once('drain', done)), sleep(1_000)]);
  }
}
