// long: 37 s
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { type AnswerOf, callerWith } from '../support/callers/caller.ts';
import { joined } from '../support/callers/members.ts';
import { withApp } from '../support/callers/organisation.ts';
import { type TestOrganisation, until } from '../support/server/app.ts';

const app = await withApp({});
const anybody = callerWith(app, 'none');

/** The limits of attempts begin anew: all tests come from one address. */
const unlimited = async () => {
  await app.app.services.db.sql`delete from rate_buckets`;
  await app.restart();
};
/** A code that the app shows. @param steps periods from now */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
/** All codes of the account may be taken again, so that tests need not wait 30 s. */
const forgetSteps = () => app.app.services.db.sql`update second_factors set last_step = 0`;
const login = (email: string, password: string) => anybody('login', { body: { email, password } });
const pendingOf = ({ status, json, text }: AnswerOf<'login'>) => {
  assert.equal(status, 403, text);
  assert.equal(json.error, 'second_factor_required');
  return (json as unknown as { pendingLogin: { secondFactor: string; challenge: string; expiresIn: number } })
    .pendingLogin;
};
const challengeOf = async ({ email, password }: TestOrganisation) =>
  pendingOf(await login(email, password)).challenge;
const confirm = (challenge: string, code: string) => anybody('confirmLogin', { body: { challenge, code } });

/** An organisation whose owner has a second factor. */
async function enrolled() {
  const org = await app.organisation();
  const call = callerWith(app, await app.login(org));
  const { json } = await call('enrolSecondFactor', { body: { password: org.password } });
  const {
    status,
    json: confirmed,
    text,
  } = await call('confirmSecondFactor', { body: { code: codeOf(json.secret) } });
  assert.equal(status, 200, text);
  await forgetSteps();
  return { org, call, secret: json.secret, uri: json.uri, recoveryCodes: confirmed.recoveryCodes };
}

