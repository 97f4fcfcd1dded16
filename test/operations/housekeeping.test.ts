import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/base/definitions.ts';
import { idBefore, newId, type OrgId } from '../../src/base/ids.ts';
import { connect, openDb, type Tx } from '../../src/db/client.ts';
import { purgeExpired, RETENTION } from '../../src/features/housekeeping/retention.ts';
import { forFile, withDatabase } from '../support/for-file.ts';

const MINUTE_MS = 60_000;
const now = new Date();
const never = new AbortController().signal;

const database = await withDatabase();
const db = await forFile(openDb(database.url));
const owner = await forFile(connect(database.url, { role: 'owner', max: 1 }), (it) => it.end());

const ago = (ms: number) => new Date(now.getTime() - ms);
/** An id as it was made at a time. */
const idOf = (time: Date) => idBefore(time).slice(0, 14) + newId().slice(14);

async function organisation(): Promise<OrgId> {
  const orgId = newId<OrgId>();
  await db.sql`insert into organisations (id, name, plan) values (${orgId}, 'Test', 'FREE')`;
  return orgId;
}

/** When a row was made, and when it ended. */
interface Times {
  made: Date;
  ended: Date;
}

/** A kind of rows of a table. */
interface Kind {
  what: string;
  /** From when its rows are kept for their time; null: they are under way, however old. */
  keptFrom: keyof Times | null;
  /** Makes one. @returns its key */
  make(tx: Tx, orgId: OrgId, times: Times): Promise<string | Buffer>;
}

const messageIdOf = (time: Date) => `msg_${idOf(time).replaceAll('-', '')}`;

async function message(tx: Tx, orgId: OrgId, made: Date): Promise<string> {
  const id = messageIdOf(made);
  await tx`insert into webhook_messages (org_id, id, event, body, created_at)
    values (${orgId}, ${id}, 'webhook.test', '{}', ${made})`;
  return id;
}

async function delivery(
  tx: Tx,
  orgId: OrgId,
  { state, made, finished }: { state: string; made: Date; finished: Date | null },
): Promise<{ id: string; messageId: string }> {
  const [webhookId, messageId, id] = [newId(), await message(tx, orgId, made), idOf(made)];
  await tx`insert into webhooks (org_id, id, url, events, secret)
    values (${orgId}, ${webhookId}, 'https://hooks.example', '{}', '')`;
  await tx`insert into webhook_deliveries (org_id, id, webhook_id, message_id, state, created_at, finished_at)
    values (${orgId}, ${id}, ${webhookId}, ${messageId}, ${state}, ${made}, ${finished})`;
  await tx`insert into webhook_attempts (org_id, delivery_id, ordinal, started_at, duration_ms)
    values (${orgId}, ${id}, 1, ${made}, 1)`;
  return { id, messageId };
}

async function slackMessage(
  tx: Tx,
  orgId: OrgId,
  { state, made, finished }: { state: string; made: Date; finished: Date | null },
): Promise<string> {
  const [brandId, alertId, id] = [await brand(tx, orgId), newId(), idOf(made)];
  await tx`insert into alerts (org_id, id, rule_id, brand_id, type, severity, message, evidence, state)
    values (${orgId}, ${alertId}, ${newId()}, ${brandId}, 'NEW_MENTION', 'LOW', '', '{}', 'RESOLVED')`;
  await tx`insert into slack_messages (org_id, id, alert_id, body, state, created_at, finished_at)
    values (${orgId}, ${id}, ${alertId}, '{}', ${state}, ${made}, ${finished})`;
  return id;
}

async function mailMessage(
  tx: Tx,
  orgId: OrgId,
  { state, made, finished }: { state: string; made: Date; finished: Date | null },
): Promise<string> {
  const id = idOf(made);
  await tx`insert into mail_messages (org_id, id, kind, address, data, state, created_at, finished_at)
    values (${orgId}, ${id}, 'ALERT', 'ada@y.example', '{}', ${state}, ${made}, ${finished})`;
  return id;
}

async function mailContent(tx: Tx, orgId: OrgId, made: Date): Promise<string> {
  const id = idOf(made);
  await tx`insert into mail_contents (org_id, id, subject, html, text, created_at)
    values (${orgId}, ${id}, '', '', '', ${made})`;
  return id;
}

