import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DAY_MS } from '../../src/base/definitions.ts';
import { rows } from '../../src/db/rows.ts';
import { evaluateRules } from '../../src/features/alerts/evaluation.ts';
import type { RunInput } from '../../src/features/runs/ingest.ts';
import type { MeasuredData, MeasureRows } from '../../src/reports/measures.ts';
import { LiveMeasures, type MeasureParameters } from '../../src/reports/measures.ts';
import { withBrand } from '../support/callers/organisation.ts';

const BRAND = 'Lumenfold';
const RIVALS = ['Quarvane', 'Gleamwell', 'Brimholt'];
const DAYS = ['2024-02-28', '2024-02-29', '2024-03-01', '2024-12-31', '2025-01-01'];

const { app, org, call, brandId } = await withBrand({
  brands: [{ name: BRAND, competitors: RIVALS.map((name) => ({ name })) }],
});

const aRun = fc.record({
  platform: fc.constantFrom('CHATGPT' as const, 'CLAUDE' as const),
  queryText: fc.constantFrom('Which lamp?', 'Welche "Lampe",\nbitte?'),
  day: fc.constantFrom(...DAYS),
  time: fc.constantFrom('00:00:00Z', '23:59:59.999Z', '12:30:00Z'),
  named: fc.shuffledSubarray([BRAND, ...RIVALS]),
  score: fc.integer({ min: 0, max: 100 }),
  reader: fc.constantFrom('LEXICON' as const, 'MODEL' as const, 'SENT' as const, 'PERSON' as const, null),
  cited: fc.nat(3),
});

test('the counts of DuckDB, of Postgres and of a plain loop over the runs are the same [long]', async () => {
  const runs = fc.sample(aRun, { seed: 20_261_120, numRuns: 300 });
  await app.ingest(
    org,
    runs.map(
      ({ platform, queryText, day, time, named, cited }, at): Partial<RunInput> => ({
        externalId: `run ${at}`,
        brand: BRAND,
        platform,
        queryText,
        executedAt: `${day}T${time}`,
        answer: named.map((name) => `It is ${name}.`).join('\n\n') || 'None.',
        citations: Array.from({ length: cited }, (_, page) => ({ url: `https://site${page}.example/` })),
      }),
    ),
  );
  const read = runs.map(({ named, score, reader }, at) => ({
    external_id: `run ${at}`,
    ...(named.includes(BRAND) && reader !== null ? { score: score * 100, reader } : {}),
  }));
  await app.app.services.db.tenant(
    org.id,
    (tx) => tx`update observations o set sentiment = n.score, sentiment_reader = n.reader
      from ${rows(tx, 'n(external_id text, score smallint, reader text)', read)}, runs r
      where r.org_id = ${org.id} and r.external_id = n.external_id
        and o.org_id = r.org_id and o.run_id = r.id and o.subject_id = r.brand_id`,
  );
  const stranger = await app.organisation({ brands: [{ name: BRAND }] });
  await app.ingest(stranger, [{ brand: BRAND, executedAt: `${DAYS[1]}T00:00:00Z`, answer: BRAND }]);
  await app.snapshot();
  const { services } = app.app;
  const live = new LiveMeasures(services.db);
  const competitors = (await call('listCompetitors', { ids: [brandId] })).json.data;
  const sorted = (rows: object[]) => rows.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort();

  for (const platform of [null, 'CLAUDE'] as const)
    for (const competitor of [null, ...competitors])
      for (const [start, end] of [[DAYS[1]!, DAYS[3]!] as const, [DAYS[0]!, DAYS[0]!] as const]) {
        const parameters: MeasureParameters = {
          brand: brandId,
          platform,
          competitor: competitor?.id ?? null,
          start,
          end,
        };
        const watched = competitor?.name ?? BRAND;
        const within = runs.filter(
          (run) => run.day >= start && run.day <= end && run.platform === (platform ?? run.platform),
        );
        const byPrompt = Map.groupBy(within, (run) => JSON.stringify([run.queryText, run.day]));
        const plain = [...byPrompt.values()].map((group) => {
          const [{ queryText, day }] = group as [(typeof runs)[number]];
          const scored = group.filter(({ named, reader }) => named.includes(BRAND) && reader !== null);
          const readBy = (wanted: string) => scored.filter(({ reader }) => reader === wanted).length;
          return {
            prompt: queryText,
            day,
            runs: group.length,
            named: group.filter(({ named }) => named.includes(watched)).length,
            scored: scored.length,
            sentimentSum: scored.reduce((sum, { score }) => sum + score * 100, 0),
            LEXICON: readBy('LEXICON'),
            MODEL: readBy('MODEL'),
            SENT: readBy('SENT'),
            PERSON: readBy('PERSON'),
          };
        });
        const mentions = [
          ...Map.groupBy(
            within.filter(({ named }) => named.includes(BRAND)),
            ({ day }) => day,
          ),
        ].map(([day, group]) => ({
          day,
          mentions: group.reduce((sum, { cited }) => sum + Math.max(1, cited), 0),
        }));
        for (const measures of [services.reports.measures, live])
          await measures.on(org.id, async (data) => {
            assert.deepEqual(sorted(await data.rows('runs', parameters)), sorted(plain));
            assert.deepEqual(sorted(await data.rows('mentions', parameters)), sorted(mentions));
          });
      }
});

