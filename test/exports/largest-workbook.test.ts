// measured alone: memory
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { streamXlsxRows } from 'hucre/xlsx';
import { newId, type OrgId } from '../../src/base/ids.ts';
import { connect, type Tx } from '../../src/db/client.ts';
import { MOST_SHEET_ROWS } from '../../src/reports/spreadsheet/report-workbook.ts';
import { downloadExport } from '../support/callers/exports.ts';
import { withOrganisation } from '../support/callers/organisation.ts';
import { daysAgo } from '../support/days.ts';

/** One run a second, each with three mentions: more than a sheet holds. */
const RUNS = 350_000;
const MENTIONS = RUNS * 3;
const RUNS_AT_ONCE = 10_000;
/** What the process may grow by while it makes the file; the engine has its own limit within. */
const MOST_GROWTH_MB = 500;
const LONG = { timeout: 30 * 60_000 };

const { app, org, token, call } = await withOrganisation({}, {});
const brandId = newId();
const { db } = app.app.services;
await db.tenant(org.id, async (tx) => {
  await tx`insert into brands (org_id, id, name) values (${org.id}, ${brandId}, 'Lumenfold')`;
  await tx`insert into queries (org_id, id, brand_id, platform, query_text)
    values (${org.id}, 'query', ${brandId}, 'CHATGPT', 'Which lamp is best?')`;
});
for (let from = 1; from <= RUNS; from += RUNS_AT_ONCE)
  await db.tenant(org.id, (tx) => addRuns(tx, { orgId: org.id, brandId, from }));
await app.sql(org)`insert into changed_parts (org_id, part, month)
    select ${org.id}, 'brands', null::date union all
    select distinct ${org.id}, 'runs', date_trunc('month', executed_at at time zone 'UTC')::date from runs`;
// Without it Postgres does not know yet how many rows there are, and takes ways for few.
const owner = connect(app.databaseUrl, { role: 'owner', max: 1, statementTimeoutMs: 0 });
await owner`analyze`;
await owner.end();
await app.snapshot();

async function addRuns(tx: Tx, { orgId, brandId, from }: { orgId: OrgId; brandId: string; from: number }) {
  const id = (kind: string, at: string) =>
    tx.unsafe(`'00000000-${kind}-7000-8000-' || lpad(to_hex(${at}), 12, '0')`);
  const series = tx`generate_series(${from}::integer, ${from + RUNS_AT_ONCE - 1}::integer) as at`;
  await tx`set local statement_timeout = 0`;
  await tx`insert into runs (org_id, id, query_id, brand_id, platform, external_id, state, query_text, executed_at,
      answer, content_hash, extraction_version, lexicon_version)
    select ${orgId}, ${id('0002', 'at')}, 'query', ${brandId}, 'CHATGPT', 'large ' || at, 'COMPLETED',
      'Which lamp is best?', now() - make_interval(secs => at), '', '\\x00', 1, 1 from ${series}`;
  await tx`insert into observations (org_id, run_id, subject_id, kind, named, position, sentiment, snippet,
      extraction_version)
    select ${orgId}, ${id('0002', 'at')}, ${brandId}, 'BRAND', true, 1, at % 10001,
      'Lumenfold is best, by the reviews of ' || at, 1 from ${series}`;
  await tx`insert into citations (org_id, run_id, ordinal, url, title, domain, source_type, source_name)
    select ${orgId}, ${id('0002', 'at')}, ordinal, 'https://reviews' || at % 97 || '.example/' || at, 'A review',
      'reviews' || at % 97 || '.example', 'REVIEW', 'Reviews'
    from ${series} cross join generate_series(0, 2) as ordinal`;
  await tx`insert into mentions (org_id, id, run_id, brand_id, ordinal)
    select ${orgId}, ${id('0003', 'at * 3 + ordinal')}, ${id('0002', 'at')}, ${brandId}, ordinal
    from ${series} cross join generate_series(0, 2) as ordinal`;
}

test('a report of more rows than a sheet holds is refused, and the refusal names CSV', LONG, async () => {
  const { status, json } = await call('createExport', { body: { report: 'MENTIONS', format: 'XLSX' } });
  assert.equal(status, 400);
  assert.equal(
    json.message,
    `format must be CSV, NDJSON or PARQUET for ${MENTIONS} rows: XLSX holds at most ${MOST_SHEET_ROWS}.`,
  );
  assert.equal(json.details?.[0]?.field, 'format');
});

test('the largest workbook takes bounded memory, and has every row', LONG, async (t) => {
  const parameters = { start_date: daysAgo(3), end_date: daysAgo(0) };
  const { json: report } = await app.call('POST', '/api/reports/mentions', {
    token,
    body: { ...parameters, limit: 1 },
  });
  assert.ok(report.total > 800_000 && report.total <= MOST_SHEET_ROWS, `${report.total}`);
  const before = process.memoryUsage().rss;
  let most = before;
  const looking = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 50);
  const begin = performance.now();
  const { json } = await call('createExport', { body: { report: 'MENTIONS', format: 'XLSX', parameters } });
  const show = async () => (await call('getExport', { ids: [json.id] })).json;
  while (['QUEUED', 'RUNNING'].includes((await show()).state)) await sleep(500);
  const done = await show();
  clearInterval(looking);
  assert.equal(done.state, 'COMPLETED', String(done.reason));
  assert.equal(done.rowsWritten, report.total);
  const grownMb = (most - before) / 1e6;
  t.diagnostic(
    `${report.total} rows, ${done.bytes} bytes in ${((performance.now() - begin) / 1000).toFixed(0)} s, memory from ${(before / 1e6).toFixed(0)} MB by ${grownMb.toFixed(0)} MB`,
  );
  assert.ok(grownMb <= MOST_GROWTH_MB, `${grownMb} MB`);

  const path = join(app.dataDir, 'largest.xlsx');
  writeFileSync(path, Buffer.from(await (await downloadExport(app, token, json.id)).arrayBuffer()));
  let rows = -1;
  const ids = new Set<unknown>();
  for await (const { values } of streamXlsxRows(readFileSync(path))) {
    rows += 1;
    if (rows > 0) ids.add(values[0]);
  }
  assert.equal(rows, report.total);
  assert.equal(ids.size, report.total);
});
