// long: simulates thousands of ranges
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  cellsOf,
  type Prompt,
  periodsFrom,
  randomFrom,
  scoreRowsOf,
  sumsOf,
} from '../../bench/intervals/clustered-runs.ts';
import { type ChangeKind, changesOf } from '../../bench/intervals/days.ts';
import { listsBy } from '../../bench/intervals/lists.ts';
import { againstOthersBy } from '../../bench/intervals/names.ts';
import { changesBy, levelsOf } from '../../bench/intervals/report.ts';
import { againstOthers } from '../../src/reports/uncertainty/against-others.ts';
import {
  type ComparedSums,
  changeByChance,
  changeOf,
  lackOf,
} from '../../src/reports/uncertainty/changes.ts';
import { holdTogether } from '../../src/reports/uncertainty/false-discoveries.ts';
import { meanInterval, shareInterval } from '../../src/reports/uncertainty/levels.ts';
import { methodOf } from '../../src/reports/uncertainty/methods.ts';
import { POSITION_SCALE, SENTIMENT_SCALE } from '../../src/reports/uncertainty/scales.ts';
import { studentQuantile } from '../../src/reports/uncertainty/statistics.ts';
import type { DaySums, PromptSums } from '../../src/reports/uncertainty/sums.ts';
import { type Days, plainDifference, plainShare } from '../support/plain/intervals.ts';

/** `npm run bench -- --only intervals` draws 400 of each kind, in minutes. */
const DRAWS = 15;

const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0);
const mean = (values: number[]) => total(values) / values.length;
const percent = (part: number) => `${(100 * part).toFixed(1)} %`;
/** How many of the draws fulfil it. */
function partOf<T>(draws: number, draw: () => T, holds: (drawn: T) => boolean): number {
  let count = 0;
  for (let at = 0; at < draws; at += 1) if (holds(draw())) count += 1;
  return count / draws;
}
/** A cell and its figure in words. */
const told = ({ part, ...cell }: { part: number }) => `${percent(part)} of ${Object.values(cell).join(' ')}`;

test("quantiles of Student's t are those of the tables", () => {
  const TABLE: [df: number, t975: number, t95: number][] = [
    [1, 12.7062047, 6.3137515],
    [2, 4.3026527, 2.9199856],
    [3, 3.1824463, 2.3533634],
    [5, 2.5705818, 2.0150484],
    [7, 2.3646243, 1.8945786],
    [10, 2.2281389, 1.8124611],
    [30, 2.0422725, 1.6972609],
    [100, 1.9839715, 1.6602343],
    [1_000, 1.9623391, 1.6463788],
  ];
  for (const [df, t975, t95] of TABLE) {
    assert.ok(Math.abs(studentQuantile(0.025, df) - t975) < 1e-6, `0.975, ${df}`);
    assert.ok(Math.abs(studentQuantile(0.05, df) - t95) < 1e-6, `0.95, ${df}`);
  }
  assert.ok(Math.abs(studentQuantile(0.025, 1e6) - 1.9599663) < 1e-5);
});

test('bounds of a share hold the truth as often as they say, and are not wider than they need be', (t) => {
  const levels = levelsOf(methodOf(3), { draws: DRAWS, again: 2_000 });
  t.diagnostic(JSON.stringify(levels));
  assert.ok(levels.covered >= 0.945 && levels.covered <= 0.98);
  assert.ok(levels['covered, worst kind'] >= 0.905);
  assert.ok(levels['width, 20 prompts or more'] <= 1.3);
});

test('verdicts are seldom false, also where days move together, and see a change of 10 points', (t) => {
  const changes = changesBy(methodOf(3), { draws: DRAWS, again: 400 });
  t.diagnostic(JSON.stringify(changes));
  for (const [name, part] of Object.entries(changes)) {
    if (!name.startsWith('false') || name.includes('nothing before')) continue;
    const most = name === 'false, mean of kinds' ? 0.05 : 0.12;
    assert.ok(part <= most, `${name}: ${part}`);
  }
  assert.ok(changes['seen: 10 points more, mean of kinds']! >= 0.5);
  assert.ok(changes['too few, ranges of 28 days']! <= 0.02);
});

