// long: 15 s
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { ApiPlatform } from '../../src/platforms/apis.ts';
import { capabilitiesOf, type SearchMode } from '../../src/platforms/capabilities.ts';
import { forFile } from '../support/for-file.ts';
import { ONLY_FOUND } from '../support/providers/platform-replies.ts';
import {
  PLATFORMS,
  type PromptOrganisation,
  promptOrganisation,
  startPromptWorld,
} from '../support/providers/prompt-runs.ts';

const MODES: SearchMode[] = ['AUTO', 'ALWAYS', 'NEVER'];
/** A place, and how the platforms' references want it. */
const PLACE = { country: 'DE', region: 'Bavaria', city: 'Munich' };
const APPROXIMATE = { user_location: { type: 'approximate', ...PLACE } };
/** Claude's default model always thinks, so it cannot be forced; an older one can. */
const MODELS: Partial<Record<ApiPlatform, string>> = { CLAUDE: 'claude-sonnet-5' };

/** The members of a request that say how a prompt is asked. */
type Form = Record<string, unknown>;
const WEB_SEARCH = { type: 'web_search' };
const CLAUDE_SEARCH = { type: 'web_search_20250305', name: 'web_search', max_uses: 5 };
const GEMINI_SEARCH = { tools: [{ googleSearch: {} }] };

/** The documented form of a request by the mode of search, and with the place; an absent mode is refused. */
const FORMS: Record<ApiPlatform, Partial<Record<SearchMode, (isPlaced: boolean) => Form>>> = {
  CHATGPT: {
    AUTO: (isPlaced) => ({
      tools: [{ ...WEB_SEARCH, ...(isPlaced && APPROXIMATE) }],
      tool_choice: 'auto',
      include: ['web_search_call.action.sources'],
    }),
    ALWAYS: (isPlaced) => ({
      tools: [{ ...WEB_SEARCH, ...(isPlaced && APPROXIMATE) }],
      tool_choice: WEB_SEARCH,
      include: ['web_search_call.action.sources'],
    }),
    NEVER: () => ({}),
  },
  CLAUDE: {
    AUTO: (isPlaced) => ({
      tools: [{ ...CLAUDE_SEARCH, ...(isPlaced && APPROXIMATE) }],
      tool_choice: { type: 'auto' },
    }),
    ALWAYS: (isPlaced) => ({
      tools: [{ ...CLAUDE_SEARCH, ...(isPlaced && APPROXIMATE) }],
      tool_choice: { type: 'tool', name: 'web_search' },
    }),
    NEVER: () => ({}),
  },
  GEMINI: { AUTO: () => GEMINI_SEARCH, NEVER: () => ({}) },
  PERPLEXITY: {
    AUTO: (isPlaced) => (isPlaced ? { web_search_options: { user_location: PLACE } } : {}),
    // It always searches unless that is disabled.
    ALWAYS: (isPlaced) => (isPlaced ? { web_search_options: { user_location: PLACE } } : {}),
    NEVER: () => ({ disable_search: true }),
  },
  GROK: {
    AUTO: () => ({ tools: [WEB_SEARCH], tool_choice: 'auto' }),
    ALWAYS: () => ({ tools: [WEB_SEARCH], tool_choice: 'required' }),
    NEVER: () => ({}),
  },
  MISTRAL: {
    AUTO: () => ({ tools: [WEB_SEARCH], store: false }),
    ALWAYS: () => ({ tools: [WEB_SEARCH], completion_args: { tool_choice: 'required' }, store: false }),
    NEVER: () => ({ store: false }),
  },
  DEEPSEEK: { AUTO: () => ({}), NEVER: () => ({}) },
  LLAMA: { AUTO: () => ({}), NEVER: () => ({}) },
};
const ASKING = [
  ...['tools', 'tool_choice', 'include', 'toolConfig', 'disable_search', 'web_search_options'],
  ...['user_location', 'search_parameters', 'completion_args', 'store'],
];
const WITHOUT_SEARCH = ['DEEPSEEK', 'LLAMA'];

const world = await forFile(startPromptWorld());
beforeEach(() => world.server.reset());

