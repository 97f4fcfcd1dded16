import { useState } from 'preact/hooks';
import { today } from '../../../../base/definitions.ts';
import { useAccess } from '../../api/access.ts';
import { api, unwrap } from '../../api/client.ts';
import { useList } from '../../api/use-list.ts';
import { Bar } from '../../charts/bar.tsx';
import { Button, LinkButton } from '../../components/button.tsx';
import { Card, Empty, Loaded, ScreenHead } from '../../components/card.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { format, formatCount, formatDay } from '../../components/numbers.tsx';
import { ShowMore } from '../../components/show-more.tsx';
import { Table } from '../../components/table.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { toast } from '../../components/toast.tsx';
import { useBrandName, useBrands } from '../../frame/brand.ts';
import { BrandSelect } from '../../frame/brand-select.tsx';
import { ChooseBrand } from '../../frame/choose-brand.tsx';
import { href, useRoute } from '../../state/route.ts';
import { CampaignDialog } from './campaign-form.tsx';
import { CAMPAIGN_KINDS, CAMPAIGN_TYPES, type Campaign } from './kinds.ts';

/** Efforts to be cited by sources of one kind, and how far they are. */
export default function Campaigns() {
  const { path, params } = useRoute();
  const state = path[0] === 'closed' ? 'CLOSED' : 'ACTIVE';
  const brandId = params.get('brand');
  const edited = params.get('campaign');
  const may = useAccess();
  const list = useList(['campaigns', state, brandId], (after) =>
    unwrap(
      api.GET('/api/citations/campaigns', {
        params: {
          query: {
            state,
            limit: 100,
            ...(brandId === null ? {} : { brandId }),
            ...after,
          },
        },
      }),
    ),
  );
  const [closing, setClosing] = useState<Campaign | null>(null);
  if (useBrands().data?.total === 0) return <ChooseBrand title="Campaigns" brand={null} />;
  return (
    <div class="stack">
      <ScreenHead
        title="Campaigns"
        actions={
          <>
            <BrandSelect />
            {may('createCampaign') && (
              <LinkButton kind="primary" href={href('campaigns', { campaign: 'new' })}>
                New campaign
              </LinkButton>
            )}
          </>
        }
      >
        AI answers lean on sources. A campaign wins new ones, and counts those that answers begin to cite.
      </ScreenHead>
      <Tabs
        label="Campaigns"
        tabs={[
          { text: 'Active', href: href('campaigns'), isCurrent: state === 'ACTIVE' },
          { text: 'Closed', href: href('campaigns/closed'), isCurrent: state === 'CLOSED' },
        ]}
      />
      <Card title={state === 'ACTIVE' ? 'Active campaigns' : 'Closed campaigns'}>
        <Loaded of={list} height={200}>
          {({ rows }) =>
            rows.length === 0 ? (
              <NoCampaigns state={state} />
            ) : (
              <div class="stack-small">
                <CampaignTable rows={rows} state={state} onClosing={setClosing} />
                <ShowMore list={list} one="campaign" />
              </div>
            )
          }
        </Loaded>
      </Card>
      {edited !== null && may(edited === 'new' ? 'createCampaign' : 'updateCampaign') && (
        <CampaignDialog key={edited} id={edited === 'new' ? null : edited} onSaved={list.reload} />
      )}
      {closing !== null && (
        <Confirm
          title={`Close “${closing.name}”?`}
          action="Close it for good"
          onClose={() => setClosing(null)}
          onConfirm={async () => {
            await unwrap(
              api.POST('/api/citations/campaigns/{id}/close', { params: { path: { id: closing.id } } }),
            );
            toast('The campaign is closed.');
            list.reload();
          }}
        >
          What it has won stays; what answers cite from now on does not count any more. It cannot be opened
          again.
        </Confirm>
      )}
    </div>
  );
}

function CampaignTable({
  rows,
  state,
  onClosing,
}: {
  rows: readonly Campaign[];
  state: Campaign['state'];
  onClosing: (campaign: Campaign) => void;
}) {
  const may = useAccess();
  const brandName = useBrandName();
  return (
    <Table
      caption="Campaigns"
      csv="campaigns"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          name: 'Campaign',
          cell: ({ name, type }) => (
            <>
              {name}
              <div class="small muted">{CAMPAIGN_KINDS[type].name}</div>
            </>
          ),
          value: ({ name }) => name,
        },
        { name: 'Kind', cell: sourcesOf, value: ({ type }) => CAMPAIGN_KINDS[type].name, head: 'Sources' },
        {
          name: 'Brand',
          cell: ({ brandId }) => brandName(brandId),
          value: ({ brandId }) => brandName(brandId),
        },
        {
          name: 'Won',
          cell: ({ type, progress }) => (
            <div class="campaigns-progress">
              <span>
                {formatCount(progress.count)}
                {progress.targetCount !== null && ` of ${formatCount(progress.targetCount)}`}{' '}
                {CAMPAIGN_KINDS[type].counts}
                {progress.percentage !== null && `, ${format(progress.percentage)} %`}
              </span>
              {progress.percentage !== null && <Bar value={progress.percentage} />}
            </div>
          ),
          value: ({ progress }) => progress.count,
        },
        {
          name: 'Target',
          isNumber: true,
          cell: ({ targetCount }) => formatCount(targetCount),
          value: ({ targetCount }) => targetCount,
        },
        {
          name: 'Since',
          cell: ({ startsAt }) => formatDay(startsAt),
          value: ({ startsAt }) => startsAt,
        },
        ...(state === 'CLOSED'
          ? [
              {
                name: 'Closed',
                cell: ({ closedAt }: Campaign) => formatDay(closedAt),
                value: ({ closedAt }: Campaign) => closedAt,
              },
            ]
          : []),
        {
          name: 'Actions',
          head: <span class="visually-hidden">Actions</span>,
          cell: (campaign) => (
            <div class="row-actions">
              {may('updateCampaign') && (
                <LinkButton
                  size="small"
                  href={href(state === 'CLOSED' ? 'campaigns/closed' : 'campaigns', {
                    campaign: campaign.id,
                  })}
                >
                  Edit
                </LinkButton>
              )}
              {state === 'ACTIVE' && may('closeCampaign') && (
                <Button size="small" onClick={() => onClosing(campaign)}>
                  Close
                </Button>
              )}
            </div>
          ),
        },
      ]}
    />
  );
}

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

function NoCampaigns({ state }: { state: Campaign['state'] }) {
  const may = useAccess();
  if (state === 'CLOSED')
    return <Empty title="No campaign was closed yet">Close one when its work is done.</Empty>;
  return (
    <Empty
      title="No campaign is under way"
      action={
        <div class="actions">
          {may('createCampaign') && (
            <LinkButton kind="primary" href={href('campaigns', { campaign: 'new' })}>
              Start the first campaign
            </LinkButton>
          )}
          <LinkButton href={href('sources')}>See what answers cite</LinkButton>
        </div>
      }
    >
      <ul class="campaigns-kinds">
        {CAMPAIGN_TYPES.map((type) => (
          <li key={type}>
            <strong>{CAMPAIGN_KINDS[type].name}.</strong> {CAMPAIGN_KINDS[type].about}
          </li>
        ))}
      </ul>
    </Empty>
  );
}
