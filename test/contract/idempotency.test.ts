import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrgId } from '../../src/base/ids.ts';
import { connect } from '../../src/db/client.ts';
import { examplePath, isOfServer, operations, resolved } from '../support/callers/contract.ts';
import { withOrganisation } from '../support/callers/organisation.ts';
import { completeRun, type TestAnswer, type TestApp } from '../support/server/app.ts';
import { bodyFor, populate } from '../support/worlds/world.ts';

const { app, org, token } = await withOrganisation();

/** The operations that take an Idempotency-Key, by what a repeat may rely on. */
const keyed = new Map(
  // Operations of the server's administrator: test/administration/organisations.test.ts.
  operations
    .filter((one) => !isOfServer(one))
    .flatMap(({ id, raw }) => {
      const parameters = (raw.parameters ?? []).map(resolved);
      const parameter = parameters.find(({ name }: { name: string }) => name === 'Idempotency-Key');
      return parameter ? [[id, parameter['x-idempotency'] as unknown] as const] : [];
    }),
);
/** They work outside Postgres (in threads, by outgoing requests) or in several transactions. */
const CLAIMS = [
  'adoptMentionCorrections',
  'checkIntegration',
  'checkSingleSignOnDomains',
  'createCorrectionBatch',
  'eraseAddress',
  'importAnswers',
  'ingestRuns',
  'mergeLookAlikes',
  'previewNames',
  'sendReportSchedule',
  'testExtraction',
];
/** They change nothing, so nothing but their answers is stored. */
const READS = ['generateSchema', 'validateSchema'];

test('the contract says of each operation with an Idempotency-Key what a repeat may rely on', () => {
  for (const [id, way] of keyed) assert.ok(way === 'transaction' || way === 'claim', `${id}: ${way}`);
  assert.deepEqual(
    [...keyed]
      .filter(([, way]) => way === 'claim')
      .map(([id]) => id)
      .sort(),
    CLAIMS,
  );
});

test('what an operation does and its answer are one transaction, wherever the contract says so [long]', async () => {
  const seen = new Map<string, string[]>();
  let keys = 0;
  const db = app.app.services.db;
  const call: TestApp['call'] = async (method, path, options = {}) => {
    keys += 1;
    const headers = {
      ...options.headers,
      ...(method === 'POST' ? { 'Idempotency-Key': `world-${keys}` } : {}),
    };
    const answer = await app.call(method, path, { ...options, headers });
    const operation = operations.find(
      (one) =>
        one.method === method &&
        new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path.split('?')[0] ?? ''),
    );
    if (!operation || keyed.get(operation.id) !== 'transaction' || answer.status >= 300) return answer;
    const [stored] = await db.sql.begin(async (tx) => {
      await tx.unsafe(`set local app.org_id = '${world.id}'`);
      return tx<{ actions: string[] }[]>`
        select array(select action from audit_log a where a.xmin = k.xmin) as actions from idempotency_keys k
        where org_id = ${world.id} order by created_at desc limit 1`;
    });
    seen.set(operation.id, stored?.actions ?? ['no answer is stored']);
    return answer;
  };
  const world = { id: '' };
  const { ids, token: ownerToken } = await populate({
    ...app,
    call,
    organisation: async (options) => {
      const made = await app.organisation(options);
      world.id = made.id;
      return made;
    },
  });
  // What `populate` cannot do, because it is done already.
  await db.tenant(world.id as OrgId, async (tx) => {
    await tx`update webhook_deliveries set state = 'FAILED'`;
    await tx`update trial_runs set state = 'QUEUED', due_at = now() + interval '1 day'`;
    await tx`update runs set due_at = null where due_at is not null`;
    await tx`update integrations set is_active = true, type = (select platform from queries limit 1)
      where id = ${ids.get('integrations') ?? ''}`;
    await tx`insert into bucket_writes (org_id, integration_id, due_at)
      values (${world.id}, ${ids.get('integrations') ?? ''}, now())`;
  });
  for (const operation of operations.filter(({ id }) => keyed.get(id) === 'transaction' && !seen.has(id)))
    await call('POST', examplePath(operation, ids), { token: ownerToken, body: bodyFor(operation, ids) });
  const apart = [...seen].filter(([id, actions]) => !READS.includes(id) && !actions.includes(id));
  assert.deepEqual(apart, []);
  const missed = [...keyed].filter(([id, way]) => way === 'transaction' && !seen.has(id)).map(([id]) => id);
  assert.deepEqual(missed, []);
});

