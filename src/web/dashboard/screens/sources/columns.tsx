import { formatCount, formatPercent, formatShortDay } from '../../../../presentation/numbers.ts';
import type { Schemas } from '../../api/client.ts';
import { SOURCE_TYPE_NAMES } from '../../api/source-types.ts';
import { measureColumn } from '../../components/list/columns.tsx';
import { HeatCell } from '../../components/table/heat.tsx';
import { NameHead } from '../../components/table/name-head.tsx';
import type { Column } from '../../components/table/table.tsx';
import { WebLink } from '../../components/text.tsx';
import { href } from '../../state/route.ts';
import { CampaignLink } from './campaign-link.tsx';
import { KindButton } from './kind.tsx';
import { PAGE_TYPE_NAMES, type SourceRow, type SourceType, shareOf } from './query.ts';

type Brand = Schemas['Brand'];

/** More competitors than these make a table that nobody reads; the page of a site has them all. */
const MOST_COMPETITORS = 5;
/** The most that the report lists in a row. */
const LISTED = 10;

export const domainHref = (domain: string, who: string | null = null) =>
  href(`sources/domain/${encodeURIComponent(domain)}`, { who });

/** The competitors that the answers of these rows name most, the first of them first. */
export function competitorsOf(rows: readonly SourceRow[]): { id: string; name: string }[] {
  const found = new Map<string, { id: string; name: string; answers: number }>();
  for (const { competitors = [] } of rows)
    for (const { id, name, answer_count } of competitors)
      found.set(id, { id, name, answers: (found.get(id)?.answers ?? 0) + answer_count });
  return [...found.values()].sort((one, other) => other.answers - one.answers).slice(0, MOST_COMPETITORS);
}

/** In how many of the row's answers a competitor is named; null where the row lists only those named more. */
function countOf({ competitors = [] }: SourceRow, id: string): number | null {
  const found = competitors.find((one) => one.id === id);
  return found?.answer_count ?? (competitors.length < LISTED ? 0 : null);
}

const SITE: Column<SourceRow> = {
  name: 'Site',
  cell: ({ domain, source_type }) =>
    domain === null ? (
      'no address'
    ) : (
      <div class="sources-site">
        <a class="address" href={domainHref(domain)}>
          {domain}
        </a>
        <KindButton domain={domain} kind={source_type as SourceType} />
      </div>
    ),
  value: ({ domain }) => domain,
};

const PAGE: Column<SourceRow> = {
  name: 'Page',
  cell: ({ url = '', title, source_type, page_type }) => (
    <div class="sources-page">
      {title && <div dir="auto">{title}</div>}
      <span class="small sources-url">
        <WebLink url={url} />
      </span>
      <div class="small muted">
        {[page_type && PAGE_TYPE_NAMES[page_type], SOURCE_TYPE_NAMES[source_type as SourceType]]
          .filter(Boolean)
          .join(', ')}
      </div>
    </div>
  ),
  value: ({ url }) => url ?? null,
};

const COUNTS: Column<SourceRow>[] = [
  {
    name: 'Gap',
    head: <abbr title="Answers that cite it, name a competitor and not you">Gap</abbr>,
    isNumber: true,
    cell: ({ gap_count, answer_count }) => (
      <>
        <strong>{formatCount(gap_count)}</strong>
        <div class="small muted">of {formatCount(answer_count)}</div>
      </>
    ),
    value: ({ gap_count }) => gap_count,
  },
  measureColumn(
    'Cited in',
    'answer_share',
    (row) => row,
    formatPercent,
    ({ answer_count }) => formatCount(answer_count),
  ),
];

const SEEN: Column<SourceRow> = {
  name: 'Seen',
  cell: ({ coverage }) =>
    coverage?.first_day && (
      <span class="nowrap small">
        {formatShortDay(coverage.first_day)}
        {coverage.last_day !== coverage.first_day && ` – ${formatShortDay(coverage.last_day ?? '')}`}
      </span>
    ),
  value: ({ coverage }) => coverage?.last_day ?? null,
};

const ACT: Column<SourceRow> = {
  name: 'Campaign',
  head: <span class="visually-hidden">Campaign</span>,
  cell: ({ domain, source_type, title }) =>
    domain !== null && (
      <CampaignLink sourceType={source_type as SourceType} domain={domain} source={title || domain} />
    ),
};

/** Whom the answers that cite a source name: a shaded cell each for the brand and its competitors. */
function whoColumns(brand: Brand, rows: readonly SourceRow[]): Column<SourceRow>[] {
  const who = [
    { id: 'named', name: brand.name, count: ({ brand_count }: SourceRow) => brand_count as number | null },
    ...competitorsOf(rows).map(({ id, name }) => ({
      id,
      name,
      count: (row: SourceRow) => countOf(row, id),
    })),
  ];
  return who.map(({ id, name, count }) => ({
    name: id === 'named' ? `Names ${name}` : name,
    head: <NameHead name={name} />,
    isNumber: true,
    cell: (row) => {
      const answers = count(row);
      const words = `${formatCount(answers)} of ${formatCount(row.answer_count)} answers name ${name}`;
      return (
        <HeatCell
          value={answers === null ? null : shareOf(answers, row.answer_count)}
          label={words}
          href={row.domain === null ? undefined : domainHref(row.domain, id)}
          detail={() => words}
        />
      );
    },
    value: (row) => count(row),
  }));
}

/** The columns of a list of sites or pages. */
export const columnsOf = (
  by: 'domain' | 'url',
  brand: Brand,
  rows: readonly SourceRow[],
): Column<SourceRow>[] => [by === 'domain' ? SITE : PAGE, ...COUNTS, ...whoColumns(brand, rows), SEEN, ACT];
