import { formatDays } from '../../../presentation/days.ts';
import { type Verdict, whyOf } from '../../../presentation/numbers.ts';
import type { Schemas } from '../api/client.ts';

/** What the numbers above it are compared with, how sure they are, and where each is explained. */
export function MeasuresNote({
  before,
  verdict,
}: {
  before?: Schemas['ComparedRange'] | null | undefined;
  /** On the change of visibility. */
  verdict?: Verdict | undefined;
}) {
  return (
    <p class="small muted">
      {before &&
        `Compared with ${formatDays(before.start_date, before.end_date)}. ${verdict ? `${whyOf(verdict)} ` : ''}`}
      The bounds beside a number hold the true value about 95 times in 100.{' '}
      <a href="docs/measures">What the numbers mean</a>
    </p>
  );
}
