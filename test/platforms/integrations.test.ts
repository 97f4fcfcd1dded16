import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withIntegration } from '../support/callers/integrations.ts';
import { withOrganisation } from '../support/callers/organisation.ts';

const KEY = 'sk-the-key-of-tests-9f2c';
const BASE_URL = 'https://llama.example/v1';
const SLACK = 'https://hooks.slack.com/services/T00000000/B00000000/an1nvented0ne';

const { call } = await withOrganisation();

test('createIntegration, getIntegration, listIntegrations, updateIntegration, deleteIntegration', async () => {
  const config = { apiKey: KEY, model: 'gpt-5' };
  const created = await call('createIntegration', { body: { type: 'CHATGPT', config } });
  const { id, createdAt, updatedAt, ...shown } = created.json;
  assert.deepEqual(shown, {
    type: 'CHATGPT',
    kind: 'PLATFORM',
    isActive: true,
    config: {
      baseUrl: null,
      model: 'gpt-5',
      dailySpendLimit: null,
      stance: { enabled: false, model: null },
    },
    hasSecret: true,
    secretLast4: '9f2c',
    lastCheck: null,
    pause: null,
  });
  assert.equal(createdAt, updatedAt);
  assert.equal(
    (await call('createIntegration', { body: { type: 'CHATGPT', config } })).status,
    409,
    'one a platform',
  );
  const ids = [id];
  const updated = await call('updateIntegration', {
    ids,
    body: { config: { dailySpendLimit: 20, model: null }, isActive: false },
  });
  assert.equal(updated.status, 200);
  assert.deepEqual(updated.json.config, {
    baseUrl: null,
    model: null,
    dailySpendLimit: 20,
    stance: { enabled: false, model: null },
  });
  assert.deepEqual([updated.json.isActive, updated.json.secretLast4], [false, '9f2c'], 'the secret stays');
  assert.deepEqual((await call('getIntegration', { ids })).json, updated.json);
  const replaced = await call('updateIntegration', {
    ids,
    body: { config: { apiKey: 'sk-another-key-1234' } },
  });
  assert.deepEqual([replaced.json.secretLast4, replaced.json.config.dailySpendLimit], ['1234', 20]);
  assert.equal(
    (await call('listIntegrations', { query: { type: 'CHATGPT', isActive: false } })).json.total,
    1,
  );
  assert.equal((await call('listIntegrations', { query: { isActive: true } })).json.total, 0);
  assert.equal((await call('deleteIntegration', { ids })).status, 204);
  assert.equal((await call('getIntegration', { ids })).status, 404);
});

test('createIntegration takes the config of its type alone, and names its fields', async () => {
  const refused = async (type: string, config: unknown, message: RegExp) => {
    const { status, json } = await call('createIntegration', { body: { type, config } });
    assert.equal(status, 400, JSON.stringify(config));
    assert.match(json.message, message);
    assert.ok(!JSON.stringify(json).includes(KEY));
  };
  await refused('CHATGPT', {}, /^config\.apiKey is required for CHATGPT/);
  await refused('CHATGPT', { apiKey: KEY, apikey: 1 }, /is not a field of config\. Did you mean "apiKey"/);
  await refused(
    'CHATGPT',
    { apiKey: KEY, webhookUrl: SLACK },
    /its fields are apiKey, baseUrl, model, dailySpendLimit, stance\.$/,
  );
  await refused(
    'SLACK',
    { apiKey: KEY },
    /^config\.apiKey is not a field of SLACK; its fields are webhookUrl\.$/,
  );
  await refused('SLACK', {}, /^config\.webhookUrl is required for SLACK/);
  await refused(
    'SLACK',
    { webhookUrl: 'http://hooks.slack.com/services/T0/B0/x' },
    /^config\.webhookUrl must begin with https/,
  );
  await refused('SLACK', { webhookUrl: 'https://10.0.0.1/' }, /private address/);
  await refused(
    'CLAUDE',
    { apiKey: KEY, baseUrl: 'http://10.0.0.1/v1' },
    /^config\.baseUrl must be at a public address/,
  );
  await refused('CLAUDE', { apiKey: KEY, baseUrl: 'https://gateway.example/v1?x=1' }, /no query/);
  await refused(
    'CLAUDE',
    { apiKey: `${KEY}\nx-evil: 1` },
    /^config\.apiKey must hold letters, digits and signs of ASCII alone/,
  );
  await refused('CLAUDE', { apiKey: KEY, dailySpendLimit: -1 }, /^config\.dailySpendLimit/);
  await refused('BING', { apiKey: KEY }, /CHATGPT, .*, SLACK/);
  await refused('CLAUDE', 'a key', /^config must be an object/);
  assert.equal((await call('listIntegrations')).json.total, 0);
});

