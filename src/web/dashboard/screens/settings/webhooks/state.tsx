import type { Schemas } from '../../../api/client.ts';
import { Badge } from '../../../components/card.tsx';
import { DELIVERY_STATES } from './events.ts';

/** Whether a webhook is on, and why not. */
export function State({
  of: { isActive, disabledReason },
}: {
  of: Pick<Schemas['Webhook'], 'isActive' | 'disabledReason'>;
}) {
  return (
    <>
      <Badge kind={isActive ? 'good' : 'warn'}>{isActive ? 'on' : 'off'}</Badge>
      {disabledReason !== null && <div class="small">Switched off by the server: {disabledReason}</div>}
    </>
  );
}

/** How far a message is. */
export function StateBadge({ state }: { state: Schemas['WebhookDeliveryState'] }) {
  const kind = state === 'DELIVERED' ? 'good' : state === 'FAILED' ? 'bad' : undefined;
  return <Badge kind={kind}>{DELIVERY_STATES[state]}</Badge>;
}
