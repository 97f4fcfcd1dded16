// long: 16 s
import assert from 'node:assert/strict';
import { readdirSync, utimesSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { DAY_MS } from '../../src/base/definitions.ts';
import type { Tx } from '../../src/db/client.ts';
import { runRetention } from '../../src/features/housekeeping/job.ts';
import { type Caller, callerWith, tokenAs } from '../support/callers/caller.ts';
import { finishedExport, makeExport } from '../support/callers/exports.ts';
import { withOrganisation } from '../support/callers/organisation.ts';
import { madePin } from '../support/callers/pins.ts';
import { temporaryFolder } from '../support/for-file.ts';
import { filesWith, tablesOfDumpWith } from '../support/outputs/traces.ts';
import { partition } from '../support/partition.ts';
import { runIds, type TestAnswer, until } from '../support/server/app.ts';

const MONTHS = 6;
/** In the texts of answers past their time, in later ones, and in those of another organisation, which keeps all. */
const [PAST, KEPT, OTHER] = ['gentlestqzx', 'brightestqzx', 'warmestqzx'];

const { app, org, call } = await withOrganisation(
  {
    brands: [
      { name: 'Lumenfold', competitors: [{ name: 'Glowmark' }, { name: 'Dimwell' }] },
      { name: 'Brillantia', competitors: [{ name: 'Glowmark' }] },
    ],
  },
  { SNAPSHOT_KEEP_MINUTES: '0' },
);
const other = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
const services = () => app.app.services;
const tenant = <T>(work: (tx: Tx) => Promise<T>) => services().db.tenant(org.id, work);

/** The first moment whose texts are kept. */
const bound = (() => {
  const day = new Date();
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth() - MONTHS];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(day.getUTCDate(), last)));
})();
const fromBound = (ms: number) => new Date(bound.getTime() + ms);

const times = [-400, -40, -3, 3, 20, 60].flatMap((day) =>
  [0, 1, 2].map((hour) => fromBound(day * DAY_MS + hour * 3_600_000)),
);
const moments = [...times, fromBound(-1), fromBound(0)].filter((at) => at.getTime() < Date.now());

function answerAt(at: Date, index: number, past: string): string {
  const mark = at < bound ? past : KEPT;
  const long = index % 5 === 0 ? `\n\n${`Nobody would call it the ${mark} twice. `.repeat(200)}` : '';
  const own = [
    `Lumenfold is the ${mark} lamp we found, and a pleasure.`,
    `Lumenfold is the ${mark} disappointment: it is bad and breaks.`,
    `Nobody speaks of it; ${mark} is Glowmark.`,
  ][index % 3];
  return `1. ${own}\n2. Glowmark is ${mark} and good.\n3. Dimwell, ${mark}, is poor.${long}`;
}

const ingested = (owner: typeof org, name: string, past: string) =>
  app.ingest(
    owner,
    moments.map((executedAt, index) => ({
      externalId: `${name}-${index}`,
      brand: 'Lumenfold',
      platform: (['CHATGPT', 'PERPLEXITY'] as const)[index % 2]!,
      queryText: ['Which lamp is best?', 'Which lamp lasts?'][index % 2]!,
      executedAt: executedAt.toISOString(),
      answer: answerAt(executedAt, index, past),
      searched: true,
      searchQueries: ['best lamp'],
      citations: [
        { url: `https://reviews.example/${index % 4}`, title: 'Lamps' },
        { url: 'https://glowmark.example/', title: null },
      ],
    })),
  );

