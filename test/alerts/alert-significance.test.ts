// long: simulates thousands of ranges
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Cell,
  comparedOf,
  detectable,
  LEVEL,
  meanSentiment,
  type SentimentCell,
  shareIn,
  testDrop,
  testLow,
  windowsOf,
} from '../../src/features/alerts/decisions.ts';
import { studentUpper } from '../../src/reports/uncertainty/statistics.ts';

/** All windows, with and without a history, in a minute; else a part of them. */
const IS_FULL = process.env['ALERT_SERIES'] === 'all';
const SERIES = 200;
const LOOKS = 60;
const HISTORY = 56;
const POINTS = 0.05;

type Random = () => number;
/** By prompt and day, the chance that a run names the brand. */
type Chances = (random: Random, prompts: number, days: number) => number[][];

/** mulberry32 */
function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const rows = <T>(length: number, make: (at: number) => T): T[] => Array.from({ length }, (_, at) => make(at));
const steady: (chance: number) => Chances = (chance) => (_, prompts, days) =>
  rows(prompts, () => rows(days, () => chance));
const differing: Chances = (random, prompts, days) =>
  rows(prompts, () => {
    const own = random();
    return rows(days, () => own);
  });
/** A prompt keeps its answer from one day to the next with this chance, else draws it anew. */
const keeping: (chance: number) => Chances = (chance) => (random, prompts, days) =>
  rows(prompts, () => {
    let isNaming = random() < 0.5;
    return rows(days, () => {
      if (random() > chance) isNaming = random() < 0.5;
      return isNaming ? 0.97 : 0.03;
    });
  });
const weekly: (points: number) => Chances = (points) => (random, prompts, days) =>
  rows(prompts, () => {
    const own = 0.3 + 0.4 * random();
    return rows(days, (day) => own + (day % 7 >= 5 ? -points : points * 0.4));
  });

/** A series without a change: prompts, runs of each a day (below 1: a chance), and how they behave. */
const UNCHANGED: [name: string, prompts: number, runs: number, chances: Chances][] = [
  ['independent runs', 20, 1, steady(0.5)],
  ['independent runs, rarely named', 20, 1, steady(0.1)],
  ['one prompt, often', 1, 20, steady(0.6)],
  ['few prompts, often', 4, 5, steady(0.5)],
  ['prompts that differ', 20, 1, differing],
  ['prompts that keep their answer', 20, 1, keeping(0.9)],
  ['few prompts that keep their answer', 6, 1, keeping(0.8)],
  ['low volume', 3, 1, steady(0.5)],
  ['low volume, with gaps', 5, 0.3, steady(0.6)],
  ['a rhythm of the week', 20, 1, weekly(0.15)],
];

/** Runs by prompt and day. */
function runsOf(random: Random, runs: number, chances: number[][]): (Cell & { day: number })[] {
  return chances.flatMap((days, prompt) =>
    days.flatMap((chance, day) => {
      const count = runs >= 1 ? runs : Number(random() < runs);
      if (count === 0) return [];
      const named = rows(count, () => Number(random() < chance)).reduce((sum, one) => sum + one, 0);
      return [{ prompt: String(prompt), day, daysAgo: 0, runs: count, named }];
    }),
  );
}

/** The days, from 0, on which a rule would raise an alert. */
function alarms(
  runs: readonly (Cell & { day: number })[],
  { windowDays, points, from, to }: { windowDays: number; points: number; from: number; to: number },
): number[] {
  const windows = windowsOf(windowDays);
  const byDay = Map.groupBy(runs, ({ day }) => day);
  const perDay = rows(to, (day) => ({
    runs: (byDay.get(day) ?? []).reduce((sum, cell) => sum + cell.runs, 0),
    named: (byDay.get(day) ?? []).reduce((sum, cell) => sum + cell.named, 0),
  }));
  return rows(to - from, (at) => from + at).filter((today) => {
    const ago = rows(Math.min(today, windows.historyDays), (at) => at + 1);
    const days = ago.map((daysAgo) => ({ ...perDay[today - daysAgo]!, daysAgo }));
    const [now, before] = [shareIn(days, 0, windows), shareIn(days, 1, windows)];
    if (now.total === 0 || before.total === 0) return false;
    if (before.count / before.total - now.count / now.total < points) return false;
    const cells = ago.flatMap((daysAgo) =>
      (byDay.get(today - daysAgo) ?? []).map((cell) => ({ ...cell, daysAgo })),
    );
    return testDrop(comparedOf(cells, windows)).pValue <= LEVEL;
  });
}

