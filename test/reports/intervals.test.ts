import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  meanDifference,
  meanInterval,
  POSITION_SCALE,
  type PromptSums,
  SENTIMENT_SCALE,
  shareDifference,
  shareInterval,
} from '../../src/reports/uncertainty/intervals.ts';
import { studentQuantile } from '../../src/reports/uncertainty/statistics.ts';
import {
  type Cell,
  cellsOf,
  type Prompt,
  periodsFrom,
  periodsOf,
  randomFrom,
  rowsOf,
  scorePeriodsOf,
  scoreRowsOf,
  sumsOf,
} from '../support/clustered-runs.ts';
import { plainDifference, plainShare } from '../support/plain-intervals.ts';

/** A finer grid with more draws, in some minutes; its figures are those that intervals.ts tells. */
const IS_LONG = process.env['INTERVAL_GRID'] === 'long';
const DRAWS = IS_LONG ? 4_000 : 2_000;

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
const extremes = (seen: { part: number }[]) => {
  const ordered = [...seen].sort((a, b) => a.part - b.part);
  return `lowest ${ordered.slice(0, 3).map(told).join(', ')}; highest ${told(ordered.at(-1)!)}`;
};

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

test('bounds of a share hold the truth as often as they say', (t) => {
  const grid = IS_LONG
    ? cellsOf(
        [0.02, 0.03, 0.05, 0.1, 0.2, 0.3, 0.5, 0.65, 0.8, 0.9, 0.95, 0.98],
        [0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7],
        [8, 10, 15, 20, 40, 100, 300],
        [1, 2, 3, 5, 10, 30, 'unequal'],
      )
    : cellsOf(
        [0.02, 0.05, 0.1, 0.3, 0.5, 0.8, 0.95],
        [0.05, 0.1, 0.2, 0.3, 0.5, 0.7],
        [8, 10, 20, 40, 100, 300],
        [1, 3, 5, 10, 30, 'unequal'],
      );
  const seen = grid.map((cell, at) => {
    const draw = rowsOf(cell, randomFrom(at + 1));
    const { n, prompts } = draw();
    const part = partOf(DRAWS, draw, (sums) => {
      const { low, high } = shareInterval(sums);
      return low! <= 100 * cell.share && 100 * cell.share <= high!;
    });
    return { ...cell, part, n, isGood: prompts >= 8 && n >= 40 };
  });
  const inside = seen.filter(
    ({ correlation, share, n }) => correlation <= 0.3 && Math.min(share, 1 - share) * n >= 5,
  );
  const outside = seen.filter((cell) => !inside.includes(cell) && cell.isGood);
  const all = mean(seen.map(({ part }) => part));
  t.diagnostic(`${seen.length} cells of ${DRAWS} draws: ${percent(all)} hold the truth`);
  t.diagnostic(`correlation to 0.3, 5 namings and 5 others (${inside.length}): ${extremes(inside)}`);
  t.diagnostic(`else (${outside.length}): ${extremes(outside)}`);

  assert.ok(all >= 0.93 && all <= 0.98, `${all}`);
  assert.deepEqual(inside.filter(({ part }) => part < 0.91).map(told), []);
  assert.deepEqual(outside.filter(({ part }) => part < 0.93).map(told), []);
  assert.ok(inside.length > 500 && outside.length > 400);
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
  const grid = cellsOf([1], [0.05, 0.3, 0.6], IS_LONG ? [10, 20, 40, 100] : [10, 40], [1, 3, 10, 'unequal']);
  const seen = Object.entries(SCORES).flatMap(([name, scores]) => {
    const { scale, values, probabilities } = scores;
    const truth = values.reduce((sum, value, at) => sum + value * probabilities[at]!, 0) / scale.unit;
    return grid.map(({ share: _, ...cell }, at) => {
      const part = partOf(DRAWS, scoreRowsOf(scores, cell, randomFrom(at + 1)), (sums) => {
        const { low, high } = meanInterval(sums, scale);
        return low! <= truth && truth <= high!;
      });
      return { name, ...cell, part };
    });
  });
  const all = mean(seen.map(({ part }) => part));
  t.diagnostic(`${seen.length} cells of ${DRAWS} draws: ${percent(all)} hold the truth; ${extremes(seen)}`);
  assert.ok(all >= 0.93 && all <= 0.98, `${all}`);
  assert.deepEqual(seen.filter(({ part }) => part < 0.91).map(told), []);
});

