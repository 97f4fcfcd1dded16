import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { patiently } from '../support/callers/caller.ts';
import { withOrganisation } from '../support/callers/organisation.ts';
import { open } from '../support/callers/raw.ts';
import { completeRun, type TestOrganisation, until } from '../support/server/app.ts';

const { app, org, token } = await withOrganisation();

/** Changes the database as another process would. */
const elsewhere = (org: TestOrganisation, statement: string) =>
  app.app.services.db.tenant(org.id, (tx) => tx.unsafe(statement.replaceAll('$org', `'${org.id}'`)));

const ENDED: [name: string, statement: string, status: number][] = [
  ['logged out', 'update sessions set ended_at = now() where org_id = $org', 401],
  ['removed', 'delete from sessions where org_id = $org', 401],
  ['made a viewer', "update sessions set role = 'VIEWER' where org_id = $org", 403],
];

for (const [name, statement, status] of ENDED) {
  test(`a member who is ${name} writes nothing from then on, whatever the server remembers`, async () => {
    for (let round = 0; round < 10; round += 1) {
      const org = await app.organisation();
      const token = await app.login(org);
      // Known to the server a moment ago.
      assert.equal((await app.call('GET', '/api/brands', { token })).status, 200);
      await elsewhere(org, statement);
      const answer = await app.call('POST', '/api/brands', { token, body: { name: 'Late' } });
      assert.equal(answer.status, status, answer.text);
      const left = await elsewhere(org, 'select from brands where org_id = $org');
      assert.equal(left.length, 0);
    }
  });

  test(`nor with a body that comes when the member is ${name} already`, async () => {
    const org = await app.organisation();
    const token = await app.login(org);
    const body = JSON.stringify({ name: 'Late' });
    const socket = open(app.url);
    let received = '';
    socket.on('data', (chunk) => (received += chunk));
    socket.write(
      `POST /api/brands HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    // The credentials were found right.
    await until(() => received.includes('100 Continue'));
    await elsewhere(org, statement);
    socket.write(body);
    await once(socket, 'close');
    assert.match(received, new RegExp(`\r\n\r\nHTTP/1\\.1 ${status} `));
    assert.equal((await elsewhere(org, 'select from brands where org_id = $org')).length, 0);
  });
}

test('a key that is revoked writes nothing from then on; it reads no longer within 5 s', async () => {
  const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  const body = [completeRun({ brand: 'Lumenfold' })];
  const report = () => app.report(org, 'brands');
  assert.equal((await report()).status, 200);
  await elsewhere(org, 'update api_key_index set revoked_at = now() where org_id = $org');
  assert.equal((await app.call('POST', '/api/runs', { key: org.key, body })).status, 401);
  assert.equal((await elsewhere(org, 'select from runs where org_id = $org')).length, 0);
  await until(async () => (await report()).status === 401, 5_000);
});

test('reads end within 5 s for who is logged out or made a viewer', async () => {
  const org = await app.organisation();
  const token = await app.login(org);
  const read = () => app.call('GET', '/api/audit-log', { token });
  assert.equal((await read()).status, 200);
  await elsewhere(org, "update sessions set role = 'VIEWER' where org_id = $org");
  await until(async () => (await read()).status === 403, 5_000);
  await elsewhere(org, 'update sessions set ended_at = now() where org_id = $org');
  await until(async () => (await read()).status === 401, 5_000);
});

test('a write to an organisation that is deleted meanwhile is no fault of ours', async () => {
  for (let round = 0; round < 5; round += 1) {
    const org = await app.organisation();
    const token = await app.login(org);
    const { json } = await app.call('GET', '/api/organisation', { token });
    const write = (at: number) =>
      app.call('POST', '/api/queries', {
        token,
        headers: { 'Idempotency-Key': `${at}` },
        body: { brandId: 'unknown', platform: 'CLAUDE', queryText: `Which lamp ${at}?` },
      });
    const [deleted, ...writes] = await Promise.all([
      app.call('DELETE', `/api/organisation?name=${encodeURIComponent(json.name)}`, { token }),
      ...Array.from({ length: 10 }, (_, at) => write(at)),
    ]);
    assert.equal(deleted.status, 204);
    for (const { status, text } of writes) assert.ok(status < 500, text);
  }
});

const create = (name: string, key: string, as = token) =>
  app.call('POST', '/api/brands', { token: as, body: { name }, headers: { 'Idempotency-Key': key } });

test('50 at once with one Idempotency-Key make one row and get one answer', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => patiently(() => create('Lumenfold', 'order-1'))),
  );
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

test('while the first is in flight, a repeat waits and then is 409; nothing is kept in clear [long]', async () => {
  const [row] = await app.sql(org)<{ answer: Buffer }[]>`
    update idempotency_keys set created_at = created_at returning answer`;
  assert.ok(row && !row.answer.includes('Lumenfold'));
  await app.sql(org)`update idempotency_keys set answer = null`;
  const startedAt = Date.now();
  const repeat = await create('Lumenfold', 'order-1');
  assert.equal(repeat.status, 409);
  assert.ok(Date.now() - startedAt >= 4_000, 'it waited for the first one');
});
