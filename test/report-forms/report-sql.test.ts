import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import type { OrgId } from '../../src/base/ids.ts';
import { SNAPSHOT_TABLES, snapshotSelect } from '../../src/db/migrate.ts';
import { brandRows, SUMS_COLUMNS, type Sums } from '../../src/reports/means.ts';
import { ReportSql } from '../../src/reports/report-sql.ts';
import { DEFINITIONS, REPORTS, type ReportDefinition, sqlValues } from '../../src/reports/reports.ts';
import { LIST_PARTS } from '../../src/reports/rules.ts';
import { PAGE_COLUMNS } from '../../src/reports/wire.ts';
import { CHANGES_COLUMNS } from '../../src/snapshots/changes-files.ts';
import { tablesOfPeriods } from '../../src/snapshots/serve/snapshot-tables.ts';
import { PARTED } from '../../src/snapshots/tables.ts';

const VALUES = sqlValues('o' as OrgId, {
  brand: null,
  allowed: null,
  start: '2026-01-01',
  end: '2026-01-01',
  limit: 1,
  offset: Number.MAX_SAFE_INTEGER,
});
const sums = () => ReportSql.load<Sums>('reports/reportBrands', SUMS_COLUMNS);

const instance = await DuckDBInstance.create(':memory:');
const duckdb = await instance.connect();
await duckdb.run('create schema snapshot');
const changes = { columns: CHANGES_COLUMNS };
for (const [table, { columns }] of Object.entries({ ...PARTED, changes })) {
  const types = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
  await duckdb.run(`create table snapshot.${table} (${types.join(', ')})`);
}
for (const table of SNAPSHOT_TABLES.filter((name) => !(name in PARTED)))
  await duckdb.run(`create table snapshot.${table} as ${snapshotSelect(table)}`);

after(() => {
  duckdb.closeSync();
  instance.closeSync();
});

for (const report of REPORTS)
  test(`${report} selects the columns that are declared, of their types, in their order`, async () => {
    const definition: ReportDefinition = DEFINITIONS[report];
    const { sql, parameters } = definition.sql.duckdb(tablesOfPeriods('snapshot', []), VALUES);
    const result = await duckdb.run(sql, parameters);
    const found = result.columnNames().map((name, at) => [name, String(result.columnType(at))]);
    if (!definition.rowsOf)
      assert.deepEqual(
        found.filter(([name]) => !PAGE_COLUMNS.includes(name!)),
        Object.entries(definition.columns),
      );
    const row = Object.fromEntries(found);
    assert.deepEqual<object[]>(definition.sql.rows([row]), [row]);
    if (definition.rowsOf) assert.deepEqual(definition.rowsOf([]), []);
  });

test('the statement of each file runs with its values written in', async () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const files = globSync('sql/{reports,alerts,changes}/*.sql', { cwd: root });
  assert.equal(files.length, REPORTS.length + 3 + 5);
  const parts = { ...LIST_PARTS, table: 'runs', id: 'query_id', time: 'executed_at' };
  const none = [
    'since',
    'aftertime',
    'afterid',
    'lasttime',
    'lastid',
    'afterremoved',
    'competitor',
    'platform',
  ];
  const values = { ...VALUES, ...Object.fromEntries(none.map((name) => [name, null])), mostremoved: 1 };
  for (const file of files) {
    const sql = ReportSql.load(file.slice('sql/'.length, -'.sql'.length), [], parts);
    const text = sql.written(tablesOfPeriods('snapshot', []), values);
    assert.doesNotMatch(text, /[{}$]/);
    await duckdb.run(text);
  }
});

test('an unknown file is an error', () => {
  assert.throws(() => ReportSql.load('reports/reportNothing', []), /reportNothing\.sql/);
});

test('a parameter that the SQL names and nobody gives is an error, on both engines', () => {
  const { allowed: _, ...some } = VALUES;
  assert.throws(() => sums().duckdb(tablesOfPeriods('snapshot', []), some), /names \$allowed/);
  assert.throws(() => sums().postgres(some), /names \$allowed/);
  const { sql, parameters } = sums().duckdb(tablesOfPeriods('snapshot', []), { ...VALUES, surplus: 'x' });
  assert.deepEqual([...new Set(sql.match(/\$\d+/g))].sort(), ['$1', '$2', '$3', '$4', '$5']);
  const { org, brand, allowed, start, end } = VALUES;
  assert.deepEqual([...parameters].sort(), [org, brand, allowed, start, end].sort());
});

test('parameters are numbered for Postgres, and the schema is replaced for DuckDB', () => {
  const duck = sums().duckdb(tablesOfPeriods('snapshot_7', []), VALUES);
  assert.doesNotMatch(duck.sql, /snapshot\.|--/);
  assert.match(duck.sql, /from snapshot_7\.brands b/);
  const { sql, parameters } = sums().postgres({ ...VALUES, brand: 'b' });
  assert.match(sql, /d\.org_id = \$1 .* cast\(\$2 as date\) and cast\(\$3 as date\)/);
  assert.deepEqual(parameters, ['o', '2026-01-01', '2026-01-01', 'b', null]);
});

test('a column that is missing, renamed, moved or new is an error', () => {
  const row: Record<string, unknown> = Object.fromEntries(SUMS_COLUMNS.map((name) => [name, 0]));
  assert.equal(brandRows(sums().rows([row])).length, 1);
  assert.deepEqual(sums().rows([]), []);
  const { named, ...without } = row;
  for (const wrong of [without, { ...without, Named: named }, { ...without, named }, { ...row, more: 1 }])
    assert.throws(() => sums().rows([wrong]), /reportBrands\.sql gives the columns/);
  assert.throws(() => sums().first([]), /gives no row/);
});
