import { useState } from 'preact/hooks';
import { seriesColor } from '../../../../presentation/charts/look.ts';
import { MOST_COMPETITORS, namedMost } from '../../../../presentation/charts/series.ts';
import { rankAmong } from '../../../../presentation/headline.ts';
import { format, formatPercent, shown, shownChange } from '../../../../presentation/numbers.ts';
import { Bar } from '../../charts/bar.tsx';
import { Button, LinkButton } from '../../components/button.tsx';
import { Card, Empty } from '../../components/card.tsx';
import { Change, PlainChange } from '../../components/change.tsx';
import { measureColumn } from '../../components/list/columns.tsx';
import { type Column, Table } from '../../components/table/table.tsx';
import { href } from '../../state/route.ts';
import type { BrandRow } from './tiles.tsx';

interface Place {
  id: string;
  name: string;
  place: number;
  isOwn: boolean;
  /** Colour of its bar, as in the chart. */
  color: number;
  visibility: number | null;
  share_of_voice?: number | null;
  position: number | null;
  sentiment: number | null;
  change?: BrandRow['change'];
  previous?: object | null;
}

const columns: Column<Place>[] = [
  {
    name: 'Name',
    cell: ({ name, place }) => (
      <span class="ranked">
        <span class="muted">{place}</span>
        <span dir="auto" title={name}>
          {name}
        </span>
      </span>
    ),
    value: ({ name }) => name,
  },
  {
    name: 'Visibility',
    isNumber: true,
    cell: (place) => {
      const change = shownChange(place);
      return (
        <div class="ranked-value">
          {formatPercent(shown(place, 'visibility'))}
          <Bar value={place.visibility} color={place.color} />
          {change && (place.isOwn ? <Change {...change} /> : <PlainChange {...change} />)}
        </div>
      );
    },
    value: ({ visibility }) => visibility,
  },
];

const itself = (place: Place) => place;
const more: Column<Place>[] = [
  measureColumn('Share of voice', 'share_of_voice', itself, formatPercent),
  measureColumn('Position', 'position', itself, format),
  measureColumn('Sentiment', 'sentiment', itself, format),
];

/** The brand among its competitors, in the same answers. */
export function Ranking({ row }: { row: BrandRow }) {
  const [isWide, setWide] = useState(false);
  const competitors = row.competitors ?? [];
  const title = 'You and your competitors';
  if (competitors.length === 0)
    return (
      <Card title={title}>
        <Empty
          title="No competitors yet"
          action={
            <LinkButton kind="primary" href={href(`settings/brands/${row.brand.id}`)}>
              Add competitors
            </LinkButton>
          }
        >
          With competitors you see who is named instead of you.
        </Empty>
      </Card>
    );
  return (
    <div class="ranking" data-wide={isWide}>
      <Card
        title={title}
        actions={
          <Button size="small" kind="plain" aria-pressed={isWide} onClick={() => setWide(!isWide)}>
            {isWide ? 'Fewer measures' : 'More measures'}
          </Button>
        }
      >
        <Table
          caption={title}
          columns={isWide ? [...columns, ...more] : columns}
          rows={placesOf(row)}
          keyOf={({ id }) => id}
          isOwn={({ isOwn }) => isOwn}
          sortedBy={{ name: 'Visibility', isDescending: true }}
          csv={isWide ? 'ranking' : null}
        />
      </Card>
    </div>
  );
}

function placesOf(row: BrandRow): Place[] {
  const { brand } = row;
  const competitors = namedMost(row.competitors ?? []);
  const counts = [row, ...competitors].map((one) => one.visibility_count);
  const own = { ...row, id: brand.id, name: brand.name };
  const { share_of_voice_total } = row;
  return [own, ...competitors].map((one, at) => ({
    ...one,
    share_of_voice_total,
    isOwn: at === 0,
    place: rankAmong(one.visibility_count, counts),
    color: seriesColor(Math.min(at, MOST_COMPETITORS)),
  }));
}
