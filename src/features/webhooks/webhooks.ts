import { randomBytes } from 'node:crypto';
import { invalidField } from '../../base/errors.ts';
import { newId, type OrgId } from '../../base/ids.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { ifGiven } from '../../db/page.ts';
import type { Outbound } from '../../outbound/addresses.ts';
import type { Actor } from '../audit/audit.ts';
import type { WebhookEvent } from '../outbox/outbox.ts';
import { shareOrganisation } from '../quotas/lock.ts';
import { resource } from '../resources/resource.ts';

type Webhook = components['schemas']['Webhook'];
type WebhookWithSecret = components['schemas']['WebhookWithSecret'];
type WebhookInput = components['schemas']['WebhookCreate'];
type WebhookChanges = components['schemas']['WebhookUpdate'];

/** What managing webhooks depends on. */
interface WebhookServices {
  db: Db;
  secretBox: SecretBox;
  outbound: Outbound;
}

const ALL_EVENTS: Record<WebhookEvent, true> = {
  'query.completed': true,
  'query.failed': true,
  'mention.created': true,
  'alert.triggered': true,
  'alert.resolved': true,
  'export.ready': true,
  'report.ready': true,
  'quota.warning': true,
  'webhook.test': true,
  'webhook.disabled': true,
};
const SECRET_BYTES = 32;

export const webhooks = resource<Webhook, { event?: WebhookEvent }>({
  name: 'Webhook',
  table: 'webhooks',
  columns: 'url, description, events, is_active',
  unread: 'secret, previous_secret, previous_secret_expires_at, disabled_reason, disabled_at, failing_since',
  read: (tx) => tx`t.disabled_reason as "disabledReason", t.disabled_at as "disabledAt",
    case when t.previous_secret_expires_at > now() then t.previous_secret_expires_at end as "previousSecretExpiresAt",
    t.created_at as "createdAt", t.updated_at as "updatedAt"`,
  filters: 'is_active',
  filter: (tx, { event }) => ifGiven(tx, event, (value) => tx`${value} = any(t.events)`),
  order: (tx) => [{ by: tx`t.id` }],
  quota: 'webhooks',
  // The audit log has only the host: with many receivers, the path or query of the URL is a secret.
  removed: ({ url }) => ({ host: new URL(url).host }),
});

/** The context that a webhook's secrets are sealed for, see SecretBox. */
export function sealedFor(orgId: OrgId, id: string): string {
  return `webhook ${orgId} ${id}`;
}

/**
 * Creates a webhook with a new signing secret, which is returned only here.
 * @throws AppError validation_error for a URL that may not be called, quota_exceeded
 */
export async function createWebhook(
  { db, secretBox, outbound }: WebhookServices,
  actor: Actor,
  input: WebhookInput,
): Promise<WebhookWithSecret> {
  const { orgId } = actor;
  const { url, description = null, isActive = true } = input;
  const events = input.events ?? (Object.keys(ALL_EVENTS) as WebhookEvent[]);
  refuseUrl(outbound, url);
  return db.tenant(orgId, async (tx) => {
    const id = newId();
    const secret = newSecret();
    const sealed = secretBox.seal(secret, sealedFor(orgId, id));
    const row = { id, url, description, events, isActive, secret: sealed };
    const details = { host: new URL(url).host, description, events, isActive };
    return { ...(await webhooks.create(tx, actor, row, details)), secret };
  });
}

/**
 * Changes a webhook. Switching it off ends its pending deliveries.
 * @throws AppError not_found, validation_error for a URL that may not be called
 */
export async function updateWebhook(
  { db, outbound }: WebhookServices,
  actor: Actor,
  id: string,
  changes: WebhookChanges,
): Promise<Webhook> {
  const { orgId } = actor;
  const { url, ...rest } = changes;
  if (url !== undefined) refuseUrl(outbound, url);
  return db.tenant(orgId, async (tx) => {
    const wanted = { ...(await webhooks.lock(tx, orgId, id)), ...changes };
    const mended = { disabledReason: null, disabledAt: null, failingSince: null };
    if (!wanted.isActive) await endDeliveries(tx, orgId, id, 'The webhook was switched off.');
    const details = { ...rest, ...(url === undefined ? {} : { host: new URL(url).host }) };
    return webhooks.update(tx, actor, id, { ...changes, ...(changes.isActive && mended) }, details);
  });
}

/** Deletes a webhook with its deliveries. @throws AppError not_found */
export async function deleteWebhook(tx: Tx, actor: Actor, id: string): Promise<void> {
  await shareOrganisation(tx, actor.orgId);
  await webhooks.remove(tx, actor, id);
}

/**
 * Gives a webhook a new secret. For overlapMinutes, deliveries are also signed with the old one.
 * @throws AppError not_found
 */
export async function rotateWebhookSecret(
  { db, secretBox }: WebhookServices,
  actor: Actor,
  id: string,
  overlapMinutes: number,
): Promise<WebhookWithSecret> {
  const { orgId } = actor;
  return db.tenant(orgId, async (tx) => {
    await webhooks.lock(tx, orgId, id);
    const secret = newSecret();
    const overlaps = overlapMinutes > 0;
    await webhooks.write(tx, orgId, id, {
      secret: secretBox.seal(secret, sealedFor(orgId, id)),
      previousSecret: overlaps ? tx`secret` : null,
      previousSecretExpiresAt: overlaps ? tx`now() + make_interval(mins => ${overlapMinutes})` : null,
    });
    await webhooks.note(tx, actor, 'rotateWebhookSecret', id, { overlapMinutes });
    return { ...(await webhooks.find(tx, orgId, id)), secret };
  });
}

/** Fails the pending deliveries of an inactive webhook. @param reason a sentence */
export async function endDeliveries(tx: Tx, orgId: OrgId, webhookId: string, reason: string): Promise<void> {
  await tx`update webhook_deliveries set state = 'FAILED', next_attempt_at = null, finished_at = now(), reason = ${reason}
    where org_id = ${orgId} and webhook_id = ${webhookId} and state = 'PENDING'`;
}

/** @throws AppError validation_error for a URL that may not be called */
function refuseUrl(outbound: Outbound, url: string): void {
  const refusal = outbound.urlRefusal(url);
  if (refusal !== null) throw invalidField('url', `url ${refusal}`);
}

/** A new signing secret in the form of the Standard Webhooks specification. */
function newSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}
