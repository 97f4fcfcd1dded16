// long: starts a server, publishes again and again
// A server whose clock is set while it runs: forward, back, and right again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withApp } from '../support/callers/organisation.ts';
import { forFile } from '../support/for-file.ts';
import { callerAt, until } from '../support/server/app.ts';
import { startMeasuredServer } from '../support/server/measured-server.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Longer than a change of access takes to be noticed. */
const SOON_MS = 10_000;

const app = await withApp({ JOBS: 'apart' });
const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
const server = await forFile(
  startMeasuredServer({
    DATABASE_URL: app.databaseUrl,
    SNAPSHOT_INTERVAL_SECONDS: '1',
    // The limit of a day stays.
    RATE_LIMIT_PER_MINUTE: '0',
  }),
);

let answers = 0;
let clock = 0;

for (const [name, clockMs] of [
  ['a day ahead', DAY_MS],
  ['a day back', -DAY_MS],
  ['right again', 0],
] as const)
  test(`a clock that jumps to ${name}: reports, logins, keys and snapshots go on`, async () => {
    const call = callerAt(() => server.url);
    const body = { start_date: '2026-11-01', end_date: '2026-11-02', include: ['counts'] };
    const report = (key = org.key) => call('POST', '/api/customer/v1/reports/brands', { key, body });
    const counted = async () => (await report()).json.data?.[0]?.visibility_count ?? 0;
    const ingest = async () => {
      answers += 1;
      const run = { brand: 'Lumenfold', answer: 'Lumenfold.', executedAt: '2026-11-01T10:00:00Z' };
      await app.ingest(org, [{ ...run, externalId: `${answers}` }]);
      await until(async () => (await counted()) === answers);
    };
    const login = async () => {
      const { email, password } = org;
      const { status, json, text } = await call('POST', '/api/auth/login', { body: { email, password } });
      assert.equal(status, 200, text);
      return json.accessToken as string;
    };
    const me = async (token: string) => (await call('GET', '/api/auth/me', { token })).status;

    await ingest();
    const { text } = await report();
    const before = await login();
    const { id, key } = (
      await call('POST', '/api/api-keys', {
        token: before,
        body: { name: 'Short', scopes: ['reports:read'], expiresAt: new Date(Date.now() + 30 * DAY_MS) },
      })
    ).json;
    assert.equal((await report(key)).status, 200);

    await server.setClock(clockMs);
    assert.equal((await report()).text, text, 'the same snapshot, the same bytes');
    assert.equal(await me(await login()), 200);
    // A token is over where the clock moved by more than its life: none lives longer by a clock that went back.
    assert.equal(await me(before), Math.abs(clockMs - clock) > HOUR_MS ? 401 : 200);
    clock = clockMs;
    await ingest();
    const token = await app.login(org);
    assert.equal((await app.call('DELETE', `/api/api-keys/${id}`, { token })).status, 204);
    await until(async () => (await report(key)).status === 401, SOON_MS);
  });
