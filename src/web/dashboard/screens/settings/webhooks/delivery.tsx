import { formatCount, formatMoment } from '../../../../../presentation/numbers.ts';
import { call, type Schemas } from '../../../api/client.ts';
import { useAnswer, usePolling } from '../../../api/loading.ts';
import { CopyButton } from '../../../components/button.tsx';
import { Card, Loaded } from '../../../components/card.tsx';
import { type Act, Acts } from '../../../components/list/acts.tsx';
import { SaidBadge } from '../../../components/list/columns.tsx';
import { Facts } from '../../../components/list/facts.tsx';
import { go, href } from '../../../state/route.ts';
import { DELIVERY_STATES, eventWords, isReplayable, isWatched } from './events.tsx';

type Attempt = Schemas['WebhookAttempt'];

/** One message: what is sent, and what each try met. */
export function Delivery({ webhookId, id }: { webhookId: string; id: string }) {
  const path = { id: webhookId, deliveryId: id };
  const delivery = useAnswer('getWebhookDelivery', { path });
  usePolling(delivery, delivery.data !== undefined && isWatched(delivery.data));
  const replay: Act<Schemas['WebhookDelivery']> = {
    label: 'Replay',
    operation: 'replayWebhookDelivery',
    when: isReplayable,
    run: async () => {
      const again = await call('replayWebhookDelivery', { path });
      go(`settings/webhooks/${webhookId}/${again.id}`);
    },
    done: 'The message is sent again.',
  };
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
              actions={<Acts acts={[replay]} on={one} onDone={delivery.reload} />}
            >
              <Facts
                of={[
                  ['Event', one.event],
                  [
                    'State',
                    <span key="state">
                      <SaidBadge said={DELIVERY_STATES[one.state]} /> {one.reason}
                    </span>,
                  ],
                  ['Made', formatMoment(one.createdAt)],
                  ['Next try', one.nextAttemptAt && formatMoment(one.nextAttemptAt)],
                  ['Over', one.finishedAt && formatMoment(one.finishedAt)],
                  ['Message', <code key="id">{one.messageId}</code>],
                ]}
              />
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
      <Facts
        of={[
          ['When', formatMoment(of.startedAt)],
          ['Took', `${formatCount(of.durationMs)} ms`],
          ['Sent to', of.host ?? '–'],
          ['Response', of.status === null ? 'none' : `HTTP ${of.status}`],
          ['Why it was not delivered', of.error],
        ]}
      />
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
