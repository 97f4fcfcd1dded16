import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '../../src/base/ids.ts';
import { type AlertEvidence, openAlert } from '../../src/domain/alerts/alerts.ts';
import { startTestApp, type TestApp, type TestOrganisation } from '../support/app.ts';
import { type Caller, callerWith, tokenAs } from '../support/caller.ts';

let app: TestApp;
let org: TestOrganisation;
let call: Caller;
let brandId: string;

before(async () => {
  app = await startTestApp();
  org = await app.organisation();
  call = callerWith(app, await app.login(org));
  brandId = (await call('createBrand', { body: { name: 'Lumenfold' } })).json.id;
});
after(() => app?.close());

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
  assert.match(acknowledged.json.acknowledgedAt, /Z$/);
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
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
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

test('alerts and rules of another organisation are 404, with the bytes of an unknown id', async () => {
  const { json: rule } = await createRule();
  const alert = await trigger(rule.id);
  const stranger = callerWith(app, await app.login(await app.organisation()));
  for (const [operationId, id, body] of [
    ['getAlertRule', rule.id],
    ['updateAlertRule', rule.id, { threshold: 1 }],
    ['deleteAlertRule', rule.id],
    ['getAlert', alert!.id],
    ['acknowledgeAlert', alert!.id],
    ['resolveAlert', alert!.id],
  ] as const) {
    const foreign = await stranger(operationId, { ids: [id], body });
    const unknown = await stranger(operationId, { ids: [newId()], body });
    assert.deepEqual([foreign.status, foreign.text], [404, unknown.text], operationId);
  }
  const body = { brandId, type: 'VISIBILITY_DROP', threshold: 15 };
  assert.equal((await stranger('createAlertRule', { body })).status, 404);
  assert.equal((await stranger('listAlerts')).json.total + (await stranger('listAlertRules')).json.total, 0);
});

test('a VIEWER reads rules and alerts, and writes none', async () => {
  const { json: rule } = await createRule();
  const alert = await trigger(rule.id);
  const viewer = callerWith(app, await tokenAs(app, org, 'VIEWER'));
  assert.equal((await viewer('getAlertRule', { ids: [rule.id] })).status, 200);
  assert.equal((await viewer('getAlert', { ids: [alert!.id] })).status, 200);
  for (const operationId of [
    'createAlertRule',
    'updateAlertRule',
    'deleteAlertRule',
    'acknowledgeAlert',
    'resolveAlert',
  ])
    assert.equal((await viewer(operationId, { ids: [rule.id], body: undefined })).status, 403, operationId);
  const member = callerWith(app, await tokenAs(app, org, 'MEMBER'));
  assert.equal((await member('resolveAlert', { ids: [alert!.id] })).status, 200);
});
