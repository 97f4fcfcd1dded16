// long: 16 s
import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { connect } from '../../src/db/client.ts';
import { dispatchQueue } from '../../src/features/prompt-runs/job.ts';
import { Outbound } from '../../src/outbound/addresses.ts';
import type { Platform } from '../../src/platforms/names.ts';
import { Platforms } from '../../src/platforms/platforms.ts';
import { forFile } from '../support/for-file.ts';
import { partition } from '../support/partition.ts';
import {
  type CaptureReply,
  type CaptureRequest,
  googlePage,
  ONLY_FOUND,
  PAGE_TOKEN,
  SOURCES,
  startCaptureServer,
  taskAnswer,
} from '../support/providers/capture-server.ts';
import {
  ended,
  type PromptOrganisation,
  promptOrganisation,
  startPromptWorld,
  startWorker as workerOf,
} from '../support/providers/prompt-runs.ts';
import { until } from '../support/server/app.ts';
import type { Program } from '../support/server/programs.ts';

const KEYS = { SERPAPI: 'an-invented-key-9f2c', DATAFORSEO: 'login@tests.example:an-invented-pass' };
type Provider = keyof typeof KEYS;

const programs: Program[] = [];
const world = await forFile(startPromptWorld());
const server = await forFile(startCaptureServer());
beforeEach(() => {
  server.reset();
  world.server.reset();
});
after(async () => {
  for (const { child } of programs) child.kill('SIGKILL');
});

/** An organisation with the integration of a provider. */
async function capturing(
  type: Provider,
  platforms: Platform[],
  config: object = { pricePerRequest: 0.01 },
): Promise<PromptOrganisation & { integrationId: string }> {
  const org = await promptOrganisation(world, { platforms: [] });
  const access = { apiKey: KEYS[type], baseUrl: server.baseUrl(type), platforms };
  const { status, json, text } = await org.call('createIntegration', {
    body: { type, config: { ...access, ...config } },
  });
  assert.equal(status, 201, text);
  return Object.assign(org, { integrationId: json.id });
}

/** Runs a new prompt once. @returns its run */
async function runOnce(org: PromptOrganisation, platform: Platform, options: object = {}) {
  const query = await org.query('Which reading lamp?', { platform, ...options });
  const runId = await org.run(query.id);
  await org.work(platform);
  return org.evidence(runId);
}

const charges = async (org: PromptOrganisation) => [
  ...(await org.sql(
    (tx) => tx<{ provider: string | null; outcome: string | null; reason: string | null; charge: number }[]>`
      select provider, outcome, reason, charge_micros::float8 as charge from run_attempts order by id`,
  )),
];
const LATER: CaptureReply = {
  body: googlePage({ page_token: PAGE_TOKEN, serpapi_link: 'https://x.example' }),
};
const emitted = (org: PromptOrganisation) =>
  org.sql((tx) => tx<{ type: string }[]>`select event as type from webhook_messages order by id`);

test('SerpApi and DataForSEO bring answers of what people are shown', async () => {
  const place = { country: 'DE', region: null, city: null };
  const cases: [Provider, Platform, surface: string, model: string | null][] = [
    ['SERPAPI', 'GOOGLE_AI_MODE', 'APP', null],
    ['SERPAPI', 'GOOGLE_AI_OVERVIEW', 'SEARCH_PAGE', null],
    ['SERPAPI', 'COPILOT', 'APP', null],
    ['DATAFORSEO', 'GOOGLE_AI_MODE', 'APP', null],
    ['DATAFORSEO', 'GOOGLE_AI_OVERVIEW', 'SEARCH_PAGE', null],
    ['DATAFORSEO', 'CHATGPT', 'APP', 'gpt-5-3'],
  ];
  for (const [type, platform, surface, model] of cases) {
    const org = await capturing(type, [platform]);
    const isChat = platform === 'CHATGPT';
    const run = await runOnce(org, platform, { ...place, ...(isChat && { search: 'ALWAYS' }) });
    assert.equal(run.state, 'COMPLETED', run.failure);
    assert.match(run.answer, /\*\*Lumenfold\*\* first, then Gleamwell/);
    assert.deepEqual(
      [run.surface, run.model, run.brandMentioned, run.position, run.searched, run.countryApplied],
      [surface, model, true, 1, true, platform !== 'COPILOT'],
    );
    const links = (sources: { url: string; title: string | null }[]) =>
      sources.map(({ url, title }) => ({ url, title }));
    assert.deepEqual([links(run.citations), run.readSources], [SOURCES, isChat ? [ONLY_FOUND] : []]);
    const cost = type === 'SERPAPI' ? 0.01 : 0.004;
    assert.deepEqual([run.costUsd, run.attempts.length, run.search], [cost, 1, isChat ? 'ALWAYS' : 'AUTO']);
    assert.deepEqual(await charges(org), [
      { provider: type, outcome: 'ANSWERED', reason: null, charge: Math.round(cost * 1e6) },
    ]);
    assert.equal(world.server.requests.length, 0);
  }
});

