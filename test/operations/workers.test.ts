// long: starts servers with several workers
import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { test } from 'node:test';
import { withApp } from '../support/callers/organisation.ts';
import { completeRun, SECRETS, until } from '../support/server/app.ts';
import { startProgram } from '../support/server/programs.ts';
import { startServerProgram } from '../support/server/server-program.ts';

const BURST = 50;
/** Connections that stay open: the kernel has spread them over the threads. */
const CONNECTIONS = 12;
const REPORTS = '/api/customer/v1/reports';

const app = await withApp({ WORKERS: '2', RATE_LIMIT_PER_MINUTE: '12', RATE_LIMIT_BURST: `${BURST}` });
const org = await app.organisation({ brands: [{ name: 'Lumenfold' }, { name: 'Gleamwell' }] });
const runs = Array.from({ length: 40 }, (_, at) =>
  completeRun({ brand: 'Lumenfold', answer: at % 3 === 0 ? 'Lumenfold.' : 'Gleamwell, then Lumenfold.' }),
);
await app.ingest(org, runs);
await app.snapshot();

interface Caller {
  call(path: string, key: string): Promise<{ status: number; text: string; snapshot: string | undefined }>;
  close(): void;
}

/** One connection, to one of the threads. */
function connection(url: string): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const call: Caller['call'] = (path, key) =>
    new Promise((done, failed) => {
      const method = path === '/health' ? 'GET' : 'POST';
      const sent = request(`${url}${path}`, { method, agent, headers: { 'X-API-Key': key } });
      sent.on('error', failed);
      sent.on('response', (response) => {
        let text = '';
        response.on('error', failed).on('data', (chunk) => (text += chunk));
        response.on('end', () =>
          done({ status: response.statusCode!, text, snapshot: String(response.headers['x-snapshot-id']) }),
        );
      });
      sent.end();
    });
  return { call, close: () => agent.destroy() };
}

async function withConnections<T>(count: number, work: (callers: Caller[]) => Promise<T>): Promise<T> {
  const callers = Array.from({ length: count }, () => connection(app.url));
  try {
    return await work(callers);
  } finally {
    for (const caller of callers) caller.close();
  }
}

test('with WORKERS=2, of 100 at once on a bucket of 50 exactly 50 pass', async () => {
  assert.equal(app.app.threads().length, 2);
  const { key } = await app.organisation();
  const answers = await withConnections(100, (callers) =>
    Promise.all(callers.map(({ call }) => call(`${REPORTS}/brands`, key))),
  );
  const counted = (status: number) => answers.filter((answer) => answer.status === status).length;
  assert.deepEqual([counted(200), counted(429)], [50, 50]);
});

test('every thread serves the same snapshot with the same bytes, and a new one within 2 s', async () => {
  await withConnections(CONNECTIONS, async (callers) => {
    const snapshot = app.app.services.reports.current()?.id;
    const all = (path: string) => Promise.all(callers.map(({ call }) => call(path, org.key)));
    const served = async () => (await all('/health')).map(({ text }) => JSON.parse(text).snapshot.id);
    await until(async () => (await served()).every((id) => id === snapshot), 2_000);
    const [first, ...others] = await all(`${REPORTS}/queries`);
    assert.equal(first!.snapshot, snapshot);
    assert.equal(JSON.parse(first!.text).data[0].brand.name, 'Lumenfold');
    for (const other of others) assert.deepEqual(other, first);
  });
});

test('a revoked key is refused by every thread within 5 s', async () => {
  const { json } = await app.call('POST', '/api/api-keys', {
    token: await app.login(org),
    body: { name: 'Short-lived', scopes: ['reports:read'] },
  });
  await withConnections(CONNECTIONS, async (callers) => {
    const statuses = async (key: string) =>
      (await Promise.all(callers.map(({ call }) => call(`${REPORTS}/brands`, key)))).map(
        ({ status }) => status,
      );
    assert.ok((await statuses(json.key)).every((status) => status === 200));
    const revokedAt = performance.now();
    await app.call('DELETE', `/api/api-keys/${json.id}`, { token: await app.login(org) });
    const left = [...callers];
    while (left.length > 0) {
      const { status } = await left[0]!.call(`${REPORTS}/brands`, json.key);
      if (status === 401) left.shift();
      assert.ok(performance.now() - revokedAt < 5_000, `${left.length} still take it`);
    }
  });
});

test('a thread that dies is started again, and the other serves meanwhile', async () => {
  const health = () => app.call('GET', '/health', { headers: { Connection: 'close' } });
  for (const at of [0, 1]) {
    const thread = app.app.threads()[at]!;
    await thread.terminate();
    for (let round = 0; round < 10; round += 1) assert.equal((await health()).status, 200);
    // When the second one has died too, it is the new ones that answer.
    await until(() => app.app.threads()[at] !== thread && app.app.isServing());
  }
});

/** The server as an operator starts it, beside the one of the tests. */
const variables = () => ({
  DATABASE_URL: app.databaseUrl,
  DATA_DIR: app.dataDir,
  WORKERS: '2',
  RATE_LIMIT_PER_MINUTE: '0',
  RATE_LIMIT_PER_DAY: '0',
  LOG_LEVEL: 'error',
});

test('SIGTERM under load with WORKERS=2: no request fails, exit 0 within 10 s', async () => {
  const server = await startServerProgram(variables());
  const failures: string[] = [];
  let answered = 0;
  const clients = Array.from({ length: 16 }, async () => {
    const { call, close } = connection(server.url);
    for (;;) {
      const answer = await call(`${REPORTS}/brands`, org.key).catch(
        (error) => error as NodeJS.ErrnoException,
      );
      if (answer instanceof Error) {
        // Nobody listens any more: that is how it ends for a client.
        if (answer.code !== 'ECONNREFUSED') failures.push(`${answer.code} ${answer.message}`);
        break;
      }
      if (answer.status !== 200) failures.push(`answered ${answer.status}`);
      answered += 1;
    }
    close();
  });
  await until(() => answered > 200);
  const startedAt = performance.now();
  server.child.kill('SIGTERM');
  const { code, signal, stderr } = await server.ended;
  assert.ok(performance.now() - startedAt < 10_000);
  assert.deepEqual([code, signal, stderr], [0, null, '']);
  await Promise.all(clients);
  assert.deepEqual(failures, []);
});

test('a port that another server listens on is refused, though threads could share it', async () => {
  const { code, stderr } = await startProgram('src/main.ts', [], {
    ...SECRETS,
    ...variables(),
    PORT: new URL(app.url).port,
  }).ended;
  assert.equal(code, 1);
  assert.match(stderr, /Port \d+ on 127\.0\.0\.1 is taken/);
});
