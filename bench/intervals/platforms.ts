import {
  DAYS_BESIDE,
  type PlatformDay,
  platformMoves,
} from '../../src/reports/uncertainty/platform-moves.ts';
import { type Random, randomFrom } from './clustered-runs.ts';
import { chanceOf, moved, shocksOf } from './days.ts';

/** How often days are said to be those on which a platform moved, in simulated years of answers with five names. */

const SHARES = [0.15, 0.25, 0.4, 0.5, 0.7];
const BEFORE = DAYS_BESIDE.before;
const YEAR = 365;

interface PlatformKind {
  /** Each is asked once a day. */
  prompts: number;
  /** The standard deviation, in logits, of what moves all names of a day together; near days are alike. */
  shock: number;
  /** How likely a prompt names today whom it named yesterday, without being drawn again. */
  kept?: number;
  /** Logits by which names move from the middle of the year on. */
  shift?: number;
  /** How many of the names do. */
  shifted?: number;
}

/** @returns days in a year that are said to be moves; with a shift, the part of the years whose day is found */
export function platformMovesBy(years: number): Record<string, number> {
  const still = (prompts: number, shock: number, kept = 0): [string, number] => [
    `false moves a year: ${prompts} prompts, days of ${shock} logits${kept ? ', answers kept for days' : ''}`,
    partOf({ prompts, shock, kept }, years, (moves) => moves.length),
  ];
  const seen = (shift: number, shifted: number): [string, number] => [
    `seen: ${shifted} of ${SHARES.length} names by ${shift} logits, 40 prompts`,
    partOf({ prompts: 40, shock: 0, shift, shifted }, years, (moves) =>
      Number(moves.some((at) => Math.abs(at - BEFORE - 182) <= 2)),
    ),
  ];
  return Object.fromEntries([
    ...[20, 100].flatMap((prompts) => [0, 0.2, 0.4].map((shock) => still(prompts, shock))),
    still(20, 0, 0.8),
    still(100, 0, 0.8),
    ...([0.3, 0.5, 1] as const).map((shift) => seen(shift, SHARES.length)),
    seen(2, 1),
  ]);
}

function partOf(kind: PlatformKind, years: number, figure: (moves: number[]) => number): number {
  const random = randomFrom(28);
  let sum = 0;
  for (let year = 0; year < years; year += 1) {
    const days = daysOf(kind, random);
    sum += figure(platformMoves(days).flatMap(({ at }) => (at >= BEFORE && at < BEFORE + YEAR ? [at] : [])));
  }
  return sum / years;
}

function daysOf(
  { prompts, shock, kept = 0, shift = 0, shifted = 0 }: PlatformKind,
  random: Random,
): PlatformDay[] {
  const count = BEFORE + YEAR + DAYS_BESIDE.after;
  const shocks = shocksOf(count, shock, random);
  const chances = SHARES.map((share) =>
    Array.from({ length: prompts }, () => chanceOf({ share, correlation: 0.25 }, random)),
  );
  const answers = chances.map((own) => own.map((chance) => random() < chance));
  return Array.from({ length: count }, (_, day) => ({
    runs: prompts,
    named: answers.map((own, name) => {
      const moves = (shocks[day] as number) + (day >= BEFORE + 182 && name < shifted ? shift : 0);
      own.forEach((_, prompt) => {
        if (random() >= kept) own[prompt] = random() < moved(chances[name]?.[prompt] as number, moves);
      });
      return own.filter(Boolean).length;
    }),
  }));
}
