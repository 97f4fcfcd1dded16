import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createLog } from '../../src/base/log.ts';
import { Engine, type Statement } from '../../src/engine/engine.ts';
import { breakdownOf } from '../../src/reports/breakdown/request.ts';
import { type ReportFileCall, ReportFiles } from '../../src/reports/files.ts';
import { snapshotsFolder } from '../../src/snapshots/manifest.ts';
import { Catalog } from '../../src/snapshots/serve/catalog.ts';
import { withApp } from '../support/callers/organisation.ts';
import { forFile } from '../support/for-file.ts';

const PART_ROWS = 7;
const ROWS = 40;

const app = await withApp();
const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
const time = new Date(Date.now() - 60_000).toISOString();
await app.ingest(
  org,
  // Half of them at the same time, so that order within a tie counts too.
  Array.from({ length: ROWS }, (_, at) => ({
    brand: 'Lumenfold',
    answer: `Lumenfold ${at}.`,
    executedAt: at % 2 === 0 ? time : new Date(Date.now() - (at + 1) * 60_000).toISOString(),
  })),
);
await app.snapshot();
const folder = join(app.dataDir, 'files');
mkdirSync(folder);
const engine = await forFile(
  Engine.open(app.dataDir, [snapshotsFolder(app.dataDir), folder], { memoryMb: 256 }),
);
const catalog = await forFile(
  new Catalog(engine, { dataDir: app.dataDir, keepMinutes: 15, log: createLog('silent') }),
);
await catalog.start();

function mentions(change: Partial<ReportFileCall>): ReportFileCall {
  return {
    report: 'reportMentions',
    orgId: org.id,
    brand: null,
    start: '2020-01-01',
    end: '2100-01-01',
    format: 'NDJSON',
    path: join(folder, 'mentions.ndjson'),
    signal: new AbortController().signal,
    onProgress: () => {},
    ...change,
  };
}

test('a report written in parts is the report, in its order, and tells its progress', async () => {
  const steps: [number, number][] = [];
  const call = mentions({ onProgress: (written, total) => steps.push([written, total]) });
  const { rows } = await new ReportFiles(engine, catalog, PART_ROWS).write(call);
  assert.equal(rows, ROWS);
  assert.deepEqual(
    steps,
    [0, 7, 14, 21, 28, 35, 40].map((written) => [written, ROWS]),
  );
  const lines = readFileSync(call.path, 'utf8').trimEnd().split('\n');
  const { json } = await app.report(org, 'mentions', { start_date: '2020-01-01', end_date: '2100-01-01' });
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)),
    json.data,
  );
});

test('rows that the engine alone cannot make are written in parts too, in their order', async () => {
  const steps: [number, number][] = [];
  const range = { start: '2020-01-01', end: '2100-01-01' };
  const body = { include: ['evidence' as const], order_by: [{ field: 'discovered_at' as const }] };
  for (const format of ['NDJSON', 'CSV'] as const) {
    const call = mentions({
      path: join(folder, 'made'),
      format,
      breakdown: breakdownOf('reportMentions', body, range),
      onProgress: (written, total) => steps.push([written, total]),
    });
    assert.equal((await new ReportFiles(engine, catalog, PART_ROWS).write(call)).rows, ROWS);
    const written = readFileSync(call.path, 'utf8').trimEnd().split('\n');
    rmSync(call.path);
    assert.deepEqual(
      steps.splice(0),
      [7, 14, 21, 28, 35, 40].map((rows) => [rows, ROWS]),
    );
    const { json } = await app.report(org, 'mentions', {
      start_date: range.start,
      end_date: range.end,
      ...body,
    });
    if (format === 'NDJSON')
      assert.deepEqual(
        written.map((line) => JSON.parse(line)),
        json.data,
      );
    else
      assert.deepEqual(
        written.slice(1).map((line) => line.split(',').at(-1)),
        json.data.map(({ evidence }: { evidence: { run_ids: string[] } }) => evidence.run_ids.join(' ')),
      );
  }
});

test('a file that is not wanted any more is not made to its end, and its parts are removed', async () => {
  const stop = new AbortController();
  const call = mentions({
    path: join(folder, 'stopped.ndjson'),
    signal: stop.signal,
    onProgress: (written) => written > 0 && stop.abort(),
  });
  await assert.rejects(new ReportFiles(engine, catalog, PART_ROWS).write(call));
  assert.deepEqual(readdirSync(folder), ['mentions.ndjson']);
});

test('the engine writes nowhere but where it may', async () => {
  const elsewhere = join(app.dataDir, 'elsewhere.ndjson');
  await assert.rejects(
    engine.number({ sql: `copy (select 1 as a) to '${elsewhere}' (format json)`, parameters: {} }),
    /Permission Error/,
  );
});

test('each statement of a file waits for its turn as one, and ends when the file is not wanted', async (t) => {
  const classes = new Set<unknown>();
  const { signal } = new AbortController();
  for (const name of ['rows', 'chunks', 'number', 'blob'] as const) {
    const method = engine[name] as (statement: Statement, ...rest: unknown[]) => Promise<unknown>;
    t.mock.method(engine, name, (statement: Statement, ...rest: unknown[]) => {
      classes.add(`${statement.class} ${statement.signal === signal} ${statement.deadlineMs}`);
      return method.call(engine, statement, ...rest);
    });
  }
  for (const report of ['reportMentions', 'reportQueries', 'reportBrands'] as const)
    await new ReportFiles(engine, catalog, PART_ROWS).write(mentions({ report, signal }));
  assert.deepEqual([...classes], ['file true 600000']);
});
