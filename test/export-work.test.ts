import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Db, openDb } from '../src/db.ts';
import {
  claimExport,
  completeExport,
  type ExportJob,
  isHopeless,
  releaseExport,
  renewExport,
} from '../src/domain/export-work.ts';
import { newId } from '../src/domain/ids.ts';
import { createTestDatabase, type TestDatabase } from './support/database.ts';

let database: TestDatabase;
let db: Db;

before(async () => {
  database = await createTestDatabase();
  db = await openDb(database.url);
});
after(async () => {
  await db.close();
  await database.drop();
});

const made = { rows: 2, bytes: 1, snapshotId: null, asOf: new Date() };

async function organisation(exports: number): Promise<string> {
  const orgId = newId();
  await db.sql`insert into organisations (id, name, plan) values (${orgId}, 'Test', 'FREE')`;
  await db.tenant(orgId, async (tx) => {
    for (let at = 0; at < exports; at += 1) {
      const id = newId();
      await tx`insert into exports (org_id, id, kind, format) values (${orgId}, ${id}, 'ORGANISATION', 'NDJSON')`;
      await tx`insert into export_jobs (export_id, org_id, due_at) values (${id}, ${orgId}, clock_timestamp())`;
    }
  });
  return orgId;
}

async function claimed(): Promise<ExportJob> {
  const job = await claimExport(db);
  assert.ok(job, 'an export is due');
  return job;
}

test('only the latest maker of an export may say what came of it', async () => {
  await organisation(1);
  const first = await claimed();
  assert.equal(await claimExport(db), null, 'it is leased');
  assert.ok(await renewExport(db, first, { written: 1, total: 2 }));
  await db.sql`update export_jobs set due_at = now() where export_id = ${first.id}`; // as if it were silent too long
  const second = await claimed();
  assert.ok(!(await renewExport(db, first, { written: 2, total: 2 })));
  assert.ok(!(await completeExport(db, first, made)));
  assert.ok(await renewExport(db, second, { written: 0, total: 2 }));
  assert.ok(!isHopeless(second));
  assert.ok(await completeExport(db, second, made));
  assert.equal(await claimExport(db), null);
});

test('an export that is begun again and again is given up, unless it was put back', async () => {
  await organisation(1);
  for (const isLast of [false, false, false, true]) {
    const job = await claimed();
    await releaseExport(db, job, { pauseSeconds: 0, isCounted: false });
    const again = await claimed();
    assert.equal(again.tries, job.tries);
    assert.equal(isHopeless(again), isLast);
    await releaseExport(db, again, { pauseSeconds: 0, isCounted: true });
  }
  await completeExport(db, await claimed(), made);
});

test('every organisation gets its turn before any gets a second one', async () => {
  const many = await organisation(3);
  const one = await organisation(1);
  const turns = [await claimed(), await claimed(), await claimed(), await claimed()];
  assert.deepEqual(
    turns.map(({ orgId }) => orgId),
    [many, one, many, many],
  );
});
