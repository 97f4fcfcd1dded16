import type { Schemas } from '../../../api/client.ts';
import { Badge } from '../../../components/card.tsx';
import type { Said } from '../../../components/list/columns.tsx';

type Delivery = Pick<Schemas['WebhookDelivery'], 'state' | 'nextAttemptAt'>;
type Webhook = Pick<Schemas['Webhook'], 'isActive' | 'disabledReason'>;
export type WebhookEvent = Schemas['WebhookEvent'];

/** The events in plain words, with the name that a receiver sees. */
export const EVENTS: readonly (readonly [WebhookEvent, string])[] = [
  ['query.completed', 'An AI platform has answered a prompt'],
  ['query.failed', 'A prompt got no answer'],
  ['mention.created', 'An answer names one of your brands'],
  ['alert.triggered', 'An alert was raised'],
  ['alert.resolved', 'An alert is over'],
  ['export.ready', 'An export can be downloaded'],
  ['report.ready', 'A scheduled report was made'],
  ['quota.warning', 'A limit of the plan is nearly used up'],
  ['webhook.disabled', 'A webhook was switched off, since nobody took its messages'],
  ['webhook.test', 'A test was sent'],
];

export function eventWords(event: WebhookEvent): string {
  return EVENTS.find(([name]) => name === event)?.[1] ?? event;
}

/** When a webhook gets a message. */
export const sentWhen = (events: readonly WebhookEvent[]) =>
  events.length === EVENTS.length
    ? 'anything happens'
    : events.map((event) => <div key={event}>{eventWords(event)}</div>);

/** Whether a webhook is on, and why not. */
export function State({ of: { isActive, disabledReason } }: { of: Webhook }) {
  return (
    <>
      <Badge kind={isActive ? 'good' : 'warn'}>{isActive ? 'on' : 'off'}</Badge>
      {disabledReason !== null && <div class="small">Switched off by the server: {disabledReason}</div>}
    </>
  );
}

/** How far a message is. */
export const DELIVERY_STATES: Record<Schemas['WebhookDeliveryState'], Said> = {
  PENDING: ['on its way'],
  DELIVERED: ['delivered', 'good'],
  FAILED: ['failed', 'bad'],
};

/** A message whose next try is near is watched; one that waits for hours is not. */
const NEAR_MS = 60_000;

export function isWatched({ state, nextAttemptAt }: Delivery): boolean {
  if (state !== 'PENDING') return false;
  return nextAttemptAt === null || Date.parse(nextAttemptAt) - Date.now() < NEAR_MS;
}

/** Whether a message can be sent again now: it is over, or waits for its next try. */
export function isReplayable({ state, nextAttemptAt }: Delivery): boolean {
  return state !== 'PENDING' || (nextAttemptAt !== null && Date.parse(nextAttemptAt) > Date.now());
}
