import type { ComponentProps } from 'preact';
import { formatDays } from '../../../../presentation/days.ts';
import { counted, formatCount, formatPercent, shown } from '../../../../presentation/numbers.ts';
import type { Schemas } from '../../api/client.ts';
import { LinkButton } from '../../components/button.tsx';
import { Badge, Card, Empty, Loaded, ScreenHead } from '../../components/card.tsx';
import { dayColumn, linkColumn, numberColumn } from '../../components/list/columns.tsx';
import { ListTable } from '../../components/list/list-table.tsx';
import { HeatCell } from '../../components/table/heat.tsx';
import { type Column, Table } from '../../components/table/table.tsx';
import { type Filters, platformName } from '../../state/filters.ts';
import { href } from '../../state/route.ts';
import { promptHref } from '../prompts/prompt-data.ts';
import { CampaignLink } from './campaign-link.tsx';
import { columnsOf, domainHref } from './columns.tsx';
import { KindButton } from './kind.tsx';
import {
  ofDomain,
  ofWho,
  type SourceRow,
  type SourceType,
  shareOf,
  useNarrowed,
  useSources,
} from './query.ts';
import { WhoField } from './who-field.tsx';

interface Props {
  domain: string;
  filters: Filters;
  brand: Schemas['Brand'];
}

/** One site: whom the answers that cite it name, its pages, and the prompts and answers behind them. */
export function Domain(props: Props) {
  const { domain, filters, brand } = props;
  const { who } = useNarrowed();
  const found = useSources(filters, [ofDomain(domain)], { limit: 1, include: ['competitors', 'coverage'] });
  const row = found.data?.rows[0];
  const type = (row?.source_type ?? null) as SourceType | null;
  return (
    <div class="stack">
      <p class="small">
        <a href={href('sources')}>All sources</a>
      </p>
      <ScreenHead
        title={domain}
        actions={type && <CampaignLink sourceType={type} domain={domain} source={domain} />}
      >
        {row ? (
          <span class="row">
            <KindButton domain={domain} kind={type} />
            {row.coverage?.first_day &&
              formatDays(row.coverage.first_day, row.coverage.last_day ?? row.coverage.first_day)}
          </span>
        ) : (
          formatDays(filters.start, filters.end)
        )}
      </ScreenHead>
      <Loaded of={found} height={220}>
        {({ rows: [own] }) =>
          own === undefined ? (
            <Card title="Not cited">
              <Empty
                title="No answer cites this site in these days with these filters"
                action={<LinkButton href={href('sources')}>All sources</LinkButton>}
              >
                Choose other days or fewer filters above.
              </Empty>
            </Card>
          ) : (
            <div class="stack">
              <Summary row={own} brand={brand} />
              <WhoIsNamed row={own} brand={brand} />
              <WhoField brandId={brand.id} who={who} />
              <Pages {...props} who={who} />
              <Prompts {...props} who={who} />
              <Answers {...props} who={who} />
            </div>
          )
        }
      </Loaded>
    </div>
  );
}

function Summary({ row, brand }: { row: SourceRow; brand: Schemas['Brand'] }) {
  const { answer_count, answer_total, gap_count } = row;
  return (
    <p class="lead">
      Cited in {formatCount(answer_count)} of {counted(answer_total, 'answer')} (
      {formatPercent(shown(row, 'answer_share'))}). {formatCount(gap_count)} of them{' '}
      {gap_count === 1 ? 'names' : 'name'} a competitor and not <bdi>{brand.name}</bdi>.
    </p>
  );
}

function WhoIsNamed({ row, brand }: { row: SourceRow; brand: Schemas['Brand'] }) {
  const { answer_count, brand_count, competitors = [] } = row;
  const named = [{ id: 'named', name: brand.name, answer_count: brand_count }, ...competitors].toSorted(
    (one, other) => other.answer_count - one.answer_count,
  );
  const share = ({ answer_count: part }: (typeof named)[number]) => shareOf(part, answer_count);
  return (
    <Card title="Whom its answers name">
      <Table
        caption="Whom its answers name"
        csv="named-by-site"
        rows={named}
        isOwn={({ id }) => id === 'named'}
        columns={[
          {
            name: 'Name',
            cell: ({ id, name }) => (
              <a class="name-cut" title={name} href={domainHref(row.domain ?? '', id)} dir="auto">
                {name}
              </a>
            ),
            value: ({ name }) => name,
          },
          numberColumn<(typeof named)[number]>('Answers', (one) => one.answer_count),
          {
            name: 'Share',
            isNumber: true,
            cell: (one) => <HeatCell value={share(one)} label={`of its answers name ${one.name}`} />,
            value: share,
          },
        ]}
      />
    </Card>
  );
}

