import assert from 'node:assert/strict';
import { promises } from 'node:dns';
import { beforeEach, test } from 'node:test';
import { DAY_MS } from '../../src/base/definitions.ts';
import { Outbound } from '../../src/outbound/addresses.ts';
import type { ApiPlatform } from '../../src/platforms/apis.ts';
import { PlatformError } from '../../src/platforms/error.ts';
import { Platforms } from '../../src/platforms/platforms.ts';
import type { PlatformPrompt } from '../../src/platforms/types.ts';
import { forFile } from '../support/for-file.ts';
import { type Behaviour, startPlatformServer } from '../support/providers/platform-server.ts';

const KEY = 'sk-the+key/of-tests-9f2c';
const PLATFORMS: ApiPlatform[] = [
  ...(['CHATGPT', 'CLAUDE', 'GEMINI', 'PERPLEXITY', 'GROK', 'DEEPSEEK', 'LLAMA', 'MISTRAL'] as const),
];

const server = await forFile(startPlatformServer());
const platforms = await forFile(new Platforms(new Outbound(['127.0.0.0/8', '::1'])));
beforeEach(() => server.reset());

const NO_WISHES = { search: 'AUTO', place: null } as const;

/** Why there is no answer; fails if there is one, or if the key shows anywhere in the error. */
async function failure(more: Partial<PlatformPrompt> = {}, by = platforms): Promise<PlatformError> {
  const { platform = 'CHATGPT', apiKey = KEY } = more;
  const signal = new AbortController().signal;
  const prompt = {
    platform,
    apiKey,
    baseUrl: server.baseUrl(platform),
    model: null,
    prompt: 'Which lamp?',
    signal,
    ...NO_WISHES,
  };
  const error = await by.ask({ ...prompt, ...more }).then(
    (answer) => assert.fail(`answered: ${answer.text}`),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof PlatformError, String(error));
  for (const text of [error.message, error.stack, JSON.stringify(error), String(error.cause)])
    assert.ok(!text?.includes(apiKey), 'the key is in the error');
  return error;
}

/** How every platform's failure reads. */
async function eachFails(
  behaviour: Behaviour,
  expected: { reason: string; isRetryable: boolean; status: number | null; message?: RegExp },
  which = PLATFORMS,
): Promise<void> {
  const { message = /./, ...rest } = expected;
  server.behave = () => behaviour;
  for (const platform of which) {
    const { reason, isRetryable, status, message: said } = await failure({ platform });
    assert.deepEqual({ reason, isRetryable, status }, rest, `${platform}: ${said}`);
    assert.match(said, message, platform);
  }
  assert.equal(server.requests.length, which.length, 'each is sent once');
  server.reset();
}

test('failures told by a status', async () => {
  const status = (status: number, message?: string): Behaviour => ({
    kind: 'status',
    status,
    ...(message && { message }),
  });
  await eachFails(status(401, `Incorrect API key provided: ${KEY.slice(0, 8)}****.`), {
    reason: 'BAD_CREDENTIALS',
    isRetryable: false,
    status: 401,
    message: /^It refuses the key\.$/,
  });
  await eachFails(status(403, `The key ${KEY} has no such right.`), {
    reason: 'FORBIDDEN',
    isRetryable: true,
    status: 403,
    message: /^The account or its key may not do this: The key … has no such right\.$/,
  });
  const refused = { reason: 'REFUSED', isRetryable: false };
  for (const code of [400, 404, 422])
    await eachFails(status(code, 'No such\nmodel.'), {
      ...refused,
      status: code,
      message: new RegExp(`^It refuses the prompt \\(${code}\\): No such model\\.$`),
    });
  await eachFails(
    status(400, 'API key not valid. Please pass a valid API key.'),
    {
      reason: 'BAD_CREDENTIALS',
      isRetryable: false,
      status: 400,
    },
    ['GEMINI', 'GROK'],
  );
  for (const code of [500, 502, 503, 529])
    await eachFails(status(code), {
      reason: 'UNAVAILABLE',
      isRetryable: true,
      status: code,
      message: new RegExp(`\\(${code}\\): Said by the platform\\.$`),
    });
  await eachFails(
    { kind: 'status', status: 503, body: '<h1>Bad gateway</h1>' },
    {
      reason: 'UNAVAILABLE',
      isRetryable: true,
      status: 503,
      message: /^It has a fault of its own just now \(503\)\.$/,
    },
  );
  await eachFails(status(400, 'x'.repeat(5_000)), { ...refused, status: 400, message: /^.{500}$/ });
});