test('where a share did not change, few verdicts say that it did', (t) => {
  const grid = cellsOf(
    [0.02, 0.1, 0.3, 0.5, 0.9],
    [0.1, 0.3, 0.5],
    IS_LONG ? [8, 10, 20, 40, 100, 300] : [10, 40, 100],
    IS_LONG ? [1, 3, 10, 30, 'unequal'] : [10, 'unequal'],
  );
  const seen = (['same', 'half', 'other'] as const).flatMap((shared) =>
    grid.map((cell, at) => {
      const part = partOf(4_000, periodsOf(cell, shared, randomFrom(at + 1)), ({ before, after, both }) =>
        ['up', 'down'].includes(shareDifference(before, after, both).verdict),
      );
      return { shared, ...cell, part };
    }),
  );
  t.diagnostic(`${seen.length} cells: ${percent(mean(seen.map(({ part }) => part)))}; ${extremes(seen)}`);
  assert.deepEqual(seen.filter(({ part }) => part > 0.06).map(told), []);
});

test('a change from 30 to 40 % over the same 40 prompts with 10 runs each is seen', (t) => {
  for (const correlation of [0.2, 0.25, 0.3]) {
    const cell: Cell = { share: 0.3, correlation, prompts: 40, runs: 10 };
    // A seventh of the runs that did not name the brand do after: 30 % + 70 % ÷ 7.
    const draw = periodsOf(cell, 'same', randomFrom(40), 1 / 7);
    const drawn = Array.from({ length: 4_000 }, draw).map(({ before, after, both }) =>
      shareDifference(before, after, both),
    );
    const seen = drawn.filter(({ verdict }) => verdict === 'up').length / drawn.length;
    const held = drawn.filter(({ low, high }) => low! <= 10 && high! >= 10).length / drawn.length;
    t.diagnostic(`correlation ${correlation}: seen in ${percent(seen)}, bounds hold 10 in ${percent(held)}`);
    assert.ok(seen >= 0.8, `${correlation}: ${seen}`);
    assert.ok(held >= 0.93, `${correlation}: ${held}`);
  }
});

