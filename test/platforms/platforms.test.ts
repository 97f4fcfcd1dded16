import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Outbound } from '../../src/outbound/addresses.ts';
import type { ApiPlatform } from '../../src/platforms/apis.ts';
import { Platforms } from '../../src/platforms/platforms.ts';
import type { PlatformAnswer, PlatformPrompt } from '../../src/platforms/types.ts';
import { forFile } from '../support/for-file.ts';
import { ONLY_FOUND } from '../support/providers/platform-replies.ts';
import { startPlatformServer } from '../support/providers/platform-server.ts';

const KEY = 'sk-the-key-of-tests-9f2c';
const PROMPT = 'Which reading lamp is easiest on the eyes?';
const TEXT = `Asked “${PROMPT}”, most would name Lumenfold first, then Gleamwell.`;
const REVIEW = 'https://reviews.example/best-reading-lamps';
const SITE = 'https://lumenfold.example/';

const server = await forFile(startPlatformServer());
const platforms = await forFile(new Platforms(new Outbound(['127.0.0.0/8'])));
beforeEach(() => server.reset());

async function ask(platform: ApiPlatform, more: Partial<PlatformPrompt> = {}): Promise<PlatformAnswer> {
  const signal = new AbortController().signal;
  const baseUrl = `${server.baseUrl(platform)}/`;
  const prompt = { platform, apiKey: KEY, baseUrl, model: null, prompt: PROMPT, signal };
  return platforms.ask({ ...prompt, search: 'AUTO', place: null, ...more });
}

const titled = [
  { url: REVIEW, title: 'Best reading lamps' },
  { url: SITE, title: 'Lumenfold' },
];
const untitled = titled.map(({ url }) => ({ url, title: null }));
const used = { leftOut: [], text: TEXT, inputTokens: 1_000, outputTokens: 200 };
/** Asked with AUTO and no country: one search for the prompt, and a page that was only found. */
const searched = { searched: true, searchCount: 1, searchQueries: [PROMPT], countryApplied: null };
const found = (title: string | null) => ({ readSources: [{ url: ONLY_FOUND, title }] });
const web = { ...used, ...searched, surface: 'API_WEB_SEARCH' as const, citations: titled };
const api = {
  ...{ ...used, searched: false, searchCount: 0, searchQueries: [], countryApplied: null },
  ...{ surface: 'API' as const, citations: [], readSources: [] },
};
/** 1,000 tokens in, 200 out, and the searches, by the price list or as the platform told. */
const ANSWERS: Record<ApiPlatform, Omit<PlatformAnswer, 'latencyMs'>> = {
  CHATGPT: { ...web, ...found(null), model: 'gpt-6.1-sol', costMicros: 2_000 + 2_000 + 10_000 },
  CLAUDE: { ...web, ...found('Found'), model: 'claude-sonnet-5-5', costMicros: 2_000 + 2_000 + 10_000 },
  GEMINI: {
    ...{ ...web, searchCount: 2, searchQueries: [PROMPT, `${PROMPT} reviews`], readSources: [] },
    ...{ model: 'gemini-3.8-flash', costMicros: 1_500 + 1_500 + 28_000 },
  },
  // It says what it found, and not what it searched for.
  PERPLEXITY: {
    ...{ ...web, ...found('Found'), searchCount: null, searchQueries: null },
    ...{ model: 'sonar', costMicros: 5_300 },
  },
  GROK: { ...web, ...found(null), citations: untitled, model: 'grok-4.3', costMicros: 3_776 },
  // What its search read is input, and its price is not listed.
  MISTRAL: { ...web, readSources: [], model: 'mistral-medium-latest', costMicros: null },
  DEEPSEEK: { ...api, model: 'deepseek-v4-flash', costMicros: 182 },
  LLAMA: { ...api, model: 'Llama-4-Maverick-17B-128E-Instruct-FP8', costMicros: null },
};
const PLATFORMS = Object.keys(ANSWERS) as ApiPlatform[];
const SENT: Record<ApiPlatform, [path: string, tools: object[] | undefined]> = {
  CHATGPT: ['/responses', [{ type: 'web_search' }]],
  CLAUDE: ['/messages', [{ type: 'web_search_20250305', name: 'web_search', max_uses: 5 }]],
  GEMINI: ['/models/gemini-3.8-flash:generateContent', [{ googleSearch: {} }]],
  PERPLEXITY: ['/chat/completions', undefined],
  GROK: ['/responses', [{ type: 'web_search' }]],
  MISTRAL: ['/conversations', [{ type: 'web_search' }]],
  DEEPSEEK: ['/chat/completions', undefined],
  LLAMA: ['/chat/completions', undefined],
};

test('every platform is asked by its own protocol, with its web search on, and its answer read whole', async () => {
  for (const platform of PLATFORMS) {
    const { latencyMs, ...answer } = await ask(platform);
    assert.deepEqual(answer, ANSWERS[platform], platform);
    assert.ok(Number.isInteger(latencyMs) && latencyMs >= 0 && latencyMs < 10_000);
    const [request, ...more] = server.requests.splice(0);
    assert.deepEqual(more, []);
    const [path, tools] = SENT[platform];
    assert.deepEqual(
      [request?.path, request?.body.tools, request?.apiKey, request?.prompt],
      [path, tools, KEY, PROMPT],
    );
  }
});