/** Sends a request again when its Retry-After says so, with the same key, until it is answered otherwise. */
async function obediently(
  send: () => Promise<TestAnswer>,
): Promise<{ answer: TestAnswer; refusals: number }> {
  for (let refusals = 0; ; refusals += 1) {
    const answer = await send();
    if (answer.status !== 503) return { answer, refusals };
    const seconds = Number(answer.headers.get('retry-after'));
    assert.ok(seconds >= 1, 'a 503 says when to come again');
    await sleep(seconds * 1000);
  }
}

/** Does work while nobody can write a table; others find the server too busy meanwhile. */
async function whileLocked<T>(table: string, ms: number, work: () => Promise<T>): Promise<T> {
  await using sql = connect(app.databaseUrl, { role: 'owner', max: 1 });
  let begun: Promise<T> | undefined;
  await sql.begin(async (tx) => {
    await tx.unsafe(`lock table ${table} in exclusive mode`);
    begun = work();
    await sleep(ms);
  });
  return await (begun as Promise<T>);
}

/** Such that some wait longer than they may: for a connection, or in a queue of so many. */
const WRITES: [table: string, most: number, lockedMs: number, send: (at: number) => Promise<TestAnswer>][] = [
  [
    'brands',
    52,
    5_000,
    (at) =>
      app.call('POST', '/api/brands', {
        token,
        body: { name: `Overloaded ${at}` },
        headers: { 'Idempotency-Key': `overload ${at}` },
      }),
  ],
  [
    'runs',
    150,
    2_000,
    (at) =>
      app.call('POST', '/api/runs', {
        key: org.key,
        body: [
          completeRun({
            brand: 'Overloaded 1',
            externalId: `overload ${at}`,
            executedAt: '2026-01-01T00:00:00Z',
          }),
        ],
        headers: { 'Idempotency-Key': `overload ${at}` },
      }),
  ],
];

for (const [table, most, lockedMs, send] of WRITES)
  test(`${most} at once that create ${table} on a busy server: each 503 may be repeated as it says, and each makes one row [long]`, async () => {
    const ended = await whileLocked(table, lockedMs, () =>
      Promise.all(Array.from({ length: most }, (_, at) => obediently(() => send(at)))),
    );
    assert.ok(
      ended.some(({ refusals }) => refusals > 0),
      'the server was too busy for some',
    );
    for (const { answer } of ended) assert.ok(answer.status < 300, answer.text);
    const [{ count }] = (await app.app.services.db.tenant(org.id, (tx) =>
      tx.unsafe(`select count(*) as count from ${table}`),
    )) as unknown as [{ count: number }];
    assert.equal(count, most);
    // And each is answered the same again.
    const again = await Promise.all(Array.from({ length: most }, (_, at) => obediently(() => send(at))));
    for (const [at, { answer }] of again.entries()) assert.equal(answer.text, ended[at]?.answer.text);
  });

test('50 repeats of a key whose first request takes long leave the database to others [long]', async () => {
  const other = await app.organisation({ brands: [{ name: 'Neighbour' }] });
  const theirs = await app.login(other);
  const create = () =>
    app.call('POST', '/api/brands', {
      token,
      body: { name: 'Slow' },
      headers: { 'Idempotency-Key': 'slow' },
    });
  const { ended, own, late } = await whileLocked('brands', 3_000, async () => {
    const ended = Array.from({ length: 50 }, create);
    await sleep(300);
    const startedAt = performance.now();
    const read = (token: string) => app.call('GET', '/api/brands', { token });
    const answers = await Promise.all([...Array.from({ length: 10 }, () => read(token)), read(theirs)]);
    return { ended: Promise.all(ended), own: answers, late: performance.now() - startedAt };
  });
  for (const { status, text } of own) assert.equal(status, 200, text);
  assert.ok(late < 1_500, `others waited ${late} ms`);
  const answers = await ended;
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
});