const SPREAD = {
  values: [2_000, 3_500, 5_000, 6_500, 7_200, 8_000, 9_500],
  probabilities: [0.05, 0.1, 0.25, 0.2, 0.2, 0.15, 0.05],
};
const SCORES = {
  'sentiment, spread': { scale: SENTIMENT_SCALE, ...SPREAD },
  'sentiment, mostly neutral': {
    scale: SENTIMENT_SCALE,
    values: [5_000, 8_000, 1_500],
    probabilities: [0.85, 0.1, 0.05],
  },
  'position, spread': {
    scale: POSITION_SCALE,
    values: [1, 2, 3, 4, 5, 6, 8, 10, 15],
    probabilities: [0.5, 0.25, 0.11, 0.05, 0.03, 0.02, 0.02, 0.01, 0.01],
  },
  'position, mostly first': { scale: POSITION_SCALE, values: [1, 2, 3], probabilities: [0.9, 0.07, 0.03] },
};

test('bounds of a mean hold the truth as often as they say', (t) => {
  const grid = cellsOf([1], [0.05, 0.3, 0.6], [10, 40], [1, 3, 10, 'unequal']);
  const seen = Object.entries(SCORES).flatMap(([name, scores]) => {
    const { scale, values, probabilities } = scores;
    const truth = values.reduce((sum, value, at) => sum + value * probabilities[at]!, 0) / scale.unit;
    return grid.map(({ share: _, ...cell }, at) => {
      const part = partOf(2_000, scoreRowsOf(scores, cell, randomFrom(at + 1)), (sums) => {
        const { low, high } = meanInterval(sums, scale);
        return low! <= truth && truth <= high!;
      });
      return { name, ...cell, part };
    });
  });
  const all = mean(seen.map(({ part }) => part));
  t.diagnostic(`${seen.length} cells of 2,000 draws: ${percent(all)} hold the truth`);
  assert.ok(all >= 0.93 && all <= 0.98, `${all}`);
  assert.deepEqual(seen.filter(({ part }) => part < 0.91).map(told), []);
});

test('where a mean did not change few verdicts say so, and 5 points of sentiment are seen', (t) => {
  const kind: ChangeKind = {
    ...{ share: 0.5, correlation: 0.3, prompts: 40, runs: 10, days: 28, shared: 'same', shock: 0, rise: 0 },
    scores: [4_000, 8_000],
  };
  for (const [rise, shared, runs] of [
    [0, 'same', 10],
    [0, 'other', 10],
    [0, 'same', 'unequal'],
    [0.15, 'same', 10],
  ] as const) {
    const draw = changesOf({ ...kind, rise, shared, runs }, randomFrom(7));
    const part = partOf(600, draw, (sums) =>
      ['up', 'down'].includes(changeOf(sums, SENTIMENT_SCALE).verdict),
    );
    t.diagnostic(`${40 * rise} points, ${shared} prompts, ${runs} runs: ${percent(part)} say changed`);
    assert.ok(rise === 0 ? part <= 0.07 : part >= 0.8, `${rise} ${shared} ${runs}: ${part}`);
  }
});

const CASES = 700;
const random = randomFrom(2_026);
const below = (most: number) => Math.floor(random() * most);
/** Prompts by name, of any sizes and shares, all or none named among them. */
const somePrompts = (least = 2): Map<string, Prompt> => {
  const [largest, chance] = [1 + below(40), [0, 0.03, 0.3, 0.8, 1][below(5)]!];
  const make = (at: number): [string, Prompt] => {
    const n = 4 + below(largest);
    const own = random() < 0.3 ? Math.round(random()) * chance : chance;
    return [`${at}`, { n, y: Array.from({ length: n }).filter(() => random() < own).length }];
  };
  return new Map(Array.from({ length: least + below(30) }, (_, at) => make(at)));
};
const near = (a: number, b: number, what: string, within = 0.0101) =>
  assert.ok(Math.abs(a - b) <= within, `${what}: ${a}, ${b}`);

