import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { loadMe } from '../../api/session.ts';
import { useData } from '../../api/use-data.ts';
import { Bar } from '../../charts/bar.tsx';
import { Button } from '../../components/button.tsx';
import { Badge, Card, Loaded } from '../../components/card.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { formatCount } from '../../components/numbers.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { toast } from '../../components/toast.tsx';
import { ifMatch, stored } from './parts/stored.tsx';
import { titled } from './parts/words.ts';

type Offer = Schemas['PlanOffer'];
type Use = Schemas['QuotaUse'];

const QUOTAS: Record<Schemas['QuotaName'], { name: string; about?: string }> = {
  brands: { name: 'Brands', about: 'archived ones do not count' },
  competitors: { name: 'Competitors of a brand', about: 'of the brand that has most' },
  queries: { name: 'Prompts', about: 'each platform of a prompt counts' },
  content: { name: 'Briefs and drafts', about: 'made this month (UTC)' },
  schemas: { name: 'Stored schema markups' },
  apiKeys: { name: 'API keys', about: 'that work and were not replaced' },
  webhooks: { name: 'Webhooks' },
  pins: { name: 'Pins', about: 'snapshots that are kept' },
};

/** From this share of a limit on it is said to be near. */
const NEAR = 0.8;

/** The plan, what is used of it, and what others allow. */
export default function Plan() {
  const subscription = useData(['subscription with version'], () => stored(api.GET('/api/subscription')));
  const plans = useData(['plans'], () => unwrap(api.GET('/api/plans')));
  const [chosen, setChosen] = useState<Offer | null>(null);
  const own = subscription.data?.value;
  return (
    <>
      <Loaded of={subscription}>
        {({ value }) => (
          <Card
            title={`Your plan: ${titled(value.plan)}`}
            about={
              value.reportsByKey
                ? 'Reports by API key are part of it.'
                : 'Reports by API key are not part of it.'
            }
          >
            <Table
              caption="What is used of the plan"
              csv="usage"
              columns={useColumns}
              rows={value.quotas}
              keyOf={({ quota }) => quota}
            />
          </Card>
        )}
      </Loaded>
      <Loaded of={plans}>
        {({ data }) => (
          <Card
            title="All plans"
            about={
              own === undefined || own.planChange
                ? undefined
                : 'Here the operator of this server changes plans, or lets the owner of an organisation do it. Ask them for another one.'
            }
          >
            <Table
              caption="All plans"
              csv="plans"
              columns={[
                ...offerColumns(data, own?.plan),
                ...(own?.planChange ? [chooseColumn(own.plan, setChosen)] : []),
              ]}
              rows={data}
              keyOf={({ plan }) => plan}
              isOwn={({ plan }) => plan === own?.plan}
            />
          </Card>
        )}
      </Loaded>
      {chosen !== null && subscription.data && (
        <Confirm
          title={`Change the plan to ${titled(chosen.plan)}?`}
          action="Change the plan"
          onClose={() => setChosen(null)}
          onConfirm={async () => {
            const header = subscription.data ? ifMatch(subscription.data) : {};
            await unwrap(api.PATCH('/api/subscription', { params: { header }, body: { plan: chosen.plan } }));
            toast('The plan is changed.');
            subscription.reload();
            await loadMe();
          }}
        >
          {chosen.reportsByKey
            ? 'It holds at once. API keys may read reports within seconds.'
            : 'It holds at once. Reports by API key are refused within seconds: programs that use them stop working.'}
        </Confirm>
      )}
    </>
  );
}

const useColumns: Column<Use>[] = [
  {
    name: 'Of',
    cell: ({ quota }) => (
      <>
        {QUOTAS[quota].name}
        {QUOTAS[quota].about !== undefined && <div class="small muted">{QUOTAS[quota].about}</div>}
      </>
    ),
    value: ({ quota }) => QUOTAS[quota].name,
  },
  {
    name: 'Used',
    isNumber: true,
    cell: ({ used }) => formatCount(used),
    value: ({ used }) => used,
  },
  {
    name: 'Limit',
    isNumber: true,
    cell: ({ limit }) => limitWords(limit),
    value: ({ limit }) => limit,
  },
  {
    name: 'Share',
    cell: ({ used, limit }) =>
      limit !== null && (
        <div class="settings-bar stack-small">
          <Bar value={limit === 0 ? 0 : (100 * used) / limit} />
          {used >= limit && <Badge kind="bad">nothing left</Badge>}
          {used < limit && used >= NEAR * limit && <Badge kind="warn">nearly used up</Badge>}
        </div>
      ),
  },
];

function limitWords(limit: number | null): string {
  return limit === null ? 'no limit' : formatCount(limit);
}

/** Plans as rows, each quota a column. */
function offerColumns(offers: readonly Offer[], own: string | undefined): Column<Offer>[] {
  const quotas = offers[0]?.quotas.map(({ quota }) => quota) ?? [];
  const limitOf = (offer: Offer, name: Schemas['QuotaName']) =>
    offer.quotas.find(({ quota }) => quota === name)?.limit ?? null;
  return [
    {
      name: 'Plan',
      cell: ({ plan }) => (
        <>
          {titled(plan)} {plan === own && <Badge kind="accent">yours</Badge>}
        </>
      ),
      value: ({ plan }) => titled(plan),
    },
    {
      name: 'Reports by API key',
      cell: ({ reportsByKey }) => (reportsByKey ? 'yes' : 'no'),
      value: ({ reportsByKey }) => reportsByKey,
    },
    ...quotas.map(
      (quota): Column<Offer> => ({
        name: QUOTAS[quota].name,
        isNumber: true,
        cell: (offer) => limitWords(limitOf(offer, quota)),
        value: (offer) => limitOf(offer, quota),
      }),
    ),
  ];
}

function chooseColumn(own: string, onChoose: (offer: Offer) => void): Column<Offer> {
  return {
    name: 'Choose',
    head: <span class="visually-hidden">Choose</span>,
    cell: (offer) =>
      offer.plan !== own && (
        <Button size="small" onClick={() => onChoose(offer)} aria-label={`Change to ${titled(offer.plan)}`}>
          Change to it
        </Button>
      ),
  };
}
