import { counted } from '../../../../../presentation/numbers.ts';
import type { Schemas } from '../../../api/client.ts';
import { useRows } from '../../../api/loading.ts';
import { Clamped, dayColumn } from '../../../components/list/columns.tsx';
import { ResourceList } from '../../../components/list/resource-list.tsx';
import type { Column } from '../../../components/table/table.tsx';
import { href, useRoute } from '../../../state/route.ts';
import { Delivery } from './delivery.tsx';
import { EVENTS, State, sentWhen } from './events.tsx';
import { OneWebhook } from './webhook.tsx';
import { createWebhook } from './webhook-form.tsx';

/** Where events are sent to: the list, one of them, or one of its deliveries. */
export default function Webhooks() {
  const [, id, deliveryId] = useRoute().path;
  if (id !== undefined && deliveryId !== undefined)
    return <Delivery key={deliveryId} webhookId={id} id={deliveryId} />;
  return id === undefined ? <List /> : <OneWebhook key={id} id={id} />;
}

function List() {
  const webhooks = useRows('listWebhooks');
  return (
    <ResourceList
      title="Webhooks"
      about="A webhook is an address of yours to which Sightline sends a message when something happens."
      list={webhooks}
      one="webhook"
      nameOf={({ url, description }) => `${url} ${description ?? ''}`}
      columns={columns}
      creates={[createWebhook]}
      empty={[
        'There is no webhook',
        'Create one to have alerts and answers in a system of yours as they come.',
      ]}
    />
  );
}

const columns: Column<Schemas['Webhook']>[] = [
  {
    name: 'Address',
    cell: ({ id, url, description }) => (
      <>
        <Clamped text={url} href={href(`settings/webhooks/${id}`)} />
        <div class="small muted clamped" dir="auto">
          {description}
        </div>
      </>
    ),
    value: ({ url }) => url,
  },
  {
    name: 'Sent when',
    cell: ({ events }) =>
      events.length > 3 && events.length < EVENTS.length
        ? counted(events.length, 'kind of event', 'kinds of events')
        : sentWhen(events),
    value: ({ events }) => events.join(' '),
  },
  {
    name: 'State',
    cell: (webhook) => <State of={webhook} />,
    value: ({ isActive }) => (isActive ? 'on' : 'off'),
  },
  dayColumn('Created', ({ createdAt }) => createdAt),
];