/** Some days are missing, on others something moves all runs. */
const someDays = (): Days => {
  const most = below(3) === 0 ? 60 : 12;
  return Array.from({ length: 1 + below(34) }, (_, day) => {
    const n = 1 + below(most);
    return { day, n, y: below(n + 1) };
  }).filter(({ day }) => day === 0 || below(6) > 0);
};
const daySumsOf = (days: Days): DaySums => {
  const { prompts, ...squares } = sumsOf(days);
  const products = (priorsOf: (day: Days[number], at: number) => Days) => {
    const pairs = days.flatMap((day, at) => priorsOf(day, at).map((prior) => ({ day, prior })));
    return {
      nn: total(pairs.map(({ day, prior }) => day.n * prior.n)),
      ny: total(pairs.map(({ day, prior }) => day.n * prior.y)),
      yn: total(pairs.map(({ day, prior }) => day.y * prior.n)),
      yy: total(pairs.map(({ day, prior }) => day.y * prior.y)),
    };
  };
  return {
    days: prompts,
    ...squares,
    lags: products((_, at) => days.slice(Math.max(0, at - 3), at)),
    weeks: products(({ day }) => days.filter((prior) => prior.day === day - 7)),
  };
};
/** Days on which nothing moves. */
const LEVEL_DAYS: Days = Array.from({ length: 28 }, (_, day) => ({ day, n: 2, y: 1 }));
const comparedOf = (
  before: ReadonlyMap<string, Prompt>,
  after: ReadonlyMap<string, Prompt>,
  days = { before: LEVEL_DAYS, after: LEVEL_DAYS, history: [] as Days[] },
): ComparedSums => {
  const { both, ...periods } = periodsFrom(before, after);
  return {
    ...periods,
    shared: both,
    sharedPrompts: [...before.keys()].filter((name) => after.has(name)).length,
    stretches: {
      before: daySumsOf(days.before),
      after: daySumsOf(days.after),
      history: days.history.map(daySumsOf),
    },
  };
};

test('the functions of sums give what the prompts and days themselves give', () => {
  for (let at = 0; at < CASES; at += 1) {
    const [before, after] = [somePrompts(), somePrompts()];
    const share = shareInterval(sumsOf(before.values()));
    const plain = plainShare([...before.values()]);
    const [low, high] = [100 * plain.low, 100 * plain.high];
    near(share.low!, low, 'low');
    near(share.high!, high, 'high');
    assert.ok(share.low! < low + 1e-9 && share.high! > high - 1e-9, 'rounded outward');
    near(share.effectiveTotal!, plain.effective, 'effective');

    const days = { before: someDays(), after: someDays(), history: [someDays(), someDays()].slice(below(3)) };
    const compared = comparedOf(before, after, days);
    const change = changeOf(compared, null);
    assert.deepEqual(methodOf(3).changeOf(compared, null), change);
    for (const method of [2, 3] as const) {
      const { low: least, high: most } = methodOf(method).changeOf(compared, null);
      const plainChange = plainDifference(before, after, days, method);
      // Degrees of freedom of a half are rounded to either side.
      if (Math.abs((plainChange.freedom % 1) - 0.5) < 1e-9) continue;
      near(least!, 100 * plainChange.low, `low of the change, method ${method}`);
      near(most!, 100 * plainChange.high, `high of the change, method ${method}`);
    }
    near(change.points!, 100 * (plainShare([...after.values()]).share - plain.share), 'points', 0.00501);
  }
});