/** Every report with numbers, of all days, with what changes by itself taken out. */
async function numbers(snapshot?: string): Promise<Record<string, string>> {
  const { data: brands } = (await call('listBrands')).json;
  const brandId = brands.find(({ name }) => name === 'Lumenfold')!.id;
  const range = { start_date: '2024-01-01', end_date: new Date().toISOString().slice(0, 10) };
  const half = {
    start_date: fromBound(-30 * DAY_MS)
      .toISOString()
      .slice(0, 10),
    end_date: fromBound(29 * DAY_MS)
      .toISOString()
      .slice(0, 10),
  };
  const bodies: [string, object][] = [
    ['brands', range],
    [
      'brands',
      {
        ...range,
        dimensions: ['month', 'platform'],
        include: ['intervals', 'share_of_voice', 'competitors', 'counts', 'readers'],
      },
    ],
    ['brands', { ...half, compare_to: 'previous', include: ['intervals', 'changes', 'coverage'] }],
    ['queries', range],
    ['queries', { ...range, dimensions: ['month', 'query'], include: ['counts', 'evidence'] }],
    ['mentions', range],
    ['mentions', { ...range, dimensions: ['source_type', 'month'] }],
    ['sources', range],
    ['sources', { ...range, by: 'url', dimensions: ['month'], include: ['competitors', 'evidence'] }],
    ['searches', range],
    ['opportunities', { ...half, brand_id: brandId }],
  ];
  const found: Record<string, string> = {};
  for (const [name, body] of bodies) {
    const answer = await app.report(org, name, body, snapshot);
    assert.equal(answer.status, 200, answer.text);
    found[`${name} ${JSON.stringify(body)}`] = withoutTexts(answer);
  }
  return found;
}

/** A report without sentences. Other fields may differ in nothing. */
function withoutTexts({ json }: TestAnswer): string {
  return JSON.stringify(json, (key, value) => (['snippet', 'sentences'].includes(key) ? undefined : value));
}

const retention = async () => (await call('getAnswerRetention')).json;
const housekeep = () => runRetention(services()).work(partition(org.id));
const nameOf = async (owner: Caller) => (await owner('getOrganisation')).json.name;

test('how long texts are kept is the owner’s to set, and is confirmed by the name', async () => {
  assert.deepEqual(await retention(), {
    ...{
      months: null,
      keptFrom: null,
      pastTime: 0,
      isComplete: true,
      forgotten: 0,
      forgottenBefore: null,
      setAt: null,
    },
  });
  await ingested(org, 'own', PAST);
  await ingested(other, 'other', OTHER);
  const preview = (await call('getAnswerRetention', { query: { months: MONTHS } })).json;
  assert.equal(preview.pastTime, moments.filter((at) => at < bound).length);
  assert.equal(preview.keptFrom, bound.toISOString().slice(0, 10));
  assert.equal((await retention()).months, null);

  for (const body of [{ months: MONTHS }, { months: MONTHS, organisationName: 'Another' }]) {
    const { status, json } = await call('putAnswerRetention', { body });
    assert.deepEqual(
      [status, json.error, json.details?.[0]?.field],
      [400, 'validation_error', 'organisationName'],
    );
  }
  for (const months of [0, 121, 1.5, '6'])
    assert.equal((await call('putAnswerRetention', { body: { months, organisationName: 'x' } })).status, 400);
  const admin = callerWith(app, await tokenAs(app, org, 'ADMIN'));
  assert.equal((await admin('putAnswerRetention', { body: { months: null } })).status, 403);
  assert.equal((await admin('getAnswerRetention')).status, 200);
  assert.equal((await retention()).setAt, null);
});

