import { counted, format, formatPercent, shown } from '../../../../../presentation/numbers.ts';
import type { Schemas } from '../../../api/client.ts';
import { useAnswer } from '../../../api/loading.ts';
import { Bar } from '../../../charts/bar.tsx';
import { LinkButton } from '../../../components/button.tsx';
import { Card, Empty, Loaded } from '../../../components/card.tsx';
import { measureColumn } from '../../../components/list/columns.tsx';
import { Table } from '../../../components/table/table.tsx';
import { here, href } from '../../../state/route.ts';
import type { BrandRow } from '../../overview/tiles.tsx';

type Competitor = Schemas['CompetitorMeasures'];

interface Place {
  id: string;
  name: string;
  all: Pick<Competitor, 'visibility' | 'visibility_count' | 'visibility_total' | 'position' | 'sentiment'>;
  /** Answers that name it and not the brand; null for the brand itself, and while that is not known. */
  instead: number | null;
}

/** The brand and its competitors in the answers to a prompt, and who is named where the brand is not. */
export function NamedInstead({ row, body }: { row: BrandRow; body: Schemas['BrandsReportParameters'] }) {
  const without = {
    ...body,
    filters: [
      ...(body.filters ?? []),
      { field: 'mentioned' as const, operator: 'in' as const, values: [false] },
    ],
  };
  const report = useAnswer('getBrandsReport', { body: { ...without, include: ['competitors'] } });
  const competitors = row.competitors ?? [];
  const missing = row.visibility_total - row.visibility_count;
  return (
    <Card
      title="Who is named"
      about={
        missing === 0
          ? 'Every answer names the brand.'
          : `${counted(missing, 'answer')} of ${row.visibility_total} ${missing === 1 ? 'does' : 'do'} not name the brand.`
      }
      actions={
        missing > 0 && (
          <LinkButton size="small" href={here({ named: 'false' })}>
            Answers that do not name it
          </LinkButton>
        )
      }
    >
      {competitors.length === 0 ? (
        <Empty
          title="No competitors yet"
          action={<LinkButton href={href('settings/brands')}>Add competitors</LinkButton>}
        >
          With them you see who is named in these answers instead of you.
        </Empty>
      ) : (
        <Loaded of={report}>
          {({ data: [found] }) => {
            const instead = new Map(found?.competitors?.map((one) => [one.id, one.visibility_count]));
            const places: Place[] = [
              { id: row.brand.id, name: row.brand.name, all: row, instead: null },
              ...competitors.map((one) => ({
                id: one.id,
                name: one.name,
                all: one,
                instead: instead.get(one.id) ?? 0,
              })),
            ];
            return <Places places={places} ownId={row.brand.id} missing={missing} />;
          }}
        </Loaded>
      )}
    </Card>
  );
}

function Places({ places, ownId, missing }: { places: readonly Place[]; ownId: string; missing: number }) {
  return (
    <Table
      caption="Who is named"
      csv="named-instead"
      sortedBy={{ name: 'Named in', isDescending: true }}
      isOwn={({ id }) => id === ownId}
      columns={[
        {
          name: 'Name',
          cell: ({ id, name }) => (id === ownId ? `${name} (you)` : name),
          value: ({ name }) => name,
        },
        {
          name: 'Named in',
          isNumber: true,
          cell: ({ all }) => (
            <>
              {formatPercent(shown(all, 'visibility'))}
              <span class="small muted">
                {' '}
                {all.visibility_count} of {all.visibility_total}
              </span>
              <Bar value={all.visibility} />
            </>
          ),
          value: ({ all }) => all.visibility,
        },
        {
          name: 'Instead of you',
          isNumber: true,
          cell: ({ instead }) => (instead === null ? '–' : `${instead} of ${missing}`),
          value: ({ instead }) => instead,
        },
        measureColumn<Place>('Position', 'position', ({ all }) => all, format),
        measureColumn<Place>('Sentiment', 'sentiment', ({ all }) => all, format),
      ]}
      rows={places}
    />
  );
}
