import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { connect, type Sql } from '../../src/db/client.ts';
import { startTestApp, type TestApp, type TestOrganisation } from '../support/server/app.ts';
import { onCluster } from '../support/server/cluster.ts';

let app: TestApp;
let org: TestOrganisation;
let owner: Sql;

const skip = onCluster('Citus takes no triggers');

before(async () => {
  if (skip) return;
  app = await startTestApp();
  org = await app.organisation();
  owner = connect(app.databaseUrl, { role: 'owner', max: 1 });
  await owner.unsafe(`
    create table trouble (code text not null);
    grant select on trouble to sightline_app;
    insert into trouble values ('');
    create function meet_trouble() returns trigger language plpgsql as $$
      declare met text := (select code from trouble);
      begin
        if met <> '' then raise exception 'it was met' using errcode = met; end if;
        return new;
      end $$;
    create trigger trouble before insert on brands for each row execute function meet_trouble()`);
});
after(async () => {
  await owner?.end();
  await app?.close();
});

/** SQLSTATEs that are the database's own trouble, not that of what it was asked. */
const OWN = {
  '53100': 'its disk is full',
  '53200': 'its memory is full',
  '53300': 'it has no connection left',
  '53400': 'a limit of its configuration is met',
  '58030': 'it cannot read or write a file',
  '40001': 'a transaction met another',
  '40P01': 'it ended a deadlock',
  '25006': 'it is a standby',
  '25P03': 'it ended a session that did nothing in a transaction',
  '57P01': 'an administrator ended the session',
  '57014': 'the statement took too long',
};

test('what is the trouble of the database itself is 503 with Retry-After, and nothing was written', {
  skip,
}, async () => {
  const token = await app.login(org);
  const make = (name: string) => app.call('POST', '/api/brands', { token, body: { name } });
  for (const [code, what] of Object.entries(OWN)) {
    await owner`update trouble set code = ${code}`;
    const { status, json, headers } = await make('Lumenfold');
    assert.deepEqual([status, json.error], [503, 'unavailable'], what);
    assert.ok(headers.get('retry-after'), what);
    assert.ok(!json.message.includes('it was met'), 'its words are for the log');
  }
  await owner`update trouble set code = 'P0001'`;
  assert.equal((await make('Lumenfold')).status, 500, 'any other is a fault of ours');
  await owner`update trouble set code = ''`;
  assert.equal((await make('Lumenfold')).status, 201);
});
