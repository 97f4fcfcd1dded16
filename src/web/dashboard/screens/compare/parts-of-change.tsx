import { rounded } from '../../../../base/definitions.ts';
import { formatPercent, shown, signed } from '../../../../presentation/numbers.ts';
import type { Schemas } from '../../api/client.ts';
import { useAnswer } from '../../api/loading.ts';
import { Card, Loaded } from '../../components/card.tsx';
import { linkColumn } from '../../components/list/columns.tsx';
import { Table } from '../../components/table/table.tsx';
import { MOST_ROWS } from '../../state/filters.ts';
import { PART_INCLUDES } from '../../state/includes.ts';
import { changeCell } from '../overview/columns.tsx';
import type { BrandRow } from '../overview/tiles.tsx';
import { promptHref } from '../prompts/prompt-data.ts';
import { effectOf } from './counts.ts';
import type { ComparedBody } from './parts.ts';

type GroupRow = Schemas['QueryGroupRow'];

interface Part {
  row: GroupRow;
  name: string;
  /** Points of the whole change that come from it: those of all parts add up to the change. */
  effect: number;
}

const TITLE = 'The prompts that moved it';

/** What the change of visibility is made of, the largest parts first. */
export function PartsOfChange({ row: whole, body }: { row: BrandRow; body: ComparedBody }) {
  const parts = useAnswer('getQueriesReport', {
    body: { ...body, dimensions: ['query'], include: [...PART_INCLUDES], limit: MOST_ROWS },
  });
  return (
    <Card
      title={TITLE}
      about="Points that each prompt took from or added to visibility. Together they are the whole change."
    >
      <Loaded of={parts} height={200}>
        {({ data }) => (
          <Table
            caption={TITLE}
            csv="prompts-that-moved"
            sortedBy={{ name: 'Effect', isDescending: (whole.change?.points ?? 0) > 0 }}
            rows={data.filter((row): row is GroupRow => 'dimensions' in row).map((row) => partOf(row, whole))}
            keyOf={(part) => part.name}
            columns={[
              linkColumn<Part>(
                'Prompt',
                ({ name }) => name,
                ({ name }) => promptHref(whole.brand.id, name),
              ),
              {
                name: 'Change',
                cell: ({ row }) => changeCell(row),
                value: ({ row }) => row.change?.points ?? null,
              },
              {
                name: 'Effect',
                isNumber: true,
                cell: ({ effect }) => (
                  <>
                    {signed(effect)}
                    <Effect points={effect} />
                  </>
                ),
                value: ({ effect }) => rounded(effect),
              },
              {
                name: 'Before',
                isNumber: true,
                cell: ({ row }) => <Share row={row.previous ?? null} />,
                value: ({ row }) => row.previous?.visibility ?? null,
              },
              {
                name: 'Now',
                isNumber: true,
                cell: ({ row }) => <Share row={row} />,
                value: ({ row }) => row.visibility,
              },
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}

function partOf(row: GroupRow, whole: BrandRow): Part {
  return { row, name: row.dimensions.query?.queryText ?? '', effect: effectOf(row, whole) };
}

function Share({
  row,
}: {
  row: { visibility: number | null; visibility_count: number; visibility_total: number } | null;
}) {
  if (row === null || row.visibility_total === 0) return <span class="muted small">not asked</span>;
  return (
    <>
      {formatPercent(shown(row, 'visibility'))}
      <div class="small muted nowrap">
        {row.visibility_count} of {row.visibility_total}
      </div>
    </>
  );
}

/** A full bar is 5 points. */
const FULL = 5;

function Effect({ points }: { points: number }) {
  const width = `${Math.min(100, (Math.abs(points) / FULL) * 100)}%`;
  return (
    <div class="compare-effect" aria-hidden="true">
      <span class={points < 0 ? 'lost' : 'won'} style={{ width }} />
    </div>
  );
}