type Listed = Props & { who: string | null };

function Pages({ domain, filters, brand, who }: Listed) {
  const pages = useSources(filters, [ofDomain(domain), ...ofWho(who)], {
    by: 'url',
    limit: 25,
    include: ['competitors', 'coverage'],
    order_by: [{ field: 'gap_count', direction: 'desc' }],
  });
  return (
    <List
      title="Its pages"
      csv="pages-of-site"
      list={pages}
      one="page"
      columns={(rows) => columnsOf('url', brand, rows)}
      keyOf={({ url = '' }) => url}
    />
  );
}

function Prompts({ domain, filters, brand, who }: Listed) {
  const prompts = useSources(filters, [ofDomain(domain), ...ofWho(who)], {
    dimensions: ['query'],
    limit: 25,
    order_by: [{ field: 'gap_count', direction: 'desc' }],
  });
  const textOf = ({ dimensions }: SourceRow) => dimensions?.query?.queryText ?? '';
  const columns: Column<SourceRow>[] = [
    linkColumn('Prompt', textOf, (row) => promptHref(brand.id, textOf(row))),
    numberColumn('Gap', ({ gap_count }) => gap_count),
    {
      name: 'Answers that cite it',
      isNumber: true,
      cell: ({ answer_count, answer_total }) =>
        `${formatCount(answer_count)} of ${formatCount(answer_total)}`,
      value: ({ answer_count }) => answer_count,
    },
    {
      name: 'Name you',
      isNumber: true,
      cell: ({ brand_share }) => <HeatCell value={brand_share} label="of these answers name you" />,
      value: ({ brand_share }) => brand_share,
    },
  ];
  return (
    <List
      title="Prompts behind it"
      csv="prompts-of-site"
      list={prompts}
      one="prompt"
      columns={columns}
      keyOf={textOf}
    />
  );
}

/** A row of a day, platform and prompt is one answer, or a few. */
function Answers({ domain, filters, who }: Listed) {
  const answers = useSources(filters, [ofDomain(domain), ...ofWho(who)], {
    dimensions: ['day', 'platform', 'query'],
    limit: 25,
    include: ['competitors', 'evidence'],
    order_by: [{ field: 'day', direction: 'desc' }],
  });
  return (
    <List
      title="Answers behind it"
      csv="answers-of-site"
      list={answers}
      one="answer"
      columns={ANSWERS}
      keyOf={({ dimensions: { day, platform, query } = {} }) => `${day} ${platform} ${query?.queryText}`}
    />
  );
}

const ANSWERS: Column<SourceRow>[] = [
  {
    name: 'Prompt',
    cell: ({ dimensions, evidence }) => {
      const [first, ...others] = evidence?.run_ids ?? [];
      return (
        <>
          <a class="address" href={href(`answer/${first}`)} dir="auto">
            {dimensions?.query?.queryText}
          </a>
          {others.map((id, at) => (
            <a key={id} class="small" href={href(`answer/${id}`)}>
              {' '}
              and answer {at + 2}
            </a>
          ))}
        </>
      );
    },
    value: ({ dimensions }) => dimensions?.query?.queryText ?? null,
  },
  {
    name: 'Platform',
    value: ({ dimensions }) => (dimensions?.platform ? platformName(dimensions.platform) : null),
  },
  dayColumn('Day', ({ dimensions }) => dimensions?.day ?? null),
  {
    name: 'You',
    cell: ({ brand_count }) => (
      <Badge kind={brand_count > 0 ? 'good' : undefined}>{brand_count > 0 ? '✓ named' : '✕ not named'}</Badge>
    ),
    value: ({ brand_count }) => brand_count > 0,
  },
  {
    name: 'Competitors',
    cell: ({ competitors = [] }) => <bdi class="address">{namesOf(competitors) || '–'}</bdi>,
    value: ({ competitors = [] }) => namesOf(competitors),
  },
];

const namesOf = (competitors: NonNullable<SourceRow['competitors']>) =>
  competitors.map(({ name }) => name).join(', ');

function List({
  title,
  ...list
}: Omit<ComponentProps<typeof ListTable<SourceRow>>, 'caption' | 'empty' | 'height'> & { title: string }) {
  return (
    <Card title={title}>
      <ListTable
        caption={title}
        height={160}
        empty={<p class="muted">None with these answers.</p>}
        {...list}
      />
    </Card>
  );
}
