// long: 27 s
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { parse } from 'csv-parse/sync';
import { randomFrom } from '../../bench/intervals/clustered-runs.ts';
import { roundedMean } from '../../src/base/definitions.ts';
import { connect } from '../../src/db/client.ts';
import { judge } from '../../src/features/alerts/verdicts.ts';
import { putBrands } from '../../src/features/brands/import.ts';
import { ingestFile, readBrandsFile } from '../../src/features/imports/file.ts';
import { READERS, type Reader } from '../../src/reports/rules.ts';
import { type Caller, callerWith } from '../support/callers/caller.ts';
import { downloadExport, makeExport } from '../support/callers/exports.ts';
import { withApp } from '../support/callers/organisation.ts';
import { type Agent, agentByHttp } from '../support/logins/agents.ts';
import { type TestApp, type TestOrganisation, until } from '../support/server/app.ts';

const FOLDER = fileURLToPath(new URL('../../../shared/data/', import.meta.url));
const skip = existsSync(`${FOLDER}runs.jsonl`) ? false : `the real answers are not here: ${FOLDER}`;
const RANGE = { start_date: '2024-11-01', end_date: '2026-03-01' };
const SEED = 20_261_124;

/** An answer as reports count it. */
interface Answer {
  id: string;
  brandId: string;
  platform: string;
  named: boolean;
  position: number | null;
  /** Hundredths. */
  sentiment: number | null;
  reader: Reader | null;
  /** Competitors that it names. */
  rivals: { id: string; position: number }[];
}

/** A correction: what it makes of the answer, how it is made, and how it is undone. */
interface Step {
  answer: Answer;
  becomes: Partial<Answer>;
  make: () => Promise<{ status: number; text: string }>;
  undo: () => Promise<{ status: number; text: string }>;
}

let app: TestApp;
let org: TestOrganisation;
let token: string;
let call: Caller;
let agent: Agent;

before(async () => {
  if (skip) return;
  app = await withApp();
  org = await app.organisation();
  token = await app.login(org);
  call = callerWith(app, token);
  const { db, ingestion } = app.app.services;
  await putBrands(db, org.id, await readBrandsFile(`${FOLDER}brands.jsonl`));
  const onProblem = (line: number, reason: string) => assert.fail(`${line}: ${reason}`);
  await ingestFile(ingestion, org.id, `${FOLDER}runs.jsonl`, { onProblem, onProgress: () => {} });
  // Postgres does this by itself within a minute or two. Until then its plans for lists of mentions may take seconds.
  const owner = connect(app.databaseUrl, { role: 'owner', max: 1 });
  await owner`analyze`;
  await owner.end();
});

/** What was read in the answers, in a fixed order. */
function readAnswers(): Promise<Answer[]> {
  return app.app.services.db.tenant(org.id, async (tx) => [
    ...(await tx<Answer[]>`
        select r.id, r.brand_id as "brandId", r.platform, coalesce(o.named, false) as named, o.position, o.sentiment,
          o.sentiment_reader as reader,
          coalesce((select json_agg(json_build_object('id', c.subject_id, 'position', c.position) order by c.position)
            from observations c where c.org_id = r.org_id and c.run_id = r.id and c.kind = 'COMPETITOR' and c.named
            and c.position is not null), '[]') as rivals
        from runs r left join observations o on o.org_id = r.org_id and o.run_id = r.id and o.subject_id = r.brand_id
        where r.org_id = ${org.id} order by r.external_id`),
  ]);
}

const report = async (name: string, body: object) => {
  const { status, json, text } = await app.report(org, name, { ...RANGE, limit: 10_000, ...body });
  assert.equal(status, 200, text);
  return { json, text };
};
const BY_PLATFORM = { dimensions: ['platform'], include: ['intervals', 'readers'] };

/** Counts behind alerts, by brand. One after the other, since each waits for its turn only so long. */
async function measured(brandIds: readonly string[]) {
  const { dayCounts: measures } = app.app.services.reports;
  return measures.on(org.id, async (data) => {
    const counts: Awaited<ReturnType<typeof data.rows<'runs'>>>[] = [];
    const days = { start: RANGE.start_date, end: RANGE.end_date };
    for (const brand of brandIds)
      counts.push(await data.rows('runs', { brand, platform: null, competitor: null, ...days }));
    return counts;
  });
}

async function exported(): Promise<string> {
  const parameters = { ...RANGE, ...BY_PLATFORM };
  const { id, state } = await makeExport(call, { report: 'BRANDS', format: 'NDJSON', parameters });
  assert.equal(state, 'COMPLETED');
  return (await downloadExport(app, token, id)).text();
}

