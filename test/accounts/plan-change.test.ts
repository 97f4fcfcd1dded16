import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callerWith, tokenAs } from '../support/callers/caller.ts';
import { withApp } from '../support/callers/organisation.ts';
import { until } from '../support/server/app.ts';

const app = await withApp({ PLAN_CHANGE: 'owner' });

test('changePlan lets an OWNER change the plan; keys follow within 5 s', async () => {
  const org = await app.organisation({ plan: 'GROWTH' });
  const call = callerWith(app, await app.login(org));
  const report = () => app.report(org, 'brands');
  assert.equal((await report()).status, 402);

  assert.equal((await call('getSubscription')).json.planChange, true);
  const changed = await call('changePlan', { body: { plan: 'CUSTOM' } });
  assert.equal(changed.status, 200);
  assert.equal(changed.json.plan, 'CUSTOM');
  assert.deepEqual((await call('getSubscription')).json, changed.json);
  await until(async () => (await report()).status === 200, 5_000);

  assert.equal((await call('changePlan', { body: { plan: 'GROWTH' } })).status, 200);
  await until(async () => (await report()).status === 402, 5_000);
});

test('changePlan refuses a smaller plan that does not hold what is in use, naming it', async () => {
  const org = await app.organisation({
    brands: [{ name: 'One', competitors: [{ name: 'Other' }, { name: 'Another' }] }, { name: 'Two' }],
  });
  const call = callerWith(app, await app.login(org));
  const refused = await call('changePlan', { body: { plan: 'FREE' } });
  assert.equal(refused.status, 409);
  assert.equal(
    refused.json.message,
    'plan: more is in use than FREE allows: brands (2 in use, 1 allowed), competitors (2 in use, 1 allowed).',
  );
  assert.equal((await call('getSubscription')).json.plan, 'CUSTOM');
  assert.equal((await call('changePlan', { body: { plan: 'STARTER' } })).status, 200);
});

test('changePlan is for an OWNER, and for plans there are', async () => {
  const org = await app.organisation({ plan: 'FREE' });
  const admin = callerWith(app, await tokenAs(app, org, 'ADMIN'));
  assert.equal((await admin('getSubscription')).json.planChange, false);
  assert.equal((await admin('changePlan', { body: { plan: 'CUSTOM' } })).status, 403);
  const owner = callerWith(app, await app.login(org));
  assert.equal((await owner('changePlan', { body: { plan: 'GOLD' } })).status, 400);
  assert.equal((await owner('changePlan', { body: {} })).status, 400);
});
