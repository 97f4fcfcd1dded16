import { formatDays } from '../../../../presentation/days.ts';
import { headline, othersText } from '../../../../presentation/headline.ts';
import { counted, formatCount, formatPercent, shortName, signOf } from '../../../../presentation/numbers.ts';
import type { Schemas } from '../../api/client.ts';
import { useAnswer } from '../../api/loading.ts';
import { LinkButton } from '../../components/button.tsx';
import { href } from '../../state/route.ts';
import type { BrandRow } from './tiles.tsx';

/** The name of a brand in a sentence: whatever its script, the sentence reads on. */
export function Name({ name }: { name: string }) {
  const short = shortName(name);
  return <bdi title={short === name ? undefined : name}>{short}</bdi>;
}

/** The sentence on a brand, as the title of its screen. */
export function Headline({ name, row }: { name: string; row: BrandRow }) {
  const verdict = row.change?.verdict;
  return (
    <h1 class="headline">
      {verdict && (
        <span class="headline-sign" data-verdict={verdict} aria-hidden="true">
          {signOf(verdict)}
        </span>
      )}
      <span>
        <Name name={name} /> {headline(row)}
      </span>
    </h1>
  );
}

/** What the screen says first: the sentence, and in a muted line what it rests on. Its place is kept meanwhile. */
export function BrandHead({
  id,
  name,
  row,
  before,
}: {
  id: string;
  name: string;
  row: BrandRow | undefined;
  before: Schemas['ComparedRange'] | null | undefined;
}) {
  return (
    <div class="screen-head overview-head">
      <div>
        {row ? <Headline name={name} row={row} /> : <h1 class="headline">{<Name name={name} />}</h1>}
        <p class="small muted">
          {row &&
            `Named in ${formatCount(row.visibility_count)} of ${counted(row.visibility_total, 'answer')}. `}
          {row?.visibility_low != null &&
            `With 95 % certainty between ${formatPercent(row.visibility_low)} and ${formatPercent(row.visibility_high)}. `}
          {row && before && `Compared with ${formatDays(before.start_date, before.end_date)}. `}
          {row && othersText(row).map((piece) => (typeof piece === 'string' ? piece : <Name {...piece} />))}{' '}
          <a href="docs/measures">What the numbers mean</a>
        </p>
      </div>
      <div class="actions">
        <OpenAlerts brandId={id} />
        <LinkButton href={href('compare')}>What changed, and why?</LinkButton>
      </div>
    </div>
  );
}

function OpenAlerts({ brandId }: { brandId: string }) {
  const query = { brandId, state: 'ACTIVE' as const, limit: 1 };
  const { data } = useAnswer('listAlerts', { query });
  if (!data || data.total === 0) return null;
  return <LinkButton href={href('alerts')}>{counted(data.total, 'open alert')}</LinkButton>;
}