test('a second factor is set up, asked for at login, and switched off', async () => {
  const { org, call, secret, uri, recoveryCodes } = await enrolled();
  assert.match(
    uri,
    /^otpauth:\/\/totp\/Sightline:owner\d+%40customer\.example\?issuer=Sightline&secret=[A-Z2-7]{32}&/,
  );
  assert.equal(new Set(recoveryCodes).size, 10);
  for (const code of recoveryCodes) assert.match(code, /^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
  const state = async () => (await call('getSecondFactor')).json;
  assert.deepEqual(
    (({ isOn, recoveryCodesLeft, isDemanded }) => [isOn, recoveryCodesLeft, isDemanded])(await state()),
    [true, 10, false],
  );
  const pending = pendingOf(await login(org.email, org.password));
  assert.deepEqual([pending.secondFactor, pending.expiresIn], ['CODE', 600]);
  const done = await confirm(pending.challenge, codeOf(secret));
  assert.equal(done.status, 200, done.text);
  assert.equal(done.json.recoveryCodes, null);
  assert.equal((await callerWith(app, done.json.accessToken)('getMe')).json.user.email, org.email);
  // The challenge is used up.
  assert.equal((await confirm(pending.challenge, codeOf(secret, 1))).status, 401);
  assert.equal((await call('disableSecondFactor', { body: { password: 'wrong' } })).status, 403);
  assert.equal((await call('disableSecondFactor', { body: { password: org.password } })).status, 204);
  assert.equal((await login(org.email, org.password)).status, 200);
  assert.deepEqual((await state()).recoveryCodesLeft, 0);
  const { data } = (await call('listAuditLog')).json;
  assert.deepEqual(
    data.map(({ action }) => action),
    ['disableSecondFactor', 'confirmSecondFactor', 'createApiKey'],
  );
});

test('confirming ends the other logins, and a login that waits', async () => {
  const org = await app.organisation();
  const [call, other] = [callerWith(app, await app.login(org)), callerWith(app, await app.login(org))];
  const { json } = await call('enrolSecondFactor', { body: { password: org.password } });
  // Nothing is on before it is confirmed.
  assert.equal((await login(org.email, org.password)).status, 200);
  assert.equal((await call('confirmSecondFactor', { body: { code: codeOf(json.secret) } })).status, 200);
  await until(async () => (await other('getMe')).status === 401, 6_000);
  assert.equal((await call('getMe')).status, 200);
});

test('a code is taken once, also by 5 logins at once, and no earlier one after it', async () => {
  await unlimited();
  const { org, secret } = await enrolled();
  const challenges: string[] = [];
  for (let at = 0; at < 5; at += 1) challenges.push(await challengeOf(org));
  const code = codeOf(secret);
  const answers = await Promise.all(challenges.map((challenge) => confirm(challenge, code)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(4).fill(401)]);
  const challenge = await challengeOf(org);
  assert.equal((await confirm(challenge, codeOf(secret, -1))).status, 401);
  assert.equal((await confirm(challenge, codeOf(secret, 1))).status, 200);
});

test('a recovery code works once, in any spelling, and is recorded', async () => {
  await unlimited();
  const { org, call, recoveryCodes } = await enrolled();
  const spelt = recoveryCodes[0]!.replaceAll('-', ' ').toUpperCase();
  assert.equal((await confirm(await challengeOf(org), spelt)).status, 200);
  assert.equal((await confirm(await challengeOf(org), recoveryCodes[0]!)).status, 401);
  assert.equal((await call('getSecondFactor')).json.recoveryCodesLeft, 9);
  assert.equal((await call('listAuditLog', { query: { action: 'useRecoveryCode' } })).json.total, 1);
});

test('24 codes that finish no login, and a challenge ends with the fifth', async () => {
  const { org, secret, recoveryCodes } = await enrolled();
  const other = await enrolled();
  const bad = [
    '000000',
    '999999',
    codeOf(secret, -3),
    codeOf(secret, 3),
    codeOf(secret, -20),
    codeOf(other.secret),
    other.recoveryCodes[0]!,
    `${codeOf(secret).slice(1)}x`,
    `${codeOf(secret)}0`,
    `0${codeOf(secret)}`,
    secret,
    org.password,
    'null',
    'undefined',
    "' or 1=1 --",
    recoveryCodes.join(''),
    recoveryCodes[0]!.slice(0, -1),
    `${recoveryCodes[0]!.slice(0, -1)}1`,
    '١٢٣٤٥٦',
    '１２３４５６',
    '1e5000',
    '0x1234',
    '+12345',
    '      ',
    '-000001',
  ].filter((code) => code !== codeOf(secret) && code.length <= 40);
  assert.ok(bad.length >= 20, `${bad.length}`);
  let challenge = '';
  for (const [at, code] of bad.entries()) {
    // Five of one account and challenge; the limit of the account is what the next test is about.
    if (at % 5 === 0) {
      await unlimited();
      challenge = await challengeOf(org);
    }
    const { status, text } = await confirm(challenge, code);
    assert.ok(status === 401 || status === 400, `${code}: ${text}`);
  }
  await unlimited();
  challenge = await challengeOf(org);
  for (let at = 0; at < 5; at += 1) assert.equal((await confirm(challenge, '000000')).status, 401);
  const right = await confirm(challenge, codeOf(secret));
  assert.equal(right.status, 401);
  assert.match(right.json.message, /login is over/);
});

test('codes of an account are limited over all its logins', async () => {
  await unlimited();
  const { org } = await enrolled();
  const statuses: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const challenge = await challengeOf(org);
    for (let at = 0; at < 5; at += 1) statuses.push((await confirm(challenge, '000000')).status);
  }
  assert.ok(statuses.includes(429), statuses.join());
  assert.ok(statuses.filter((status) => status === 401).length <= 11, statuses.join());
  await unlimited();
});

