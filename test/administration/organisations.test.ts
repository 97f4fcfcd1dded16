import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AnswerOf, callerWith, patiently } from '../support/callers/caller.ts';
import { withApp } from '../support/callers/organisation.ts';
import { adminKey } from '../support/callers/server-admin.ts';
import { daysAgo, momentAgo } from '../support/days.ts';

// Looks at all organisations.
const app = await withApp({ REGISTRATION: 'off' });
const admin = callerWith(app, await adminKey(app));
const nobody = callerWith(app, 'none');
const password = 'a password of the owner';

let made = 0;
const newOne = (more: object = {}) => {
  made += 1;
  return { name: `Reseller ${made}`, plan: 'GROWTH', ownerEmail: `owner${made}@reseller.example`, ...more };
};

async function accept(token: string | null): Promise<ReturnType<typeof callerWith>> {
  const { status, json, text } = await nobody('acceptInvitation', { body: { token, password } });
  assert.equal(status, 201, text);
  return callerWith(app, json.accessToken);
}

test('an organisation is made, its owner comes in by a link that works once, whatever REGISTRATION says', async () => {
  const body = newOne();
  const created = await admin('createServerOrganisation', { body });
  assert.equal(created.status, 201, created.text);
  const { id, invitation, ...organisation } = created.json;
  assert.equal(created.headers.get('cache-control'), 'no-store');
  assert.deepEqual(
    [organisation.name, organisation.plan, organisation.state, organisation.members, organisation.owners],
    [body.name, 'GROWTH', 'ACTIVE', 0, []],
  );
  assert.deepEqual([invitation.email, invitation.isMailed, invitation.url], [body.ownerEmail, false, null]);
  const owner = await accept(invitation.token);
  const me = (await owner('getMe')).json;
  assert.deepEqual([me.organisation.id, me.role, me.organisation.plan], [id, 'OWNER', 'GROWTH']);
  const again = await nobody('acceptInvitation', { body: { token: invitation.token, password } });
  assert.equal(again.status, 404);
  const details = (await admin('getServerOrganisation', { ids: [id] })).json;
  assert.deepEqual([details.members, details.owners], [1, [body.ownerEmail]]);
  const [accepted, entry] = (await owner('listAuditLog')).json.data;
  assert.equal(accepted?.action, 'acceptInvitation');
  assert.deepEqual([entry?.action, entry?.actorType], ['createOrganisation', 'SERVER_ADMIN']);
});

test('a person who has an account owns another organisation with the same password', async () => {
  const first = (await admin('createServerOrganisation', { body: newOne() })).json;
  await accept(first.invitation.token);
  const second = (
    await admin('createServerOrganisation', { body: newOne({ ownerEmail: first.invitation.email }) })
  ).json;
  const wrong = await nobody('acceptInvitation', {
    body: { token: second.invitation.token, password: 'another password' },
  });
  assert.equal(wrong.status, 401);
  const owner = await accept(second.invitation.token);
  assert.equal((await owner('getMe')).json.organisations.length, 2);
});

test('a lost link is replaced by another, and the first one ends', async () => {
  const { id, invitation } = (await admin('createServerOrganisation', { body: newOne() })).json;
  const again = await admin('inviteOwner', { ids: [id], body: { email: invitation.email } });
  assert.equal(again.status, 201, again.text);
  assert.equal(
    (await nobody('acceptInvitation', { body: { token: invitation.token, password } })).status,
    404,
  );
  await accept(again.json.token);
  const member = await admin('inviteOwner', { ids: [id], body: { email: invitation.email } });
  assert.deepEqual([member.status, member.json.error], [409, 'conflict']);
});

test('a repeat by Idempotency-Key makes one organisation and has the same link; another key another', async () => {
  const key = await adminKey(app);
  const send = (body: object, idempotencyKey = 'order-17', token = key) =>
    app.call('POST', '/api/server/organisations', {
      token,
      body,
      headers: { 'Idempotency-Key': idempotencyKey },
    });
  const body = newOne();
  const answers = await Promise.all(Array.from({ length: 8 }, () => patiently(() => send(body))));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201], answers[0]?.text);
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
  assert.equal((await send(newOne())).status, 422);
  assert.equal((await send(body, 'order-18')).status, 201);
  assert.equal((await send(body, 'order-17', await adminKey(app))).status, 201, 'of another key it is free');
  const { json } = await admin('listServerOrganisations', { query: { name: body.name } });
  assert.equal(json.total, 3);
  const [first] = answers;
  assert.equal(
    (await admin('deleteServerOrganisation', { ids: [first?.json.id], query: { name: body.name } })).status,
    204,
  );
});