/** What rules on the whole time say, by brand. */
function judged(brandIds: readonly string[]) {
  const rule = {
    ...{ id: 'rule', type: 'NEGATIVE_SENTIMENT' as const, name: null, threshold: 100, windowDays: 90 },
    ...{
      severity: 'LOW' as const,
      platform: null,
      competitorId: null,
      detectablePoints: null,
      isActive: true,
    },
    ...{ createdAt: '', updatedAt: '' },
  };
  return app.app.services.reports.dayCounts.on(org.id, async (data) => {
    const verdicts: unknown[] = [];
    for (const brandId of brandIds) {
      const verdict = await judge({ ...rule, brandId }, data, RANGE.end_date, []);
      verdicts.push([verdict?.message, verdict?.evidence.current, verdict?.evidence.sentimentReaders]);
    }
    return verdicts;
  });
}

/** The brands by platform in a flat form. */
async function flat(accept: string): Promise<Buffer> {
  const { dimensions, include } = BY_PLATFORM;
  const query = new URLSearchParams({ ...RANGE, dimensions: dimensions.join(), include: include.join() });
  const response = await fetch(`${app.url}/api/customer/v1/reports/brands?${query}&limit=10000`, {
    headers: { 'X-API-Key': org.key, Accept: accept },
  });
  assert.equal(response.status, 200);
  return Buffer.from(await response.arrayBuffer());
}

/**
 * All that is said of the answers, as text.
 * @param runIds answers whose evidence is part of it
 */
async function said(brandIds: readonly string[], runIds: readonly string[]): Promise<Map<string, string>> {
  await app.snapshot();
  const texts = new Map<string, string>();
  for (const name of ['brands', 'queries', 'mentions']) texts.set(name, (await report(name, {})).text);
  texts.set('brands by platform', (await report('brands', BY_PLATFORM)).text);
  texts.set('mentions by brand', (await report('mentions', { dimensions: ['brand'] })).text);
  // Groups come in no order.
  const rows = (await measured(brandIds)).map((each) => each.map((row) => JSON.stringify(row)).sort());
  texts.set('measures', JSON.stringify(rows));
  texts.set('export', await exported());
  texts.set('verdicts', JSON.stringify(await judged(brandIds)));
  texts.set('csv', String(await flat('text/csv')));
  texts.set('ndjson', String(await flat('application/x-ndjson')));
  texts.set('parquet', (await flat('application/vnd.apache.parquet')).toString('base64'));
  const { json } = await agent.call('report_brands', { ...RANGE, limit: 50 });
  texts.set('agents', JSON.stringify(json.rows));
  const evidence: string[] = [];
  for (const id of runIds)
    evidence.push((await app.call('GET', `/api/customer/v1/runs/${id}`, { key: org.key })).text);
  texts.set('evidence', evidence.join('\n'));
  const breaks = { startDate: RANGE.start_date };
  const days = await Promise.all(
    brandIds.map((brandId) => call('listBreaks', { query: { brandId, ...breaks } })),
  );
  texts.set('breaks', days.map(({ text }) => text).join('\n'));
  return texts;
}

