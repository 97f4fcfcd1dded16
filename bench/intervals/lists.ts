import { holdTogether } from '../../src/reports/uncertainty/false-discoveries.ts';
import type { Method } from '../../src/reports/uncertainty/method.ts';
import { type Random, randomFrom } from './clustered-runs.ts';
import { type ChangeKind, changesOf } from './days.ts';

/** How many of the verdicts that hold in a list are false, in simulated lists of rows. */

const ROWS = 40;
const STILL: ChangeKind = {
  ...{ share: 0.4, correlation: 0.25, prompts: 1, runs: 42, days: 42 },
  ...{ shared: 'same', shock: 0, rise: 0 },
};
/** Rows of single prompts, and of many. */
const KINDS: readonly [name: string, kind: ChangeKind][] = [
  ['single prompts of 42 runs', STILL],
  ['20 prompts of 10 runs', { ...STILL, prompts: 20, runs: 10, days: 28 }],
];

export function listsBy(method: Method, lists: number): Record<string, number> {
  return Object.fromEntries(
    KINDS.flatMap(([name, kind]) =>
      [0, 4, 20].flatMap((moved): [string, number][] => {
        const { falseOfUp, falseOfHolding, holding } = partsOf(method, kind, { moved, lists }, randomFrom(9));
        const of = `${name}, ${moved} of ${ROWS} rows by 30 points`;
        return [
          [`false of up or down: ${of}`, falseOfUp],
          [`false of those that hold: ${of}`, falseOfHolding],
          ...(moved > 0 ? [[`of those that moved, hold: ${of}`, holding] as [string, number]] : []),
        ];
      }),
    ),
  );
}

function partsOf(
  { changeOf, changeByChance }: Method,
  kind: ChangeKind,
  { moved, lists }: { moved: number; lists: number },
  random: Random,
) {
  const [still, rising] = [changesOf(kind, random), changesOf({ ...kind, rise: 0.3 }, random)];
  let [falseOfUp, falseOfHolding, found] = [0, 0, 0];
  for (let list = 0; list < lists; list += 1) {
    const rows = Array.from({ length: ROWS }, (_, at) => {
      const sums = at < moved ? rising() : still();
      const { verdict } = changeOf(sums, null);
      return { isMoved: at < moved, verdict, byChance: changeByChance?.(sums, null) ?? 1 };
    });
    const called = rows.filter(({ verdict }) => verdict === 'up' || verdict === 'down');
    const tested = rows.filter(({ verdict }) => verdict !== 'too_few').length;
    const holds = holdTogether(
      called.map(({ byChance }) => byChance),
      tested,
    );
    const holding = called.filter((_, at) => holds[at]);
    const falseIn = (of: typeof called) => of.filter((row) => !row.isMoved).length / Math.max(1, of.length);
    falseOfUp += falseIn(called) / lists;
    falseOfHolding += falseIn(holding) / lists;
    found += holding.filter((row) => row.isMoved).length / lists;
  }
  return { falseOfUp, falseOfHolding, holding: found / Math.max(1, moved) };
}
