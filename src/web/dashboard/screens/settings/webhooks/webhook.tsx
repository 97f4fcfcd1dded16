import { formatMoment } from '../../../../../presentation/numbers.ts';
import { call, type Schemas } from '../../../api/client.ts';
import { useAnswer } from '../../../api/loading.ts';
import { Card, Loaded } from '../../../components/card.tsx';
import { type Act, Acts } from '../../../components/list/acts.tsx';
import { Facts } from '../../../components/list/facts.tsx';
import { go, href } from '../../../state/route.ts';
import { Deliveries } from './deliveries.tsx';
import { State, sentWhen } from './events.tsx';
import { changeWebhook, newSecret } from './webhook-form.tsx';

type Webhook = Schemas['Webhook'];

/** One webhook: what it is, what can be done with it, and its deliveries. */
export function OneWebhook({ id }: { id: string }) {
  const webhook = useAnswer('getWebhook', { path: { id } });
  return (
    <>
      <p>
        <a href={href('settings/webhooks')}>All webhooks</a>
      </p>
      <Loaded of={webhook}>
        {(of) => (
          <Card title="Webhook" actions={<Acts acts={acts} on={of} onDone={webhook.reload} />}>
            <Facts
              of={[
                ['Address', of.url],
                ['What it is for', of.description ?? '–'],
                ['State', <State key="state" of={of} />],
                ['Sent when', sentWhen(of.events)],
                [
                  'Old secret',
                  of.previousSecretExpiresAt && `signs too until ${formatMoment(of.previousSecretExpiresAt)}`,
                ],
              ]}
            />
          </Card>
        )}
      </Loaded>
      <Deliveries webhookId={id} isActive={webhook.data?.isActive === true} />
    </>
  );
}

const isOn = ({ isActive }: Webhook) => isActive;

const acts: Act<Webhook>[] = [
  {
    label: 'Send a test',
    operation: 'testWebhook',
    when: isOn,
    run: async ({ id }) => {
      const delivery = await call('testWebhook', { path: { id } });
      go(`settings/webhooks/${id}/${delivery.id}`);
    },
    done: 'The test is on its way.',
  },
  changeWebhook,
  newSecret,
  {
    label: 'Switch off',
    operation: 'updateWebhook',
    when: isOn,
    run: ({ id }) => call('updateWebhook', { path: { id }, body: { isActive: false } }),
    confirm: () => ({
      title: 'Switch the webhook off?',
      action: 'Switch off',
      text: 'What waits to be sent counts as failed, and what happens meanwhile is not sent later by itself. It can be switched on again, and failed messages can be replayed.',
    }),
    done: 'The webhook is off.',
  },
  {
    label: 'Switch on',
    operation: 'updateWebhook',
    kind: 'primary',
    when: ({ isActive }) => !isActive,
    run: ({ id }) => call('updateWebhook', { path: { id }, body: { isActive: true } }),
    done: 'The webhook is on.',
  },
  {
    label: 'Delete',
    operation: 'deleteWebhook',
    kind: 'danger',
    confirm: () => ({
      title: 'Delete the webhook?',
      action: 'Delete the webhook',
      text: 'Its messages go with it, those that wait and those that were sent. This cannot be undone.',
    }),
    done: 'The webhook is deleted.',
    after: () => go('settings/webhooks'),
  },
];
