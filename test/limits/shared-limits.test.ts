import assert from 'node:assert/strict';
import { after, beforeEach, mock, test } from 'node:test';
import { AppError } from '../../src/base/errors.ts';
import { createLog } from '../../src/base/log.ts';
import { connect, type Sql } from '../../src/db/client.ts';
import { allocateCounters } from '../../src/server/auth/counters.ts';
import { RateLimits, rateKeys } from '../../src/server/auth/rate-limits.ts';
import { SharedDays } from '../../src/server/auth/shared-days.ts';
import { createTestDatabase } from '../support/server/database.ts';

const RATE = { perMinute: 300, burst: 60 };
const secret = 'the same for all';
const database = await createTestDatabase();
const sql = connect(database.url, { role: 'app', max: 4 });
const log = createLog('silent');
after(async () => {
  mock.restoreAll();
  await sql.end();
  await database.drop();
});

/** The clock of buckets, by which minutes pass as fast as statements are made. */
let seconds = 1_000;
mock.method(process.hrtime, 'bigint', () => BigInt(Math.round(seconds * 1e9)));
beforeEach(async () => {
  seconds += 100_000;
  await sql`delete from request_days`;
});

interface Server {
  limits: RateLimits;
  days: SharedDays;
}

/** A server as it is in a process of its own; its beats are made by the test. */
function server({ rate = RATE, perDay = 0, by = sql } = {}): Server {
  const memory = allocateCounters();
  const limits = new RateLimits(rate, perDay, memory, { sql: by, secret });
  return { limits, days: new SharedDays(by, memory, log) };
}
const several = (count: number, options = {}) => Array.from({ length: count }, () => server(options));

async function beatAll(all: readonly Server[]): Promise<void> {
  for (const { days } of all) await days.beat();
}

let made = 0;
function owner(name: string): bigint {
  made += 1;
  return rateKeys(secret)(`${name} ${made}`);
}
const caller = (dayKey = owner('org')) => ({ kind: 'key' as const, rateKey: owner('key'), dayKey });

/** How many of so many requests pass. */
function passed({ limits }: Server, count: number, one: ReturnType<typeof caller>): number {
  let all = 0;
  for (let at = 0; at < count; at += 1) {
    try {
      limits.admit(one);
      all += 1;
    } catch (error) {
      assert.ok(error instanceof AppError && error.code === 'rate_limited', String(error));
    }
  }
  return all;
}

async function attempts(count: number, attempt: (at: number) => Promise<void>): Promise<number> {
  const all = await Promise.allSettled(Array.from({ length: count }, (_, at) => attempt(at)));
  return all.filter(({ status }) => status === 'fulfilled').length;
}

/** Random numbers that are the same each time (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

test('each server grants the whole rate, and says so', () => {
  const all = several(3);
  const one = caller();
  for (const each of all) assert.equal(passed(each, 100, one), RATE.burst);
  seconds += 1;
  for (const each of all) {
    const { policy, quotas } = each.limits.admit(one);
    assert.equal(policy, '"burst";q=60;w=12, "minute";q=300;w=60');
    assert.deepEqual([quotas[0]?.limit, quotas[0]?.remaining], [RATE.burst, 4]);
  }
});

/** Steps of traffic between two beats. */
const STEPS = 10;

test('servers hear of the day within two seconds, and let pass no more than what came meanwhile', async () => {
  const PER_DAY = 500;
  const off = { perMinute: 0, burst: 0 };
  for (const count of [1, 2, 3, 4]) {
    const random = randomOf(count);
    const all = several(count, { rate: off, perDay: PER_DAY });
    const dayKey = owner('org');
    let sum = 0;
    for (let step = 0; step < 200; step += 1) {
      const at = Math.floor(random() * count);
      if (step % STEPS === 0) await beatAll(all);
      sum += passed(all[at]!, Math.floor(random() * 8), caller(dayKey));
    }
    const most = PER_DAY + (count - 1) * 7 * 2 * STEPS;
    assert.ok(sum >= PER_DAY && sum <= (count === 1 ? PER_DAY : most), `${sum} at ${count} servers`);
    await beatAll(all);
    const [row] = await sql<{ requests: number }[]>`
      select sum(requests)::int as requests from request_days where owner = ${`${dayKey}`}`;
    assert.equal(row?.requests, sum);
    const late = server({ rate: off, perDay: PER_DAY });
    await late.days.join();
    assert.equal(passed(late, 10, caller(dayKey)), 0, 'one that starts knows before it takes requests');
    await late.days.close();
  }
});

