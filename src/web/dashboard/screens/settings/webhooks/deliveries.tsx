import { useState } from 'preact/hooks';
import { useAccess } from '../../../api/access.ts';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { useAction } from '../../../api/use-data.ts';
import { useList } from '../../../api/use-list.ts';
import { usePolling } from '../../../api/use-polling.ts';
import { Button } from '../../../components/button.tsx';
import { Card, Empty, Loaded } from '../../../components/card.tsx';
import { FormError, SelectField } from '../../../components/form.tsx';
import { formatCount, formatMoment } from '../../../components/numbers.tsx';
import { ShowMore } from '../../../components/show-more.tsx';
import { type Column, Table } from '../../../components/table.tsx';
import { toast } from '../../../components/toast.tsx';
import { href, setParams, useRoute } from '../../../state/route.ts';
import { DELIVERY_STATES, EVENTS, eventWords, isReplayable, isWatched, type WebhookEvent } from './events.ts';
import { ReplayRange } from './replay-range.tsx';
import { StateBadge } from './state.tsx';

type Delivery = Schemas['WebhookDelivery'];
type DeliveryState = Schemas['WebhookDeliveryState'];

/** The messages to a webhook, the latest first. */
export function Deliveries({ webhookId, isActive }: { webhookId: string; isActive: boolean }) {
  const may = useAccess();
  const { params } = useRoute();
  const state = params.get('state') as DeliveryState | null;
  const event = params.get('event') as WebhookEvent | null;
  const deliveries = useList(['deliveries', webhookId, state, event], (after) =>
    unwrap(
      api.GET('/api/webhooks/{id}/deliveries', {
        params: {
          path: { id: webhookId },
          query: {
            limit: 50,
            ...(state === null ? {} : { state }),
            ...(event === null ? {} : { event }),
            ...after,
          },
        },
      }),
    ),
  );
  usePolling(deliveries, deliveries.data?.rows.some(isWatched) === true);
  const [isReplaying, setReplaying] = useState(false);
  const mayReplay = isActive && may('replayWebhookDelivery');
  const replay = useAction(async (id: string) => {
    await unwrap(
      api.POST('/api/webhooks/{id}/deliveries/{deliveryId}/replay', {
        params: { path: { id: webhookId, deliveryId: id } },
      }),
    );
    toast('The message is sent again.');
    deliveries.reload();
  });
  const actions: Column<Delivery> = {
    name: 'Actions',
    head: <span class="visually-hidden">Actions</span>,
    cell: ({ id, event: sent, createdAt, ...delivery }) =>
      isReplayable(delivery) && (
        <div class="row-actions">
          <Button
            size="small"
            isBusy={replay.isBusy}
            onClick={() => void replay.run(id)}
            aria-label={`Replay ${sent} of ${formatMoment(createdAt)}`}
          >
            Replay
          </Button>
        </div>
      ),
  };
  return (
    <Card
      title="Messages"
      about="What was sent, or is on its way. A message that nobody takes is tried 8 times, for about 28 hours."
      actions={mayReplay && <Button onClick={() => setReplaying(true)}>Replay many</Button>}
    >
      <div class="form-row">
        <SelectField
          label="State"
          value={state ?? ''}
          options={[['', 'All'], ...(Object.entries(DELIVERY_STATES) as [DeliveryState, string][])]}
          onChange={(value) => setParams({ state: value })}
        />
        <SelectField
          label="Event"
          value={event ?? ''}
          options={[['', 'All'], ...EVENTS]}
          onChange={(value) => setParams({ event: value })}
        />
      </div>
      <FormError error={replay.error} />
      <Loaded of={deliveries}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty title="There is no message">
              {state === null && event === null
                ? 'Send a test to see whether the address takes messages.'
                : 'Choose another state or event above.'}
            </Empty>
          ) : (
            <div class="stack-small">
              <Table
                caption="Messages"
                isPaged
                csv="webhook-messages"
                columns={[...columnsOf(webhookId), ...(mayReplay ? [actions] : [])]}
                rows={rows}
                keyOf={({ id }) => id}
              />
              <ShowMore list={deliveries} one="message" />
            </div>
          )
        }
      </Loaded>
      {isReplaying && (
        <ReplayRange
          webhookId={webhookId}
          onClose={() => setReplaying(false)}
          onReplayed={deliveries.reload}
        />
      )}
    </Card>
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
    {
      name: 'Event',
      cell: ({ event }) => (
        <>
          {eventWords(event)}
          <div class="small muted">{event}</div>
        </>
      ),
      value: ({ event }) => event,
    },
    {
      name: 'State',
      cell: ({ state, reason, nextAttemptAt }) => (
        <>
          <StateBadge state={state} />
          {reason !== null && <div class="small muted">{reason}</div>}
          {state === 'PENDING' && nextAttemptAt !== null && (
            <div class="small muted">next try {formatMoment(nextAttemptAt)}</div>
          )}
        </>
      ),
      value: ({ state }) => DELIVERY_STATES[state],
    },
    {
      name: 'Tries',
      isNumber: true,
      cell: ({ attemptCount }) => formatCount(attemptCount),
      value: ({ attemptCount }) => attemptCount,
    },
    {
      name: 'Latest response',
      isNumber: true,
      cell: ({ lastStatus }) => (lastStatus === null ? '–' : `HTTP ${lastStatus}`),
      value: ({ lastStatus }) => lastStatus,
    },
  ];
}