/** What is sent: in all states. @param make makes one and gives its key */
const sent = (
  make: (tx: Tx, orgId: OrgId, row: { state: string; made: Date; finished: Date | null }) => Promise<string>,
): Kind[] => [
  ...['DELIVERED', 'FAILED'].map(
    (state): Kind => ({
      what: state,
      keptFrom: 'ended',
      make: (tx, orgId, { made, ended }) => make(tx, orgId, { state, made, finished: ended }),
    }),
  ),
  {
    what: 'FAILED at a time that is not known',
    keptFrom: 'made',
    make: (tx, orgId, { made }) => make(tx, orgId, { state: 'FAILED', made, finished: null }),
  },
  {
    what: 'PENDING',
    keptFrom: null,
    make: (tx, orgId, { made }) => make(tx, orgId, { state: 'PENDING', made, finished: null }),
  },
];

/** @param accepted and the others: null, where it was not */
async function invitation(
  tx: Tx,
  orgId: OrgId,
  made: Date,
  {
    accepted = null,
    revoked = null,
    expires,
  }: { accepted?: Date | null; revoked?: Date | null; expires: Date },
): Promise<string> {
  const id = idOf(made);
  await tx`
    insert into invitations
      (org_id, id, email, role, token_hash, invited_by, created_at, expires_at, accepted_at, revoked_at)
    values (${orgId}, ${id}, ${`${id}@y.example`}, 'MEMBER', ${Buffer.from(newId())}, '', ${made}, ${expires},
            ${accepted}, ${revoked})`;
  return id;
}

async function sharedLink(
  tx: Tx,
  orgId: OrgId,
  made: Date,
  { expires, revoked = null }: { expires: Date; revoked?: Date | null },
): Promise<string> {
  const [id, viewId] = [idOf(made), newId()];
  await tx`insert into views (org_id, id, name, screen, range, filters, settings, visibility, created_by)
    values (${orgId}, ${viewId}, 'A view', 'overview', '30d', '{}', '{}', 'ORGANISATION', '')`;
  await tx`insert into shared_links (org_id, id, view_id, token_hash, shows_answers, frame_origins, created_by,
      created_at, expires_at, revoked_at)
    values (${orgId}, ${id}, ${viewId}, ${Buffer.from(newId())}, false, '{}', '', ${made}, ${expires}, ${revoked})`;
  return id;
}

async function trial(tx: Tx, orgId: OrgId, made: Date, states: string[]): Promise<string> {
  const [brandId, id] = [await brand(tx, orgId), idOf(made)];
  await tx`insert into trials (org_id, id, brand_id, query_text, created_at)
    values (${orgId}, ${id}, ${brandId}, 'Which?', ${made})`;
  for (const [at, state] of states.entries())
    await tx`insert into trial_runs (org_id, trial_id, platform, state)
      values (${orgId}, ${id}, ${['GROK', 'CLAUDE'][at]!}, ${state})`;
  return id;
}

async function attempt(
  tx: Tx,
  orgId: OrgId,
  made: Date,
  { outcome, finished }: { outcome: string | null; finished: Date | null },
): Promise<string> {
  const [brandId, queryId, runId, id] = [await brand(tx, orgId), newId(), newId(), idOf(made)];
  await tx`insert into queries (org_id, id, brand_id, platform, query_text)
    values (${orgId}, ${queryId}, ${brandId}, 'GROK', 'Which?')`;
  await tx`insert into runs (org_id, id, query_id, brand_id, platform, state, query_text, executed_at)
    values (${orgId}, ${runId}, ${queryId}, ${brandId}, 'GROK', 'FAILED', 'Which?', ${made})`;
  await tx`insert into run_attempts
      (org_id, id, run_id, platform, ordinal, sent_at, finished_at, outcome, charge_micros)
    values (${orgId}, ${id}, ${runId}, 'GROK', 1, ${made}, ${finished}, ${outcome}, 0)`;
  return id;
}

const inAWeek = new Date(now.getTime() + 7 * DAY_MS);