test('24 challenges and enrolments that are none', async () => {
  const { org, call, secret } = await enrolled();
  const challenge = await challengeOf(org);
  const expired = await challengeOf(org);
  const { createHash } = await import('node:crypto');
  await app.app.services.db.sql`update login_challenges set expires_at = now()
    where hash = ${createHash('sha256').update(expired).digest()}`;
  const token = (await app.call('POST', '/api/auth/login', { body: { email: org.email, password: 'wrong' } }))
    .text;
  const bad = [
    'x',
    'slc_',
    expired,
    challenge.slice(1),
    challenge.slice(0, -1),
    `${challenge}A`,
    ` ${challenge}`,
    `${challenge}\n`,
    challenge.toUpperCase(),
    challenge.toLowerCase(),
    challenge.replace('slc_', 'slp_'),
    challenge.replace('slc_', 'slr_'),
    challenge.replace('slc_', ''),
    `slc_${'A'.repeat(43)}`,
    org.key,
    org.id,
    org.email,
    org.password,
    secret,
    token.slice(0, 100),
    createHash('sha256').update(challenge).digest('hex'),
    '__proto__',
    'null',
    '%00',
    "' or 1=1 --",
  ];
  for (const one of bad) {
    await app.app.services.db.sql`delete from rate_buckets`;
    const [code, enrolment] = [
      await confirm(one, codeOf(secret)),
      await anybody('enrolAtLogin', { body: { challenge: one } }),
    ];
    assert.ok([401, 429].includes(code.status), `${one}: ${code.text}`);
    assert.ok([401, 429].includes(enrolment.status), `${one}: ${enrolment.text}`);
    if (code.status === 429 || enrolment.status === 429) await unlimited();
  }
  // A right challenge that asks for a code gives no new secret: a stolen password would suffice.
  await unlimited();
  assert.equal((await anybody('enrolAtLogin', { body: { challenge } })).status, 401);
  // Nor does an access token that is cut off from its password.
  assert.equal((await call('enrolSecondFactor', { body: { password: 'wrong password' } })).status, 403);
  assert.equal((await confirm(challenge, codeOf(secret))).status, 200);
});

test('codes that confirm no enrolment', async () => {
  await unlimited();
  const org = await app.organisation();
  const call = callerWith(app, await app.login(org));
  const confirmed = (code: string) => call('confirmSecondFactor', { body: { code } });
  assert.equal((await confirmed('123456')).status, 409);
  const first = (await call('enrolSecondFactor', { body: { password: org.password } })).json.secret;
  const { secret } = (await call('enrolSecondFactor', { body: { password: org.password } })).json;
  for (const code of ['000000', codeOf(first), codeOf(secret, 5), 'abcdef'])
    assert.equal((await confirmed(code)).status, 400, code);
  await app.app.services.db.sql`update second_factor_enrolments set expires_at = now()`;
  assert.equal((await confirmed(codeOf(secret))).status, 409);
});

test('the secret is sealed, and codes are hashed', async () => {
  const { secret, recoveryCodes } = await enrolled();
  const { sql } = app.app.services.db;
  const dump = JSON.stringify([
    ...(await sql<{ row: string }[]>`select t::text as row from second_factors t`),
    ...(await sql<{ row: string }[]>`select t::text as row from recovery_codes t`),
  ]);
  const hex = (text: string) => Buffer.from(text).toString('hex');
  for (const one of [secret, ...recoveryCodes]) assert.ok(!dump.includes(one) && !dump.includes(hex(one)));
});

