import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { callerWith } from '../support/callers/caller.ts';
import { check, examplePath, operations, schemes } from '../support/callers/contract.ts';
import { accepted } from '../support/callers/members.ts';
import { withApp } from '../support/callers/organisation.ts';
import { type TestAnswer, type TestOrganisation, until } from '../support/server/app.ts';

const FOREIGN = 'https://tools.customer.example';

let org: TestOrganisation;

const app = await withApp({
  REGISTRATION: 'open',
  BASE_PATH: '/sightline',
  CORS_ORIGINS: FOREIGN,
  TRUST_PROXY: '127.0.0.1',
});
// Attempts at the password of one account are limited.
beforeEach(async () => {
  org = await app.organisation();
});

type Headers = Record<string, string>;
const anybody = (path: string, body: unknown, headers: Headers = {}) =>
  app.call('POST', `/api/auth/${path}`, { body, headers });
const login = (headers: Headers = {}, of = org) =>
  anybody('login', { email: of.email, password: of.password, session: 'cookie' }, headers);
const refresh = async (token: string, headers: Headers = {}) => {
  const answer = await anybody('refresh', {}, { Cookie: `other=1; sightline_refresh=${token}`, ...headers });
  check(operations.find(({ id }) => id === 'refreshToken')!, answer);
  return answer;
};
/** The token that an answer puts into the cookie; undefined where it puts none. */
const kept = ({ headers }: TestAnswer) =>
  /^sightline_refresh=(slr_[\w-]{43});/.exec(headers.get('set-cookie') ?? '')?.[1];
const sessionOf = ({ json }: TestAnswer): string =>
  JSON.parse(Buffer.from(json.accessToken.split('.')[1], 'base64url').toString()).sid;
const statusOf = async (answer: TestAnswer) =>
  (await callerWith(app, answer.json.accessToken)('getMe')).status;
/** Lets 16 s go by since the use of each used token. */
const age = () =>
  app.app.services.db
    .sql`update refresh_tokens set used_at = ${new Date(Date.now() - 16_000)} where used_at is not null`;

test('a login by cookie keeps the refresh token from script, for this path alone, as long as it lives', async () => {
  const answer = await login();
  check(operations.find(({ id }) => id === 'login')!, answer);
  assert.equal(answer.json.refreshToken, null);
  assert.match(
    answer.headers.get('set-cookie')!,
    /^sightline_refresh=slr_[\w-]{43}; Path=\/sightline\/api\/auth; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
  );
  assert.equal(await statusOf(answer), 200);
});

test('the cookie is Secure where a trusted proxy reports https', async () => {
  const answer = await login({ 'X-Forwarded-Proto': 'https' });
  assert.match(answer.headers.get('set-cookie')!, /; Secure$/);
});

test('refreshToken takes the token from the cookie, once, and puts its successor there', async () => {
  const first = await login();
  const second = await refresh(kept(first)!);
  assert.equal(second.status, 200, second.text);
  assert.equal(second.json.refreshToken, null);
  assert.notEqual(kept(second), kept(first));
  assert.equal(sessionOf(second), sessionOf(first));
  const third = await refresh(kept(second)!);
  assert.equal(third.status, 200);
  await age();
  assert.equal((await refresh(kept(first)!)).status, 401, 'used before');
  assert.equal((await refresh(kept(third)!)).status, 401, 'the session has ended');
  await until(async () => (await statusOf(third)) === 401, 5_000);
});

test('tabs that refresh at the same moment go on in one session, with one successor', async () => {
  const first = await login();
  const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(kept(first)!)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    Array(10).fill(200),
  );
  assert.deepEqual([...new Set(answers.map(sessionOf))], [sessionOf(first)]);
  const [successor, ...others] = new Set(answers.map(kept));
  assert.ok(successor);
  assert.deepEqual(others, []);
  const [{ count }] = (await app.app.services.db.sql`
    select count(*)::int as count from refresh_tokens where session_id = ${sessionOf(first)}`) as never as [
    { count: number },
  ];
  assert.equal(count, 2, 'the first and its successor');
  const next = await refresh(successor);
  assert.equal(next.status, 200);

  // A tab that comes late gives no access to a token that was used meanwhile, and takes nothing away.
  const late = await refresh(kept(first)!);
  assert.deepEqual([late.status, late.headers.get('set-cookie')], [200, null]);
  assert.equal((await refresh(kept(next)!)).status, 200);
});

