import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Outbound } from '../../src/outbound/addresses.ts';
import { PlatformError, type PlatformErrorReason } from '../../src/platforms/error.ts';
import { Platforms } from '../../src/platforms/platforms.ts';
import { capturedPlatforms } from '../../src/platforms/providers.ts';
import type { CapturePrompt } from '../../src/platforms/types.ts';
import { forFile } from '../support/for-file.ts';
import {
  BLOCKS,
  type CaptureReply,
  CHAT_RESULT,
  googlePage,
  ONLY_FOUND,
  OVERVIEW_ITEM,
  PAGE_TOKEN,
  SOURCES,
  serp,
  startCaptureServer,
  TEXT,
  taskAnswer,
} from '../support/providers/capture-server.ts';

const PROMPT = '100 % cotton shades + lamps?';
const KEYS = { SERPAPI: 'the+key/of-tests-9f2c', DATAFORSEO: 'login@tests.example:pass-of-tests' };
const MUNICH = { country: 'DE', region: 'Bavaria', city: 'Munich' };
const GERMANY = { country: 'DE', region: null, city: null };
const PRICE = 10_000;

const server = await forFile(startCaptureServer());
const platforms = await forFile(new Platforms(new Outbound(['127.0.0.0/8'])));
const hasty = await forFile(new Platforms(new Outbound(['127.0.0.0/8']), { timeoutMs: 400 }));
beforeEach(() => server.reset());

type Wished = Partial<CapturePrompt> & Pick<CapturePrompt, 'provider' | 'platform'>;
const promptOf = ({ provider, ...more }: Wished): CapturePrompt => ({
  ...{ provider, apiKey: KEYS[provider], baseUrl: server.baseUrl(provider), prompt: PROMPT },
  ...{
    search: 'AUTO',
    place: null,
    language: null,
    priceMicros: PRICE,
    signal: new AbortController().signal,
  },
  ...more,
});
const capture = (wished: Wished, by = platforms) => by.capture(promptOf(wished));

async function answered(wished: Wished) {
  const outcome = await capture(wished);
  assert.ok(outcome.isShown);
  return outcome;
}

/** Why there is no answer; fails if there is one, or if the key shows anywhere in the error. */
async function failure(wished: Wished, by = platforms): Promise<PlatformError> {
  const error = await capture(wished, by).then(
    (outcome) => assert.fail(`captured: ${JSON.stringify(outcome)}`),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof PlatformError, String(error));
  const secrets = [KEYS[wished.provider], KEYS[wished.provider].split(':').at(-1)!];
  for (const secret of secrets) assert.ok(!`${error.message} ${error.stack}`.includes(secret), error.message);
  return error;
}

/** SerpApi's parameters and DataForSEO's tasks, as their references have them. */
const google = { q: PROMPT, no_cache: 'true', output: 'json' };
const keyword = '100 %25 cotton shades %2B lamps?';
const FORMS: [Wished, path: string, bare: object, placed: object, inCountry: object][] = [
  [
    { provider: 'SERPAPI', platform: 'GOOGLE_AI_MODE' },
    '/search.json',
    { engine: 'google_ai_mode', ...google },
    { engine: 'google_ai_mode', ...google, gl: 'de', hl: 'de', location: 'Munich, Bavaria, Germany' },
    { engine: 'google_ai_mode', ...google, gl: 'de', hl: 'de' },
  ],
  [
    { provider: 'SERPAPI', platform: 'GOOGLE_AI_OVERVIEW' },
    '/search.json',
    { engine: 'google', ...google },
    { engine: 'google', ...google, gl: 'de', hl: 'de', location: 'Munich, Bavaria, Germany' },
    { engine: 'google', ...google, gl: 'de', hl: 'de' },
  ],
  // It takes neither a place nor a language.
  [
    { provider: 'SERPAPI', platform: 'COPILOT' },
    '/search.json',
    { engine: 'bing_copilot', ...google },
    { engine: 'bing_copilot', ...google },
    { engine: 'bing_copilot', ...google },
  ],
  [
    { provider: 'DATAFORSEO', platform: 'GOOGLE_AI_MODE' },
    '/v3/serp/google/ai_mode/live/advanced',
    { keyword, location_code: 2840, language_code: 'en' },
    { keyword, location_name: 'Munich,Bavaria,Germany', language_code: 'de' },
    { keyword, location_code: 2276, language_code: 'de' },
  ],
  [
    { provider: 'DATAFORSEO', platform: 'GOOGLE_AI_OVERVIEW' },
    '/v3/serp/google/organic/live/advanced',
    { keyword, location_code: 2840, language_code: 'en', depth: 10, load_async_ai_overview: true },
    {
      keyword,
      location_name: 'Munich,Bavaria,Germany',
      language_code: 'de',
      depth: 10,
      load_async_ai_overview: true,
    },
    { keyword, location_code: 2276, language_code: 'de', depth: 10, load_async_ai_overview: true },
  ],
  [
    { provider: 'DATAFORSEO', platform: 'CHATGPT' },
    '/v3/ai_optimization/chat_gpt/llm_scraper/live/advanced',
    { keyword, location_code: 2840, language_code: 'en', force_web_search: false },
    { keyword, location_name: 'Munich,Bavaria,Germany', language_code: 'de', force_web_search: false },
    { keyword, location_code: 2276, language_code: 'de', force_web_search: false },
  ],
];