test('integrations: what a provider captures, its fields, and one active integration a platform', async () => {
  const org = await promptOrganisation(world, { platforms: ['CHATGPT'] });
  const create = (type: string, config: object, more: object = {}) =>
    org.call('createIntegration', { body: { type, config, ...more } });
  const key = { apiKey: KEYS.DATAFORSEO, baseUrl: server.baseUrl('DATAFORSEO') };
  for (const [type, config, field, said] of [
    ['DATAFORSEO', key, 'config.platforms', /required for DATAFORSEO/],
    [
      'DATAFORSEO',
      { ...key, platforms: ['COPILOT'] },
      'config.platforms',
      /does not capture COPILOT.*CHATGPT/,
    ],
    ['DATAFORSEO', { ...key, apiKey: 'no-colon', platforms: ['CHATGPT'] }, 'config.apiKey', /login:password/],
    [
      'SERPAPI',
      { ...key, platforms: ['COPILOT'], stance: { enabled: true } },
      'config.stance',
      /not a field of SERPAPI/,
    ],
    ['GROK', { apiKey: 'sk-1', platforms: ['COPILOT'] }, 'config.platforms', /not a field of GROK/],
  ] as const) {
    const { status, json } = await create(type, config);
    assert.deepEqual([status, json.details?.[0]?.field], [400, field], json.message);
    assert.match(json.message ?? '', said);
  }
  const chat = { ...key, platforms: ['CHATGPT', 'GOOGLE_AI_MODE'] };
  const taken = await create('DATAFORSEO', chat);
  assert.equal(taken.status, 409);
  assert.match(taken.json.message, /CHATGPT is served by the active integration CHATGPT/);
  const off = await create('DATAFORSEO', chat, { isActive: false });
  assert.equal(off.status, 201, 'one that is off serves nothing');
  const { kind, config } = off.json;
  assert.deepEqual(
    [kind, config.platforms, config.pricePerRequest, config.language],
    ['CAPTURE', chat.platforms, null, null],
  );
  const on = await org.call('updateIntegration', { ids: [off.json.id], body: { isActive: true } });
  assert.equal(on.status, 409);
  const narrowed = { config: { platforms: ['GOOGLE_AI_MODE'] }, isActive: true };
  assert.equal((await org.call('updateIntegration', { ids: [off.json.id], body: narrowed })).status, 200);
  const widened = { config: { platforms: chat.platforms } };
  assert.equal((await org.call('updateIntegration', { ids: [off.json.id], body: widened })).status, 409);
  const google = { apiKey: KEYS.SERPAPI, baseUrl: server.baseUrl('SERPAPI'), platforms: ['GOOGLE_AI_MODE'] };
  const second = await create('SERPAPI', google);
  assert.match(second.json.message, /GOOGLE_AI_MODE is served by the active integration DATAFORSEO/);
  const never = { brandId: org.brandId, queryText: 'Which?', platform: 'GOOGLE_AI_MODE', search: 'NEVER' };
  assert.equal((await org.call('createQuery', { body: never })).status, 400);
  const kinds = (await org.call('listIntegrations')).json.data.map((one: { kind: string }) => one.kind);
  assert.deepEqual(kinds, ['PLATFORM', 'CAPTURE']);
  const state = await org.call('getStanceState', { ids: [off.json.id] });
  assert.equal(state.status, 404, 'it reads no stance');
});

test('the captured ChatGPT cannot be kept from searching, and says so when the prompt is saved', async () => {
  const org = await capturing('DATAFORSEO', ['CHATGPT']);
  const body = { brandId: org.brandId, queryText: 'Which?', platform: 'CHATGPT', search: 'NEVER' };
  const { status, json } = await org.call('createQuery', { body });
  assert.equal(status, 400);
  assert.match(json.message, /CHATGPT as captured by DATAFORSEO has no option that keeps it from searching/);
});

