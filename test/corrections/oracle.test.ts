// long: 31 s
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { breakdownOf } from '../../src/reports/breakdown/request.ts';
import { brandComparison } from '../../src/reports/comparison.ts';
import { LiveReports } from '../../src/reports/live-reports.ts';
import { withApp } from '../support/callers/organisation.ts';
import { plainBreakdown } from '../support/plain/breakdowns.ts';
import { type Known, type KnownRun, plainComparison, plainReport } from '../support/plain/reports.ts';
import { anOrganisation, buildWorld } from '../support/worlds/report-worlds.ts';

const SEED = 20_261_124;
const ALL = { start: '0001-01-01', end: '9999-12-31', limit: 10_000, offset: 0 };
const REPORTS: ('reportBrands' | 'reportQueries' | 'reportMentions')[] = [
  'reportBrands',
  'reportQueries',
  'reportMentions',
];
/** What a person says of a subject of an answer: the brand is 0, competitors follow. */
const aSaying = fc.record({
  subject: fc.nat(8),
  named: fc.boolean(),
  position: fc.option(fc.integer({ min: 1, max: 9 })),
  score: fc.option(fc.integer({ min: 0, max: 10_000 })),
});
const sayings = fc.sample(fc.array(aSaying, { maxLength: 4 }), { seed: SEED, numRuns: 250 });
type Saying = (typeof sayings)[number][number];

interface Subject {
  id: string;
  position: number | null;
  sentiment: number | null;
  reader: KnownRun['reader'];
  /** When the position was given, from 1; 0: it was found. */
  given: number;
}

const app = await withApp({});
const [organisation] = fc.sample(anOrganisation, { seed: SEED, numRuns: 1 });
const world = await buildWorld(app, organisation!);
const { known, token, key } = world;
const reading = new Map(known.runs.map((run) => [run.id, run]));

/** The subjects of an answer after what people said, in order. */
function told(run: KnownRun, said: readonly (Saying & { id: string })[]): Subject[] {
  const found: Subject[] = [
    { ...run, id: run.brandId, given: 0 },
    ...run.rivals.map((rival) => ({ ...rival, given: 0 })),
  ]
    .filter(({ position }) => position !== null)
    .sort((a, b) => a.position! - b.position!);
  const wanted = new Map<string, number>();
  // Only the last thing said of a subject holds.
  const last = said.filter(({ id }, at) => !said.slice(at + 1).some((later) => later.id === id));
  let subjects = found;
  for (const { id, named, position, score } of last) {
    const own = subjects.find((subject) => subject.id === id);
    if (!named) subjects = subjects.filter((subject) => subject.id !== id);
    else {
      const known = own ?? { id, position: null, sentiment: null, reader: null, given: 0 };
      const read = score === null ? known : { ...known, sentiment: score, reader: 'PERSON' as const };
      subjects = own ? subjects.map((subject) => (subject.id === id ? read : subject)) : [...subjects, read];
      if (position !== null) wanted.set(id, position);
    }
  }
  const places: (Subject | undefined)[] = subjects.map(() => undefined);
  for (const [id, position] of [...wanted].reverse()) {
    const behind = places.keys().filter((place) => place >= position - 1);
    const at = [...behind, ...[...places.keys()].reverse()].find((place) => !places[place])!;
    places[at] = subjects.find((subject) => subject.id === id)!;
  }
  for (const subject of subjects) if (!places.includes(subject)) places[places.indexOf(undefined)] = subject;
  return places.map((subject, at) => ({ ...subject!, position: at + 1 }));
}

function knownAfter(said: ReadonlyMap<string, (Saying & { id: string })[]>): Known {
  const runs = known.runs.map((run): KnownRun => {
    const own = said.get(run.id);
    if (!own) return run;
    const subjects = told(run, own);
    const brand = subjects.find(({ id }) => id === run.brandId);
    return {
      ...run,
      position: brand?.position ?? null,
      sentiment: brand?.sentiment ?? null,
      reader: brand?.reader ?? null,
      rivals: subjects
        .filter(({ id }) => id !== run.brandId)
        .map(({ id, position, sentiment, reader }) => ({ id, position: position!, sentiment, reader })),
    };
  });
  return { ...known, runs };
}

async function shown(): Promise<string[]> {
  await app.snapshot();
  const { reports } = app.app.services;
  const texts: string[] = [];
  for (const report of REPORTS)
    texts.push(
      String((await reports.render({ report, orgId: world.orgId, brand: null, allowed: null, ...ALL })).body),
    );
  for (const name of ['brands', 'queries', 'mentions'])
    for (const dimensions of [['day'], ['platform', 'sentiment_reader'], ['week', 'query']]) {
      const body = {
        start_date: '2023-01-01',
        end_date: '2026-12-31',
        dimensions,
        include: ['readers', 'counts'],
      };
      if (name === 'mentions') body.include.pop();
      const { status, text } = await app.report({ key }, name, body);
      assert.equal(status, 200, text);
      texts.push(text);
    }
  return texts;
}

