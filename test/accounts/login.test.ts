import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp, type TestOrganisation, until } from '../support/app.ts';

let app: TestApp;
let org: TestOrganisation;

before(async () => {
  app = await startTestApp();
  org = await app.organisation();
});
after(() => app?.close());

const login = (email: string, password: string) =>
  app.call('POST', '/api/auth/login', { body: { email, password } });
const refresh = (refreshToken: string) => app.call('POST', '/api/auth/refresh', { body: { refreshToken } });
/** Whether an access token is taken. */
const works = async (token: string) =>
  (await app.call('POST', '/api/runs', { token, body: [] })).status === 200;

test('login takes the email in any case, and its token works', async () => {
  const { status, json } = await login(` ${org.email.toUpperCase()} `, org.password);
  assert.equal(status, 200);
  assert.deepEqual([json.expiresIn, json.tokenType], [3600, 'Bearer']);
  assert.ok(await works(json.accessToken));
  for (const password of [org.password.toUpperCase(), `${org.password} `, ` ${org.password}`])
    assert.equal((await login(org.email, password)).status, 401, 'a password is taken as it is');
});

test('a wrong password and an unknown email: the same answer in the same time', async () => {
  const { email } = await app.organisation();
  const times = { known: [] as number[], unknown: [] as number[] };
  const answers = new Set<string>();
  for (let round = 0; round < 7; round += 1) {
    for (const [kind, account] of [
      ['known', email],
      ['unknown', `nobody${round}@customer.example`],
    ] as const) {
      const startedAt = performance.now();
      const { status, text, headers } = await login(account, 'a wrong password');
      times[kind].push(performance.now() - startedAt);
      assert.equal(status, 401);
      answers.add(`${text} ${headers.get('www-authenticate')} ${headers.get('content-length')}`);
    }
  }
  assert.equal(answers.size, 1);
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[3] ?? 0;
  const ratio = median(times.unknown) / median(times.known);
  assert.ok(ratio > 0.6 && ratio < 1.7, `unknown accounts take ${ratio} times as long`);
});

test('repeated tries at an account get 429, the right password too; others are not held up', async () => {
  const { email, password } = await app.organisation();
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 11; attempt += 1) statuses.push((await login(email, 'wrong one')).status);
  assert.deepEqual(statuses, [...Array(10).fill(401), 429]);
  const refused = await login(email.toUpperCase(), password);
  assert.equal(refused.status, 429);
  const wait = Number(refused.headers.get('retry-after'));
  assert.ok(wait >= 1 && wait <= 30, `Retry-After: ${wait}`);
  const other = await app.organisation();
  assert.equal((await login(other.email, other.password)).status, 200);
});

test('an unknown account is limited like a known one', async () => {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 11; attempt += 1)
    statuses.push((await login('stranger@customer.example', 'wrong one')).status);
  assert.deepEqual(statuses, [...Array(10).fill(401), 429]);
});

test('a refresh token works once; its second use ends all that came from the same login', async () => {
  const first = (await login(org.email, org.password)).json;
  const other = (await login(org.email, org.password)).json;
  const second = await refresh(first.refreshToken);
  assert.equal(second.status, 200);
  assert.notEqual(second.json.refreshToken, first.refreshToken);
  assert.ok(await works(second.json.accessToken));
  const third = await refresh(second.json.refreshToken);
  assert.equal(third.status, 200);

  assert.equal((await refresh(first.refreshToken)).status, 401, 'used before');
  assert.equal((await refresh(third.json.refreshToken)).status, 401, 'its family has ended');
  for (const { accessToken } of [first, second.json, third.json])
    await until(async () => !(await works(accessToken)), 5_000);
  assert.ok(await works(other.accessToken), 'another login goes on');
  assert.equal((await refresh(other.refreshToken)).status, 200);
});

test('of one refresh token used many times at once one gets through at most', async () => {
  const { refreshToken } = (await login(org.email, org.password)).json;
  const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(refreshToken)));
  const passed = answers.filter(({ status }) => status === 200);
  assert.equal(passed.length, 1);
  assert.ok(answers.every(({ status }) => status === 200 || status === 401));
  assert.equal((await refresh(passed[0]?.json.refreshToken)).status, 401, 'reuse ends the family');
});

test('what is no refresh token of ours is refused', async () => {
  const { accessToken } = (await login(org.email, org.password)).json;
  for (const token of ['slr_', 'slr_AAAA', accessToken, org.key])
    assert.equal((await refresh(token.slice(0, 200))).status, 401);
});
