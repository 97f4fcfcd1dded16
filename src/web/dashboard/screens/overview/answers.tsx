import { counted, formatCount } from '../../../../presentation/numbers.ts';
import type { Schemas } from '../../api/client.ts';
import { useAnswer, useRows } from '../../api/loading.ts';
import { LinkButton } from '../../components/button.tsx';
import { Card, Empty, ScreenHead } from '../../components/card.tsx';
import { SelectField } from '../../components/form/form.tsx';
import { linkColumn, momentColumn, numberColumn, platformColumn } from '../../components/list/columns.tsx';
import { ListTable } from '../../components/list/list-table.tsx';
import type { Column } from '../../components/table/table.tsx';
import { useBrand } from '../../frame/brand/brand.ts';
import { answerQuery, type Filters, platformName, useFilters } from '../../state/filters.ts';
import { href, setParams, useRoute } from '../../state/route.ts';

type Answer = Schemas['RunSummary'];

/** Words of the address for whom answers name, beside ids of competitors. */
const YOU = 'you';
const NOT_YOU = 'not-you';

/** The answers behind a number of the overview: those of a platform that name somebody. */
export default function AnswersOf() {
  const brand = useBrand();
  const filters = useFilters();
  const { params } = useRoute();
  return brand ? <List brand={brand} filters={filters} named={params.get('named') ?? ''} /> : null;
}

function List({ brand, filters, named }: { brand: Schemas['Brand']; filters: Filters; named: string }) {
  const query = queryOf(brand.id, filters, named);
  const answers = useRows('listRuns', query);
  const where = filters.platforms.length === 0 ? 'all platforms' : platformName(filters.platforms[0]!);
  return (
    <div class="stack">
      <ScreenHead
        title={`Answers on ${where}`}
        actions={<LinkButton href={href('overview', { platform: null })}>Back to the overview</LinkButton>}
      >
        {filters.platforms.length > 1 && 'This list is of one platform at a time.'}
      </ScreenHead>
      <Card title="Answers" about="The newest first. Each one shows its text and what was read from it.">
        <NamedField brandId={brand.id} named={named} />
        {answers.data && answers.data.total > 0 && (
          <p class="small muted">{counted(answers.data.total, 'answer')}</p>
        )}
        <ListTable
          list={answers}
          one="answer"
          height={300}
          empty={<Empty title="No answers">There is none in these days with these filters.</Empty>}
          caption="Answers"
          csv="answers"
          columns={
            filters.platforms.length === 1 ? COLUMNS.filter(({ name }) => name !== 'Platform') : COLUMNS
          }
        />
      </Card>
    </div>
  );
}

function queryOf(brandId: string, filters: Filters, named: string) {
  const [platform] = filters.platforms;
  return {
    brandId,
    state: 'COMPLETED' as const,
    startDate: filters.start,
    endDate: filters.end,
    limit: 50,
    platform: platform ?? null,
    tag: filters.tag,
    branded: filters.branded,
    ...answerQuery(filters),
    ...namedQuery(named),
  };
}

function namedQuery(named: string) {
  if (named === '') return {};
  return named === YOU || named === NOT_YOU ? { mentioned: named === YOU } : { competitorId: named };
}

function NamedField({ brandId, named }: { brandId: string; named: string }) {
  const { data } = useAnswer('listCompetitors', { path: { id: brandId }, query: { limit: 1000 } });
  return (
    <div class="answers-filter">
      <SelectField
        label="Answers that name"
        value={named}
        options={[
          ['', 'anybody or nobody'],
          [YOU, 'you'],
          [NOT_YOU, 'not you'],
          ...(data?.data ?? []).map(({ id, name }) => [id, name] as const),
        ]}
        onChange={(value) => setParams({ named: value })}
      />
    </div>
  );
}

const COLUMNS: Column<Answer>[] = [
  linkColumn(
    'Prompt',
    ({ query }) => query.queryText,
    ({ id }) => href(`answer/${id}`),
  ),
  platformColumn(({ query }) => query.platform),
  { name: 'You', value: ({ brandMentioned }) => (brandMentioned ? 'named' : 'not named') },
  numberColumn('Position', ({ position }) => position, formatCount),
  momentColumn('Answered', ({ executedAt }) => executedAt),
];