/** The members of a request that say how it is asked, as sent. */
function formOf(body: Form): Form {
  return Object.fromEntries(Object.entries(body).filter(([name]) => ASKING.includes(name)));
}

/** What a run says of its search and place, for a platform asked in a mode. */
function evidenceOf(platform: ApiPlatform, mode: SearchMode, prompt: string, isPlaced: boolean) {
  const isOnOffer = mode !== 'NEVER' && !WITHOUT_SEARCH.includes(platform);
  const queries = platform === 'GEMINI' ? [prompt, `${prompt} reviews`] : [prompt];
  const isSilent = platform === 'PERPLEXITY';
  return {
    search: mode,
    surface: isOnOffer ? 'API_WEB_SEARCH' : 'API',
    searched: isOnOffer,
    searchCount: isOnOffer ? (isSilent ? null : queries.length) : 0,
    searchQueries: isOnOffer ? (isSilent ? null : queries) : [],
    readSources: isOnOffer && !['GEMINI', 'MISTRAL'].includes(platform) ? [ONLY_FOUND] : [],
    country: isPlaced ? 'DE' : null,
    countryApplied: isPlaced ? isOnOffer && capabilitiesOf(platform).sendsCountry : null,
  };
}

async function organisationOf(platform: ApiPlatform): Promise<PromptOrganisation> {
  const model = MODELS[platform];
  return promptOrganisation(world, { platforms: [platform], config: model ? { model } : {} });
}

for (const platform of PLATFORMS)
  test(`${platform} is asked as its prompts say, and its runs say how`, async () => {
    const org = await organisationOf(platform);
    for (const mode of MODES)
      for (const isPlaced of [false, true]) {
        const form = FORMS[platform][mode];
        const prompt = `Which lamp, ${mode} ${isPlaced}?`;
        const wishes = { platform, search: mode, ...(isPlaced && PLACE) };
        if (form === undefined) {
          const body = { brandId: org.brandId, queryText: prompt, ...wishes };
          const { status, json } = await org.call('createQuery', { body });
          assert.deepEqual([status, json.details?.[0]?.field], [400, 'search'], json.message);
          assert.match(json.message, new RegExp(`${platform}.*use AUTO or NEVER`));
          continue;
        }
        const query = await org.query(prompt, wishes);
        const sends = isPlaced && mode !== 'NEVER' && capabilitiesOf(platform).sendsCountry;
        assert.equal(query.countrySent, sends);
        const runId = await org.run(query.id);
        assert.equal(await org.work(platform), 1);
        const [request, ...more] = world.server.requests.splice(0);
        assert.deepEqual(more, []);
        assert.deepEqual(formOf(request?.body), form(isPlaced), `${mode} ${isPlaced}`);
        const { readSources, ...run } = await org.evidence(runId);
        assert.equal(run.state, 'COMPLETED', run.failure);
        const expected = evidenceOf(platform, mode, prompt, isPlaced);
        const fields = Object.keys(expected).filter((name) => name !== 'readSources');
        const said = Object.fromEntries(fields.map((name) => [name, run[name]]));
        const urls = readSources.map(({ url }: { url: string }) => url);
        assert.deepEqual({ ...said, readSources: urls }, expected, `${mode} ${isPlaced}`);
        const cited = run.citations.map(({ url }: { url: string }) => url);
        assert.ok(!cited.includes(ONLY_FOUND), 'what was only found is not cited');
      }
  });