test('after 15 s a used token ends the session, also where its successor waits to be used', async () => {
  const first = await login();
  const second = await refresh(kept(first)!);
  await age();
  const again = await Promise.all(Array.from({ length: 5 }, () => refresh(kept(first)!)));
  assert.deepEqual([...new Set(again.map(({ status }) => status))], [401]);
  assert.equal((await refresh(kept(second)!)).status, 401);
});

test('a token is taken by the way of its login alone', async () => {
  const inBody = (await anybody('login', { email: org.email, password: org.password })).json;
  assert.equal((await refresh(inBody.refreshToken)).status, 401);
  assert.equal((await anybody('refresh', { refreshToken: inBody.refreshToken })).status, 200);
  const inCookie = kept(await login())!;
  assert.equal((await anybody('refresh', { refreshToken: inCookie })).status, 401);
  assert.equal((await refresh(inCookie)).status, 200, 'it was not touched');
  const without = await anybody('refresh', {});
  assert.equal(without.status, 401);
  assert.match(without.json.message, /refreshToken.*sightline_refresh/);
});

test('pages of other origins neither log in by cookie nor refresh, whatever CORS allows', async () => {
  const own = new URL(app.url);
  const token = kept(await login())!;
  const refused: Headers[] = [
    { Origin: FOREIGN },
    { Origin: 'null' },
    { Origin: `http://${own.hostname}:1` },
    { Origin: FOREIGN, 'Sec-Fetch-Site': 'cross-site' },
    { Origin: own.origin, 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'none' },
    // By https, the page that came by http may be anybody's.
    { Origin: own.origin, 'X-Forwarded-Proto': 'https' },
  ];
  for (const headers of refused)
    for (const ask of [login(headers), refresh(token, headers)]) {
      const answer = await ask;
      assert.equal(answer.status, 403, JSON.stringify(headers));
      assert.deepEqual(
        ['set-cookie', 'access-control-allow-credentials'].map((name) => answer.headers.get(name)),
        [null, null],
      );
    }
  const registration = {
    organisationName: 'Foreign',
    email: 'foreign@customer.example',
    password: 'long enough',
  };
  for (const [path, body] of [
    ['register', registration],
    ['invitations/accept', { token: 'none', password: 'long enough' }],
  ] as const)
    assert.equal(
      (await anybody(path, { ...body, session: 'cookie' }, { Origin: FOREIGN })).status,
      403,
      path,
    );

  const allowed: Headers[] = [
    { Origin: own.origin },
    { Origin: own.origin, 'Sec-Fetch-Site': 'same-origin' },
    // Behind a proxy the name that the client asked for is another one than the server's.
    {
      Origin: 'https://reports.acme.example',
      'X-Forwarded-Host': 'reports.acme.example',
      'X-Forwarded-Proto': 'https',
    },
    { Origin: 'https://reports.acme.example', 'Sec-Fetch-Site': 'same-origin' },
  ];
  for (const headers of allowed) assert.equal((await login(headers)).status, 200, JSON.stringify(headers));
  assert.equal((await refresh(token, allowed[0])).status, 200);
});

test('no other operation reads the cookie', async () => {
  const Cookie = `sightline_refresh=${kept(await login())}`;
  for (const operation of operations.filter((one) => schemes(one).length > 0)) {
    const { status } = await app.call(operation.method, examplePath(operation), { headers: { Cookie } });
    assert.equal(status, 401, operation.id);
  }
});

test('getHealth tells a page whether anybody may register', async () => {
  assert.equal((await callerWith(app, 'none')('getHealth')).json.registration, 'open');
});

