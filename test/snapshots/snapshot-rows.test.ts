import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../src/base/ids.ts';
import { createLog, type Log } from '../../src/base/log.ts';
import { Buckets } from '../../src/snapshots/buckets.ts';
import { publishSnapshot } from '../../src/snapshots/publish/publish.ts';
import { withApp } from '../support/callers/organisation.ts';
import { type TestOrganisation, until } from '../support/server/app.ts';
import { onCluster } from '../support/server/cluster.ts';

const MANY = 7_600;
const SECRET = 'quillfish';
const DAY = '2026-03-04';

let other: TestOrganisation;

/** Rows are made that no input of today could make, by copies of whole rows. */
const skip = onCluster('Citus copies rows by COPY, and that not under policies');

const app = await withApp({});
const hostile = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
// In the same files as the other's.
do other = await app.organisation({ brands: [{ name: 'Gleamwell' }] });
while (new Buckets().of(other.id) !== new Buckets().of(hostile.id));
for (const [org, brand] of [
  [hostile, 'Lumenfold'],
  [other, 'Gleamwell'],
] as const)
  await app.ingest(org, [{ brand, answer: `${brand}.`, executedAt: `${DAY}T08:00:00Z` }]);

const report = (org: TestOrganisation, id = 'mentions') =>
  app.report(org, id, { start_date: DAY, end_date: DAY });

/** Exports as the server's publisher does. @returns what it logged */
async function snapshot(): Promise<string> {
  const lines: string[] = [];
  const log = new Proxy(createLog('silent'), {
    get: (_target, level) => (fields: object, message: string) =>
      lines.push(JSON.stringify({ level, message, ...fields })),
  }) as Log;
  const { databaseUrl: url, dataDir } = app;
  const made = await publishSnapshot({ url, dataDir, keepMinutes: 15, log, wait: true });
  await until(() => app.app.services.reports.current()?.id === made?.id);
  return lines.join('\n');
}
/** Adds a run beside the one there is, changed by SQL, as no input of today could be. */
async function addRun(change: { query_text?: string; executed_at?: string }): Promise<string> {
  const id = newId();
  await app.app.services.db.tenant(hostile.id, async (tx) => {
    await tx`insert into runs select (r).* from (
      select jsonb_populate_record(r, ${{ id, external_id: id, ...change } as never}) as r
      from runs r where external_id not like '%-%-%-%' limit 1) odd`;
    await tx`insert into observations select (o).* from (
      select jsonb_populate_record(o, ${{ run_id: id } as never}) as o
      from observations o join runs r on r.id = o.run_id where r.external_id not like '%-%-%-%' limit 1) odd`;
    await tx`insert into changed_parts (org_id, part, month)
      select org_id, 'runs', date_trunc('month', executed_at at time zone 'UTC')::date
      from runs where org_id = ${hostile.id} and id = ${id}`;
  });
  return id;
}

test(`a run that names ${MANY} competitors is exported, and counted for each`, { skip }, async () => {
  await app.app.services.db.tenant(hostile.id, async (tx) => {
    const ids = Array.from({ length: MANY }, () => newId());
    await tx`insert into competitors (org_id, id, brand_id, name)
      select ${hostile.id}, r.id, b.id, 'Rival ' || r.id from unnest(${ids}::text[]) as r (id), brands b`;
    await tx`insert into observations (org_id, run_id, subject_id, kind, named, position, sentiment, extraction_version)
      select ${hostile.id}, r.id, c.id, 'COMPETITOR', true, 2, 6000, 1 from runs r, competitors c`;
    await tx`insert into changed_parts (org_id, part, month) values (${hostile.id}, 'brands', null),
      (${hostile.id}, 'runs', '2026-03-01')`;
  });
  assert.equal(await snapshot(), '');
  const token = await app.login(hostile);
  const [brand] = (await app.call('GET', '/api/brands', { token })).json.data;
  const path = `/api/brands/${brand.id}/comparison?startDate=${DAY}&endDate=${DAY}`;
  const { status, json } = await app.call('GET', path, { token });
  assert.equal(status, 200, JSON.stringify(json).slice(0, 500));
  assert.equal(json.total, MANY + 1);
  const rivals = json.data.filter(({ isBrand }: { isBrand: boolean }) => !isBrand);
  assert.ok(
    rivals.every(
      (each: { visibilityCount: number; sentiment: number; position: number }) =>
        each.visibilityCount === 1 && each.sentiment === 60 && each.position === 2,
    ),
  );
  assert.equal((await report(other)).json.total, 1);
});

for (const [what, length] of [
  ['longer than a line may be', 300_000],
  ['longer than a buffer', 9_000_000],
] as const)
  test(`a row ${what} is left out, named without its content, and everybody's data is published`, {
    skip,
  }, async () => {
    // Were the quoted text taken for rows, this would be one of the other organisation.
    const [brand] = await app.sql(other)<{ id: string }[]>`select id from brands`;
    const forged = `\n${other.id},${newId()},${brand?.id},${newId()},CLAUDE,${SECRET},${DAY} 09:00:00,t,1,5000\n`;
    const id = await addRun({ query_text: forged.repeat(Math.ceil(length / forged.length)) });
    await app.ingest(other, [{ brand: 'Gleamwell', answer: 'Gleamwell.', executedAt: `${DAY}T10:00:00Z` }]);
    const before = (await report(other)).json.total;
    const logged = await snapshot();
    assert.equal((await report(other)).json.total, before + 1);
    assert.equal((await report(other, 'queries')).json.total, 1, 'nothing that the text says');
    assert.equal((await report(hostile)).json.total, 1);
    assert.match(logged, new RegExp(`ALARM.*left out.*${hostile.id}.*Organisation \\d+.*${id}`));
    assert.ok(!logged.includes(SECRET), 'its content is not logged');
    await app.sql(hostile)`delete from runs where id = ${id}`;
  });

test('a row that DuckDB cannot read for another reason is left out as well', { skip }, async () => {
  const id = await addRun({ query_text: SECRET, executed_at: '294276-12-31T00:00:00Z' });
  await app.ingest(other, [{ brand: 'Gleamwell', answer: 'Gleamwell.', executedAt: `${DAY}T11:00:00Z` }]);
  const before = (await report(other)).json.total;
  const logged = await snapshot();
  assert.equal((await report(other)).json.total, before + 1);
  assert.match(logged, new RegExp(`ALARM.*left out.*${hostile.id}.*${id}`));
  assert.ok(!logged.includes(SECRET), 'its content is not logged');
});
