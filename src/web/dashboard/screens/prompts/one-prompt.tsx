import { useAccess } from '../../api/access.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useData } from '../../api/use-data.ts';
import { Badge, Card, Empty, Loaded, ScreenHead } from '../../components/card.tsx';
import { SelectField } from '../../components/form.tsx';
import { formatDay, formatMoment } from '../../components/numbers.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { useRunsBehind } from '../../frame/footer.tsx';
import { PLATFORMS, platformName, reportBody, useFilters } from '../../state/filters.ts';
import { TILE_INCLUDES } from '../../state/includes.ts';
import { href, setParams, useRoute } from '../../state/route.ts';
import { Tiles } from '../overview/tiles.tsx';
import { Answers } from './answers.tsx';
import { PromptActions } from './changes/change-prompts.tsx';
import { CitedSources, Searches } from './found.tsx';
import { NamedInstead } from './named-instead.tsx';
import { type Query, rhythmOf, tagsOf } from './prompt-data.ts';
import { headingOf, WholePrompt } from './prompt-text.tsx';
import { PromptTrend } from './prompt-trend.tsx';
import { SearchShare } from './search-share.tsx';
import { UnknownPrompt } from './unknown-prompt.tsx';

/** One prompt over all its platforms: how it does, who is named instead, and every answer. */
export function OnePrompt({ brand, text }: { brand: Schemas['Brand']; text: string }) {
  const { params } = useRoute();
  const bar = useFilters();
  const on = PLATFORMS.find((platform) => platform === params.get('on'));
  const filters = { ...bar, brand: brand.id, platforms: on === undefined ? bar.platforms : [on] };
  const report = reportBody(filters);
  const body = {
    ...report,
    filters: [
      ...(report.filters ?? []),
      { field: 'query' as const, operator: 'in' as const, values: [text] },
    ],
  };
  const queries = useData(['queries of prompt', brand.id, text], () => queriesOf(brand.id, text));
  const whole = useData(['prompt', body], () =>
    unwrap(
      api.POST('/api/reports/brands', {
        body: {
          ...body,
          include: [...TILE_INCLUDES, 'competitors'],
          compare_to: 'previous',
        },
      }),
    ),
  );
  const row = whole.data?.data[0];
  useRunsBehind(row?.visibility_total);
  const asked = queries.data ?? [];
  const reload = () => {
    queries.reload();
    whole.reload();
  };
  if (queries.data?.length === 0 && whole.data && (row?.visibility_total ?? 0) === 0)
    return (
      <UnknownPrompt>
        {brand.name} has no prompt with this text, and no answer to it from {formatDay(filters.start)} to{' '}
        {formatDay(filters.end)}.
      </UnknownPrompt>
    );
  return (
    <div class="stack">
      <p class="small">
        <a href={href('prompts')}>All prompts</a>
      </p>
      <ScreenHead title={headingOf(text)} actions={<PromptActions queries={asked} onDone={reload} />}>
        <span class="row">
          <span>A prompt of {brand.name}.</span>
          {tagsOf(asked).map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
          {queries.data && asked.every(({ archived }) => archived) && (
            <Badge kind="warn">no longer asked</Badge>
          )}
        </span>
      </ScreenHead>
      <div class="prompts-filters">
        <SelectField
          label="Platform"
          value={on ?? ''}
          options={[
            ['', bar.platforms.length === 0 ? 'All platforms' : 'As chosen above'],
            ...PLATFORMS.map((one) => [one, platformName(one)] as const),
          ]}
          onChange={(platform) => setParams({ on: platform })}
        />
      </div>
      <WholePrompt text={text} />
      <Loaded of={whole} height={130}>
        {({ data: [found] }) =>
          found === undefined || found.visibility_total === 0 ? <NoAnswers /> : <Tiles row={found} />
        }
      </Loaded>
      {row !== undefined && row.visibility_total > 0 && (
        <>
          <PromptTrend brandId={brand.id} filters={filters} body={body} />
          <NamedInstead row={row} body={body} />
        </>
      )}
      <SearchShare brandId={brand.id} text={text} filters={filters} queries={asked} onDone={reload} />
      <Searches body={body} />
      <CitedSources body={body} />
      <Answers brandId={brand.id} text={text} filters={filters} />
      <Loaded of={queries}>
        {(found) => found.length > 0 && <Platforms queries={found} onDone={reload} />}
      </Loaded>
    </div>
  );
}

async function queriesOf(brandId: string, text: string): Promise<Query[]> {
  const pages = await Promise.all(
    [false, true].map((archived) =>
      unwrap(
        api.GET('/api/queries', {
          params: { query: { brandId, archived, search: text.slice(0, 200), limit: 1000 } },
        }),
      ),
    ),
  );
  return pages.flatMap(({ data }) => data).filter(({ queryText }) => queryText === text);
}

function NoAnswers() {
  return (
    <Card title="No answers">
      <Empty title="There are no answers to it in these days with these filters">
        Choose other days above, or have it asked: a schedule, or one answer now.
      </Empty>
    </Card>
  );
}

/** On which platforms it is asked, and when. */
function Platforms({ queries, onDone }: { queries: readonly Query[]; onDone: () => void }) {
  const can = useAccess();
  const actions: Column<Query>[] = [
    {
      name: 'Actions',
      cell: (query) => (
        <div class="row-actions">
          <PromptActions queries={[query]} onDone={onDone} size="small" />
        </div>
      ),
    },
  ];
  return (
    <Card
      title="Where and when it is asked"
      about="A prompt is asked, paused and tagged on each platform by itself. What it shows is the smallest change of visibility in 28 days of this prompt alone, at best."
    >
      <Table
        caption="Where and when it is asked"
        csv="schedule"
        columns={[
          {
            name: 'Platform',
            cell: ({ platform }) => platformName(platform),
            value: ({ platform }) => platformName(platform),
          },
          {
            name: 'Country',
            cell: countryWord,
            value: ({ country }) => country,
          },
          {
            name: 'Search',
            cell: ({ search }) => SEARCH[search],
            value: ({ search }) => search,
          },
          {
            name: 'Schedule',
            cell: scheduleWord,
            value: scheduleWord,
          },
          {
            name: 'Shows a change of',
            isNumber: true,
            cell: ({ detectablePoints }) => (detectablePoints === null ? '–' : `${detectablePoints} points`),
            value: ({ detectablePoints }) => detectablePoints,
          },
          {
            name: 'Next time',
            cell: ({ scheduledAt }) => <span class="nowrap">{formatMoment(scheduledAt)}</span>,
            value: ({ scheduledAt }) => scheduledAt,
          },
          {
            name: 'Tags',
            cell: ({ tags }) => tags.join(', ') || '–',
            value: ({ tags }) => tags.join(', '),
          },
          ...(can('updateQuery') ? actions : []),
        ]}
        rows={queries}
        keyOf={({ id }) => id}
      />
    </Card>
  );
}

const SEARCH: Record<Query['search'], string> = { AUTO: 'it decides', ALWAYS: 'always', NEVER: 'never' };

function scheduleWord(query: Query): string {
  if (query.archived) return 'archived';
  const times = query.runsPerDay > 1 ? `${query.runsPerDay} times ` : '';
  return times + (rhythmOf(query) ?? 'not scheduled');
}

/** The platform may take no country: then its answers are only marked with it. */
function countryWord({ country, city, countrySent }: Query): string {
  if (country === null) return 'any';
  const place = city === null ? country : `${country}, ${city}`;
  return countrySent ? place : `${place} (marked only)`;
}
