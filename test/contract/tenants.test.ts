import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DAY_MS } from '../../src/base/definitions.ts';
import type { OrgId } from '../../src/base/ids.ts';
import { connect } from '../../src/db/client.ts';
import { Buckets } from '../../src/snapshots/buckets.ts';
import { withApp } from '../support/callers/organisation.ts';
import { daysAgo } from '../support/days.ts';
import type { TestAnswer, TestOrganisation } from '../support/server/app.ts';

const COUNT = 8;
const REPORTS = ['brands', 'queries', 'mentions'];
/** `TENANT_REQUESTS=10000` for the long form; this one calls each operation twice and more. */
const REQUESTS = Number(process.env['TENANT_REQUESTS'] ?? 600);
const AT_ONCE = 64;

interface Tenant extends TestOrganisation {
  marker: string;
  brandIds: string[];
}
const tenants: Tenant[] = [];

const app = await withApp({});
// Until two are in one file of the snapshot: there, only the SQL keeps them apart.
const areApart = () => new Set(tenants.map(({ id }) => new Buckets().of(id))).size === tenants.length;
for (let at = 0; at < COUNT || areApart(); at += 1) {
  tenants.push(await plant(`Marker${'qvxzjkwyfghpbdlmn'[at]}tenant`, at));
}
await app.snapshot();
for (const tenant of tenants) {
  const { json } = await report(tenant, 'brands');
  tenant.brandIds = json.data.map(({ brand }: { brand: { id: string } }) => brand.id);
}

/** An organisation that says its marker wherever a customer may say something. */
async function plant(marker: string, at: number): Promise<Tenant> {
  const org = await app.organisation({
    brands: [
      { name: marker, aliases: [`${marker}alias`], competitors: [{ name: `${marker}rival` }] },
      { name: 'Same' },
    ],
  });
  const runs = Array.from({ length: 20 + at }, (_, k) => ({
    // The same external ids, prompts and times everywhere: what could be mixed up is alike.
    externalId: `run ${k}`,
    brand: k % 3 ? marker : 'Same',
    queryText: k % 2 ? `${marker} asks ${k % 5}` : 'Which lamp?',
    executedAt: new Date(Date.now() - (k % 4) * DAY_MS - 120_000).toISOString(),
    answer: `${marker} is good.\n\nSame is fine.`,
    sentimentScore: 5 * at + k / 10,
    citations: [{ url: `https://${marker.toLowerCase()}.example/${k % 3}`, title: marker }],
    model: marker,
  }));
  await app.ingest(org, runs);
  return { ...org, marker, brandIds: [] };
}

function report({ key }: Tenant, name: string, body: object = {}): Promise<TestAnswer> {
  return app.report({ key }, name, body);
}

test("another organisation's brand_id gives the same empty report as an unknown one", async () => {
  const [own, other] = [tenants[0]!, tenants[1]!];
  for (const name of REPORTS) {
    for (const brand_id of [...other.brandIds, 'unknown', other.id, "' or '1'='1"]) {
      const { status, text } = await report(own, name, { brand_id });
      assert.deepEqual([status, text], [200, '{"data":[],"total":0}'], name);
    }
  }
  const { json } = await app.call('POST', '/api/runs', {
    key: own.key,
    body: [other.brandIds[0], 'unknown'].map((brandId) => ({
      externalId: `of ${brandId}`,
      brandId,
      platform: 'CLAUDE',
      queryText: 'Which?',
      executedAt: '2026-01-01T00:00:00Z',
      answer: '',
    })),
  });
  const [foreign, unknown] = json.results;
  assert.deepEqual([foreign.error, foreign.message], [unknown.error, unknown.message]);
  assert.equal(json.refused, 2);
});

