import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { idBefore, newId, type OrgId } from '../../src/base/ids.ts';
import { connect, type Db, openDb, type Sql, type Tx } from '../../src/db/client.ts';
import { purgeExpired, RETENTION } from '../../src/features/organisations/retention.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const MINUTE_MS = 60_000;
const now = new Date();
const never = new AbortController().signal;

let database: TestDatabase;
let db: Db;
let owner: Sql;

before(async () => {
  database = await createTestDatabase();
  db = await openDb(database.url);
  owner = connect(database.url, { role: 'owner', max: 1 });
});
after(async () => {
  await Promise.all([db.close(), owner.end()]);
  await database?.drop();
});

const ago = (ms: number) => new Date(now.getTime() - ms);
/** An id as it was made at a time. */
const idOf = (time: Date) => idBefore(time).slice(0, 14) + newId().slice(14);

async function organisation(): Promise<OrgId> {
  const orgId = newId<OrgId>();
  await db.sql`insert into organisations (id, name, plan) values (${orgId}, 'Test', 'FREE')`;
  return orgId;
}

/** Makes a row of each table that is over since a time, and one that is as old and under way. */
const MAKE: Record<string, (tx: Tx, orgId: OrgId, time: Date) => Promise<unknown>> = {
  idempotency_keys: (
    tx,
    orgId,
    time,
  ) => tx`insert into idempotency_keys (org_id, key_hash, request_hash, created_at)
    values (${orgId}, ${Buffer.from(newId())}, '', ${time})`,
  async webhook_deliveries(tx, orgId, time) {
    const webhookId = newId();
    await tx`insert into webhooks (org_id, id, url, events, secret)
      values (${orgId}, ${webhookId}, 'https://hooks.example', '{}', '')`;
    for (const state of ['DELIVERED', 'PENDING']) {
      const messageId = `msg_${idOf(time).replaceAll('-', '')}`;
      const id = idOf(time);
      await tx`insert into webhook_messages (org_id, id, event, body, created_at)
        values (${orgId}, ${messageId}, 'webhook.test', '{}', ${time})`;
      await tx`insert into webhook_deliveries (org_id, id, webhook_id, message_id, state, created_at, finished_at)
        values (${orgId}, ${id}, ${webhookId}, ${messageId}, ${state}, ${time}, ${state === 'PENDING' ? null : time})`;
      await tx`insert into webhook_attempts (org_id, delivery_id, ordinal, started_at, duration_ms)
        values (${orgId}, ${id}, 1, ${time}, 1)`;
    }
  },
  webhook_messages: (tx, orgId, time) => tx`insert into webhook_messages (org_id, id, event, body, created_at)
    values (${orgId}, ${`msg_${idOf(time).replaceAll('-', '')}`}, 'webhook.test', '{}', ${time})`,
  async slack_messages(tx, orgId, time) {
    const [brandId, alertId] = [await brand(tx, orgId), newId()];
    await tx`insert into alerts (org_id, id, rule_id, brand_id, type, severity, message, evidence, state)
      values (${orgId}, ${alertId}, ${newId()}, ${brandId}, 'NEW_MENTION', 'LOW', '', '{}', 'RESOLVED')`;
    for (const state of ['DELIVERED', 'PENDING'])
      await tx`insert into slack_messages (org_id, id, alert_id, body, state, created_at, finished_at)
        values (${orgId}, ${idOf(time)}, ${alertId}, '{}', ${state}, ${time}, ${state === 'PENDING' ? null : time})`;
  },
  invitations: (tx, orgId, time) => tx`
    insert into invitations (org_id, id, email, role, token_hash, invited_by, created_at, expires_at)
    values (${orgId}, ${idOf(time)}, 'x@y.example', 'MEMBER', ${Buffer.from(newId())}, '', ${time}, ${time})`,
  async trials(tx, orgId, time) {
    const brandId = await brand(tx, orgId);
    for (const state of ['COMPLETED', 'QUEUED']) {
      const id = idOf(time);
      await tx`insert into trials (org_id, id, brand_id, query_text, created_at)
        values (${orgId}, ${id}, ${brandId}, 'Which?', ${time})`;
      await tx`insert into trial_runs (org_id, trial_id, platform, state) values (${orgId}, ${id}, 'GROK', ${state})`;
    }
  },
  async run_attempts(tx, orgId, time) {
    const brandId = await brand(tx, orgId);
    const [queryId, runId] = [newId(), newId()];
    await tx`insert into queries (org_id, id, brand_id, platform, query_text)
      values (${orgId}, ${queryId}, ${brandId}, 'GROK', 'Which?')`;
    await tx`insert into runs (org_id, id, query_id, brand_id, platform, state, query_text, executed_at)
      values (${orgId}, ${runId}, ${queryId}, ${brandId}, 'GROK', 'FAILED', 'Which?', ${time})`;
    for (const [ordinal, outcome] of [
      [1, 'FAILED'],
      [2, null],
    ] as const)
      await tx`insert into run_attempts (org_id, id, run_id, platform, ordinal, sent_at, finished_at, outcome, charge_micros)
        values (${orgId}, ${idOf(time)}, ${runId}, 'GROK', ${ordinal}, ${time}, ${outcome && time}, ${outcome}, 0)`;
  },
};

