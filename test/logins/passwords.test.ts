// long: 20 s
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { newId } from '../../src/base/ids.ts';
import { callerWith } from '../support/callers/caller.ts';
import { withMail } from '../support/providers/smtp.ts';
import { type TestOrganisation, until } from '../support/server/app.ts';

/** How many pairs of answers are timed. In full: TIMED_TRIES=1000. */
const TRIES = Number(process.env['TIMED_TRIES'] ?? 80);

const { server, app } = await withMail({ TRUST_PROXY: '127.0.0.0/8' });
const anybody = callerWith(app, 'none');

/** The limits of attempts begin anew: all tests come from one address. */
const unlimited = async () => {
  await app.app.services.db.sql`delete from rate_buckets`;
  await app.restart();
};
const forgot = (email: string) => anybody('forgotPassword', { body: { email } });
const reset = (token: string, password = 'the next password') =>
  anybody('resetPassword', { body: { token, password } });
const login = (email: string, password: string) => anybody('login', { body: { email, password } });
/** Asks for a link. @returns its token */
async function linkFor(email: string): Promise<string> {
  const links = () => server.to(email).filter(({ text }) => text.includes('#/reset'));
  const before = links().length;
  assert.equal((await forgot(email.toUpperCase())).status, 202);
  await until(() => links().length === before + 1);
  return /#\/reset\?token=(slp_[\w-]{43})\s/.exec(links().at(-1)!.text)![1]!;
}

test('a link sets a password once, ends logins and other links, and is recorded everywhere', async () => {
  const org = await app.organisation();
  const owner = callerWith(app, await app.login(org));
  const elsewhere = await app.organisation();
  const other = callerWith(app, await app.login(elsewhere));
  const { json } = await other('createInvitation', { body: { email: org.email, role: 'ADMIN' } });
  assert.equal(
    (await anybody('acceptInvitation', { body: { token: json.token, password: org.password } })).status,
    201,
  );
  const [first, second] = [await linkFor(org.email), await linkFor(org.email)];
  assert.notEqual(first, second);
  // Only its hash is kept.
  const kept = await app.app.services.db.sql<{ hash: Buffer }[]>`select hash from password_resets`;
  assert.ok(kept.some(({ hash }) => hash.equals(createHash('sha256').update(second).digest())));
  assert.equal((await reset(first)).status, 204);
  for (const token of [first, second]) assert.equal((await reset(token)).status, 404);
  await until(async () => (await owner('getMe')).status === 401, 6_000);
  assert.equal((await login(org.email, org.password)).status, 401);
  const again = await login(org.email, 'the next password');
  assert.equal(again.status, 200);
  for (const call of [callerWith(app, again.json.accessToken), other]) {
    const { data } = (await call('listAuditLog', { query: { action: 'resetPassword' } })).json;
    assert.deepEqual(
      data.map(({ actorType }) => actorType),
      ['USER'],
    );
  }
});

test('a link works for 30 minutes, and not after the password was changed otherwise', async () => {
  await unlimited();
  const org = await app.organisation();
  const token = await linkFor(org.email);
  const { sql } = app.app.services.db;
  await sql`update password_resets set expires_at = expires_at - interval '30 minutes'`;
  assert.equal((await reset(token)).status, 404);
  const next = await linkFor(org.email);
  const call = callerWith(app, await app.login(org));
  const body = { currentPassword: org.password, newPassword: 'changed meanwhile' };
  assert.equal((await call('changePassword', { body })).status, 204);
  assert.equal((await reset(next)).status, 404);
  assert.equal((await login(org.email, 'changed meanwhile')).status, 200);
});

test('of 20 at once with one link, one sets the password', async () => {
  await unlimited();
  const org = await app.organisation();
  const token = await linkFor(org.email);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => reset(token, `password number ${at}`)),
  );
  const statuses = answers.map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 204).length, 1, statuses.join());
  assert.ok(
    statuses.every((status) => [204, 404, 503].includes(status)),
    statuses.join(),
  );
});

test('nobody can ask for more than 3 links at once for an address, known or not', async () => {
  await unlimited();
  const org = await app.organisation();
  for (const email of [org.email, 'nobody@customer.example']) {
    for (let at = 0; at < 3; at += 1) assert.equal((await forgot(email)).status, 202);
    const fourth = await forgot(` ${email.toUpperCase()} `);
    assert.equal(fourth.status, 429);
    assert.ok(Number(fourth.headers.get('retry-after')) > 1_000);
  }
});