test("bounds of a mean are the prompts' own t interval, but for two prompts' worth of the prior", () => {
  const prompts = Array.from({ length: 500 }, () => ({
    n: 4,
    y: total([1, 2, 3, 4].map(() => 1 + below(9))),
  }));
  const means = prompts.map(({ y }) => y / 4);
  const centre = mean(means);
  const seen = total(means.map((value) => (value - centre) ** 2)) / 499 / 500;
  const variance = (499 * seen + 2 * (3 ** 2 * (1 + 3 * 0.5)) * (1 / 2_000)) / 501;
  const reach = studentQuantile(0.025, 499) * Math.sqrt(variance);
  const { low, high } = meanInterval(sumsOf(prompts), POSITION_SCALE);
  near(low!, centre - reach, 'low');
  near(high!, centre + reach, 'high');

  const after = new Map(prompts.map(({ n, y }, at) => [`${at}`, { n, y: y + (at % 2) }]));
  const sums = comparedOf(new Map(prompts.map((one, at) => [`${at}`, one])), after);
  const change = changeOf(sums, POSITION_SCALE);
  const own = total(means.map((_, at) => ((at % 2) / 4 - 0.125) ** 2)) / 499 / 500;
  const prior = (2 * 3 ** 2 * (1 + 3 * 0.5)) / 2_000 - (2 * 0.25 * 3 ** 2) / 500;
  const width = 2 * studentQuantile(0.025, 501) * Math.sqrt((499 * own + 2 * prior) / 501);
  assert.equal(change.points, 0.13);
  near(change.high! - change.low!, width, 'width', 0.0201);
});

test('bounds hold the estimate, are the same for the other side, and narrow as prompts and runs grow', () => {
  for (let at = 0; at < CASES; at += 1) {
    const prompts = [...somePrompts().values()];
    const sums = sumsOf(prompts);
    const { low, high, effectiveTotal, quality } = shareInterval(sums);
    assert.ok(
      0 <= low! && low! <= (100 * sums.y) / sums.n && (100 * sums.y) / sums.n <= high! && high! <= 100,
    );
    assert.ok(low! < high! && effectiveTotal! > 0);
    assert.ok(effectiveTotal! < sums.n, 'the design effect is never 1, also where all runs agree');
    assert.equal(quality, prompts.length < 8 || sums.n < 40 ? 'too_few' : 'good');

    const others = shareInterval(sumsOf(prompts.map(({ n, y }) => ({ n, y: n - y }))));
    near(others.low!, 100 - high!, 'low of the runs that do not name it');
    near(others.high!, 100 - low!, 'high of the runs that do not name it');

    const thrice = prompts.map(({ n, y }) => ({ n: 3 * n, y: 3 * y }));
    for (const more of [[...prompts, ...prompts, ...prompts, ...prompts], thrice]) {
      const narrower = shareInterval(sumsOf(more));
      assert.ok(narrower.low! >= low! && narrower.high! <= high!, JSON.stringify(prompts));
    }
  }
  for (const runs of [1, 10]) {
    let last = { low: -1, high: -1 };
    for (let y = 0; y <= 100 * runs; y += runs) {
      const prompts = Array.from({ length: 100 }, (_, at) => ({ n: runs, y: at < y / runs ? runs : 0 }));
      const { low, high } = shareInterval(sumsOf(prompts));
      assert.ok(low! >= last.low && high! >= last.high, `${runs} runs, ${y} namings`);
      last = { low: low!, high: high! };
    }
  }
});

