import { counted } from '../../../../../presentation/numbers.ts';
import { call, type Schemas } from '../../../api/client.ts';
import { pagesOf, useData } from '../../../api/loading.ts';
import { ChartFrame } from '../../../charts/frame.tsx';
import { LinkButton } from '../../../components/button.tsx';
import { Card, Loaded } from '../../../components/card.tsx';
import { useMarks } from '../../../frame/marks.ts';
import { answerQuery, type Filters, platformsOf } from '../../../state/filters.ts';
import { href } from '../../../state/route.ts';
import { ANSWER_COLUMNS } from './answers.tsx';
import { ROW_HEIGHT } from './strip-marks.ts';
import { StripPicture } from './strip-picture.tsx';

/** 3,000 answers: those of 8 platforms in a year, once a day. */
const MOST_PAGES = 3;

/** Every answer to a prompt, by platform and day: where and when the brand is named. */
export function Strip({
  brand,
  text,
  filters,
  queries,
}: {
  brand: Schemas['Brand'];
  text: string;
  filters: Filters;
  queries: readonly Schemas['Query'][];
}) {
  const { start, end, platforms } = filters;
  const query = {
    brandId: brand.id,
    queryText: text,
    startDate: start,
    endDate: end,
    state: 'COMPLETED' as const,
    limit: 1000,
    ...answerQuery(filters),
    platform: platforms.length === 1 ? platforms[0]! : null,
  };
  const answers = useData(['strip', query], () =>
    pagesOf((after) => call('listRuns', { query: { ...query, ...after } }), MOST_PAGES),
  );
  const events = useMarks(
    brand.id,
    filters,
    queries.map(({ id }) => id),
  );
  return (
    <Card
      title="Answers by day"
      about="A filled mark names you, the stronger the earlier. A mark leads to its answer."
      actions={
        queries[0] && (
          <LinkButton
            size="small"
            needs="createAnnotation"
            href={href('annotations', { note: 'new', brand: brand.id, prompt: queries[0].id })}
          >
            Add a note
          </LinkButton>
        )
      }
    >
      <Loaded of={answers} height={320}>
        {({ data, total }) => {
          const shown = data.filter(
            ({ query: { platform } }) => platforms.length === 0 || platforms.includes(platform),
          );
          const there = platformsOf(shown.map(({ query: { platform } }) => platform));
          return (
            <ChartFrame
              title="Answers by platform and day"
              legend={<Legend />}
              columns={ANSWER_COLUMNS}
              rows={shown}
              keyOf={({ id }) => id}
              csv="prompt-answers"
              height={there.length * ROW_HEIGHT}
              note={
                data.length < total ? `The newest ${counted(data.length, 'answer')} of ${total}.` : undefined
              }
            >
              {(room) => (
                <StripPicture platforms={there} answers={shown} range={filters} events={events} room={room} />
              )}
            </ChartFrame>
          );
        }}
      </Loaded>
    </Card>
  );
}

const PLACES = ['named first', 'second', 'third', 'fourth or later'];

function Legend() {
  return (
    <ul class="prompts-legend">
      {PLACES.map((name, at) => (
        <li key={name}>
          <svg class="prompts-key" viewBox="0 0 14 14" aria-hidden="true">
            <rect class="named" data-place={at + 1} x="1" y="1" width="12" height="12" rx="3" />
          </svg>
          {name}
        </li>
      ))}
      <li>
        <svg class="prompts-key" viewBox="0 0 14 14" aria-hidden="true">
          <circle class="other" cx="7" cy="7" r="4.5" />
        </svg>
        not named
      </li>
    </ul>
  );
}
