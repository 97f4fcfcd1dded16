import type { ComponentChildren } from 'preact';
import { certainSentimentWord, counted, format, formatPercent } from '../../../../presentation/numbers.ts';
import type { Schemas } from '../../api/client.ts';
import { Change, Interval } from '../../components/change.tsx';

export type BrandRow = Schemas['BrandRow'];

/**
 * The measures of one brand, each with its bounds, what is behind it and the verdict on its change.
 * @param hasVisibility false where a headline says it already
 */
export function Tiles({ row, hasVisibility = true }: { row: BrandRow; hasVisibility?: boolean }) {
  const { change, changes, previous } = row;
  const first = row.first_count !== undefined && row.visibility_count > 0;
  return (
    <div class="tiles">
      {hasVisibility && (
        <Tile
          name="Visibility"
          value={formatPercent(row.visibility)}
          bounds={<Interval low={row.visibility_low} high={row.visibility_high} isShort />}
          change={change && <Change {...change} />}
        >
          named in {row.visibility_count} of {counted(row.visibility_total, 'answer')}
          {before(previous?.visibility, formatPercent)}
        </Tile>
      )}
      <Tile
        name="Share of voice"
        value={formatPercent(row.share_of_voice)}
        change={changes?.share_of_voice && <Change {...changes.share_of_voice} />}
      >
        {row.share_of_voice == null
          ? 'add competitors to see your share among them'
          : `of ${counted(row.share_of_voice_total ?? 0, 'naming')} of you and your competitors`}
        {before(previous?.share_of_voice, formatPercent)}
      </Tile>
      <Tile
        name="Position"
        value={format(row.position)}
        bounds={<Interval low={row.position_low} high={row.position_high} isShort />}
        change={changes && <Change {...changes.position} isOfPlaces />}
      >
        {first ? 'first' : '1 is named first'}
        {first &&
          ` in ${formatPercent((100 * (row.first_count ?? 0)) / row.visibility_count)} of the answers that name you`}
        {before(previous?.position, format)}
      </Tile>
      <Tile
        name="Sentiment"
        value={format(row.sentiment)}
        bounds={<Interval low={row.sentiment_low} high={row.sentiment_high} isShort />}
        change={changes && <Change {...changes.sentiment} />}
      >
        {certainSentimentWord(row.sentiment_low, row.sentiment_high) || '50 is neutral'}; mean of{' '}
        {counted(row.sentiment_count, 'answer')}
        {before(previous?.sentiment, format)}
      </Tile>
    </div>
  );
}

function Tile({
  name,
  value,
  bounds,
  change,
  children,
}: {
  name: string;
  value: string;
  bounds?: ComponentChildren;
  change: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <section class="card tile" aria-label={name}>
      <h2 class="name">{name}</h2>
      <div class="row">
        <span class="value">{value}</span>
        {bounds}
      </div>
      <div class="small muted">{children}</div>
      {change && <div class="row">{change}</div>}
    </section>
  );
}

/** The same measure in the period that this one is compared with, as the end of a line. */
function before(value: number | null | undefined, write: (value: number) => string): string {
  return value == null ? '' : `; ${write(value)} in the period before`;
}
