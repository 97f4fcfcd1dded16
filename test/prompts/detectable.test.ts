import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from '../../src/features/demo/random.ts';
import { DETECTABLE_POINTS } from '../../src/features/prompts/detectable.ts';
import { type ComparedSums, changeOf } from '../../src/reports/uncertainty/changes.ts';

const WORLDS = 300;
/** Up to 56 days before the ranges, in stretches of 28, and the two ranges. */
const STRETCHES = 4;
const DAYS = 28;

/** The verdict on one prompt that is named in `before` and then in `after` of its runs, each at random. */
function verdict(runsPerDay: number, [before, after]: [number, number], random: () => number) {
  const stretches = Array.from({ length: STRETCHES }, (_, index) =>
    Array.from({ length: DAYS }, () => {
      const share = index === STRETCHES - 1 ? after : before;
      return Array.from({ length: runsPerDay }, () => random() < share).filter(Boolean).length;
    }),
  );
  const sums = stretches.map((named) => {
    const total = named.reduce((sum, y) => sum + y, 0);
    const lags = { nn: 0, ny: 0, yn: 0, yy: 0 };
    for (const [day, y1] of named.entries())
      for (const y2 of named.slice(Math.max(0, day - 3), day)) {
        lags.nn += runsPerDay ** 2;
        lags.ny += runsPerDay * y2;
        lags.yn += y1 * runsPerDay;
        lags.yy += y1 * y2;
      }
    const squares = {
      nn: DAYS * runsPerDay ** 2,
      ny: runsPerDay * total,
      yy: named.reduce((sum, y) => sum + y * y, 0),
    };
    return { days: DAYS, n: DAYS * runsPerDay, y: total, ...squares, lags };
  });
  const [, , earlier, later] = sums as [object, object, (typeof sums)[number], (typeof sums)[number]];
  const prompt = ({ n, y }: { n: number; y: number }) => ({
    prompts: 1,
    n,
    y,
    nn: n * n,
    ny: n * y,
    yy: y * y,
  });
  const shared = {
    nn: earlier.n * later.n,
    ny: earlier.n * later.y,
    yn: earlier.y * later.n,
    yy: earlier.y * later.y,
  };
  const compared: ComparedSums = {
    ...{ before: prompt(earlier), after: prompt(later), shared, sharedPrompts: 1 },
    stretches: { before: earlier, after: later, history: sums.slice(0, 2) },
  };
  return changeOf(compared, null).verdict;
}

test('the change that a prompt can show is seen in four of five simulated cases, and none is seen in its absence', () => {
  const random = seeded('runs a day');
  for (const runsPerDay of [1, 4, 12, 24]) {
    const change = DETECTABLE_POINTS[runsPerDay - 1]! / 100;
    const share = (of: [number, number]) =>
      Array.from({ length: WORLDS }, () => verdict(runsPerDay, of, random)).filter((word) => word === 'up')
        .length / WORLDS;
    const seen = share([0.5 - change / 2, 0.5 + change / 2]);
    assert.ok(seen > 0.7 && seen < 0.97, `${runsPerDay} a day: ${seen} of changes by ${change} are seen`);
    const half = share([0.5 - change / 4, 0.5 + change / 4]);
    assert.ok(half < 0.5, `${runsPerDay} a day: ${half} of half as large ones`);
    assert.ok(share([0.5, 0.5]) < 0.05);
  }
});

test('more runs a day show smaller changes', () => {
  assert.equal(DETECTABLE_POINTS.length, 24);
  for (const [index, points] of DETECTABLE_POINTS.slice(1).entries())
    assert.ok(points <= DETECTABLE_POINTS[index]!, `${index + 2} a day`);
});