test('lists go by cursor and are filtered by plan, state and part of the name', async () => {
  const mark = `Paged ${made}`;
  const ids: string[] = [];
  for (let at = 0; at < 7; at += 1) {
    const body = newOne({ name: `${mark} %_${at}`, plan: at % 2 ? 'FREE' : 'CUSTOM' });
    ids.push((await admin('createServerOrganisation', { body })).json.id);
  }
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const { json }: AnswerOf<'listServerOrganisations'> = await admin('listServerOrganisations', {
      query: { name: mark.toUpperCase(), limit: 3, ...(after !== null && { after }) },
    });
    seen.push(...json.data.map(({ id }) => id));
    assert.equal(json.total, 7);
    after = json.next;
  } while (after !== null);
  assert.deepEqual(seen, ids.toReversed());
  const of = async (query: Record<string, string>) =>
    (await admin('listServerOrganisations', { query: { name: mark, ...query } })).json.total;
  assert.deepEqual([await of({ plan: 'FREE' }), await of({ plan: 'CUSTOM' })], [3, 4]);
  assert.deepEqual([await of({ name: '%_3' }), await of({ name: '%%' })], [1, 0]);
  await admin('updateServerOrganisation', { ids: [ids[0]!], body: { suspension: { reason: 'Overdue' } } });
  assert.deepEqual([await of({ state: 'SUSPENDED' }), await of({ state: 'ACTIVE' })], [1, 6]);
});

test('plan and limits: those of its own count before those of the plan, and are in its subscription', async () => {
  const body = newOne({ plan: 'FREE', limits: { brands: 2 } });
  const { id, invitation, limits } = (await admin('createServerOrganisation', { body })).json;
  assert.deepEqual(limits, { brands: 2 });
  const owner = await accept(invitation.token);
  const add = (name: string) => owner('createBrand', { body: { name } });
  assert.deepEqual([(await add('One')).status, (await add('Two')).status], [201, 201]);
  const third = await add('Three');
  assert.deepEqual(
    [third.status, third.json.limit, third.json.currentUsage, third.json.message],
    [402, 2, 2, 'The administrator of this server allows 2 brands; 2 are in use.'],
  );
  const change = (body: object) => admin('updateServerOrganisation', { ids: [id], body });
  assert.deepEqual((await change({ limits: { brands: 3, queries: null } })).json.limits, {
    brands: 3,
    queries: null,
  });
  assert.equal((await add('Three')).status, 201);
  const quotas = (await owner('getSubscription')).json.quotas;
  const limitOf = (name: string) => quotas.find(({ quota }) => quota === name)?.limit;
  assert.deepEqual([limitOf('brands'), limitOf('queries'), limitOf('competitors')], [3, null, 1]);
  const brandId = (await owner('listBrands')).json.data[0]!.id;
  for (let at = 0; at < 4; at += 1) {
    const query = { brandId, platform: 'CLAUDE', queryText: `Which ${at}?` };
    assert.equal((await owner('createQuery', { body: query })).status, 201);
  }
  // A smaller one removes nothing.
  await change({ limits: {}, plan: 'FREE' });
  assert.equal((await owner('listBrands')).json.total, 3);
  assert.equal((await add('Four')).status, 402);
  await change({ plan: 'CUSTOM' });
  assert.equal((await add('Four')).status, 201);
  const actions = (await owner('listAuditLog', { query: { targetId: id } })).json.data;
  assert.deepEqual(
    actions.map(({ action, actorType }) => [action, actorType]),
    ['changePlan', 'changeLimits', 'changeLimits', 'createOrganisation'].map((action) => [
      action,
      'SERVER_ADMIN',
    ]),
  );
});

