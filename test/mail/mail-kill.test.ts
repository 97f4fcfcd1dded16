// long: kills
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from '../../src/db/client.ts';
import { callerWith } from '../support/callers/caller.ts';
import { withApp } from '../support/callers/organisation.ts';
import { forFile, temporaryFolder } from '../support/for-file.ts';
import { startMailServer } from '../support/providers/smtp.ts';
import { type TestOrganisation, until } from '../support/server/app.ts';
import { onCluster } from '../support/server/cluster.ts';
import { killableWorker } from '../support/server/killable-worker.ts';

const MAIL = { MAIL_FROM: 'reports@sightline.example', PUBLIC_URL: 'https://reports.example' };

const server = await forFile(startMailServer());
const app = await withApp({ JOBS: 'apart' });
const owner = await forFile(connect(app.databaseUrl, { role: 'owner', max: 1 }), (it) => it.end());
const { work, kill } = await killableWorker(owner, {
  DATABASE_URL: app.databaseUrl,
  DATA_DIR: temporaryFolder(),
  SMTP_URL: server.url,
  ...MAIL,
});

const row = async (org: TestOrganisation) => {
  const [found] = await app.sql(org)<{ id: string; state: string; tries: number }[]>`
      select id, state, tries from mail_messages where org_id = ${org.id}`;
  return found;
};

async function invited(email: string): Promise<TestOrganisation> {
  const org = await app.organisation();
  // The process that sends has said that it does.
  await until(
    async () => (await owner<{ sender: string | null }[]>`select sender from mail_state`)[0]?.sender != null,
  );
  const call = callerWith(app, await app.login(org));
  assert.equal((await call('createInvitation', { body: { email, role: 'VIEWER' } })).status, 201);
  return org;
}

test('killed before the yes of the mail server: one mail', async () => {
  const email = 'before@customer.example';
  const holding = Promise.withResolvers<void>();
  server.answers.message = async (mail) => {
    if (!mail.to.includes(email) || server.came.length > 1) return null;
    await holding.promise;
    return new Error('its client is gone');
  };
  work();
  const org = await invited(email);
  await until(() => server.came.length === 1);
  await kill();
  holding.resolve();
  assert.deepEqual((({ state, tries }) => [state, tries])((await row(org))!), ['PENDING', 1]);
  server.answers.message = () => null;
  work();
  await until(async () => (await row(org))?.state === 'DELIVERED');
  await kill();
  assert.equal(server.to(email).length, 1);
  assert.equal((await row(org))?.tries, 2);
});

test('killed after the yes and before it is recorded: two mails with one Message-ID', {
  skip: onCluster('what waits for a lock waits on another node'),
}, async () => {
  const email = 'after@customer.example';
  work();
  const waiting = Promise.withResolvers<void>();
  server.answers.message = async () => {
    await waiting.promise;
    return null;
  };
  const org = await invited(email);
  const { id } = (await row(org))!;
  await until(() => server.came.some(({ to }) => to.includes(email)));
  // The outcome cannot be written while the row is held: so it dies between the yes and the commit, for sure.
  await app.app.services.db.tenant(org.id, async (tx) => {
    await tx`select from mail_messages where org_id = ${org.id} and id = ${id} for no key update`;
    waiting.resolve();
    try {
      await until(() => server.to(email).length === 1);
      await until(async () => {
        const held = await owner`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%update "mail_messages"%'`;
        return held.length > 0;
      });
    } finally {
      await kill();
    }
  });
  assert.equal((await row(org))?.state, 'PENDING');
  work();
  await until(async () => (await row(org))?.state === 'DELIVERED');
  await kill();
  const ids = server.to(email).map(({ headers }) => headers.get('message-id'));
  assert.deepEqual(ids, [`<${id}@sightline.example>`, `<${id}@sightline.example>`]);
});