/** Data in which the brand's visibility of each day is given: 20 prompts, 50 runs each. */
function dataOf(shareOn: (daysFromToday: number) => number, version: string): MeasuredData {
  return {
    snapshotId: 'live',
    versionId: `~${version}`,
    content: version,
    asOf: new Date(),
    async rows<M extends keyof MeasureRows>(measure: M, { start, end }: { start: string; end: string }) {
      const days: MeasureRows['runs'][] = [];
      if (measure === 'mentions') return [];
      for (let at = Date.parse(start); at <= Date.parse(end); at += DAY_MS) {
        const day = new Date(at).toISOString().slice(0, 10);
        const named = Math.round(50 * shareOn(Math.round((at - TODAY) / DAY_MS)));
        for (let prompt = 0; prompt < 20; prompt += 1)
          days.push({ ...UNSCORED, prompt: String(prompt), day, runs: 50, named });
      }
      return days as MeasureRows[M][];
    },
  };
}

const UNSCORED = { scored: 0, sentimentSum: 0, LEXICON: 0, MODEL: 0, SENT: 0, PERSON: 0 };
const TODAY = Date.parse(new Date().toISOString().slice(0, 10));

/** Evaluates once a day, each on a new version of the data. @returns the states of the rule's alerts, day by day */
async function live(ruleId: string, days: number, shareOn: (day: number) => number): Promise<string[]> {
  const states: string[] = [];
  for (let day = 0; day < days; day += 1) {
    const today = new Date(TODAY + day * DAY_MS).toISOString().slice(0, 10);
    const { db } = app.app.services;
    const version = String(day).padStart(3, '0');
    await evaluateRules(db, org.id, dataOf(shareOn, version), today, new AbortController().signal);
    const { json } = await call('listAlerts', { query: { ruleId } });
    states.push(json.data.map(({ state }: { state: string }) => state[0]).join(''));
  }
  return states;
}

async function ruleWith(threshold: number, windowDays: number): Promise<string> {
  const body = { brandId, type: 'VISIBILITY_DROP', threshold, windowDays };
  return (await call('createAlertRule', { body })).json.id;
}

test('a series that hovers around the threshold raises one alert, which stays until two calm days', async () => {
  const ruleId = await ruleWith(15, 1);
  // 20 points and 12 points lower by turns; then 12 points lower, which is more than half the threshold.
  const share = (day: number) =>
    day < 0 ? 0.7 : day < 6 ? (day % 2 === 0 ? 0.5 : 0.58) : day < 14 ? 0.46 : 0.7;
  const states = await live(ruleId, 12, share);
  assert.deepEqual(states.slice(0, 8), ['', 'A', 'A', 'A', 'A', 'A', 'A', 'A']);
  assert.equal(new Set(states.slice(1)).size, 2, `ACTIVE, then RESOLVED: ${states}`);
  assert.ok(
    states.every((state) => state.length <= 1),
    'there is one alert',
  );
  await call('deleteAlertRule', { ids: [ruleId] });
});

test('a lasting drop is one alert: it resolves when its level is the one compared with, and is not raised again', async () => {
  const ruleId = await ruleWith(15, 7);
  const states = await live(ruleId, 30, (day) => (day < 2 ? 0.6 : 0.3));
  const raised = states.indexOf('A');
  assert.ok(raised >= 6 && raised <= 8, `4 of 7 days after the drop: ${states}`);
  assert.equal(states.at(-1), 'R');
  assert.ok(states.every((state) => state.length <= 1));
  await call('deleteAlertRule', { ids: [ruleId] });
});

test('no answers say nothing: an ACTIVE alert stays, and none is raised', async () => {
  const ruleId = await ruleWith(15, 7);
  const states = await live(ruleId, 12, (day) => (day < 2 ? 0.6 : 0.3));
  assert.equal(states.at(-1), 'A');
  const { db } = app.app.services;
  const empty = { ...dataOf(() => 0, '900'), rows: async () => [] };
  const inMay = new Date(TODAY + 200 * DAY_MS).toISOString().slice(0, 10);
  assert.equal(await evaluateRules(db, org.id, empty, inMay, new AbortController().signal), 1);
  assert.equal(
    await evaluateRules(db, org.id, empty, inMay, new AbortController().signal),
    0,
    'the same once',
  );
  assert.equal((await call('listAlerts', { query: { ruleId } })).json.data[0]!.state, 'ACTIVE');
});