test('checks ask for the account, which costs nothing', async () => {
  for (const [type, path] of [
    ['SERPAPI', '/account.json'],
    ['DATAFORSEO', '/v3/appendix/user_data'],
  ] as const) {
    const org = await capturing(type, ['GOOGLE_AI_MODE']);
    server.reply = () => ({ body: { account: true } });
    const check = await org.call('checkIntegration', { ids: [org.integrationId] });
    assert.deepEqual([check.json.ok, check.json.reason], [true, 'It works.']);
    const request = server.requests.at(-1);
    assert.deepEqual([request?.path, request?.apiKey], [path, KEYS[type]]);
    server.reply = () => ({ status: 401, body: { error: `No ${KEYS[type]}.` } });
    const refused = await org.call('checkIntegration', { ids: [org.integrationId] });
    assert.deepEqual([refused.json.ok, refused.json.reason], [false, 'It refuses the key.']);
  }
});

test('no AI Overview: a state of its own, counted in coverage, and neither answer nor failure', async () => {
  const org = await capturing('SERPAPI', ['GOOGLE_AI_OVERVIEW']);
  const hook = { url: 'http://127.0.0.1:9/', events: ['query.completed', 'query.failed'] };
  assert.equal((await org.call('createWebhook', { body: hook })).status, 201);
  const shown = await runOnce(org, 'GOOGLE_AI_OVERVIEW');
  server.reply = () => ({ body: googlePage(null) });
  const query = await org.query('Which other lamp?', { platform: 'GOOGLE_AI_OVERVIEW', country: 'DE' });
  const runId = await org.run(query.id);
  await org.work('GOOGLE_AI_OVERVIEW');
  const run = await org.evidence(runId);
  assert.deepEqual(
    [run.state, run.answer, run.failure, run.failureReason, run.surface, run.costUsd, run.countryApplied],
    ['NOT_SHOWN', '', null, null, 'SEARCH_PAGE', 0.01, true],
  );
  assert.deepEqual([run.observations, run.citations, run.mentionIds, run.brandMentioned], [[], [], [], null]);
  assert.deepEqual([run.attempts.length, run.attempts[0].outcome], [1, 'ANSWERED']);
  const events = (await emitted(org)).map(({ type }) => type);
  assert.deepEqual(events, ['query.completed'], 'of the one that was shown alone');
  const { sum } = (await org.call('getCoverage')).json;
  assert.deepEqual(
    [sum.expected, sum.executed, sum.notShown, sum.failed, sum.coverage, sum.shown],
    [2, 1, 1, 0, 100, 50],
  );
  const listed = await org.call('listRuns', { query: { state: 'NOT_SHOWN' } });
  assert.deepEqual(
    listed.json.data.map(({ id }: { id: string }) => id),
    [runId],
  );
  assert.equal(shown.state, 'COMPLETED');
  // It can be run again at once, and is no run under way.
  assert.equal((await org.call('runQuery', { ids: [query.id] })).status, 201);
});

test('a trial on a page without an AI Overview says so', async () => {
  const org = await capturing('SERPAPI', ['GOOGLE_AI_OVERVIEW']);
  const body = { brandId: org.brandId, queryText: 'Which lamp?', platforms: ['GOOGLE_AI_OVERVIEW' as const] };
  const trial = await org.call('createTrial', { body });
  assert.equal(trial.status, 201, trial.text);
  server.reply = () => ({ body: googlePage(null) });
  await org.work('GOOGLE_AI_OVERVIEW');
  const [run] = (await org.call('getTrial', { ids: [trial.json.id] })).json.runs;
  assert.deepEqual([run?.state, run?.answer, run?.failureReason], ['FAILED', null, null]);
  assert.match(run?.failure ?? '', /had no AI answer/);
  assert.deepEqual(
    (await charges(org)).map(({ charge }) => charge),
    [10_000],
  );
});

test('an expired token asks for the page again, which is paid again and counted', async () => {
  const org = await capturing('SERPAPI', ['GOOGLE_AI_OVERVIEW']);
  let loads = 0;
  server.reply = ({ asked }) => {
    if (asked['engine'] === 'google') return LATER;
    loads += 1;
    return loads === 1
      ? { body: { search_metadata: { status: 'Success' }, error: 'The page token has expired.' } }
      : null;
  };
  const first = await runOnce(org, 'GOOGLE_AI_OVERVIEW');
  assert.equal(first.state, 'QUEUED');
  assert.match(first.attempts[0].error, /page_token: The page token has expired/);
  await org.skipWaiting();
  await org.work('GOOGLE_AI_OVERVIEW');
  const run = await org.evidence(first.id);
  assert.deepEqual([run.state, run.costUsd, server.requests.length], ['COMPLETED', 0.02, 4]);
  assert.deepEqual(
    (await charges(org)).map(({ outcome, reason, charge }) => [outcome, reason, charge]),
    [
      ['FAILED', 'BAD_ANSWER', 20_000],
      ['ANSWERED', null, 20_000],
    ],
  );
});

