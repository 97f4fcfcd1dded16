import { useState } from 'preact/hooks';
import { useAccess } from '../../api/access.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { SOURCE_TYPE_NAMES } from '../../api/source-types.ts';
import { useAction, useData } from '../../api/use-data.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { Card, Empty, Loaded, ScreenHead } from '../../components/card.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { FormError } from '../../components/form.tsx';
import { counted, formatCount, formatDay, formatMoment } from '../../components/numbers.tsx';
import { Table } from '../../components/table.tsx';
import { toast } from '../../components/toast.tsx';
import { useBrandName } from '../../frame/brand.ts';
import { platformName } from '../../state/filters.ts';
import { go, href } from '../../state/route.ts';
import { DraftTable } from './drafts.tsx';

type Brief = Schemas['Brief'];

/** One brief: what the answers lack, and an outline of a page that has it. */
export function BriefView({ id }: { id: string }) {
  const brief = useData(['brief', id], () =>
    unwrap(api.GET('/api/content/briefs/{id}', { params: { path: { id } } })),
  );
  return (
    <div class="stack">
      {brief.data === undefined && (
        <ScreenHead title="Brief" actions={<LinkButton href={href('content')}>All briefs</LinkButton>} />
      )}
      <Loaded of={brief} height={300}>
        {(found) => <OneBrief brief={found} />}
      </Loaded>
    </div>
  );
}

function OneBrief({ brief }: { brief: Brief }) {
  const may = useAccess();
  const brand = useBrandName()(brief.brandId);
  const [isDeleting, setDeleting] = useState(false);
  const write = useAction(async () => {
    const draft = await unwrap(
      api.POST('/api/content/drafts', {
        body: { brandId: brief.brandId, briefId: brief.id, title: brief.topic, body: textOf(brief) },
      }),
    );
    toast('The draft is made from the outline.');
    go(`content/draft/${draft.id}`);
  });
  const canWrite = may('createDraft');
  return (
    <div class="stack">
      <ScreenHead
        title={`Brief: ${brief.topic}`}
        actions={
          <>
            <LinkButton href={href('content')}>All briefs</LinkButton>
            {may('deleteBrief') && (
              <Button kind="danger" onClick={() => setDeleting(true)}>
                Delete
              </Button>
            )}
            {canWrite && (
              <Button kind="primary" isBusy={write.isBusy} onClick={() => void write.run()}>
                Write a draft from it
              </Button>
            )}
          </>
        }
      >
        For {brand}, as answers were on {formatMoment(brief.createdAt)}. It stays as it is; make a new one to
        see how it is now.
      </ScreenHead>
      <FormError error={write.error} />
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
              ? 'Make a brief again when the prompts were answered.'
              : 'Watch more prompts, or make a brief on another topic.'}
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
      <DraftsOf brief={brief} />
      {isDeleting && (
        <Confirm
          title={`Delete the brief “${brief.topic}”?`}
          action="Delete"
          onClose={() => setDeleting(false)}
          onConfirm={async () => {
            await unwrap(api.DELETE('/api/content/briefs/{id}', { params: { path: { id: brief.id } } }));
            toast('The brief is deleted.');
            go('content');
          }}
        >
          Drafts made from it stay. What it used of your plan this month is not given back.
        </Confirm>
      )}
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
                <li key={point}>{point}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </Card>
  );
}

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
          {
            name: 'Prompt',
            cell: ({ runId, queryText }) => <a href={href(`answer/${runId}`)}>{queryText}</a>,
            value: ({ queryText }) => queryText,
          },
          {
            name: 'Platform',
            cell: ({ platform }) => platformName(platform),
            value: ({ platform }) => platformName(platform),
          },
          {
            name: 'Named instead',
            cell: ({ namedInstead }) => namedInstead.join(', ') || 'none of your competitors',
            value: ({ namedInstead }) => namedInstead.join(', '),
          },
          {
            name: 'Answered',
            cell: ({ executedAt }) => formatDay(executedAt),
            value: ({ executedAt }) => executedAt,
          },
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
            { name: 'Competitor', cell: ({ name }) => name, value: ({ name }) => name },
            {
              name: 'Answers',
              isNumber: true,
              cell: ({ count }) => formatCount(count),
              value: ({ count }) => count,
            },
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
            {
              name: 'Site',
              cell: ({ domain }) => (
                <a
                  class="address"
                  href={href(`sources/domain/${encodeURIComponent(domain)}`, { brand: brief.brandId })}
                >
                  {domain}
                </a>
              ),
              value: ({ domain }) => domain,
            },
            {
              name: 'Kind',
              cell: ({ sourceType }) => SOURCE_TYPE_NAMES[sourceType],
              value: ({ sourceType }) => SOURCE_TYPE_NAMES[sourceType],
            },
            {
              name: 'Answers',
              isNumber: true,
              cell: ({ count }) => formatCount(count),
              value: ({ count }) => count,
            },
          ]}
        />
      )}
    </Card>
  );
}

function DraftsOf({ brief }: { brief: Brief }) {
  const drafts = useData(['drafts of brief', brief.id], () =>
    unwrap(api.GET('/api/content/drafts', { params: { query: { briefId: brief.id, limit: 200 } } })),
  );
  return (
    <Loaded of={drafts} height={60}>
      {({ data }) =>
        data.length > 0 && (
          <Card title="Drafts made from it">
            <DraftTable rows={data} />
          </Card>
        )
      }
    </Loaded>
  );
}

/** The outline as text, to be written over. */
function textOf({ outline }: Brief): string {
  return outline
    .map(({ heading, points }) => `## ${heading}\n\n${points.map((point) => `- ${point}`).join('\n')}\n`)
    .join('\n');
}
