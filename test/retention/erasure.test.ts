import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect } from '../../src/db/client.ts';
import { operator } from '../../src/features/audit/audit.ts';
import { DELETED, OTHERWISE } from '../../src/features/erasure/places.ts';
import { placesWith } from '../../src/features/erasure/remaining.ts';
import { noteRefusal } from '../../src/features/mail/refusals.ts';
import { type Caller, callerWith, tokenAs } from '../support/callers/caller.ts';
import { finishedExport } from '../support/callers/exports.ts';
import { accepted, type TestMember } from '../support/callers/members.ts';
import { withApp } from '../support/callers/organisation.ts';
import { forFile, temporaryFolder } from '../support/for-file.ts';
import { tablesOfDumpWith } from '../support/outputs/traces.ts';
import { type TestOrganisation, until } from '../support/server/app.ts';
import { startCommandHost } from '../support/server/programs.ts';

const folder = temporaryFolder();

const app = await withApp({});
const commands = await forFile(startCommandHost({ DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir }));

interface Owned {
  org: TestOrganisation;
  call: Caller;
}

async function organisation(): Promise<Owned> {
  const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  return { org, call: callerWith(app, await app.login(org)) };
}

/** Leaves traces of an address wherever the program writes one. @param email as it is typed */
async function traces({ org, call }: Owned, email: string, role = 'ADMIN'): Promise<TestMember> {
  const { db } = app.app.services;
  const again = await call('createInvitation', { body: { email, role: 'VIEWER' } });
  assert.equal((await call('revokeInvitation', { ids: [again.json.id] })).status, 204);
  const { json } = await call('createInvitation', { body: { email, role } });
  const member = await accepted(app, json.token, email);
  await member.call('createApiKey', { body: { name: 'Theirs', scopes: ['reports:read'] } });
  await member.call('createInvitation', { body: { email: `friend-of-${email}`, role: 'VIEWER' } });
  const address = email.toLowerCase();
  await db.tenant(org.id, async (tx) => {
    await noteRefusal(tx, org.id, { address, status: 550, reason: `no ${address}`, isForGood: true });
    await tx`insert into mail_messages (org_id, id, kind, address, data)
      values (${org.id}, 'to', 'ALERT', ${address}, '{}'),
             (${org.id}, 'about', 'INVITATION', 'else@customer.example', ${JSON.stringify({ invitedBy: address })}::text::jsonb)`;
    await tx`insert into scim_users (org_id, id, user_name, email, role)
      values (${org.id}, 'scim', ${address}, ${address}, 'MEMBER'),
             (${org.id}, 'renamed', ${'c0ffee00'.repeat(4) + address}, 'else@customer.example', 'MEMBER')`;
    await tx`insert into single_sign_on_links (org_id, issuer, subject) values (${org.id}, 'https://login.example', ${address})`;
  });
  await db.sql`insert into password_requests (id, email) values (${`${org.id}${role}`}, ${address})`;
  await finishedExport(call, (await call('createDataExport')).json.id);
  return member;
}

const dump = (text: string) => tablesOfDumpWith(app.databaseUrl, join(folder, `${Math.random()}`), text);

test('an OWNER erases an address of somebody who has left, in the own organisation alone', async () => {
  const [ours, theirs] = [await organisation(), await organisation()];
  const email = 'Bob.Leaver@customer.example';
  const bob = await traces(ours, email);
  const erase = (as: Caller = ours.call) => as('eraseAddress', { body: { email } });
  assert.equal((await erase()).status, 409, 'a member');
  assert.equal((await ours.call('removeMember', { ids: [bob.id] })).status, 204);
  assert.equal((await erase(callerWith(app, await tokenAs(app, ours.org, 'ADMIN')))).status, 403);
  const { db } = app.app.services;
  await db.tenant(theirs.org.id, (tx) =>
    noteRefusal(tx, theirs.org.id, {
      address: email.toLowerCase(),
      status: 550,
      reason: 'no',
      isForGood: true,
    }),
  );

  const { status, json, text } = await erase();
  assert.equal(status, 200, text);
  const erased = Object.fromEntries(json.erased.map(({ what, count }) => [what.split(' ')[0], count]));
  // The friend's invitation is another's; its address holds this one, and goes from the audit log with it.
  assert.deepEqual(erased, {
    invitations: 2,
    mails: 2,
    refusals: 1,
    people: 2,
    links: 1,
    entries: 8,
    files: 1,
  });
  assert.ok(json.stays.length > 0);
  assert.deepEqual((await erase()).json.erased, [], 'once');
  const left = await placesWith(db, ours.org.id, 'bob.leaver@customer.example');
  assert.deepEqual(left, [{ place: 'invitations.email', rows: 1 }], "the friend's");
  assert.deepEqual(await placesWith(db, theirs.org.id, email.toLowerCase()), [
    { place: 'mail_addresses.address', rows: 1 },
  ]);
  const { data } = (await ours.call('listAuditLog', { query: { limit: 100 } })).json;
  const own = data.filter(({ actorId }) => actorId === bob.id);
  assert.ok(own.length >= 3 && own.every(({ address }) => address === null), 'no network address of theirs');
  assert.ok(
    data.some(({ action, details }) => action === 'createInvitation' && details['email'] === 'erased'),
  );
  assert.ok(
    data.some(({ actorId, address }) => actorId !== bob.id && address !== null),
    "others' stay",
  );
  assert.equal((await ours.call('listExports')).json.total, 0, 'the file has members');
});

