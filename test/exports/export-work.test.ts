import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId, type OrgId } from '../../src/base/ids.ts';
import { connect, openDb } from '../../src/db/client.ts';
import {
  completeExport,
  dueExports,
  EXPORTS,
  type ExportTask,
  reportProgress,
} from '../../src/features/exports/job.ts';
import { beginTask, MAX_ATTEMPTS, requeueTask } from '../../src/features/queue/tasks.ts';
import { forFile, withDatabase } from '../support/for-file.ts';

const database = await withDatabase();
const db = await forFile(openDb(database.url));
const worker = await forFile(connect(database.url, { role: 'worker', max: 1 }), (it) => it.end());

const made = { rows: 2, bytes: 1, sha256: 'a'.repeat(64), snapshotId: null, asOf: new Date() };

async function organisation(exports: number): Promise<OrgId> {
  const orgId = newId<OrgId>();
  await db.sql`insert into organisations (id, name, plan) values (${orgId}, 'Test', 'FREE')`;
  await db.tenant(orgId, async (tx) => {
    for (let at = 0; at < exports; at += 1)
      await tx`insert into exports (org_id, id, kind, format, due_at)
        values (${orgId}, ${newId()}, 'ORGANISATION', 'NDJSON', clock_timestamp())`;
  });
  return orgId;
}

async function begun(orgId: OrgId): Promise<ExportTask> {
  const task = await beginTask<ExportTask>(db, EXPORTS, orgId);
  assert.ok(task, 'an export is due');
  return task;
}

test('only the latest maker of an export may say what came of it', async () => {
  const orgId = await organisation(1);
  const first = await begun(orgId);
  assert.ok(await reportProgress(db, first, { written: 1, total: 2 }));
  const second = await begun(orgId); // as one that took the lane over
  assert.equal(second.id, first.id);
  assert.ok(!(await reportProgress(db, first, { written: 2, total: 2 })));
  assert.ok(!(await completeExport(db, first, made)));
  assert.ok(await reportProgress(db, second, { written: 0, total: 2 }));
  assert.ok(await completeExport(db, second, made));
  assert.equal(await beginTask<ExportTask>(db, EXPORTS, orgId), null);
});

test('an export that is begun again and again is given up, unless it was put back', async () => {
  const orgId = await organisation(1);
  for (const isLast of [false, false, false, true]) {
    const task = await begun(orgId);
    await requeueTask(db, task, { pauseSeconds: 0, isCounted: false });
    const again = await begun(orgId);
    assert.equal(again.tries, task.tries);
    assert.equal(again.tries > MAX_ATTEMPTS, isLast);
    await requeueTask(db, again, { pauseSeconds: 0, isCounted: true });
  }
  await completeExport(db, await begun(orgId), made);
});

test('every organisation gets its turn before any gets a second one', async () => {
  const many = await organisation(3);
  const one = await organisation(1);
  const turns: string[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    const [next] = await worker<{ orgId: OrgId }[]>`
      select org_id as "orgId" from (${dueExports(worker)}) due order by since limit 1`;
    assert.ok(next);
    turns.push(next.orgId);
    await completeExport(db, await begun(next.orgId), made);
  }
  assert.deepEqual(turns, [many, one, many, many]);
});

test('export.ready is told by who completes an export, once', async () => {
  const orgId = await organisation(1);
  await db.tenant(
    orgId,
    (tx) => tx`insert into webhooks (org_id, id, url, events, secret)
      values (${orgId}, ${newId()}, 'https://hooks.example.com/', '{export.ready}', '')`,
  );
  const dead = await begun(orgId);
  const task = await begun(orgId);
  assert.ok(await completeExport(db, task, made));
  assert.ok(!(await completeExport(db, dead, made)));
  assert.ok(!(await completeExport(db, task, made)));
  const messages = await db.tenant(orgId, (tx) => tx<{ body: string }[]>`select body from webhook_messages`);
  assert.equal(messages.length, 1);
  const { type, data } = JSON.parse(messages[0]?.body ?? '');
  assert.deepEqual(
    [type, data.id, data.state, data.bytes],
    ['export.ready', task.id, 'COMPLETED', made.bytes],
  );
});

test('a put-back export is not begun before its time', async () => {
  const orgId = await organisation(1);
  await requeueTask(db, await begun(orgId), { pauseSeconds: 60, isCounted: true });
  assert.equal(await beginTask<ExportTask>(db, EXPORTS, orgId), null);
});
