import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp, type TestOrganisation } from '../support/app.ts';

let app: TestApp;
let org: TestOrganisation;
let token: string;

before(async () => {
  app = await startTestApp();
  org = await app.organisation();
  token = await app.login(org);
});
after(() => app?.close());

const create = (name: string, key: string, as = token) =>
  app.call('POST', '/api/brands', { token: as, body: { name }, headers: { 'Idempotency-Key': key } });

test('50 at once with one Idempotency-Key make one row and get one answer', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => create('Lumenfold', 'order-1')));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
  assert.equal((await app.call('GET', '/api/brands', { token })).json.total, 1);
});

test('the same key with another body is 422, of another organisation it is free', async () => {
  const other = await create('Gleamwell', 'order-1');
  assert.equal(other.status, 422);
  assert.equal(other.json.error, 'unprocessable');
  const foreign = await app.organisation();
  assert.equal((await create('Gleamwell', 'order-1', await app.login(foreign))).status, 201);
});

test('a refused request leaves its key free', async () => {
  assert.equal((await create('Lumenfold', 'order-2')).status, 409, 'the name is taken');
  assert.equal((await create('Brightnook', 'order-2')).status, 201);
});

test('while the first is in flight, a repeat waits and then is 409; nothing is kept in clear', async () => {
  const { db } = app.app.services;
  const [row] = await db.tenant(
    org.id,
    (tx) => tx<{ answer: Buffer }[]>`
    update idempotency_keys set created_at = created_at returning answer`,
  );
  assert.ok(row && !row.answer.includes('Lumenfold'));
  await db.tenant(org.id, (tx) => tx`update idempotency_keys set answer = null`);
  const startedAt = Date.now();
  const repeat = await create('Lumenfold', 'order-1');
  assert.equal(repeat.status, 409);
  assert.ok(Date.now() - startedAt >= 4_000, 'it waited for the first one');
});