test('each platform is asked in the form of the provider, with its place and language', async () => {
  assert.equal(FORMS.length, capturedPlatforms('SERPAPI').length + capturedPlatforms('DATAFORSEO').length);
  for (const [wished, path, bare, placed, inCountry] of FORMS) {
    for (const [more, form] of [
      [{}, bare],
      [{ place: MUNICH, language: 'de' }, placed],
      [{ place: GERMANY, language: 'de' }, inCountry],
    ] as const) {
      const { countryApplied } = await answered({ ...wished, ...more });
      const [request, ...others] = server.requests.splice(0);
      assert.deepEqual(others, []);
      assert.deepEqual([request?.path, request?.asked, request?.apiKey], [path, form, KEYS[wished.provider]]);
      assert.equal(countryApplied, 'place' in more ? wished.platform !== 'COPILOT' : null);
    }
  }
  await answered({ provider: 'DATAFORSEO', platform: 'CHATGPT', search: 'ALWAYS' });
  assert.equal(server.requests.pop()?.asked['force_web_search'], true);
  for (const [country, code] of Object.entries({
    US: 2840,
    GB: 2826,
    FR: 2250,
    JP: 2392,
    BR: 2076,
    CZ: 2203,
    RS: 2688,
  })) {
    await answered({ provider: 'DATAFORSEO', platform: 'CHATGPT', place: { ...GERMANY, country } });
    assert.equal(server.requests.pop()?.asked['location_code'], code, country);
  }
  await answered({ provider: 'SERPAPI', platform: 'GOOGLE_AI_MODE', place: { ...GERMANY, country: 'GB' } });
  assert.equal(server.requests.pop()?.asked['gl'], 'uk');
});

test('answers are read whole: text, sources, what was only found, model and cost', async () => {
  const markdown = `${TEXT}

### Others

- **Bright:** Gleamwell is bright.
- Warm lamps
  - Glowhaus

| Lamp | Price |
| --- | --- |
| Lumenfold | $ 80 |`;
  const unknown = { searched: true, searchCount: null, searchQueries: null, model: null };
  const tokens = { inputTokens: null, outputTokens: null };
  const read = {
    isShown: true,
    citations: SOURCES,
    readSources: [],
    leftOut: [],
    countryApplied: null,
    requests: 1,
    ...unknown,
    ...tokens,
  };
  for (const [wished] of FORMS) {
    const { latencyMs, ...outcome } = await answered(wished);
    const surface = wished.platform === 'GOOGLE_AI_OVERVIEW' ? 'SEARCH_PAGE' : 'APP';
    const isOfSerpApi = wished.provider === 'SERPAPI';
    const cost = { costMicros: isOfSerpApi ? PRICE : 4_000, text: isOfSerpApi ? markdown : TEXT };
    const chat = {
      ...{ model: 'gpt-5-3', readSources: [ONLY_FOUND], searchCount: 2 },
      searchQueries: CHAT_RESULT.fan_out_queries,
    };
    assert.deepEqual(outcome, { ...read, surface, ...cost, ...(wished.platform === 'CHATGPT' && chat) });
    assert.ok(latencyMs >= 0);
  }
  server.reply = () => ({
    body: { search_metadata: { status: 'Success' }, ...BLOCKS, reconstructed_markdown: '# As shown' },
  });
  assert.equal((await answered({ provider: 'SERPAPI', platform: 'GOOGLE_AI_MODE' })).text, '# As shown');
  server.reply = () => ({
    body: taskAnswer({ ...CHAT_RESULT, sources: [], search_results: [], fan_out_queries: null }),
  });
  const { searched, searchCount, searchQueries } = await answered({
    provider: 'DATAFORSEO',
    platform: 'CHATGPT',
  });
  assert.deepEqual([searched, searchCount, searchQueries], [false, 0, null]);
  server.reset();
  const { costMicros } = await answered({ provider: 'SERPAPI', platform: 'COPILOT', priceMicros: null });
  assert.equal(costMicros, null, 'without a price the cost is not known');
});

