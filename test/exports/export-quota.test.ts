import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { exportsFolder } from '../../src/features/exports/files.ts';
import { type Caller, callerWith } from '../support/callers/caller.ts';
import { downloadExport, finishedExport } from '../support/callers/exports.ts';
import { withApp } from '../support/callers/organisation.ts';

const MB = 1 << 20;
const app = await withApp({ EXPORTS_MB: '3', EXPORTS_TOTAL_MB: '5' });

/** An organisation whose data make a file of so many MB, with its files and a caller of its owner. */
async function organisation(megabytes: number) {
  const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  await app.sql(org)`
      insert into webhook_messages (org_id, id, event, body)
      select o.id, 'msg_' || at, 'webhook.test', repeat('x', ${MB / 8}::integer)
      from organisations o cross join generate_series(1, ${megabytes * 8}::integer) at where o.id = ${org.id}`;
  const token = await app.login(org);
  const files = () => {
    try {
      return readdirSync(join(exportsFolder(app.dataDir), org.id));
    } catch {
      return [];
    }
  };
  return { org, token, files, call: callerWith(app, token) };
}
const exported = async (call: Caller) => finishedExport(call, (await call('createDataExport')).json.id);

test('an export past what the files of an organisation may hold fails and leaves none; a further one is refused', async () => {
  const { org, call, files, token } = await organisation(2);
  const first = await exported(call);
  assert.equal(first.state, 'COMPLETED', String(first.reason));
  const second = await exported(call);
  assert.equal(second.state, 'FAILED');
  assert.match(second.reason!, /grew past the \d MB that are left for exports/);
  const [left = '', ...others] = files();
  assert.ok(left.startsWith(`${first.id}.`) && others.length === 0, `${left} ${others}`);
  assert.equal((await downloadExport(app, token, first.id)).status, 200, 'what is kept stays');
  // Small enough to fit: reports are made as before.
  assert.equal((await call('createExport', { body: { report: 'BRANDS', format: 'CSV' } })).status, 201);

  await app.sql(org)`update exports set bytes = ${3 * MB} where id = ${first.id}`;
  const refused = await call('createDataExport');
  assert.equal(refused.status, 409);
  assert.match(refused.json.message, /3 MB of 3 MB/);
  assert.ok(refused.json.message.includes(first.id), 'it names what to delete');
  assert.equal((await call('deleteExport', { ids: [first.id] })).status, 204);
  assert.equal((await exported(call)).state, 'COMPLETED');
});

test('all organisations together fill no more than there is for exports, and recover when some is deleted', async () => {
  const others = await Promise.all([organisation(2), organisation(2)]);
  const made: string[] = [];
  for (const { call } of others) {
    const { id, state } = await exported(call);
    if (state === 'COMPLETED') made.push(id);
  }
  assert.equal(made.length, 1, 'with the file of the test before there is room for one');
  const [{ call }] = [others[0]!];
  assert.equal((await call('deleteExport', { ids: [made[0]!] })).status, 204);
  assert.equal((await exported(others[1]!.call)).state, 'COMPLETED');
});
