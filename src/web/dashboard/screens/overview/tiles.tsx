import type { Schemas } from '../../api/client.ts';
import { api, unwrap } from '../../api/client.ts';
import { useData } from '../../api/use-data.ts';
import { Badge } from '../../components/card.tsx';
import { Change, counted, format, Interval, sentimentWord } from '../../components/numbers.tsx';
import type { reportBody } from '../../state/filters.ts';

export type BrandRow = Schemas['BrandRow'];

/**
 * The measures of one brand, each with its bounds, what is behind it and, where it has one, the verdict on its change.
 * @param body of the report, to judge the change of sentiment too
 */
export function Tiles({ row, body }: { row: BrandRow; body?: ReturnType<typeof reportBody> }) {
  const { change, previous } = row;
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
          {change && <Change points={change.points} verdict={change.verdict} />}
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
      </div>
      <div class="card tile">
        <h2 class="name">Position</h2>
        <div class="value">{format(row.position)}</div>
        <Interval low={row.position_low} high={row.position_high} />
        <div class="small muted">
          1 is named first; mean of {counted(row.position_count, 'answer')}
          {before(previous?.position)}
        </div>
      </div>
      <div class="card tile">
        <h2 class="name">Sentiment</h2>
        <div class="value">
          {format(row.sentiment)}
          {row.sentiment !== null && <span class="unit"> {sentimentWord(row.sentiment)}</span>}
        </div>
        <Interval low={row.sentiment_low} high={row.sentiment_high} />
        <div class="small muted">
          from 0 to 100, 50 is neutral; mean of {counted(row.sentiment_count, 'answer')}
          {before(previous?.sentiment)}
        </div>
        {body && <SentimentChange body={body} />}
      </div>
    </div>
  );
}

/**
 * The verdict on sentiment. The report of mentions has it: an answer that cites three sources counts there three times.
 */
function SentimentChange({ body }: { body: ReturnType<typeof reportBody> }) {
  const { data } = useData(['sentiment change', body], () =>
    unwrap(
      api.POST('/api/reports/mentions', { body: { ...body, dimensions: ['brand'], compare_to: 'previous' } }),
    ),
  );
  const [row] = data?.data ?? [];
  if (!row || !('change' in row) || !row.change) return null;
  return (
    <div class="row">
      <Change points={row.change.points} verdict={row.change.verdict} />
      <span class="small muted">over its mentions</span>
    </div>
  );
}

/** The same measure in the period that this one is compared with, as the end of a line. */
function before(value: number | null | undefined, unit = ''): string {
  return value == null ? '' : `; ${format(value)}${unit} in the period before`;
}
