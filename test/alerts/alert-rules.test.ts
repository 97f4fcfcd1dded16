import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type Caller, callerWith } from '../support/caller.ts';

let app: TestApp;
let call: Caller;
let brandId: string;

before(async () => {
  app = await startTestApp();
  call = callerWith(app, await app.login(await app.organisation()));
  brandId = (await call('createBrand', { body: { name: 'Lumenfold' } })).json.id;
});
after(() => app?.close());

const createRule = async (changes: Record<string, unknown> = {}) =>
  call('createAlertRule', { body: { brandId, type: 'VISIBILITY_DROP', threshold: 15, ...changes } });

test('createAlertRule, getAlertRule, listAlertRules, updateAlertRule, deleteAlertRule', async () => {
  const created = await createRule({ name: 'Losing ground' });
  assert.equal(created.status, 201, created.text);
  const { id, createdAt, updatedAt, ...rule } = created.json;
  assert.deepEqual(rule, {
    brandId,
    type: 'VISIBILITY_DROP',
    name: 'Losing ground',
    threshold: 15,
    windowDays: 7,
    severity: 'MEDIUM',
    platform: null,
    competitorId: null,
    isActive: true,
  });
  assert.equal(createdAt, updatedAt);
  const changes = { threshold: 20.5, platform: 'CLAUDE', severity: 'CRITICAL', isActive: false, name: null };
  const updated = await call('updateAlertRule', { ids: [id], body: changes });
  assert.deepEqual({ ...updated.json, updatedAt }, { ...created.json, ...changes });
  assert.deepEqual((await call('getAlertRule', { ids: [id] })).json, updated.json);
  const total = async (query: Record<string, string | boolean>) =>
    (await call('listAlertRules', { query })).json.total;
  assert.equal(await total({ isActive: false, brandId, type: 'VISIBILITY_DROP' }), 1);
  assert.equal(await total({ isActive: true }), 0);
  assert.equal(await total({ type: 'NEW_MENTION' }), 0);
  assert.equal((await call('deleteAlertRule', { ids: [id] })).status, 204);
  assert.equal((await call('getAlertRule', { ids: [id] })).status, 404);
  assert.equal((await call('deleteAlertRule', { ids: [id] })).status, 404);
});

test('createAlertRule bounds the threshold by the type', async () => {
  const bounds = {
    VISIBILITY_DROP: { good: [0.1, 100], bad: [0, 100.1] },
    COMPETITOR_CHANGE: { good: [0.1, 100], bad: [0, 101] },
    NEGATIVE_SENTIMENT: { good: [0, 100], bad: [100.5] },
    NEW_MENTION: { good: [1, 100_000], bad: [0, 1.5] },
  };
  for (const [type, { good, bad }] of Object.entries(bounds)) {
    for (const threshold of good) {
      const { status, json } = await createRule({ type, threshold });
      assert.equal(status, 201, `${type} ${threshold}`);
      const other = bad[0] as number;
      assert.equal(
        (await call('updateAlertRule', { ids: [json.id], body: { threshold: other } })).status,
        400,
      );
      await call('deleteAlertRule', { ids: [json.id] });
    }
    for (const threshold of bad) {
      const refused = await createRule({ type, threshold });
      assert.equal(refused.status, 400, `${type} ${threshold}`);
      assert.match(refused.json.message, new RegExp(`^threshold must be .*${type}`));
    }
  }
  for (const wrong of [
    { threshold: -1 },
    { threshold: '5' },
    { type: 'OTHER' },
    { windowDays: 0 },
    { windowDays: 91 },
    { windowDays: 1.5 },
    { severity: 'high' },
    { platform: 'BING' },
    { orgId: 'another' },
    { brandId: undefined },
  ])
    assert.equal((await createRule(wrong)).status, 400, JSON.stringify(wrong));
});

test('createAlertRule takes competitors of the brand alone, for COMPETITOR_CHANGE', async () => {
  const { json: other } = await call('createBrand', { body: { name: 'Gleamer' } });
  const addCompetitor = async (id: string) =>
    (await call('createCompetitor', { ids: [id], body: { name: 'Gleamwell' } })).json.id;
  const [competitorId, foreignId] = [await addCompetitor(brandId), await addCompetitor(other.id)];
  const type = 'COMPETITOR_CHANGE';
  const created = await createRule({ type, competitorId });
  assert.equal(created.json.competitorId, competitorId);
  assert.equal((await createRule({ type, competitorId: foreignId })).status, 404);
  assert.match(
    (await createRule({ competitorId })).json.message,
    /^competitorId is for COMPETITOR_CHANGE alone/,
  );
  const ids = [created.json.id];
  assert.equal((await call('updateAlertRule', { ids, body: { competitorId: foreignId } })).status, 404);
  assert.equal(
    (await call('updateAlertRule', { ids, body: { competitorId: null } })).json.competitorId,
    null,
  );
  assert.equal((await call('updateAlertRule', { ids, body: { competitorId } })).status, 200);
  await call('deleteCompetitor', { ids: [competitorId] });
  assert.equal((await call('getAlertRule', { ids })).status, 404, 'a rule goes with its competitor');
});
