import type { Schemas } from '../../api/client.ts';
import { SOURCE_TYPE_NAMES } from '../../api/source-types.ts';
import { Bar } from '../../charts/bar.tsx';
import { Card } from '../../components/card.tsx';
import { counted, formatCount, formatPercent } from '../../components/numbers.tsx';
import { Table } from '../../components/table.tsx';
import { href } from '../../state/route.ts';
import { CampaignLink } from './campaign-link.tsx';
import { shareOf } from './query.ts';
import { showSites } from './tables.tsx';

/** Which kinds of sources answers cite. */
export function SourceTypes({ overview }: { overview: Schemas['CitationOverview'] }) {
  return (
    <Card
      title="Kinds of sources"
      about={`${counted(overview.citingAnswers, 'answer')} of ${formatCount(overview.answers)} cite a source; an answer may cite several.`}
    >
      <Table
        caption="Kinds of sources"
        csv="source-kinds"
        rows={overview.sourceTypes}
        keyOf={({ sourceType }) => sourceType}
        isOwn={({ sourceType }) => sourceType === 'BRAND_SITE'}
        columns={[
          {
            name: 'Kind',
            cell: ({ sourceType }) => (
              <a href={href('sources', { type: sourceType })} onClick={showSites}>
                {SOURCE_TYPE_NAMES[sourceType]}
              </a>
            ),
            value: ({ sourceType }) => SOURCE_TYPE_NAMES[sourceType],
          },
          {
            name: 'Answers that cite it',
            isNumber: true,
            cell: ({ answers }) => (
              <>
                {formatCount(answers)} ({formatPercent(shareOf(answers, overview.answers))})
                <Bar value={shareOf(answers, overview.answers)} />
              </>
            ),
            value: ({ answers }) => answers,
          },
          {
            name: 'Of these name the brand',
            isNumber: true,
            cell: ({ answers, namingAnswers }) => (
              <>
                {formatCount(namingAnswers)} ({formatPercent(shareOf(namingAnswers, answers))})
                <Bar value={shareOf(namingAnswers, answers)} color={3} />
              </>
            ),
            value: ({ namingAnswers }) => namingAnswers,
          },
          {
            name: 'Citations',
            isNumber: true,
            cell: ({ citations }) => formatCount(citations),
            value: ({ citations }) => citations,
          },
          {
            name: 'Campaign',
            head: <span class="visually-hidden">Campaign</span>,
            cell: ({ sourceType }) => (
              <CampaignLink sourceType={sourceType} source={SOURCE_TYPE_NAMES[sourceType]} />
            ),
          },
        ]}
      />
    </Card>
  );
}