test('a refused key and another form: each fails by its name, and what was paid is noted, once', async () => {
  const changed = { search_metadata: { status: 'Success' }, blocks: [] };
  const cases: [Provider, CaptureReply, reason: string, said: RegExp, charge: number][] = [
    ['SERPAPI', { body: changed }, 'BAD_ANSWER', /not in the form of its API/, 10_000],
    [
      'SERPAPI',
      { status: 401, body: { error: `Invalid key ${KEYS.SERPAPI}` } },
      'BAD_CREDENTIALS',
      /apiKey of the integration SERPAPI/,
      0,
    ],
    // It says what the request cost, whatever came of it.
    ['DATAFORSEO', { body: taskAnswer({ pages: [] }) }, 'BAD_ANSWER', /not in the form of its API/, 4_000],
  ];
  for (const [type, reply, reason, said, charge] of cases) {
    const org = await capturing(type, ['GOOGLE_AI_MODE']);
    server.reply = () => reply;
    const run = await runOnce(org, 'GOOGLE_AI_MODE');
    for (let round = 0; round < 5; round += 1) {
      await org.skipWaiting();
      await org.work('GOOGLE_AI_MODE');
    }
    const { state, failureReason, failure, answer, surface, costUsd } = await org.evidence(run.id);
    assert.deepEqual([state, failureReason, answer, surface], ['FAILED', reason, '', null]);
    assert.equal(costUsd, charge === 0 ? null : charge / 1_000_000);
    assert.match(failure, said);
    assert.ok(!failure.includes(KEYS[type]));
    const sent = (await charges(org)).map((attempt) => [attempt.reason, attempt.charge]);
    assert.deepEqual(sent, [[reason, charge]], 'it is not sent again');
    server.reset();
  }
});

test('a provider without credit: what is queued waits, and goes on when there is money again', async () => {
  const cases: [Provider, CaptureReply][] = [
    ['SERPAPI', { status: 429, body: { error: 'Your account has run out of searches.' } }],
    ['DATAFORSEO', { body: taskAnswer(null, { code: 40_210, message: 'Insufficient Funds.', cost: 0 }) }],
    ['DATAFORSEO', { status: 402, body: { status_message: 'Payment Required.' } }],
  ];
  for (const [type, reply] of cases) {
    const org = await capturing(type, ['GOOGLE_AI_MODE']);
    server.reply = () => reply;
    const first = await runOnce(org, 'GOOGLE_AI_MODE');
    const second = await runOnce(org, 'GOOGLE_AI_MODE', { queryText: 'Which desk lamp?' });
    assert.deepEqual([first.state, second.state, server.requests.length], ['QUEUED', 'QUEUED', 1]);
    const { lastCheck, pause } = (await org.call('getIntegration', { ids: [org.integrationId] })).json;
    assert.deepEqual([lastCheck?.ok, pause?.reason], [false, 'NO_CREDIT']);
    assert.match(lastCheck?.reason ?? '', /^The credit of its account is used up/);
    server.reset();
    await org.skipWaiting();
    await org.work('GOOGLE_AI_MODE');
    for (const { id } of [first, second]) assert.equal((await org.evidence(id)).state, 'COMPLETED');
    server.reset();
  }
});

test('a provider that does not answer in time: the attempt says so, and what was sent stays charged', async () => {
  const hasty = new Platforms(new Outbound(['127.0.0.0/8']), { timeoutMs: 400 });
  const { db, secretBox, ingestion } = world.app.app.services;
  for (const [reply, charge] of [
    [(): CaptureReply => 'hang', 10_000],
    [({ asked }: CaptureRequest): CaptureReply => (asked['engine'] === 'google' ? LATER : 'hang'), 20_000],
  ] as const) {
    const org = await capturing('SERPAPI', ['GOOGLE_AI_OVERVIEW']);
    server.reply = reply;
    const runId = await org.run((await org.query('Which lamp?', { platform: 'GOOGLE_AI_OVERVIEW' })).id);
    await dispatchQueue(
      { db, secretBox, platforms: hasty, ingestion },
      partition(org.org.id, 'GOOGLE_AI_OVERVIEW'),
    );
    const { state, attempts, answer } = await org.evidence(runId);
    assert.deepEqual([state, answer, attempts.length, attempts[0].reason], ['QUEUED', '', 1, 'TIMEOUT']);
    assert.deepEqual(
      (await charges(org)).map((attempt) => attempt.charge),
      [charge],
    );
    server.reset();
    await org.work('GOOGLE_AI_OVERVIEW');
    await org.skipWaiting();
    await org.work('GOOGLE_AI_OVERVIEW');
    assert.equal((await org.evidence(runId)).state, 'COMPLETED');
  }
  await hasty.close();
});

