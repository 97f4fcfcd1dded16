// long: 40 s
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AnswerOf, type Caller, callerWith } from '../support/callers/caller.ts';
import { withApp } from '../support/callers/organisation.ts';
import { adminKey } from '../support/callers/server-admin.ts';
import { startTestApp, type TestApp, type TestOrganisation, until } from '../support/server/app.ts';
import { givenShare } from '../support/worlds/given.ts';

const app = await withApp({});
const admin = callerWith(app, await adminKey(app));
const PASSWORD = 'a password of somebody in many';
let people = 0;

interface Person {
  email: string;
  /** A login in this organisation. */
  login(): Promise<Caller>;
  join(org: TestOrganisation, role?: string, on?: TestApp): Promise<void>;
}

function person(on: TestApp = app): Person {
  people += 1;
  const email = `person${people}@many.example`;
  return {
    email,
    login: async () => {
      const { json } = await on.call('POST', '/api/auth/login', { body: { email, password: PASSWORD } });
      return callerWith(on, json.accessToken);
    },
    join: async (org, role = 'VIEWER') => {
      const owner = callerWith(on, await on.login(org));
      const { json } = await owner('createInvitation', { body: { email, role } });
      const body = { token: json.token, password: PASSWORD };
      assert.equal((await on.call('POST', '/api/auth/invitations/accept', { body })).status, 201);
    },
  };
}

/** Answers on each day of two periods, the brand named in a share of the later ones. */
const answered = (org: TestOrganisation, brand: string, share: number, on = app) =>
  on.ingest(org, [
    ...givenShare(58, 30, 0.1, { brand, prompts: 4 }),
    ...givenShare(29, 1, share, { brand, prompts: 4 }),
  ]);

test('each organisation has the numbers that its own overview begins with', async () => {
  const [small, large] = [
    await app.organisation({ brands: [{ name: 'Lumenfold' }, { name: 'Gleamwell' }] }),
    await app.organisation({ brands: [{ name: 'Brightnook' }] }),
  ];
  await answered(small, 'Lumenfold', 0.8);
  await app.ingest(small, [{ brand: 'Gleamwell', answer: 'Gleamwell.' }]);
  await answered(large, 'Brightnook', 0.1);
  await app.snapshot();
  const somebody = person();
  await somebody.join(small);
  await somebody.join(large);
  await somebody.join(await app.organisation());
  const { data, total, next } = (await (await somebody.login())('listOwnOrganisations')).json;
  assert.deepEqual([total, next, data.map(({ id }) => id).slice(0, 2)], [3, null, [small.id, large.id]]);
  assert.deepEqual(
    data.map(({ isCurrent, access, headlineState }) => [isCurrent, access, headlineState]),
    [
      [true, 'OPEN', 'READY'],
      [false, 'OPEN', 'READY'],
      [false, 'OPEN', 'NO_ANSWERS'],
    ],
  );
  for (const [at, org] of [small, large].entries()) {
    const { headline, newestAnswerAt } = data[at]!;
    assert.ok(headline);
    const owner = callerWith(app, await app.login(org));
    assert.equal(newestAnswerAt, (await owner('getMe')).json.organisation.newestAnswerAt);
    const { data: rows } = (
      await owner('getBrandsReport', {
        body: {
          start_date: headline.startDate,
          end_date: headline.endDate,
          include: ['intervals', 'changes'],
          compare_to: 'previous',
        },
      })
    ).json;
    const first = rows.toSorted((a, b) => b.visibility_total - a.visibility_total)[0]!;
    assert.deepEqual(
      [headline.brand.name, headline.visibility, headline.visibility_count, headline.visibility_total],
      [first.brand.name, first.visibility, first.visibility_count, first.visibility_total],
    );
    assert.deepEqual(headline.change, first.change);
    assert.equal(headline.brands, rows.length);
    const sum = Object.values(headline.verdicts).reduce((all, one) => all + one, 0);
    assert.equal(sum, rows.length);
    const verdicts = headline.verdicts as Record<string, number>;
    for (const { change } of rows) assert.ok((verdicts[change?.verdict ?? ''] ?? 0) > 0);
  }
  assert.equal(data[0]!.headline?.change?.verdict, 'up');
});

test('a report is made once for each organisation and then kept', async () => {
  const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  await app.ingest(org, [{ brand: 'Lumenfold', answer: 'Lumenfold.' }]);
  await app.snapshot();
  const somebody = person();
  await somebody.join(org);
  const call = await somebody.login();
  const misses = () => app.app.services.reports.load()!.cache.misses;
  const first = await call('listOwnOrganisations');
  const before = misses();
  for (let at = 0; at < 5; at += 1) assert.equal((await call('listOwnOrganisations')).text, first.text);
  assert.equal(misses(), before);
});