test('too few prompts, runs or days are said; below 2 prompts or 5 runs there are no bounds', () => {
  const many = (prompts: number, n: number) =>
    new Map(Array.from({ length: prompts }, (_, at) => [`${at}`, { n, y: 1 }]));
  const rows = (prompts: number, n: number) => sumsOf(many(prompts, n).values());
  const NONE = { low: null, high: null };
  assert.equal(shareInterval(rows(8, 5)).quality, 'good');
  for (const [prompts, n, reason] of [
    [7, 6, 'few_prompts'],
    [13, 3, 'few_runs'],
  ] as const) {
    assert.equal(shareInterval(rows(prompts, n)).quality, 'too_few');
    assert.ok(shareInterval(rows(prompts, n)).high! > shareInterval(rows(prompts, n)).low!);
    const sums = comparedOf(many(prompts, n), many(20, 500));
    assert.equal(changeOf(sums, null).verdict, 'too_few');
    assert.equal(typeof changeOf(sums, null).low, 'number');
    assert.equal(lackOf(sums)?.reason, reason);
  }
  const nothing: PromptSums = { prompts: 0, n: 0, y: 0, nn: 0, ny: 0, yy: 0 };
  for (const [prompts, n] of [
    [0, 0],
    [1, 9],
    [2, 2],
  ] as const) {
    const row = rows(prompts, n);
    assert.deepEqual(shareInterval(row), { ...NONE, effectiveTotal: null, quality: 'too_few' });
    assert.deepEqual(meanInterval(row, POSITION_SCALE), NONE);
    const points = row.n === 0 ? null : Math.round(10_000 * (1 / 2 - row.y / row.n)) / 100;
    const sums = comparedOf(many(prompts, n), many(50, 2));
    assert.deepEqual(changeOf(sums, null), { points, ...NONE, verdict: 'too_few' });
    assert.deepEqual(changeOf(comparedOf(many(50, 2), many(prompts, n)), POSITION_SCALE).verdict, 'too_few');
  }
  assert.equal(shareInterval(nothing).low, null);
  assert.equal(typeof shareInterval(rows(2, 3)).low, 'number');

  const rest = { after: LEVEL_DAYS.slice(0, 2), history: [] };
  const short = comparedOf(many(20, 5), many(20, 5), { before: LEVEL_DAYS.slice(0, 2), ...rest });
  assert.deepEqual(lackOf(short), { reason: 'few_days', missing: { prompts: 0, runs: 0, days: 1 } });
  // Half of the days name it always, the other half never.
  const halves = LEVEL_DAYS.map(({ day }) => ({ day, n: 20, y: day < 14 ? 20 : 0 }));
  const moved = comparedOf(many(20, 5), many(20, 5), { before: halves, after: halves, history: [] });
  assert.equal(lackOf(moved)?.reason, 'days_move_together');
  assert.ok(lackOf(moved)!.missing.days > 0);
  const none = comparedOf(new Map(), many(20, 5), { before: [], ...rest });
  assert.deepEqual(lackOf(none), { reason: 'nothing_before', missing: { prompts: 8, runs: 40, days: 2 } });
});

test('a single prompt is compared with itself, by its days', () => {
  const ranges = (now: number, then: number, days = 14) => {
    const scaled = (all: number): Days =>
      Array.from({ length: days }, (_, at) => ({
        day: at,
        n: 3,
        y: Math.floor(((at + 1) * all) / days) - Math.floor((at * all) / days),
      }));
    const [before, after] = [scaled(then), scaled(now)];
    const prompt = (y: number) => new Map([['one', { n: 3 * days, y }]]);
    return comparedOf(prompt(then), prompt(now), { before, after, history: [] });
  };
  assert.equal(changeOf(ranges(8, 29), null).verdict, 'down');
  assert.equal(changeOf(ranges(29, 8), null).verdict, 'up');
  assert.equal(changeOf(ranges(26, 29), null).verdict, 'within_noise');
  assert.equal(lackOf(ranges(1, 2, 2))?.reason, 'few_runs');
  const kind: ChangeKind = {
    ...{ share: 0.5, correlation: 0.3, prompts: 1, runs: 42, days: 28, shared: 'same', shock: 0, rise: 0 },
  };
  for (const share of [0.1, 0.3, 0.6, 0.9]) {
    const draw = changesOf({ ...kind, share }, randomFrom(3));
    const part = partOf(600, draw, (sums) => ['up', 'down'].includes(changeOf(sums, null).verdict));
    assert.ok(part <= 0.085, `${share}: ${part}`);
  }
});