test('where a mean did not change few verdicts say so, and 5 points of sentiment are seen', (t) => {
  for (const [points, shared, runs] of [
    [0, 'same', 10],
    [0, 'other', 10],
    [0, 'same', 'unequal'],
    [5, 'same', 10],
  ] as const) {
    const cell = { correlation: 0.3, prompts: 40, runs };
    const draw = scorePeriodsOf(SPREAD, cell, shared, randomFrom(7), points * SENTIMENT_SCALE.unit);
    const part = partOf(4_000, draw, ({ before, after, both }) =>
      ['up', 'down'].includes(meanDifference(before, after, both, SENTIMENT_SCALE).verdict),
    );
    t.diagnostic(`${points} points, ${shared} prompts, ${runs} runs: ${percent(part)} say changed`);
    assert.ok(points === 0 ? part <= 0.06 : part >= 0.8, `${points} ${shared} ${runs}: ${part}`);
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

test('the functions of sums give what the prompts themselves give', () => {
  for (let at = 0; at < CASES; at += 1) {
    const [before, after] = [somePrompts(), somePrompts()];
    const share = shareInterval(sumsOf(before.values()));
    const plain = plainShare([...before.values()]);
    const [low, high] = [100 * plain.low, 100 * plain.high];
    near(share.low!, low, 'low');
    near(share.high!, high, 'high');
    assert.ok(share.low! < low + 1e-9 && share.high! > high - 1e-9, 'rounded outward');
    near(share.effectiveTotal!, plain.effective, 'effective');

    const periods = periodsFrom(before, after);
    const change = shareDifference(periods.before, periods.after, periods.both);
    const plainChange = plainDifference(before, after);
    near(change.low!, 100 * plainChange.low, 'low of the change');
    near(change.high!, 100 * plainChange.high, 'high of the change');
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
  const {
    before,
    after: later,
    both,
  } = periodsFrom(new Map(prompts.map((one, at) => [`${at}`, one])), after);
  const change = meanDifference(before, later, both, POSITION_SCALE);
  const own = total(means.map((_, at) => ((at % 2) / 4 - 0.125) ** 2)) / 499 / 500;
  const prior = (2 * 3 ** 2 * (1 + 3 * 0.5)) / 2_000 - (2 * 0.25 * 3 ** 2) / 500;
  const width = 2 * studentQuantile(0.025, 499) * Math.sqrt((499 * own + 2 * prior) / 501);
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

test('too few prompts or runs are said; below 2 prompts or 5 runs there are no bounds', () => {
  const rows = (prompts: number, n: number) => sumsOf(Array.from({ length: prompts }, () => ({ n, y: 1 })));
  const NONE = { low: null, high: null };
  assert.equal(shareInterval(rows(8, 5)).quality, 'good');
  for (const row of [rows(7, 6), rows(13, 3)]) {
    assert.equal(shareInterval(row).quality, 'too_few');
    assert.ok(shareInterval(row).high! > shareInterval(row).low!);
    const { verdict, low } = shareDifference(row, rows(8, 500), { nn: 0, ny: 0, yn: 0, yy: 0 });
    assert.equal(verdict, 'too_few');
    assert.equal(typeof low, 'number');
  }
  const nothing: PromptSums = { prompts: 0, n: 0, y: 0, nn: 0, ny: 0, yy: 0 };
  const unshared = { nn: 0, ny: 0, yn: 0, yy: 0 };
  for (const row of [nothing, rows(1, 100), rows(2, 2)]) {
    assert.deepEqual(shareInterval(row), { ...NONE, effectiveTotal: null, quality: 'too_few' });
    assert.deepEqual(meanInterval(row, POSITION_SCALE), NONE);
    const points = row.n === 0 ? null : 50 - (100 * row.y) / row.n;
    assert.deepEqual(shareDifference(row, rows(50, 2), unshared), { points, ...NONE, verdict: 'too_few' });
    assert.deepEqual(meanDifference(rows(50, 2), row, unshared, POSITION_SCALE).verdict, 'too_few');
  }
  assert.equal(typeof shareInterval(rows(2, 3)).low, 'number');
});

test('a change is that of the periods turned round, holds its estimate, and is surer of the same prompts', () => {
  for (let at = 0; at < CASES; at += 1) {
    const [before, after] = [somePrompts(5), somePrompts(5)];
    const { before: one, after: two, both } = periodsFrom(before, after);
    const { points, low, high, verdict } = shareDifference(one, two, both);
    assert.ok(-100 <= low! && low! <= points! && points! <= high! && high! <= 100);
    const isFew = [one, two].some((row) => row.prompts < 8 || row.n < 40);
    assert.equal(verdict, isFew ? 'too_few' : low! > 0 ? 'up' : high! < 0 ? 'down' : 'within_noise');

    const turned = periodsFrom(after, before);
    const back = shareDifference(turned.before, turned.after, turned.both);
    assert.equal(back.points, points === 0 ? 0 : -points!);
    near(back.low!, -high!, 'low');
    near(back.high!, -low!, 'high');

    const unpaired = shareDifference(one, two, { nn: 0, ny: 0, yn: 0, yy: 0 });
    assert.ok(unpaired.low! <= low! && high! <= unpaired.high!);
    const same = shareDifference(one, one, periodsFrom(before, before).both);
    assert.ok(same.points === 0 && same.low! <= 0 && same.high! >= 0);
    assert.ok(['within_noise', 'too_few'].includes(same.verdict));
  }
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
