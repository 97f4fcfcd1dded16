import { daysBetween } from '../../../../../base/views/range.ts';
import type { Schemas } from '../../../api/client.ts';
import type { Days } from '../verdict.ts';

export type Answer = Schemas['RunSummary'];

/** Narrower days are no longer told apart, so the picture scrolls; px. */
const LEAST_DAY = 10;
export const ROW_HEIGHT = 34;
const LARGEST_MARK = 18;
const GAP = 2;

/** An answer and the place of its mark: the middle, and how large it may be, px. */
export interface Mark {
  answer: Answer;
  x: number;
  y: number;
  size: number;
}

/** The width of the picture, as wide as there is room or as its days need, px. */
export function widthOf(range: Days, room: number): number {
  return Math.max(room, daysBetween(range.start, range.end) * LEAST_DAY);
}

/** The middle of a day, px. */
export function middleOf(day: string, { start, end }: Days, width: number): number {
  return ((daysBetween(start, day) - 0.5) * width) / daysBetween(start, end);
}

/** The marks of a row in the order of their time: those of a day share its place, in lines if need be. */
export function marksOf(answers: readonly Answer[], range: Days, row: number, width: number): Mark[] {
  const dayWidth = width / daysBetween(range.start, range.end);
  const inOrder = answers.toSorted((one, other) => one.executedAt.localeCompare(other.executedAt));
  return [...Map.groupBy(inOrder, ({ executedAt }) => executedAt.slice(0, 10))].flatMap(([day, own]) => {
    const across = Math.min(
      own.length,
      Math.max(1, Math.ceil(Math.sqrt((own.length * dayWidth) / ROW_HEIGHT))),
    );
    const down = Math.ceil(own.length / across);
    const size = Math.min(LARGEST_MARK, dayWidth / across - GAP, ROW_HEIGHT / down - GAP);
    return own.map((answer, at) => ({
      answer,
      x: middleOf(day, range, width) + ((at % across) - (across - 1) / 2) * (size + GAP),
      y: (row + 0.5) * ROW_HEIGHT + (Math.floor(at / across) - (down - 1) / 2) * (size + GAP),
      size: Math.max(2, size),
    }));
  });
}

/** The mark that a key leads to from another one; undefined: none. */
export function markBeside(
  rows: readonly (readonly Mark[])[],
  [row, at]: readonly [number, number],
  key: string,
): readonly [number, number] | undefined {
  const own = rows[row] as readonly Mark[];
  if (key === 'ArrowRight') return at + 1 < own.length ? [row, at + 1] : undefined;
  if (key === 'ArrowLeft') return at > 0 ? [row, at - 1] : undefined;
  if (key === 'Home') return [row, 0];
  if (key === 'End') return [row, own.length - 1];
  const next = key === 'ArrowDown' ? row + 1 : key === 'ArrowUp' ? row - 1 : -1;
  const others = rows[next];
  if (!others) return undefined;
  const { x } = own[at] as Mark;
  const distance = (of: Mark) => Math.abs(of.x - x);
  const nearest = others.reduce(
    (best, of, place) => (distance(of) < distance(others[best] as Mark) ? place : best),
    0,
  );
  return [next, nearest];
}
