import {
  format,
  rangeText,
  reasonOf,
  signed,
  signOf,
  type Verdict,
  whyOf,
  wordOf,
} from '../../../presentation/numbers.ts';
import type { Schemas } from '../api/client.ts';
import { Badge, type BadgeKind } from './card.tsx';

/** The 95 % bounds of a measure. @param isShort without words, for the cell of a table */
export function Interval({
  low,
  high,
  unit = '',
  isShort = false,
}: {
  low: number | null | undefined;
  high: number | null | undefined;
  unit?: string;
  isShort?: boolean;
}) {
  if (low === null || low === undefined || high === null || high === undefined) return null;
  return (
    <span class="muted small nowrap" title="The true value lies in this range with 95 % certainty">
      {isShort ? rangeText(low, high) : `between ${format(low)} and ${format(high)}`}
      {unit}
    </span>
  );
}

const KINDS: Partial<Record<Verdict, BadgeKind>> = {
  up: 'good',
  down: 'bad',
  too_few: 'warn',
  not_comparable: 'warn',
};

/** A change and its verdict. @param isOfPlaces whether it is of a position, where less is better */
export function Change({
  isOfPlaces = false,
  ...change
}: Pick<Schemas['Change'], 'points' | 'verdict' | 'reason' | 'missing' | 'holds_in_list'> & {
  isOfPlaces?: boolean;
}) {
  const { points, verdict, holds_in_list: holds } = change;
  const kind = KINDS[isOfPlaces ? opposite(verdict) : verdict];
  const unit = isOfPlaces ? 'places' : 'points';
  return (
    <>
      <Badge kind={kind} title={reasonOf(change)}>
        <span aria-hidden="true">{signOf(verdict)}</span>
        <span>
          {points !== null && `${signed(points)} ${unit}, `}
          {wordOf(verdict)}
        </span>
      </Badge>
      {holds === false && (
        <>
          <br />
          <span class="small muted">one of many rows: may be chance</span>
        </>
      )}
    </>
  );
}

function opposite(verdict: Verdict): Verdict {
  return verdict === 'up' ? 'down' : verdict === 'down' ? 'up' : verdict;
}

/** A change of somebody else: neither good nor bad. */
export function PlainChange({ points, verdict }: Pick<Schemas['Change'], 'points' | 'verdict'>) {
  return (
    <span class="small muted" title={whyOf(verdict)}>
      <span aria-hidden="true">{signOf(verdict)} </span>
      {points !== null && `${signed(points)} points, `}
      {wordOf(verdict)}
    </span>
  );
}
