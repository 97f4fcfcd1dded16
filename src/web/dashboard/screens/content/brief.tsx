import { counted, formatCount, formatMoment } from '../../../../presentation/numbers.ts';
import { call, type Schemas } from '../../api/client.ts';
import { useAnswer } from '../../api/loading.ts';
import { SOURCE_TYPE_NAMES } from '../../api/source-types.ts';
import { LinkButton } from '../../components/button.tsx';
import { Card, Empty, Loaded, ScreenHead } from '../../components/card.tsx';
import { type Act, Acts } from '../../components/list/acts.tsx';
import { dayColumn, linkColumn, numberColumn } from '../../components/list/columns.tsx';
import { Table } from '../../components/table/table.tsx';
import { useBrandName } from '../../frame/brand/brand.ts';
import { type Platform, platformName } from '../../state/filters.ts';
import { go, href } from '../../state/route.ts';
import { Drafts } from './drafts.tsx';

type Brief = Schemas['Brief'];

/** One brief: what the answers lack, and an outline of a page that has it. */
export function BriefView({ id }: { id: string }) {
  const brief = useAnswer('getBrief', { path: { id } });
  return (
    <div class="stack">
      {brief.data === undefined && (
        <ScreenHead title="Brief" actions={<LinkButton href={href('content')}>All briefs</LinkButton>} />
      )}
      <Loaded of={brief} height={300}>
        {(found) => <OneBrief brief={found} onReload={brief.reload} />}
      </Loaded>
    </div>
  );
}

const acts: Act<Brief>[] = [
  {
    label: 'Delete',
    operation: 'deleteBrief',
    kind: 'danger',
    confirm: ({ topic }) => ({
      title: `Delete the brief “${topic}”?`,
      action: 'Delete',
      text: 'Drafts made from it stay. What it used of your plan this month is not given back.',
    }),
    done: 'The brief is deleted.',
    after: () => go('content'),
  },
  {
    label: 'Write a draft from it',
    operation: 'createDraft',
    kind: 'primary',
    run: async (brief) => {
      const { brandId, id: briefId, topic: title } = brief;
      const draft = await call('createDraft', { body: { brandId, briefId, title, body: textOf(brief) } });
      go(`content/draft/${draft.id}`);
    },
    done: 'The draft is created from the outline.',
    // The draft is shown by now.
    after: () => {},
  },
];

function OneBrief({ brief, onReload }: { brief: Brief; onReload: () => void }) {
  const brand = useBrandName()(brief.brandId);
  return (
    <div class="stack">
      <ScreenHead
        title={`Brief: ${brief.topic}`}
        actions={
          <>
            <LinkButton href={href('content')}>All briefs</LinkButton>
            <Acts acts={acts} on={brief} onDone={onReload} />
          </>
        }
      >
        For {brand}, as answers were on {formatMoment(brief.createdAt)}. It stays as it is; create a new one
        to see how it is now.
      </ScreenHead>
      <p class={brief.scope === 'ALL_PROMPTS' ? 'note' : undefined}>
        {brief.scope === 'TOPIC'
          ? `${counted(brief.queryCount, 'prompt')} ${brief.queryCount === 1 ? 'holds' : 'hold'} a word of the topic.`
          : `No prompt holds a word of the topic, so all ${counted(brief.queryCount, 'prompt')} of ${brand} were looked at.`}{' '}
        The latest answer to {formatCount(brief.missingCount)} of the {formatCount(brief.answerCount)} that
        have one does not name {brand}.
      </p>
      {brief.missingCount === 0 ? (
        <Card title="Nothing is missing">
          <Empty
            title={
              brief.answerCount === 0
                ? 'There are no answers yet'
                : `All latest answers on this topic name ${brand}`
            }
            action={<LinkButton href={href('prompts', { brand: brief.brandId })}>See the prompts</LinkButton>}
          >
            {brief.answerCount === 0
              ? 'Create a brief again when the prompts were answered.'
              : 'Watch more prompts, or create a brief on another topic.'}
          </Empty>
        </Card>
      ) : (
        <>
          <Outline brief={brief} />
          <Gaps brief={brief} brand={brand} />
          <div class="cols">
            <NamedInstead brief={brief} />
            <Cited brief={brief} />
          </div>
        </>
      )}
      <Drafts briefId={brief.id} />
    </div>
  );
}

