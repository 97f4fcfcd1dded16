// long: 10,000 mails wait
// An organisation with 10,000 mails that wait.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callerWith } from '../support/callers/caller.ts';
import { withMail } from '../support/providers/smtp.ts';
import { until } from '../support/server/app.ts';

const MANY = 10_000;

const { server, app } = await withMail({ MAIL_PER_HOUR: `${2 * MANY}` });
const busy = await app.organisation();

test(`${MANY} mails that wait delay no other organisation's, nor each other more than a few do`, async () => {
  const queue = (count: number, name: string) =>
    app.sql(busy)`insert into mail_messages (org_id, id, kind, address, user_id, data)
        select ${busy.id}, gen_random_uuid(), 'QUOTA_WARNING', ${name} || n || '@customer.example', u.id,
          '{"organisation": "Busy", "quota": "brands", "used": 1, "limit": 1, "plan": "FREE"}'::jsonb
        from generate_series(1, ${count}) n, (select user_id as id from memberships where org_id = ${busy.id} limit 1) u`;
  const ms = async (count: number, name: string) => {
    const before = server.taken.length;
    const startedAt = performance.now();
    await queue(count, name);
    await until(() => server.taken.length >= before + 100);
    return performance.now() - startedAt;
  };
  const few = await ms(100, 'few');
  const many = await ms(MANY, 'many');
  assert.ok(many <= 3 * few, `the first hundred took ${many} ms, alone ${few} ms`);
  const other = await app.organisation();
  const call = callerWith(app, await app.login(other));
  const email = 'ada@other.example';
  const { status, text } = await call('createInvitation', { body: { email, role: 'VIEWER' } });
  assert.equal(status, 201, text);
  await until(() => server.to(email).length === 1);
  const [pending] = await app.sql(busy)<{ count: number }[]>`
      select count(*)::int as count from mail_messages where org_id = ${busy.id} and state = 'PENDING'`;
  assert.ok(pending!.count > MANY / 2, `it waited for the others: ${pending!.count} are left`);
});
