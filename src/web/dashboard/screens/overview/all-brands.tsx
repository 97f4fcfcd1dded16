import { useState } from 'preact/hooks';
import { headlineOfAll } from '../../../../presentation/headline.ts';
import { lackText } from '../../../../presentation/numbers.ts';
import type { Schemas } from '../../api/client.ts';
import { useAnswer } from '../../api/loading.ts';
import { Button } from '../../components/button.tsx';
import { Card, Loaded } from '../../components/card.tsx';
import { linkColumn } from '../../components/list/columns.tsx';
import { MeasuresNote } from '../../components/measures-note.tsx';
import { Table } from '../../components/table/table.tsx';
import { useRunsBehind } from '../../frame/footer.tsx';
import { NothingHere } from '../../frame/nothing-here.tsx';
import { MOST_ROWS, reportBody, useFilters } from '../../state/filters.ts';
import { LIST_INCLUDES } from '../../state/includes.ts';
import { href } from '../../state/route.ts';
import { BrandCards } from './brand-cards.tsx';
import { measureColumns } from './columns.tsx';
import type { BrandRow } from './tiles.tsx';

/** So many cards at first, and more as they are asked for. */
const CARDS = 24;

/** All brands as small charts, losers first; below them those that have too few answers for a verdict. */
export function AllBrands({ brands }: { brands: readonly Schemas['Brand'][] }) {
  const body = reportBody(useFilters());
  const report = useAnswer('getBrandsReport', {
    body: { ...body, include: [...LIST_INCLUDES], compare_to: 'previous', limit: MOST_ROWS },
  });
  useRunsBehind(report.data?.data.reduce((sum, row) => sum + row.visibility_total, 0));
  const [shown, setShown] = useState(CARDS);
  const rows = report.data?.data.filter((row) => row.visibility_total > 0) ?? [];
  const told = rows.filter((row) => !isFew(row)).toSorted(byLoss);
  const few = rows.filter(isFew);
  return (
    <div class="stack">
      <div class="screen-head overview-head">
        <div>
          <h1 class="headline">
            {rows.length > 0 ? headlineOfAll(rows.map(({ change }) => change?.verdict)) : 'All brands'}
          </h1>
          <MeasuresNote before={report.data?.compared_to} />
        </div>
      </div>
      <Loaded of={report} height={600}>
        {() =>
          rows.length === 0 ? (
            <Card title="No answers">
              <NothingHere />
            </Card>
          ) : (
            <div class="stack">
              <BrandCards rows={told.slice(0, shown)} />
              {shown < told.length && (
                <div class="row">
                  <Button onClick={() => setShown(shown + CARDS)}>Show more</Button>
                  <span class="small muted">
                    {shown} of {told.length} brands
                  </span>
                </div>
              )}
            </div>
          )
        }
      </Loaded>
      {few.length > 0 && <FewAnswers rows={few} />}
      {rows.length > 0 && <WithoutAnswers brands={brands} rows={rows} />}
    </div>
  );
}

const isFew = ({ change }: BrandRow) => change?.verdict === 'too_few';

const ORDER = ['down', 'not_comparable', 'within_noise', 'up', 'too_few'];

/** The largest loss first, the largest gain last. */
function byLoss({ change: one }: BrandRow, { change: other }: BrandRow): number {
  const place = (change: BrandRow['change']) => ORDER.indexOf(change?.verdict ?? 'too_few');
  return place(one) - place(other) || (one?.points ?? 0) - (other?.points ?? 0);
}

function FewAnswers({ rows }: { rows: readonly BrandRow[] }) {
  const title = 'Too few answers to tell';
  return (
    <Card title={title}>
      <Table
        caption={title}
        csv="brands-with-few-answers"
        columns={[
          linkColumn<BrandRow>(
            'Brand',
            ({ brand }) => brand.name,
            ({ brand }) => href('overview', { brand: brand.id }),
          ),
          ...measureColumns.filter(({ name }) => name !== 'Change'),
          { name: 'What is missing', width: 400, value: lackOf },
        ]}
        rows={rows}
        keyOf={({ brand }) => brand.id}
      />
    </Card>
  );
}

const lackOf = ({ change }: BrandRow) => (change ? lackText(change) : '');

/** Brands that no answer of these days was asked for. */
function WithoutAnswers({
  brands,
  rows,
}: {
  brands: readonly Schemas['Brand'][];
  rows: readonly BrandRow[];
}) {
  const there = new Set(rows.map(({ brand }) => brand.id));
  const count = brands.filter(({ id }) => !there.has(id)).length;
  if (count === 0) return null;
  return (
    <p class="small muted">
      {count === 1 ? 'One brand has' : `${count} brands have`} no answers in these days with these filters.{' '}
      <a href={href('coverage')}>See what was asked</a>
    </p>
  );
}
