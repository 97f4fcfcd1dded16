import type { ComponentChildren } from 'preact';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { SOURCE_TYPE_NAMES } from '../../api/source-types.ts';
import { useList } from '../../api/use-list.ts';
import { Button } from '../../components/button.tsx';
import { Card, Empty, Loaded } from '../../components/card.tsx';
import { LateField, SelectField } from '../../components/form.tsx';
import { formatCount, formatDay, formatPercent } from '../../components/numbers.tsx';
import { ShowMore } from '../../components/show-more.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { WebLink } from '../../components/text.tsx';
import type { Filters } from '../../state/filters.ts';
import { href, setParams } from '../../state/route.ts';
import { CampaignLink } from './campaign-link.tsx';
import {
  citationQuery,
  type Narrowed,
  narrowedQuery,
  type SourceType,
  shareOf,
  useNarrowed,
} from './query.ts';

type CitedDomain = Schemas['CitedDomain'];
type CitedUrl = Schemas['CitedUrl'];
type Overview = Schemas['CitationOverview'] | undefined;

const PAGE = 500;
const SITES = 'sources-sites';

/** Leads to the list of sites, for links above it that narrow it. */
export function showSites(): void {
  const sites = document.getElementById(SITES);
  sites?.focus({ preventScroll: true });
  sites?.scrollIntoView();
}

/** Sites that answers cite, the most cited first. */
export function CitedDomains({ filters, overview }: { filters: Filters; overview: Overview }) {
  const narrowed = useNarrowed();
  const query = { ...citationQuery(filters), ...narrowedQuery(narrowed), limit: PAGE };
  const list = useList(['cited domains', query], (after) =>
    unwrap(
      api.GET('/api/citations/domains', {
        params: { query: { ...query, ...after } },
      }),
    ),
  );
  return (
    <div id={SITES} tabIndex={-1}>
      <Card title="Sites that answers cite" about="A site opens its pages, and the answers that cite them.">
        <Narrow {...narrowed} />
        <Loaded of={list} height={260}>
          {({ rows }) =>
            rows.length === 0 ? (
              <NothingCited narrowed={narrowed} />
            ) : (
              <div class="stack-small">
                <Table
                  caption="Sites that answers cite"
                  csv="cited-sites"
                  rows={rows}
                  keyOf={({ domain }) => domain}
                  isOwn={({ sourceType }) => sourceType === 'BRAND_SITE'}
                  columns={[
                    {
                      name: 'Site',
                      cell: ({ domain }) => (
                        <a
                          class="address sources-site"
                          href={href(`sources/domain/${encodeURIComponent(domain)}`)}
                        >
                          {domain}
                        </a>
                      ),
                      value: ({ domain }) => domain,
                    },
                    ...citedColumns<CitedDomain>(overview, narrowed.namesBrand),
                    {
                      name: 'Pages',
                      isNumber: true,
                      cell: ({ urlCount }) => formatCount(urlCount),
                      value: ({ urlCount }) => urlCount,
                    },
                    ...seenColumns<CitedDomain>(),
                    {
                      name: 'Campaign',
                      head: <span class="visually-hidden">Campaign</span>,
                      cell: ({ domain, sourceType }) => (
                        <CampaignLink sourceType={sourceType} domain={domain} source={domain} />
                      ),
                    },
                  ]}
                />
                <ShowMore list={list} one="site" />
              </div>
            )
          }
        </Loaded>
      </Card>
    </div>
  );
}

/** Pages that answers cite, the most cited first. */
export function CitedUrls({ filters, overview }: { filters: Filters; overview: Overview }) {
  const narrowed = useNarrowed();
  return (
    <Card title="Pages that answers cite">
      <Narrow {...narrowed} />
      <UrlTable filters={filters} overview={overview} narrowed={narrowed} />
    </Card>
  );
}

