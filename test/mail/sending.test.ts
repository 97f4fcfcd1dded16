// long: 17 s
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { type Caller, callerWith } from '../support/callers/caller.ts';
import { accepted, joined } from '../support/callers/members.ts';
import { refusal, withMail } from '../support/providers/smtp.ts';
import { startTestApp, type TestOrganisation, until } from '../support/server/app.ts';

let org: TestOrganisation;
let owner: Caller;
let made = 0;

const { server, app } = await withMail({ PUBLIC_URL: 'https://reports.example/sub', MAIL_PER_HOUR: '20' });
beforeEach(async () => {
  server.answers = Object.assign(server.answers, {
    recipient: undefined,
    message: undefined,
    cutAfter: undefined,
  });
  org = await app.organisation({ plan: 'FREE' });
  owner = callerWith(app, await app.login(org));
});

const somebody = () => {
  made += 1;
  return `invited${made}@customer.example`;
};
const invite = async (email = somebody()) => {
  const { status, json, text } = await owner('createInvitation', { body: { email, role: 'VIEWER' } });
  assert.equal(status, 201, text);
  return { email, token: json.token };
};
const rows = () =>
  app.sql(org)<
    {
      id: string;
      state: string;
      tries: number;
      error: string | null;
      status: number | null;
      secret: Buffer | null;
    }[]
  >`
      select id, state, tries, error, status, secret from mail_messages where org_id = ${org.id} order by created_at, id`;
/** The pauses between tries, over at once. */
const hurry = () =>
  app.sql(
    org,
  )`update mail_messages set next_attempt_at = now() where org_id = ${org.id} and state = 'PENDING'`;
const state = async (wanted: string) =>
  until(async () => (await rows()).every((row) => row.state === wanted));
/** A quota warning: the plan's only brand is made. */
const warn = () => owner('createBrand', { body: { name: 'Lumenfold' } });

