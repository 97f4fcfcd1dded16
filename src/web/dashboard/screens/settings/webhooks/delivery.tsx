import { useAccess } from '../../../api/access.ts';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { useAction, useData } from '../../../api/use-data.ts';
import { usePolling } from '../../../api/use-polling.ts';
import { Button, CopyButton } from '../../../components/button.tsx';
import { Card, Loaded } from '../../../components/card.tsx';
import { FormError } from '../../../components/form.tsx';
import { formatCount, formatMoment } from '../../../components/numbers.tsx';
import { toast } from '../../../components/toast.tsx';
import { go, href } from '../../../state/route.ts';
import { eventWords, isReplayable, isWatched } from './events.ts';
import { StateBadge } from './state.tsx';

type Attempt = Schemas['WebhookAttempt'];

/** One message: what is sent, and what each try met. */
export function Delivery({ webhookId, id }: { webhookId: string; id: string }) {
  const may = useAccess();
  const path = { id: webhookId, deliveryId: id };
  const delivery = useData(['delivery', webhookId, id], () =>
    unwrap(api.GET('/api/webhooks/{id}/deliveries/{deliveryId}', { params: { path } })),
  );
  usePolling(delivery, delivery.data !== undefined && isWatched(delivery.data));
  const replay = useAction(async () => {
    const again = await unwrap(
      api.POST('/api/webhooks/{id}/deliveries/{deliveryId}/replay', { params: { path } }),
    );
    toast('The message is sent again.');
    go(`settings/webhooks/${webhookId}/${again.id}`);
  });
  return (
    <>
      <p>
        <a href={href(`settings/webhooks/${webhookId}`)}>The webhook and its messages</a>
      </p>
      <Loaded of={delivery} height={300}>
        {(one) => (
          <div class="stack">
            <Card
              title={eventWords(one.event)}
              actions={
                may('replayWebhookDelivery') &&
                isReplayable(one) && (
                  <Button isBusy={replay.isBusy} onClick={() => void replay.run()}>
                    Replay
                  </Button>
                )
              }
            >
              <FormError error={replay.error} />
              <dl class="kv">
                <dt>Event</dt>
                <dd>{one.event}</dd>
                <dt>State</dt>
                <dd>
                  <StateBadge state={one.state} /> {one.reason}
                </dd>
                <dt>Made</dt>
                <dd>{formatMoment(one.createdAt)}</dd>
                {one.nextAttemptAt !== null && (
                  <>
                    <dt>Next try</dt>
                    <dd>{formatMoment(one.nextAttemptAt)}</dd>
                  </>
                )}
                {one.finishedAt !== null && (
                  <>
                    <dt>Over</dt>
                    <dd>{formatMoment(one.finishedAt)}</dd>
                  </>
                )}
                <dt>Message</dt>
                <dd>
                  <code>{one.messageId}</code>
                </dd>
              </dl>
            </Card>
            <Card title="What is sent" actions={<CopyButton text={one.body} label="Copy as sent" />}>
              <pre class="settings-pre">{readable(one.body)}</pre>
            </Card>
            {one.attempts.length === 0 && <p class="muted">It was not tried yet.</p>}
            {one.attempts.toReversed().map((attempt) => (
              <Try key={attempt.attempt} of={attempt} />
            ))}
          </div>
        )}
      </Loaded>
    </>
  );
}

function Try({ of }: { of: Attempt }) {
  return (
    <Card title={`Try ${of.attempt}`}>
      <dl class="kv">
        <dt>When</dt>
        <dd>{formatMoment(of.startedAt)}</dd>
        <dt>Took</dt>
        <dd>{formatCount(of.durationMs)} ms</dd>
        <dt>Sent to</dt>
        <dd>{of.host ?? '–'}</dd>
        <dt>Response</dt>
        <dd>{of.status === null ? 'none' : `HTTP ${of.status}`}</dd>
        {of.error !== null && (
          <>
            <dt>Why it was not delivered</dt>
            <dd>{of.error}</dd>
          </>
        )}
      </dl>
      <Headers title="Headers sent" of={of.requestHeaders} />
      <Headers title="Headers of the response" of={of.responseHeaders} />
      {of.responseBody !== null && of.responseBody !== '' && (
        <div class="stack-small">
          <h3>Body of the response</h3>
          <pre class="settings-pre">{of.responseBody}</pre>
        </div>
      )}
    </Card>
  );
}

function Headers({ title, of }: { title: string; of: Record<string, string> | null }) {
  const lines = Object.entries(of ?? {}).map(([name, value]) => `${name}: ${value}`);
  if (lines.length === 0) return null;
  return (
    <details>
      <summary>{title}</summary>
      <pre class="settings-pre">{lines.join('\n')}</pre>
    </details>
  );
}

/** JSON with line breaks; any other text as it is. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
