import { format, type Verdict, whyOf } from '../../components/numbers.tsx';

/** A difference with its sign. */
export const signed = (points: number): string => `${points > 0 ? '+' : ''}${format(points)}`;

const SIGNS: Partial<Record<Verdict, string>> = { up: '▲', down: '▼' };

/** A change where there is little room: its sign and points, and the verdict in words for those who ask. */
export function ShortChange({ points, verdict }: { points: number | null; verdict: Verdict }) {
  const sign = SIGNS[verdict];
  if (sign === undefined || points === null) return null;
  return (
    <span class="short-change" data-verdict={verdict} title={whyOf(verdict)}>
      <span aria-hidden="true">{sign}</span>
      {signed(points)}
      <span class="visually-hidden"> points, {verdict}</span>
    </span>
  );
}
