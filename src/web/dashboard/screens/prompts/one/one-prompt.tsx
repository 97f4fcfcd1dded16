import { textIdentity } from '../../../../../base/definitions.ts';
import { formatDays } from '../../../../../presentation/days.ts';
import { headline } from '../../../../../presentation/headline.ts';
import { format } from '../../../../../presentation/numbers.ts';
import { call, type Schemas } from '../../../api/client.ts';
import { useAnswer, useData } from '../../../api/loading.ts';
import { Badge, Card, Empty, Loaded, ScreenHead } from '../../../components/card.tsx';
import { SelectField } from '../../../components/form/form.tsx';
import { Acts } from '../../../components/list/acts.tsx';
import { momentColumn } from '../../../components/list/columns.tsx';
import { type Column, Table } from '../../../components/table/table.tsx';
import { useRunsBehind } from '../../../frame/footer.tsx';
import { PLATFORMS, platformName, reportBody, useFilters } from '../../../state/filters.ts';
import { TILE_INCLUDES } from '../../../state/includes.ts';
import { href, setParams, useRoute } from '../../../state/route.ts';
import { Name } from '../../overview/brand-head.tsx';
import { Tiles } from '../../overview/tiles.tsx';
import { promptActs } from '../changes/change-prompts.tsx';
import { NotFound } from '../not-found.tsx';
import { type Query, rhythmOf, tagsOf } from '../prompt-data.ts';
import { headingOf, WholePrompt } from '../prompt-text.tsx';
import { Answers } from './answers.tsx';
import { CitedSources, Searches } from './found.tsx';
import { NamedInstead } from './named-instead.tsx';
import { SearchShare } from './search-share.tsx';
import { Strip } from './strip.tsx';

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
  const whole = useAnswer('getBrandsReport', {
    body: {
      ...body,
      dimensions: [],
      include: [...TILE_INCLUDES, 'competitors'],
      compare_to: 'previous',
    },
  });
  const row = whole.data?.data[0];
  useRunsBehind(row?.visibility_total);
  const asked = queries.data ?? [];
  const reload = () => {
    queries.reload();
    whole.reload();
  };
  if (queries.data?.length === 0 && whole.data && (row?.visibility_total ?? 0) === 0)
    return (
      <NotFound one="prompt">
        {brand.name} has no prompt with this text, and no answer to it in{' '}
        {formatDays(filters.start, filters.end)}.
      </NotFound>
    );
  return (
    <div class="stack">
      <p class="small">
        <a href={href('prompts')}>All prompts</a>
      </p>
      <ScreenHead title={headingOf(text)} actions={<Acts acts={promptActs} on={asked} onDone={reload} />}>
        <span class="row">
          <span>
            <Name name={brand.name} /> {row ? headline(row) : ''}
          </span>
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
          found === undefined || found.visibility_total === 0 ? (
            <NoAnswers />
          ) : (
            <Tiles row={found} hasVisibility={false} />
          )
        }
      </Loaded>
      {row !== undefined && row.visibility_total > 0 && (
        <>
          <Strip brand={brand} text={text} filters={filters} queries={asked} />
          <NamedInstead row={row} body={body} />
        </>
      )}
      <Searches body={body}>
        <SearchShare brandId={brand.id} text={text} filters={filters} queries={asked} onDone={reload} />
      </Searches>
      <CitedSources body={body} />
      <Answers brandId={brand.id} text={text} filters={filters} />
      <Loaded of={queries}>{(found) => found.length > 0 && <Platforms queries={found} />}</Loaded>
    </div>
  );
}

async function queriesOf(brandId: string, text: string): Promise<Query[]> {
  const pages = await Promise.all(
    [false, true].map((archived) =>
      call('listQueries', { query: { brandId, archived, search: text.slice(0, 200), limit: 1000 } }),
    ),
  );
  return pages
    .flatMap(({ data }) => data)
    .filter(({ queryText }) => textIdentity(queryText) === textIdentity(text));
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

/** On which platforms it is asked, and when. What is done with it, on one or all of them, stands at the top. */
function Platforms({ queries }: { queries: readonly Query[] }) {
  return (
    <Card
      title="Where and when it is asked"
      about="“Shows a change of”: the smallest change of visibility in 28 days that this prompt can show alone."
    >
      <Table caption="Where and when it is asked" csv="schedule" columns={SCHEDULE_COLUMNS} rows={queries} />
    </Card>
  );
}

const platformOf = ({ platform }: Query) => platformName(platform);
const tagsWord = ({ tags }: Query) => tags.join(', ');

const SCHEDULE_COLUMNS: Column<Query>[] = [
  { name: 'Platform', value: platformOf },
  { name: 'Country', cell: countryWord, value: ({ country }) => country },
  { name: 'Search', cell: ({ search }) => SEARCH[search], value: ({ search }) => search },
  { name: 'Schedule', value: scheduleWord },
  {
    name: 'Shows a change of',
    isNumber: true,
    cell: ({ detectablePoints }) => (detectablePoints === null ? '–' : `${format(detectablePoints)} points`),
    value: ({ detectablePoints }) => detectablePoints,
  },
  momentColumn('Next time', ({ scheduledAt }) => scheduledAt),
  { name: 'Tags', cell: (query) => tagsWord(query) || '–', value: tagsWord },
];

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