test('429 and 503 say how long to wait, in seconds, by a date or as Google does', async () => {
  const wait = async (headers: Record<string, string>, status = 429, body?: object) => {
    server.behave = () => ({ kind: 'status', status, headers, ...(body && { body }) });
    const error = await failure({ platform: 'GEMINI' });
    assert.deepEqual(
      [error.reason, error.isRetryable],
      [status === 429 ? 'RATE_LIMITED' : 'UNAVAILABLE', true],
    );
    return error.retryAfterMs;
  };
  assert.equal(await wait({ 'retry-after': '7' }), 7_000);
  assert.equal(await wait({ 'retry-after': '0' }, 503), 0);
  assert.equal(await wait({}), null);
  assert.equal(await wait({ 'retry-after': 'soon' }), null);
  const inAMinute = await wait({ 'retry-after': new Date(Date.now() + 60_000).toUTCString() });
  assert.ok(inAMinute !== null && Math.abs(inAMinute - 60_000) < 5_000, String(inAMinute));
  assert.equal(await wait({ 'retry-after': new Date(0).toUTCString() }, 503), 0);
  // Nobody is waited for longer than a prompt may wait, however it is asked for.
  for (const long of [
    '9999999999',
    `1${'0'.repeat(400)}`,
    new Date(Date.now() + 300 * 365 * DAY_MS).toUTCString(),
  ])
    assert.equal(await wait({ 'retry-after': long }), DAY_MS, long);
  const retryDelay = '9999999999s';
  assert.equal(await wait({}, 429, { error: { details: [{ retryDelay }] } }), DAY_MS);
  // What is no such header is no reason to wait.
  for (const odd of ['-5', '1e30', 'Infinity', '0x7fffffff', '99999-01-01'])
    assert.ok(((await wait({ 'retry-after': odd })) ?? 0) <= DAY_MS, odd);
  assert.equal(await wait({ 'x-ratelimit-reset': '9999999999', 'x-ratelimit-reset-requests': '317y' }), null);
  const details = [null, { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.2s' }];
  assert.equal(await wait({}, 429, { error: { code: 429, message: 'Quota.', details } }), 34_200);
});

test('answers that are none, or not whole', async () => {
  const bad = { reason: 'BAD_ANSWER', isRetryable: false, status: 200 };
  await eachFails({ kind: 'garbage' }, bad);
  for (const body of ['', 'null', '[]', '{"hello":"you"}', '{"choices":[]}', '{"output":[],"error":null}'])
    await eachFails({ kind: 'body', body }, bad);
  const cutOff = { reason: 'CUT_OFF', isRetryable: true };
  await eachFails({ kind: 'cut off' }, { ...cutOff, status: null, message: /within its answer/ });
  await eachFails({ kind: 'reset' }, { ...cutOff, status: null, message: /before its answer/ });

  // biome-ignore lint/suspicious/noExplicitAny: the body of any platform's protocol
  const edited = async (platform: ApiPlatform, edit: (body: any) => void) => {
    server.edit = edit;
    const { reason, isRetryable, message } = await failure({ platform });
    return `${reason} ${isRetryable ? 'retry' : 'end'} ${message}`;
  };
  const limit = 'CUT_OFF end Its answer was cut off at its limit.';
  assert.equal(
    await edited('CHATGPT', (body) =>
      Object.assign(body, { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }),
    ),
    limit,
  );
  assert.equal(await edited('CLAUDE', (body) => Object.assign(body, { stop_reason: 'max_tokens' })), limit);
  assert.equal(await edited('CLAUDE', (body) => Object.assign(body, { stop_reason: 'pause_turn' })), limit);
  assert.equal(
    await edited('GEMINI', (body) => Object.assign(body.candidates[0], { finishReason: 'MAX_TOKENS' })),
    limit,
  );
  assert.equal(
    await edited('LLAMA', (body) => Object.assign(body.choices[0], { finish_reason: 'length' })),
    limit,
  );
  assert.equal(
    await edited('CHATGPT', (body) =>
      Object.assign(body, {
        status: 'failed',
        error: { code: 'server_error', message: `Failed for ${KEY}.` },
      }),
    ),
    'BAD_ANSWER end It failed within its answer: Failed for ….',
  );
  assert.equal(
    await edited('GEMINI', (body) => {
      body.candidates = undefined;
      body.promptFeedback = { blockReason: 'PROHIBITED_CONTENT' };
    }),
    'REFUSED end It refuses the prompt, without a word.',
  );
  assert.equal(
    await edited('DEEPSEEK', (body) => Object.assign(body.choices[0].message, { content: ' ' })),
    'BAD_ANSWER end Its answer holds no text: there is no choices[0].message.content.',
  );
  server.requests = [];
  const endless = await edited('GEMINI', (body) =>
    Object.assign(body.candidates[0], { finishReason: 'CONTINUATION', continuationToken: 'on' }),
  );
  assert.equal(endless, 'CUT_OFF end Its answer has no end.');
  assert.equal(server.requests.length, 4);
});

test('redirects are not followed, long answers not read on, silence has an end, and so has a caller', async () => {
  await eachFails(
    { kind: 'redirect', location: `${server.baseUrl('LLAMA')}/chat/completions` },
    { reason: 'REFUSED', isRetryable: false, status: 307 },
  );
  const small = await forFile(
    new Platforms(new Outbound(['127.0.0.0/8']), { maxBytes: 100_000, timeoutMs: 300 }),
  );
  server.behave = () => ({ kind: 'endless' });
  const tooLong = await failure({ platform: 'CLAUDE' }, small);
  assert.deepEqual([tooLong.reason, tooLong.message], ['BAD_ANSWER', 'Its answer is over 100000 bytes.']);
  for (const afterHalf of [false, true]) {
    server.behave = () => ({ kind: 'hang', afterHalf });
    const begun = performance.now();
    const late = await failure({ platform: 'GROK' }, small);
    assert.ok(performance.now() - begun < 2_000);
    assert.deepEqual(
      [late.reason, late.isRetryable, late.message],
      ['TIMEOUT', true, 'It did not answer within 0.3 s.'],
    );
    const giveUp = new AbortController();
    server.behave = () => {
      setImmediate(() => giveUp.abort());
      return { kind: 'hang', afterHalf };
    };
    const { reason, isRetryable } = await failure({ platform: 'PERPLEXITY', signal: giveUp.signal });
    assert.deepEqual([reason, isRetryable], ['ABORTED', false]);
  }
  assert.equal((await failure({ signal: AbortSignal.abort() })).reason, 'ABORTED');
  // What hung has not spoiled the connections.
  server.reset();
  await assert.doesNotReject(
    small.ask({
      platform: 'GROK',
      apiKey: KEY,
      baseUrl: server.baseUrl('GROK'),
      model: null,
      prompt: 'Again?',
      ...NO_WISHES,
      signal: new AbortController().signal,
    }),
  );
});

test('no connection to an address that is refused, by number or by name', async () => {
  const { port } = server;
  const strict = new Platforms(new Outbound([]));
  // A range beyond this machine opens local names to the check at connect time alone.
  const office = new Platforms(new Outbound(['10.0.0.0/8', '127.0.0.77']));
  try {
    for (const host of [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '0x7f.1',
      '2130706433',
      '169.254.169.254',
      '10.0.0.1',
    ])
      for (const platform of PLATFORMS) {
        const { reason, isRetryable } = await failure(
          { platform, baseUrl: `http://${host}:${port}/v1` },
          strict,
        );
        assert.deepEqual([reason, isRetryable], ['ADDRESS_REFUSED', false], `${platform} ${host}`);
      }
    const named = await failure({ baseUrl: `http://localhost:${port}/chatgpt/v1` }, office);
    assert.equal(named.reason, 'ADDRESS_REFUSED');
    assert.match(named.message, /localhost resolves to a loopback address/);
    assert.equal(
      (await failure({ baseUrl: `http://127.0.0.1:${port}/v1` }, office)).reason,
      'ADDRESS_REFUSED',
    );
    assert.equal(server.connections, 0);
  } finally {
    await Promise.all([strict.close(), office.close()]);
  }
});

test('a name is followed to its addresses, each time it is connected to', async () => {
  const { port } = server;
  let addresses = ['127.0.0.1'];
  const resolver = Object.assign(new promises.Resolver(), {
    resolve4: async () => addresses,
    resolve6: async () => [],
  });
  const baseUrl = `http://platform.example:${port}/chatgpt/v1`;
  const one = new Platforms(new Outbound(['127.0.0.1/32'], resolver));
  const none = new Platforms(new Outbound([], resolver));
  const asked = { apiKey: KEY, model: null, prompt: 'Which lamp?', baseUrl };
  const prompt = { platform: 'CHATGPT', ...asked, ...NO_WISHES } as const;
  const { signal } = new AbortController();
  try {
    assert.equal((await failure({ baseUrl }, none)).reason, 'ADDRESS_REFUSED');
    assert.equal(server.connections, 0);
    await assert.doesNotReject(one.ask({ ...prompt, signal }));
    // Connections that were checked may be used again; a new one is checked anew.
    addresses = ['127.0.0.2', '10.0.0.1'];
    server.behave = () => ({ kind: 'reset' });
    const { connections } = server;
    let last = await failure({ baseUrl }, one);
    for (let reused = 1; reused <= connections && last.reason === 'CUT_OFF'; reused += 1)
      last = await failure({ baseUrl }, one);
    assert.equal(last.reason, 'ADDRESS_REFUSED');
    assert.equal(server.connections, connections);
  } finally {
    await Promise.all([one.close(), none.close()]);
  }
});

test('a server that is not there, and a key that cannot be sent', async () => {
  const gone = await failure({ baseUrl: 'http://127.0.0.1:1/v1' });
  assert.deepEqual(
    [gone.reason, gone.isRetryable, gone.message],
    ['UNAVAILABLE', true, 'It refuses the connection.'],
  );
  const unknown = await failure({ baseUrl: 'http://no-such-host.invalid/v1' });
  assert.deepEqual([unknown.reason, unknown.isRetryable], ['UNAVAILABLE', true]);
  const plain = await failure({ baseUrl: `https://127.0.0.1:${server.port}/v1` });
  assert.equal(plain.reason, 'UNAVAILABLE');
  for (const apiKey of ['sk-two\nlines', 'sk-ключ', 'sk with blanks'])
    for (const platform of PLATFORMS) {
      const { reason, isRetryable } = await failure({ platform, apiKey });
      assert.deepEqual([reason, isRetryable], ['BAD_CREDENTIALS', false]);
    }
  assert.equal(server.requests.length, 0);
});