function Outline({ brief }: { brief: Brief }) {
  return (
    <Card
      title="What the page has to answer"
      about="One section for each question that is answered without you."
    >
      <ol class="content-outline">
        {brief.outline.map(({ heading, points }) => (
          <li key={heading}>
            <h3>{heading}</h3>
            <ul>
              {points.map((point) => (
                <li key={point}>{inWords(point)}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** The server names platforms by their values. */
const inWords = (point: string): string =>
  point.replace(/(?<=: named instead by ).*(?=\.$)/, (platforms) =>
    platforms
      .split(', ')
      .map((platform) => platformName(platform as Platform))
      .join(', '),
  );

function Gaps({ brief, brand }: { brief: Brief; brand: string }) {
  return (
    <Card
      title={`Answers that do not name ${brand}`}
      about={
        brief.gaps.length < brief.missingCount
          ? `The ${brief.gaps.length} of ${brief.missingCount} that fit the topic best.`
          : undefined
      }
    >
      <Table
        caption="Answers that do not name the brand"
        csv="brief-gaps"
        rows={brief.gaps}
        keyOf={({ runId }) => runId}
        columns={[
          linkColumn<Brief['gaps'][number]>(
            'Prompt',
            ({ queryText }) => queryText,
            ({ runId }) => href(`answer/${runId}`),
          ),
          { name: 'Platform', value: ({ platform }) => platformName(platform) },
          {
            name: 'Named instead',
            cell: ({ namedInstead }) => namedInstead.join(', ') || 'none of your competitors',
            value: ({ namedInstead }) => namedInstead.join(', '),
          },
          dayColumn<Brief['gaps'][number]>('Answered', ({ executedAt }) => executedAt),
        ]}
      />
    </Card>
  );
}

function NamedInstead({ brief }: { brief: Brief }) {
  return (
    <Card title="Named instead">
      {brief.namedInstead.length === 0 ? (
        <Empty title="None of your competitors">These answers name somebody else, or nobody.</Empty>
      ) : (
        <Table
          caption="Named instead"
          csv="brief-named-instead"
          rows={brief.namedInstead}
          keyOf={({ competitorId }) => competitorId}
          columns={[
            { name: 'Competitor', value: ({ name }) => name },
            numberColumn('Answers', ({ count }: { count: number }) => count),
          ]}
        />
      )}
    </Card>
  );
}

function Cited({ brief }: { brief: Brief }) {
  return (
    <Card title="Sources of these answers">
      {brief.citedDomains.length === 0 ? (
        <Empty title="These answers cite no source" />
      ) : (
        <Table
          caption="Sources of these answers"
          csv="brief-sources"
          rows={brief.citedDomains}
          keyOf={({ domain }) => domain}
          columns={[
            linkColumn<Brief['citedDomains'][number]>(
              'Site',
              ({ domain }) => domain,
              ({ domain }) => href(`sources/domain/${encodeURIComponent(domain)}`, { brand: brief.brandId }),
            ),
            { name: 'Kind', value: ({ sourceType }) => SOURCE_TYPE_NAMES[sourceType] },
            numberColumn<Brief['citedDomains'][number]>('Answers', ({ count }) => count),
          ]}
        />
      )}
    </Card>
  );
}

/** The outline as text, to be written over. */
function textOf({ outline }: Brief): string {
  return outline
    .map(
      ({ heading, points }) =>
        `## ${heading}\n\n${points.map((point) => `- ${inWords(point)}`).join('\n')}\n`,
    )
    .join('\n');
}