test('the model of the integration is asked, and the one that answered told', async () => {
  for (const platform of PLATFORMS) {
    server.answer = ({ model }) => ({ model: `${model}-2026-05-01` });
    const answer = await ask(platform, { model: 'some-model' });
    assert.equal(server.requests.at(-1)?.model, 'some-model');
    assert.equal(answer.model, 'some-model-2026-05-01');
    // What no list holds has no price, save where the platform tells it.
    assert.equal(answer.costMicros, { PERPLEXITY: 5_300, GROK: 3_776 }[platform as string] ?? null);
  }
  server.answer = () => ({ model: 'gpt-5-2025-08-07', inputTokens: 2_000, outputTokens: 300 });
  assert.equal((await ask('CHATGPT', { model: 'gpt-5' })).costMicros, 2_500 + 3_000 + 10_000);
  server.answer = () => ({ model: 'gemini-2.5-flash' });
  assert.equal((await ask('GEMINI')).costMicros, 300 + 500 + 35_000, 'a grounded prompt, not each search');
});

test('citations: each source once, those of the web alone, and none is fine', async () => {
  const url = 'https://a.example/?q=1';
  const citations = [
    { url, title: 'First' },
    { url: 'ftp://b.example/', title: 'No web page' },
    { url: 'https://c.example/', title: null },
    { url, title: 'Again' },
  ];
  for (const platform of PLATFORMS.slice(0, 5)) {
    server.answer = () => ({ citations });
    const titles = { GEMINI: ['First', 'c.example'], GROK: [null, null] }[platform as string] ?? [
      'First',
      null,
    ];
    assert.deepEqual(
      (await ask(platform)).citations.filter(({ url }) => !url.includes('grounding-api-redirect')),
      [
        { url, title: titles[0] },
        { url: 'https://c.example/', title: titles[1] },
      ],
      platform,
    );
    server.answer = () => ({ citations: [] });
    assert.deepEqual((await ask(platform)).citations, [], platform);
  }
});

test('a refusal in words is an answer', async () => {
  const refusal = 'I would rather not name brands.';
  // biome-ignore lint/suspicious/noExplicitAny: the body of any platform's protocol
  const bodies: Partial<Record<ApiPlatform, (body: any) => void>> = {
    CHATGPT: (body) => {
      body.output.at(-1).content = [{ type: 'refusal', refusal }];
    },
    CLAUDE: (body) => {
      body.stop_reason = 'refusal';
    },
    GEMINI: (body) => {
      body.candidates[0].finishReason = 'SAFETY';
    },
    LLAMA: (body) => {
      body.choices[0].finish_reason = 'content_filter';
    },
  };
  for (const [platform, change] of Object.entries(bodies)) {
    server.answer = () => ({ text: refusal, citations: [] });
    server.edit = change;
    assert.equal((await ask(platform as ApiPlatform)).text, refusal);
  }
});

test('what a model tells itself is no part of its answer', async () => {
  server.edit = (body) => {
    const answer = body.output.at(-1);
    const content = [
      { type: 'output_text', text: 'Let me look up Gleamwell.', annotations: [], logprobs: [] },
    ];
    answer.phase = 'final_answer';
    body.output.splice(-1, 0, { ...answer, id: 'msg_0', phase: 'commentary', content });
  };
  assert.equal((await ask('CHATGPT')).text, TEXT);
  server.reset();
  server.answer = () => ({ text: '<think>\nThey may mean Gleamwell.\n</think>\n\nLumenfold <think>.' });
  for (const platform of ['PERPLEXITY', 'LLAMA'] as const)
    assert.equal((await ask(platform)).text, 'Lumenfold <think>.');
  server.answer = () => ({ text: 'Lumen\0fold \ud800.' });
  for (const platform of PLATFORMS) assert.equal((await ask(platform)).text, 'Lumenfold \ufffd.');
});

test('many at once each get the answer to their own prompt', async () => {
  server.behave = ({ attempt }) => ({ kind: 'ok', delayMs: attempt % 3 });
  const prompts = Array.from({ length: 70 }, (_, index) => `Prompt ${index}?`);
  const answers = await Promise.all(
    prompts.map((prompt, index) =>
      ask(PLATFORMS[index % 8] as ApiPlatform, { prompt, apiKey: `sk-${index}` }),
    ),
  );
  for (const [index, { text }] of answers.entries()) assert.ok(text.includes(`“Prompt ${index}?”`));
  for (const { prompt, apiKey } of server.requests) assert.equal(`Prompt ${apiKey.slice(3)}?`, prompt);
  const { connections } = server;
  for (const prompt of prompts.slice(0, 10)) await ask('CLAUDE', { prompt });
  assert.equal(server.connections, connections, 'connections are kept');
});
