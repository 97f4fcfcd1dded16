// long: 11 s
// DRY_RUN_ANSWERS and DRY_RUN_SEED: how many answers, and where chance begins.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from '../../src/db/client.ts';
import { EXTRACTION_VERSION } from '../../src/extraction/version.ts';
import { withApp } from '../support/callers/organisation.ts';
import { forFile } from '../support/for-file.ts';
import { type TestOrganisation, until } from '../support/server/app.ts';
import { startCommandHost, startProgram } from '../support/server/programs.ts';
import {
  asOfVersion1,
  observations,
  type StoredObservation,
  sqlOf,
  written,
} from '../support/worlds/old-extractions.ts';

const ANSWERS = Number(process.env['DRY_RUN_ANSWERS'] ?? 700);
const SEED = Number(process.env['DRY_RUN_SEED'] ?? 20_261_122);

const app = await withApp({ JOBS: 'apart' });
const commands = await forFile(startCommandHost({ DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir }));
const cli = async (...args: string[]) => {
  const { code, stdout, stderr } = await commands.run(args);
  assert.equal(code, 0, stderr);
  return stdout;
};

function dice(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}
const below = dice(SEED);
const one = <T>(of: readonly T[]): T => of[below(of.length)] as T;

const BRANDS = [
  { name: 'Lumenfold', competitors: [{ name: 'Gleamwell' }, { name: 'Zephyrlamp' }] },
  { name: 'Halden', competitors: [{ name: 'Lumenfold' }] },
  { name: 'Quietbrand' },
];
const SENTENCES = [
  'Lumenfold is an excellent lamp.',
  'Gleamwell is terrible and breaks.',
  'Zephyrlamp is fine.',
  'Halden is the best choice by far.',
  'Halden has awful support.',
  'Nobody is named here.',
  'I love Lumenfold.',
];

/** An organisation whose answers say something else than the present version reads in them. */
async function tampered(answers: number): Promise<TestOrganisation> {
  const org = await app.organisation({ brands: BRANDS });
  for (let from = 0; from < answers; from += 500)
    await app.ingest(
      org,
      Array.from({ length: Math.min(500, answers - from) }, () => ({
        brand: one(BRANDS).name,
        answer: Array.from({ length: 1 + below(4) }, () => one(SENTENCES)).join(' '),
        citations: below(2) ? [{ url: 'https://reviews.example/lamps' }] : [],
        ...(below(8) === 0 ? { sentimentScore: 61.5 } : {}),
      })),
    );
  await app.app.services.ingestion.reextract(org.id);
  await asOfVersion1(app, org);
  const rows = await observations(app, org);
  const changes = rows.flatMap((row) => {
    if (below(3) > 0) return [];
    const isOwn = row.subjectId === row.brandId;
    const { runId, subjectId } = row;
    if (!isOwn && below(3) === 0) return [{ runId, subjectId, isGone: true }];
    const named = isOwn && below(3) === 0 ? !row.named : row.named;
    return [
      {
        runId,
        subjectId,
        isGone: false,
        named,
        position: named ? one([row.position, 1, 2, 3]) : null,
        sentiment: named ? one([row.sentiment, null, below(10_001), below(10_001)]) : null,
        reader: named ? one(['LEXICON', 'MODEL', null]) : null,
        snippet: named ? one([row.snippet, 'An old snippet.']) : null,
      },
    ];
  });
  await sqlOf(
    app,
    org,
  )(async (tx) => {
    await tx`
      with c as (select * from json_to_recordset(${JSON.stringify(changes)}::text::json) as c("runId" text, "subjectId" text,
                   "isGone" boolean, named boolean, position integer, sentiment smallint, reader text, snippet text)),
      gone as (delete from observations o using c where c."isGone" and o.run_id = c."runId" and o.subject_id = c."subjectId")
      update observations o set named = c.named, position = c.position, sentiment = c.sentiment,
        sentiment_reader = c.reader, snippet = c.snippet
      from c where not c."isGone" and o.run_id = c."runId" and o.subject_id = c."subjectId"`;
    // Some are read by the present version already, and are left as they are.
    await tx`update runs set extraction_version = ${EXTRACTION_VERSION}
      where org_id = ${org.id} and right(id, 1) = '7'`;
  });
  return org;
}

type Rows = Map<string, Map<string, StoredObservation>>;
const byRun = (rows: readonly StoredObservation[]): Rows =>
  new Map(
    [...Map.groupBy(rows, ({ runId }) => runId)].map(([id, own]) => [
      id,
      new Map(own.map((row) => [row.subjectId, row])),
    ]),
  );
const rounded = (sum: number, count: number) => (count === 0 ? null : Math.round(sum / count) / 100);

