import type { Schemas } from '../../api/client.ts';
import { Badge } from '../../components/card.tsx';
import {
  Change,
  certainSentimentWord,
  counted,
  format,
  formatPercent,
  Interval,
} from '../../components/numbers.tsx';

export type BrandRow = Schemas['BrandRow'];

/** The measures of one brand, each with its bounds, what is behind it and the verdict on its change. */
export function Tiles({ row }: { row: BrandRow }) {
  const { change, changes, previous } = row;
  return (
    <div class="tiles">
      <div class="card tile">
        <h2 class="name">Visibility</h2>
        <div class="value">
          {format(row.visibility)}
          <span class="unit"> %</span>
        </div>
        <Interval low={row.visibility_low} high={row.visibility_high} unit=" %" />
        <div class="small muted">
          named in {row.visibility_count} of {counted(row.visibility_total, 'answer')}
          {before(previous?.visibility, ' %')}
        </div>
        <div class="row">
          {change && <Change {...change} />}
          {row.visibility_quality === 'too_few' && change?.verdict !== 'too_few' && (
            <Badge kind="warn">few answers: take it as a hint</Badge>
          )}
        </div>
      </div>
      <div class="card tile">
        <h2 class="name">Share of voice</h2>
        <div class="value">
          {format(row.share_of_voice)}
          {row.share_of_voice != null && <span class="unit"> %</span>}
        </div>
        <div class="small muted">
          {row.share_of_voice == null
            ? 'add competitors to see your share among them'
            : `of ${counted(row.share_of_voice_total ?? 0, 'naming')} of you and your competitors`}
          {before(previous?.share_of_voice, ' %')}
        </div>
        {changes?.share_of_voice && (
          <div class="row">
            <Change {...changes.share_of_voice} />
          </div>
        )}
      </div>
      <div class="card tile">
        <h2 class="name">Position</h2>
        <div class="value">{format(row.position)}</div>
        <Interval low={row.position_low} high={row.position_high} />
        <div class="small muted">
          1 is named first; mean of {counted(row.position_count, 'answer')}
          {before(previous?.position)}
        </div>
        {row.first_count !== undefined && row.visibility_count > 0 && (
          <div class="small muted">
            named first in {formatPercent((100 * row.first_count) / row.visibility_count)} of them
          </div>
        )}
        {changes && (
          <div class="row">
            <Change {...changes.position} isOfPlaces />
          </div>
        )}
      </div>
      <div class="card tile">
        <h2 class="name">Sentiment</h2>
        <div class="value">
          {format(row.sentiment)}
          <span class="unit"> {certainSentimentWord(row.sentiment_low, row.sentiment_high)}</span>
        </div>
        <Interval low={row.sentiment_low} high={row.sentiment_high} />
        <div class="small muted">
          from 0 to 100, 50 is neutral; mean of {counted(row.sentiment_count, 'answer')}
          {before(previous?.sentiment)}
        </div>
        {changes && (
          <div class="row">
            <Change {...changes.sentiment} />
          </div>
        )}
      </div>
    </div>
  );
}

/** The same measure in the period that this one is compared with, as the end of a line. */
function before(value: number | null | undefined, unit = ''): string {
  return value == null ? '' : `; ${format(value)}${unit} in the period before`;
}
