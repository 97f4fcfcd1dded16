import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callerWith } from '../support/callers/caller.ts';
import { joined } from '../support/callers/members.ts';
import { withOrganisation } from '../support/callers/organisation.ts';
import { madePin } from '../support/callers/pins.ts';
import { daysAgo } from '../support/days.ts';
import { startTestApp, until } from '../support/server/app.ts';
import { ingestPlanted, LOST_FOR, PLANTED_BRAND, plantedPrompt } from '../support/worlds/opportunities.ts';

const { app, org, token, call } = await withOrganisation({ brands: [PLANTED_BRAND] });
await ingestPlanted(app, org);
await app.snapshot();
const brandId = (await call('listBrands')).json.data[0]!.id;
const range = `${daysAgo(LOST_FOR)}..${daysAgo(1)}`;
const view = (
  await call('createView', {
    body: { name: 'For the client', screen: 'overview', brandId, range, visibility: 'ORGANISATION' },
  })
).json;
const { db } = app.app.services;

const shared = async (more: object = {}, as = call) => {
  const { status, json, text } = await as('createSharedLink', { body: { viewId: view.id, ...more } });
  assert.equal(status, 201, text);
  return json;
};
const open = (path: string, url = app.url) => fetch(`${url}${path}`);
const submit = (path: string, password: string) =>
  fetch(`${app.url}${path}`, { method: 'POST', body: new URLSearchParams({ password }) });
const document = async (query: Record<string, string> = {}) =>
  (
    await app.call('GET', `/api/reports/document?${new URLSearchParams({ view: view.id, ...query })}`, {
      token,
    })
  ).text;
const sql = (statement: string, id: string) =>
  db.tenant(org.id, (tx) => tx.unsafe(`update shared_links set ${statement} where id = '${id}'`));

