// measured alone: time that others wait
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import postgres from 'postgres';
import {
  completeRun,
  startTestApp,
  type TestApp,
  type TestOrganisation,
  until,
} from '../support/server/app.ts';
import { onCluster } from '../support/server/cluster.ts';

let app: TestApp;
let floods: { org: TestOrganisation; token: string }[];
let other: TestOrganisation;
let token: string;
/** Of the other's work while nobody else is there, ms. */
let idleMs: number;

before(async () => {
  app = await startTestApp();
  floods = await Promise.all(
    [1, 2].map(async () => {
      const org = await app.organisation({ brands: [{ name: 'Glowtide' }] });
      return { org, token: await app.login(org) };
    }),
  );
  other = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  token = await app.login(other);
  await othersWork();
  idleMs = await othersWork();
});
after(() => app?.close());

/** Holds locks until it is told to let go: what needs them is as slow as a statement can be. */
async function hold(lock: (tx: postgres.TransactionSql) => Promise<unknown>): Promise<() => Promise<void>> {
  const sql = postgres(app.databaseUrl, { max: 1, onnotice: () => {} });
  const { promise: letGo, resolve } = Promise.withResolvers<void>();
  const { promise: held, resolve: isHeld } = Promise.withResolvers<void>();
  const done = sql.begin(async (tx) => {
    await lock(tx);
    isHeld();
    await letGo;
  });
  await Promise.race([held, done]);
  return async () => {
    resolve();
    await done;
    await sql.end();
  };
}

/** Statements of the program that wait for a lock. */
async function stuck(): Promise<number> {
  const [found] = await app.app.services.db.sql<{ count: number }[]>`
    select count(distinct pid) as count from pg_locks where not granted`;
  return found?.count ?? 0;
}

/** The slowest of the other organisation's requests, ms, none of which may fail. */
async function othersWork(): Promise<number> {
  let slowest = 0;
  for (let round = 0; round < 6; round += 1) {
    const startedAt = performance.now();
    const answers = await Promise.all([
      app.call('GET', '/api/brands', { token }),
      app.call('GET', '/api/mentions', { token }),
      app.call('POST', '/api/runs', { key: other.key, body: [completeRun({ brand: 'Lumenfold' })] }),
      app.call('GET', '/api/auth/me', { token }),
    ]);
    slowest = Math.max(slowest, performance.now() - startedAt);
    for (const { status, text } of answers) assert.equal(status, 200, text);
  }
  return slowest;
}

test('organisations whose lists are slow wait behind themselves: others notice nothing', async () => {
  // Nobody else asks for these.
  const letGo = await hold((tx) => tx`lock table campaigns in access exclusive mode`);
  const asked = floods.flatMap((flood) =>
    Array.from({ length: 40 }, async () => {
      const startedAt = performance.now();
      const { status, headers } = await app.call('GET', '/api/citations/campaigns', { token: flood.token });
      return { status, pause: Number(headers.get('retry-after')), ms: performance.now() - startedAt };
    }),
  );
  try {
    await until(async () => (await stuck()) >= 2);
    assert.ok((await othersWork()) < 4 * idleMs + 500);
    // What waits is told in bounded time that it is too much, though nothing moves.
    const told = await Promise.race([
      Promise.all(asked.slice(20, 40)),
      Promise.allSettled(asked).then(() => null),
    ]);
    for (const { status, pause, ms } of told ?? []) {
      assert.equal(status, 503);
      assert.ok(pause >= 1 && ms < 6_000, `${pause} s after ${ms} ms`);
    }
  } finally {
    await letGo();
  }
  // Whether one of them still waits for the lock when it is let go is a matter of time: none fails otherwise.
  for (const { status } of await Promise.all(asked)) assert.ok([200, 503].includes(status));
  for (const flood of floods)
    assert.equal((await app.call('GET', '/api/citations/campaigns', { token: flood.token })).status, 200);
});

test('an organisation whose ingestion stands still stops nobody else', {
  skip: onCluster('what waits for a lock waits on another node'),
}, async () => {
  const { org } = floods[0]!;
  const letGo = await hold((tx) => tx`select from organisations where id = ${org.id} for update`);
  const asked = Array.from({ length: 12 }, () =>
    app.call('POST', '/api/runs', { key: org.key, body: [completeRun({ brand: 'Glowtide' })] }),
  );
  try {
    await until(async () => (await stuck()) >= 2);
    assert.ok((await othersWork()) < 4 * idleMs + 500);
  } finally {
    await letGo();
  }
  for (const { status } of await Promise.all(asked)) assert.ok([200, 503].includes(status));
});

test('one organisation alone has more than one connection', async () => {
  const letGo = await hold((tx) => tx`lock table campaigns in access exclusive mode`);
  const asked = Array.from({ length: 3 }, () =>
    app.call('GET', '/api/citations/campaigns', { token: floods[0]!.token }),
  );
  await until(async () => (await stuck()) === 3);
  await letGo();
  for (const { status } of await Promise.all(asked)) assert.equal(status, 200);
});