/** The database with what is between: `fate` says whether the day's counts arrive, and whether the answer does. */
function cutting() {
  const fate: { now: 'whole' | 'lost' | 'unanswered' } = { now: 'whole' };
  const cut = () => Promise.reject(Object.assign(new Error('cut'), { code: 'ECONNRESET' }));
  const by = new Proxy(sql, {
    apply(target, self, args) {
      const isDay = String((args[0] as string[]).join?.('')).includes('insert into request_days');
      if (!isDay || fate.now === 'whole') return Reflect.apply(target, self, args);
      return fate.now === 'lost' ? cut() : Reflect.apply(target, self, args).then(cut);
    },
  }) as Sql;
  return { by, fate };
}

test('what of the day is lost on its way is told again, what has lost its answer counts once', async () => {
  const { by, fate } = cutting();
  const one = server({ perDay: 300, rate: { perMinute: 0, burst: 0 }, by });
  const other = server({ perDay: 300, rate: { perMinute: 0, burst: 0 } });
  const dayKey = owner('org');
  let sum = 0;
  for (const now of ['lost', 'unanswered', 'unanswered', 'whole', 'unanswered', 'lost'] as const) {
    fate.now = now;
    sum += passed(one, 10, caller(dayKey));
    await one.days.beat().catch((error) => assert.equal(error.code, 'unavailable'));
  }
  fate.now = 'whole';
  await one.days.beat();
  const leftAt = async (there: Server) => {
    sum += passed(there, 1, caller(dayKey));
    await there.days.beat();
    return there.limits.admit(caller(dayKey)).quotas[0]?.remaining;
  };
  assert.equal(await leftAt(other), 300 - sum - 1);
  sum += 1;
  // What Postgres has lost is told again, of each server with its next request.
  await sql`delete from request_days`;
  for (const each of [one, other]) {
    sum += passed(each, 1, caller(dayKey));
    await each.days.beat();
  }
  assert.equal(await leftAt(server({ perDay: 300, rate: { perMinute: 0, burst: 0 } })), 300 - sum - 1);
});

test('attempts are exact, at several servers and over restarts', async () => {
  const all = several(3);
  const rate = { perMinute: 1, burst: 10 };
  const byAccount = (at: number) => all[at % 3]!.limits.attemptByAccount('login a@b.example', rate);
  assert.equal(await attempts(100, byAccount), 10);
  const byAddress = (at: number) => all[at % 3]!.limits.attemptByAddress('login', '192.0.2.1', rate);
  assert.equal(await attempts(100, byAddress), 10);
  const anew = server();
  assert.equal(await attempts(5, () => anew.limits.attemptByAccount('login a@b.example', rate)), 0);
  // Postgres has lost all of it: a server knows its own.
  await sql`delete from rate_buckets`;
  assert.equal(await attempts(5, byAccount), 0);
});

test('without Postgres each server limits requests by itself, and no attempt passes', async () => {
  const away = connect('postgres://nobody@127.0.0.1:1/none', { role: 'app', max: 1 });
  const alone = server({ by: away, perDay: 400 });
  const one = caller();
  assert.equal(passed(alone, 100, one), RATE.burst);
  await assert.rejects(alone.days.beat());
  assert.equal(passed(alone, 100, one), 0);
  const attempt = () => alone.limits.attemptByAccount('login c@d.example', { perMinute: 1, burst: 10 });
  assert.equal(await attempts(30, attempt), 0);
  await away.end({ timeout: 0 });
});