test('an AI Overview that Google loads later is fetched by its token at once', async () => {
  server.reply = ({ asked }) =>
    asked['engine'] === 'google'
      ? { body: googlePage({ page_token: PAGE_TOKEN, serpapi_link: 'https://x.example' }) }
      : null;
  const { requests, costMicros, citations } = await answered({
    provider: 'SERPAPI',
    platform: 'GOOGLE_AI_OVERVIEW',
    place: MUNICH,
  });
  assert.deepEqual([requests, costMicros, citations], [2, 2 * PRICE, SOURCES]);
  assert.deepEqual(server.requests.at(-1)?.asked, {
    ...{ engine: 'google_ai_overview', page_token: PAGE_TOKEN },
    ...{ no_cache: 'true', output: 'json' },
  });
});

test('a page without an AI Overview is no failure, and is paid', async () => {
  const overview = { provider: 'SERPAPI', platform: 'GOOGLE_AI_OVERVIEW' } as const;
  const nothing = {
    search_metadata: { status: 'Success' },
    error: "Google hasn't returned any results for this query.",
  };
  for (const body of [googlePage(null), nothing]) {
    server.reply = () => ({ body });
    const { latencyMs, ...outcome } = await capture({ ...overview, place: MUNICH });
    const page = { isShown: false, surface: 'SEARCH_PAGE', countryApplied: true };
    assert.deepEqual(outcome, { ...page, costMicros: PRICE, requests: 1 });
    assert.ok(latencyMs >= 0);
  }
  server.reply = () => ({ body: taskAnswer(serp([{ type: 'organic' }]), { cost: 0.002 }) });
  const shown = await capture({ provider: 'DATAFORSEO', platform: 'GOOGLE_AI_OVERVIEW' });
  assert.deepEqual([shown.isShown, shown.costMicros], [false, 2_000]);
  server.reply = () => ({ body: taskAnswer(null, { code: 40_102, message: 'No Search Results.', cost: 0 }) });
  assert.equal((await capture({ provider: 'DATAFORSEO', platform: 'GOOGLE_AI_OVERVIEW' })).isShown, false);
});

const SERPAPI = { provider: 'SERPAPI', platform: 'GOOGLE_AI_OVERVIEW' } as const;
const DATAFORSEO = { provider: 'DATAFORSEO', platform: 'CHATGPT' } as const;
type Expected = [reason: PlatformErrorReason, isRetryable: boolean, paid: number, said?: RegExp];

async function eachFails(wished: Wished, cases: [reply: CaptureReply, ...Expected][]): Promise<void> {
  for (const [reply, reason, isRetryable, paid, said = /./] of cases) {
    server.reply = () => reply;
    const error = await failure(wished);
    const seen = [error.reason, error.isRetryable, error.paid?.requests];
    assert.deepEqual(seen, [reason, isRetryable, paid], `${JSON.stringify(reply)}: ${error.message}`);
    assert.match(error.message, said);
  }
}

test('every documented error of SerpApi is a failure that says why, and is not paid', async () => {
  const error = (status: number, text: string): CaptureReply => ({ status, body: { error: text } });
  await eachFails(SERPAPI, [
    [error(400, 'Missing query `q` parameter.'), 'REFUSED', false, 0, /Missing query/],
    [error(401, `Invalid API key ${KEYS.SERPAPI}.`), 'BAD_CREDENTIALS', false, 0, /^It refuses the key\.$/],
    [error(403, `The account of ${KEYS.SERPAPI} is deleted.`), 'FORBIDDEN', true, 0, /may not do this/],
    [error(404, 'The requested resource does not exist.'), 'REFUSED', false, 0],
    [error(410, 'The search expired.'), 'REFUSED', false, 0],
    [error(429, 'Your account has run out of searches.'), 'NO_CREDIT', true, 0, /run out of searches/],
    [error(500, 'Oops.'), 'UNAVAILABLE', true, 0],
    [error(503, 'Oops.'), 'UNAVAILABLE', true, 0],
    [
      { body: { search_metadata: { status: 'Error' }, error: 'We failed.' } },
      'BAD_ANSWER',
      true,
      1,
      /not Success: We failed/,
    ],
  ]);
});

