import { api, unwrap } from '../../api/client.ts';
import { useData } from '../../api/use-data.ts';
import { LinkButton } from '../../components/button.tsx';
import { Card, Empty, Loaded, ScreenHead } from '../../components/card.tsx';
import { MeasuresNote } from '../../components/measures-note.tsx';
import { counted } from '../../components/numbers.tsx';
import { Table } from '../../components/table.tsx';
import { useBrand, useBrands } from '../../frame/brand.ts';
import { useRunsBehind } from '../../frame/footer.tsx';
import { NoBrand } from '../../frame/no-brand.tsx';
import { reportBody, useFilters } from '../../state/filters.ts';
import { BRAND_INCLUDES, LIST_INCLUDES } from '../../state/includes.ts';
import { href } from '../../state/route.ts';
import { BrandsTable, measureColumns } from './brands-table.tsx';
import { Leaderboard } from './leaderboard.tsx';
import { type BrandRow, Tiles } from './tiles.tsx';
import { Trend } from './trend.tsx';

/** How one brand does, or, where none is chosen, all of them. */
export default function Overview() {
  const brands = useBrands();
  const brand = useBrand();
  return (
    <Loaded of={brands} height={300}>
      {({ data }) =>
        data.length === 0 ? <NoBrand /> : brand ? <OneBrand id={brand.id} name={brand.name} /> : <AllBrands />
      }
    </Loaded>
  );
}

function AllBrands() {
  return (
    <div class="stack">
      <ScreenHead title="All brands">
        Choose one to see its trend, its competitors and its prompts.
      </ScreenHead>
      <Card title="Your brands">
        <BrandsTable />
      </Card>
    </div>
  );
}

function OneBrand({ id, name }: { id: string; name: string }) {
  const filters = { ...useFilters(), brand: id };
  const body = reportBody(filters);
  const whole = useData(['overview', body], () =>
    unwrap(
      api.POST('/api/reports/brands', {
        body: {
          ...body,
          include: [...BRAND_INCLUDES],
          compare_to: 'previous',
        },
      }),
    ),
  );
  const row: BrandRow | undefined = whole.data?.data[0];
  useRunsBehind(row?.visibility_total);
  return (
    <div class="stack">
      <ScreenHead
        title={name}
        actions={
          <>
            <OpenAlerts brandId={id} />
            <LinkButton href={href('compare')}>What changed, and why?</LinkButton>
          </>
        }
      >
        How often AI answers name {name}, how early, and how they speak of it.
      </ScreenHead>
      <Loaded of={whole} height={130}>
        {({ data: [found], compared_to: before }) =>
          found === undefined || found.visibility_total === 0 ? (
            <NoAnswers />
          ) : (
            <div class="stack-small">
              <Tiles row={found} />
              <MeasuresNote before={before} verdict={found.change?.verdict} />
            </div>
          )
        }
      </Loaded>
      {row !== undefined && row.visibility_total > 0 && (
        <>
          <Trend brandId={id} name={name} filters={filters} />
          <div class="cols">
            <Loaded of={whole}>{({ data: [found] }) => found && <Leaderboard row={found} />}</Loaded>
            <Branded filters={filters} />
          </div>
        </>
      )}
    </div>
  );
}

function OpenAlerts({ brandId }: { brandId: string }) {
  const query = { brandId, state: 'ACTIVE' as const, limit: 1 };
  const { data } = useData(['open alerts', brandId], () =>
    unwrap(api.GET('/api/alerts', { params: { query } })),
  );
  if (!data || data.total === 0) return null;
  return <LinkButton href={href('alerts')}>{counted(data.total, 'open alert')}</LinkButton>;
}

function NoAnswers() {
  return (
    <Card title="No answers">
      <Empty
        title="There are no answers in these days with these filters"
        action={
          <div class="actions">
            <LinkButton kind="primary" href={href('welcome')}>
              Bring answers in
            </LinkButton>
            <LinkButton href={href('coverage')}>See what was asked</LinkButton>
          </div>
        }
      >
        Choose other days above, let Sightline ask AI platforms for you, or send answers that you have. New
        answers show here within a minute.
      </Empty>
    </Card>
  );
}

/** Prompts that name the brand and those that do not, apart: pooled they say little about either. */
function Branded({ filters }: { filters: Parameters<typeof reportBody>[0] }) {
  const body = reportBody({ ...filters, branded: null });
  const split = useData(['branded', body], () =>
    unwrap(
      api.POST('/api/reports/brands', {
        body: { ...body, dimensions: ['branded'], include: [...LIST_INCLUDES], compare_to: 'previous' },
      }),
    ),
  );
  return (
    <Loaded of={split}>
      {({ data }) => (
        <Card
          title="With and without your name in the prompt"
          about="Prompts that name the brand nearly always get an answer about it, so the two are kept apart."
        >
          <Table
            caption="With and without your name in the prompt"
            csv="branded"
            columns={[
              {
                name: 'Prompts',
                cell: nameOfSplit,
                value: nameOfSplit,
              },
              ...measureColumns.filter(({ name }) => name !== 'Position' && name !== 'Sentiment'),
            ]}
            rows={data}
            keyOf={nameOfSplit}
          />
        </Card>
      )}
    </Loaded>
  );
}

function nameOfSplit({ dimensions }: BrandRow): string {
  return dimensions?.branded === true ? 'that name the brand' : 'that do not name it';
}
