import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callerWith } from '../support/callers/caller.ts';
import { withApp } from '../support/callers/organisation.ts';
import { forFile } from '../support/for-file.ts';
import { startCommandHost } from '../support/server/programs.ts';

const app = await withApp({});
const commands = await forFile(
  startCommandHost({
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.dataDir,
    ENCRYPTION_KEY: 'another secret of tests, long enough',
  }),
);

async function run(args: string[], input = ''): Promise<string> {
  const { code, stdout, stderr } = await commands.run(args, input);
  assert.equal(code, 0, stderr);
  return stdout.trim();
}

test('keys are made, listed and revoked by the command line, and a revoked one is refused at once', async () => {
  const key = await run(['server-key', 'create', '--name', 'portal\nof two lines']);
  assert.match(key, /^sl_admin_\w{36}$/);
  const list = () => app.call('GET', '/api/server/organisations', { token: key });
  assert.equal((await list()).status, 200);
  const line = (await run(['server-key', 'list'])).split('\n').find((one) => one.includes('portal of two'))!;
  const [id = '', prefix, state, scope, used] = line.split('\t');
  assert.deepEqual([prefix, state, scope], [`${key.slice(0, 15)}…`, 'active', 'server:admin']);
  assert.ok(used && used !== 'never');
  await run(['server-key', 'revoke', id]);
  assert.equal((await list()).status, 401);
  assert.match(await run(['server-key', 'list']), /revoked/);
  const unknown = await commands.run(['server-key', 'revoke', 'none']);
  assert.deepEqual([unknown.code, /There is no key none/.test(unknown.stderr)], [2, true]);
  assert.equal((await commands.run(['server-key', 'create'])).code, 2, 'a key has a name');
});

test('the commands do what the operations do, and are in the same audit logs', async () => {
  const key = await run(['server-key', 'create', '--name', 'checks']);
  const admin = callerWith(app, key);
  const plain = ['org', 'create', '--name', 'By command', '--plan', 'FREE', '--email', 'cli@command.example'];
  const both = await commands.run([...plain, '--invite', '--password-stdin']);
  assert.deepEqual([both.code, (await commands.run(plain)).code], [2, 2]);
  const [id = '', token = ''] = (await run([...plain, '--invite'])).split('\n');
  assert.match(token, /^sli_/);
  const password = 'a password of the owner';
  const owner = await app.call('POST', '/api/auth/invitations/accept', { body: { token, password } });
  assert.equal(owner.status, 201);

  const details = async () => (await admin('getServerOrganisation', { ids: [id] })).json;
  await run(['org', 'plan', '--org', id, '--plan', 'GROWTH']);
  await run(['org', 'limits', '--org', id, 'brands=8', 'pins=none']);
  await run(['org', 'suspend', '--org', id, '--reason', 'Overdue']);
  const { plan, limits, state, suspensionReason } = await details();
  assert.deepEqual(
    [plan, limits, state, suspensionReason],
    ['GROWTH', { brands: 8, pins: null }, 'SUSPENDED', 'Overdue'],
  );
  assert.match(await run(['org', 'list']), new RegExp(`${id}\tGROWTH\tBy command\tsuspended`));
  const login = () =>
    app.call('POST', '/api/auth/login', { body: { email: 'cli@command.example', password } });
  assert.equal((await login()).json.error, 'organisation_suspended');
  await run(['org', 'resume', '--org', id]);
  const { accessToken } = (await login()).json;
  await run(['org', 'limits', '--org', id]);
  assert.deepEqual((await details()).limits, {});
  for (const wrong of ['seats=1', 'brands=-1', 'brands=many', 'brands=9999999'])
    assert.equal((await commands.run(['org', 'limits', '--org', id, wrong])).code, 2, wrong);

  const acts = ['changeLimits', 'resumeOrganisation', 'suspendOrganisation', 'changeLimits', 'changePlan'];
  const own = (await callerWith(app, accessToken)('listAuditLog', { query: { targetId: id } })).json.data;
  assert.deepEqual(
    own.map(({ action, actorType }) => [action, actorType]),
    [...acts, 'createOrganisation'].map((action) => [action, 'OPERATOR']),
  );
  await run(['org', 'delete', '--org', id, '--yes']);
  const log = (await admin('listServerAuditLog', { query: { organisationId: id } })).json.data;
  assert.deepEqual(
    log.map(({ action, actorType }) => [action, actorType]),
    ['deleteOrganisation', ...acts, 'createOrganisation'].map((action) => [action, 'OPERATOR']),
  );
});
