import assert from 'node:assert/strict';
import { after, beforeEach, mock, test } from 'node:test';
import { AppError } from '../../src/base/errors.ts';
import { createLog } from '../../src/base/log.ts';
import { connect, type Sql } from '../../src/db/client.ts';
import { allocateCounters } from '../../src/server/auth/counters.ts';
import { RateLimits, rateKeys } from '../../src/server/auth/rate-limits.ts';
import { Servers } from '../../src/server/auth/servers.ts';
import { createTestDatabase } from '../support/database.ts';

const RATE = { perMinute: 300, burst: 60 };
const PER_SECOND = RATE.perMinute / 60;
/** What a server says, all others have heard of after so many seconds: it speaks and they listen once a second. */
const HEARD = 2;
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
  await sql`delete from servers`;
  await sql`delete from request_days`;
});

interface Server {
  limits: RateLimits;
  servers: Servers;
}

/** A server as it is in a process of its own; its beats are made by the test. */
function server({ rate = RATE, perDay = 0, by = sql } = {}): Server {
  const memory = allocateCounters();
  const limits = new RateLimits(rate, perDay, memory, { sql: by, secret });
  return { limits, servers: new Servers(by, memory, rate, log) };
}
const several = (count: number, options = {}) => Array.from({ length: count }, () => server(options));

