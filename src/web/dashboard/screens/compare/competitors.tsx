import { LinkButton } from '../../components/button.tsx';
import { Card, Empty } from '../../components/card.tsx';
import { Change, formatPercent } from '../../components/numbers.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { href } from '../../state/route.ts';
import type { BrandRow } from '../overview/tiles.tsx';

interface Name {
  id: string;
  name: string;
  before: number | null;
  now: number | null;
  change: BrandRow['change'];
}

const columns: Column<Name>[] = [
  { name: 'Name', cell: ({ name }) => name, value: ({ name }) => name },
  {
    name: 'Before',
    isNumber: true,
    cell: ({ before }) => formatPercent(before),
    value: ({ before }) => before,
  },
  { name: 'Now', isNumber: true, cell: ({ now }) => formatPercent(now), value: ({ now }) => now },
  {
    name: 'Change',
    cell: ({ change }) => change && <Change {...change} />,
    value: ({ change }) => change?.points ?? null,
  },
];

/** The brand and its competitors in both periods. */
export function AgainstCompetitors({ row }: { row: BrandRow }) {
  const { brand, visibility, previous, change, competitors = [] } = row;
  const title = 'Against your competitors';
  if (competitors.length === 0)
    return (
      <Card title={title}>
        <Empty
          title="No competitors yet"
          action={<LinkButton href={href(`settings/brands/${brand.id}`)}>Add competitors</LinkButton>}
        >
          With competitors you see who took the place.
        </Empty>
      </Card>
    );
  const names = [
    { id: brand.id, name: brand.name, before: previous?.visibility ?? null, now: visibility, change },
    ...competitors.map((each) => ({
      ...{ id: each.id, name: each.name, before: each.previous?.visibility ?? null },
      ...{ now: each.visibility, change: each.change },
    })),
  ];
  return (
    <Card title={title} about="How many of the same answers name each, in both periods.">
      <Table
        caption={title}
        csv="competitors-compared"
        rows={names}
        keyOf={({ id }) => id}
        isOwn={({ id }) => id === brand.id}
        sortedBy={{ name: 'Change', isDescending: true }}
        columns={columns}
      />
    </Card>
  );
}