async function brand(tx: Tx, orgId: OrgId): Promise<string> {
  const id = newId<OrgId>();
  await tx`insert into brands (org_id, id, name) values (${orgId}, ${id}, ${id})`;
  return id;
}

async function rowsOf(table: string, orgId: OrgId): Promise<number> {
  const [counted] = await db.tenant(
    orgId,
    (tx) => tx<{ count: number }[]>`select count(*) as count from ${tx(table)} where org_id = ${orgId}`,
  );
  return counted?.count ?? 0;
}

for (const { table, keptMs } of RETENTION.perTenant) {
  test(`rows of ${table} are kept until their time, and what is under way beyond it`, async () => {
    const [mine, other] = [await organisation(), await organisation()];
    const make = MAKE[table];
    assert.ok(make, 'this test makes none of them');
    const put = (orgId: OrgId, time: Date) => db.tenant(orgId, (tx) => make(tx, orgId, time));
    await put(mine, ago(keptMs - MINUTE_MS));
    const kept = await rowsOf(table, mine);
    await purgeExpired(db, [mine], never, now);
    assert.equal(await rowsOf(table, mine), kept, 'just inside');
    await put(mine, ago(keptMs + MINUTE_MS));
    await put(other, ago(keptMs + MINUTE_MS));
    const theirs = await rowsOf(table, other);
    await purgeExpired(db, [mine], never, now);
    // Where the first one made two rows, the second of them is under way, and stays however old.
    assert.equal(await rowsOf(table, mine), kept + (kept - 1), 'just outside');
    assert.equal(await rowsOf(table, other), theirs, "another organisation's");
  });
}

test('what a report is made of, and the audit log, is kept for ever', async () => {
  const orgId = await organisation();
  const time = ago(20 * 365 * 86_400_000);
  await db.tenant(orgId, async (tx) => {
    await MAKE['run_attempts']?.(tx, orgId, time);
    await tx`insert into audit_log (org_id, id, at, actor_type, actor_id, action, target_type)
      values (${orgId}, ${idOf(time)}, ${time}, 'OPERATOR', '', 'deleteBrand', 'brand')`;
  });
  await purgeExpired(db, [orgId], never, now);
  for (const table of ['runs', 'queries', 'brands', 'audit_log']) assert.equal(await rowsOf(table, orgId), 1);
});

test('refresh tokens, sessions and leases go when they are of no use any more', async () => {
  const [orgId, userId] = [await organisation(), newId()];
  await db.sql`insert into users (id, email, password_hash) values (${userId}, ${userId}, '')`;
  const session = async (created: Date, ended: Date | null, tokenUntil: Date | null) => {
    const id = newId<OrgId>();
    await db.sql`insert into sessions (id, user_id, org_id, role, created_at, ended_at)
      values (${id}, ${userId}, ${orgId}, 'OWNER', ${created}, ${ended})`;
    if (tokenUntil)
      await db.sql`insert into refresh_tokens (hash, session_id, expires_at)
        values (${Buffer.from(id)}, ${id}, ${tokenUntil})`;
    return id;
  };
  const month = 30 * 86_400_000;
  const [outside, inside] = [ago(month + MINUTE_MS), ago(month - MINUTE_MS)];
  const goesOn = await session(outside, null, ago(-MINUTE_MS));
  const endedLately = await session(outside, inside, ago(-MINUTE_MS));
  const endedLongAgo = await session(outside, outside, ago(-MINUTE_MS));
  const tokenExpired = await session(outside, null, ago(MINUTE_MS));
  const young = await session(inside, null, null);
  const lease = (kind: string, until: Date) => owner`
    insert into job_leases (org_id, kind, subject_id, leased_until) values (${orgId}, ${kind}, '', ${until})`;
  await lease('inside', ago(86_400_000 - MINUTE_MS));
  await lease('outside', ago(86_400_000 + MINUTE_MS));
  await purgeExpired(db, [], never, now);
  const left = await db.sql<{ id: string }[]>`select id from sessions where user_id = ${userId}`;
  assert.deepEqual(new Set(left.map(({ id }) => id)), new Set([goesOn, endedLately, young]));
  assert.ok(![endedLongAgo, tokenExpired].some((id) => left.some((row) => row.id === id)));
  const [tokens] = await db.sql<{ count: number }[]>`select count(*) as count from refresh_tokens`;
  assert.equal(tokens?.count, 2);
  assert.deepEqual(
    (await owner<{ kind: string }[]>`select kind from job_leases`).map(({ kind }) => kind),
    ['inside'],
  );
});

test('more rows than a batch are all deleted', async () => {
  const orgId = await organisation();
  await db.tenant(
    orgId,
    (tx) => tx`insert into idempotency_keys (org_id, key_hash, request_hash, created_at)
      select o.id, convert_to(i::text, 'UTF8'), '', ${ago(2 * 86_400_000)} from organisations o, generate_series(1, 11000) i where o.id = ${orgId}`,
  );
  await purgeExpired(db, [orgId], never, now);
  assert.equal(await rowsOf('idempotency_keys', orgId), 0);
});
