// long: 20 s
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import postgres from 'postgres';
import type { OrgId } from '../../src/base/ids.ts';
import { breakdownOf } from '../../src/reports/breakdown/request.ts';
import { flatColumns, flatRow } from '../../src/reports/flat.ts';
import { LiveReports } from '../../src/reports/live-reports.ts';
import { brandRows, type Sums } from '../../src/reports/means.ts';
import { type ReportCall, reportOf } from '../../src/reports/reports.ts';
import type { ColumnType } from '../../src/reports/wire.ts';
import type { Known } from '../support/plain/reports.ts';
import { startTestApp, type TestApp } from '../support/server/app.ts';
import { startCommandHost } from '../support/server/programs.ts';
import {
  aBody,
  aRequestOf,
  organisations,
  rangeOf,
  SEED,
  withMeaning,
} from '../support/worlds/report-requests.ts';
import { buildWorld } from '../support/worlds/report-worlds.ts';

type Row = Record<string, unknown>;
/** 5,000 in the long form. */
const REQUESTS = Number(process.env['BREAKDOWNS'] ?? 10);

let app: TestApp;
let duckdb: DuckDBConnection;
const worlds: { orgId: OrgId; key: string; known: Known }[] = [];

before(async () => {
  app = await startTestApp();
  for (const organisation of organisations.slice(0, 2)) worlds.push(await buildWorld(app, organisation));
  await app.snapshot();
  duckdb = await (await DuckDBInstance.create(':memory:')).connect();
});
after(async () => {
  duckdb?.closeSync();
  await app?.close();
});

/** The rows of each SELECT of a script, by the name that stands before it. */
async function runInDuckDb(script: string): Promise<Map<string, Row[]>> {
  const found = new Map<string, Row[]>();
  for (const statement of script.split(/;\n/)) {
    if (statement.trim() === '') continue;
    const result = await duckdb.runAndReadAll(statement);
    const name = /^-- ((?!Snapshot).*)\n/m.exec(statement)?.[1];
    if (name !== undefined) found.set(name, result.getRowObjectsJS() as Row[]);
  }
  for (const [, alias] of script.matchAll(/^attach .* as (\w+) /gm)) await duckdb.run(`detach ${alias}`);
  return found;
}

async function runInPostgres(script: string): Promise<Map<string, Row[]>> {
  const names = [...script.matchAll(/^-- ((?!For psql).*)$/gm)].map(([, name]) => name as string);
  const sql = postgres(app.databaseUrl, { max: 1 });
  try {
    const results = (await sql.unsafe(script).simple()) as unknown as Row[][];
    return new Map(names.map((name, at) => [name, [...(results[2 + at] as Row[])]]));
  } finally {
    await sql.end();
  }
}

/** A value as the answer writes it, of either engine. */
function plain(value: unknown, type: ColumnType): unknown {
  if (value instanceof Date) return value.toISOString();
  return value !== null && /INT$/.test(type) ? Number(value) : value;
}

/** The rows of a report's first statement, as its answer has them in the columns that both have. */
function checkRows(call: ReportCall, found: Map<string, Row[]>, rows: Row[]): void {
  const { columns } = reportOf(call);
  const [page = []] = found.values();
  const isOfSums = call.report === 'reportBrands' && !call.breakdown;
  const own: Row[] = isOfSums
    ? brandRows(page as unknown as Sums[]).slice(call.offset, call.offset + call.limit)
    : page.filter(({ ordinal }) => ordinal !== null);
  const shared = flatColumns(columns).filter(({ path }) => own[0] && path in own[0]);
  const paths = shared.map((column) => ({ ...column, name: column.path }));
  assert.ok(own.length === 0 || shared.length > 2);
  assert.deepEqual(
    own.map((row) => Object.fromEntries(shared.map(({ path, type }) => [path, plain(row[path], type)]))),
    rows.map((row) => flatRow(paths, row)),
  );
  const evidence = [...found].find(([name]) => name.includes('evidence'))?.[1];
  if (evidence)
    assert.deepEqual(
      evidence.map(({ run_ids }) => run_ids),
      rows
        .map((row) => (row['evidence'] as { run_ids: string[] }).run_ids.join(' '))
        .filter((ids) => ids !== ''),
    );
}

test('the statements of random requests give their rows, in DuckDB over the files that they name and in psql', {
  timeout: 300_000 + 2_000 * REQUESTS,
}, async (t) => {
  const { db, reports } = app.app.services;
  const live = new LiveReports(db);
  const seen = { statements: 0, rows: 0 };
  const every = [
    ...(['reportBrands', 'reportQueries', 'reportMentions', 'reportSources', 'reportSearches'] as const),
  ];
  await fc.assert(
    fc.asyncProperty(
      aRequestOf(every, (report) => fc.oneof(aBody(report), fc.constant({})) as ReturnType<typeof aBody>),
      async ({ report, body, org, brand, allowed, days, limit, offset }) => {
        const { orgId, known } = worlds[org % worlds.length]!;
        const range = rangeOf(days);
        const call: ReportCall = {
          report,
          orgId,
          breakdown: breakdownOf(report, withMeaning(report, body, range) as never, range),
          brand: brand === null ? null : (known.brands[brand]?.id ?? "o'brien"),
          allowed: allowed?.flatMap((at) => known.brands[at]?.id ?? []) ?? null,
          ...range,
          limit,
          offset,
        };
        const rows = JSON.parse(String((await reports.render(call)).body)).data as Row[];
        const found = await runInDuckDb(await reports.statements(call));
        checkRows(call, found, rows);
        checkRows(call, await runInPostgres(await live.statements(call)), rows);
        seen.statements += found.size;
        seen.rows += rows.length;
      },
    ),
    { seed: SEED, numRuns: REQUESTS },
  );
  t.diagnostic(JSON.stringify(seen));
  assert.ok(seen.statements > REQUESTS && seen.rows > 2 * REQUESTS, JSON.stringify(seen));
});

test('the command prints them, of one engine or the other', async () => {
  const commands = startCommandHost({ DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir });
  try {
    const [{ orgId, known }] = worlds as [(typeof worlds)[number]];
    const args = ['report', 'brands', '--org', orgId, '--start', '2026-01-01', '--end', '2026-02-01'];
    const run = async (...more: string[]) => {
      const { code, stdout, stderr } = await commands.run([...args, '--dimensions', 'platform', ...more], '');
      assert.equal(code, 0, stderr);
      return stdout;
    };
    const { data } = JSON.parse(await run('--format', 'json'));
    assert.ok(data.length > 0 && known.brands.length > 0);
    for (const found of [
      await runInDuckDb(await run('--sql')),
      await runInPostgres(await run('--sql', 'postgres')),
    ])
      assert.deepEqual(
        [...found.values()][0]?.map((row) => row['brand.name']),
        data.map((row: { brand: { name: string } }) => row.brand.name),
      );
  } finally {
    await commands.close();
  }
});
