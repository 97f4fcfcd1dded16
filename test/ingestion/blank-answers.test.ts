import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../../src/base/log.ts';
import { connect } from '../../src/db/client.ts';
import { migrate, migrationFiles } from '../../src/db/migrate.ts';
import { onCluster } from '../support/server/cluster.ts';
import { createTestDatabase } from '../support/server/database.ts';

const MIGRATION = '0069_ingested_runs';
const TABLES = ['brands', 'queries', 'runs', 'observations', 'citations', 'changed_parts'];
/** Answers that were stored as completed, by the id of their run. */
const BLANK = {
  empty: '',
  blanks: ' \n\t\u00a0\u200b\u3000\ufeff\u2060\u3164',
  markup: '<p><br/></p>&nbsp;\n<DIV></DIV>',
};
const OTHERS = {
  word: '\u200bNobody.',
  image: '![](https://a.example/x.png)',
  dash: '–',
  long: ' '.repeat(2_001),
};

test('answers that are stored blank are failures after the upgrade; forgotten ones and others are not', {
  skip: onCluster('its databases are made by migrate alone'),
}, async (t) => {
  const database = await createTestDatabase({ isEmpty: true });
  const sql = connect(database.url, { role: 'owner', max: 1 });
  t.after(async () => {
    await sql.end();
    await database.drop();
  });
  // The policies bind the owner too.
  const seeAll = async () => {
    for (const table of TABLES) await sql.unsafe(`alter table ${table} no force row level security`);
  };
  await sql.unsafe(`create table migrations (id serial primary key, name varchar(255) not null, run_on timestamp not null);
    create table migration_checksums (name text primary key, sha256 text not null)`);
  for (const { name, sha256, sql: text } of migrationFiles().filter((each) => each.name < MIGRATION)) {
    await sql.unsafe(`begin; ${text}; commit`);
    await sql`insert into migrations (name, run_on) values (${name}, now())`;
    await sql`insert into migration_checksums values (${name}, ${sha256})`;
  }
  await sql`insert into organisations (id, name, plan) values ('o', 'O', 'CUSTOM')`;
  await seeAll();
  await sql`insert into brands (org_id, id, name) values ('o', 'b', 'Lumenfold')`;
  await sql`insert into queries (org_id, id, brand_id, platform, query_text) values ('o', 'q', 'b', 'CLAUDE', 'Which?')`;
  for (const [id, answer] of Object.entries({ ...BLANK, ...OTHERS, forgotten: '' })) {
    await sql`insert into runs (org_id, id, query_id, brand_id, platform, external_id, state, query_text, executed_at,
        answer, content_hash, extraction_version, lexicon_version, forgotten_at)
      values ('o', ${id}, 'q', 'b', 'CLAUDE', ${id}, 'COMPLETED', 'Which?', '2026-03-04T23:00:00Z', ${answer}, '', 4, 1,
        ${id === 'forgotten' ? new Date() : null})`;
    await sql`insert into observations (org_id, run_id, subject_id, kind, named, extraction_version)
      values ('o', ${id}, 'b', 'BRAND', false, 4)`;
    await sql`insert into citations (org_id, run_id, ordinal, url, domain, source_type, source_name)
      values ('o', ${id}, 0, 'https://a.example', 'a.example', 'OTHER', 'a.example')`;
  }
  for (const table of TABLES) await sql.unsafe(`alter table ${table} force row level security`);
  await migrate(database.url, createLog('silent'));
  const forced = await sql<{ name: string }[]>`
    select relname as name from pg_class where relname = any(${TABLES}) and relforcerowsecurity`;
  assert.equal(forced.length, TABLES.length);
  await seeAll();
  const runs = await sql<{ id: string; state: string; failure: string | null; rows: number }[]>`
    select id, state, failure, (select count(*)::integer from observations o where o.run_id = r.id)
      + (select count(*)::integer from citations c where c.run_id = r.id) as rows
    from runs r`;
  const failed = runs.filter(({ state }) => state === 'FAILED');
  assert.deepEqual(failed.map(({ id }) => id).sort(), Object.keys(BLANK).sort());
  for (const { failure, rows } of failed) assert.deepEqual([failure, rows], ['The answer is blank.', 0]);
  for (const { rows } of runs.filter(({ state }) => state === 'COMPLETED')) assert.equal(rows, 2);
  const changed = await sql`select org_id, part, month::text, day::text from changed_parts`;
  assert.deepEqual([...changed], [{ org_id: 'o', part: 'runs', month: '2026-03-01', day: '2026-03-04' }]);
});
