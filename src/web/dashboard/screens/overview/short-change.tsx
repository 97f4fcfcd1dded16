import { signed, signOf, type Verdict, whyOf, wordOf } from '../../components/numbers.tsx';

interface Props {
  points: number | null;
  verdict: Verdict;
}

/** A change of somebody else: neither good nor bad. */
export function PlainChange({ points, verdict }: Props) {
  return (
    <span class="small muted" title={whyOf(verdict)}>
      <span aria-hidden="true">{signOf(verdict)} </span>
      {points !== null && `${signed(points)} points, `}
      {wordOf(verdict)}
    </span>
  );
}

/** A change in a cell: only one that is more than chance, as its sign and points. */
export function ShortChange({ points, verdict }: Props) {
  if (points === null || (verdict !== 'up' && verdict !== 'down')) return null;
  return (
    <span class="short-change" title={whyOf(verdict)}>
      <span aria-hidden="true">{signOf(verdict)} </span>
      {signed(points)}
      <span class="visually-hidden"> points, {wordOf(verdict)}</span>
    </span>
  );
}