for (const [at, [name, prompts, runs, chances]] of UNCHANGED.entries()) {
  const all = [1, 2, 3, 7, 14].flatMap((windowDays) =>
    [HISTORY, 0].map((history) => [windowDays, history] as const),
  );
  const part = [[[7, HISTORY] as const, [2, 0] as const][at % 2]!];
  for (const [windowDays, history] of IS_FULL ? all : part)
    test(`${SERIES} series without a change raise at most 5 % false alerts in ${LOOKS} days: ${name}, ${windowDays} days, ${history} before`, () => {
      let wrong = 0;
      for (let seed = 1; seed <= SERIES; seed += 1) {
        const random = randomFrom(seed * 7919 + windowDays);
        const made = runsOf(random, runs, chances(random, prompts, history + LOOKS));
        const from = Math.max(history, windowsOf(windowDays).step + 1);
        if (alarms(made, { windowDays, points: POINTS, from, to: history + LOOKS }).length > 0) wrong += 1;
      }
      assert.ok(wrong <= SERIES * 0.05, `${wrong} of ${SERIES}`);
    });
}

/** How many of 100 drops to the half are found, and by which day after it 9 of 10 of those are. */
function found(windowDays: number, prompts: number, runs: number) {
  const days = rows(100, (seed) => {
    const random = randomFrom(seed + 1);
    const chances = rows(prompts, () => rows(HISTORY + 14, (day) => (day < HISTORY ? 0.6 : 0.3)));
    const made = runsOf(random, runs, chances);
    return alarms(made, { windowDays, points: 0.15, from: HISTORY + 1, to: HISTORY + 14 })[0];
  }).filter((day) => day !== undefined);
  const after = days.map((day) => day - HISTORY).sort((a, b) => a - b);
  return { count: days.length, by: after[Math.floor(after.length * 0.9)] ?? 99 };
}

test('a real drop from 60 % to 30 % is found: within 2 days at 100 runs a day, within 7 at 20', () => {
  const many = found(2, 20, 5);
  assert.ok(many.count >= 95 && many.by <= 2, JSON.stringify(many));
  const week = found(7, 20, 1);
  assert.ok(week.count >= 90 && week.by <= 7, JSON.stringify(week));
});

test('a drop as large as a rule says that it detects is found in about four of five cases', () => {
  const [windowDays, prompts, series] = [14, 30, 150];
  const windows = windowsOf(windowDays);
  let [found, named] = [0, 0];
  for (let seed = 1; seed <= series; seed += 1) {
    const random = randomFrom(seed * 104_729);
    const own = rows(prompts, () => 0.4 + 0.4 * random());
    const cellsOf = (fall: number) => {
      const chances = own.map((chance) =>
        rows(windows.historyDays, (day) => chance - (day >= windows.historyDays - windowDays ? fall : 0)),
      );
      return runsOf(random, 2, chances).map((cell) => ({ ...cell, daysAgo: windows.historyDays - cell.day }));
    };
    const points = detectable(comparedOf(cellsOf(0), windows), 1);
    if (points === null) continue;
    named += 1;
    if (testDrop(comparedOf(cellsOf(points / 100), windows)).pValue <= LEVEL) found += 1;
  }
  assert.equal(named, series, 'there are answers enough');
  assert.ok(found >= 0.7 * series && found <= 0.92 * series, `${found} of ${series}`);
});

