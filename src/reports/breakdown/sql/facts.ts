import { RUN_SUMS } from '../../means.ts';
import { fragment } from '../../report-sql.ts';
import { READERS, type Reader } from '../../rules.ts';
import { STRETCH_DAYS } from '../../uncertainty/day-effect.ts';
import {
  DIMENSION_SQL,
  filterColumn,
  OF_QUERY,
  PROMPT,
  type Score,
  type Source,
  scoreOf,
  TIME,
} from '../fields.ts';
import type { Breakdown, Dimension } from '../request.ts';

const BANDS = ['positive', 'neutral', 'negative'];
/** Sums of a group of mentions, from which measures are computed. */
export const MENTION_SUMS = ['mentions', ...BANDS, 'sentiment_sum', 'sentiment_count'];
/** Sums of runs for COUNT_MEASURES. */
export const COUNT_SUMS = [...BANDS, 'first', 'unknown'];
/** Answers for which it is known whether the platform searched, and those for which it did. */
export const SEARCH_SUMS = ['search_known', 'search_made'];
export const VOICE_SUMS = ['voiced', 'voices'];
/** Names of the sums that count the scores of each reader. */
export const READER_SUMS = READERS.map((reader) => `read_${reader.toLowerCase()}`);

/** How many names share the voice: the brand and its competitors. */
const NAMES =
  ', 1 + (select count(*) from snapshot.competitors k where k.org_id = $org and k.brand_id = b.id) as names';

/** The CTE of a report's brands. @param conditions on the table `b` @param hasNames whether to add a column `names` */
export function brandsSql(conditions: readonly string[], hasNames = false): string {
  return `brands as (
      select b.id, b.name${hasNames ? NAMES : ''} from snapshot.brands b
      where ${[fragment('visible'), ...conditions].join(' and ')}
    )`;
}

/** The rows to count, and the dimensions to group them by. */
interface Counted {
  breakdown: Breakdown;
  dimensions: readonly Exclude<Dimension, 'brand'>[];
  source: Source;
  /** Conditions on the rows, see Conditions. */
  conditions: readonly string[];
  /** Whether to add the CTE `all_facts`, with the days before the compared ranges and the stretch of each row. */
  withHistory: boolean;
}

/** The CTE of the counted rows: keys, numbers, and columns for the rest of the statement. */
export function factsSql({ breakdown, dimensions, source, conditions, withHistory }: Counted): string {
  const { compareTo, include, filters, sentimentReaders } = breakdown;
  const time = TIME[source];
  const scored = scoreOf('f', sentimentReaders);
  const current = within(time, '$start', '$end');
  const day = source === 'daily' ? 'f.day' : `cast(${time} as date)`;
  // Days of the compared range are aligned with the report's own: first day with first day.
  const rowDay = compareTo
    ? `case when ${current} then ${day} else ${day} + cast($shift as integer) end`
    : day;
  const hasVoices = include.includes('share_of_voice');
  const usesQuery = [...dimensions, ...filters.map(({ field }) => field)].some((field) =>
    OF_QUERY.has(field),
  );
  const columns = [
    'f.brand_id',
    ...dimensions.map((each, at) => `${DIMENSION_SQL[each].key(rowDay, scored.reader)} as d${at}`),
    ...numbersSql(source, scored),
    ...(hasVoices ? VOICES : []),
    ...(include.includes('counts') && source === 'runs'
      ? [
          ...bandsSql(scored),
          'case when f.position = 1 then 1 else 0 end as first',
          'case when f.unknown then 1 else 0 end as unknown',
        ]
      : []),
    ...(include.includes('readers') ? readersSql(scored) : []),
    ...(source === 'daily'
      ? []
      : [
          `${PROMPT} as prompt`,
          `${source === 'mentions' ? 'f.run_id' : 'f.id'} as run_id`,
          `${time} as executed_at`,
          'f.platform',
          'f.model',
        ]),
    ...(source !== 'daily' && (compareTo || include.includes('coverage')) ? ['f.surface', 'f.searched'] : []),
    ...(compareTo
      ? [
          'case when f.searched is null then 0 else 1 end as search_known',
          'case when f.searched then 1 else 0 end as search_made',
          `${current} as is_current`,
        ]
      : []),
    ...(withHistory ? [`cast(${time} as date) as day`, `${stretchSql(time)} as stretch`] : []),
  ];
  const compared = `(${current}) or (${within(time, '$beforestart', '$beforeend')})`;
  const first = withHistory ? '$history' : '$first';
  const past = withHistory ? ` or ${time} < cast($first as date)` : '';
  const range = compareTo ? `${within(time, first, '$last')} and (${compared}${past})` : current;
  const rivals = compareTo ? rivalsSql(first, '$last') : rivalsSql('$start', '$end');
  const facts = withHistory
    ? `, facts as (select * from all_facts where stretch <= ${COMPARED_STRETCHES.after})`
    : '';
  return `${hasVoices ? `rivals as materialized (${rivals}), ` : ''}${withHistory ? 'all_facts' : 'facts'} as (
      select ${columns.join(', ')}
      from snapshot.${source} f
      join brands b on b.id = f.brand_id
      ${usesQuery ? 'left join snapshot.queries q on q.org_id = $org and q.id = f.query_id' : ''}
      ${dimensions.includes('tag') ? 'left join snapshot.query_tags t on t.org_id = $org and t.query_id = f.query_id' : ''}
      ${hasVoices ? 'left join rivals v on v.run_id = f.id' : ''}
      where f.org_id = $org and ${range} ${conditions.map((sql) => `and ${sql}`).join(' ')}
    )${facts}`;
}