test('register, acceptInvitation and switchOrganisation keep a session by cookie too', async () => {
  const registration = {
    organisationName: 'By cookie',
    email: 'cookie@customer.example',
    password: 'long enough',
  };
  const registered = await anybody('register', { ...registration, session: 'cookie' });
  assert.equal(registered.status, 201, registered.text);
  assert.equal((await refresh(kept(registered)!)).status, 200);

  const inviting = callerWith(app, await app.login(org));
  const { json } = await inviting('createInvitation', {
    body: { email: registration.email, role: 'MEMBER' },
  });
  const body = { token: json.token, password: registration.password, session: 'cookie' };
  const joined = await anybody('invitations/accept', body);
  assert.equal(joined.status, 201, joined.text);
  assert.equal((await refresh(kept(joined)!)).status, 200);

  const call = callerWith(app, registered.json.accessToken);
  const switched = await call('switchOrganisation', { body: { organisationId: org.id, session: 'cookie' } });
  assert.equal(switched.json.refreshToken, null);
  const there = await refresh(kept(switched)!);
  assert.equal((await callerWith(app, there.json.accessToken)('getMe')).json.organisation.id, org.id);
});

test('logout removes the cookie of its session; one without a cookie has none to remove', async () => {
  const answer = await login();
  const out = await callerWith(app, answer.json.accessToken)('logout');
  assert.equal(out.status, 204);
  assert.equal(
    out.headers.get('set-cookie'),
    'sightline_refresh=; Path=/sightline/api/auth; Max-Age=0; HttpOnly; SameSite=Strict',
  );
  assert.equal((await refresh(kept(answer)!)).status, 401);
  const other = await callerWith(app, await app.login(org))('logout');
  assert.deepEqual([other.status, other.headers.get('set-cookie')], [204, null]);
});

test('logout everywhere ends all sessions of the account in all organisations, and is in the audit log of each', async () => {
  const [mine, theirs] = [await app.organisation(), await app.organisation()];
  const inviting = callerWith(app, await app.login(theirs));
  const { json } = await inviting('createInvitation', { body: { email: mine.email, role: 'VIEWER' } });
  const member = await accepted(app, json.token, mine.email, mine.password);
  const [one, another] = [await login({}, mine), await login({}, mine)];
  const stranger = await login();

  const out = await callerWith(app, one.json.accessToken)('logout', { body: { everywhere: true } });
  assert.equal(out.status, 204);
  assert.match(out.headers.get('set-cookie')!, /^sightline_refresh=;/);
  assert.equal((await refresh(kept(another)!)).status, 401);
  assert.equal((await anybody('refresh', { refreshToken: member.refreshToken })).status, 401);
  await until(async () => (await member.call('getMe')).status === 401, 5_000);
  assert.equal(await statusOf(stranger), 200);

  const audited = async (token: string) =>
    (await callerWith(app, token)('listAuditLog', { query: { action: 'logout' } })).json.data.map(
      ({ actorEmail, targetType, details }) => [actorEmail, targetType, details],
    );
  assert.deepEqual(await audited(await app.login(mine)), [
    [mine.email, 'user', { everywhere: true, sessions: 2 }],
  ]);
  assert.deepEqual(await audited(await app.login(theirs)), [
    [mine.email, 'user', { everywhere: true, sessions: 1 }],
  ]);
});

test('a second cookie of the name, as a site beside this one may set, takes nobody into another account', async () => {
  const [mine, theirs] = [kept(await login())!, kept(await login({}, await app.organisation()))!];
  for (const Cookie of [
    `sightline_refresh=${theirs}; sightline_refresh=${mine}`,
    `sightline_refresh=${mine}; a=b;sightline_refresh=`,
  ]) {
    const answer = await anybody('refresh', {}, { Cookie });
    assert.deepEqual([answer.status, answer.headers.get('set-cookie')], [401, null]);
    assert.match(answer.json.message, /twice/);
  }
  assert.equal((await refresh(mine)).status, 200, 'neither was used');
});
