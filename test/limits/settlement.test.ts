import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { RateLimits, rateKey } from '../../src/auth/rate-limits.ts';
import { allocateCounters, serverCount } from '../../src/auth/shared-counters.ts';
import { AppError } from '../../src/base/errors.ts';
import { createLog } from '../../src/base/log.ts';
import { connect } from '../../src/db/client.ts';
import { until } from '../support/app.ts';
import { createTestDatabase } from '../support/database.ts';

/** A token a minute: none comes back while a test is under way, but on a machine that stands still. */
const RATE = { perMinute: 1, burst: 60 };
const PER_DAY = 400;
const database = await createTestDatabase();
const sql = connect(database.url, { role: 'app', max: 4 });
const log = createLog('silent');
const opened: RateLimits[] = [];
after(async () => {
  await Promise.all(opened.map((limits) => limits.close()));
  await sql.end();
  await database.drop();
});

/** The limits of so many servers, as they are in processes of their own; `tell` sets how many they know of. */
function servers(count: number, { known = count, perDay = PER_DAY } = {}) {
  const made = Array.from({ length: count }, () => {
    const memory = allocateCounters();
    serverCount(memory)[0] = known;
    const link = { sql, secret: 'the same for all', log };
    return { limits: new RateLimits(RATE, perDay, memory, link), memory };
  });
  opened.push(...made.map(({ limits }) => limits));
  return {
    limits: made.map(({ limits }) => limits),
    tell(number: number) {
      for (const { memory } of made) serverCount(memory)[0] = number;
    },
  };
}

let made = 0;
function owner(name: string): bigint {
  made += 1;
  return rateKey(`${name} ${made}`);
}
const caller = (dayKey = owner('org')) => ({ kind: 'key' as const, rateKey: owner('key'), dayKey });

/** Whether a request passed. */
async function passes(take: () => unknown): Promise<boolean> {
  try {
    await take();
    return true;
  } catch (error) {
    assert.ok(error instanceof AppError && error.code === 'rate_limited', String(error));
    return false;
  }
}

async function passed(count: number, take: (at: number) => unknown): Promise<number> {
  const all = await Promise.all(Array.from({ length: count }, (_, at) => passes(() => take(at))));
  return all.filter(Boolean).length;
}

for (const count of [2, 3])
  test(`${count} servers let pass at most a quarter of a burst more, shared by their number`, async () => {
    const { limits } = servers(count);
    const spare = (count - 1) * Math.floor(RATE.burst / (4 * count));
    for (let round = 0; round < 10; round += 1) {
      const one = caller();
      const all = await passed(100 * count, (at) => limits[at % count]!.admit(one));
      assert.ok(all >= RATE.burst && all <= RATE.burst + spare, `${all} passed`);
      // What came too much has been told: from now on nobody lets any pass, but one who has not heard of it.
      for (const server of limits) await passed(1, () => server.admit(one));
      await until(async () => (await passed(count, (at) => limits[at]!.admit(one))) === 0);
    }
  });

test('one after the other, on whichever server, exactly the burst passes', async () => {
  const { limits } = servers(2);
  const one = caller();
  let all = 0;
  for (let at = 0; at < RATE.burst; at += 1)
    all += await passed(1, () => limits[at % 3 === 0 ? 0 : 1]!.admit(one));
  assert.equal(all, RATE.burst);
});

test('a request that finds room waits for nothing', () => {
  const { limits } = servers(2);
  const one = caller();
  for (let at = 0; at < Math.floor(RATE.burst / 8); at += 1)
    assert.ok(!(limits[0]!.admit(one) instanceof Promise), `request ${at} waits`);
  assert.ok(limits[0]!.admit(one) instanceof Promise);
});

test('what a server counted while it was alone, the others hear of when they come', async () => {
  await Promise.all(opened.splice(0).map((others) => others.close()));
  await sql`delete from rate_buckets`;
  const { limits, tell } = servers(2, { known: 1 });
  const one = caller();
  for (let at = 0; at < 50; at += 1) assert.ok(!(limits[0]!.admit(one) instanceof Promise));
  assert.equal(await passed(10, () => limits[0]!.attemptByAccount(`login ${one.dayKey}`, RATE)), 10);
  tell(2);
  await until(
    async () =>
      (await sql`select from rate_buckets where full_at > now() + interval '45 minutes'`).length > 0,
  );
  const all = await passed(100, () => limits[1]!.admit(one));
  assert.ok(all >= 10 && all <= 10 + Math.floor(RATE.burst / 8), `${all} passed`);
  assert.equal(await passed(100, () => limits[1]!.attemptByAccount(`login ${one.dayKey}`, RATE)), 50);
});

test('attempts are exact', async () => {
  const { limits } = servers(3);
  const rate = { perMinute: 1, burst: 10 };
  assert.equal(await passed(100, (at) => limits[at % 3]!.attemptByAccount('login a@b.example', rate)), 10);
  assert.equal(await passed(100, (at) => limits[at % 3]!.attemptByAddress('login', '192.0.2.1', rate)), 10);
});

test('the day is shared over keys, and rows that Postgres lost are told again', async () => {
  const { limits } = servers(2, { perDay: 100 });
  const dayKey = owner('org');
  const all = await passed(50, (at) => limits[at % 2]!.admit(caller(dayKey)));
  assert.equal(all, 50);
  await until(async () => (await sql`select from rate_days where requests = 50`).length === 1);
  await sql`delete from rate_days`;
  const more = await passed(200, (at) => limits[at % 2]!.admit(caller(dayKey)));
  assert.ok(more >= 50 && more <= 50 + Math.floor(100 / 8) + 2, `${more} passed`);
});

test('without Postgres each counts for itself', async () => {
  const away = connect('postgres://nobody@127.0.0.1:1/none', { role: 'app', max: 1 });
  const memory = allocateCounters();
  serverCount(memory)[0] = 2;
  const limits = new RateLimits(RATE, PER_DAY, memory, { sql: away, secret: 'x', log });
  const one = caller();
  assert.equal(await passed(100, () => limits.admit(one)), RATE.burst);
  const name = 'login c@d.example';
  assert.equal(await passed(30, () => limits.attemptByAccount(name, { perMinute: 1, burst: 10 })), 10);
  await limits.close();
  await away.end({ timeout: 0 });
});