/** What differs between the stored rows before and after, counted plainly. */
function difference(
  rowsBefore: StoredObservation[],
  rowsAfter: StoredObservation[],
  of: (row: StoredObservation) => boolean,
) {
  const [before, after] = [byRun(rowsBefore), byRun(rowsAfter)];
  const moves = () => ({
    namedGained: 0,
    namedLost: 0,
    scoresUnknown: 0,
    scoresKnown: 0,
    positionsChanged: 0,
    scoresMoved: 0,
    sums: [0, 0] as [number, number],
  });
  const found = { answers: 0, changed: 0, brand: moves(), competitors: moves() };
  const deltas: number[] = [];
  for (const [runId, own] of after) {
    const was = before.get(runId)!;
    const [any] = own.values();
    if (!of(any!) || [...was.values()][0]?.version === EXTRACTION_VERSION) continue;
    found.answers += 1;
    const said = (rows: Map<string, StoredObservation>) =>
      [...rows.values()]
        .map((o) => [o.subjectId, o.named, o.position, o.sentiment, o.snippet].join('|'))
        .join('\n');
    if (said(was) !== said(own)) found.changed += 1;
    for (const id of new Set([...was.keys(), ...own.keys()])) {
      const [a, b] = [was.get(id), own.get(id)];
      if (id !== any!.brandId && (a ?? b)!.kind !== 'COMPETITOR') continue;
      const counts = id === any!.brandId ? found.brand : found.competitors;
      if (!a?.named && b?.named) counts.namedGained += 1;
      if (a?.named && !b?.named) counts.namedLost += 1;
      if (!a?.named || !b?.named) continue;
      if (a.position !== b.position) counts.positionsChanged += 1;
      if (a.sentiment === null && b.sentiment !== null) counts.scoresKnown += 1;
      if (a.sentiment !== null && b.sentiment === null) counts.scoresUnknown += 1;
      if (a.sentiment === null || b.sentiment === null || a.sentiment === b.sentiment) continue;
      counts.scoresMoved += 1;
      counts.sums[0] += a.sentiment;
      counts.sums[1] += b.sentiment;
      deltas.push(Math.abs(a.sentiment - b.sentiment));
    }
  }
  const shown = ({ sums, ...counts }: ReturnType<typeof moves>) => ({
    ...counts,
    meanScoreMoved: {
      before: rounded(sums[0], counts.scoresMoved),
      after: rounded(sums[1], counts.scoresMoved),
    },
  });
  return {
    counts: { ...found, brand: shown(found.brand), competitors: shown(found.competitors) },
    deltas: deltas.sort((a, b) => b - a),
  };
}

/** What all answers of a brand say. */
function standing(rows: readonly StoredObservation[], brandId: string) {
  const own = rows.filter((row) => row.brandId === brandId && row.subjectId === brandId);
  const scored = own.filter(({ sentiment }) => sentiment !== null);
  const named = own.filter((row) => row.named).length;
  return {
    answers: own.length,
    named,
    visibility: rounded(named * 10_000, own.length),
    sentiment: rounded(
      scored.reduce((sum, { sentiment }) => sum + sentiment!, 0),
      scored.length,
    ),
    sentimentCount: scored.length,
  };
}

