import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DAY_MS } from '../../src/base/days.ts';
import {
  type Cell,
  comparedOf,
  inverted,
  LEVEL,
  type SentimentCell,
  testDrop,
  testLow,
  windowsOf,
} from '../../src/features/alerts/decisions.ts';
import { evaluateRules } from '../../src/features/alerts/evaluation.ts';
import type { AlertRule } from '../../src/features/alerts/rules.ts';
import type { CountedData, DayCountParameters, DayCountRows } from '../../src/reports/day-counts.ts';
import { withBrand } from '../support/callers/organisation.ts';

const PROMPTS = 8;
/** Answers to each prompt on a day. */
const RUNS = 10;
const HISTORY = 90;
/** Series, and evaluations of each. */
const SERIES = 5;
const STEPS = 15;

const { app, org, call, brandId } = await withBrand({
  brands: [{ name: 'Lumenfold', competitors: [{ name: 'Quarvane' }, { name: 'Gleamwell' }] }],
});
const rivals: string[] = (await call('listCompetitors', { ids: [brandId] })).json.data
  .map(({ id }: { id: string }) => id)
  .sort();

/** What is measured on a day. */
interface Day {
  /** 0: no answers came. */
  runs: number;
  /** How many of the answers to each prompt name the brand, and each competitor. */
  own: number;
  rivals: number[];
  /** The mean sentiment of what names the brand. */
  score: number;
  mentions: number;
}

/** Levels that last for some days each: steps of all sizes, up and down. */
const levels = (values: fc.Arbitrary<number>, longest: number) =>
  fc
    .array(fc.tuple(values, fc.integer({ min: 1, max: longest })), { minLength: 100, maxLength: 100 })
    .map((stretches) => stretches.flatMap(([value, days]) => Array<number>(days).fill(value)));
const series = fc
  .record({
    runs: levels(fc.constantFrom(RUNS, RUNS, RUNS, RUNS, RUNS, RUNS, 0), 6),
    own: levels(fc.constantFrom(1, 5, 7, 8, 10), 9),
    first: levels(fc.constantFrom(1, 4, 5, 10), 16),
    second: levels(fc.constantFrom(0, 2, 3, 9), 16),
    score: levels(fc.constantFrom(30, 38, 40, 42, 43, 60), 8),
    mentions: levels(fc.constantFrom(0, 1, 2, 3, 5, 8), 5),
  })
  .map(({ runs, own, first, second, score, mentions }) =>
    Array.from(
      { length: HISTORY + 2 * STEPS },
      // A calm history: what moves all prompts from day to day is no sign of a change.
      (_, at): Day => ({
        runs: runs[at]!,
        own: at < HISTORY ? 7 : own[at]!,
        rivals: at < HISTORY ? [4, 3] : [first[at]!, second[at]!],
        score: at < HISTORY ? 60 : score[at]!,
        mentions: mentions[at]!,
      }),
    ),
  );

/** Between two evaluations days pass, or what is known of the latest days changes; then people may look at an alert. */
const step = fc.record({
  passed: fc.constantFrom(1, 1, 1, 1, 2, 0),
  corrected: fc.record({ own: fc.integer({ min: 2, max: 9 }), score: fc.constantFrom(30, 41, 60) }),
  resolves: fc.option(fc.nat(20), { freq: 3 }),
});
const steps = fc.array(step, { minLength: STEPS, maxLength: STEPS });
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Days lie ahead of the clock, so that the day of each end can be told. */
const START = Date.parse(new Date().toISOString().slice(0, 10)) + 2 * DAY_MS;
const dateOf = (day: number) => new Date(START + (day - HISTORY) * DAY_MS).toISOString().slice(0, 10);
const dayOf = (date: string) => Math.round((Date.parse(date) - START) / DAY_MS) + HISTORY;

/** The rows of a day, as they are measured. */
function rowsOf(day: number, days: readonly Day[], competitor: string | null): DayCountRows['runs'][] {
  const { runs, own, rivals: named, score } = days[day]!;
  if (runs === 0) return [];
  const sentiments = {
    scored: own,
    sentimentSum: own * score * 100,
    LEXICON: 0,
    MODEL: own,
    SENT: 0,
    PERSON: 0,
  };
  const count = competitor === null ? own : named[rivals.indexOf(competitor)]!;
  return Array.from({ length: PROMPTS }, (_, prompt) => ({
    prompt: String(prompt),
    day: dateOf(day),
    runs,
    named: count,
    ...sentiments,
  }));
}