export function UrlTable({
  filters,
  overview,
  narrowed,
}: {
  filters: Filters;
  overview: Overview;
  narrowed: Narrowed;
}) {
  const query = { ...citationQuery(filters), ...narrowedQuery(narrowed), limit: PAGE };
  const list = useList(['cited urls', query], (after) =>
    unwrap(
      api.GET('/api/citations/urls', {
        params: { query: { ...query, ...after } },
      }),
    ),
  );
  return (
    <Loaded of={list} height={200}>
      {({ rows }) =>
        rows.length === 0 ? (
          <NothingCited narrowed={narrowed} />
        ) : (
          <div class="stack-small">
            <Table
              caption="Pages that answers cite"
              csv="cited-pages"
              rows={rows}
              keyOf={({ url }) => url}
              isOwn={({ sourceType }) => sourceType === 'BRAND_SITE'}
              columns={[
                {
                  name: 'Page',
                  cell: ({ url, title }) => (
                    <div class="sources-page">
                      {title !== null && <div>{title}</div>}
                      <span class="small">
                        <WebLink url={url} />
                      </span>
                    </div>
                  ),
                  value: ({ url }) => url,
                },
                ...citedColumns<CitedUrl>(overview, narrowed.namesBrand),
                ...seenColumns<CitedUrl>(),
              ]}
            />
            <ShowMore list={list} one="page" />
          </div>
        )
      }
    </Loaded>
  );
}

function citedColumns<Row extends CitedDomain | CitedUrl>(
  overview: Overview,
  namesBrand: boolean | null,
): Column<Row>[] {
  return [
    {
      name: 'Kind',
      cell: ({ sourceType }) => SOURCE_TYPE_NAMES[sourceType],
      value: ({ sourceType }) => SOURCE_TYPE_NAMES[sourceType],
    },
    {
      name: 'Answers that cite it',
      isNumber: true,
      cell: ({ count }) => (
        <>
          {formatCount(count)}
          {/* Of all answers, where these are not narrowed to some of them. */}
          {overview && namesBrand === null && (
            <span class="muted small"> ({formatPercent(shareOf(count, overview.answers))})</span>
          )}
        </>
      ),
      value: ({ count }) => count,
    },
    ...(namesBrand === null
      ? [
          {
            name: 'Of these name the brand',
            isNumber: true,
            cell: ({ count, namingCount }: Row) => (
              <>
                {formatCount(namingCount)}
                <span class="muted small"> ({formatPercent(shareOf(namingCount, count))})</span>
              </>
            ),
            value: ({ namingCount }: Row) => namingCount,
          },
        ]
      : []),
  ];
}

const seenColumns = <Row extends CitedDomain | CitedUrl>(): Column<Row>[] => [
  {
    name: 'First cited',
    cell: ({ firstSeenAt }) => <span class="nowrap">{formatDay(firstSeenAt)}</span>,
    value: ({ firstSeenAt }) => firstSeenAt,
  },
  {
    name: 'Last cited',
    cell: ({ lastSeenAt }) => <span class="nowrap">{formatDay(lastSeenAt)}</span>,
    value: ({ lastSeenAt }) => lastSeenAt,
  },
];

/** Which of the sources are listed; kept in the address. */
function Narrow({ sourceType, domain, namesBrand }: Narrowed) {
  return (
    <div class="form-row">
      <SelectField<SourceType | ''>
        label="Kind of source"
        value={sourceType ?? ''}
        options={[
          ['', 'All kinds'],
          ...(Object.entries(SOURCE_TYPE_NAMES) as [SourceType, string][]).filter(
            ([type]) => type !== 'AI_ANSWER',
          ),
        ]}
        onChange={(value) => setParams({ type: value })}
      />
      <SelectField
        label="Answers"
        value={namesBrand === null ? '' : String(namesBrand)}
        options={[
          ['', 'All answers'],
          ['true', 'That name the brand'],
          ['false', 'That do not name it'],
        ]}
        onChange={(value) => setParams({ names: value })}
      />
      <LateField
        label="Site"
        type="search"
        placeholder="reddit.com"
        maxLength={253}
        value={domain ?? ''}
        onSettle={(value) => setParams({ domain: value })}
      />
    </div>
  );
}

function NothingCited({ narrowed }: { narrowed: Narrowed }) {
  const isNarrowed = Object.values(narrowed).some((value) => value !== null);
  return (
    <Empty
      title={isNarrowed ? 'No source is like this' : 'Answers cite no source in these days'}
      action={
        isNarrowed ? (
          <Button onClick={() => setParams({ type: null, domain: null, names: null })}>
            Show all sources
          </Button>
        ) : undefined
      }
    >
      {emptyReason(isNarrowed)}
    </Empty>
  );
}

const emptyReason = (isNarrowed: boolean): ComponentChildren =>
  isNarrowed
    ? 'Choose other kinds, answers or sites.'
    : 'Not every platform names its sources. Choose other days or platforms above.';
