import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApiKey } from '../../src/features/api-keys/api-keys.ts';
import { operator } from '../../src/features/audit/audit.ts';
import { withApp } from '../support/callers/organisation.ts';
import { startTestApp, type TestAnswer, type TestOrganisation } from '../support/server/app.ts';

/** A token in 60 s: none comes back while requests are under way. */
const PER_MINUTE = 1;
const BURST = 5;
const PER_DAY = 12;
const app = await withApp({
  RATE_LIMIT_PER_MINUTE: `${PER_MINUTE}`,
  RATE_LIMIT_BURST: `${BURST}`,
  RATE_LIMIT_PER_DAY: `${PER_DAY}`,
});

const report = (key: string) => app.call('POST', '/api/customer/v1/reports/brands', { key });

/** What the headers say is left: of the burst, of the day, and by X-RateLimit. */
function told({ headers }: TestAnswer) {
  const left = Object.fromEntries(
    [...(headers.get('ratelimit') ?? '').matchAll(/"(\w+)";r=(\d+);t=\d+/g)].map(([, name, r]) => [
      name,
      Number(r),
    ]),
  );
  const x = ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`x-ratelimit-${name}`)));
  return { ...left, x };
}

/** Another key of the organisation, with a bucket of its own. */
async function another({ id }: TestOrganisation): Promise<string> {
  const scopes = ['reports:read' as const];
  return (await createApiKey(app.app.services.db, operator(id), { name: 'More', scopes })).key;
}

/** Uses up the organisation's day by its keys. */
async function spendTheDay(org: TestOrganisation): Promise<void> {
  for (let left = PER_DAY; left > 0; left -= BURST) {
    const key = await another(org);
    for (let at = 0; at < Math.min(left, BURST); at += 1) assert.equal((await report(key)).status, 200);
  }
}

test('a refusal by the burst says what is left of the day, and takes nothing from it', async () => {
  const org = await app.organisation();
  for (let used = 1; used <= BURST; used += 1) {
    const { burst, day } = told(await report(org.key)) as Record<string, unknown>;
    assert.deepEqual([burst, day], [BURST - used, PER_DAY - used]);
  }
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const refused = await report(org.key);
    assert.equal(refused.status, 429);
    const { burst, day, x } = told(refused) as ReturnType<typeof told> & Record<string, unknown>;
    assert.deepEqual([burst, day], [0, PER_DAY - BURST]);
    assert.deepEqual(x.slice(0, 2), [BURST, 0]);
    assert.match(
      refused.headers.get('ratelimit-policy') ?? '',
      /^"burst";q=5;w=300, "minute";q=1;w=60, "day";q=12;w=86400$/,
    );
  }
});

test('a refusal by the day says that nothing is left of it, and takes nothing from the bucket', async () => {
  const org = await app.organisation();
  await spendTheDay(org);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const refused = await report(org.key);
    assert.equal(refused.status, 429);
    assert.match(refused.json.message, /^The 12 requests of today \(UTC\) are used up\. Wait for \d+ s\.$/);
    const { burst, day, x } = told(refused) as ReturnType<typeof told> & Record<string, unknown>;
    assert.deepEqual([burst, day], [BURST, 0]);
    assert.deepEqual(x.slice(0, 2), [PER_DAY, 0]);
    const wait = Number(refused.headers.get('retry-after'));
    assert.ok(Math.abs(wait - (x[2] ?? 0)) <= 1, `Retry-After ${wait}, reset ${x[2]}`);
  }
});

test('before it, X-RateLimit tells the limit of which less is left', async () => {
  const org = await app.organisation();
  for (let used = 0; used < 2; used += 1) {
    const key = await another(org);
    for (let at = 0; at < BURST; at += 1) await report(key);
  }
  const { x } = told(await report(org.key));
  assert.deepEqual(x.slice(0, 2), [PER_DAY, PER_DAY - 2 * BURST - 1]);
});

test('while a leaked key has spent the day, its owner logs in, revokes it and logs out', async () => {
  const org = await app.organisation();
  const token = await app.login(org);
  await spendTheDay(org);
  assert.equal((await report(org.key)).status, 429);
  assert.equal((await app.call('GET', '/api/auth/me', { token })).status, 200);
  const { data } = (await app.call('GET', '/api/api-keys?state=ACTIVE', { token })).json;
  const again = await app.login(org);
  const revoked = await app.call('DELETE', `/api/api-keys/${data[0].id}`, { token: again });
  assert.equal(revoked.status, 204);
  assert.equal((await app.call('POST', '/api/auth/logout', { token })).status, 204);
});

test('the counts of the day outlive the process', async () => {
  const [org, other] = [await app.organisation(), await app.organisation()];
  await spendTheDay(org);
  await report(other.key);
  await app.restart();
  assert.equal((await report(org.key)).status, 429);
  assert.equal((told(await report(other.key)) as Record<string, unknown>)['day'], PER_DAY - 2);
});

test('limits that are off are not told', async () => {
  const names = ['ratelimit', 'ratelimit-policy', 'x-ratelimit-limit', 'x-ratelimit-remaining'];
  const sent = async (variables: Record<string, string>) => {
    const server = await startTestApp(variables);
    try {
      const { key } = await server.organisation();
      const { headers } = await server.call('POST', '/api/customer/v1/reports/brands', { key });
      return names.map((name) => headers.get(name));
    } finally {
      await server.close();
    }
  };
  assert.deepEqual(await sent({}), [null, null, null, null]);
  const [limit, policy, ...x] = await sent({ RATE_LIMIT_PER_DAY: '7' });
  assert.match(limit ?? '', /^"day";r=6;t=\d+$/);
  assert.deepEqual([policy, ...x], ['"day";q=7;w=86400', '7', '6']);
});