test(`a dry run says what reading again changes in the stored rows, and writes nothing (seed ${SEED})`, {
  timeout: 300_000,
}, async () => {
  const org = await tampered(ANSWERS);
  const before = await observations(app, org);
  const rows = await written(app, org);
  const text = await cli('reextract', '--dry-run', '--org', org.id);
  const told = JSON.parse(await cli('reextract', '--dry-run', '--org', org.id, '--format', 'json'));
  assert.deepEqual(await written(app, org), rows, 'a dry run wrote something');

  assert.match(await cli('reextract', '--org', org.id), /^reextracted \d+\n$/);
  const after = await observations(app, org);
  assert.ok(after.every(({ version }) => version === EXTRACTION_VERSION));
  const all = difference(before, after, () => true);
  assert.ok(all.counts.changed > ANSWERS / 4 && all.counts.answers < ANSWERS, JSON.stringify(all.counts));
  assert.ok(all.counts.brand.scoresMoved > 5 && all.counts.brand.namedGained > 5, JSON.stringify(all.counts));
  assert.deepEqual(told.total, all.counts);
  assert.deepEqual(
    [told.extractionVersion, told.answersByVersion, told.unread],
    [EXTRACTION_VERSION, { 1: all.counts.answers }, 0],
  );
  assert.equal(told.brands.length, BRANDS.length);
  for (const { id, name, before: was, after: is, ...counts } of told.brands) {
    assert.ok(BRANDS.some((brand) => brand.name === name));
    assert.deepEqual(counts, difference(before, after, ({ brandId }) => brandId === id).counts, name);
    assert.deepEqual(was, standing(before, id), name);
    assert.deepEqual(is, standing(after, id), name);
  }

  // The examples are real ones, and the moves are the largest.
  const [was, is] = [byRun(before), byRun(after)];
  assert.deepEqual(
    told.moves.map(({ score }: { score: { before: number; after: number } }) =>
      Math.round(Math.abs(score.after - score.before) * 100),
    ),
    all.deltas.slice(0, 10),
  );
  for (const [kind, list] of Object.entries({ moves: told.moves, gained: told.gained, lost: told.lost })) {
    assert.equal(list.length, 10, kind);
    for (const { runId, subject, score, snippet } of list) {
      const [a, b] = [was.get(runId)!.get(subject.id), is.get(runId)!.get(subject.id)];
      assert.deepEqual([a?.named ?? false, b?.named ?? false], [kind !== 'gained', kind !== 'lost'], kind);
      assert.deepEqual(snippet, { before: a?.snippet ?? null, after: b?.snippet ?? null });
      const inPoints = (value: number | null | undefined) => (value == null ? null : value / 100);
      assert.deepEqual(score, { before: inPoints(a?.sentiment), after: inPoints(b?.sentiment) });
    }
  }
  const modelled = before.filter(({ reader, named }) => reader === 'MODEL' && named);
  const kept = modelled.filter(({ runId, subjectId, sentiment }) => {
    const now = is.get(runId)!.get(subjectId);
    return !now?.named || now.reader === 'SENT' || (now.reader === 'MODEL' && now.sentiment === sentiment);
  });
  assert.ok(modelled.length > 5);
  assert.equal(kept.length, modelled.length, 'scores of a model are kept');

  assert.match(text, new RegExp(`${all.counts.changed} of ${all.counts.answers} answers`));
  assert.match(text, /^Lumenfold +\d+ +\d+/m);
  assert.match(text, /^The largest moves of a score:\n {2}\S+ [\d.]+ → [\d.]+, run \S+\n {4}\S/m);
  const again = JSON.parse(await cli('reextract', '--dry-run', '--org', org.id, '--format', 'json'));
  assert.deepEqual([again.total.answers, again.brands, again.moves], [0, [], []]);
});

test('answers of all organisations; --all reads those of the present version too; wrong use says its fix', async () => {
  const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  await app.ingest(org, [{ brand: 'Lumenfold', answer: 'Lumenfold is good.' }]);
  await app.app.services.ingestion.reextract(org.id);
  assert.match(await cli('reextract', '--dry-run', '--org', org.id), /no answer would be read again/);
  const all = JSON.parse(await cli('reextract', '--dry-run', '--all', '--org', org.id, '--format', 'json'));
  assert.deepEqual([all.total.answers, all.total.changed], [1, 0]);
  const lines = (await cli('reextract', '--dry-run', '--format', 'json')).trim().split('\n');
  assert.equal(lines.map((line) => JSON.parse(line).organisation.id).at(-1), org.id);
  assert.match(await cli('reextract'), /^reextracted \d+\n$/);
  for (const [args, fix] of [
    [['--format', 'json'], /add --dry-run/],
    [['--dry-run', '--format', 'xml'], /table, json/],
    [['--org', 'Nobody'], /see org list/],
    [['--stance'], /add --org/],
    [['--stance', '--yes', '--dry-run', '--org', org.id], /leave --dry-run out/],
  ] as const) {
    const { code, stdout, stderr } = await commands.run(['reextract', ...args]);
    assert.deepEqual([code, stdout], [2, ''], stderr);
    assert.match(stderr, fix);
  }
});

test('Ctrl-C ends it at once, without a trace', async () => {
  const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  await app.ingest(org, [{ brand: 'Lumenfold', answer: 'Lumenfold is good.' }]);
  await asOfVersion1(app, org);
  const owner = connect(app.databaseUrl, { role: 'owner', max: 2 });
  const ended = await owner.begin(async (tx) => {
    // It waits for these while it is interrupted.
    await tx`lock table citations in access exclusive mode`;
    const program = startProgram('src/cli.ts', ['reextract', '--dry-run', '--org', org.id], {
      DATABASE_URL: app.databaseUrl,
      DATA_DIR: app.dataDir,
    });
    await until(async () => {
      const waiting = await owner`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      return waiting.length > 0;
    });
    program.child.kill('SIGINT');
    return program.ended;
  });
  await owner.end();
  assert.deepEqual([ended.code, ended.stdout], [130, '']);
  assert.match(ended.stderr, /Stopped\./);
  assert.doesNotMatch(ended.stderr, /^\s+at /m);
});
