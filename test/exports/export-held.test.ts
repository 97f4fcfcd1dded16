// long: waits for snapshots to expire
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createLog } from '../../src/base/log.ts';
import { Engine } from '../../src/engine/engine.ts';
import { ReportFiles } from '../../src/reports/files.ts';
import { snapshotsFolder } from '../../src/snapshots/manifest.ts';
import { Catalog } from '../../src/snapshots/serve/catalog.ts';
import { withApp } from '../support/callers/organisation.ts';
import { momentAgo } from '../support/days.ts';
import { forFile } from '../support/for-file.ts';
import { completeRun, until } from '../support/server/app.ts';

const RUNS = 400;
/** Of a month that is read from Parquet files: newer ones have serving files, which stay open. */
const OLD_DAYS = 250;

const run = (days: number) =>
  completeRun({ brand: 'Lumenfold', answer: 'Lumenfold.', executedAt: momentAgo(days) });

const app = await withApp({ SNAPSHOT_KEEP_MINUTES: '0', JOBS: 'apart' });
const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
await app.ingest(
  org,
  [10, 40, 70, 100, 130].map((days) => run(days)),
);
await app.ingest(
  org,
  Array.from({ length: RUNS }, () => run(OLD_DAYS)),
);
await app.snapshot();
const exports = join(app.dataDir, 'exports');
mkdirSync(exports, { recursive: true });
const engine = await forFile(
  Engine.open(app.dataDir, [snapshotsFolder(app.dataDir), exports], { memoryMb: 256 }),
);
const catalog = await forFile(
  new Catalog(engine, { dataDir: app.dataDir, keepMinutes: 0, log: createLog('silent') }),
);
await catalog.start();

test('an export that takes longer than snapshots are kept is made whole, and its snapshot goes after it', async () => {
  const path = join(app.dataDir, 'exports', 'slow.ndjson');
  const snapshot = join(snapshotsFolder(app.dataDir), catalog.current()?.id ?? '');
  const progress = { written: 0, total: 0 };
  const writing = new ReportFiles(engine, catalog, 1).write({
    report: 'reportMentions',
    orgId: org.id,
    brand: null,
    start: momentAgo(300).slice(0, 10),
    end: momentAgo(0).slice(0, 10),
    format: 'NDJSON',
    path,
    signal: new AbortController().signal,
    onProgress: (written, total) => Object.assign(progress, { written, total }),
  });
  writing.catch(() => {}); // it is awaited below
  await until(() => progress.written > 0);
  // The one before the current stays in any case.
  for (let publication = 0; publication < 3; publication += 1) {
    await app.ingest(org, [run(OLD_DAYS)]);
    await app.snapshot();
  }
  const { written, total } = progress;
  assert.ok(written < total, `the export was made too quickly: ${written} of ${total}`);
  const { rows } = await writing;
  assert.equal(rows, RUNS + 5);
  assert.equal(readFileSync(path, 'utf8').trimEnd().split('\n').length, RUNS + 5);

  // As if a minute had passed.
  assert.ok(existsSync(snapshot), 'it was held');
  utimesSync(join(snapshot, 'HELD'), 0, 0);
  await app.ingest(org, [run(OLD_DAYS)]);
  await app.snapshot();
  assert.ok(!existsSync(snapshot));
});
