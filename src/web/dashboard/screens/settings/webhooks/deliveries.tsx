import { formatMoment } from '../../../../../presentation/numbers.ts';
import { call, type Schemas } from '../../../api/client.ts';
import { usePolling, useRows } from '../../../api/loading.ts';
import { SelectField } from '../../../components/form/form.tsx';
import type { Act } from '../../../components/list/acts.tsx';
import { badgeColumn, numberColumn, saidOptions, textColumn } from '../../../components/list/columns.tsx';
import { ResourceList } from '../../../components/list/resource-list.tsx';
import type { Column } from '../../../components/table/table.tsx';
import { href, setParams, useRoute } from '../../../state/route.ts';
import {
  DELIVERY_STATES,
  EVENTS,
  eventWords,
  isReplayable,
  isWatched,
  type WebhookEvent,
} from './events.tsx';
import { ReplayRange } from './replay-range.tsx';

type Delivery = Schemas['WebhookDelivery'];
type DeliveryState = Schemas['WebhookDeliveryState'];

/** The messages to a webhook, the latest first. */
export function Deliveries({ webhookId, isActive }: { webhookId: string; isActive: boolean }) {
  const { params } = useRoute();
  const state = params.get('state') as DeliveryState | null;
  const event = params.get('event') as WebhookEvent | null;
  const deliveries = useRows('listWebhookDeliveries', { state, event, limit: 50 }, { id: webhookId });
  usePolling(deliveries, deliveries.data?.rows.some(isWatched) === true);
  const replayMany: Act<null> = {
    label: 'Replay many',
    operation: 'replayWebhookDeliveries',
    dialog: (_, ends) => <ReplayRange webhookId={webhookId} {...ends} />,
  };
  const replay: Act<Delivery> = {
    label: 'Replay',
    operation: 'replayWebhookDelivery',
    when: isReplayable,
    run: ({ id }) => call('replayWebhookDelivery', { path: { id: webhookId, deliveryId: id } }),
    done: 'The message is sent again.',
  };
  return (
    <ResourceList
      title="Messages"
      about="What was sent, or is on its way. A message that nobody takes is tried 8 times, for about 28 hours."
      list={deliveries}
      one="message"
      isSearched={false}
      csv="webhook-messages"
      nameOf={({ event: sent, createdAt }) => `${sent} of ${formatMoment(createdAt)}`}
      columns={columnsOf(webhookId)}
      acts={isActive ? [replay] : []}
      creates={isActive ? [replayMany] : []}
      empty={[
        'There is no message',
        state === null && event === null
          ? 'Send a test to see whether the address takes messages.'
          : 'Choose another state or event above.',
      ]}
    >
      <div class="form-row">
        <SelectField
          label="State"
          value={state ?? ''}
          options={[['', 'All'], ...saidOptions(DELIVERY_STATES)]}
          onChange={(value) => setParams({ state: value })}
        />
        <SelectField
          label="Event"
          value={event ?? ''}
          options={[['', 'All'], ...EVENTS]}
          onChange={(value) => setParams({ event: value })}
        />
      </div>
    </ResourceList>
  );
}

function columnsOf(webhookId: string): Column<Delivery>[] {
  return [
    {
      name: 'When',
      cell: ({ id, createdAt }) => (
        <a class="nowrap" href={href(`settings/webhooks/${webhookId}/${id}`)}>
          {formatMoment(createdAt)}
        </a>
      ),
      value: ({ createdAt }) => createdAt,
    },
    textColumn(
      'Event',
      ({ event }) => eventWords(event),
      ({ event }) => event,
    ),
    badgeColumn(
      'State',
      ({ state }) => DELIVERY_STATES[state],
      ({ state, reason, nextAttemptAt }) => (
        <>
          {reason}
          {state === 'PENDING' && nextAttemptAt !== null && <div>next try {formatMoment(nextAttemptAt)}</div>}
        </>
      ),
    ),
    numberColumn('Tries', ({ attemptCount }) => attemptCount),
    {
      name: 'Latest response',
      isNumber: true,
      cell: ({ lastStatus }) => (lastStatus === null ? '–' : `HTTP ${lastStatus}`),
      value: ({ lastStatus }) => lastStatus,
    },
  ];
}