function dataOf(days: readonly Day[], version: number): CountedData {
  const name = String(version).padStart(4, '0');
  return {
    snapshotId: 'live',
    versionId: `~${name}`,
    content: name,
    asOf: new Date(),
    async rows<M extends keyof DayCountRows>(measure: M, { start, end, competitor }: DayCountParameters) {
      const within = Array.from({ length: dayOf(end) - dayOf(start) + 1 }, (_, at) => dayOf(start) + at);
      const rows =
        measure === 'runs'
          ? within.flatMap((day) => rowsOf(day, days, competitor))
          : within.map((day) => ({ day: dateOf(day), mentions: days[day]!.mentions }));
      return rows as DayCountRows[M][];
    },
  };
}

interface Expected {
  isTriggered: boolean;
  isOver: boolean;
  competitorId: string | null;
}

/** What a rule says of the days before today, by plain sums; null: there is nothing to say it by. */
function expectedOf(rule: AlertRule, days: readonly Day[], today: number, watched: string | null) {
  const { windowDays, threshold, type } = rule;
  const windows = windowsOf(windowDays);
  const cellsOf = (competitor: string | null): (Cell & SentimentCell)[] =>
    Array.from({ length: windows.historyDays }, (_, at) => today - windows.historyDays + at)
      .flatMap((day) => rowsOf(day, days, competitor))
      .map(({ sentimentSum, day, ...row }) => ({
        ...row,
        sum: sentimentSum / 100,
        daysAgo: today - dayOf(day),
      }));
  /** The days of the current window, and of the one some whole weeks before. */
  const now = days.slice(today - windowDays, today);
  const weeks = 7 * Math.ceil(windowDays / 7);
  const then = days.slice(today - weeks - windowDays, today - weeks);
  const total = (window: readonly Day[], of: (day: Day) => number) =>
    window.reduce((sum, day) => sum + (day.runs === 0 ? 0 : of(day)), 0);
  const share = (window: readonly Day[], of: (day: Day) => number) =>
    (100 * total(window, of)) / total(window, ({ runs }) => runs);
  const isEmpty = total(now, ({ runs }) => runs) === 0;

  if (type === 'NEW_MENTION') {
    const count = now.reduce((sum, { mentions }) => sum + mentions, 0);
    return isEmpty
      ? null
      : { isTriggered: count >= threshold, isOver: count < threshold / 2, competitorId: null };
  }
  if (type === 'NEGATIVE_SENTIMENT') {
    if (isEmpty) return null;
    const mean = total(now, ({ own, score }) => own * score) / total(now, ({ own }) => own);
    const isLow = mean < threshold + 1e-6 && testLow(cellsOf(null), windows, threshold).pValue <= LEVEL;
    return { isTriggered: isLow, isOver: mean > threshold + 2.5, competitorId: null };
  }
  if (isEmpty || total(then, ({ runs }) => runs) === 0) return null;
  if (type === 'VISIBILITY_DROP') {
    const fall = share(then, ({ own }) => own) - share(now, ({ own }) => own);
    const isReal = fall > threshold - 1e-6 && testDrop(comparedOf(cellsOf(null), windows)).pValue <= LEVEL;
    return { isTriggered: isReal, isOver: fall < threshold / 2 - 1e-6, competitorId: null };
  }
  const only = watched ?? rule.competitorId;
  const judged = rivals
    .filter((id) => id === (only ?? id))
    .map((competitorId) => {
      const of = (day: Day) => day.rivals[rivals.indexOf(competitorId)]!;
      const rise = share(now, of) - share(then, of);
      const cells = cellsOf(competitorId);
      const p =
        Math.abs(rise) > threshold - 1e-6
          ? testDrop(comparedOf(rise < 0 ? cells : inverted(cells), windows)).pValue
          : 1;
      return { competitorId, p, isOver: Math.abs(rise) < threshold / 2 - 1e-6 };
    });
  const least = Math.min(...judged.map(({ p }) => p));
  const { competitorId, isOver } = judged.find(({ p }) => p === least)!;
  return { isTriggered: least * 2 * judged.length <= LEVEL, isOver, competitorId };
}

/** The alerts of a rule, as they are to be. */
class Course {
  readonly rule: AlertRule;
  /** Of each alert: the competitor it is about; the last one may be ACTIVE. */
  alerts: (string | null)[] = [];
  isActive = false;
  /** Evaluated days without a trigger since the last day with one. */
  #calmDays: number[] = [];
  #quietUntil = 0;
  ends = { clearly: 0, calmly: 0 };

  constructor(rule: AlertRule) {
    this.rule = rule;
  }