test('the limit of prompts holds for ingested answers too', async () => {
  const body = newOne({ plan: 'CUSTOM', limits: { queries: 1 } });
  const { invitation } = (await admin('createServerOrganisation', { body })).json;
  const owner = await accept(invitation.token);
  await owner('createBrand', { body: { name: 'Lumenfold' } });
  const { json } = await owner('ingestRuns', {
    body: ['first', 'second'].map((externalId) => ({
      externalId,
      brand: 'Lumenfold',
      platform: 'CLAUDE',
      queryText: `Which ${externalId}?`,
      executedAt: new Date().toISOString(),
      answer: 'Lumenfold.',
    })),
  });
  assert.deepEqual([json.created, json.refused], [1, 1]);
  assert.match(
    json.results[1]?.message ?? '',
    /^The administrator of this server allows 1 queries; 1 are in use\.$/,
  );
});

test('usage: answers by day, quotas and storage; a range is bounded', async () => {
  const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  await app.ingest(
    org,
    [0, 0, 2, 40].map((days, index) => ({
      brand: 'Lumenfold',
      queryText: `Which ${index}?`,
      executedAt: momentAgo(days),
      answer: 'Lumenfold is good.',
    })),
  );
  const usage = (await admin('getServerOrganisationUsage', { ids: [org.id] })).json;
  assert.deepEqual([usage.days.length, usage.endDate], [31, daysAgo(0)]);
  assert.deepEqual(
    usage.days.filter(({ answers }) => answers > 0).map(({ day, answers }) => [day, answers]),
    [
      [daysAgo(2), 1],
      [daysAgo(0), 2],
    ],
  );
  assert.deepEqual([usage.storage.answers, usage.storage.pinBytes], [4, 0]);
  assert.ok(usage.storage.answerBytes > 4 * 100, `${usage.storage.answerBytes}`);
  assert.equal(usage.quotas.find(({ quota }) => quota === 'brands')?.used, 1);
  assert.equal(usage.days.at(-1)?.requests, null, 'without a daily limit they are not counted');
  const long = await admin('getServerOrganisationUsage', {
    ids: [org.id],
    query: { startDate: daysAgo(90) },
  });
  assert.deepEqual([long.status, long.json.details?.[0]?.field], [400, 'startDate']);
  const most = await admin('getServerOrganisationUsage', {
    ids: [org.id],
    query: { startDate: daysAgo(89) },
  });
  assert.equal(most.json.days.length, 90);
  assert.equal(
    most.json.days.reduce((sum, { answers }) => sum + answers, 0),
    4,
  );
});

test("the server's audit log has every act and who did it, and keeps it when the organisation is deleted", async () => {
  const { id, name } = (await admin('createServerOrganisation', { body: newOne() })).json;
  await admin('updateServerOrganisation', { ids: [id], body: { suspension: { reason: 'Overdue' } } });
  await admin('updateServerOrganisation', { ids: [id], body: { suspension: { reason: 'Overdue' } } });
  // Acts of one request have one time, and no order.
  await admin('updateServerOrganisation', { ids: [id], body: { suspension: null } });
  await admin('updateServerOrganisation', { ids: [id], body: { name: 'Renamed' } });
  const wrong = await admin('deleteServerOrganisation', { ids: [id], query: { name } });
  assert.deepEqual(
    [wrong.status, /^name must be/.test(wrong.text.slice(wrong.text.indexOf('name must')))],
    [400, true],
  );
  assert.equal(
    (await admin('deleteServerOrganisation', { ids: [id], query: { name: 'Renamed' } })).status,
    204,
  );
  assert.equal((await admin('getServerOrganisation', { ids: [id] })).status, 404);
  assert.equal(
    (await admin('deleteServerOrganisation', { ids: [id], query: { name: 'Renamed' } })).status,
    404,
  );
  const { data } = (await admin('listServerAuditLog', { query: { organisationId: id } })).json;
  assert.deepEqual(
    data.map(({ action }) => action),
    [
      'deleteOrganisation',
      'updateOrganisation',
      'resumeOrganisation',
      'suspendOrganisation',
      'createOrganisation',
    ],
  );
  assert.ok(data.every(({ actorType, address }) => actorType === 'SERVER_ADMIN' && address !== null));
  const page = (await admin('listServerAuditLog', { query: { organisationId: id, limit: 2 } })).json;
  const next = await admin('listServerAuditLog', {
    query: { organisationId: id, limit: 2, after: page.next ?? '' },
  });
  assert.deepEqual(
    [...page.data, ...next.json.data].map((one) => one.id),
    data.slice(0, 4).map((one) => one.id),
  );
});