/** Rows of each table in every state. */
const KINDS: Record<string, Kind[]> = {
  idempotency_keys: [
    {
      what: 'any',
      keptFrom: 'made',
      async make(tx, orgId, { made }) {
        const key = Buffer.from(newId());
        await tx`insert into idempotency_keys (org_id, key_hash, request_hash, created_at)
          values (${orgId}, ${key}, '', ${made})`;
        return key;
      },
    },
  ],
  webhook_deliveries: sent(async (tx, orgId, row) => (await delivery(tx, orgId, row)).id),
  webhook_messages: [
    { what: 'without a delivery', keptFrom: 'made', make: (tx, orgId, { made }) => message(tx, orgId, made) },
    ...sent(async (tx, orgId, row) => (await delivery(tx, orgId, row)).messageId),
  ],
  slack_messages: sent(slackMessage),
  mail_messages: sent(mailMessage),
  mail_contents: [
    { what: 'without a mail', keptFrom: 'made', make: (tx, orgId, { made }) => mailContent(tx, orgId, made) },
    {
      what: 'of a mail',
      keptFrom: null,
      async make(tx, orgId, { made }) {
        const id = await mailContent(tx, orgId, made);
        const mail = await mailMessage(tx, orgId, { state: 'PENDING', made, finished: null });
        await tx`update mail_messages set content_id = ${id} where org_id = ${orgId} and id = ${mail}`;
        return id;
      },
    },
  ],
  report_deliveries: [
    {
      what: 'any',
      keptFrom: 'made',
      async make(tx, orgId, { made }) {
        const id = idOf(made);
        await tx`insert into report_schedules (org_id, id, name, view_id, rhythm, hour, time_zone, addresses, slack,
            webhooks, created_by)
          values (${orgId}, ${id}, 'Lamps', 'gone', 'DAY', 8, 'UTC', '{}', false, false, 'somebody')`;
        await tx`insert into report_deliveries (org_id, schedule_id, period, recipient, id, outcome, planned_at, created_at)
          values (${orgId}, ${id}, '2026-11-23', '', ${id}, 'MISSED', ${made}, ${made})`;
        return id;
      },
    },
  ],
  invitations: [
    {
      what: 'accepted',
      keptFrom: 'ended',
      make: (tx, orgId, { made, ended }) =>
        invitation(tx, orgId, made, { accepted: ended, expires: inAWeek }),
    },
    {
      what: 'revoked',
      keptFrom: 'ended',
      make: (tx, orgId, { made, ended }) => invitation(tx, orgId, made, { revoked: ended, expires: inAWeek }),
    },
    {
      what: 'expired',
      keptFrom: 'ended',
      make: (tx, orgId, { made, ended }) => invitation(tx, orgId, made, { expires: ended }),
    },
    {
      what: 'pending',
      keptFrom: null,
      make: (tx, orgId, { made }) => invitation(tx, orgId, made, { expires: inAWeek }),
    },
  ],
  shared_links: [
    {
      what: 'revoked',
      keptFrom: 'ended',
      make: (tx, orgId, { made, ended }) => sharedLink(tx, orgId, made, { revoked: ended, expires: inAWeek }),
    },
    {
      what: 'expired',
      keptFrom: 'ended',
      make: (tx, orgId, { made, ended }) => sharedLink(tx, orgId, made, { expires: ended }),
    },
    {
      what: 'that works',
      keptFrom: null,
      make: (tx, orgId, { made }) => sharedLink(tx, orgId, made, { expires: inAWeek }),
    },
  ],
  trials: [
    ...['COMPLETED', 'FAILED', 'CANCELLED'].map(
      (state): Kind => ({
        what: state,
        keptFrom: 'made',
        make: (tx, orgId, { made }) => trial(tx, orgId, made, ['COMPLETED', state]),
      }),
    ),
    ...['QUEUED', 'RUNNING'].map(
      (state): Kind => ({
        what: `${state} on one platform`,
        keptFrom: null,
        make: (tx, orgId, { made }) => trial(tx, orgId, made, ['COMPLETED', state]),
      }),
    ),
  ],
  run_attempts: [
    ...['ANSWERED', 'FAILED', 'INTERRUPTED'].map(
      (outcome): Kind => ({
        what: outcome,
        keptFrom: 'ended',
        make: (tx, orgId, { made, ended }) => attempt(tx, orgId, made, { outcome, finished: ended }),
      }),
    ),
    {
      what: 'FAILED at a time that is not known',
      keptFrom: 'made',
      make: (tx, orgId, { made }) => attempt(tx, orgId, made, { outcome: 'FAILED', finished: null }),
    },
    {
      what: 'under way',
      keptFrom: null,
      make: (tx, orgId, { made }) => attempt(tx, orgId, made, { outcome: null, finished: null }),
    },
  ],
};

async function brand(tx: Tx, orgId: OrgId): Promise<string> {
  const id = newId<OrgId>();
  await tx`insert into brands (org_id, id, name) values (${orgId}, ${id}, ${id})`;
  return id;
}

/** Keys of an organisation's rows, as text. @param only one of them */
async function keysOf(table: string, key: string, orgId: OrgId, only?: string | Buffer): Promise<string[]> {
  const found = await db.tenant(
    orgId,
    (tx) => tx<{ key: string }[]>`select ${tx(key)}::text as key from ${tx(table)}
      where org_id = ${orgId} and ${only === undefined ? tx`true` : tx`${tx(key)} = ${only}`}`,
  );
  return found.map((row) => row.key);
}

async function rowsOf(table: string, orgId: OrgId): Promise<number> {
  const [counted] = await db.tenant(
    orgId,
    (tx) => tx<{ count: number }[]>`select count(*) as count from ${tx(table)} where org_id = ${orgId}`,
  );
  return counted?.count ?? 0;
}