test('a link shows the document of its view, is counted, and is kept as a hash alone [long]', async () => {
  const link = await shared({ note: 'For the agency' });
  assert.match(link.path, /^\/shared\/sll_[0-9a-f]{32}_[\w-]{22}$/);
  const page = await open(link.path);
  assert.equal(page.status, 200);
  assert.equal(await page.text(), await document());
  const header = (name: string) => page.headers.get(name);
  assert.match(header('X-Robots-Tag') ?? '', /noindex/);
  assert.deepEqual([header('Cache-Control'), header('Referrer-Policy')], ['no-store', 'no-referrer']);
  assert.match(header('Content-Security-Policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/);
  // Links get parameters of their own on their way through mail and social networks.
  assert.equal((await open(`${link.path}?utm_source=mail&brandId=x`)).status, 200);
  const known = (await call('getSharedLink', { ids: [link.id] })).json;
  assert.deepEqual([known.opened, known.state, known.viewName], [2, 'ACTIVE', 'For the client']);
  const secret = link.path.split('_').at(-1)!;
  const [stored] = await app.sql(org)`select l::text as row from shared_links l where id = ${link.id}`;
  assert.ok(!stored!['row'].includes(secret));
  const log = (await app.call('GET', '/api/audit-log?targetType=sharedLink', { token })).text;
  assert.ok(log.includes('createSharedLink') && !log.includes(secret));
  assert.ok(!('token' in known) && !JSON.stringify((await call('listSharedLinks')).json).includes(secret));
});

test('a revoked link works on no server from the answer on, and says what any wrong one says [long]', async () => {
  const link = await shared();
  await using other = await startTestApp({ DATABASE_URL: app.databaseUrl });
  assert.deepEqual([(await open(link.path)).status, (await open(link.path, other.url)).status], [200, 200]);
  assert.equal((await call('revokeSharedLink', { ids: [link.id] })).status, 204);
  const [here, there] = [await open(link.path), await open(link.path, other.url)];
  assert.deepEqual([here.status, there.status], [404, 404]);
  const wrong = await open(`${link.path.slice(0, -1)}${link.path.endsWith('A') ? 'B' : 'A'}`);
  assert.equal(await here.text(), await wrong.text());
  assert.equal((await call('getSharedLink', { ids: [link.id] })).json.state, 'REVOKED');
  assert.equal((await call('revokeSharedLink', { ids: [link.id] })).status, 204);
  const { total } = (await call('listAuditLog', { query: { action: 'revokeSharedLink' } })).json;
  assert.equal(total, 1);
});

test('who opens a link that does not work in a browser sees a page that says so, with the same status', async () => {
  const revoked = await shared();
  await call('revokeSharedLink', { ids: [revoked.id] });
  const ended = await shared();
  await sql("expires_at = now() - interval '1 second'", ended.id);
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  for (const path of [revoked.path, ended.path, '/shared/nothing'])
    for (const init of [{}, { method: 'POST', body: new URLSearchParams({ password: 'guess' }) }]) {
      const page = await fetch(app.url + path, { ...init, headers: { Accept: accept } });
      assert.equal(page.status, 404);
      assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.match(page.headers.get('content-security-policy')!, /default-src 'none'/);
      assert.equal(page.headers.get('cache-control'), 'no-store');
      assert.match(await page.text(), /<h1>This link does not work<\/h1>/);
      const answer = await fetch(app.url + path, { ...init, headers: { Accept: 'application/json' } });
      assert.equal(answer.status, 404);
      assert.deepEqual(await answer.json(), {
        error: 'not_found',
        message: 'This link does not work: it is wrong, has ended, or was revoked.',
      });
    }
});

test('a page that is being made while its link is revoked is not sent [long]', async () => {
  const link = await shared();
  let page: Promise<Response> | undefined;
  await db.tenant(org.id, async (tx) => {
    await tx`update shared_links set revoked_at = now() where org_id = ${org.id} and id = ${link.id}`;
    // It finds the link as it was before this transaction, makes the page, and waits to count it.
    page = open(link.path);
    await until(async () => {
      const [{ count }] = await tx<[{ count: number }]>`
        select count(*) as count from pg_locks where not granted and locktype = 'transactionid'`;
      return count > 0;
    });
  });
  assert.equal((await page)?.status, 404);
  assert.equal((await call('getSharedLink', { ids: [link.id] })).json.opened, 0);
});

test('a link ends with its time, its view, its view being of one brand, and the rights of its maker', async () => {
  const link = await shared({ days: 365 });
  assert.equal((await call('createSharedLink', { body: { viewId: view.id, days: 366 } })).status, 400);
  await sql(`expires_at = now() + interval '1 minute'`, link.id);
  assert.equal((await open(link.path)).status, 200);
  await sql('expires_at = now()', link.id);
  assert.equal((await open(link.path)).status, 404);
  assert.equal((await call('getSharedLink', { ids: [link.id] })).json.state, 'EXPIRED');

  const own = (await call('createView', { body: { name: 'Short', screen: 'overview', brandId, range } }))
    .json;
  const ofOwn = await shared({ viewId: own.id });
  await call('updateView', { ids: [own.id], body: { brandId: null } });
  assert.equal((await open(ofOwn.path)).status, 404);
  assert.equal((await call('createSharedLink', { body: { viewId: own.id } })).status, 400);
  await call('updateView', { ids: [own.id], body: { brandId } });
  assert.equal((await open(ofOwn.path)).status, 200);
  await call('deleteView', { ids: [own.id] });
  assert.equal((await open(ofOwn.path)).status, 404);

  const admin = await joined(app, call, 'ADMIN');
  const ofAdmin = await shared({}, admin.call);
  assert.equal((await open(ofAdmin.path)).status, 200);
  await call('updateMember', { ids: [admin.id], body: { role: 'MEMBER' } });
  assert.equal((await open(ofAdmin.path)).status, 404);
  assert.equal((await call('getSharedLink', { ids: [ofAdmin.id] })).json.state, 'REVOKED');
  const kept = await joined(app, call, 'ADMIN');
  const ofKept = await shared({}, kept.call);
  await call('removeMember', { ids: [kept.id], query: { keepApiKeys: true } });
  assert.equal((await open(ofKept.path)).status, 200);
  // The rights are looked at again when it is opened, whatever changed them.
  await app.sql(org)`update memberships set role = 'MEMBER' where org_id = ${org.id}`;
  assert.equal((await open(ofKept.path)).status, 404);
  await app.sql(org)`update memberships m set role = 'OWNER' from users u
      where m.org_id = ${org.id} and u.id = m.user_id and u.email = ${org.email}`;
  assert.equal((await open(ofKept.path)).status, 200);
});

test('a password is asked for, and guesses at it are limited for each link', async () => {
  const password = 'correct horse battery';
  const [link, other] = [await shared({ password }), await shared({ password })];
  const form = await open(link.path);
  assert.equal(form.status, 200);
  assert.match(form.headers.get('Content-Security-Policy') ?? '', /form-action 'self'/);
  const asked = await form.text();
  assert.ok(asked.includes('type="password"') && !asked.includes('Lumenfold'));
  assert.equal(await (await submit(link.path, password)).text(), await document());
  for (let tries = 0; tries < 9; tries += 1)
    assert.match(await (await submit(link.path, `wrong ${tries}`)).text(), /The password is wrong/);
  assert.equal((await submit(link.path, password)).status, 429);
  assert.equal(await (await submit(other.path, password)).text(), await document());
  assert.equal((await call('getSharedLink', { ids: [link.id] })).json.opened, 1);
  assert.equal(
    (await call('createSharedLink', { body: { viewId: view.id, password: 'short' } })).status,
    400,
  );
  const [stored] = await app.sql(org)`select password_hash as hash from shared_links where id = ${link.id}`;
  assert.match(stored!['hash'], /^\$argon2id\$/);
});

test('texts of answers are shown where that is allowed, and by no other link', async () => {
  const said = `Tried for ${plantedPrompt(1)}`;
  const withTexts = await (await open((await shared({ showsAnswers: true })).path)).text();
  const without = await (await open((await shared()).path)).text();
  assert.ok(withTexts.includes('What answers said') && withTexts.includes('<blockquote'), said);
  assert.ok(!without.includes('What answers said') && !without.includes('<blockquote'));
  assert.ok(!(await document()).includes('<blockquote'));
});

test('only listed origins may frame it, and an origin is one', async () => {
  const link = await shared({ frameOrigins: ['https://intranet.example', 'https://a.example:8443'] });
  assert.match(
    (await open(link.path)).headers.get('Content-Security-Policy') ?? '',
    /; frame-ancestors https:\/\/intranet\.example https:\/\/a\.example:8443;/,
  );
  for (const origin of [
    ...[
      '*',
      'https://*',
      'http://a.example',
      'https://a.example/',
      "https://a.example 'self'",
      'https://a.example;',
    ],
    ...['https://a.example\n', 'data:', 'https://', 'https://A.example'],
  ]) {
    const body = { viewId: view.id, frameOrigins: [origin] };
    assert.equal((await call('createSharedLink', { body })).status, 400, origin);
  }
});

test('a link on a pin stays as it was, and a live one goes on [long]', async () => {
  const [live, before] = [await shared(), await document()];
  const pin = await madePin(call, { name: 'shared' });
  const pinned = await shared({ pinId: pin.id });
  const page = await (await open(pinned.path)).text();
  assert.equal(page, await document({ snapshotId: pin.id }));
  await app.ingest(
    org,
    Array.from({ length: 40 }, (_, at) => ({
      ...{ externalId: `later ${at}`, brandId, platform: 'CLAUDE' as const, queryText: 'A later prompt' },
      ...{ executedAt: `${daysAgo(2)}T12:00:00Z`, answer: 'Lumenfold is best.' },
    })),
  );
  await app.snapshot();
  assert.equal(await (await open(pinned.path)).text(), page);
  const now = await (await open(live.path)).text();
  assert.equal(now, await document());
  assert.notEqual(now, before);
  await call('deletePin', { ids: [pin.id] });
  assert.equal((await open(pinned.path)).status, 410);
  assert.equal((await call('createSharedLink', { body: { viewId: view.id, pinId: pin.id } })).status, 404);
});

test('who may not give access shares nothing, and another organisation none of it', async () => {
  const member = await joined(app, call, 'MEMBER');
  assert.equal((await member.call('createSharedLink', { body: { viewId: view.id } })).status, 403);
  assert.equal((await member.call('listSharedLinks')).status, 403);
  const admin = await joined(app, call, 'ADMIN');
  const hidden = (await call('createView', { body: { name: 'Hidden', screen: 'overview', brandId } })).json;
  assert.equal((await admin.call('createSharedLink', { body: { viewId: hidden.id } })).status, 404);
  const stranger = callerWith(app, await app.login(await app.organisation()));
  assert.equal((await stranger('createSharedLink', { body: { viewId: view.id } })).status, 404);
});