test('the command shows what there is, and erases an account from everywhere; nothing of it is in a dump [long]', async () => {
  const [one, two] = [await organisation(), await organisation()];
  const email = 'Cleo.Everywhere@customer.example';
  const address = email.toLowerCase();
  const cleo = await traces(one, email, 'MEMBER');
  const again = await two.call('createInvitation', { body: { email, role: 'OWNER' } });
  assert.equal(
    (
      await app.call('POST', '/api/auth/invitations/accept', {
        body: { token: again.json.token, password: cleo.password },
      })
    ).status,
    201,
  );
  await app.ingest(one.org, [{ brand: 'Lumenfold', answer: `Lumenfold answers to ${address}.` }]);

  const shown = await commands.run(['user', 'erase', '--email', email]);
  assert.equal(shown.code, 0, shown.stderr);
  assert.match(shown.stdout, /^member\t.*\tMEMBER\t1$/m);
  assert.match(shown.stdout, /^member\t.*\tOWNER\t1$/m);
  assert.match(shown.stderr, /Nothing was erased/);
  assert.equal(
    (await app.call('POST', '/api/auth/login', { body: { email, password: cleo.password } })).status,
    200,
  );

  const { code, stdout, stderr } = await commands.run(['user', 'erase', '--email', email, '--yes']);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^erased\t-\taccount, with its logins and second factor\t1$/m);
  assert.match(stdout, /^erased\t-\tmemberships\t2$/m);
  assert.match(stdout, /^found\t.*\truns\.answer\t1$/m, 'a text of a platform is shown, and stays');
  assert.match(stdout, /^found\t.*\tobservations\.snippet\t1$/m);
  assert.equal(
    (await app.call('POST', '/api/auth/login', { body: { email, password: cleo.password } })).status,
    401,
  );
  assert.equal((await app.call('GET', '/api/auth/me', { token: cleo.token })).status, 401);
  await app.sql(one.org)`delete from runs where org_id = ${one.org.id}`;
  await app.sql(one.org)`delete from invitations where email like 'friend-of-%'`;
  assert.deepEqual(await dump(address), []);
  assert.deepEqual(await dump(email), []);
  await until(async () => (await one.call('listExports')).json.total === 0);
  const nothing = await commands.run(['user', 'erase', '--email', email, '--yes', '--no-search']);
  assert.deepEqual([nothing.code, nothing.stdout], [0, '']);
});

test('the last OWNER is not erased, and nothing of it is', async () => {
  const { org } = await organisation();
  const before = await dump(org.email);
  const { code, stderr, stdout } = await commands.run(['user', 'erase', '--email', org.email, '--yes']);
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /last OWNER of Organisation \d+ \([\w-]+\)/);
  assert.deepEqual(await dump(org.email), before);
  await app.login(org);
});

test('every column that may hold an address of somebody is erased', async () => {
  await using sql = connect(app.databaseUrl, { role: 'owner', max: 1 });
  const columns = await sql<{ name: string }[]>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type not in ('boolean', 'integer', 'smallint', 'timestamp with time zone')
      and (column_name ~ 'e?mail|address|recipient|user_name' or table_name ~ '^mail_' and column_name in ('data', 'sender'))
    order by 1`;
  const tables = new Set(DELETED.map(({ table }) => table));
  const unknown = columns.filter(({ name }) => !tables.has(name.split('.')[0]!) && !(name in OTHERWISE));
  assert.deepEqual(
    unknown.map(({ name }) => name),
    [],
  );
  for (const name of Object.keys(OTHERWISE))
    assert.ok(
      columns.some((column) => column.name === name),
      name,
    );
});

// What the operator does is in each organisation's log, without the address.
test('an erasure is in the audit log', async () => {
  const { org, call } = await organisation();
  const { db } = app.app.services;
  await db.tenant(org.id, (tx) =>
    noteRefusal(tx, org.id, { address: 'dora@customer.example', status: 550, reason: 'no', isForGood: true }),
  );
  assert.equal(operator(org.id).type, 'OPERATOR');
  assert.equal(
    (await commands.run(['user', 'erase', '--email', 'dora@customer.example', '--yes', '--no-search'])).code,
    0,
  );
  const [entry] = (await call('listAuditLog', { query: { action: 'eraseAddress' } })).json.data;
  assert.deepEqual(
    [entry?.actorType, entry?.details],
    ['OPERATOR', { erased: [{ what: 'refusals of mail', count: 1 }] }],
  );
});
