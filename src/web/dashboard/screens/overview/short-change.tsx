import { signed, signOf, type Verdict, whyOf, wordOf } from '../../components/numbers.ts';

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

/** A change for a cell in words; empty unless it is more than chance. */
export function shortChange(change: Partial<Props> | undefined): string {
  const { points = null, verdict } = change ?? {};
  if (points === null || (verdict !== 'up' && verdict !== 'down')) return '';
  return `${signed(points)} points, ${wordOf(verdict)}`;
}

/** The same for the eye: its sign and points. */
export function ShortChange({ points, verdict }: Props) {
  if (shortChange({ points, verdict }) === '') return null;
  return (
    <span class="short-change">
      {signOf(verdict)} {signed(points)}
    </span>
  );
}
