import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useData } from '../../api/use-data.ts';
import { Card, Loaded } from '../../components/card.tsx';
import { Change, formatPercent } from '../../components/numbers.tsx';
import { Table } from '../../components/table.tsx';
import { MOST_ROWS, platformName, type reportBody } from '../../state/filters.ts';
import { PART_INCLUDES } from '../../state/includes.ts';
import type { BrandRow } from '../overview/tiles.tsx';
import { promptHref } from '../prompts/prompt-data.ts';
import type { Period } from './period-field.tsx';
import { signed } from './what-changed.tsx';

type GroupRow = Schemas['QueryGroupRow'];

interface Part {
  row: GroupRow;
  name: string;
  /** Points of the whole change that come from it: those of all parts add up to the change. */
  effect: number;
}

const TEXTS = {
  query: {
    title: 'The prompts that moved it',
    about: 'Points that each prompt took from or added to visibility. Together they are the whole change.',
    name: 'Prompt',
    csv: 'prompts-that-moved',
  },
  platform: {
    title: 'By platform',
    about: 'Points that each platform took or added.',
    name: 'Platform',
    csv: 'platforms-that-moved',
  },
} as const;

/** What the change of visibility is made of, the largest parts first. */
export function PartsOfChange({
  row: whole,
  body,
  by,
}: {
  row: BrandRow;
  body: ReturnType<typeof reportBody> & { compare_to: Period };
  by: 'query' | 'platform';
}) {
  const parts = useData(['parts', by, body], () =>
    unwrap(
      api.POST('/api/reports/queries', {
        body: { ...body, dimensions: [by], include: [...PART_INCLUDES], limit: MOST_ROWS },
      }),
    ),
  );
  const { title, about, name, csv } = TEXTS[by];
  return (
    <Card title={title} about={about}>
      <Loaded of={parts} height={200}>
        {({ data }) => (
          <Table
            caption={title}
            csv={csv}
            sortedBy={{ name: 'Effect', isDescending: (whole.change?.points ?? 0) > 0 }}
            rows={data
              .filter((row): row is GroupRow => 'dimensions' in row)
              .map((row) => partOf(row, whole, by))}
            keyOf={(part) => part.name}
            columns={[
              {
                name,
                cell: (part) =>
                  by === 'query' ? (
                    <a href={promptHref(whole.brand.id, part.name)}>{part.name}</a>
                  ) : (
                    part.name
                  ),
                value: (part) => part.name,
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
              {
                name: 'Effect',
                isNumber: true,
                cell: ({ effect }) => (
                  <>
                    {signed(effect)}
                    <Effect points={effect} />
                  </>
                ),
                value: ({ effect }) => effect,
              },
              {
                name: 'Change',
                cell: ({ row }) => row.change && <Change {...row.change} />,
                value: ({ row }) => row.change?.points ?? null,
              },
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}

function partOf(row: GroupRow, whole: BrandRow, by: 'query' | 'platform'): Part {
  const { previous } = row;
  const now = row.visibility_count / Math.max(1, whole.visibility_total);
  const before = (previous?.visibility_count ?? 0) / Math.max(1, whole.previous?.visibility_total ?? 0);
  const { query, platform } = row.dimensions;
  const name =
    by === 'query' ? (query?.queryText ?? '') : platform === undefined ? '' : platformName(platform);
  return { row, name, effect: Math.round(10_000 * (now - before)) / 100 };
}

function Share({
  row,
}: {
  row: { visibility: number | null; visibility_count: number; visibility_total: number } | null;
}) {
  if (row === null || row.visibility_total === 0) return <span class="muted small">not asked</span>;
  return (
    <>
      {formatPercent(row.visibility)}
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
