// The demo's people are invented: whatever would be mailed to them, or by them, is not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queueToMembers } from '../../src/features/mail/queue.ts';
import { type Caller, callerWith } from '../support/callers/caller.ts';
import { withMail } from '../support/providers/smtp.ts';
import { type TestOrganisation, until } from '../support/server/app.ts';

const { server, app } = await withMail();

/** Does all that mails somebody. @returns the answer to a report that is to be sent at once */
async function mailAll(org: TestOrganisation, owner: Caller, brandId: string) {
  const { db } = app.app.services;
  const invited = await owner('createInvitation', {
    body: { email: `invited-${org.id}@customer.example`, role: 'VIEWER' },
  });
  assert.equal(invited.status, 201, invited.text);
  assert.ok(invited.json.token);
  assert.equal((await callerWith(app, 'none')('forgotPassword', { body: { email: org.email } })).status, 202);
  await db.tenant(org.id, (tx) =>
    queueToMembers(tx, org.id, 'QUOTA_WARNING', { quota: 'brands', used: 9, limit: 10, plan: 'FREE' }),
  );
  const view = await owner('createView', {
    body: { name: 'Lamps', screen: 'overview', brandId, range: '30d' },
  });
  const schedule = await owner('createReportSchedule', {
    body: {
      name: 'Daily',
      viewId: view.json.id,
      rhythm: 'DAY',
      hour: 8,
      timeZone: 'Europe/Berlin',
      addresses: [org.email, `outside-${org.id}@customer.example`],
    },
  });
  assert.equal(schedule.status, 201, schedule.text);
  return owner('sendReportSchedule', { ids: [schedule.json.id] });
}

test('the demo sends no mail, and says so; others on its server do [long]', async () => {
  const { sql } = app.app.services.db;
  const [demo, other] = [
    await app.organisation({ brands: [{ name: 'Lumenfold' }] }),
    await app.organisation({ brands: [{ name: 'Lumenfold' }] }),
  ];
  await app.publish();
  await sql`update organisations set is_demo = true where id = ${demo.id}`;
  for (const [org, isDemo] of [
    [demo, true],
    [other, false],
  ] as const) {
    const owner = callerWith(app, await app.login(org));
    const { json: mail } = await owner('getMail');
    assert.deepEqual([mail.isOn, mail.from], isDemo ? [false, null] : [true, 'reports@sightline.example']);
    const { json: brands } = await owner('listBrands');
    const sent = await mailAll(org, owner, brands.data[0]?.id ?? '');
    assert.equal(sent.status, isDemo ? 409 : 202, sent.text);
    if (isDemo) assert.match(sent.text, /or this is the demo/);
  }
  const ofOther = () =>
    server.came.filter(({ to }) =>
      to.some((address) => address.includes(other.id) || address === other.email),
    );
  await until(() => ofOther().length >= 4);
  assert.equal(server.came.length, ofOther().length);
  const queued = await app.sql(demo)`select from mail_messages where org_id = ${demo.id}`;
  assert.equal(queued.length, 0);
});
