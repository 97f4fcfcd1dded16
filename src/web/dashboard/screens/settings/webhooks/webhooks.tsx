import { useState } from 'preact/hooks';
import { useAccess } from '../../../api/access.ts';
import { api, unwrap } from '../../../api/client.ts';
import { useList } from '../../../api/use-list.ts';
import { Button } from '../../../components/button.tsx';
import { Card, Empty, Loaded } from '../../../components/card.tsx';
import { counted, formatDay } from '../../../components/numbers.tsx';
import { ShowMore } from '../../../components/show-more.tsx';
import { Table } from '../../../components/table.tsx';
import { href, useRoute } from '../../../state/route.ts';
import { Delivery } from './delivery.tsx';
import { EVENTS, eventWords } from './events.ts';
import { State } from './state.tsx';
import { OneWebhook } from './webhook.tsx';
import { CreateWebhook } from './webhook-form.tsx';

/** Where events are sent to: the list, one of them, or one of its deliveries. */
export default function Webhooks() {
  const [, id, deliveryId] = useRoute().path;
  if (id !== undefined && deliveryId !== undefined)
    return <Delivery key={deliveryId} webhookId={id} id={deliveryId} />;
  return id === undefined ? <List /> : <OneWebhook key={id} id={id} />;
}

function List() {
  const may = useAccess();
  const webhooks = useList(['webhooks'], (after) =>
    unwrap(api.GET('/api/webhooks', { params: { query: { limit: 50, ...after } } })),
  );
  const [isCreating, setCreating] = useState(false);
  return (
    <Card
      title="Webhooks"
      about="A webhook is an address of yours to which Sightline sends a message when something happens."
      actions={
        may('createWebhook') && (
          <Button kind="primary" onClick={() => setCreating(true)}>
            Create a webhook
          </Button>
        )
      }
    >
      <Loaded of={webhooks}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty title="There is no webhook">
              Create one to have alerts and answers in a system of yours as they come.
            </Empty>
          ) : (
            <div class="stack-small">
              <Table
                caption="Webhooks"
                isPaged
                csv="webhooks"
                columns={[
                  {
                    name: 'Address',
                    cell: ({ id, url, description }) => (
                      <>
                        <a class="settings-url" href={href(`settings/webhooks/${id}`)}>
                          {url}
                        </a>
                        {description !== null && <div class="small muted">{description}</div>}
                      </>
                    ),
                    value: ({ url }) => url,
                  },
                  {
                    name: 'Sent when',
                    cell: ({ events }) =>
                      events.length === EVENTS.length
                        ? 'anything happens'
                        : events.length > 3
                          ? counted(events.length, 'kind of event', 'kinds of events')
                          : events.map((event) => <div key={event}>{eventWords(event)}</div>),
                    value: ({ events }) => events.join(' '),
                  },
                  {
                    name: 'State',
                    cell: (webhook) => <State of={webhook} />,
                    value: ({ isActive }) => (isActive ? 'on' : 'off'),
                  },
                  {
                    name: 'Created',
                    cell: ({ createdAt }) => formatDay(createdAt),
                    value: ({ createdAt }) => createdAt,
                  },
                ]}
                rows={rows}
                keyOf={({ id }) => id}
              />
              <ShowMore list={webhooks} one="webhook" />
            </div>
          )
        }
      </Loaded>
      {isCreating && <CreateWebhook onClose={() => setCreating(false)} onCreated={webhooks.reload} />}
    </Card>
  );
}
