import type { ComponentChildren } from 'preact';
import type { Schemas } from '../../../api/client.ts';
import { useAnswer } from '../../../api/loading.ts';
import { SOURCE_TYPE_NAMES } from '../../../api/source-types.ts';
import { Badge, Card, Loaded } from '../../../components/card.tsx';
import { numberColumn } from '../../../components/list/columns.tsx';
import { type Column, Table } from '../../../components/table/table.tsx';
import { href } from '../../../state/route.ts';

/** The most rows of each table. */
const MOST = 10;

type Body = Pick<Schemas['BrandsReportParameters'], 'brand_id' | 'start_date' | 'end_date' | 'filters'>;

/** What platforms searched for to answer a prompt. @param children how often they searched */
export function Searches({ body, children }: { body: Body; children: ComponentChildren }) {
  const asked = { ...body, limit: MOST } as Schemas['SearchesReportParameters'];
  const report = useAnswer('getSearchesReport', { body: asked });
  return (
    <Card title="What was searched for">
      {children}
      <Loaded of={report}>
        {({ data, total }) =>
          data.length > 0 && (
            <>
              <p class="small muted">{shownOf(data.length, total, 'searches')}</p>
              <Table
                caption="What was searched for"
                csv="searches"
                rows={data}
                keyOf={({ search }) => search}
                columns={SEARCH_COLUMNS}
              />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

/** The sources that answers to a prompt cite, and whom these answers name. */
export function CitedSources({ body }: { body: Body }) {
  const asked = { ...body, limit: MOST } as Schemas['SourcesReportParameters'];
  const report = useAnswer('getSourcesReport', { body: asked });
  return (
    <Loaded of={report}>
      {({ data, total }) =>
        data.length > 0 && (
          <Card title="Which sources" about={shownOf(data.length, total, 'domains')}>
            <Table
              caption="Sources of the answers"
              csv="prompt-sources"
              rows={data}
              keyOf={({ domain }) => domain ?? ''}
              columns={SOURCE_COLUMNS}
            />
          </Card>
        )
      }
    </Loaded>
  );
}

function shownOf(shown: number, total: number, what: string): string {
  return shown < total ? `The ${shown} most frequent of ${total} ${what}.` : 'The most frequent first.';
}

type SearchRow = Schemas['SearchRow'];
type SourceRow = Schemas['SourceRow'];

/** The columns that searches and sources have in common. */
const COUNT_COLUMNS: Column<Pick<SearchRow & SourceRow, 'answer_count' | 'answer_total' | 'brand_count'>>[] =
  [
    {
      name: 'Answers',
      isNumber: true,
      cell: ({ answer_count, answer_total }) => `${answer_count} of ${answer_total}`,
      value: ({ answer_count }) => answer_count,
    },
    numberColumn('That name the brand', ({ brand_count }) => brand_count),
  ];

const SEARCH_COLUMNS: Column<SearchRow>[] = [
  { name: 'Search', value: ({ search }) => search },
  ...COUNT_COLUMNS,
];

const SOURCE_COLUMNS: Column<SourceRow>[] = [
  {
    name: 'Source',
    cell: ({ domain, source_type }) => (
      <span class="row">
        {domain === null ? '–' : <a href={href(`sources/domain/${encodeURIComponent(domain)}`)}>{domain}</a>}
        {source_type && <Badge>{SOURCE_TYPE_NAMES[source_type as Schemas['SourceType']]}</Badge>}
      </span>
    ),
    value: ({ domain }) => domain ?? '',
  },
  ...COUNT_COLUMNS,
  numberColumn('A competitor instead', ({ gap_count }) => gap_count),
];
