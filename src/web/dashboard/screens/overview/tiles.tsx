import type { ComponentChildren } from 'preact';
import {
  certainSentimentWord,
  counted,
  format,
  formatPercent,
  type ShownMeasure,
  shown,
  shownChange,
  shownShare,
} from '../../../../presentation/numbers.ts';
import type { Schemas } from '../../api/client.ts';
import { Change, Interval } from '../../components/change.tsx';

export type BrandRow = Schemas['BrandRow'];

/**
 * The measures of one brand, each with its bounds, what is behind it and the verdict on its change.
 * @param hasVisibility false where a headline says it already
 */
export function Tiles({ row, hasVisibility = true }: { row: BrandRow; hasVisibility?: boolean }) {
  const { changes, previous } = row;
  const [visibility, voice, position, sentiment] = [
    shownChange(row),
    shownChange(row, 'share_of_voice', changes?.share_of_voice),
    shownChange(row, 'position', changes?.position),
    shownChange(row, 'sentiment', changes?.sentiment),
  ];
  const value = (measure: ShownMeasure) => shown(row, measure);
  const earlier = (measure: ShownMeasure) => shown(previous, measure);
  const first = row.first_count !== undefined && row.visibility_count > 0;
  return (
    <div class="tiles">
      {hasVisibility && (
        <Tile
          name="Visibility"
          value={formatPercent(value('visibility'))}
          bounds={<Interval low={row.visibility_low} high={row.visibility_high} isShort />}
          change={visibility && <Change {...visibility} />}
        >
          named in {row.visibility_count} of {counted(row.visibility_total, 'answer')}
          {before(earlier('visibility'), formatPercent)}
        </Tile>
      )}
      <Tile
        name="Share of voice"
        value={formatPercent(value('share_of_voice'))}
        change={voice && <Change {...voice} />}
      >
        {row.share_of_voice == null
          ? 'add competitors to see your share among them'
          : `of ${counted(row.share_of_voice_total ?? 0, 'naming')} of you and your competitors`}
        {before(earlier('share_of_voice'), formatPercent)}
      </Tile>
      <Tile
        name="Position"
        value={format(value('position'))}
        bounds={<Interval low={row.position_low} high={row.position_high} isShort />}
        change={position && <Change {...position} isOfPlaces />}
      >
        {first ? 'first' : '1 is named first'}
        {first &&
          ` in ${formatPercent(shownShare(row.first_count ?? 0, row.visibility_count))} of the answers that name you`}
        {before(earlier('position'), format)}
      </Tile>
      <Tile
        name="Sentiment"
        value={format(value('sentiment'))}
        bounds={<Interval low={row.sentiment_low} high={row.sentiment_high} isShort />}
        change={sentiment && <Change {...sentiment} />}
      >
        {certainSentimentWord(row.sentiment_low, row.sentiment_high) || '50 is neutral'}; mean of{' '}
        {counted(row.sentiment_count, 'answer')}
        {before(earlier('sentiment'), format)}
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
function before(value: number | null, write: (value: number) => string): string {
  return value === null ? '' : `; ${write(value)} in the period before`;
}
