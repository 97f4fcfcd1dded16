import { Bar } from '../../charts/bar.tsx';
import { LinkButton } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { format, formatPercent } from '../../components/numbers.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { href } from '../../state/route.ts';
import type { BrandRow } from './tiles.tsx';

interface Place {
  id: string;
  name: string;
  visibility: number | null;
  share_of_voice?: number | null;
  position: number | null;
  sentiment: number | null;
}

const columns: Column<Place>[] = [
  { name: 'Name', cell: ({ name }) => name, value: ({ name }) => name },
  {
    name: 'Visibility',
    isNumber: true,
    cell: ({ visibility }) => (
      <>
        {formatPercent(visibility)}
        <Bar value={visibility} />
      </>
    ),
    value: ({ visibility }) => visibility,
  },
  {
    name: 'Share of voice',
    isNumber: true,
    cell: (place) => formatPercent(place.share_of_voice),
    value: (place) => place.share_of_voice ?? null,
  },
  {
    name: 'Position',
    isNumber: true,
    cell: ({ position }) => format(position),
    value: ({ position }) => position,
  },
  {
    name: 'Sentiment',
    isNumber: true,
    cell: ({ sentiment }) => format(sentiment),
    value: ({ sentiment }) => sentiment,
  },
];

/** The brand among its competitors, in the same answers. */
export function Leaderboard({ row }: { row: BrandRow }) {
  const competitors = row.competitors ?? [];
  const places: Place[] = [{ ...row, id: row.brand.id, name: row.brand.name }, ...competitors];
  return (
    <Card
      title="You and your competitors"
      about={competitors.length === 0 ? undefined : 'In the same answers.'}
      actions={
        <LinkButton size="small" href={href('settings/brands')}>
          {competitors.length === 0 ? 'Add competitors' : 'Competitors'}
        </LinkButton>
      }
    >
      <Table
        caption="You and your competitors"
        columns={columns}
        rows={places}
        keyOf={({ id }) => id}
        isOwn={({ id }) => id === row.brand.id}
        sortedBy={{ name: 'Visibility', isDescending: true }}
        csv="leaderboard"
      />
    </Card>
  );
}