/** What extraction alone decides is its own tests' matter. */
function withoutSources({ data, ...rest }: { data: Record<string, unknown>[] }) {
  return { ...rest, data: data.map(({ sourceType: _, sourceName: __, snippet: ___, ...row }) => row) };
}

/** Reports that are broken down, by what corrections change among others. */
const BROKEN_DOWN: { dimensions: string[]; [field: string]: unknown }[] = [
  { dimensions: ['day', 'platform'], include: ['readers', 'intervals', 'evidence'] },
  { dimensions: ['brand', 'sentiment_reader'], include: ['readers'] },
  { dimensions: ['query'], filters: [{ field: 'sentiment_reader', operator: 'in', values: ['PERSON'] }] },
  { dimensions: ['month'], sentiment_readers: ['PERSON', 'LEXICON'], include: ['readers'] },
];

/** DuckDB, Postgres and plain loops say the same. */
async function agree(expected: Known): Promise<void> {
  const { db, reports } = app.app.services;
  const live = new LiveReports(db);
  for (const report of REPORTS)
    for (const body of [null, ...BROKEN_DOWN]) {
      const isOfBrands = report === 'reportBrands';
      const asked = body && {
        ...body,
        dimensions: body.dimensions.filter((one) => !isOfBrands || one !== 'brand'),
      };
      const breakdown = breakdownOf(report, (asked ?? {}) as Parameters<typeof breakdownOf>[1], ALL);
      const call = { report, orgId: world.orgId, brand: null, allowed: null, ...ALL };
      const [duck, postgres] = await Promise.all(
        [reports, live].map(async (from) =>
          JSON.parse(String((await from.render(breakdown ? { ...call, breakdown } : call)).body)),
        ),
      );
      assert.deepEqual(duck, postgres);
      const plain = breakdown
        ? plainBreakdown(report, expected, call, breakdown)
        : plainReport(report, expected, call);
      assert.deepEqual(withoutSources(duck), withoutSources(plain), `${report} ${JSON.stringify(asked)}`);
    }
  for (const { id } of known.brands) {
    const { start, end } = ALL;
    const { body } = await brandComparison(reports, { orgId: world.orgId, brand: id, start, end });
    assert.deepEqual(JSON.parse(String(body)).data, plainComparison(expected, { brand: id, ...ALL }).data);
  }
}

test('random corrections: every report is what a plain loop makes of them; undone, all is as before', async () => {
  const before = await shown();
  await agree(known);
  const said = new Map<string, (Saying & { id: string })[]>();
  const counts = { stored: 0, refused: 0 };
  for (const [at, own] of sayings.slice(0, known.runs.length).entries()) {
    const run = known.runs[at]!;
    const rivals = known.competitors.filter(({ brandId }) => brandId === run.brandId);
    for (const { subject, ...saying } of own) {
      const id = subject === 0 ? run.brandId : rivals[subject % Math.max(1, rivals.length)]?.id;
      if (id === undefined) continue;
      const path = `/api/runs/${run.id}/${id === run.brandId ? 'brands' : 'competitors'}/${id}/correction`;
      const { named, score } = saying;
      const body = {
        ...saying,
        ...(score !== null && { score: score / 100 }),
        ...(!named && { position: null, score: null }),
      };
      const { status, text } = await app.call('PUT', path, { token, body });
      const isWithout = run.position === null && run.rivals.length === 0;
      counts[status === 200 ? 'stored' : 'refused'] += 1;
      const next = [
        ...(said.get(run.id) ?? []),
        { subject, ...saying, position: body.position, score: named ? score : null, id },
      ];
      const places = told(run, next).length;
      if (status === 200) said.set(run.id, next);
      else assert.match(text, isWithout ? /no text|Send 1/ : /position: .* Send 1/, `${places}`);
      if (status === 200 && body.position !== null) assert.ok(body.position <= places);
    }
  }
  assert.ok(counts.stored > 150 && counts.refused > 20, JSON.stringify(counts));
  const expected = knownAfter(said);
  const corrected = await shown();
  await agree(expected);
  assert.notDeepEqual(corrected, before);
  for (const [runId, own] of said) {
    const { brandId } = reading.get(runId)!;
    for (const id of new Set(own.map((each) => each.id))) {
      const path = `/api/runs/${runId}/${id === brandId ? 'brands' : 'competitors'}/${id}/correction`;
      assert.equal((await app.call('DELETE', path, { token })).status, 204);
    }
  }
  assert.deepEqual(await shown(), before);
});