/** Sixty corrections of answers that a seed chose, each of another answer. */
function stepsOf(answers: readonly Answer[]): Step[] {
  const random = randomFrom(SEED);
  const rest = answers.map((answer) => ({ answer, at: random() })).sort((a, b) => a.at - b.at);
  const taken = new Set<Answer>();
  const take = (count: number, fits: (answer: Answer) => boolean): Answer[] => {
    const found = rest.filter(({ answer }) => !taken.has(answer) && fits(answer)).slice(0, count);
    assert.equal(found.length, count, 'there are answers enough');
    for (const { answer } of found) taken.add(answer);
    return found.map(({ answer }) => answer);
  };
  const isNamed = ({ named }: Answer) => named;
  const score = () => Math.floor(10_000 * random());
  const person = (sentiment: number) => ({ sentiment, reader: 'PERSON' as const });
  const nobody = { named: false, position: null, sentiment: null, reader: null };
  const ofBrand = (answer: Answer, body: object, becomes: Partial<Answer>): Step => ({
    ...{ answer, becomes },
    make: () => call('putBrandCorrection', { ids: [answer.id, answer.brandId], body }),
    undo: () => call('deleteBrandCorrection', { ids: [answer.id, answer.brandId] }),
  });
  const ofMention = (answer: Answer, body: object, undone: object, becomes: Partial<Answer>): Step => {
    const change = async (query: { dismissed?: boolean }, change: object) => {
      let data: { id: string }[] = [];
      // A busy machine may answer 503 for a while.
      await until(async () => {
        const { status, json } = await call('listMentions', { query: { runId: answer.id, ...query } });
        if (status === 200) data = json.data;
        return status === 200;
      });
      return call('updateMention', { ids: [data[0]!.id], body: { ...change, scope: 'answer' } });
    };
    const dismissed = 'dismissed' in body ? { dismissed: true } : {};
    return { answer, becomes, make: () => change({}, body), undo: () => change(dismissed, undone) };
  };
  return [
    ...take(12, isNamed).map((each) => ofBrand(each, { named: false }, nobody)),
    ...take(12, isNamed).map((each) => {
      const sentiment = score();
      return ofBrand(each, { named: true, score: sentiment / 100 }, person(sentiment));
    }),
    ...take(8, ({ position }) => position !== null && position > 2).map((each) =>
      ofBrand(each, { named: true, position: 2 }, { position: 2 }),
    ),
    ...take(6, ({ named, rivals }) => !named && rivals.length > 1).map((each) => {
      const position = new Set(each.rivals.map((rival) => rival.position)).size + 1;
      return ofBrand(each, { named: true }, { ...nobody, named: true, position });
    }),
    ...take(
      8,
      ({ position, rivals }) => position !== null && (rivals[0]?.position ?? position) < position,
    ).map((answer): Step => {
      const ids = [answer.id, answer.rivals[0]!.id];
      return {
        ...{ answer, becomes: { position: answer.position! - 1 } },
        make: () => call('putCompetitorCorrection', { ids, body: { named: false } }),
        undo: () => call('deleteCompetitorCorrection', { ids }),
      };
    }),
    ...take(7, isNamed).map((each) => ofMention(each, { dismissed: true }, { dismissed: false }, nobody)),
    ...take(7, isNamed).map((each) => {
      const sentiment = score();
      return ofMention(
        each,
        { sentimentScore: sentiment / 100 },
        { sentimentScore: null },
        person(sentiment),
      );
    }),
  ];
}

/** The sums of answers that reports give. */
function countsOf(answers: readonly Answer[]) {
  const named = answers.filter((each) => each.named);
  const scored = named.filter((each) => each.sentiment !== null);
  const positions = named.map(({ position }) => position!);
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const sentimentSum = sum(scored.map(({ sentiment }) => sentiment!));
  return {
    total: answers.length,
    named: named.length,
    scored: scored.length,
    sentiment: roundedMean(sentimentSum, scored.length),
    position: roundedMean(100 * sum(positions), positions.length),
    sentimentSum,
    readers: Object.fromEntries(
      READERS.map((reader) => [reader, scored.filter((each) => each.reader === reader).length]),
    ),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: rows of reports
const ofRow = (row: any) => ({
  ...{ total: row.visibility_total, named: row.visibility_count, scored: row.sentiment_count },
  ...{ sentiment: row.sentiment, position: row.position },
});

/** Each report says what a plain loop counts. */
async function assertSaid(texts: ReadonlyMap<string, string>, answers: readonly Answer[]): Promise<void> {
  const data = (name: string) => JSON.parse(texts.get(name)!).data;
  const byBrand = Map.groupBy(answers, ({ brandId }) => brandId);
  const brands = data('brands');
  assert.equal(brands.length, byBrand.size);
  for (const row of brands) {
    const { readers: _, sentimentSum: __, ...counts } = countsOf(byBrand.get(row.brand.id)!);
    assert.deepEqual(ofRow(row), counts, row.brand.name);
  }
  const byPlatform = Map.groupBy(answers, ({ brandId, platform }) => `${brandId} ${platform}`);
  const rows = data('brands by platform');
  assert.equal(rows.length, byPlatform.size);
  for (const row of rows) {
    const { sentimentSum, ...counts } = countsOf(
      byPlatform.get(`${row.brand.id} ${row.dimensions.platform}`)!,
    );
    const { sentiment_readers: readers, sentiment_sum: sum } = row;
    assert.deepEqual({ ...ofRow(row), readers }, counts, `${row.brand.name} ${row.dimensions.platform}`);
    assert.equal(Math.round(100 * sum), sentimentSum);
  }
  const lines = texts.get('export')!.trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)),
    rows,
  );
  assert.equal(texts.get('ndjson'), texts.get('export'));
  // biome-ignore lint/suspicious/noExplicitAny: rows of flat forms
  const cells = (row: any) =>
    [row.brand_id, row.platform, row.visibility_count, row.sentiment, row.position].map((cell) =>
      cell === null || cell === '' ? '' : String(cell),
    );
  const expectedCells = rows.map((row: { brand: { id: string }; dimensions: { platform: string } }) =>
    cells({ ...row, brand_id: row.brand.id, platform: row.dimensions.platform }),
  );
  assert.deepEqual(parse(texts.get('csv')!, { columns: true, bom: true }).map(cells), expectedCells);
  const file = join(app.dataDir, 'corrected.parquet');
  writeFileSync(file, Buffer.from(texts.get('parquet')!, 'base64'));
  const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
  const read = await duckdb.runAndReadAll(
    `select brand_id, platform, visibility_count::double as visibility_count, sentiment::double as sentiment,
       position::double as position from read_parquet('${file}')`,
  );
  assert.deepEqual(read.getRowObjectsJson().map(cells), expectedCells);
  duckdb.closeSync();
  const agentRows: { brand: { id: string }; visibility: { value: number; n: number } }[] = JSON.parse(
    texts.get('agents')!,
  );
  const ofAgents = new Map(agentRows.map((row) => [row.brand.id, row.visibility]));
  for (const row of brands) {
    const { value, n } = ofAgents.get(row.brand.id) ?? {};
    assert.deepEqual([value, n], [row.visibility, row.visibility_total], row.brand.name);
  }
  const byId = new Map(answers.map((answer) => [answer.id, answer]));
  for (const line of texts.get('evidence')!.split('\n')) {
    const run = JSON.parse(line);
    const { named, position } = byId.get(run.id)!;
    assert.deepEqual([run.brandMentioned, run.position], [named, position]);
    if (!named) assert.deepEqual(run.mentionIds, []);
  }
  for (const { latestResult: latest } of data('queries')) {
    const { named, position, sentiment } = byId.get(latest.runId)!;
    const expected = [named, position, sentiment === null ? null : sentiment / 100];
    assert.deepEqual([latest.brandMentioned, latest.position, latest.sentimentScore], expected);
  }
  for (const { brand, run_count: runs } of data('mentions by brand'))
    assert.equal(runs, countsOf(byBrand.get(brand.id)!).named, brand.name);
  const ids = [...byBrand.keys()];
  for (const [at, cells] of (await measured(ids)).entries()) {
    const { total, named, scored, sentimentSum, readers } = countsOf(byBrand.get(ids[at]!)!);
    const sum = (name: 'runs' | 'named' | 'scored' | 'sentimentSum' | Reader) =>
      cells.reduce((all, cell) => all + Number(cell[name]), 0);
    assert.deepEqual(
      [sum('runs'), sum('named'), sum('scored'), sum('sentimentSum'), ...READERS.map(sum)],
      [total, named, scored, sentimentSum, ...READERS.map((reader) => readers[reader])],
    );
  }
}

