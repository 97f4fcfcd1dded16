import { useCallback, useMemo, useState } from 'preact/hooks';
import { counted } from '../../../../../presentation/numbers.ts';
import { useAccess } from '../../../api/access.ts';
import { Button } from '../../../components/button.tsx';
import { Card, Loaded, ScreenHead } from '../../../components/card.tsx';
import { type Act, Acts } from '../../../components/list/acts.tsx';
import { CsvButton } from '../../../components/table/csv.tsx';
import { DensityButton } from '../../../components/table/density.tsx';
import type { Grouping } from '../../../components/table/order.ts';
import { type Order, Table } from '../../../components/table/table.tsx';
import { useBrands } from '../../../frame/brand/brand.ts';
import { useRunsBehind } from '../../../frame/footer.tsx';
import { NothingHere } from '../../../frame/nothing-here.tsx';
import { countFilters, type Filters, useFilters } from '../../../state/filters.ts';
import { setParams, useRoute } from '../../../state/route.ts';
import { AddDialog } from '../changes/add-dialog.tsx';
import { TopicsDialog } from '../changes/topics-dialog.tsx';
import { type Prompt, type Prompts, usePrompts } from '../prompt-data.ts';
import { sayingOf } from '../verdict.ts';
import { columnsOf, lineColumns, linesOf } from './columns.tsx';
import { LookAlikes } from './look-alikes.tsx';
import { NoPrompts } from './no-prompts.tsx';
import { Selection, Tools } from './tools.tsx';

/** Every prompt on every platform: how often its answers name the brand, and what changed. */
export function Matrix() {
  const { params } = useRoute();
  const filters = useFilters();
  const brands = useBrands().data?.data ?? [];
  const search = params.get('search') ?? '';
  const isArchived = params.get('archived') === 'true';
  const prompts = usePrompts(filters, { search, isArchived });
  const ofTopics = filters.brand ?? (brands.length === 1 ? brands[0]?.id : undefined);
  const topics: Act<string | null> = {
    label: 'Topics',
    operation: 'assignTopics',
    when: () => ofTopics !== undefined,
    dialog: (_, ends) => <TopicsDialog brandId={ofTopics ?? ''} {...ends} />,
  };
  const all = prompts.data?.prompts;
  const answers = all?.reduce((sum, { whole }) => sum + (whole?.visibility_total ?? 0), 0);
  useRunsBehind(answers);
  return (
    <div class="stack">
      <ScreenHead
        title={isArchived ? 'Archived prompts' : 'Prompts'}
        actions={<Acts acts={[...ADDING, topics]} on={filters.brand} onDone={prompts.reload} />}
      >
        {/* Its line is kept while it is loaded. */}
        {all && answers !== 0 ? sayingOf(all) : '\u00a0'}
      </ScreenHead>
      <Tools key={search} search={search} isArchived={isArchived} />
      {!isArchived && search === '' && <LookAlikes onDone={prompts.reload} />}
      {all && all.length > 0 && answers === 0 && (
        <Card title="No answers">
          <NothingHere />
        </Card>
      )}
      <Loaded of={prompts} height={600}>
        {(found) =>
          found.prompts.length === 0 ? (
            <NoPrompts isFiltered={countFilters(filters) > 0 || search !== ''} isArchived={isArchived} />
          ) : (
            <HeatMap key={`${search} ${isArchived}`} {...found} filters={filters} onDone={prompts.reload} />
          )
        }
      </Loaded>
    </div>
  );
}

/** With the brand that is chosen. */
const ADDING: readonly Act<string | null>[] = [
  {
    label: 'Add a prompt',
    operation: 'bulkCreateQueries',
    kind: 'primary',
    dialog: (brandId, ends) => <AddDialog brandId={brandId} isMany={false} {...ends} />,
  },
  {
    label: 'Add many',
    operation: 'bulkCreateQueries',
    dialog: (brandId, ends) => <AddDialog brandId={brandId} isMany {...ends} />,
  },
];

function HeatMap({
  prompts: all,
  platforms,
  isComplete,
  filters,
  onDone,
}: Prompts & { filters: Filters; onDone: () => void }) {
  const { params } = useRoute();
  const brands = useBrands().data?.data ?? [];
  const canChange = useAccess()('updateQuery');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const choose = useCallback(
    ({ key }: Prompt, isChosen: boolean) =>
      setChosen((before) => new Set(isChosen ? [...before, key] : [...before].filter((one) => one !== key))),
    [],
  );
  const { brand, start, end } = filters;
  const columns = useMemo(
    () =>
      columnsOf({
        platforms,
        brands: brand === null && brands.length > 1 ? brands : null,
        days: { start, end },
        chosen: canChange ? chosen : null,
        onChoose: choose,
      }),
    [platforms, brand, brands, start, end, canChange, chosen],
  );
  const hasTopics = all.some(({ topics }) => topics.length > 0);
  const isGrouped = hasTopics && params.get('group') !== 'none';
  return (
    <Card
      title={counted(all.length, 'prompt')}
      about="Percent of answers that name the brand. Blank: not asked there. Dash: no answers."
      actions={
        <>
          {hasTopics && (
            <Button
              size="small"
              aria-pressed={isGrouped}
              onClick={() => setParams({ group: isGrouped ? 'none' : null })}
            >
              By topic
            </Button>
          )}
          <DensityButton />
          <CsvButton name="prompts" columns={lineColumns(brands)} rows={() => linesOf(all)} />
        </>
      }
    >
      {!isComplete && (
        <p class="note" data-kind="warn">
          There are more prompts than fit on this page. Choose a brand, a tag or a platform, or search, to see
          them all.
        </p>
      )}
      {canChange && <Selection all={all} chosen={chosen} onChoose={setChosen} onDone={onDone} />}
      <div class="prompts-matrix">
        <Table
          caption="Prompts by platform"
          columns={columns}
          rows={all}
          keyOf={({ key }) => key}
          groups={isGrouped ? BY_TOPIC : undefined}
          sortedBy={orderOf(params.get('sort'))}
          onSort={({ name, isDescending }) => setParams({ sort: `${isDescending ? '-' : ''}${name}` })}
        />
      </div>
    </Card>
  );
}

const BY_TOPIC: Grouping<Prompt> = {
  of: ({ topics }) => topics[0] ?? 'No topic',
  about: (rows) => sayingOf(rows, true),
};

/** The biggest losses first, unless the address says another order. */
function orderOf(sort: string | null): Order {
  return { name: (sort ?? 'Change').replace(/^-/, ''), isDescending: sort?.startsWith('-') ?? false };
}
