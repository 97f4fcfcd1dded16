// long: 11 s
// Callers of whom the database cannot tell: it has a fault, or a part of it is away.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '../../src/db/client.ts';
import { withApp } from '../support/callers/organisation.ts';
import { forFile } from '../support/for-file.ts';
import { type TestOrganisation, until } from '../support/server/app.ts';

const app = await withApp({});
const owner = await forFile(connect(app.databaseUrl, { role: 'owner', max: 1 }), (it) => it.end());
/** Longer than what was read of a caller counts as fresh. */
const LATE_MS = 8_000;

const reportOf = ({ key }: TestOrganisation) => app.report({ key }, 'brands');
const create = (token: string, name: string) => app.call('POST', '/api/brands', { token, body: { name } });

for (const [table, column] of [
  ['sessions', 'role'],
  ['api_key_index', 'scopes'],
  ['organisations', 'plan'],
] as const)
  test(`a fault while callers are read (${table}) is a 500, and no 401`, async () => {
    const org = await app.organisation();
    const token = await app.login(org);
    const byToken = () => app.call('GET', '/api/brands', { token });
    const statuses = async () => [(await byToken()).status, (await reportOf(org)).status];
    await owner.unsafe(`alter table ${table} rename column ${column} to elsewhere`);
    try {
      const isOfBoth = table === 'organisations';
      assert.deepEqual(await statuses(), [
        table === 'sessions' || isOfBoth ? 500 : 200,
        table === 'api_key_index' || isOfBoth ? 500 : 200,
      ]);
      // What is refused for its own sake still is.
      const forged = `${token.slice(0, -3)}abc`;
      assert.equal((await app.call('GET', '/api/brands', { token: forged })).status, 401);
    } finally {
      await owner.unsafe(`alter table ${table} rename column elsewhere to ${column}`);
    }
    await until(async () => (await statuses()).every((status) => status === 200));
  });

test('while an organisation cannot be read, its callers go on for reads, and a revoked key ends', async () => {
  const [away, near] = [await app.organisation(), await app.organisation()];
  const [token, other] = [await app.login(away), await app.login(near)];
  const { json: second } = await app.call('POST', '/api/api-keys', { token, body: { name: 'Second' } });
  const revoked = { ...away, key: second.key as string };
  for (const org of [away, near, revoked]) assert.equal((await reportOf(org)).status, 200);
  // As Citus answers for a table whose node is away.
  await owner.unsafe(`
    create function node_is_away(id text) returns boolean language plpgsql cost 1000000 as $$
      begin raise exception 'connection to the remote node failed' using errcode = '08006'; end $$;
    alter table organisations enable row level security;
    create policy away on organisations
      using (case when id = '${away.id}' then node_is_away(id) else true end) with check (true)`);
  try {
    assert.equal((await create(token, 'Away')).status, 503, 'nobody knows whether it may write');
    await owner`update api_key_index set revoked_at = now() where key_id = ${second.id}`;
    for (const until = performance.now() + LATE_MS; performance.now() < until; await sleep(500)) {
      assert.equal((await reportOf(away)).status, 200);
      assert.equal((await reportOf(near)).status, 200);
    }
    // A machine that is busy may need some reads more until one of the database succeeds in time.
    await until(async () => (await reportOf(revoked)).status === 401);
    assert.equal((await app.call('GET', '/health')).status, 200);
    assert.equal((await create(other, 'Near')).status, 201);
  } finally {
    await owner.unsafe(`alter table organisations disable row level security;
      drop policy away on organisations; drop function node_is_away(text)`);
  }
  assert.equal((await create(token, 'Back')).status, 201);
});
