import { today } from '../../../../base/definitions.ts';
import { format, formatCount, shownShare } from '../../../../presentation/numbers.ts';
import { useRows } from '../../api/loading.ts';
import { Bar } from '../../charts/bar.tsx';
import { LinkButton } from '../../components/button.tsx';
import { ScreenHead } from '../../components/card.tsx';
import { type Act, Acts } from '../../components/list/acts.tsx';
import { dayColumn, numberColumn, textColumn } from '../../components/list/columns.tsx';
import { ResourceList } from '../../components/list/resource-list.tsx';
import type { Column } from '../../components/table/table.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useBrandName, useBrands } from '../../frame/brand/brand.ts';
import { BrandSelect } from '../../frame/brand/brand-select.tsx';
import { ChooseBrand } from '../../frame/brand/choose-brand.tsx';
import { href, useRoute } from '../../state/route.ts';
import { CampaignForm } from './campaign-form.tsx';
import { CAMPAIGN_KINDS, CAMPAIGN_TYPES, type Campaign } from './kinds.ts';

/** Efforts to be cited by sources of one kind, and how far they are. */
export default function Campaigns() {
  const { path, params } = useRoute();
  const state = path[0] === 'closed' ? 'CLOSED' : 'ACTIVE';
  const isActive = state === 'ACTIVE';
  const brandId = params.get('brand');
  const brandName = useBrandName();
  const list = useRows('listCampaigns', { state, brandId });
  if (useBrands().data?.total === 0) return <ChooseBrand title="Campaigns" brand={null} />;
  return (
    <div class="stack">
      <ScreenHead
        title="Campaigns"
        actions={
          <>
            <BrandSelect />
            <Acts acts={[newCampaign('New campaign')]} on={null} onDone={list.reload} />
          </>
        }
      >
        AI answers lean on sources. A campaign wins new ones, and counts those that answers begin to cite.
      </ScreenHead>
      <Tabs
        label="Campaigns"
        tabs={[
          { text: 'Active', href: href('campaigns'), isCurrent: isActive },
          { text: 'Closed', href: href('campaigns/closed'), isCurrent: !isActive },
        ]}
      />
      <ResourceList
        title={isActive ? 'Active campaigns' : 'Closed campaigns'}
        list={list}
        one="campaign"
        csv="campaigns"
        columns={columnsOf(brandName, isActive)}
        acts={acts}
        empty={
          isActive
            ? ['No campaign is under way', <Kinds key="kinds" />]
            : ['No campaign was closed yet', 'Close one when its work is done.']
        }
        first={isActive ? newCampaign('Start the first campaign') : undefined}
        height={200}
      />
      <CampaignForm onDone={list.reload} />
    </div>
  );
}

/** Leads to the form of a new campaign. */
const newCampaign = (label: string): Act<null> => ({
  label,
  operation: 'createCampaign',
  kind: 'primary',
  link: () => href('campaigns', { campaign: 'new' }),
});

const acts: Act<Campaign>[] = [
  {
    label: 'Edit',
    operation: 'updateCampaign',
    link: ({ id, state }) => href(state === 'CLOSED' ? 'campaigns/closed' : 'campaigns', { campaign: id }),
  },
  {
    label: 'Close',
    operation: 'closeCampaign',
    when: ({ state }) => state === 'ACTIVE',
    confirm: ({ name }) => ({
      title: `Close “${name}”?`,
      action: 'Close it for good',
      text: 'What it has won stays; what answers cite from now on does not count any more. It cannot be opened again.',
    }),
    done: 'The campaign is closed.',
  },
];

const columnsOf = (brandName: (id: string) => string, isActive: boolean): Column<Campaign>[] => [
  textColumn(
    'Campaign',
    ({ name }) => name,
    ({ type }) => CAMPAIGN_KINDS[type].name,
  ),
  { name: 'Kind', cell: sourcesOf, value: ({ type }) => CAMPAIGN_KINDS[type].name, head: 'Sources' },
  textColumn('Brand', ({ brandId }) => brandName(brandId)),
  {
    name: 'Won',
    cell: ({ type, progress }) => (
      <div class="campaigns-progress">
        <span>
          {formatCount(progress.count)}
          {progress.targetCount !== null && ` of ${formatCount(progress.targetCount)}`}{' '}
          {CAMPAIGN_KINDS[type].counts}
          {progress.percentage !== null &&
            `, ${format(shownShare(progress.count, progress.targetCount ?? 0))} %`}
        </span>
        {progress.percentage !== null && <Bar value={progress.percentage} />}
      </div>
    ),
    value: ({ progress }) => progress.count,
  },
  numberColumn('Target', ({ targetCount }) => targetCount),
  dayColumn('Since', ({ startsAt }) => startsAt),
  ...(isActive ? [] : [dayColumn<Campaign>('Closed', ({ closedAt }) => closedAt)]),
];

/** Leads to what answers cite of its kind, over its days. */
function sourcesOf({ type, brandId, startsAt, closedAt }: Campaign) {
  const range = `${startsAt.slice(0, 10)}..${(closedAt ?? today()).slice(0, 10)}`;
  return (
    <div class="row">
      {CAMPAIGN_KINDS[type].sources.map(({ text, params }) => (
        <a key={text} href={href('sources/urls', { brand: brandId, range, ...params })}>
          {text}
        </a>
      ))}
    </div>
  );
}

function Kinds() {
  return (
    <>
      <ul class="campaigns-kinds">
        {CAMPAIGN_TYPES.map((type) => (
          <li key={type}>
            <strong>{CAMPAIGN_KINDS[type].name}.</strong> {CAMPAIGN_KINDS[type].about}
          </li>
        ))}
      </ul>
      <LinkButton href={href('sources')}>See what answers cite</LinkButton>
    </>
  );
}