async function beatAll(all: readonly Server[]): Promise<void> {
  for (const { servers } of all) await servers.beat();
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

const STEPS_A_SECOND = 10;
/** How many requests each server gets in a step of a tenth of a second. */
type Traffic = (second: number, count: number) => number[];

/** Traffic that changes every few seconds: none, at one server, at some, at all, more or less. */
function randomTraffic(random: () => number): Traffic {
  let until = 0;
  let demand: number[] = [];
  return (second, count) => {
    if (second >= until) {
      until = second + 1 + random() * 20;
      const isIdle = random() < 0.2;
      const most = random() < 0.5 ? 80 : 3;
      demand = Array.from({ length: count }, () => (isIdle || random() < 0.3 ? 0 : most * random()));
    }
    return demand.map((mean) => Math.floor(mean * 2 * random()));
  };
}

/** Everything at once, and again as soon as buckets are full. */
const bursts: Traffic = (second, count) => Array(count).fill(second % 13 < 0.5 ? 80 : 0);

/**
 * Has servers work on traffic, each with beats at its own time.
 * @returns what passed by the end of each step, from 0 on
 */
async function simulate(all: readonly Server[], traffic: Traffic, lasts: number): Promise<number[]> {
  const one = caller();
  const sums = [0];
  const startedAt = seconds;
  for (let step = 0; step < lasts * STEPS_A_SECOND; step += 1) {
    seconds = startedAt + step / STEPS_A_SECOND;
    for (const [at, { servers }] of all.entries())
      if (step % STEPS_A_SECOND === (at * 3) % STEPS_A_SECOND) await servers.beat();
    const demand = traffic(step / STEPS_A_SECOND, all.length);
    sums.push(all.reduce((sum, each, at) => sum + passed(each, demand[at] ?? 0, one), sums.at(-1) ?? 0));
  }
  return sums;
}

/** That over every span of time no more passed than the contract says. */
function assertBound(sums: readonly number[], count: number): void {
  const once = count === 1 ? RATE.burst : count * (RATE.burst + HEARD * PER_SECOND);
  for (let from = 0; from < sums.length; from += 1)
    for (let to = from + 1; to < sums.length; to += 1) {
      const most = once + (PER_SECOND * (to - from)) / STEPS_A_SECOND;
      const all = sums[to]! - sums[from]!;
      assert.ok(all <= most, `${all} of ${most} passed in steps ${from} to ${to} at ${count} servers`);
    }
}

for (const count of [1, 2, 3, 4])
  test(`whatever goes to servers, over any time no more passes than is said: ${count} of them`, async (t) => {
    for (const traffic of [bursts, randomTraffic(randomOf(count)), randomTraffic(randomOf(10 + count))]) {
      await sql`delete from servers`;
      const all = several(count);
      await beatAll(all);
      const sums = await simulate(all, traffic, 80);
      t.diagnostic(`${sums.at(-1)} passed`);
      assertBound(sums, count);
    }
  });

for (const count of [2, 4])
  test(`spread over ${count} servers alike, a key has its rate, and each says its share of it`, async () => {
    const all = several(count);
    await beatAll(all);
    const flood: Traffic = () => Array(count).fill(5);
    const sums = await simulate(all, flood, 40);
    const later = sums.at(-1)! - sums[10 * STEPS_A_SECOND]!;
    assert.ok(Math.abs(later - 30 * PER_SECOND) <= count, `${later} in 30 s`);
    const one = caller();
    for (const each of all) passed(each, 1, one);
    await beatAll(all);
    await beatAll(all);
    const { policy, quotas } = all[0]!.limits.admit(one);
    const [burst, perMinute] = [RATE.burst / count, RATE.perMinute / count];
    assert.equal(policy, `"burst";q=${burst};w=12, "minute";q=${perMinute};w=60`);
    assert.equal(quotas[0]?.limit, burst);
    assert.equal(passed(all[0]!, 100, one), quotas[0]?.remaining);
  });

test('a key that stays on one of several servers has all of its limit, and one that moves has it again', async () => {
  const all = several(3);
  await beatAll(all);
  const at =
    (which: number): Traffic =>
    () =>
      [0, 1, 2].map((each) => (each === which ? 10 : 0));
  const sums = await simulate(all, at(0), 30);
  for (const [step, sum] of sums.entries())
    assert.ok(sum >= Math.min(10 * step, RATE.burst + Math.floor((PER_SECOND * (step - 1)) / 10)), `${sum}`);
  const one = caller();
  assert.equal(passed(all[0]!, 100, one), RATE.burst);
  await beatAll(all);
  await beatAll(all);
  assert.equal(passed(all[1]!, 100, one), RATE.burst, 'nobody has heard of it yet');
  // Empty buckets fill in 12 s, and are forgotten when they have been full for another 24 and 6.
  for (const until = seconds + 45; seconds < until; seconds += 1) await beatAll(all);
  assert.equal(passed(all[1]!, 100, one), RATE.burst);
});

test('where a burst is smaller than the number of servers, each lets pass one at a time, at its share of the rate', async () => {
  const all = several(3, { rate: { perMinute: 60, burst: 1 } });
  const one = caller();
  let sum = 0;
  for (const end = seconds + 60; seconds < end; seconds += 0.1) {
    if (Math.round(seconds * 10) % 10 === 0) await beatAll(all);
    for (const each of all) sum += passed(each, 1, one);
  }
  assert.ok(sum >= 60 && sum <= 60 + 3 * (1 + HEARD), `${sum} in a minute`);
});

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
      if (step % STEPS_A_SECOND === 0) await beatAll(all);
      sum += passed(all[at]!, Math.floor(random() * 8), caller(dayKey));
    }
    const most = PER_DAY + (count - 1) * 7 * HEARD * STEPS_A_SECOND;
    assert.ok(sum >= PER_DAY && sum <= (count === 1 ? PER_DAY : most), `${sum} at ${count} servers`);
    await beatAll(all);
    const [row] = await sql<{ requests: number }[]>`
      select sum(requests)::int as requests from request_days where owner = ${`${dayKey}`}`;
    assert.equal(row?.requests, sum);
    const late = server({ rate: off, perDay: PER_DAY });
    await late.servers.join();
    assert.equal(passed(late, 10, caller(dayKey)), 0, 'one that starts knows before it takes requests');
    await late.servers.close();
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
    await one.servers.beat().catch((error) => assert.equal(error.code, 'unavailable'));
  }
  fate.now = 'whole';
  await one.servers.beat();
  const leftAt = async (there: Server) => {
    sum += passed(there, 1, caller(dayKey));
    await there.servers.beat();
    return there.limits.admit(caller(dayKey)).quotas[0]?.remaining;
  };
  assert.equal(await leftAt(other), 300 - sum - 1);
  sum += 1;
  // What Postgres has lost is told again, of each server with its next request.
  await sql`delete from request_days`;
  for (const each of [one, other]) {
    sum += passed(each, 1, caller(dayKey));
    await each.servers.beat();
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
  await assert.rejects(alone.servers.beat());
  assert.equal(passed(alone, 100, one), 0);
  const attempt = () => alone.limits.attemptByAccount('login c@d.example', { perMinute: 1, burst: 10 });
  assert.equal(await attempts(30, attempt), 0);
  await away.end({ timeout: 0 });
});
