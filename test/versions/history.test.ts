import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tellOfOutdatedAnswers } from '../../src/app/outdated-answers.ts';
import type { Log } from '../../src/base/log.ts';
import { EXTRACTION_VERSION } from '../../src/extraction/version.ts';
import { putBrands } from '../../src/features/brands/import.ts';
import { callerWith } from '../support/callers/caller.ts';
import { withApp } from '../support/callers/organisation.ts';
import { madePin } from '../support/callers/pins.ts';
import { type TestOrganisation, until } from '../support/server/app.ts';
import { startProgram } from '../support/server/programs.ts';
import { asOfVersion1, observations, sqlOf } from '../support/worlds/old-extractions.ts';

const app = await withApp();
const today = new Date().toISOString().slice(0, 10);

/** What no version would say: every score of a named subject 12.34. */
async function oldScores(org: TestOrganisation): Promise<void> {
  await asOfVersion1(app, org);
  await sqlOf(
    app,
    org,
  )((tx) => tx`update observations set sentiment = 1234 where named and org_id = ${org.id}`);
}

test('a change of names reads the answers that it concerns by the present version, and no others', async () => {
  const org = await app.organisation({
    brands: [{ name: 'Lumenfold', competitors: [{ name: 'Gleamwell' }] }],
  });
  const { db, ingestion } = app.app.services;
  const answers = ['Lumenfold is good.', 'Zephyr is good.', 'Gleamwell is good.', 'Lumenfold. Odd one.'];
  await app.ingest(
    org,
    answers.map((answer) => ({ brand: 'Lumenfold', answer })),
  );
  await ingestion.reextract(org.id);
  await oldScores(org);
  // An older version found the rival where the present one finds none of its names.
  await sqlOf(
    app,
    org,
  )(async (tx) => {
    const [rival] = await tx<{ id: string }[]>`select id from competitors where org_id = ${org.id}`;
    await tx`insert into observations (org_id, run_id, subject_id, kind, named, position, sentiment, snippet, extraction_version)
      select org_id, id, ${rival!.id}, 'COMPETITOR', true, 2, 1234, 'Odd one.', 1 from runs
      where org_id = ${org.id} and answer like '%Odd one.'`;
  });
  /** The answers that the present version has read. */
  const present = async () =>
    (
      await sqlOf(
        app,
        org,
      )(
        (tx) => tx<{ answer: string }[]>`
          select answer from runs where org_id = ${org.id} and extraction_version = ${EXTRACTION_VERSION}
          order by answer collate "C"`,
      )
    ).map(({ answer }) => answer);
  assert.deepEqual(await present(), []);
  await putBrands(db, org.id, [{ name: 'Lumenfold', aliases: ['Zephyr'] }]);
  await ingestion.reextract(org.id);
  await until(async () => (await present()).length > 0);
  assert.deepEqual(await present(), [answers[1]], 'one that only gained a name');
  // The rival gained a name and lost none; then it lost the one by which it was found.
  const rivals = (aliases: string[]) => [
    { name: 'Lumenfold', aliases: ['Zephyr'], competitors: [{ name: 'Gleamwell', aliases }] },
  ];
  await putBrands(db, org.id, rivals(['Odd two']));
  await ingestion.reextract(org.id);
  assert.deepEqual(await present(), [answers[1]]);
  await putBrands(db, org.id, rivals([]));
  await ingestion.reextract(org.id);
  await until(async () => (await present()).length > 1);
  assert.deepEqual(await present(), answers.slice(1).sort(), 'what the rival was found in');
  const old = (await observations(app, org)).filter(({ version }) => version === 1);
  assert.ok(old.length > 0);
  for (const { named, sentiment } of old) assert.equal(sentiment, named ? 1234 : null);
  const none = await sqlOf(app, org)((tx) => tx`select from extractions where org_id = ${org.id}`);
  assert.equal(none.length, 0, 'names are breaks of their own');
});

