// long: 17 s
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createLog } from '../../src/base/log.ts';
import { Engine } from '../../src/engine/engine.ts';
import { createApiKey } from '../../src/features/api-keys/api-keys.ts';
import { operator } from '../../src/features/audit/audit.ts';
import { MentionStreams } from '../../src/reports/streams/streams.ts';
import { snapshotsFolder } from '../../src/snapshots/manifest.ts';
import { Catalog } from '../../src/snapshots/serve/catalog.ts';
import type { SnapshotTables } from '../../src/snapshots/serve/snapshot-tables.ts';
import { callerWith } from '../support/callers/caller.ts';
import {
  CITATIONS,
  digestOf,
  longRuns,
  MB,
  RANGE,
  STREAM_MB,
  startLongStreams,
} from '../support/callers/long-streams.ts';
import { streamCall } from '../support/callers/streams.ts';
import { forFile } from '../support/for-file.ts';
import { until } from '../support/server/app.ts';

const { app, org, begin, whole, statusOf } = await forFile(startLongStreams(), ({ app }) => app.close());

test('a client that leaves ends its stream, and another may begin', async () => {
  for (let round = 0; round < 3; round += 1) {
    const answers = await Promise.all(Array.from({ length: 2 }, () => begin(org.key)));
    for (const answer of answers) assert.equal(answer.statusCode, 200);
    await once(answers[0]!, 'readable');
    for (const answer of answers) answer.destroy();
  }
  await until(async () => (await statusOf(org.key)) === 200);
  const { waiting } = app.app.services.reports.load()!;
  assert.equal(waiting, 0);
  assert.ok((await whole()).bytes > STREAM_MB * MB);
});

test('a statement ends when its client leaves', async () => {
  const folders = [snapshotsFolder(app.dataDir)];
  const engine = await Engine.open(app.dataDir, folders, { memoryMb: 256, statements: 2 });
  const catalog = new Catalog(engine, { dataDir: app.dataDir, keepMinutes: 0, log: createLog('silent') });
  await catalog.start();
  const lease = await catalog.lease();
  try {
    const sound = await lease.tables(org.id);
    // Each statement would take minutes.
    const tables: SnapshotTables = {
      content: (days) => sound.content(days),
      months: (days) => sound.months(days),
      from: (name, days) => {
        const source = sound.from(name, days);
        return name === 'mentions' ? `(select m.* from ${source} m, range(1000000000))` : source;
      },
    };
    const streams = new MentionStreams(engine);
    const asked = streamCall(org.id, RANGE);
    const leaving = [new AbortController(), new AbortController()];
    const begun = leaving.map(({ signal }) =>
      streams
        .begin(asked, { tables, days: null, onClosed() {} }, { signal, isAllowed: async () => true })
        .then(() => 'begun', String),
    );
    // Only one large statement runs at a time, so the first one runs.
    await until(() => engine.load().waiting === 1);
    for (const [at, each] of leaving.entries()) {
      const leftAt = performance.now();
      each.abort();
      assert.match(await begun[at]!, /ClientGone/);
      assert.ok(performance.now() - leftAt < 5_000);
    }
    assert.equal(engine.load().waiting, 0);
  } finally {
    lease.release();
    await catalog.close();
    await engine.close();
  }
});

test('a stream is of the snapshot that it began with, however many are published meanwhile', async () => {
  const before = await whole();
  const answer = await begin(org.key);
  await once(answer, 'readable');
  const began = String(answer.headers['x-snapshot-id']);
  for (let publication = 0; publication < 3; publication += 1) {
    await app.ingest(org, longRuns('Lumenfold', 900 + publication, 1));
    await app.snapshot();
  }
  assert.notEqual(app.app.services.reports.current()?.id, began);
  assert.ok(existsSync(join(snapshotsFolder(app.dataDir), began)), 'its files are held');
  assert.deepEqual(await digestOf(answer), before);
  assert.equal((await whole()).lines, before.lines + 3 * CITATIONS);
});

test('a stream whose key is revoked is cut off', async () => {
  const { db } = app.app.services;
  const made = await createApiKey(db, operator(org.id), { name: 'Leaves', scopes: ['reports:read'] });
  const answer = await begin(made.key);
  await once(answer, 'readable');
  const beganAt = performance.now();
  const call = callerWith(app, await app.login(org));
  assert.equal((await call('revokeApiKey', { ids: [made.id] })).status, 204);
  await until(async () => (await statusOf(made.key)) === 401 && performance.now() - beganAt > 4_000);
  await assert.rejects(digestOf(answer), /aborted/);
});
