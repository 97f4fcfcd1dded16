import { counted, formatCount } from '../../../../presentation/numbers.ts';
import type { Schemas } from '../../api/client.ts';
import { SOURCE_TYPE_NAMES } from '../../api/source-types.ts';
import { Card } from '../../components/card.tsx';
import { linkColumn, numberColumn } from '../../components/list/columns.tsx';
import { HeatCell } from '../../components/table/heat.tsx';
import { type Column, Table } from '../../components/table/table.tsx';
import { href } from '../../state/route.ts';
import { CampaignLink } from './campaign-link.tsx';
import { shareOf } from './query.ts';

type Kind = Schemas['SourceTypeCount'];

/** Which kinds of sources answers cite. */
export function Kinds({
  overview: { answers: all, citingAnswers, sourceTypes },
}: {
  overview: Schemas['CitationOverview'];
}) {
  const share = (
    name: string,
    part: (kind: Kind) => number,
    whole: (kind: Kind) => number,
  ): Column<Kind> => ({
    name,
    isNumber: true,
    cell: (kind) => (
      <HeatCell
        value={shareOf(part(kind), whole(kind))}
        label={`${formatCount(part(kind))} of ${counted(whole(kind), 'answer')}`}
        detail={() => `${formatCount(part(kind))} of ${counted(whole(kind), 'answer')}`}
      />
    ),
    value: part,
  });
  return (
    <Card
      title="Kinds of sources"
      about={`${counted(citingAnswers, 'answer')} of ${formatCount(all)} cite a source; one may cite several.`}
    >
      <Table
        caption="Kinds of sources"
        csv="source-kinds"
        rows={sourceTypes}
        keyOf={({ sourceType }) => sourceType}
        isOwn={({ sourceType }) => sourceType === 'BRAND_SITE'}
        columns={[
          linkColumn<Kind>(
            'Kind',
            ({ sourceType }) => SOURCE_TYPE_NAMES[sourceType],
            ({ sourceType }) => href('sources', { type: sourceType }),
          ),
          share(
            'Cited in',
            ({ answers }) => answers,
            () => all,
          ),
          share(
            'Name you',
            ({ namingAnswers }) => namingAnswers,
            ({ answers }) => answers,
          ),
          numberColumn('Citations', ({ citations }: Kind) => citations),
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
