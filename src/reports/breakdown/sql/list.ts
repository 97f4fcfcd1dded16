import { fragment, ReportSql } from '../../report-sql.ts';
import { LIST_PARTS, sentimentBandSql } from '../../rules.ts';
import type { Columns, PageRow } from '../../wire.ts';
import { OF_QUERY, scoreOf } from '../fields.ts';
import type { Breakdown } from '../request.ts';
import { brandsSql, within } from './facts.ts';
import { conditionsOf } from './filters.ts';
import { type BreakdownSql, pageSql } from './rows.ts';

/** The differences between the lists of queries and of mentions. */
interface List {
  source: 'runs' | 'mentions';
  time: string;
  /** Columns that the conditions, order and details need, in addition to those of the answer. */
  more: string;
  /** The answer's column for each request field. */
  fields: Record<string, string>;
  texts: readonly string[];
  order: readonly string[];
}

const LISTS: Record<'reportQueries' | 'reportMentions', List> = {
  reportQueries: {
    source: 'runs',
    time: 'f.executed_at',
    more: 'row_number() over (partition by f.query_id order by f.executed_at desc, f.id desc) as place',
    fields: {
      executed_at: 'executedAt',
      brand: 'brand.name',
      platform: 'query.platform',
      query: 'query.queryText',
      visibility_score: 'latestResult.visibilityScore',
      position: 'latestResult.position',
      sentiment: 'latestResult.sentimentScore',
    },
    texts: ['brand', 'platform', 'query'],
    order: ['r."executedAt" desc', 'r."query.id"'],
  },
  reportMentions: {
    source: 'mentions',
    time: 'f.discovered_at',
    more: 'f.run_id, f.domain, 1 as place',
    fields: {
      discovered_at: 'discoveredAt',
      brand: 'brand.name',
      platform: 'platform',
      query: 'query.queryText',
      source_type: 'sourceType',
      domain: 'domain',
      sentiment: 'sentimentScore',
    },
    texts: ['brand', 'platform', 'query', 'source_type', 'domain'],
    order: ['r."discoveredAt" desc', 'r.id'],
  },
};

/**
 * A page of the list of queries or mentions with a breakdown's filters, having and order. Without any of them, the SQL
 * in sql/reports is used instead: it gives the same in half the time, because it selects the page by narrow columns.
 * @param columns of the report
 */
export function listSql(
  report: 'reportQueries' | 'reportMentions',
  breakdown: Breakdown,
  columns: Columns,
): BreakdownSql {
  const { source, time, more, fields, texts, order } = LISTS[report];
  const isQueries = report === 'reportQueries';
  const field = (name: string) => `r."${fields[name]}"`;
  const { brands, facts, rows, values } = conditionsOf(breakdown, field);
  const ordered = breakdown.orderBy.map(
    ({ field: name, direction }) =>
      `${field(name)}${texts.includes(name) ? ' collate "C"' : ''} ${direction} nulls last`,
  );
  const scored = scoreOf('f', breakdown.sentimentReaders);
  const selected = fragment(isQueries ? 'query_columns' : 'mention_columns', {
    ...LIST_PARTS,
    ...scored,
    sentiment_band: sentimentBandSql(scored.score),
  });
  const usesQuery = breakdown.filters.some(({ field: name }) => OF_QUERY.has(name));
  const hidden = isQueries ? [] : ['run_id'];
  const names = [...Object.keys(columns), ...hidden];
  const sql = ReportSql.load<PageRow>('reports/breakdown/rows', ['total', 'ordinal', ...names], {
    counted: `${brandsSql(brands)}, measured as (
      select ${selected}, ${more}
      from snapshot.${source} f
      join brands b on b.id = f.brand_id
      ${usesQuery ? 'left join snapshot.queries q on q.org_id = $org and q.id = f.query_id' : ''}
      where f.org_id = $org and ${within(time, '$start', '$end')}
        ${facts.map((condition) => `and ${condition}`).join(' ')}
    )`,
    page: pageSql(['r.place = 1', ...rows], [...ordered, ...order]),
    columns: names.map((name) => `p."${name}"`).join(', '),
    described: '',
    joined: '',
  });
  return { sql, columns, values };
}