test('an organisation that this login cannot switch to is listed with the way in, without numbers', async () => {
  const ways = { only: 'SINGLE_SIGN_ON', factor: 'SECOND_FACTOR', suspended: 'SUSPENDED' } as const;
  const orgs: Record<string, TestOrganisation> = {};
  const somebody = person();
  const home = await app.organisation();
  await somebody.join(home);
  for (const name of Object.keys(ways)) {
    const org = await app.organisation({ brands: [{ name: 'Secretive' }] });
    await app.ingest(org, [{ brand: 'Secretive', answer: 'Secretive.' }]);
    await somebody.join(org);
    orgs[name] = org;
  }
  await app.snapshot();
  const call = await somebody.login();
  const { data: before } = (await call('listOwnOrganisations')).json;
  assert.deepEqual(
    before.map(({ headlineState }) => headlineState),
    ['NO_ANSWERS', 'READY', 'READY', 'READY'],
  );
  const { sql } = app.app.services.db;
  await sql`update organisations set only_single_sign_on = true where id = ${orgs['only']!.id}`;
  await sql`update organisations set demands_second_factor = true where id = ${orgs['factor']!.id}`;
  await admin('updateServerOrganisation', {
    ids: [orgs['suspended']!.id],
    body: { suspension: { reason: 'Overdue' } },
  });
  const { text, json } = await call('listOwnOrganisations');
  assert.ok(!text.includes('Secretive'));
  assert.deepEqual(
    json.data.slice(1).map((one) => [one.access, one.headlineState, one.headline, one.newestAnswerAt]),
    Object.values(ways).map((access) => [access, 'CLOSED', null, null]),
  );
  // The switch says the same.
  for (const [name, org] of Object.entries(orgs)) {
    const { status } = await call('switchOrganisation', { body: { organisationId: org.id } });
    assert.equal(status, 403, name);
  }
  assert.equal((await call('switchOrganisation', { body: { organisationId: home.id } })).status, 200);
});

test('a login by the provider of an organisation lists that one alone', async () => {
  const somebody = person();
  const org = await app.organisation();
  await somebody.join(org);
  await somebody.join(await app.organisation());
  const call = await somebody.login();
  assert.equal((await call('listOwnOrganisations')).json.total, 2);
  const { sql } = app.app.services.db;
  await sql`update sessions set single_sign_on = true where org_id = ${org.id}`;
  await sql`update organisations set only_single_sign_on = true where id = ${org.id}`;
  const other = await somebody.login();
  // Its session is read again within 5 s.
  await until(async () => (await call('listOwnOrganisations')).json.total === 1, 6_000);
  const { data } = (await call('listOwnOrganisations')).json;
  assert.deepEqual(
    data.map(({ id, access }) => [id, access]),
    [[org.id, 'OPEN']],
  );
  assert.equal((await other('listOwnOrganisations')).json.total, 2);
});

test('many are paged by ten, and each is on one page; nobody sees those of others', async () => {
  const somebody = person();
  const first = await app.organisation();
  await somebody.join(first);
  const call = await somebody.login();
  const { id: userId } = (await call('getMe')).json.user;
  const ids: string[] = [first.id];
  // Not by invitations, whose attempts at one account are limited.
  for (let at = 1; at < 23; at += 1) {
    const { id } = await app.organisation();
    await app.sql({
      id,
    })`insert into memberships (org_id, user_id, role) values (${id}, ${userId}, 'VIEWER')`;
    ids.push(id);
  }
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const { json }: AnswerOf<'listOwnOrganisations'> = await call('listOwnOrganisations', {
      query: after === null ? {} : { after },
    });
    assert.ok(json.data.length <= 10);
    assert.equal(json.total, 23);
    seen.push(...json.data.map(({ id }) => id));
    after = json.next;
  } while (after !== null);
  assert.deepEqual(seen, ids);
  const alone = person();
  await alone.join(await app.organisation());
  assert.equal((await (await alone.login())('listOwnOrganisations')).json.total, 1);
});

test('where reports are not kept, none is made for the list', async () => {
  await using live = await startTestApp({ REPORT_ENGINE: 'postgres' });
  const org = await live.organisation({ brands: [{ name: 'Lumenfold' }] });
  await live.ingest(org, [{ brand: 'Lumenfold', answer: 'Lumenfold.' }]);
  const { data } = (await callerWith(live, await live.login(org))('listOwnOrganisations')).json;
  assert.deepEqual([data[0]?.headlineState, data[0]?.headline], ['UNAVAILABLE', null]);
  assert.ok(data[0]?.newestAnswerAt);
});