test('forgotten texts are gone from the database, the snapshots, pins, exports and stored messages; no number moves', async () => {
  await app.snapshot();
  const pin = await madePin(call, { name: 'before' });
  const exports = [
    await makeExport(call, {
      report: 'MENTIONS',
      format: 'PARQUET',
      parameters: { start_date: '2024-01-01', end_date: bound.toISOString().slice(0, 10) },
    }),
    await finishedExport(call, (await call('createDataExport')).json.id),
  ];
  const recent = await makeExport(call, {
    ...{ report: 'MENTIONS', format: 'CSV' },
    parameters: {
      start_date: fromBound(DAY_MS).toISOString().slice(0, 10),
      end_date: new Date().toISOString().slice(0, 10),
    },
  });
  const ids = await runIds(app, org);
  const past = [...ids].flatMap(([external, id]) =>
    moments[Number(external.split('-')[1])]! < bound ? [id] : [],
  );
  await correctAndQueue(past);
  await app.snapshot();
  const before = await numbers();
  const ofPin = await numbers('before');
  const folder = temporaryFolder();
  const dump = () => tablesOfDumpWith(app.databaseUrl, join(folder, `${Math.random()}`), PAST);
  assert.deepEqual(await dump(), [
    'machine_observations',
    'observations',
    'runs',
    'trial_runs',
    'webhook_attempts',
    'webhook_messages',
  ]);
  assert.ok((await filesWith(app.dataDir, PAST)).length > 5);

  const organisationName = await nameOf(call);
  const set = await call('putAnswerRetention', { body: { months: MONTHS, organisationName } });
  assert.equal(set.status, 200, set.text);
  await until(async () => (await retention()).isComplete);
  const done = await retention();
  assert.deepEqual(
    [done.pastTime, done.forgotten, done.forgottenBefore],
    [0, past.length + 1, bound.toISOString()],
  );

  await app.snapshot();
  assert.deepEqual(await numbers(), before);
  await housekeep();
  await until(async () => (await call('listExports')).json.total === 1);
  assert.equal((await call('listExports')).json.data[0]?.id, recent.id, 'one without old texts stays');
  assert.equal(exports.length, 2);
  assert.deepEqual(await numbers('before'), ofPin);
  const { touchedAt } = (await call('getPin', { ids: [pin.id] })).json;
  assert.equal(touchedAt, null, 'its numbers are as they were');

  // A snapshot that a pin or an export was made from is held for a minute more.
  for (const held of readdirSync(app.dataDir, { recursive: true, encoding: 'utf8' }))
    if (basename(held) === 'HELD') utimesSync(join(app.dataDir, held), 0, 0);
  await app.snapshot(); // nothing changed: what was superseded goes, and no reserve with texts stays
  assert.deepEqual(await dump(), []);
  assert.deepEqual(await filesWith(app.dataDir, PAST), []);
  for (const mark of [KEPT, OTHER]) assert.ok((await filesWith(app.dataDir, mark)).length > 0, mark);
});

/** Gives forgotten texts every other place that keeps them. */
async function correctAndQueue(past: readonly string[]): Promise<void> {
  const { data: brands } = (await call('listBrands')).json;
  const brandId = brands.find(({ name }) => name === 'Lumenfold')!.id;
  const corrected = await call('putBrandCorrection', {
    ids: [past[0]!, brandId],
    body: { named: true, score: 12 },
  });
  assert.equal(corrected.status, 200, corrected.text);
  assert.equal(
    (await call('createWebhook', { body: { url: 'https://hooks.invalid/x', events: ['mention.created'] } }))
      .status,
    201,
  );
  await app.ingest(org, [
    {
      externalId: 'late-0',
      brand: 'Lumenfold',
      executedAt: fromBound(-50 * DAY_MS).toISOString(),
      answer: `Lumenfold, the ${PAST} of all, came late.`,
    },
  ]);
  await tenant(async (tx) => {
    await tx`insert into trials (org_id, id, brand_id, query_text, created_at)
      values (${org.id}, 'old', ${brandId}, 'Which?', ${fromBound(-DAY_MS)}), (${org.id}, 'new', ${brandId}, 'Which?', now())`;
    await tx`insert into trial_runs (org_id, trial_id, platform, state, answer)
      values (${org.id}, 'old', 'GROK', 'COMPLETED', ${`The ${PAST} one.`}),
             (${org.id}, 'new', 'GROK', 'COMPLETED', 'A new one.')`;
    await tx`insert into webhook_attempts (org_id, delivery_id, ordinal, started_at, duration_ms, response_body)
      select org_id, id, 9, now(), 1, ${`You sent the ${PAST} of all.`} from webhook_deliveries where org_id = ${org.id}
      on conflict do nothing`;
  });
}