test('a change is that of the periods turned round, holds its estimate, and is none of equal ranges', () => {
  for (let at = 0; at < CASES; at += 1) {
    const [before, after] = [somePrompts(5), somePrompts(5)];
    const days = { before: someDays(), after: someDays(), history: [] };
    const sums = comparedOf(before, after, days);
    const { points, low, high, verdict } = changeOf(sums, null);
    assert.ok(-100 <= low! && low! <= points! && points! <= high! && high! <= 100);
    assert.equal(verdict, lackOf(sums) ? 'too_few' : low! > 0 ? 'up' : high! < 0 ? 'down' : 'within_noise');

    const byChance = changeByChance(sums, null);
    assert.ok(byChance >= 0 && byChance <= 1);
    if (verdict === 'up' || verdict === 'down') assert.ok(byChance < 0.05, `${verdict} by ${byChance}`);
    // Bounds are rounded outward, so that a verdict just beyond chance may be within noise.
    if (verdict === 'within_noise') assert.ok(byChance > 0.049, `${verdict} by ${byChance}`);

    const turned = comparedOf(after, before, { ...days, before: days.after, after: days.before });
    const back = changeOf(turned, null);
    assert.equal(back.points, points === 0 ? 0 : -points!);
    near(back.low!, -high!, 'low');
    near(back.high!, -low!, 'high');

    const same = changeOf(comparedOf(before, before, days), null);
    assert.ok(same.points === 0 && same.low! <= 0 && same.high! >= 0);
    assert.ok(['within_noise', 'too_few'].includes(same.verdict));
  }
});

test('verdicts hold in a list if those as improbable are ten times as many as chance makes', () => {
  for (let at = 0; at < CASES; at += 1) {
    const pValues = Array.from({ length: below(12) }, () => (random() < 0.5 ? 0.004 : 0.05) * random());
    const tested = pValues.length + below(40);
    const holds = holdTogether(pValues, tested);
    pValues.forEach((p, place) => {
      const isOne = pValues.some((other) => {
        const asImprobable = pValues.filter((each) => each <= other).length;
        return other >= p && tested * other <= 0.1 * asImprobable;
      });
      assert.equal(holds[place], isOne, JSON.stringify({ pValues, tested }));
    });
  }
  assert.deepEqual(holdTogether([0.04], 1), [true]);
  assert.deepEqual(holdTogether([0.04, 0.0001], 40), [false, true]);
  const lists = listsBy(methodOf(3), 15);
  for (const [name, part] of Object.entries(lists))
    if (name.startsWith('false of those that hold')) assert.ok(part <= 0.2, `${name}: ${part}`);
});

test('a brand that moves with all names is not said to move apart, and one that moves alone is', (t) => {
  const parts = againstOthersBy(methodOf(3), 40);
  t.diagnostic(JSON.stringify(parts));
  for (const [name, part] of Object.entries(parts)) {
    if (/^(apart|against the others): (all names|days)/.test(name))
      assert.ok(part <= 0.15, `${name}: ${part}`);
    if (/^apart: the brand alone/.test(name)) assert.ok(part >= 0.85, `${name}: ${part}`);
    if (/^against the others: and the others/.test(name)) assert.ok(part >= 0.85, `${name}: ${part}`);
  }
  const sums = comparedOf(somePrompts(20), somePrompts(20));
  const { verdict, reason, points } = againstOthers(
    { competitors: 2, apart: sums, others: sums },
    methodOf(3),
  );
  assert.deepEqual([verdict, reason, points], [null, 'no_reference', null]);
});

test('bounds of a mean stay within its scale, hold it, and have a width where all scores agree', () => {
  for (let at = 0; at < CASES; at += 1) {
    const chosen = 1 + below(8);
    const prompts = [...somePrompts().values()].map(({ n }) => ({ n, y: n * chosen + below(2) * below(n) }));
    const sums = sumsOf(prompts);
    const { low, high } = meanInterval(sums, POSITION_SCALE);
    assert.ok(1 <= low! && low! <= sums.y / sums.n && sums.y / sums.n <= high! && low! < high!);
  }
  const neutral = (score: number, prompts: number) =>
    meanInterval(sumsOf(Array.from({ length: prompts }, () => ({ n: 5, y: 5 * score }))), SENTIMENT_SCALE);
  assert.ok(neutral(5_000, 10).low! > 45 && neutral(5_000, 10).high! - neutral(5_000, 10).low! > 1);
  assert.ok(neutral(5_000, 100).low! > neutral(5_000, 10).low!);
  assert.ok(neutral(10_000, 10).high === 100 && neutral(0, 10).low === 0);
});