test('25 bad requests for a link, and 25 bad tokens', async () => {
  await unlimited();
  const org = await app.organisation();
  const bad: unknown[] = [
    undefined,
    null,
    [],
    5,
    '',
    '"{}"',
    {},
    { email: null },
    { email: 5 },
    { email: [org.email] },
    { email: {} },
    { email: '' },
    { email: 'ab' },
    { email: 'x'.repeat(255) },
    { email: `${org.email}\u0000` },
    { email: '\ud800@b.example' },
    { mail: org.email },
    { email: org.email, isAdmin: true },
    { email: org.email, token: 'x' },
    { email: org.email, redirect: 'https://evil.example' },
    { email: org.email, url: 'https://evil.example' },
    { Email: org.email },
    { email: true },
    { email: { $ne: '' } },
    '{"email":"a@b.example",',
  ];
  assert.ok(bad.length >= 25);
  for (const body of bad) {
    const { status, text } = await app.call('POST', '/api/auth/password/forgotten', {
      headers: { 'Content-Type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    assert.equal(status, 400, `${JSON.stringify(body)}: ${text}`);
  }
  const token = await linkFor(org.email);
  const tokens = [
    'x',
    'slp_',
    token.slice(1),
    token.slice(0, -1),
    `${token}A`,
    `${token}=`,
    ` ${token}`,
    `${token} `,
    `${token}\n`,
    token.toUpperCase(),
    token.toLowerCase(),
    token.replace('slp_', 'sli_'),
    token.replace('slp_', ''),
    `slp_${'A'.repeat(43)}`,
    `slp_${'A'.repeat(190)}`,
    `slp_${token.slice(4, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
    "' or 1=1 --",
    '%00',
    '../../x',
    org.key,
    org.id,
    createHash('sha256').update(token).digest('hex'),
    createHash('sha256').update(token).digest('base64url'),
    '__proto__',
    'null',
  ];
  assert.ok(tokens.length >= 25);
  for (const one of tokens) {
    const { status, text } = await reset(one);
    assert.ok([404, 429].includes(status), `${one}: ${text}`);
    if (status === 429) await unlimited();
  }
  for (const password of ['', 'short', 'x'.repeat(1025), null, 5])
    assert.equal((await anybody('resetPassword', { body: { token, password } })).status, 400);
  assert.equal((await reset(token)).status, 204);
});

test('the link leads to PUBLIC_URL, whatever the Host of the request', async () => {
  await unlimited();
  const org = await app.organisation();
  const { status } = await app.call('POST', '/api/auth/password/forgotten', {
    headers: {
      'X-Forwarded-Host': 'evil.example',
      Origin: 'https://evil.example',
      Referer: 'https://evil.example',
    },
    body: { email: org.email },
  });
  assert.equal(status, 202);
  await until(() => server.to(org.email).length === 1);
  assert.ok(!server.to(org.email)[0]!.raw.includes('evil.example'));
});

test('answers about known and unknown addresses are the same bytes, and take the same time', async () => {
  await unlimited();
  const org = await app.organisation();
  const known = await withMembers(org, TRIES);
  const times = { known: [] as number[], unknown: [] as number[] };
  const texts = new Set<string>();
  let asked = 0;
  const ask = async (kind: 'known' | 'unknown', email: string) => {
    asked += 1;
    // Each from another client, so that no limit of clients is reached.
    const from = `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}`;
    const startedAt = performance.now();
    const { status, text, headers } = await app.call('POST', '/api/auth/password/forgotten', {
      headers: { 'X-Forwarded-For': from },
      body: { email },
    });
    times[kind].push(performance.now() - startedAt);
    texts.add(`${status} ${text} ${[...headers.keys()].sort().join()}`);
  };
  for (const [at, email] of known.entries()) {
    const pair = [
      ['known', email],
      ['unknown', email.replace('member', 'nobody')],
    ] as const;
    // Either comes first by turns.
    for (const [kind, one] of at % 2 === 0 ? pair : pair.toReversed()) await ask(kind, one);
  }
  assert.deepEqual(texts.size, 1, [...texts].join('\n'));
  assert.match([...texts][0]!, /^202 /);
  const differences = times.known.map((time, at) => time - times.unknown[at]!).sort((a, b) => a - b);
  const quantile = (share: number) => differences[Math.floor(share * (TRIES - 1))]!;
  // The quarter at each end is what else the machine did.
  const middle = differences.slice(Math.floor(TRIES / 4), Math.ceil((3 * TRIES) / 4));
  const mean = middle.reduce((sum, one) => sum + one, 0) / middle.length;
  const spread = quantile(0.75) - quantile(0.25);
  const shown = `${mean.toFixed(3)} ms of ${TRIES} pairs, half of which are within ${spread.toFixed(3)} ms`;
  console.log(`known − unknown: ${shown}`);
  assert.ok(Math.abs(mean) < Math.max(0.3, spread / 4), shown);
});

/** Makes accounts below the API, where no password is hashed. @returns their addresses */
async function withMembers(org: TestOrganisation, count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, at) => `member${at}@${org.id}.example`);
  const ids = emails.map(() => newId());
  await app.app.services.db.tenant(org.id, async (tx) => {
    await tx`insert into users (id, email, password_hash)
      select id, email, 'none' from unnest(${ids}::text[], ${emails}::text[]) as u (id, email)`;
    await tx`insert into memberships (org_id, user_id, role)
      select ${org.id}, id, 'VIEWER' from unnest(${ids}::text[]) as id`;
  });
  return emails;
}
