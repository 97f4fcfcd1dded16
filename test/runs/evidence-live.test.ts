import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { withOrganisation } from '../support/callers/organisation.ts';
import { until } from '../support/server/app.ts';

const PROMPTS = 'MNOPQRST';
const { app, org } = await withOrganisation(
  { brands: [{ name: 'Lumenfold', competitors: [{ name: 'Gleamwell' }] }] },
  { REPORT_ENGINE: 'postgres' },
);
const answer = 'Gleamwell and Lumenfold.';
await app.ingest(
  org,
  [...PROMPTS].map((prompt) => ({ brand: 'Lumenfold', queryText: prompt, answer })),
);

const INCLUDE = ['intervals', 'coverage', 'competitors', 'evidence'];
async function reported() {
  const { status, json, text } = await app.report(org, 'brands', {
    dimensions: ['query'],
    include: INCLUDE,
    compare_to: 'previous',
  });
  assert.equal(status, 200, text);
  return json;
}

/** Whether what stands behind each row is of the row's prompt and of as many runs. */
async function assertConsistent({ data, total }: Awaited<ReturnType<typeof reported>>): Promise<void> {
  assert.equal(data.length, total);
  const kept = await app.sql(org)<{ id: string; text: string }[]>`select id, query_text as text from runs`;
  const textOf = new Map(kept.map(({ id, text }) => [id, text]));
  for (const { dimensions, evidence, coverage, competitors, ...row } of data) {
    const runs = row.visibility_total;
    assert.deepEqual(
      [...new Set(evidence.run_ids.map((id: string) => textOf.get(id)))],
      [dimensions.query.queryText],
    );
    assert.deepEqual([evidence.run_ids.length, coverage.prompts], [Math.min(runs, 20), 1]);
    assert.deepEqual(
      competitors.map((one: Record<string, number>) => [one['visibility_count'], one['visibility_total']]),
      [[runs, runs]],
    );
  }
}

test('a report from Postgres is of one moment, though answers come between its statements', async () => {
  const sql = postgres(app.databaseUrl, { max: 1, onnotice: () => {} });
  const { promise: letGo, resolve } = Promise.withResolvers<void>();
  const { promise: held, resolve: isHeld } = Promise.withResolvers<void>();
  // The page needs no competitors, and what stands behind its rows does.
  const lock = sql.begin(async (tx) => {
    await tx`lock table competitors in access exclusive mode`;
    isHeld();
    await letGo;
  });
  await held;
  const report = reported();
  await until(async () => {
    const waiting = await app.app.services.db.sql`select from pg_locks where not granted`;
    return waiting.length > 0;
  });
  await app.app.services.db.tenant(org.id, async (tx) => {
    // It comes before all others in the order of rows.
    await tx`insert into runs select (jsonb_populate_record(r, jsonb_build_object('id', 'A', 'external_id', 'A', 'query_text', 'A'))).*
      from runs r where query_text = 'M'`;
    await tx`insert into observations select (jsonb_populate_record(o, jsonb_build_object('run_id', 'A'))).*
      from observations o where run_id = (select id from runs where query_text = 'M')`;
  });
  resolve();
  await lock;
  await sql.end();
  const found = await report;
  assert.equal(found.total, PROMPTS.length);
  await assertConsistent(found);
});

test('reports beside ingestion are each consistent in itself', async () => {
  let isOver = false;
  const ingestion = (async () => {
    for (let round = 0; !isOver; round += 1) {
      const prompt = `${String.fromCharCode(76 - (round % 12))} ${round}`;
      await app.ingest(org, [
        { brand: 'Lumenfold', queryText: prompt, answer },
        { brand: 'Lumenfold', queryText: 'Z', answer },
      ]);
      await sleep(1);
    }
  })();
  let most = 0;
  for (let round = 0; round < 15; round += 1) {
    const found = await reported();
    most = Math.max(most, found.total);
    await assertConsistent(found);
  }
  isOver = true;
  await ingestion;
  assert.ok(most > PROMPTS.length + 2, `${most} rows`);
});
