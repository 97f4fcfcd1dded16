import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from '../../src/db/client.ts';
import { putBrands } from '../../src/features/brands/import.ts';
import { withApp } from '../support/callers/organisation.ts';
import { completeRun, type TestOrganisation, until } from '../support/server/app.ts';
import { onCluster } from '../support/server/cluster.ts';

// Jobs of the server would read again what is counted here.
const app = await withApp({ JOBS: 'apart' });

async function report(name: string, { key }: TestOrganisation) {
  const { status, json, text } = await app.report({ key }, name);
  assert.equal(status, 200, text);
  return json;
}

test('names that change while answers are ingested hold for all of them in the end', async () => {
  const { db, ingestion } = app.app.services;
  const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  const aliases = Array.from({ length: 8 }, (_, k) => `Zephyr${'abcdefgh'[k]}`);
  const rename = async () => {
    for (let known = 1; known <= aliases.length; known += 1) {
      await putBrands(db, org.id, [{ name: 'Lumenfold', aliases: aliases.slice(0, known) }]);
    }
  };
  const calls = aliases.map((alias) =>
    app.ingest(
      org,
      Array.from({ length: 60 }, () => ({ brand: 'Lumenfold', answer: `${alias} is excellent.` })),
    ),
  );
  await Promise.all([rename(), ...calls]);
  const runs = async () =>
    app.sql(org)<{ current: boolean; named: boolean }[]>`
        select r.lexicon_version = g.lexicon_version as current, o.named
        from runs r join organisations g on g.id = r.org_id
        join observations o on o.org_id = r.org_id and o.run_id = r.id`;
  const first = await runs();
  assert.equal(first.length, 480);
  assert.ok(
    first.every(({ current, named }) => named || !current),
    'read under current names: named',
  );
  const stale = first.filter(({ current }) => !current).length;
  assert.equal(await ingestion.reextract(org.id), stale);
  assert.ok((await runs()).every(({ current, named }) => current && named));
  assert.equal(await ingestion.reextract(org.id), 0);
});

test('reextract after an alias was added changes the reports, and mentions keep their ids', async () => {
  const { db, ingestion } = app.app.services;
  const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  const citations = [{ url: 'https://reviews.example/lamps' }];
  await app.ingest(org, [
    { brand: 'Lumenfold', answer: 'Lumenfold wins.', citations, sentimentScore: 64.235 },
    { brand: 'Lumenfold', answer: 'The Foldy lamp wins.', citations },
  ]);
  // What the new brand changed.
  await ingestion.reextract(org.id);
  await app.snapshot();
  const [before, mentions] = [await report('brands', org), await report('mentions', org)];
  assert.equal(before.data[0].visibility, 50);

  await putBrands(db, org.id, [{ name: 'Lumenfold', aliases: ['Foldy'] }]);
  // The one that the new alias is in.
  assert.equal(await ingestion.reextract(org.id), 1);
  await app.snapshot();
  assert.equal((await report('brands', org)).data[0].visibility, 100);
  const after = await report('mentions', org);
  assert.equal(after.total, 2);
  const same = after.data.filter(({ id }: { id: string }) => id === mentions.data[0].id);
  assert.deepEqual(same, mentions.data);

  await putBrands(db, org.id, [{ name: 'Lumenfold', aliases: [] }]);
  await ingestion.reextract(org.id);
  await app.snapshot();
  assert.deepEqual(await report('brands', org), before);
  assert.deepEqual(await report('mentions', org), mentions);
});

test('reextract may run twice at once', {
  skip: onCluster('what waits for a lock waits on another node'),
}, async () => {
  const { db, ingestion } = app.app.services;
  const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  const runs = Array.from({ length: 100 }, (_, k) =>
    completeRun({ brand: 'Lumenfold', answer: k % 2 ? 'Lumenfold.' : 'Nobody.' }),
  );
  await app.ingest(org, runs);
  const both: Promise<number>[] = [];
  const owner = connect(app.databaseUrl, { role: 'owner', max: 1 });
  // Their rows are held until both wait, so that they meet for sure.
  await db.tenant(org.id, async (tx) => {
    // As long as it takes on a busy machine.
    await tx`set local idle_in_transaction_session_timeout = 0`;
    await tx`select from observations for update`;
    both.push(...[1, 2].map(() => ingestion.reextract(org.id, { scope: 'ALL' })));
    await until(async () => {
      const waiting = await owner`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      return waiting.length === 2;
    });
  });
  await owner.end();
  assert.deepEqual(await Promise.all(both), [100, 100]);
  await app.snapshot();
  const [{ visibility, visibility_total }] = (await report('brands', org)).data;
  assert.deepEqual([visibility, visibility_total], [50, 100]);
});
