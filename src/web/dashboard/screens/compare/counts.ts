import { difference, shownShare } from '../../../../presentation/numbers.ts';

/** Answers that name a brand, of all answers. */
export interface Counts {
  visibility_count: number;
  visibility_total: number;
}

/** The answers of one part, such as a platform, or of them all, in both periods. */
export interface Both extends Counts {
  previous?: Counts | null | undefined;
}

const NONE: Counts = { visibility_count: 0, visibility_total: 0 };

const shareOf = ({ visibility_count, visibility_total }: Counts) =>
  shownShare(visibility_count, visibility_total);

const less = (whole: Counts, part: Counts): Counts => ({
  visibility_count: whole.visibility_count - part.visibility_count,
  visibility_total: whole.visibility_total - part.visibility_total,
});

/** Points of the whole change that come from a part: those of all parts add up to the change. */
export function effectOf(part: Both, { visibility_total: total, previous }: Both): number {
  const [now, before] = [Math.max(1, total), Math.max(1, previous?.visibility_total ?? 0)];
  const earlier = part.previous?.visibility_count ?? 0;
  // One division of whole numbers, so that what is written is rounded once.
  return (100 * (part.visibility_count * before - earlier * now)) / (now * before);
}

/** The change of visibility without the answers of a part, in points as they are shown; null where a period has no others. */
export function changeWithout(part: Both, whole: Both): number | null {
  const now = shareOf(less(whole, part));
  const before = shareOf(less(whole.previous ?? NONE, part.previous ?? NONE));
  return now === null || before === null ? null : difference(now, before);
}