test('killed in the middle, it goes on: every answer is read once, and the record says all [long]', {
  timeout: 120_000,
}, async () => {
  const org = await app.organisation({ brands: [{ name: 'Lumenfold' }, { name: 'Halden' }] });
  const { ingestion } = app.app.services;
  const BATCH = 250;
  await app.ingest(
    org,
    Array.from({ length: 2 * BATCH + 100 }, (_, at) => ({
      brand: at % 5 === 0 ? 'Halden' : 'Lumenfold',
      answer: at % 2 === 0 ? 'Lumenfold is great. Halden is bad.' : 'Nobody.',
    })),
  );
  await ingestion.reextract(org.id);
  const right = await observations(app, org);
  await oldScores(org);
  const readNow = async () => {
    const rows = await sqlOf(
      app,
      org,
    )((tx) => tx`select from runs where org_id = ${org.id} and extraction_version = ${EXTRACTION_VERSION}`);
    return rows.length;
  };
  const command = ['reextract', '--org', org.id];
  const variables = { DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir, JOBS: 'apart' };
  // The third batch waits for its last answer until the process is dead.
  const killed = startProgram('src/cli.ts', command, variables);
  await sqlOf(
    app,
    org,
  )(async (tx) => {
    await tx`set local idle_in_transaction_session_timeout = 0`;
    await tx`select from runs where org_id = ${org.id} order by id desc limit 1 for update`;
    await until(async () => (await readNow()) === 2 * BATCH);
    // The launcher cannot pass this signal on: the program ends as it notices that the launcher is gone.
    killed.child.kill('SIGKILL');
    await killed.ended;
  });
  assert.ok((await readNow()) < right.length);

  const { code, stdout, stderr } = await startProgram('src/cli.ts', command, variables).ended;
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^reextracted \d+\n$/);
  assert.deepEqual(await observations(app, org), right);
  const records = await sqlOf(
    app,
    org,
  )(
    (tx) => tx<{ finished: boolean; before: number; after: number; answers: number; changed: number }[]>`
      select finished_at is not null as finished, version_before as before, version_after as after,
             sum(answers)::integer as answers, sum(changed)::integer as changed
      from extractions where org_id = ${org.id} group by id, 1, 2, 3 order by id`,
  );
  assert.deepEqual(
    records.map(({ finished, before, after }) => [finished, before, after]),
    [
      [false, 1, EXTRACTION_VERSION],
      [true, 1, EXTRACTION_VERSION],
    ],
  );
  const sum = (field: 'answers' | 'changed') => records.reduce((all, record) => all + record[field], 0);
  assert.deepEqual([sum('answers'), sum('changed')], [600, 300]);

  const call = callerWith(app, await app.login(org));
  const brands = (await call('listBrands')).json.data;
  for (const [name, answers, changed] of [
    ['Lumenfold', '480', '240'],
    ['Halden', '120', '60'],
  ]) {
    const { id } = brands.find((brand) => brand.name === name)!;
    const { data } = (await call('listBreaks', { query: { brandId: id, startDate: today, endDate: today } }))
      .json;
    const found = data.filter(({ kind }) => kind === 'extraction');
    assert.deepEqual(found, [
      {
        day: today,
        kind: 'extraction',
        platform: null,
        description: `Answers were read again by version ${EXTRACTION_VERSION} of the extraction: ${changed} of ${answers} changed.`,
        details: {
          extractionVersion: EXTRACTION_VERSION,
          before: 1,
          answers: Number(answers),
          changed: Number(changed),
        },
      },
    ]);
  }
});

test('a pin keeps the numbers of the version that was in force; reports without it have the new ones [long]', async () => {
  const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  const { ingestion } = app.app.services;
  await app.ingest(org, [
    { brand: 'Lumenfold', answer: 'Lumenfold is excellent.' },
    { brand: 'Lumenfold', answer: 'Nobody.' },
  ]);
  await ingestion.reextract(org.id);
  await oldScores(org);
  await sqlOf(
    app,
    org,
  )(
    // The snapshots' own note of what changed, as whoever wrote these answers would have left it.
    (tx) => tx`insert into changed_parts (org_id, part, month)
      select distinct org_id, 'runs', date_trunc('month', executed_at at time zone 'UTC')::date from runs
      where org_id = ${org.id}`,
  );
  await app.snapshot();
  const call = callerWith(app, await app.login(org));
  const pin = await madePin(call, { name: 'before' });
  assert.deepEqual(pin.extractionVersions, [1]);
  const sentiment = async (headers: Record<string, string> = {}) => {
    const { json, text } = await app.call('POST', '/api/customer/v1/reports/brands', {
      key: org.key,
      headers,
    });
    return [json.data[0].sentiment, text];
  };
  const [old, text] = await sentiment();
  assert.equal(old, 12.34);

  assert.equal(await ingestion.reextract(org.id, { scope: 'OUTDATED' }), 2);
  await app.snapshot();
  const [now] = await sentiment();
  assert.notEqual(now, 12.34);
  assert.deepEqual(await sentiment({ 'X-Snapshot-Id': 'before' }), [12.34, text]);
  assert.deepEqual((await madePin(call, { name: 'after' })).extractionVersions, [EXTRACTION_VERSION]);
  assert.deepEqual((await call('getPin', { ids: [pin.id] })).json.extractionVersions, [1]);
  const [brand] = (await call('listBrands')).json.data;
  const { data } = (await call('listBreaks', { query: { brandId: brand!.id } })).json;
  assert.deepEqual(data.find(({ kind }) => kind === 'extraction')?.details, {
    extractionVersion: EXTRACTION_VERSION,
    before: 1,
    answers: 2,
    changed: 1,
  });
});