test('a lasting drop triggers on days in a row, not on and off', () => {
  const random = randomFrom(5);
  const chances = rows(20, () => rows(HISTORY + 30, (day) => (day < HISTORY ? 0.7 : 0.2)));
  const days = alarms(runsOf(random, 2, chances), {
    windowDays: 7,
    points: 0.15,
    from: HISTORY,
    to: HISTORY + 30,
  });
  assert.ok(days.length >= 5);
  assert.equal(days.at(-1)! - days[0]!, days.length - 1, days.join());
});

test('new prompts are no drop of the old ones, and a handful of runs is none', () => {
  const cells = (prompts: [string, number, number][]) =>
    prompts.flatMap(([prompt, daysAgo, named]) =>
      rows(7, (at) => ({ prompt, daysAgo: daysAgo + at, runs: 5, named })),
    );
  const windows = windowsOf(7);
  const old = rows(6, (at): [string, number, number][] => [
    [`old ${at}`, 1, 4],
    [`old ${at}`, 8, 4],
  ]).flat();
  const added = rows(6, (at): [string, number, number] => [`new ${at}`, 1, 0]);
  assert.ok(testDrop(comparedOf(cells([...old, ...added]), windows)).pValue > 0.4);
  assert.ok(
    testDrop(
      comparedOf(
        cells([
          ...old.filter(([, daysAgo]) => daysAgo === 8),
          ...old.map(([id]): [string, number, number] => [id, 1, 0]),
        ]),
        windows,
      ),
    ).pValue < LEVEL,
  );
  const few = [
    { prompt: 'a', daysAgo: 1, runs: 2, named: 0 },
    { prompt: 'a', daysAgo: 8, runs: 2, named: 2 },
  ];
  assert.equal(testDrop(comparedOf(few, windowsOf(1))).pValue, 1);
});

test('200 series of sentiments at the threshold or above raise at most 5 %; clearly below, all do', () => {
  const windows = windowsOf(7);
  const raised = (mean: number, likeness: number) =>
    rows(SERIES, (seed) => {
      const random = randomFrom(seed + 99);
      let state = 0;
      const days = rows(HISTORY + LOOKS, () => {
        state = likeness * state + (1 - likeness) * 20 * (random() - 0.5);
        return state;
      });
      const cells = days.flatMap((shift, day) =>
        rows(5, (prompt) => ({
          prompt: String(prompt),
          day,
          scored: 1,
          sum: mean + shift + 40 * (random() - 0.5),
        })),
      );
      const byDay = Map.groupBy(cells, ({ day }) => day);
      return rows(LOOKS, (at) => HISTORY + at).some((today) => {
        const seen = (days: number): SentimentCell[] =>
          rows(days, (at) => at + 1).flatMap((daysAgo) =>
            (byDay.get(today - daysAgo) ?? []).map((cell) => ({ ...cell, daysAgo })),
          );
        if ((meanSentiment(seen(7), 0, windows) ?? 99) > 40) return false;
        return testLow(seen(windows.historyDays), windows, 40).pValue <= LEVEL;
      });
    }).filter(Boolean).length;
  for (const likeness of IS_FULL ? [0, 0.5, 0.8] : [0.5]) {
    const wrong = raised(40, likeness);
    assert.ok(wrong <= SERIES * 0.05, `${wrong} of ${SERIES}, likeness ${likeness}`);
  }
  assert.equal(raised(20, 0), SERIES);
});

test('studentUpper gives the values of the tables', () => {
  const near = (value: number, expected: number) =>
    assert.ok(Math.abs(value / expected - 1) < 1e-4, `${value}`);
  // R: pt(t, df, lower = FALSE)
  near(studentUpper(2, 10), 0.03669402);
  near(studentUpper(318.3088, 1), 0.001);
  near(studentUpper(-1, 5), 0.8183913);
});