  evaluate(expected: Expected | null, today: number): void {
    if (!expected) return;
    if (!this.isActive) {
      if (!expected.isTriggered || today < this.#quietUntil) return;
      this.isActive = true;
      this.#calmDays = [];
      this.alerts.push(expected.competitorId);
    } else if (expected.isTriggered) this.#calmDays = [];
    else if (expected.isOver) this.end(today, 'clearly');
    else if (this.#calmDays.some((day) => day < today)) this.end(today, 'calmly');
    else this.#calmDays.push(today);
  }

  end(today: number, how: 'clearly' | 'calmly' | null): void {
    const { type, windowDays } = this.rule;
    const compares = type === 'VISIBILITY_DROP' || type === 'COMPETITOR_CHANGE';
    this.#quietUntil = today + (compares ? 7 * Math.ceil(windowDays / 7) : windowDays);
    this.isActive = false;
    if (how) this.ends[how] += 1;
  }
}

const RULES: [AlertRule['type'], threshold: number, windowDays: number, competitorId?: string][] = [
  ['VISIBILITY_DROP', 20, 1],
  ['VISIBILITY_DROP', 20, 7],
  ['VISIBILITY_DROP', 12, 3],
  ['COMPETITOR_CHANGE', 20, 1],
  ['COMPETITOR_CHANGE', 15, 10],
  ['COMPETITOR_CHANGE', 30, 3, rivals[1]!],
  ['NEGATIVE_SENTIMENT', 40, 1],
  ['NEGATIVE_SENTIMENT', 40, 3],
  ['NEW_MENTION', 10, 3],
  ['NEW_MENTION', 5, 1],
];
let versions = 0;

/** Follows the alerts of new rules of every type from evaluation to evaluation. */
async function follow(days: Day[], taken: Step[]): Promise<Course[]> {
  const { db } = app.app.services;
  const courses: Course[] = [];
  for (const [type, threshold, windowDays, competitorId] of RULES) {
    const body = { brandId, type, threshold, windowDays, ...(competitorId ? { competitorId } : {}) };
    courses.push(new Course((await call('createAlertRule', { body })).json as AlertRule));
  }
  let today = HISTORY;
  for (const [at, { passed, corrected, resolves }] of taken.entries()) {
    today += passed;
    versions += 1;
    if (passed === 0) for (const day of [today - 1, today - 2]) days[day] = { ...days[day]!, ...corrected };
    const { signal } = new AbortController();
    await evaluateRules(db, org.id, dataOf(days, versions), dateOf(today), signal);
    const { json } = await call('listAlerts', { query: { limit: 100 } });
    for (const course of courses) {
      const { rule } = course;
      const watched = course.isActive ? course.alerts.at(-1)! : null;
      course.evaluate(expectedOf(rule, days, today, watched), today);
      const found = json.data.filter(({ ruleId }) => ruleId === rule.id);
      const wanted = course.alerts.map((competitorId, place) => [
        course.isActive && place === course.alerts.length - 1 ? 'ACTIVE' : 'RESOLVED',
        competitorId,
      ]);
      assert.deepEqual(
        found.map(({ state, competitorId }) => [state, competitorId]),
        wanted.reverse(),
        `${rule.type} of ${rule.windowDays} days, evaluation ${at}: ${JSON.stringify(days.slice(today - 20, today))}`,
      );
      if (resolves !== courses.indexOf(course) || !course.isActive) continue;
      await call('resolveAlert', { ids: [found[0]!.id] });
      course.end(today, null);
    }
    await app.sql(org)`update alerts set resolved_at = ${`${dateOf(today)}T12:00:00Z`}::text::timestamptz
        where org_id = ${org.id} and resolved_at <= now()`;
  }
  for (const { rule } of courses) await call('deleteAlertRule', { ids: [rule.id] });
  return courses;
}

test('alerts of every type open and end as a plain reading of random days says [long]', async () => {
  const courses: Course[] = [];
  for (const [days, taken] of fc.sample(fc.tuple(series, steps), { seed: 7, numRuns: SERIES }))
    courses.push(...(await follow(days, taken)));
  const sum = (of: Course[], how: 'clearly' | 'calmly') =>
    of.reduce((total, { ends }) => total + ends[how], 0);
  for (const [type, ofType] of Map.groupBy(courses, ({ rule }) => rule.type))
    assert.ok(sum(ofType, 'clearly') > 0, `${type}: none ended clearly`);
  assert.ok(sum(courses, 'calmly') > 4, `${sum(courses, 'calmly')} ended calmly`);
});