test('an organisation demands it: members set one up at login, and can do nothing else before', async () => {
  await unlimited();
  const { org, call } = await enrolled();
  const member = await joined(app, call, 'MEMBER');
  const without = await app.organisation();
  const outsider = callerWith(app, await app.login(without));
  assert.equal((await outsider('putSecurity', { body: { demandsSecondFactor: true } })).status, 409);
  assert.deepEqual((await call('putSecurity', { body: { demandsSecondFactor: true } })).json, {
    demandsSecondFactor: true,
  });
  await until(async () => (await member.call('getMe')).status === 401, 6_000);
  assert.equal((await anybody('refreshToken', { body: { refreshToken: member.refreshToken } })).status, 401);
  assert.equal((await call('getMe')).status, 200);
  const pending = pendingOf(await login(member.email, member.password));
  assert.equal(pending.secondFactor, 'ENROLMENT');
  // The challenge opens nothing.
  for (const operation of ['getMe', 'listBrands', 'getSecondFactor', 'listMembers'] as const)
    assert.equal((await callerWith(app, pending.challenge)(operation)).status, 401);
  assert.equal((await anybody('refreshToken', { body: { refreshToken: pending.challenge } })).status, 401);
  const { secret } = (await anybody('enrolAtLogin', { body: { challenge: pending.challenge } })).json;
  const done = await confirm(pending.challenge, codeOf(secret));
  assert.equal(done.status, 200, done.text);
  assert.equal(done.json.recoveryCodes?.length, 10);
  const now = callerWith(app, done.json.accessToken);
  assert.equal((await now('getSecondFactor')).json.isDemanded, true);
  const off = await now('disableSecondFactor', { body: { password: member.password } });
  assert.equal(off.status, 409);
  assert.equal((await now('putSecurity', { body: { demandsSecondFactor: false } })).status, 403);
  // Who is a member elsewhere does not get in from there without one.
  const { json } = await call('createInvitation', { body: { email: without.email, role: 'VIEWER' } });
  const joining = await anybody('acceptInvitation', {
    body: { token: json.token, password: without.password },
  });
  assert.equal((joining.json as { error: string }).error, 'second_factor_required');
  const switched = await outsider('switchOrganisation', { body: { organisationId: org.id } });
  assert.equal(switched.status, 403);
  assert.match(switched.json.message, /demands a second factor/);
  // Keys go on.
  assert.equal((await app.report(org, 'brands', {})).status, 200);
});

test('who is invited into an organisation that demands it sets one up at once', async () => {
  await unlimited();
  const { call } = await enrolled();
  await call('putSecurity', { body: { demandsSecondFactor: true } });
  const email = 'invited-strictly@customer.example';
  const { json } = await call('createInvitation', { body: { email, role: 'VIEWER' } });
  const joining = await anybody('acceptInvitation', {
    body: { token: json.token, password: 'a password of theirs' },
  });
  const { challenge } = pendingOf(joining as unknown as AnswerOf<'login'>);
  const { secret } = (await anybody('enrolAtLogin', { body: { challenge } })).json;
  assert.equal((await confirm(challenge, codeOf(secret))).status, 200);
  // With the invitation accepted once, it is used.
  assert.equal(
    (await anybody('acceptInvitation', { body: { token: json.token, password: 'a password of theirs' } }))
      .status,
    404,
  );
});

test('an invitation is no way round the second factor of an account', async () => {
  await unlimited();
  const { org } = await enrolled();
  const elsewhere = await app.organisation();
  const owner = callerWith(app, await app.login(elsewhere));
  const { json } = await owner('createInvitation', { body: { email: org.email, role: 'ADMIN' } });
  const joining = await anybody('acceptInvitation', { body: { token: json.token, password: org.password } });
  assert.equal(pendingOf(joining as unknown as AnswerOf<'login'>).secondFactor, 'CODE');
});

test("the operator's command ends a second factor and the logins", async () => {
  await unlimited();
  const { org, call } = await enrolled();
  const run = (email: string) =>
    execFileSync(
      process.execPath,
      ['src/bin/launch.mjs', 'src/cli.ts', 'user', 'reset-second-factor', '--email', email],
      {
        env: {
          ...process.env,
          DATABASE_URL: app.databaseUrl,
          DATA_DIR: app.dataDir,
          JWT_SECRET: 'a secret of tests that is long enough',
          ENCRYPTION_KEY: 'another secret of tests, long enough',
        },
        stdio: 'pipe',
      },
    );
  run(org.email);
  await until(async () => (await call('getMe')).status === 401, 6_000);
  const again = callerWith(app, await app.login(org));
  const { data } = (await again('listAuditLog', { query: { action: 'resetSecondFactor' } })).json;
  assert.deepEqual(
    data.map(({ actorType }) => actorType),
    ['OPERATOR'],
  );
  assert.throws(() => run(org.email), /No account with a second factor/);
});