test('the model of Claude decides whether it can be made to search', async () => {
  const org = await promptOrganisation(world, { platforms: ['CLAUDE'] });
  const body = { brandId: org.brandId, queryText: 'Which lamp?', platform: 'CLAUDE', search: 'ALWAYS' };
  const refused = await org.call('createQuery', { body });
  assert.equal(refused.status, 400);
  assert.match(refused.json.message, /claude-sonnet-5-5 of CLAUDE cannot be made to search/);
  const many = { brandId: org.brandId, texts: ['Which lamp?'], platforms: ['CLAUDE', 'CHATGPT', 'GEMINI'] };
  const bulk = await org.call('bulkCreateQueries', { body: { ...many, search: 'ALWAYS' } });
  assert.deepEqual(
    bulk.json.refused?.map(({ platform }: { platform: string }) => platform),
    ['CLAUDE', 'GEMINI'],
  );
  const id = (await org.call('listIntegrations')).json.data[0]!.id;
  const change = { config: { model: 'claude-opus-5' } };
  assert.equal((await org.call('updateIntegration', { ids: [id], body: change })).status, 200);
  const query = await org.query('Which lamp?', { platform: 'CLAUDE', search: 'ALWAYS' });
  // The model is changed back: what cannot be asked as wished fails, and is not asked otherwise.
  await org.call('updateIntegration', { ids: [id], body: { config: { model: null } } });
  const runId = await org.run(query.id);
  await org.work('CLAUDE');
  const run = await org.evidence(runId);
  assert.deepEqual([run.state, run.failureReason, run.costUsd], ['FAILED', 'REFUSED', null]);
  assert.match(run.failure, /cannot be made to search/);
  assert.equal(world.server.requests.length, 0);
  const tags = await org.call('updateQuery', { ids: [query.id], body: { tags: ['lamps'] } });
  assert.equal(tags.status, 200, 'other changes of that prompt are accepted');
});

test('answers without a search say so, though search was on offer', async () => {
  const { withoutSearch } = await import('../support/providers/platform-replies.ts');
  for (const platform of ['CHATGPT', 'CLAUDE', 'GEMINI', 'GROK', 'MISTRAL'] as const) {
    const org = await organisationOf(platform);
    world.server.edit = (body) => withoutSearch(platform, body);
    const runId = await org.run((await org.query('Which lamp?', { platform })).id);
    await org.work(platform);
    const { surface, searched, searchCount, searchQueries } = await org.evidence(runId);
    assert.deepEqual(
      [surface, searched, searchCount, searchQueries],
      ['API_WEB_SEARCH', false, 0, []],
      platform,
    );
  }
});

test('answers are listed by whether the platform searched', async () => {
  const org = await organisationOf('CHATGPT');
  for (const search of ['AUTO', 'NEVER', 'NEVER'] as const) {
    await org.run((await org.query(`Which lamp, ${search} ${Math.random()}?`, { search })).id);
    await org.work();
  }
  const run = {
    externalId: 'sent-1',
    brandId: org.brandId,
    platform: 'CHATGPT',
    queryText: 'Which?',
    answer: 'Lumenfold.',
  };
  const sent = [{ ...run, executedAt: new Date().toISOString() }];
  const { status } = await world.app.call('POST', '/api/runs', { key: org.org.key, body: sent });
  assert.equal(status, 200);
  const total = async (searched: 'YES' | 'NO' | 'UNKNOWN') =>
    (await org.call('listRuns', { query: { searched } })).json.total;
  assert.deepEqual([await total('YES'), await total('NO'), await total('UNKNOWN')], [1, 2, 1]);
});

test('searches are kept in order and within bounds', async () => {
  const org = await organisationOf('CHATGPT');
  world.server.edit = (body) => {
    const [, call] = body.output;
    const queries = Array.from({ length: 70 }, (_, index) => `${index} ${'x'.repeat(2_000)}`);
    body.output.splice(
      1,
      1,
      { ...call, action: { type: 'search', queries, sources: [] } },
      {
        ...call,
        action: { type: 'find_in_page', url: 'https://read.example/', pattern: 'lamp' },
      },
    );
  };
  const runId = await org.run((await org.query('Which lamp?')).id);
  await org.work();
  const { searchQueries, searchCount, readSources, state } = await org.evidence(runId);
  assert.equal(state, 'COMPLETED');
  assert.deepEqual([searchQueries.length, searchCount], [50, 1]);
  for (const [index, text] of searchQueries.entries())
    assert.ok(text.startsWith(`${index} `) && text.length === 1_000);
  assert.deepEqual(readSources, [
    { url: 'https://read.example/', title: null },
    { url: ONLY_FOUND, title: null },
  ]);
});