test("what an organisation says never shows in another's answers", async () => {
  for (const tenant of tenants) {
    const bodies = await Promise.all(REPORTS.map((name) => report(tenant, name)));
    const text = bodies.map((body) => body.text + JSON.stringify([...body.headers])).join();
    for (const { marker, id } of tenants) {
      assert.equal(text.includes(marker), marker === tenant.marker);
      assert.equal(text.toLowerCase().includes(marker.toLowerCase()), marker === tenant.marker);
      assert.ok(!text.includes(id));
    }
  }
});

test(`${AT_ONCE} at once of all organisations: each answer is the one given alone [long]`, async () => {
  const aCall = fc.record({
    tenant: fc.nat(COUNT - 1),
    name: fc.constantFrom(...REPORTS),
    /** Whose brand to ask for; mostly none. */
    owner: fc.option(fc.nat(COUNT - 1), { freq: 1 }),
    body: fc.record({
      limit: fc.constantFrom(1, 2, 5, 1000, 10_000),
      offset: fc.constantFrom(0, 0, 0, 1, 3),
      start_date: fc.constantFrom(daysAgo(30), daysAgo(3), daysAgo(2)),
      end_date: fc.constantFrom(daysAgo(0), daysAgo(1)),
    }),
  });
  const calls = fc.sample(aCall, { seed: 64, numRuns: 240 }).map(({ tenant, name, owner, body }) => {
    const brand_id = owner === null ? undefined : tenants[owner % 4 ? tenant : owner]!.brandIds[owner % 2];
    return () => report(tenants[tenant]!, name, { ...body, brand_id });
  });
  const alone: string[] = [];
  for (const call of calls) {
    const { status, text } = await call();
    assert.equal(status, 200, text);
    alone.push(text);
  }
  assert.ok(new Set(alone).size > 80, `${new Set(alone).size} different answers`);
  let next = 0;
  const client = async () => {
    for (let at = next++; at < REQUESTS; at = next++) {
      const chosen = at % calls.length;
      assert.equal((await calls[chosen]!()).text, alone[chosen]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  assert.ok(next >= REQUESTS);
});

test('row-level security is forced on every table of a tenant, and shows nothing while none is bound', async () => {
  const owner = connect(app.databaseUrl, { role: 'owner', max: 1 });
  const role = connect(app.databaseUrl, { role: 'app', max: 1 });
  try {
    // These are looked up before the organisation is known; they hold nothing a customer says.
    const GLOBAL = ['api_key_index', 'sessions', 'job_leases'];
    const tables = await owner<{ name: string; isForced: boolean; policies: number }[]>`
      select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as "isForced",
             (select count(*) from pg_policy p where p.polrelid = c.oid) as policies
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relname <> all(${GLOBAL})`;
    assert.ok(tables.length >= 9);
    for (const { name, isForced, policies } of tables) {
      assert.ok(isForced && policies > 0, `${name} is not protected`);
      const rows = await role`select from ${role(name)} limit 1`.catch((error) => {
        assert.equal(error.code, '42501', `${name}: ${error.message}`); // not granted at all
        return [];
      });
      assert.equal(rows.length, 0, `${name} shows rows of an organisation that is not bound`);
    }
    const [bypass] =
      await role`select rolsuper or rolbypassrls as able from pg_roles where rolname = current_user`;
    assert.equal(bypass!['able'], false);
    await assert.rejects(
      async () => app.app.services.db.tenant("x'; reset role; --" as OrgId, async () => []),
      /not an id/,
    );
  } finally {
    await Promise.all([owner.end(), role.end()]);
  }
});

test('a bound organisation can write no row of another', async () => {
  const [own, other] = [tenants[0]!, tenants[1]!];
  const { db } = app.app.services;
  const insert = app.sql(own)`insert into brands (org_id, id, name) values (${other.id}, 'x', 'X')`;
  await assert.rejects(insert, { code: '42501' });
  const { count } = await db.tenant(
    own.id,
    (tx) => tx`update brands set name = 'X' where org_id = ${other.id}`,
  );
  assert.equal(count, 0);
});
