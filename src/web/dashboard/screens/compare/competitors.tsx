import { rounded } from '../../../../base/definitions.ts';
import { api, unwrap } from '../../api/client.ts';
import { useData } from '../../api/use-data.ts';
import { LinkButton } from '../../components/button.tsx';
import { Card, Empty, Loaded } from '../../components/card.tsx';
import { formatPercent } from '../../components/numbers.tsx';
import { Table } from '../../components/table.tsx';
import { type Filters, reportBody } from '../../state/filters.ts';
import { href } from '../../state/route.ts';
import type { BrandRow } from '../overview/tiles.tsx';
import { signed } from './what-changed.tsx';

/** The brand and its competitors in both periods. */
export function AgainstCompetitors({
  row,
  filters,
  before,
}: {
  row: BrandRow;
  filters: Filters;
  before: { start_date: string; end_date: string };
}) {
  const body = { ...reportBody(filters), ...before };
  const earlier = useData(['competitors before', body], () =>
    unwrap(api.POST('/api/reports/brands', { body: { ...body, include: ['competitors'] } })),
  );
  const title = 'Against your competitors';
  if ((row.competitors ?? []).length === 0)
    return (
      <Card title={title}>
        <Empty
          title="No competitors yet"
          action={<LinkButton href={href(`settings/brands/${row.brand.id}`)}>Add competitors</LinkButton>}
        >
          With competitors you see who took the place.
        </Empty>
      </Card>
    );
  return (
    <Card title={title} about="How many of the same answers name each, in both periods.">
      <Loaded of={earlier} height={200}>
        {({ data: [then] }) => {
          const beforeOf = new Map((then?.competitors ?? []).map(({ id, visibility }) => [id, visibility]));
          const rows = [
            {
              id: row.brand.id,
              name: row.brand.name,
              now: row.visibility,
              before: row.previous?.visibility ?? null,
            },
            ...(row.competitors ?? []).map(({ id, name, visibility }) => ({
              id,
              name,
              now: visibility,
              before: beforeOf.get(id) ?? null,
            })),
          ];
          const change = ({ now, before }: (typeof rows)[number]) =>
            now === null || before === null ? null : rounded(now - before);
          return (
            <Table
              caption={title}
              csv="competitors-compared"
              rows={rows}
              keyOf={({ id }) => id}
              isOwn={({ id }) => id === row.brand.id}
              sortedBy={{ name: 'Difference', isDescending: true }}
              columns={[
                { name: 'Name', cell: ({ name }) => name, value: ({ name }) => name },
                {
                  name: 'Before',
                  isNumber: true,
                  cell: ({ before }) => formatPercent(before),
                  value: ({ before }) => before,
                },
                {
                  name: 'Now',
                  isNumber: true,
                  cell: ({ now }) => formatPercent(now),
                  value: ({ now }) => now,
                },
                { name: 'Difference', isNumber: true, cell: (one) => signed(change(one)), value: change },
              ]}
            />
          );
        }}
      </Loaded>
    </Card>
  );
}
