import { useState } from 'preact/hooks';
import { useAccess } from '../../api/access.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { Card, Empty, Loaded, ScreenHead } from '../../components/card.tsx';
import { CsvButton } from '../../components/csv.tsx';
import { counted } from '../../components/numbers.tsx';
import { type Order, Table } from '../../components/table.tsx';
import { useBrands } from '../../frame/brand.ts';
import { useRunsBehind } from '../../frame/footer.tsx';
import { countFilters, useFilters } from '../../state/filters.ts';
import { href, setParams, useRoute } from '../../state/route.ts';
import { AddDialog } from './changes/add-dialog.tsx';
import { PromptActions } from './changes/change-prompts.tsx';
import { TopicsDialog } from './changes/topics-dialog.tsx';
import { columnsOf, lineColumns, linesOf } from './columns.tsx';
import { type Prompt, usePrompts } from './prompt-data.ts';

/** Every prompt on every platform: how often its answers name the brand. */
export function Matrix() {
  const { params } = useRoute();
  const filters = useFilters();
  const brands = useBrands().data?.data ?? [];
  const can = useAccess();
  const search = params.get('search') ?? '';
  const isArchived = params.get('archived') === 'true';
  const prompts = usePrompts(filters, { search, isArchived });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [adding, setAdding] = useState<'one' | 'many' | null>(null);
  const [isTopics, setTopics] = useState(false);
  const ofTopics = filters.brand ?? (brands.length === 1 ? brands[0]?.id : undefined);
  useRunsBehind(prompts.data?.prompts.reduce((sum, { whole }) => sum + (whole?.visibility_total ?? 0), 0));
  const brand = brands.find(({ id }) => id === filters.brand);
  const canChange = can('updateQuery');
  const choose = (prompt: Prompt, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(prompt.key);
    else next.delete(prompt.key);
    setChosen(next);
  };
  return (
    <div class="stack">
      <ScreenHead
        title={isArchived ? 'Archived prompts' : 'Prompts'}
        actions={
          can('bulkCreateQueries') && (
            <>
              <Button kind="primary" onClick={() => setAdding('one')}>
                Add a prompt
              </Button>
              <Button onClick={() => setAdding('many')}>Add many</Button>
              {can('assignTopics') && ofTopics !== undefined && (
                <Button onClick={() => setTopics(true)}>Topics</Button>
              )}
            </>
          )
        }
      >
        What is asked{brand ? ` for ${brand.name}` : ''}, and how often the answers of each platform name
        {brand ? ' it' : ' the brand'}.
      </ScreenHead>
      <Tools key={search} search={search} isArchived={isArchived} />
      <Loaded of={prompts} height={400}>
        {({ prompts: all, platforms, isComplete }) =>
          all.length === 0 ? (
            <NoPrompts isFiltered={countFilters(filters) > 0 || search !== ''} isArchived={isArchived} />
          ) : (
            <Card
              title={counted(all.length, 'prompt')}
              actions={<CsvButton name="prompts" columns={lineColumns(brands)} rows={linesOf(all)} />}
              about="Percent of answers that name the brand, and how many of how many. Position: 1 is named first. Sentiment: from 0 to 100, 50 is neutral. ✕ means that no answer named the brand, a dash that there is none."
            >
              {!isComplete && (
                <p class="note" data-kind="warn">
                  There are more prompts than fit on this page. Choose a brand, a tag or a platform, or
                  search, to see them all.
                </p>
              )}
              {canChange && (
                <Selection all={all} chosen={chosen} onChoose={setChosen} onDone={prompts.reload} />
              )}
              <div class="prompts-matrix">
                <Table
                  key={`${search} ${isArchived}`}
                  caption="Prompts by platform"
                  columns={columnsOf({
                    platforms,
                    brands: filters.brand === null && brands.length > 1 ? brands : null,
                    chosen: canChange ? chosen : null,
                    onChoose: choose,
                  })}
                  rows={all}
                  keyOf={({ key }) => key}
                  sortedBy={orderOf(params.get('sort'))}
                  onSort={({ name, isDescending }) =>
                    setParams({ sort: `${isDescending ? '-' : ''}${name}` })
                  }
                />
              </div>
            </Card>
          )
        }
      </Loaded>
      {isTopics && ofTopics !== undefined && (
        <TopicsDialog brandId={ofTopics} onClose={() => setTopics(false)} onDone={prompts.reload} />
      )}
      {adding !== null && (
        <AddDialog
          brandId={filters.brand}
          isMany={adding === 'many'}
          onClose={() => setAdding(null)}
          onDone={prompts.reload}
        />
      )}
    </div>
  );
}

function orderOf(sort: string | null): Order {
  if (sort === null) return { name: 'All', isDescending: true };
  return { name: sort.replace(/^-/, ''), isDescending: sort.startsWith('-') };
}

function Tools({ search, isArchived }: { search: string; isArchived: boolean }) {
  const [text, setText] = useState(search);
  return (
    <div class="row spread">
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          setParams({ search: text.trim() });
        }}
      >
        <input
          class="input prompts-search"
          type="search"
          aria-label="Search in prompts"
          placeholder="Search in prompts"
          maxLength={200}
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
            if (event.currentTarget.value === '') setParams({ search: null });
          }}
        />
        <Button type="submit">Search</Button>
      </form>
      <LinkButton size="small" href={href('prompts', { archived: isArchived ? null : 'true' })}>
        {isArchived ? 'Prompts that are asked' : 'Archived prompts'}
      </LinkButton>
    </div>
  );
}

/** What can be done with the prompts that are chosen. */
function Selection({
  all,
  chosen,
  onChoose,
  onDone,
}: {
  all: readonly Prompt[];
  chosen: ReadonlySet<string>;
  onChoose: (keys: ReadonlySet<string>) => void;
  onDone: () => void;
}) {
  const changeable = all.filter(({ queries }) => queries.length > 0);
  const found = changeable.filter(({ key }) => chosen.has(key));
  return (
    <div class="row prompts-selection">
      {found.length === 0 ? (
        <span class="small muted">Choose prompts to ask them now, schedule, tag or archive them.</span>
      ) : (
        <strong>{found.length} chosen</strong>
      )}
      <PromptActions queries={found.flatMap(({ queries }) => queries)} onDone={onDone} size="small" />
      {found.length > 0 && (
        <Button size="small" kind="plain" onClick={() => onChoose(new Set())}>
          Choose none
        </Button>
      )}
      {found.length < changeable.length && (
        <Button size="small" kind="plain" onClick={() => onChoose(new Set(changeable.map(({ key }) => key)))}>
          Choose all
        </Button>
      )}
    </div>
  );
}

function NoPrompts({ isFiltered, isArchived }: { isFiltered: boolean; isArchived: boolean }) {
  if (isArchived)
    return (
      <Card title="Nothing archived">
        <Empty title="No prompt is archived">Prompts that are no longer asked come here.</Empty>
      </Card>
    );
  if (isFiltered)
    return (
      <Card title="Nothing found">
        <Empty
          title="No prompt matches"
          action={
            <Button onClick={() => setParams({ search: null, platform: null, tag: null, branded: null })}>
              Show all prompts
            </Button>
          }
        >
          Take back the search or a filter.
        </Empty>
      </Card>
    );
  return (
    <Card title="No prompts yet">
      <Empty
        title="There is no prompt yet"
        action={
          <LinkButton kind="primary" href={href('welcome')}>
            Choose from suggestions
          </LinkButton>
        }
      >
        Add what people ask AI platforms when they look for what you offer, or choose from suggestions.
      </Empty>
    </Card>
  );
}
