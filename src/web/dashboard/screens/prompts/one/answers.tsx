import { counted, formatCount, formatMoment, formatSentiment } from '../../../../../presentation/numbers.ts';
import type { Schemas } from '../../../api/client.ts';
import { useRows } from '../../../api/loading.ts';
import { Card, Empty } from '../../../components/card.tsx';
import { SelectField } from '../../../components/form/form.tsx';
import { numberColumn, platformColumn } from '../../../components/list/columns.tsx';
import { ListTable } from '../../../components/list/list-table.tsx';
import type { Column } from '../../../components/table/table.tsx';
import { answerQuery, type Filters, platformName } from '../../../state/filters.ts';
import { href, setParams, useRoute } from '../../../state/route.ts';
import { NamedBadge, wordOf } from '../named-badge.tsx';

type Answer = Schemas['RunSummary'];

/** The answers to a prompt, newest first. */
export function Answers({ brandId, text, filters }: { brandId: string; text: string; filters: Filters }) {
  const { params } = useRoute();
  // The API lists answers of one platform or of all.
  const platform = filters.platforms[0] ?? null;
  const named = params.get('named');
  const query = {
    brandId,
    queryText: text,
    startDate: filters.start,
    endDate: filters.end,
    limit: 25,
    platform,
    ...answerQuery(filters),
    mentioned: named === 'true' || named === 'false' ? named === 'true' : null,
  };
  const answers = useRows('listRuns', query);
  return (
    <Card title="Answers" about="The newest first. Each one shows its text, and what was read from it.">
      {platform !== null && filters.platforms.length > 1 && (
        <p class="small">Those of {platformName(platform)}. Choose another platform at the top.</p>
      )}
      <div class="prompts-filters">
        <SelectField
          label="The brand is"
          value={named === 'true' || named === 'false' ? named : ''}
          options={[
            ['', 'named or not'],
            ['true', 'named'],
            ['false', 'not named'],
          ]}
          onChange={(value) => setParams({ named: value })}
        />
      </div>
      <ListTable
        list={answers}
        one="answer"
        height={300}
        empty={
          <Empty title="No answers">
            There is none in these days with these filters. Choose other days above.
          </Empty>
        }
        caption="Answers"
        csv="answers"
        columns={ANSWER_COLUMNS}
      />
      {answers.data && answers.data.total > 0 && !answers.data.hasMore && (
        <p class="small muted">{counted(answers.data.total, 'answer')} in all.</p>
      )}
    </Card>
  );
}

export const ANSWER_COLUMNS: Column<Answer>[] = [
  {
    name: 'Answered',
    cell: ({ id, executedAt }) => (
      <a class="nowrap" href={href(`answer/${id}`)}>
        {formatMoment(executedAt)}
      </a>
    ),
    value: ({ executedAt }) => executedAt,
  },
  platformColumn(({ query }) => query.platform),
  { name: 'Brand', cell: (answer) => <NamedBadge answer={answer} />, value: wordOf },
  numberColumn('Position', ({ position }) => position, formatCount),
  numberColumn('Sentiment', ({ sentimentScore }) => sentimentScore, formatSentiment),
  { name: 'Model', cell: ({ model }) => model ?? '–', value: ({ model }) => model },
];
