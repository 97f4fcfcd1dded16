// A client that does its worst, in a thread of its own so that the one who measures beside it is not held up.
import { workerData } from 'node:worker_threads';
import { completeRun } from '../server/app.ts';
import { raw } from './raw.ts';

export interface HostileOrders {
  url: string;
  key: string;
  token: string;
  /** Its brand of many names within names. */
  nestedId: string;
  /** Names of the competitors of its brand "Crowded". */
  rivals: string[];
  /** Set to 1 when it is over. */
  over: SharedArrayBuffer;
  /** How often each thing was done, by its place in ACTS. */
  done: SharedArrayBuffer;
}

/** Clients that do the same at once. */
const AT_ONCE = 2;

export const ACTS = [
  'markup that is never closed',
  'names within names',
  'tries of names within names',
  'thousands of competitors',
  'ids of a megabyte',
  'spaces in a header',
  'slow mentions',
  'slow runs',
] as const;

if (workerData) {
  const { url, key, token, nestedId, rivals, over, done } = workerData as HostileOrders;
  const isOver = new Int32Array(over);
  const counts = new Int32Array(done);
  const q = 'q '.repeat(25_000);
  const call = async (method: string, path: string, headers: Record<string, string>, body?: unknown) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    await response.arrayBuffer();
  };
  const bearer = { Authorization: `Bearer ${token}` };
  const ingest = (brand: string, answer: string) =>
    call('POST', '/api/runs', { 'X-API-Key': key }, [completeRun({ brand, answer })]);
  const acts: Record<(typeof ACTS)[number], () => Promise<unknown>> = {
    'markup that is never closed': () => ingest('Nested', '\\``` \\`` [[[ <a <b \\```'.repeat(500)),
    'names within names': () => ingest('Nested', q),
    'tries of names within names': () =>
      call('POST', '/api/testing/extraction', bearer, { brandId: nestedId, answer: q }),
    'thousands of competitors': () => ingest('Crowded', rivals.join(' ')),
    'ids of a megabyte': () =>
      call(
        'POST',
        '/api/customer/v1/reports/brands',
        { 'X-API-Key': key },
        { brand_id: 'x'.repeat(1_000_000) },
      ),
    'spaces in a header': () =>
      raw(
        url,
        `GET /health HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip${' '.repeat(15_000)};q=1\r\nConnection: close\r\n\r\n`,
      ),
    'slow mentions': () => call('GET', '/api/mentions?limit=50&offset=10000', bearer),
    'slow runs': () => call('GET', '/api/runs?limit=1000', bearer),
  };
  const only = process.env['HOSTILE_ACT'];
  for (const [at, name] of ACTS.entries()) {
    if (only && only !== name) continue;
    for (let client = 0; client < AT_ONCE; client += 1) {
      void (async () => {
        while (Atomics.load(isOver, 0) === 0) {
          await acts[name]().catch(() => {});
          Atomics.add(counts, at, 1);
        }
      })();
    }
  }
}