/** The numbers of the compared ranges among the stretches; those of the days before begin behind them. */
export const COMPARED_STRETCHES = { before: 0, after: 1 } as const;

function stretchSql(time: string): string {
  const { before, after } = COMPARED_STRETCHES;
  const daysAgo = `(cast($first as date) - cast(${time} as date))`;
  return `case when ${within(time, '$start', '$end')} then ${after}
    when ${within(time, '$beforestart', '$beforeend')} then ${before}
    else ${after + 1} + cast(floor((${daysAgo} - 1) / ${STRETCH_DAYS}.0) as integer) end`;
}

/** The contribution of each row to the sums of its group. */
function numbersSql(source: Source, scored: Score): string[] {
  const numbers = (name: string, value: string) => [
    `coalesce(${value}, 0) as ${name}_sum`,
    `case when ${value} is null then 0 else 1 end as ${name}_count`,
  ];
  const sentiments = numbers('sentiment', scored.score);
  switch (source) {
    case 'daily':
      return RUN_SUMS.map((sum) => `f.${sum}`);
    case 'runs':
      return [
        '1 as runs',
        'case when f.named then 1 else 0 end as named',
        ...sentiments,
        ...numbers('position', 'f.position'),
      ];
    case 'mentions':
      return ['1 as mentions', ...bandsSql(scored), ...sentiments];
  }
}

function bandsSql(scored: Score): string[] {
  return BANDS.map(
    (band) =>
      `case when ${filterColumn('sentiment', scored)} = '${band.toUpperCase()}' then 1 else 0 end as ${band}`,
  );
}

function readersSql({ reader }: Score): string[] {
  return READERS.map((each, at) => `case when ${reader} = '${each}' then 1 else 0 end as ${READER_SUMS[at]}`);
}

const VOICES = [
  'case when b.names > 1 and f.named then 1 else 0 end as voiced',
  'case when b.names > 1 then (case when f.named then 1 else 0 end) + coalesce(v.rivals, 0) else 0 end as voices',
];

/** The number of competitors named in each run. Materialized, because Postgres would count them again for each run. */
function rivalsSql(first: string, last: string): string {
  return `select c.run_id, count(*) as rivals
    from snapshot.run_competitors c
    join snapshot.competitors k on k.org_id = $org and k.brand_id = c.brand_id and k.id = c.competitor_id
    where c.org_id = $org and (cast($brand as text) is null or c.brand_id = $brand)
      and ${within('c.executed_at', first, last)}
    group by c.run_id`;
}

/** The CTE of the competitors named in runs of the range. */
export function namedRivalsSql(
  readers: readonly Reader[] | null,
  [first, last]: readonly [first: string, last: string],
): string {
  return fragment('named_rivals', { rival_sentiment: scoreOf('c', readers).score, first, last });
}

/** The condition that a time is within a range of days, both ends included. */
export function within(time: string, start: string, end: string): string {
  return `${time} >= cast(${start} as date) and ${time} < cast(${end} as date) + 1`;
}