test('a pin of a snapshot from before answers were read again has the version before too', async () => {
  const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  await app.ingest(org, [{ brand: 'Lumenfold', answer: 'Lumenfold.' }]);
  await app.app.services.ingestion.reextract(org.id);
  await asOfVersion1(app, org);
  const snapshot = await app.snapshot();
  await app.app.services.ingestion.reextract(org.id, { scope: 'OUTDATED' });
  const call = callerWith(app, await app.login(org));
  const pin = await madePin(call, { name: 'late', snapshot });
  assert.deepEqual(pin.extractionVersions, [1, EXTRACTION_VERSION]);
});

test('the start says how many answers older versions read, and nothing where there are none', async () => {
  const told = async () => {
    const lines: [object, string][] = [];
    const log = {
      info: (...line: [object, string]) => lines.push(line),
      error: assert.fail,
    } as unknown as Log;
    // What stops it waits for its end.
    const { db } = app.app.services;
    const telling = tellOfOutdatedAnswers(db, log);
    await telling.done;
    return lines;
  };
  await app.app.services.ingestion.reextract((await app.organisation()).id);
  const others = await told();
  const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  await app.ingest(org, [
    { brand: 'Lumenfold' },
    { brand: 'Lumenfold', platform: 'CLAUDE' },
    { brand: 'Lumenfold' },
  ]);
  await app.app.services.ingestion.reextract(org.id);
  assert.deepEqual(await told(), others);
  await asOfVersion1(app, org);
  await sqlOf(
    app,
    org,
  )(
    (tx) => tx`update runs set surface = 'API_WEB_SEARCH', extraction_version = 0
      where org_id = ${org.id} and platform = 'CLAUDE'`,
  );
  const before = (others[0]?.[0] ?? { answers: 0, organisations: 0 }) as {
    answers: number;
    organisations: number;
  };
  const [[fields, text] = [{}, '']] = await told();
  assert.deepEqual(fields, {
    answers: before.answers + 3,
    organisations: before.organisations + 1,
    versions: [0, 1],
  });
  assert.match(
    text,
    /^\d+ answers were read by extraction version 0, 1; sightline reextract --dry-run shows/,
  );
});

test('a score of a model stays when an answer is read again, but not under another name', async () => {
  const org = await app.organisation({
    brands: [{ name: 'Lumenfold', competitors: [{ name: 'Gleamwell' }] }],
  });
  const { ingestion } = app.app.services;
  await app.ingest(org, [{ brand: 'Lumenfold', answer: 'Lumenfold is good. Gleamwell is good.' }]);
  await ingestion.reextract(org.id);
  await sqlOf(
    app,
    org,
  )(
    (tx) => tx`update observations set sentiment = 1234, sentiment_reader = 'MODEL' where org_id = ${org.id}`,
  );
  const call = callerWith(app, await app.login(org));
  const [brand] = (await call('listBrands')).json.data;
  const [rival] = (await call('listCompetitors', { ids: [brand!.id] })).json.data;
  const scores = async () =>
    (await observations(app, org))
      .map(({ kind, sentiment, reader }) => [kind, sentiment === 1234, reader])
      .sort();
  await ingestion.reextract(org.id, { scope: 'ALL' });
  assert.deepEqual(await scores(), [
    ['BRAND', true, 'MODEL'],
    ['COMPETITOR', true, 'MODEL'],
  ]);
  await call('updateCompetitor', { ids: [rival!.id], body: { name: 'Gleam', aliases: ['Gleamwell'] } });
  await ingestion.reextract(org.id);
  assert.deepEqual(await scores(), [
    ['BRAND', true, 'MODEL'],
    ['COMPETITOR', false, 'LEXICON'],
  ]);
});
