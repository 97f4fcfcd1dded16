import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { readConfig } from '../../src/base/config.ts';
import type { MailConfig } from '../../src/base/settings/mail.ts';
import { SmtpClient } from '../../src/outbound/smtp.ts';
import { forFile } from '../support/for-file.ts';
import { refusal, startMailServer } from '../support/providers/smtp.ts';
import { makeCertificate } from '../support/providers/tls-front.ts';

const CONFIG: MailConfig = {
  host: '127.0.0.1',
  port: 0,
  tls: 'off',
  user: null,
  password: '',
  from: { name: 'Sightline', address: 'reports@sightline.example' },
};
const MESSAGE = {
  messageId: 'a@sightline.example',
  to: 'b@customer.example',
  subject: 'Söhne',
  text: 'text',
  html: '<p>text</p>',
  headers: {},
};
const going = () => new AbortController().signal;
const send = async (config: Partial<MailConfig>, timeouts?: typeof QUICK) => {
  using client = new SmtpClient({ ...CONFIG, ...config }, timeouts);
  return client.send(MESSAGE, going());
};

test('without STARTTLS on the other side nothing is sent, neither mail nor password', async () => {
  const server = await forFile(
    startMailServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onAuth: (_, __, done) => done(null, { user: 'x' }),
      onConnect: (_, done) => done(),
    }),
  );
  const outcome = await send({ port: server.port, tls: 'required', user: 'user', password: 'password' });
  assert.deepEqual([outcome.result, server.came.length], ['FAILED', 0]);
  assert.match(outcome.error!, /secure connection/);
});

test('a certificate that nobody vouches for is refused, by STARTTLS and from the first byte', async () => {
  for (const tls of ['required', 'implicit'] as const) {
    const server = await forFile(
      startMailServer({
        ...makeCertificate(),
        secure: tls === 'implicit',
        authOptional: true,
        disabledCommands: [],
      }),
    );
    const outcome = await send({ port: server.port, tls, user: 'user', password: 'password' });
    assert.equal(outcome.result, 'FAILED');
    assert.equal(server.came.length, 0);
  }
});

test('a login is made where SMTP_URL has one; a refused one is nobody’s address to blame', async () => {
  const server = await forFile(
    startMailServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        username === 'user' && password === 'p@ss word'
          ? done(null, { user: 'user' })
          : done(refusal(535, 'No')),
    }),
  );
  const right = await send({ port: server.port, user: 'user', password: 'p@ss word' });
  assert.deepEqual([right.result, server.taken.length], ['TAKEN', 1]);
  const wrong = await send({ port: server.port, user: 'user', password: 'wrong' });
  assert.deepEqual([wrong.result, server.taken.length], ['FAILED', 1]);
  assert.ok(!wrong.error!.includes('wrong'));
});

test('several mails go over one connection, also after a refusal', async () => {
  let connections = 0;
  const server = await forFile(
    startMailServer({
      onConnect: (_session, done) => {
        connections += 1;
        done();
      },
    }),
  );
  using client = new SmtpClient({ ...CONFIG, port: server.port });
  for (let at = 0; at < 5; at += 1) assert.equal((await client.send(MESSAGE, going())).result, 'TAKEN');
  assert.equal(connections, 1);
  server.answers.recipient = () => refusal(550, 'No');
  assert.equal((await client.send(MESSAGE, going())).result, 'REFUSED');
  server.answers.recipient = () => null;
  assert.equal((await client.send(MESSAGE, going())).result, 'TAKEN');
  assert.equal(server.taken.length, 6);
});

/** A server that answers by a script, and then nothing. */
async function scripted(answers: string[]) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const rest = [...answers];
    const next = () => {
      const answer = rest.shift();
      if (answer !== undefined) socket.write(answer);
    };
    next();
    socket.on('data', next);
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const QUICK = { connectMs: 300, silenceMs: 300, longestMs: 3_000 };
const OK = '250 OK\r\n';
for (const [what, answers, result] of [
  ['that says nothing', [], 'FAILED'],
  ['that is no SMTP server', ['HTTP/1.1 400 Bad Request\r\n\r\n'], 'FAILED'],
  ['that refuses everybody', ['554 Not you\r\n'], 'FAILED'],
  ['that is closing', ['421 Later\r\n'], 'FAILED'],
  ['that falls silent after the greeting', ['220 hello\r\n'], 'FAILED'],
  ['that refuses the sender', ['220 hello\r\n', OK, '550 Not from you\r\n'], 'FAILED'],
  ['that falls silent after the recipient', ['220 hello\r\n', OK, OK, OK], 'FAILED'],
  ['that refuses the recipient', ['220 hello\r\n', OK, OK, '550 No\r\n'], 'REFUSED'],
  ['whose mailbox is busy', ['220 hello\r\n', OK, OK, '450 Busy\r\n'], 'DEFERRED'],
  ['that is out of space', ['220 hello\r\n', OK, OK, '452 Full\r\n'], 'FAILED'],
  ['that refuses DATA for now', ['220 hello\r\n', OK, OK, OK, '451 Later\r\n'], 'DEFERRED'],
  ['that says nothing after the message', ['220 hello\r\n', OK, OK, OK, '354 Go on\r\n'], 'UNANSWERED'],
  ['that refuses the message', ['220 hello\r\n', OK, OK, OK, '354 Go on\r\n', '554 Spam\r\n'], 'REFUSED'],
  ['that defers the message', ['220 hello\r\n', OK, OK, OK, '354 Go on\r\n', '451 Later\r\n'], 'DEFERRED'],
] as const)
  test(`a server ${what}: ${result}`, async () => {
    const server = await forFile(scripted([...answers]));
    const startedAt = performance.now();
    const outcome = await send({ port: server.port }, QUICK);
    assert.equal(outcome.result, result, outcome.error ?? '');
    assert.ok(performance.now() - startedAt < 5_000);
    assert.ok(!/[\r\n]/.test(outcome.error ?? ''));
  });