test('an invitation is mailed once, and its link works', async () => {
  const { email, token } = await invite();
  await until(() => server.to(email).length === 1);
  const [mail] = server.to(email);
  assert.equal(mail?.from, 'reports@sightline.example');
  assert.match(mail!.text, new RegExp(`https://reports.example/sub/#/join\\?token=${token}`));
  assert.match(mail!.html, /<a href="https:\/\/reports\.example\/sub\/#\/join/);
  assert.match(
    mail!.text,
    new RegExp(`${org.email} invites you to Organisation \\d+ on Sightline, as VIEWER`),
  );
  const [row] = await rows();
  assert.equal(mail!.headers.get('message-id'), `<${row?.id}@sightline.example>`);
  assert.equal(mail!.headers.get('auto-submitted'), 'auto-generated');
  // It was asked for: nothing to unsubscribe from.
  assert.equal(mail!.headers.has('list-unsubscribe'), false);
  await state('DELIVERED');
  assert.deepEqual(
    (await rows()).map(({ tries, secret }) => [tries, secret]),
    [[1, null]],
  );
  await accepted(app, token, email);
});

test('a temporary refusal (greylisting) is tried again, under the same Message-ID', async () => {
  const refusals = [451, 450];
  server.answers.recipient = () => {
    const code = refusals.shift();
    return code === undefined ? null : refusal(code, 'Greylisted, try again');
  };
  const { email } = await invite();
  for (const left of [1, 0]) {
    await until(
      async () => refusals.length === left && (await rows())[0]?.status === (left === 1 ? 451 : 450),
    );
    const { data } = (await owner('listMailAddresses')).json;
    assert.deepEqual(
      data.map(({ address, isPaused, refusals, status }) => [address, isPaused, refusals, status]),
      [[email, false, left === 1 ? 1 : 2, left === 1 ? 451 : 450]],
    );
    assert.equal(server.to(email).length, 0);
    await hurry();
  }
  await state('DELIVERED');
  assert.equal(server.to(email).length, 1);
  assert.equal((await rows())[0]?.tries, 3);
  // It has taken one: what was before counts no more.
  assert.deepEqual((await owner('listMailAddresses')).json.data, []);
});

test('the pause after a temporary refusal grows, with jitter', async () => {
  server.answers.recipient = () => refusal(451, 'Later');
  await invite();
  await invite();
  await until(async () => (await rows()).every(({ tries, status }) => tries === 1 && status === 451));
  const pauses = () =>
    app.sql(org)<
      { seconds: number }[]
    >`select extract(epoch from next_attempt_at - begun_at)::float8 as seconds
        from mail_messages where org_id = ${org.id}`;
  for (const { seconds } of await pauses()) assert.ok(seconds > 4 && seconds < 7, `${seconds}`);
  await hurry();
  await until(async () =>
    (await rows()).every(
      ({ tries, status, error }) => tries === 2 && status === 451 && /Later/.test(error ?? ''),
    ),
  );
  const after = await pauses();
  for (const { seconds } of after) assert.ok(seconds > 265 && seconds < 335, `${seconds}`);
  assert.notEqual(after[0]?.seconds, after[1]?.seconds);
});

for (const [when, answer] of [
  ['at the address', () => (server.answers.recipient = () => refusal(550, 'No such user\r\nX: y'))],
  ['after the message', () => (server.answers.message = () => refusal(554, 'No such user'))],
] as const)
  test(`a permanent refusal ${when} ends it, pauses the address, and is shown`, async () => {
    answer();
    const { email } = await invite();
    await state('FAILED');
    const [row] = await rows();
    assert.equal(row?.secret, null);
    const { data, total } = (await owner('listMailAddresses')).json;
    assert.equal(total, 1);
    assert.deepEqual([data[0]?.address, data[0]?.isPaused, data[0]?.refusals], [email, true, 1]);
    assert.match(data[0]!.reason, /^The server refused it: 55[04] No such user/);
    assert.equal((await owner('removeMailAddress', { ids: [data[0]!.id] })).status, 204);
    assert.equal((await owner('listMailAddresses')).json.total, 0);
    assert.equal((await owner('removeMailAddress', { ids: [data[0]!.id] })).status, 404);
  });

test('a paused address gets no warnings; a mail that a person asks for goes there, and ends the pause', async () => {
  server.answers.recipient = () => refusal(550, 'No');
  await app.sql(org)`insert into mail_addresses (org_id, id, address, is_paused, refusals, status, reason)
      values (${org.id}, ${org.id}, ${org.email}, true, 1, 550, 'No')`;
  await warn();
  assert.equal((await rows()).length, 0);
  server.answers.recipient = () => null;
  await app.call('POST', '/api/auth/password/forgotten', { body: { email: org.email } });
  await until(() => server.to(org.email).length === 1);
  await until(async () => (await owner('listMailAddresses')).json.total === 0);
});

test('a connection cut in the middle of the message: it is sent once more, and taken once', async () => {
  server.answers.cutAfter = 900;
  const before = server.came.length;
  const { email } = await invite();
  await until(async () => (await rows())[0]?.error?.includes('may have the mail') === true);
  assert.equal(server.came.length, before);
  await hurry();
  await state('DELIVERED');
  assert.equal(server.to(email).length, 1);
});

test('where the yes was lost, it is sent once more under the same Message-ID, and no third time', async () => {
  server.answers.message = (_mail, connection) => {
    connection.destroy();
    return null;
  };
  const { email } = await invite();
  await until(async () => (await rows())[0]?.error?.includes('may have the mail') === true);
  await hurry();
  await state('FAILED');
  const ids = server.came
    .filter(({ to }) => to.includes(email))
    .map(({ headers }) => headers.get('message-id'));
  assert.deepEqual(ids, [`<${(await rows())[0]?.id}@sightline.example>`, ids[0]]);
});

test('no more than MAIL_PER_HOUR go out in an hour; new passwords go all the same', async () => {
  const invited: string[] = [];
  for (let at = 0; at < 23; at += 1) invited.push((await invite()).email);
  const arrived = () => invited.filter((email) => server.to(email).length > 0).length;
  await until(() => arrived() === 20);
  await until(async () => (await owner('getMail')).json.waiting === 3);
  await app.call('POST', '/api/auth/password/forgotten', { body: { email: org.email } });
  await until(() => server.to(org.email).length === 1);
  assert.equal(arrived(), 20);
  await app.sql(
    org,
  )`update mail_messages set begun_at = begun_at - interval '1 hour' where org_id = ${org.id} and state = 'DELIVERED'`;
  await hurry();
  await until(() => arrived() === 23);
});

test('alerts and warnings go to OWNER and ADMIN, by one mail each, with one click to stop them', async () => {
  const admin = await joined(app, owner, 'ADMIN');
  const viewer = await joined(app, owner, 'VIEWER');
  await warn();
  await until(() =>
    [org.email, admin.email].every((email) =>
      server.to(email).some(({ text }) => /1 of the 1 brands/.test(text)),
    ),
  );
  assert.ok(!server.to(viewer.email).some(({ text }) => /quota|brands/.test(text)));
  const mail = server.to(admin.email).find(({ text }) => /brands/.test(text))!;
  assert.equal(mail.headers.get('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
  const url = /^<(https:\/\/reports\.example\/sub\/unsubscribe\/[\w-]+)>$/.exec(
    mail.headers.get('list-unsubscribe')!,
  )?.[1];
  assert.ok(url, 'there is no link');
  const path = url.slice('https://reports.example/sub'.length);
  assert.deepEqual(
    (({ alerts, quotaWarnings }) => [alerts, quotaWarnings])((await admin.call('getMail')).json),
    [true, true],
  );
  // A program that opens links stops nothing.
  const asked = await app.call('GET', path);
  assert.equal(asked.status, 200);
  assert.match(asked.text, /<form method="post">/);
  assert.equal((await admin.call('getMail')).json.quotaWarnings, true);
  for (const [type, body] of [
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--',
    ],
  ] as const) {
    const { status } = await app.call('POST', path, { headers: { 'Content-Type': type }, body });
    assert.equal(status, 200);
    assert.deepEqual(
      (({ alerts, quotaWarnings }) => [alerts, quotaWarnings])((await admin.call('getMail')).json),
      [true, false],
    );
  }
  assert.equal((await admin.call('updateMail', { body: { quotaWarnings: true } })).json.quotaWarnings, true);
  assert.equal((await viewer.call('updateMail', { body: { alerts: true } })).json.alerts, true);
  // Somebody who left is not brought back.
  assert.equal((await owner('removeMember', { ids: [admin.id] })).status, 204);
  assert.equal((await app.call('POST', path)).status, 200);
});

test('what waits for somebody who has left, and news of yesterday, are not sent', async () => {
  const [email, late] = ['left@customer.example', org.email];
  const { id: userId } = (await owner('getMe')).json.user;
  await app.sql(org)`insert into mail_messages (org_id, id, kind, address, user_id, data, created_at)
      values (${org.id}, 'a', 'ALERT', ${email}, 'nobody', '{}', now()),
             (${org.id}, 'b', 'ALERT', ${late}, ${userId}, '{}', now() - interval '25 hours')`;
  await state('FAILED');
  const reasons = (await rows()).map(({ error }) => error).sort();
  assert.deepEqual(reasons, ['It waited for over 24 hours.', 'Whom it was for is no member any more.']);
  assert.equal(server.to(email).length + server.to(late).length, 0);
});

test('25 tokens that stop nothing', async () => {
  await warn();
  await until(() => server.to(org.email).length > 0);
  const token = server.to(org.email)[0]!.headers.get('list-unsubscribe')!.split('/').at(-1)!.slice(0, -1);
  const bytes = Buffer.from(token, 'base64url');
  const { secretBox } = app.app.services;
  const sealed = (value: unknown, context = 'unsubscribe') =>
    secretBox.seal(JSON.stringify(value), context).toString('base64url');
  const id = org.id;
  const bad = [
    'x',
    token.slice(1),
    token.slice(0, -1),
    `${token}A`,
    token.toUpperCase(),
    token.toLowerCase(),
    `${token}=`,
    ...[0, 1, 12, 13, 28, 29, bytes.length - 1].map((at) => {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      return changed.toString('base64url');
    }),
    sealed([id, id, 'ALERT'], 'another context'),
    sealed([id, id, 'INVITATION']),
    sealed([id, id]),
    sealed([]),
    sealed({}),
    sealed(null),
    sealed([1, 2, 3]),
    sealed(['x', id, 'ALERT']),
    sealed([id, "' or 1", 'ALERT']),
    sealed([id, id, 'toString']),
    (await app.login(org)).slice(0, 500),
    org.key,
  ];
  assert.ok(bad.length >= 25, `${bad.length}`);
  for (const one of bad)
    for (const method of ['GET', 'POST']) {
      const { status } = await app.call(method, `/unsubscribe/${encodeURIComponent(one)}`);
      assert.ok([404, 429].includes(status), `${method} ${one}: ${status}`);
    }
  assert.equal((await owner('getMail')).json.quotaWarnings, true);
});

test('a server that is away, or refuses the login, costs no address anything', async () => {
  server.answers.recipient = () => refusal(421, 'Shutting down');
  await invite();
  await until(async () => (await rows())[0]?.error?.startsWith('The mail server says') === true);
  assert.equal((await owner('listMailAddresses')).json.total, 0);
});

test('names cannot add headers or recipients, nor hide in HTML', async () => {
  const name = `Lamp <script>alert(1)</script> "Fold" & Söhne 灯 ${'x'.repeat(120)}`;
  assert.equal((await owner('updateOrganisation', { body: { name } })).status, 200);
  const { email } = await invite();
  await until(() => server.to(email).length === 1);
  const [mail] = server.to(email);
  assert.deepEqual(mail!.to, [email]);
  assert.match(
    mail!.headers.get('subject')!,
    /^Join Lamp <script>alert\(1\)<\/script> "Fold" & Söhne 灯 x+…/,
  );
  assert.ok([...mail!.headers.get('subject')!].length <= 150);
  assert.ok(!mail!.html.includes('<script'));
  assert.match(mail!.html, /&lt;script&gt;.*&amp; Söhne 灯/s);
  assert.match(mail!.text, /Söhne 灯/);
  // Below the API, where no check of it is in between.
  const hostile = 'Lamp\r\nBcc: victim@other.example\r\n\r\n<b>\u202egnp.exe\u2028';
  await app.app.services.db.sql`update organisations set name = ${hostile} where id = ${org.id}`;
  const second = await invite();
  await until(() => server.to(second.email).length === 1);
  const [next] = server.to(second.email);
  assert.deepEqual(next!.to, [second.email]);
  assert.ok(!next!.headers.has('bcc'));
  assert.equal(next!.headers.get('subject'), 'Join Lamp Bcc: victim@other.example <b> gnp.exe on Sightline');
});

test('20 addresses that are none are refused, or sent nothing', async () => {
  const bad = [
    'a@b.example, victim@other.example',
    'a@b.example;c@d.example',
    'a@b.example\r\nBcc: v@o.example',
    'a@b.example\nX: y',
    'Name <a@b.example>',
    '<a@b.example>',
    'a b@c.example',
    'a@b@c.example',
    '"a@b.example,c"@d.example',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    '@b.example',
    'a@',
    'a',
    'a@b..example',
    'a..b@c.example',
    '.a@b.example',
    `${'x'.repeat(65)}@b.example`,
    `a@${'x'.repeat(64)}.example`,
    'a\u0000@b.example',
    'ünï@b.example',
    'a@b.example>',
    '@relay.example:a@b.example',
    'a%b@c@d.example',
  ];
  const before = server.came.length;
  for (const email of bad) {
    const { status } = await owner('createInvitation', { body: { email, role: 'VIEWER' } });
    assert.ok(status === 400 || status === 201, `${email}: ${status}`);
  }
  await until(async () => (await rows()).every((row) => row.state === 'FAILED'));
  assert.equal(server.came.length, before);
});

test('a server without mail says so, and everything else works', async () => {
  await using without = await startTestApp();
  const org = await without.organisation();
  const owner = callerWith(without, await without.login(org));
  const { json } = await owner('getMail');
  assert.deepEqual([json.isOn, json.from, json.waiting], [false, null, 0]);
  const { status, json: invitation } = await owner('createInvitation', {
    body: { email: 'a@b.example', role: 'VIEWER' },
  });
  assert.equal(status, 201);
  await accepted(without, invitation.token, 'a@b.example');
  const forgotten = await without.call('POST', '/api/auth/password/forgotten', {
    body: { email: org.email },
  });
  assert.equal(forgotten.status, 202);
  assert.match(forgotten.json.message, /sends no mail.*sightline user reset-password/);
  const { db } = without.app.services;
  assert.equal((await db.tenant(org.id, (tx) => tx`select from mail_messages`)).length, 0);
  assert.equal((await db.sql`select from password_requests`).length, 0);
});
