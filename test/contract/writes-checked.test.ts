import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { completeRun, startTestApp, type TestApp, type TestOrganisation, until } from '../support/app.ts';
import { open } from '../support/raw.ts';

let app: TestApp;

before(async () => {
  app = await startTestApp();
});
after(() => app?.close());

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
  const report = () => app.call('POST', '/api/customer/v1/reports/brands', { key: org.key });
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
