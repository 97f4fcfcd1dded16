import { useState } from 'preact/hooks';
import { useAccess } from '../../../api/access.ts';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { useAction, useData } from '../../../api/use-data.ts';
import { onVersion, type Versioned, versioned } from '../../../api/versioned.ts';
import { Button } from '../../../components/button.tsx';
import { Card, Loaded } from '../../../components/card.tsx';
import { ChangeError } from '../../../components/change-error.tsx';
import { Confirm } from '../../../components/dialog.tsx';
import { formatMoment } from '../../../components/numbers.tsx';
import { toast } from '../../../components/toast.tsx';
import { go, href } from '../../../state/route.ts';
import { Deliveries } from './deliveries.tsx';
import { EVENTS, eventWords } from './events.ts';
import { RotateSecret } from './rotate-secret.tsx';
import { State } from './state.tsx';
import { EditWebhook } from './webhook-form.tsx';

/** One webhook: what it is, what can be done with it, and its deliveries. */
export function OneWebhook({ id }: { id: string }) {
  const webhook = useData(['webhook', id], () =>
    versioned(api.GET('/api/webhooks/{id}', { params: { path: { id } } })),
  );
  return (
    <>
      <p>
        <a href={href('settings/webhooks')}>All webhooks</a>
      </p>
      <Loaded of={webhook}>{(of) => <About of={of} onChanged={webhook.reload} />}</Loaded>
      <Deliveries webhookId={id} isActive={webhook.data?.data.isActive === true} />
    </>
  );
}

function About({ of, onChanged }: { of: Versioned<Schemas['Webhook']>; onChanged: () => void }) {
  const may = useAccess();
  const { id, url, description, events, isActive, previousSecretExpiresAt } = of.data;
  const [act, setAct] = useState<'edit' | 'secret' | 'off' | 'delete' | null>(null);
  const close = () => setAct(null);
  const test = useAction(async () => {
    const delivery = await unwrap(api.POST('/api/webhooks/{id}/test', { params: { path: { id } } }));
    toast('The test is on its way.');
    go(`settings/webhooks/${id}/${delivery.id}`);
  });
  const switchTo = async (on: boolean) => {
    await unwrap(
      api.PATCH('/api/webhooks/{id}', {
        params: { path: { id }, header: onVersion(of) },
        body: { isActive: on },
      }),
    );
    toast(on ? 'The webhook is on.' : 'The webhook is off.');
    onChanged();
  };
  const switchOn = useAction(() => switchTo(true));
  return (
    <Card
      title="Webhook"
      actions={
        may('updateWebhook') && (
          <>
            {isActive && (
              <Button isBusy={test.isBusy} onClick={() => void test.run()}>
                Send a test
              </Button>
            )}
            <Button onClick={() => setAct('edit')}>Change</Button>
            <Button onClick={() => setAct('secret')}>New secret</Button>
            {isActive ? (
              <Button onClick={() => setAct('off')}>Switch off</Button>
            ) : (
              <Button kind="primary" isBusy={switchOn.isBusy} onClick={() => void switchOn.run()}>
                Switch on
              </Button>
            )}
            <Button kind="danger" onClick={() => setAct('delete')}>
              Delete
            </Button>
          </>
        )
      }
    >
      <ChangeError error={test.error ?? switchOn.error} onReload={onChanged} />
      <dl class="kv">
        <dt>Address</dt>
        <dd>{url}</dd>
        <dt>What it is for</dt>
        <dd>{description ?? '–'}</dd>
        <dt>State</dt>
        <dd>
          <State of={of.data} />
        </dd>
        <dt>Sent when</dt>
        <dd>
          {events.length === EVENTS.length
            ? 'anything happens'
            : events.map((event) => <div key={event}>{eventWords(event)}</div>)}
        </dd>
        {previousSecretExpiresAt !== null && (
          <>
            <dt>Old secret</dt>
            <dd>signs too until {formatMoment(previousSecretExpiresAt)}</dd>
          </>
        )}
      </dl>
      {act === 'edit' && <EditWebhook of={of} onClose={close} onSaved={onChanged} />}
      {act === 'secret' && <RotateSecret id={id} onClose={close} onRotated={onChanged} />}
      {act === 'off' && (
        <Confirm
          title="Switch the webhook off?"
          action="Switch off"
          onClose={close}
          onConfirm={() => switchTo(false)}
        >
          What waits to be sent counts as failed, and what happens meanwhile is not sent later by itself. It
          can be switched on again, and failed messages can be replayed.
        </Confirm>
      )}
      {act === 'delete' && (
        <Confirm
          title="Delete the webhook?"
          action="Delete the webhook"
          onClose={close}
          onConfirm={async () => {
            await unwrap(api.DELETE('/api/webhooks/{id}', { params: { path: { id } } }));
            toast('The webhook is deleted.');
            go('settings/webhooks');
          }}
        >
          Its messages go with it, those that wait and those that were sent. This cannot be undone.
        </Confirm>
      )}
    </Card>
  );
}
