import { api, type Schemas, unwrap } from '../../api/client.ts';
import { SOURCE_TYPE_NAMES } from '../../api/source-types.ts';
import { useData } from '../../api/use-data.ts';
import { LinkButton } from '../../components/button.tsx';
import { Badge, Card, Empty, Loaded, ScreenHead } from '../../components/card.tsx';
import {
  counted,
  format,
  formatCount,
  formatDay,
  formatMoment,
  formatPercent,
} from '../../components/numbers.tsx';
import { Table } from '../../components/table.tsx';
import { type Filters, MOST_ROWS, platformName, reportBody } from '../../state/filters.ts';
import { href } from '../../state/route.ts';
import { CampaignLink } from './campaign-link.tsx';
import { citationQuery, shareOf } from './query.ts';
import { UrlTable } from './tables.tsx';

type Brand = Schemas['Brand'];
const ANSWERS_SHOWN = 200;

/** One site: its pages that are cited, and the prompts and answers behind them. */
export function Domain({
  domain,
  filters,
  brand,
}: {
  domain: string;
  filters: Filters;
  brand: Brand | null;
}) {
  const query = { ...citationQuery(filters), domain, limit: 100 };
  const found = useData(['cited domain', query], () =>
    unwrap(api.GET('/api/citations/domains', { params: { query } })),
  );
  const own = found.data?.data.find((one) => one.domain === domain);
  return (
    <>
      <ScreenHead
        title={domain}
        actions={
          <>
            <LinkButton href={href('sources')}>All sources</LinkButton>
            {own && <CampaignLink sourceType={own.sourceType} domain={domain} source={domain} />}
          </>
        }
      >
        What answers cite of this site, {formatDay(filters.start)} to {formatDay(filters.end)}.
      </ScreenHead>
      <Loaded of={found} height={100}>
        {({ data }) => (
          <>
            {data.length === 0 ? (
              <Card title="Not cited">
                <Empty title="No answer cites this site in these days with these filters">
                  Choose other days or fewer filters above.
                </Empty>
              </Card>
            ) : (
              <Counts rows={data} own={own} brand={brand} domain={domain} />
            )}
          </>
        )}
      </Loaded>
      {found.data !== undefined && found.data.total > 0 && (
        <>
          <Card title="Its pages">
            <UrlTable
              filters={filters}
              overview={undefined}
              narrowed={{ sourceType: null, domain, namesBrand: null }}
            />
          </Card>
          <Prompts domain={domain} filters={filters} brand={brand} />
          <Answers domain={domain} filters={filters} brand={brand} />
        </>
      )}
    </>
  );
}

function Counts({
  rows,
  own,
  brand,
  domain,
}: {
  rows: readonly Schemas['CitedDomain'][];
  own: Schemas['CitedDomain'] | undefined;
  brand: Brand | null;
  domain: string;
}) {
  const others = rows.filter((one) => one.domain !== domain);
  return (
    <Card title="How it is cited">
      {own && (
        <dl class="kv">
          <dt>Kind</dt>
          <dd>
            <Badge>{SOURCE_TYPE_NAMES[own.sourceType]}</Badge>
          </dd>
          <dt>Cited in</dt>
          <dd>{counted(own.count, 'answer')}</dd>
          <dt>Of these name {brand?.name ?? 'the brand'}</dt>
          <dd>
            {formatCount(own.namingCount)} ({formatPercent(shareOf(own.namingCount, own.count))})
          </dd>
          <dt>First and last</dt>
          <dd>
            {formatMoment(own.firstSeenAt)}, {formatMoment(own.lastSeenAt)}
          </dd>
        </dl>
      )}
      {others.length > 0 && (
        <p class="row">
          Parts of it that are cited:
          {others.map((one) => (
            <a
              key={one.domain}
              class="address"
              href={href(`sources/domain/${encodeURIComponent(one.domain)}`)}
            >
              {one.domain}
            </a>
          ))}
        </p>
      )}
    </Card>
  );
}

/** Reports know which sources a mention has, so these are of answers that name the brand. */
const bodyOf = (filters: Filters, domain: string) => {
  const { filters: conditions = [], ...body } = reportBody(filters);
  return {
    ...body,
    filters: [...conditions, { field: 'domain' as const, operator: 'in' as const, values: [domain] }],
  };
};

