import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/base/definitions.ts';
import { evaluateRules } from '../../src/features/alerts/evaluation.ts';
import type { CountedData, DayCountRows } from '../../src/reports/day-counts.ts';
import { withBrand } from '../support/callers/organisation.ts';

const BRAND = 'Lumenfold';
const RIVALS = ['Quarvane', 'Gleamwell', 'Brimholt'];

const { app, org, call, brandId } = await withBrand({
  brands: [{ name: BRAND, competitors: RIVALS.map((name) => ({ name })) }],
});

/** Data in which the brand's visibility of each day is given: 20 prompts, 50 runs each. */
function dataOf(shareOn: (daysFromToday: number) => number, version: string): CountedData {
  return {
    snapshotId: 'live',
    versionId: `~${version}`,
    content: version,
    asOf: new Date(),
    async rows<M extends keyof DayCountRows>(measure: M, { start, end }: { start: string; end: string }) {
      const days: DayCountRows['runs'][] = [];
      if (measure === 'mentions') return [];
      for (let at = Date.parse(start); at <= Date.parse(end); at += DAY_MS) {
        const day = new Date(at).toISOString().slice(0, 10);
        const named = Math.round(50 * shareOn(Math.round((at - TODAY) / DAY_MS)));
        for (let prompt = 0; prompt < 20; prompt += 1)
          days.push({ ...UNSCORED, prompt: String(prompt), day, runs: 50, named });
      }
      return days as DayCountRows[M][];
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