test('a server that answers byte by byte is given up after a while', async () => {
  const server = createServer((socket) => {
    const dripping = setInterval(() => socket.write('2'), 50);
    socket.on('close', () => clearInterval(dripping));
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const outcome = await send({ port }, { connectMs: 60_000, silenceMs: 60_000, longestMs: 500 });
    assert.deepEqual([outcome.result, outcome.error], ['FAILED', 'The mail server does not answer in time.']);
  } finally {
    server.close();
  }
});

test('a server that is not there, and a lease that is lost meanwhile', async () => {
  const { port, close } = await scripted([]);
  close();
  assert.equal((await send({ port })).result, 'FAILED');
  const silent = await forFile(scripted(['220 hello\r\n']));
  using client = new SmtpClient({ ...CONFIG, port: silent.port });
  const lost = new AbortController();
  const sending = client.send(MESSAGE, lost.signal);
  setTimeout(() => lost.abort(new Error('lost')), 50);
  await assert.rejects(sending, /lost/);
});

const MAIL = {
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'a@b.example',
  PUBLIC_URL: 'https://reports.example',
};
const configured = (variables: Record<string, string>) => readConfig(variables, { secrets: [] });

test('settings of mail: ports, TLS, names and passwords', () => {
  assert.equal(configured({}).mail, null);
  const mail = (change: Record<string, string>) => configured({ ...MAIL, ...change }).mail!;
  assert.deepEqual((({ host, port, tls, user }) => [host, port, tls, user])(mail({})), [
    'mail.example',
    587,
    'required',
    null,
  ]);
  const full = mail({
    SMTP_URL: 'smtps://us%40er:p%3Ass@mail.example',
    MAIL_FROM: '"Reports, Ltd" <a@bücher.example>',
  });
  assert.deepEqual((({ port, tls, user, password, from }) => [port, tls, user, password, from])(full), [
    465,
    'implicit',
    'us@er',
    'p:ss',
    { name: 'Reports, Ltd', address: 'a@xn--bcher-kva.example' },
  ]);
  for (const url of ['smtp://localhost:25', 'smtp://127.0.0.1:25', 'smtp://[::1]:25'])
    assert.equal(mail({ SMTP_URL: url }).tls, 'off');
  assert.equal(mail({ SMTP_URL: 'smtp://localhost.evil.example' }).tls, 'required');
  assert.equal(mail({ SMTP_TLS: 'off' }).tls, 'off');
  assert.equal(
    configured({ ...MAIL, PUBLIC_URL: 'https://x.example/sub/' }).publicUrl,
    'https://x.example/sub',
  );
});

test('25 settings of mail that stop the start, and none shows the password', () => {
  const bad: Record<string, string>[] = [
    ...[
      'http://x.example',
      'mail.example',
      'smtp://',
      'smtp:mail.example',
      'smtp://x.example/path',
      'smtp://x.example?tls=no',
      'smtp://x:99999',
      'ftp://x',
    ].map((url) => ({ SMTP_URL: url.replace('//', '//user:hidden@') })),
    ...[
      '',
      'nobody',
      'a@b',
      'a@b.example, c@d.example',
      'A <a@b.example> B <c@d.example>',
      'a@b.example\r\nBcc: c@d.example',
      'a@[127.0.0.1]',
      '<a@b.example',
      'ünï@b.example',
    ].map((from) => ({ MAIL_FROM: from })),
    ...[
      '',
      'reports.example',
      'ftp://reports.example',
      'https://user:hidden@reports.example',
      'https://reports.example?x=1',
      'https://reports.example#x',
      '/sub',
    ].map((url) => ({ PUBLIC_URL: url })),
    { SMTP_TLS: 'maybe' },
    { SMTP_TLS: 'on' },
    { MAIL_PER_HOUR: '0' },
    { MAIL_PER_HOUR: 'many' },
  ];
  assert.ok(bad.length >= 25, `${bad.length}`);
  for (const change of bad)
    assert.throws(
      () => configured({ ...MAIL, ...change }),
      (error: Error) => error.name === 'ConfigError' && !error.message.includes('hidden'),
      JSON.stringify(change),
    );
  assert.throws(() => configured({ MAIL_FROM: 'a@b.example' }), /SMTP_URL is required with MAIL_FROM/);
});
