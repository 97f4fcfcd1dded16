import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../src/base/ids.ts';
import { type AlertEvidence, openAlert } from '../../src/features/alerts/alerts.ts';
import { withBrand } from '../support/callers/organisation.ts';
import { daysAgo } from '../support/days.ts';

const { app, org, call, brandId } = await withBrand();

const EVIDENCE: AlertEvidence = {
  current: { startDate: '2026-11-12', endDate: '2026-11-18', value: 40, count: 28, total: 70 },
  previous: { startDate: '2026-11-05', endDate: '2026-11-11', value: 60, count: 42, total: 70 },
  threshold: 15,
  significance: { method: 'two-proportion z-test', pValue: 0.018 },
};

const createRule = async (changes: Record<string, unknown> = {}) =>
  call('createAlertRule', { body: { brandId, type: 'VISIBILITY_DROP', threshold: 15, ...changes } });

/** What the evaluation does when a rule finds something. */
const trigger = (ruleId: string, evidence = EVIDENCE) =>
  app.app.services.db.tenant(org.id, (tx) =>
    openAlert(tx, org.id, { ruleId, message: 'Visibility fell from 60 % to 40 %.', evidence }),
  );

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
    detectablePoints: null,
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

test('acknowledgeAlert and resolveAlert: ACTIVE → RESOLVED, once; a rule has one ACTIVE alert', async () => {
  const { json: rule } = await createRule({ severity: 'HIGH' });
  const opened = await trigger(rule.id);
  assert.equal(await trigger(rule.id), null, 'it is ACTIVE already');
  const { json: alert } = await call('getAlert', { ids: [opened!.id] });
  assert.deepEqual(alert.evidence, EVIDENCE);
  assert.deepEqual(
    [alert.state, alert.ruleId, alert.severity, alert.acknowledgedAt],
    ['ACTIVE', rule.id, 'HIGH', null],
  );
  const ids = [alert.id];

  const acknowledged = await call('acknowledgeAlert', { ids });
  assert.equal(acknowledged.status, 200);
  assert.equal(acknowledged.json.state, 'ACTIVE');
  assert.match(acknowledged.json.acknowledgedAt!, /Z$/);
  const { json: me } = await call('getMe');
  assert.equal(acknowledged.json.acknowledgedBy, me.user.id);
  assert.deepEqual((await call('acknowledgeAlert', { ids })).json, acknowledged.json, 'who came first stays');

  const resolved = await call('resolveAlert', { ids });
  assert.equal(resolved.json.state, 'RESOLVED');
  assert.equal(resolved.json.resolvedBy, acknowledged.json.acknowledgedBy);
  assert.equal((await call('resolveAlert', { ids })).status, 409);
  assert.equal((await call('acknowledgeAlert', { ids })).status, 409);
  assert.deepEqual((await call('getAlert', { ids })).json, resolved.json);

  assert.ok(await trigger(rule.id), 'the rule can trigger again');
  await call('deleteAlertRule', { ids: [rule.id] });
  assert.equal((await call('listAlerts', { query: { ruleId: rule.id } })).json.total, 2, 'alerts stay');
});

test('triggers at once make one ACTIVE alert; so do two resolutions', async () => {
  const { json: rule } = await createRule();
  const opened = await Promise.all(Array.from({ length: 8 }, () => trigger(rule.id)));
  const [alert] = opened.filter((one) => one !== null);
  assert.equal(opened.filter((one) => one !== null).length, 1);
  const answers = await Promise.all([1, 2, 3].map(() => call('resolveAlert', { ids: [alert!.id] })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
});

test('listAlerts filters by state, severity, type, brand, rule, acknowledgement and days, the latest first', async () => {
  const { json: rule } = await createRule({ severity: 'CRITICAL', type: 'NEW_MENTION', threshold: 3 });
  const first = await trigger(rule.id, { ...EVIDENCE, previous: null, significance: null });
  await call('resolveAlert', { ids: [first!.id] });
  const second = await trigger(rule.id);
  const ids = async (query: Record<string, string | boolean>) =>
    (await call('listAlerts', { query: { ruleId: rule.id, ...query } })).json.data.map(
      ({ id }: { id: string }) => id,
    );
  const [one, two] = [first!.id, second!.id];
  const today = new Date().toISOString().slice(0, 10);
  const yesterday = daysAgo(1);
  assert.deepEqual(await ids({}), [two, one]);
  assert.deepEqual(await ids({ state: 'ACTIVE' }), [two]);
  assert.deepEqual(await ids({ state: 'RESOLVED', severity: 'CRITICAL', type: 'NEW_MENTION', brandId }), [
    one,
  ]);
  assert.deepEqual(await ids({ severity: 'LOW' }), []);
  assert.deepEqual(await ids({ brandId: newId() }), []);
  assert.deepEqual(await ids({ acknowledged: true }), []);
  assert.deepEqual(await ids({ startDate: yesterday, endDate: today }), [two, one]);
  assert.deepEqual(await ids({ endDate: yesterday }), []);
  assert.equal((await call('listAlerts', { query: { startDate: today, endDate: yesterday } })).status, 400);
  assert.equal((await call('listAlerts', { query: { startDate: '2026-02-30' } })).status, 400);
  assert.equal((await call('listAlerts', { query: { state: 'OPEN' } })).status, 400);
});