test('one integration of an organisation reads stance; a second is 409 and names the first', async () => {
  const stance = { enabled: true, model: 'gpt-5-mini' };
  await withIntegration(call, { type: 'CHATGPT', config: { apiKey: KEY, stance } }, async (chatgpt) => {
    assert.deepEqual((await call('getIntegration', { ids: chatgpt.ids })).json.config.stance, stance);
    const refused = await call('createIntegration', {
      body: { type: 'CLAUDE', config: { apiKey: KEY, stance } },
    });
    assert.equal(refused.status, 409);
    assert.match(refused.json.message, /CHATGPT reads stance already/);
    await withIntegration(call, { type: 'CLAUDE', config: { apiKey: KEY } }, async (claude) => {
      const set = (ids: string[], enabled: boolean) =>
        call('updateIntegration', { ids, body: { config: { stance: { enabled } } } });
      assert.equal((await set(claude.ids, true)).status, 409);
      const off = await set(chatgpt.ids, false);
      assert.deepEqual(off.json.config.stance, { enabled: false, model: 'gpt-5-mini' }, 'the model stays');
      const both = await Promise.all([chatgpt, claude].map(({ ids }) => set(ids, true)));
      assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
      const [state, other] = await Promise.all(
        [chatgpt, claude].map(({ ids }) => call('getStanceState', { ids })),
      );
      assert.notEqual(state!.json.enabled, other!.json.enabled);
      const log = await call('listAuditLog', { query: { action: 'updateIntegration', limit: 1 } });
      assert.deepEqual(log.json.data[0]!.details, { stance: { enabled: true }, secretReplaced: false });
    });
  });
  await withIntegration(call, { type: 'SLACK', config: { webhookUrl: SLACK } }, async ({ ids }) => {
    const refused = await call('updateIntegration', { ids, body: { config: { stance } } });
    assert.equal(refused.status, 400);
    assert.equal((await call('getStanceState', { ids })).status, 404);
  });
});

test('updateIntegration sends no kept key to another host', async () => {
  await withIntegration(
    call,
    { type: 'LLAMA', config: { apiKey: KEY, baseUrl: BASE_URL } },
    async ({ ids }) => {
      const move = (config: object) => call('updateIntegration', { ids, body: { config } });
      for (const elsewhere of ['https://gateway.example/v1', null, 'http://llama.example/v1']) {
        const refused = await move({ baseUrl: elsewhere });
        assert.equal(refused.status, 400);
        assert.match(refused.json.message, /^config\.apiKey must be sent again/);
      }
      assert.equal(
        (await move({ baseUrl: `${BASE_URL}/other` })).status,
        200,
        'another path is the same host',
      );
      const moved = await move({ baseUrl: null, apiKey: 'sk-short' });
      assert.deepEqual(
        [moved.json.config.baseUrl, moved.json.secretLast4],
        [null, null],
        'too short to show a part of it',
      );
    },
  );
});

test('createIntegration at once makes one a platform', async () => {
  const body = { type: 'DEEPSEEK', config: { apiKey: KEY } };
  const answers = await Promise.all([1, 2, 3, 4].map(() => call('createIntegration', { body })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409]);
  const { json } = await call('listIntegrations', { query: { type: 'DEEPSEEK' } });
  assert.equal((await call('deleteIntegration', { ids: [json.data[0]!.id] })).status, 204);
});