test('every documented error of DataForSEO is a failure that says why, and is not paid', async () => {
  const status = (code: number): CaptureReply => ({ status: code, body: { status_message: 'Oops.' } });
  const task = (code: number): CaptureReply => ({
    body: taskAnswer(null, { code, message: `Said of ${KEYS.DATAFORSEO}.`, cost: 0 }),
  });
  await eachFails(DATAFORSEO, [
    [status(401), 'BAD_CREDENTIALS', false, 0],
    [status(402), 'NO_CREDIT', true, 0, /credit of its account is used up/],
    [status(404), 'REFUSED', false, 0],
    [status(500), 'UNAVAILABLE', true, 0],
    ...[40_100, 40_104].map(
      (code) => [task(code), 'BAD_CREDENTIALS', false, 0] as [CaptureReply, ...Expected],
    ),
    ...[40_200, 40_203, 40_210].map(
      (code) =>
        [task(code), 'NO_CREDIT', true, 0, /credit of its account is used up/] as [CaptureReply, ...Expected],
    ),
    ...[40_202, 40_209].map(
      (code) => [task(code), 'RATE_LIMITED', true, 0, /limits the key/] as [CaptureReply, ...Expected],
    ),
    ...[40_101, 40_103, 50_000, 50_301, 50_401].map(
      (code) => [task(code), 'UNAVAILABLE', true, 0, new RegExp(String(code))] as [CaptureReply, ...Expected],
    ),
    ...[40_000, 40_400, 40_501, 40_506].map(
      (code) => [task(code), 'REFUSED', false, 0, new RegExp(String(code))] as [CaptureReply, ...Expected],
    ),
    [task(40_102), 'BAD_ANSWER', true, 0, /found nothing/],
  ]);
});

test('an answer in another form is a failure by that name, and paid as far as it was', async () => {
  const ok = { search_metadata: { status: 'Success' } };
  const changed = /not in the form of its API/;
  const bad = (body: object | string): [CaptureReply, ...Expected] => [
    { body },
    'BAD_ANSWER',
    false,
    1,
    changed,
  ];
  await eachFails(SERPAPI, [
    ...[
      '<html></html>',
      '[]x',
      '"text"',
      {},
      ok,
      { ...ok, ai_overview: {} },
      { ...ok, ai_overview: 'text' },
    ].map(bad),
    bad(googlePage({ blocks: BLOCKS.text_blocks })),
    bad(googlePage({ text_blocks: [] })),
    bad({ ...ok, error: 'Something else.' }),
  ]);
  await eachFails({ provider: 'SERPAPI', platform: 'GOOGLE_AI_MODE' }, [
    ...[ok, { ...ok, text_blocks: 'text' }, { ...ok, text_blocks: [{ type: 'image' }] }].map(bad),
  ]);
  const task = (result: object | null) => bad(taskAnswer(result));
  await eachFails(DATAFORSEO, [
    bad('<html></html>'),
    bad({}),
    task(null),
    task({ ...CHAT_RESULT, markdown: undefined, items: [] }),
  ]);
  await eachFails({ provider: 'DATAFORSEO', platform: 'GOOGLE_AI_MODE' }, [
    ...[task(null), task({ items: null }), task(serp([{ type: 'organic' }]))],
    task(serp([{ ...OVERVIEW_ITEM, markdown: ' ' }])),
    task(serp([{ type: 'ai_overview', asynchronous_ai_overview: true, items: null }])),
  ]);
  // The token of an overview that loads later has expired.
  server.reply = ({ asked }) =>
    asked['engine'] === 'google'
      ? { body: googlePage({ page_token: PAGE_TOKEN }) }
      : { body: { ...ok, error: 'The page token has expired.' } };
  const error = await failure(SERPAPI);
  assert.match(error.message, /did not come by its page_token: The page token has expired/);
  assert.deepEqual([error.isRetryable, error.paid?.requests], [true, 2]);
});

test('a provider that does not answer in time may have charged for it', async () => {
  server.reply = () => 'hang';
  for (const wished of [SERPAPI, DATAFORSEO]) {
    const { reason, paid, isRetryable } = await failure(wished, hasty);
    assert.deepEqual([reason, isRetryable, paid?.requests], ['TIMEOUT', true, 1]);
  }
  server.reply = ({ asked }) =>
    asked['engine'] === 'google' ? { body: googlePage({ page_token: PAGE_TOKEN }) } : 'hang';
  const { reason, paid } = await failure(SERPAPI, hasty);
  assert.deepEqual([reason, paid?.requests], ['TIMEOUT', 2]);
});
