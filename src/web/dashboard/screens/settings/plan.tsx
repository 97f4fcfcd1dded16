import { formatCount } from '../../../../presentation/numbers.ts';
import { call, onVersion, type Schemas, stored, type Versioned } from '../../api/client.ts';
import { useAnswer, useData } from '../../api/loading.ts';
import { loadMe } from '../../api/session.ts';
import { Bar } from '../../charts/bar.tsx';
import { Badge, Card, Loaded } from '../../components/card.tsx';
import { type Act, Acts } from '../../components/list/acts.tsx';
import { numberColumn, textColumn } from '../../components/list/columns.tsx';
import { type Column, Table } from '../../components/table/table.tsx';
import { titled } from '../../state/text.ts';

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
  const subscription = useData(['subscription with version'], () => stored('changePlan'));
  const plans = useAnswer('listPlans');
  const own = subscription.data?.data;
  return (
    <>
      <Loaded of={subscription}>
        {({ data: value }) => (
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
              columns={offerColumns(data, own?.plan)}
              rows={['reportsByKey', ...(data[0]?.quotas ?? []).map(({ quota }) => quota)] as Feature[]}
              keyOf={(feature) => feature}
            />
            {own?.planChange && subscription.data && (
              <div class="actions">
                <Acts
                  acts={data.filter(({ plan }) => plan !== own.plan).map(changeTo)}
                  on={subscription.data}
                  onDone={() => {
                    subscription.reload();
                    void loadMe();
                  }}
                />
              </div>
            )}
          </Card>
        )}
      </Loaded>
    </>
  );
}

const changeTo = ({ plan, reportsByKey }: Offer): Act<Versioned<Schemas['Subscription']>> => ({
  label: `Change to ${titled(plan)}`,
  operation: 'changePlan',
  confirm: ({ data: own }) => ({
    title: `Change the plan to ${titled(plan)}?`,
    action: 'Change the plan',
    text: [
      'It holds at once.',
      reportsByKey && !own.reportsByKey && 'API keys may read reports within seconds.',
      !reportsByKey &&
        own.reportsByKey &&
        'Reports by API key are refused within seconds: programs that use them stop working.',
      'A plan that allows less than is in use is refused.',
    ]
      .filter(Boolean)
      .join(' '),
  }),
  run: (version) => call('changePlan', { header: onVersion(version), body: { plan } }),
  done: 'The plan is changed.',
});

const useColumns: Column<Use>[] = [
  textColumn(
    'What',
    ({ quota }) => QUOTAS[quota].name,
    ({ quota }) => QUOTAS[quota].about,
  ),
  numberColumn('Used', ({ used }) => used),
  numberColumn('Limit', ({ limit }) => limit, limitWords),
  {
    name: 'Share',
    cell: ({ used, limit }) =>
      limit === null ? (
        '–'
      ) : (
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

/** What plans differ in: a row of the table in which each plan is a column. */
type Feature = 'reportsByKey' | Schemas['QuotaName'];

const featureName = (feature: Feature): string =>
  feature === 'reportsByKey' ? 'Reports by API key' : QUOTAS[feature].name;

function featureOf(offer: Offer, feature: Feature): string {
  if (feature === 'reportsByKey') return offer.reportsByKey ? 'yes' : 'no';
  return limitWords(offer.quotas.find(({ quota }) => quota === feature)?.limit ?? null);
}

function offerColumns(offers: readonly Offer[], own: string | undefined): Column<Feature>[] {
  return [
    { name: 'What', value: featureName },
    ...offers.map(
      (offer): Column<Feature> => ({
        name: titled(offer.plan),
        head: (
          <>
            {titled(offer.plan)} {offer.plan === own && <Badge kind="accent">yours</Badge>}
          </>
        ),
        isNumber: true,
        value: (feature) => featureOf(offer, feature),
      }),
    ),
  ];
}
