import { againstOthers } from '../../src/reports/uncertainty/against-others.ts';
import type { Method } from '../../src/reports/uncertainty/method.ts';
import { type Random, randomFrom, sizesOf } from './clustered-runs.ts';
import {
  type ChangeKind,
  comparedSums,
  lengthsOf,
  type Stretch,
  shocksOf,
  stretchesOf,
  total,
} from './days.ts';

/** Whether a brand moved or all names did, in simulated answers that name a brand and four competitors. */

const SHARES = [0.2, 0.3, 0.5, 0.6];
const BRAND: ChangeKind = {
  ...{ share: 0.4, correlation: 0.25, prompts: 40, runs: 28, days: 28 },
  ...{ shared: 'same', shock: 0, rise: 0 },
};

interface NamesKind {
  prompts: number;
  /** Logits by which all names are more likely in the later range. */
  shift?: number;
  /** As of ChangeKind: the days' shocks are the same for all names. */
  shock?: number;
  /** As of ChangeKind, of the brand alone. */
  rise?: number;
  /** The same of each competitor. */
  fall?: number;
}

/** @returns how the draws' verdicts divide */
export function againstOthersBy(method: Method, draws: number): Record<string, number> {
  const kinds: [name: string, kind: NamesKind][] = [
    ...[40, 100].flatMap((prompts): [string, NamesKind][] => [
      [`all names by 0.1 logits, ${prompts} prompts`, { prompts, shift: 0.1 }],
      [`all names by 0.4 logits, ${prompts} prompts`, { prompts, shift: 0.4 }],
      [`days of 0.2 logits, ${prompts} prompts`, { prompts, shock: 0.2 }],
      [`the brand alone by 10 points, ${prompts} prompts`, { prompts, rise: 0.1 }],
      [`and the others by -5 points, ${prompts} prompts`, { prompts, rise: 0.1, fall: 0.05 }],
    ]),
  ];
  return Object.fromEntries(
    kinds.flatMap(([name, kind], at) => {
      const { called, apart, against } = partsOf(method, kind, draws, randomFrom(at + 1));
      return [
        [`up or down: ${name}`, called],
        [`apart: ${name}`, apart],
        [`against the others: ${name}`, against],
      ];
    }),
  );
}

function partsOf(method: Method, names: NamesKind, draws: number, random: Random) {
  let [called, apart, against] = [0, 0, 0];
  for (let at = 0; at < draws; at += 1) {
    const drawn = drawnNames(names, random);
    if (['up', 'down'].includes(method.changeOf(drawn.brand, null).verdict)) called += 1;
    const { verdict } = againstOthers({ competitors: SHARES.length, ...drawn }, method);
    if (verdict === 'apart') apart += 1;
    if (verdict === 'against_the_others') against += 1;
  }
  return { called: called / draws, apart: apart / draws, against: against / draws };
}

function drawnNames({ prompts, shift = 0, shock = 0, rise = 0, fall = 0 }: NamesKind, random: Random) {
  const kind = { ...BRAND, prompts };
  const lengths = lengthsOf(kind);
  const shocks = shocksOf(total(lengths), shock, random);
  const later = total(lengths.slice(0, -1));
  for (let day = later; day < shocks.length; day += 1) shocks[day] = (shocks[day] as number) + shift;
  const own = stretchesOf({ ...kind, rise }, lengths, shocks, random);
  const rivals = SHARES.map((share) => stretchesOf({ ...kind, share, rise: -fall }, lengths, shocks, random));
  const sumsOf = (namings: (stretch: number, cell: number) => number) =>
    comparedSums(
      kind,
      sizesOf(kind).length,
      own.map((stretch, at): Stretch => ({ ...stretch, y: stretch.y.map((_, cell) => namings(at, cell)) })),
    );
  const mine = (at: number, cell: number) => own[at]?.y[cell] as number;
  const theirs = (at: number, cell: number) => total(rivals.map((rival) => rival[at]?.y[cell] as number));
  return {
    brand: sumsOf(mine),
    apart: sumsOf((at, cell) => SHARES.length * mine(at, cell) - theirs(at, cell)),
    others: sumsOf(theirs),
  };
}
