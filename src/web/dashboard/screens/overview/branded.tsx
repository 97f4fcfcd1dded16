import { useAnswer } from '../../api/loading.ts';
import { Card, Loaded } from '../../components/card.tsx';
import { Table } from '../../components/table/table.tsx';
import { type Filters, reportBody } from '../../state/filters.ts';
import { LIST_INCLUDES } from '../../state/includes.ts';
import { measureColumns } from './columns.tsx';
import type { BrandRow } from './tiles.tsx';

const TITLE = 'With and without your name in the prompt';
const SHOWN = ['Visibility', 'Change', 'Answers'];

/** Prompts that name the brand and those that do not, apart: pooled they say little about either. */
export function Branded({ filters }: { filters: Filters }) {
  const body = reportBody({ ...filters, branded: null });
  const split = useAnswer('getBrandsReport', {
    body: { ...body, dimensions: ['branded'], include: [...LIST_INCLUDES], compare_to: 'previous' },
  });
  return (
    <Loaded of={split} height={220}>
      {({ data }) => (
        <Card title={TITLE}>
          <Table
            caption={TITLE}
            columns={[
              { name: 'Prompts', value: nameOfSplit },
              ...measureColumns.filter(({ name }) => SHOWN.includes(name)),
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
  return dimensions?.branded === true ? 'with your name' : 'without your name';
}
