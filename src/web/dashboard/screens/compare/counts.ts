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

const shareOf = ({ visibility_count, visibility_total }: Counts): number | null =>
  visibility_total === 0 ? null : (100 * visibility_count) / visibility_total;

const less = (whole: Counts, part: Counts): Counts => ({
  visibility_count: whole.visibility_count - part.visibility_count,
  visibility_total: whole.visibility_total - part.visibility_total,
});

/** Points of the whole change that come from a part: those of all parts add up to the change. */
export function effectOf(part: Both, whole: Both): number {
  const before = part.previous ?? NONE;
  const now = part.visibility_count / Math.max(1, whole.visibility_total);
  return 100 * (now - before.visibility_count / Math.max(1, whole.previous?.visibility_total ?? 0));
}

/** The change of visibility without the answers of a part, in points; null where a period has no others. */
export function changeWithout(part: Both, whole: Both): number | null {
  const now = shareOf(less(whole, part));
  const before = shareOf(less(whole.previous ?? NONE, part.previous ?? NONE));
  return now === null || before === null ? null : now - before;
}