for (const { table, key, retentionMs: keptMs } of RETENTION.perTenant) {
  test(`rows of ${table} are kept until their time, and what is under way beyond it`, async () => {
    const [mine, other] = [await organisation(), await organisation()];
    const [inside, outside] = [ago(keptMs - MINUTE_MS), ago(keptMs + MINUTE_MS)];
    const expected = new Set<string>();
    for (const { what, keptFrom, make } of KINDS[table] ?? assert.fail('this test makes none of them'))
      for (const times of [
        { made: inside, ended: inside },
        { made: outside, ended: inside },
        { made: outside, ended: outside },
      ]) {
        const made = await db.tenant(mine, (tx) => make(tx, mine, times));
        const [row] = await keysOf(table, key, mine, made);
        assert.ok(row, what);
        if (keptFrom === null || times[keptFrom] === inside) expected.add(row);
        await db.tenant(other, (tx) => make(tx, other, times));
      }
    const theirs = await rowsOf(table, other);
    await purgeExpired(db, [mine], never, now);
    assert.deepEqual(new Set(await keysOf(table, key, mine)), expected);
    assert.equal(await rowsOf(table, other), theirs, "another organisation's");
  });
}

test('what a report is made of, and the audit log, is kept for ever', async () => {
  const orgId = await organisation();
  const time = ago(20 * 365 * DAY_MS);
  await db.tenant(orgId, async (tx) => {
    await attempt(tx, orgId, time, { outcome: 'FAILED', finished: time });
    await tx`insert into audit_log (org_id, id, at, actor_type, actor_id, action, target_type)
      values (${orgId}, ${idOf(time)}, ${time}, 'OPERATOR', '', 'deleteBrand', 'brand')`;
  });
  await purgeExpired(db, [orgId], never, now);
  for (const table of ['runs', 'queries', 'brands', 'audit_log']) assert.equal(await rowsOf(table, orgId), 1);
});

test('requests and links for new passwords, logins that wait and answers of providers go when they work no longer', async () => {
  const userId = newId();
  await db.sql`insert into users (id, email, password_hash) values (${userId}, ${`${userId}@y.example`}, '')`;
  const hash = (name: string) => Buffer.from(`${userId} ${name}`);
  for (const [name, days] of [
    ['old', 2],
    ['new', 0],
  ] as const) {
    const at = ago(days * DAY_MS);
    await db.sql`insert into password_requests (id, email, requested_at) values (${`${userId} ${name}`}, 'a@y.example', ${at})`;
    await db.sql`insert into password_resets (hash, user_id, expires_at) values (${hash(name)}, ${userId}, ${at})`;
    await db.sql`insert into login_challenges (hash, user_id, organisation_id, is_enrolment, expires_at)
      values (${hash(name)}, ${userId}, ${newId()}, false, ${at})`;
    await db.sql`insert into single_sign_on_used (hash, expires_at) values (${hash(name)}, ${at})`;
  }
  await purgeExpired(db, [], never, now);
  const left = await db.sql<{ name: string }[]>`
    select convert_from(hash, 'UTF8') as name from password_resets where user_id = ${userId}
    union all select convert_from(hash, 'UTF8') from login_challenges where user_id = ${userId}
    union all select convert_from(hash, 'UTF8') from single_sign_on_used
      where hash in (${hash('old')}, ${hash('new')})
    union all select id from password_requests where id like ${`${userId}%`}`;
  assert.deepEqual(
    left.map(({ name }) => name),
    Array(4).fill(`${userId} new`),
  );
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
  const month = 30 * DAY_MS;
  const [outside, inside] = [ago(month + MINUTE_MS), ago(month - MINUTE_MS)];
  const goesOn = await session(outside, null, ago(-MINUTE_MS));
  const endedLately = await session(outside, inside, ago(-MINUTE_MS));
  const endedLongAgo = await session(outside, outside, ago(-MINUTE_MS));
  const tokenExpired = await session(outside, null, ago(MINUTE_MS));
  const young = await session(inside, null, null);
  const lease = (kind: string, until: Date) => owner`
    insert into job_leases (org_id, kind, subject_id, leased_until) values (${orgId}, ${kind}, '', ${until})`;
  await lease('inside', ago(DAY_MS - MINUTE_MS));
  await lease('outside', ago(DAY_MS + MINUTE_MS));
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
      select o.id, convert_to(i::text, 'UTF8'), '', ${ago(2 * DAY_MS)} from organisations o, generate_series(1, 11000) i where o.id = ${orgId}`,
  );
  await purgeExpired(db, [orgId], never, now);
  assert.equal(await rowsOf('idempotency_keys', orgId), 0);
});
