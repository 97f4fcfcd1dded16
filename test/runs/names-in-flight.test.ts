import assert from 'node:assert/strict';
import { test } from 'node:test';
import { putBrands } from '../../src/features/brands/import.ts';
import { reextractChanged } from '../../src/features/runs/job.ts';
import { startRunner } from '../../src/server/jobs/runner.ts';
import { forFile } from '../support/for-file.ts';
import { promptOrganisation, startPromptWorld } from '../support/providers/prompt-runs.ts';
import { completeRun, type TestOrganisation, until } from '../support/server/app.ts';

const world = await forFile(startPromptWorld());
const { app, server } = world;
const { db, ingestion, log } = app.app.services;

/** Does something each time after answers of an organisation were read and before they are written. @returns its end */
function betweenReadingAndWriting(org: TestOrganisation, work: () => Promise<unknown>): () => void {
  const { reader } = ingestion;
  const before = { extract: reader.extract, extractOne: reader.extractOne };
  const extract = reader.extract.bind(reader);
  const extractOne = reader.extractOne.bind(reader);
  reader.extract = async (...call) => {
    const read = await extract(...call);
    if (call[0] === org.id) await work();
    return read;
  };
  reader.extractOne = async (...call) => {
    const read = await extractOne(...call);
    if (call[0] === org.id) await work();
    return read;
  };
  return () => Object.assign(reader, before);
}

/** A function that gives the brand of an organisation one more alias, as a client does: Alias0, Alias1, … */
async function renaming(org: TestOrganisation): Promise<() => Promise<void>> {
  const token = await app.login(org);
  const { id } = (await app.call('GET', '/api/brands', { token })).json.data[0];
  const aliases: string[] = [];
  return async () => {
    aliases.push(`Alias${aliases.length}`);
    const { status, text } = await app.call('PATCH', `/api/brands/${id}`, { token, body: { aliases } });
    assert.equal(status, 200, text);
  };
}

/** Whether each answer of an organisation is stored as one that names its brand. */
const named = async (org: TestOrganisation) => {
  const runs = await app.sql(org)<{ named: boolean }[]>`
      select o.named from runs r join brands b on b.org_id = r.org_id and b.id = r.brand_id
      join observations o on o.org_id = r.org_id and o.run_id = r.id and o.subject_id = b.id`;
  return runs.map((run) => run.named);
};

test('ingestRuns: names that change in every round cost one round more, and hold for all in the end', async () => {
  const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  await ingestion.reextract(org.id);
  const rename = await renaming(org);
  let rounds = 0;
  const end = betweenReadingAndWriting(org, async () => {
    rounds += 1;
    await rename();
    // All that is stored is read under the newest names just before the new answers are written under others.
    await ingestion.reextract(org.id);
  });
  const body = Array.from({ length: 200 }, () =>
    completeRun({ brand: 'Lumenfold', answer: 'Alias1 is good.' }),
  );
  const { status, json } = await app.call('POST', '/api/runs', { key: org.key, body });
  end();
  assert.deepEqual([status, json.created, rounds], [200, 200, 2]);
  assert.equal(await ingestion.reextract(org.id), 200);
  assert.deepEqual(await named(org), new Array(200).fill(true));
  assert.equal(await ingestion.reextract(org.id), 0);
});

test('ingestRuns: a plan that changes meanwhile is the one whose quota holds', async () => {
  const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  const end = betweenReadingAndWriting(org, async () => {
    await db.sql`update organisations set plan = 'FREE' where id = ${org.id}`;
    await putBrands(db, org.id, [{ name: 'Lumenfold', aliases: [crypto.randomUUID()] }]);
  });
  const body = ['a', 'b', 'c'].map((queryText) => completeRun({ brand: 'Lumenfold', queryText }));
  const { json } = await app.call('POST', '/api/runs', { key: org.key, body });
  end();
  assert.deepEqual([json.created, json.refused], [2, 1]);
});

test('a prompt whose answer is paid for is kept, though names change in every round', async () => {
  const prompts = await promptOrganisation(world);
  const { org } = prompts;
  server.answer = () => ({ text: 'Alias1 is good.' });
  const runId = await prompts.run((await prompts.query('Which lamp?')).id);
  const rename = await renaming(org);
  let rounds = 0;
  const end = betweenReadingAndWriting(org, async () => {
    rounds += 1;
    await rename();
  });
  assert.equal(await prompts.work(), 1);
  end();
  assert.deepEqual([rounds, (await prompts.evidence(runId)).state], [2, 'COMPLETED']);
  await ingestion.reextract(org.id);
  assert.deepEqual(await named(org), [true]);
});

test('an organisation whose names change all the time does not keep others from being read again', async () => {
  const [busy, other] = [
    await app.organisation({ brands: [{ name: 'Lumenfold' }] }),
    await app.organisation({ brands: [{ name: 'Gleamwell' }] }),
  ];
  await app.ingest(busy, [{ brand: 'Lumenfold', answer: 'Alias0 is good.' }]);
  await app.ingest(other, [{ brand: 'Gleamwell', answer: 'Gleamy is good.' }]);
  await putBrands(db, other.id, [{ name: 'Gleamwell', aliases: ['Gleamy'] }]);
  const rename = await renaming(busy);
  await rename();
  const end = betweenReadingAndWriting(busy, rename);
  const jobs = startRunner(db, [reextractChanged(app.app.services)], log);
  try {
    await until(async () => (await named(other))[0] === true);
    end();
    await until(async () => (await named(busy))[0] === true);
  } finally {
    end();
    await jobs.stop();
  }
});