function Prompts({ domain, filters, brand }: { domain: string; filters: Filters; brand: Brand | null }) {
  const body = { ...bodyOf(filters, domain), limit: MOST_ROWS };
  const prompts = useData(['prompts of domain', body], () =>
    unwrap(
      api.POST('/api/reports/mentions', {
        body: {
          ...body,
          dimensions: ['query'],
          order_by: [{ field: 'run_count', direction: 'desc' }],
        },
      }),
    ),
  );
  return (
    <Card
      title="Prompts behind it"
      about={`Of answers that cite the site and name ${brand?.name ?? 'the brand'}.`}
    >
      <Loaded of={prompts}>
        {({ data }) =>
          data.length === 0 ? (
            <NotNamed brand={brand} />
          ) : (
            <Table
              caption="Prompts behind it"
              csv="prompts-of-site"
              rows={data.flatMap((row) => ('dimensions' in row ? [row] : []))}
              keyOf={({ dimensions }) => dimensions.query?.queryText ?? ''}
              columns={[
                {
                  name: 'Prompt',
                  cell: ({ dimensions: { query } }) =>
                    query && (
                      <a href={href(`prompts/${encodeURIComponent(query.queryText)}`)}>{query.queryText}</a>
                    ),
                  value: ({ dimensions }) => dimensions.query?.queryText ?? null,
                },
                {
                  name: 'Answers',
                  isNumber: true,
                  cell: (row) => formatCount(row.run_count),
                  value: (row) => row.run_count,
                },
                {
                  name: 'Sentiment',
                  isNumber: true,
                  cell: ({ sentiment }) => format(sentiment),
                  value: ({ sentiment }) => sentiment,
                },
              ]}
            />
          )
        }
      </Loaded>
    </Card>
  );
}

function Answers({ domain, filters, brand }: { domain: string; filters: Filters; brand: Brand | null }) {
  const body = { ...bodyOf(filters, domain), limit: ANSWERS_SHOWN };
  const answers = useData(['answers of domain', body], () =>
    unwrap(
      api.POST('/api/reports/mentions', {
        body: { ...body, include: ['evidence'], order_by: [{ field: 'discovered_at', direction: 'desc' }] },
      }),
    ),
  );
  return (
    <Loaded of={answers}>
      {({ data, total }) =>
        data.length > 0 && (
          <Card
            title="Answers behind it"
            about={`${total > data.length ? `The latest ${formatCount(data.length)} of ${formatCount(total)}` : 'All'} that cite a page of the site and name ${brand?.name ?? 'the brand'}, the latest first.`}
          >
            <Table
              caption="Answers behind it"
              csv="answers-of-site"
              rows={data.flatMap((row) => ('id' in row ? [row] : []))}
              keyOf={({ id }) => id}
              columns={[
                {
                  name: 'Prompt',
                  cell: ({ query, evidence }) => {
                    const runId = evidence?.run_ids[0];
                    return runId === undefined ? (
                      query.queryText
                    ) : (
                      <a href={href(`answer/${runId}`)}>{query.queryText}</a>
                    );
                  },
                  value: ({ query }) => query.queryText,
                },
                {
                  name: 'Platform',
                  cell: ({ platform }) => platformName(platform),
                  value: ({ platform }) => platformName(platform),
                },
                {
                  name: 'What it says',
                  cell: ({ snippet }) => <div class="sources-snippet">{snippet ?? '–'}</div>,
                  value: ({ snippet }) => snippet,
                },
                {
                  name: 'Sentiment',
                  isNumber: true,
                  cell: ({ sentimentScore }) => format(sentimentScore),
                  value: ({ sentimentScore }) => sentimentScore,
                },
                {
                  name: 'Answered',
                  cell: ({ discoveredAt }) => <span class="nowrap">{formatDay(discoveredAt)}</span>,
                  value: ({ discoveredAt }) => discoveredAt,
                },
              ]}
            />
          </Card>
        )
      }
    </Loaded>
  );
}

function NotNamed({ brand }: { brand: Brand | null }) {
  return (
    <Empty title={`No answer that cites this site names ${brand?.name ?? 'the brand'}`}>
      Get onto its pages: answers that rest on them can name you only if they do.
    </Empty>
  );
}
