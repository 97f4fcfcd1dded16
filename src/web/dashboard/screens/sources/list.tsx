import { counted, formatCount } from '../../../../presentation/numbers.ts';
import type { Schemas } from '../../api/client.ts';
import { SOURCE_TYPE_NAMES } from '../../api/source-types.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { Card, Empty, Loaded } from '../../components/card.tsx';
import { LateField, SelectField } from '../../components/form/form.tsx';
import { ListTable } from '../../components/list/list-table.tsx';
import { NothingHere } from '../../frame/nothing-here.tsx';
import type { Filters } from '../../state/filters.ts';
import { href, setParams } from '../../state/route.ts';
import { columnsOf, domainHref } from './columns.tsx';
import {
  conditionsOf,
  type Narrowed,
  PAGE_TYPE_NAMES,
  type PageType,
  type SourceRow,
  type SourceType,
  useNarrowed,
  useSources,
} from './query.ts';
import { WhoField } from './who-field.tsx';

type Brand = Schemas['Brand'];

/** Sites or pages that answers cite, the largest gaps first. */
export function SourceList({ by, brand, filters }: { by: 'domain' | 'url'; brand: Brand; filters: Filters }) {
  const narrowed = useNarrowed();
  const list = useSources(filters, conditionsOf(narrowed), {
    by,
    include: ['competitors', 'coverage'],
    order_by: [{ field: 'gap_count', direction: 'desc' }],
  });
  const isNarrowed = Object.values(narrowed).some((value) => value !== null);
  const title = by === 'domain' ? 'Sites that answers cite' : 'Pages that answers cite';
  return (
    <>
      <Loaded of={list} height={26}>
        {({ rows }) => <Summary rows={rows} brand={brand} />}
      </Loaded>
      <Card title={title} about="Shaded: the share of its answers that name you, and each competitor.">
        <Narrow {...narrowed} by={by} brandId={brand.id} />
        <ListTable
          key={`${by} ${JSON.stringify(narrowed)}`}
          list={list}
          one={by === 'domain' ? 'site' : 'page'}
          height={420}
          empty={<NothingCited isNarrowed={isNarrowed} />}
          caption={title}
          csv={by === 'domain' ? 'cited-sites' : 'cited-pages'}
          keyOf={(row) => (by === 'url' ? row.url : row.domain) ?? ''}
          isOwn={({ source_type }) => source_type === 'BRAND_SITE'}
          sortedBy={{ name: 'Gap', isDescending: true }}
          columns={(rows) => columnsOf(by, brand, rows)}
        />
      </Card>
    </>
  );
}

/** The largest gap, in a sentence. */
function Summary({ rows, brand }: { rows: readonly SourceRow[]; brand: Brand }) {
  const [first] = rows.toSorted((one, other) => other.gap_count - one.gap_count);
  if (first === undefined) return null;
  if (first.gap_count === 0)
    return (
      <p class="lead">
        No source that answers cite names a competitor where <bdi>{brand.name}</bdi> is missing.
      </p>
    );
  const most = first.competitors?.[0];
  return (
    <p class="lead">
      {first.domain === null ? (
        'What is no address'
      ) : (
        <a class="address" href={domainHref(first.domain)}>
          {first.title || first.domain}
        </a>
      )}{' '}
      is your largest gap: of {counted(first.answer_count, 'answer')} that{' '}
      {first.answer_count === 1 ? 'cites' : 'cite'} it, {formatCount(first.gap_count)}{' '}
      {first.gap_count === 1 ? 'names' : 'name'} a competitor and not <bdi>{brand.name}</bdi>
      {most && (
        <>
          . <bdi>{most.name}</bdi> is named in {formatCount(most.answer_count)} of the{' '}
          {formatCount(first.answer_count)}
        </>
      )}
      .
    </p>
  );
}

/** Which of the sources are listed; kept in the address. */
function Narrow({
  by,
  brandId,
  sourceType,
  pageType,
  site,
  who,
}: Narrowed & { by: 'domain' | 'url'; brandId: string }) {
  return (
    <div class="form-row sources-narrow">
      <WhoField brandId={brandId} who={who} />
      <SelectField<SourceType | ''>
        label="Kind of site"
        value={sourceType ?? ''}
        options={[
          ['', 'All but your own'],
          ...(Object.entries(SOURCE_TYPE_NAMES) as [SourceType, string][]).filter(
            ([type]) => type !== 'AI_ANSWER',
          ),
        ]}
        onChange={(value) => setParams({ type: value })}
      />
      {by === 'url' && (
        <SelectField<PageType | ''>
          label="Kind of page"
          value={pageType ?? ''}
          options={[['', 'All'], ...(Object.entries(PAGE_TYPE_NAMES) as [PageType, string][])]}
          onChange={(value) => setParams({ page: value })}
        />
      )}
      <LateField
        label="Site"
        type="search"
        placeholder="reddit.com"
        maxLength={253}
        value={site ?? ''}
        onSettle={(value) => setParams({ domain: value })}
      />
    </div>
  );
}

export function NothingCited({ isNarrowed }: { isNarrowed: boolean }) {
  if (isNarrowed)
    return (
      <Empty
        title="No source is like this"
        action={
          <Button onClick={() => setParams({ type: null, page: null, domain: null, who: null })}>
            Show all sources
          </Button>
        }
      >
        Choose other kinds, answers or sites.
      </Empty>
    );
  const uncited = (
    <Empty
      title="Answers cite no source in these days"
      action={<LinkButton href={href('coverage')}>See what was asked</LinkButton>}
    >
      Not every platform names its sources. Choose other days or platforms above.
    </Empty>
  );
  return <NothingHere otherwise={uncited} />;
}