test('the daily limit holds to the cent, over all platforms of a provider at once', async () => {
  // 7 cents at 1 cent a request: an overview reserves two requests, and gives one back if it takes one.
  const org = await capturing('SERPAPI', ['GOOGLE_AI_OVERVIEW', 'GOOGLE_AI_MODE'], {
    pricePerRequest: 0.01,
    dailySpendLimit: 0.07,
  });
  server.reply = ({ asked }) => (asked['engine'] === 'google' ? LATER : null);
  const runs: string[] = [];
  for (let index = 0; index < 4; index += 1)
    for (const platform of ['GOOGLE_AI_OVERVIEW', 'GOOGLE_AI_MODE'] as const)
      runs.push(await org.run((await org.query(`Which lamp ${index}?`, { platform })).id));
  const work = () => Promise.all([org.work('GOOGLE_AI_OVERVIEW'), org.work('GOOGLE_AI_MODE')]);
  for (let round = 0; round < 3; round += 1) {
    await work();
    await org.skipWaiting();
  }
  const sum = (await charges(org)).reduce((total, { charge }) => total + charge, 0);
  assert.equal(server.requests.length * 10_000, sum, 'each request is counted');
  assert.equal(sum, 70_000, 'to the cent, and not beyond');
  const states = await Promise.all(runs.map(async (id) => (await org.evidence(id)).state));
  assert.deepEqual([...new Set(states)].sort(), ['COMPLETED', 'QUEUED']);
  const lanes = await org.sql(
    (tx) => tx<{ reason: string | null }[]>`select distinct pause_reason as reason from platform_lanes
      where platform like 'GOOGLE%'`,
  );
  assert.deepEqual([...lanes], [{ reason: 'SPEND_LIMIT' }]);
  // A higher limit of the integration ends the pauses of all its platforms.
  const body = { config: { dailySpendLimit: 1 } };
  assert.equal((await org.call('updateIntegration', { ids: [org.integrationId], body })).status, 200);
  await work();
  for (const id of runs) assert.equal((await org.evidence(id)).state, 'COMPLETED');
});

test('kill -9 between the two requests of an overview: it is asked again, and all that was sent is counted', async () => {
  const org = await capturing('SERPAPI', ['GOOGLE_AI_OVERVIEW']);
  const prompt = 'Which lamp outlives its worker?';
  const runId = await org.run((await org.query(prompt, { platform: 'GOOGLE_AI_OVERVIEW' })).id);
  // What other tests left queued has no overview.
  const page = (q: string) => (q === prompt ? LATER : { body: googlePage(null) });
  const its = () => server.requests.filter(({ asked }) => asked['q'] === prompt || asked['page_token']);
  server.reply = ({ asked }) => (asked['engine'] === 'google' ? page(asked['q']) : 'hang');
  const killed = startWorker();
  await until(() => its().length === 2);
  killed.child.kill('SIGKILL');
  await killed.ended;
  const sql = connect(world.app.databaseUrl, { role: 'worker', max: 1 });
  // As if its leases had run out, which takes 10 s.
  await sql`update job_leases set leased_until = now() where holder like ${`% ${killed.child.pid} %`}`;
  await sql.end();
  server.reply = ({ asked }) => (asked['engine'] === 'google' ? page(asked['q']) : null);
  const worker = startWorker();
  const run = await ended(org, runId);
  worker.child.kill('SIGTERM');
  assert.equal((await worker.ended).code, 0);
  assert.equal(run.state, 'COMPLETED');
  assert.deepEqual(
    (await charges(org)).map(({ outcome, charge }) => [outcome, charge]),
    [
      ['INTERRUPTED', 20_000],
      ['ANSWERED', 20_000],
    ],
  );
  assert.equal(its().length, 4);
  for (const { stderr } of programs) assert.ok(!stderr().includes(KEYS.SERPAPI), 'no key in a log');
});

test('without an integration that captures it, a platform cannot be run', async () => {
  const org = await capturing('SERPAPI', ['COPILOT']);
  const query = await org.query('Which lamp?', { platform: 'GOOGLE_AI_MODE' });
  const { status, json } = await org.call('runQuery', { ids: [query.id] });
  assert.equal(status, 409);
  assert.match(json.message, /No active integration captures GOOGLE_AI_MODE/);
});

function startWorker(): Program {
  const worker = workerOf(world);
  programs.push(worker);
  return worker;
}