test('60 corrections and a batch on real answers change all that is said as they imply; undone, nothing', {
  skip,
}, async () => {
  agent = await agentByHttp(app, org.key);
  const answers = await readAnswers();
  const brandIds = [...new Set(answers.map(({ brandId }) => brandId))];
  const steps = stepsOf(answers);
  const runIds = steps.map(({ answer }) => answer.id);
  const before = await said(brandIds, runIds);
  await assertSaid(before, answers);
  assert.equal(steps.length, 60);
  assert.ok(new Set(steps.map(({ answer }) => answer.brandId)).size > 15, 'of many brands');
  for (const { make } of steps) {
    const { status, text } = await make();
    assert.equal(status, 200, text);
  }
  const becomes = new Map(steps.map((step) => [step.answer, step.becomes]));
  // A batch leaves alone what was corrected of the brand before.
  const { brandId, platform } = steps[0]!.answer;
  const filter = { brandId, platform };
  const batch = (await call('createCorrectionBatch', { body: { filter, named: true, score: 12.5 } })).json;
  let inBatch = 0;
  for (const answer of answers) {
    const own = becomes.get(answer);
    const isOwn = own !== undefined && ('named' in own || 'sentiment' in own || own.position === 2);
    if (answer.brandId !== brandId || answer.platform !== platform || !answer.named || isOwn) continue;
    becomes.set(answer, { ...own, sentiment: 1_250, reader: 'PERSON' });
    inBatch += 1;
  }
  assert.deepEqual([batch.answers, batch.isComplete, inBatch > 0], [inBatch, true, true]);
  const corrected = await said(brandIds, runIds);
  await assertSaid(
    corrected,
    answers.map((answer) => ({ ...answer, ...becomes.get(answer) })),
  );
  for (const [name, text] of before) assert.notEqual(corrected.get(name), text, name);

  assert.equal((await call('deleteCorrectionBatch', { ids: [batch.id] })).status, 204);
  for (const { undo } of steps) {
    const { status, text } = await undo();
    assert.ok(status === 200 || status === 204, text);
  }
  const after = await said(brandIds, runIds);
  for (const [name, text] of before) assert.ok(after.get(name) === text, `${name} is not as it was`);
});
