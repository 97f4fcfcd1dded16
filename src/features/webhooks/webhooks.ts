import { randomBytes } from 'node:crypto';
import { invalidField, notFound } from '../../base/errors.ts';
import { newId, type OrgId } from '../../base/ids.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { ifGiven, type Page, type Paged, selectPage } from '../../db/page.ts';
import type { Outbound } from '../../outbound/addresses.ts';
import { type Actor, audit } from '../organisations/audit.ts';
import { lockOrganisation, shareOrganisation } from '../organisations/lock.ts';
import { takeFromQuota } from '../organisations/quotas.ts';
import type { WebhookEvent } from '../outbox/outbox.ts';

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

const columns = (tx: Tx) => tx`
  id, url, description, events, is_active as "isActive",
  disabled_reason as "disabledReason", disabled_at as "disabledAt",
  case when previous_secret_expires_at > now() then previous_secret_expires_at end as "previousSecretExpiresAt",
  created_at as "createdAt", updated_at as "updatedAt"`;

/** The context that a webhook's secrets are sealed for, see SecretBox. */
export function sealedFor(orgId: OrgId, id: string): string {
  return `webhook ${orgId} ${id}`;
}

/** A page of webhooks, the oldest first. */
export async function listWebhooks(
  tx: Tx,
  orgId: OrgId,
  {
    isActive = null,
    event = null,
    ...page
  }: Page & { isActive?: boolean | null; event?: WebhookEvent | null },
): Promise<Paged<Webhook>> {
  const matching = tx`org_id = ${orgId}
    and ${ifGiven(tx, isActive, (value) => tx`is_active = ${value}`)}
    and ${ifGiven(tx, event, (value) => tx`${value} = any(events)`)}`;
  return selectPage<Webhook>(tx, page, {
    columns: columns(tx),
    from: tx`webhooks`,
    where: matching,
    order: [{ by: tx`id` }],
  });
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
    const plan = await lockOrganisation(tx, orgId);
    await takeFromQuota(tx, orgId, plan, 'webhooks');
    const id = newId();
    const secret = newSecret();
    await tx`insert into webhooks (org_id, id, url, description, events, is_active, secret)
      values (${orgId}, ${id}, ${url}, ${description}, ${events}, ${isActive}, ${secretBox.seal(secret, sealedFor(orgId, id))})`;
    await audit(tx, actor, {
      action: 'createWebhook',
      targetType: 'webhook',
      targetId: id,
      details: { host: new URL(url).host, description, events, isActive },
    });
    return { ...(await findWebhook(tx, orgId, id)), secret };
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
    const wanted = { ...(await findWebhook(tx, orgId, id, 'for no key update')), ...changes };
    await tx`update webhooks set url = ${wanted.url}, description = ${wanted.description}, events = ${wanted.events},
        is_active = ${wanted.isActive}, updated_at = now()
        ${changes.isActive ? tx`, disabled_reason = null, disabled_at = null, failing_since = null` : tx``}
      where org_id = ${orgId} and id = ${id}`;
    if (!wanted.isActive) await endDeliveries(tx, orgId, id, 'The webhook was switched off.');
    await audit(tx, actor, {
      action: 'updateWebhook',
      targetType: 'webhook',
      targetId: id,
      // The audit log has only the host: with many receivers, the path or query of the URL is a secret.
      details: { ...rest, ...(url === undefined ? {} : { host: new URL(url).host }) },
    });
    return findWebhook(tx, orgId, id);
  });
}

/** Deletes a webhook with its deliveries. @throws AppError not_found */
export async function deleteWebhook(tx: Tx, actor: Actor, id: string): Promise<void> {
  const { orgId } = actor;
  await shareOrganisation(tx, orgId);
  const { url } = await findWebhook(tx, orgId, id);
  await tx`delete from webhooks where org_id = ${orgId} and id = ${id}`;
  await audit(tx, actor, {
    action: 'deleteWebhook',
    targetType: 'webhook',
    targetId: id,
    details: { host: new URL(url).host },
  });
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
    await findWebhook(tx, orgId, id, 'for no key update');
    const secret = newSecret();
    const overlaps = overlapMinutes > 0;
    await tx`update webhooks set secret = ${secretBox.seal(secret, sealedFor(orgId, id))},
        previous_secret = ${overlaps ? tx`secret` : null},
        previous_secret_expires_at = ${overlaps ? tx`now() + make_interval(mins => ${overlapMinutes})` : null},
        updated_at = now()
      where org_id = ${orgId} and id = ${id}`;
    await audit(tx, actor, {
      action: 'rotateWebhookSecret',
      targetType: 'webhook',
      targetId: id,
      details: { overlapMinutes },
    });
    return { ...(await findWebhook(tx, orgId, id)), secret };
  });
}

/** Fails the pending deliveries of an inactive webhook. @param reason a sentence */
export async function endDeliveries(tx: Tx, orgId: OrgId, webhookId: string, reason: string): Promise<void> {
  await tx`update webhook_deliveries set state = 'FAILED', next_attempt_at = null, finished_at = now(), reason = ${reason}
    where org_id = ${orgId} and webhook_id = ${webhookId} and state = 'PENDING'`;
}

/** A webhook of the organisation. @throws AppError not_found */
export async function findWebhook(
  tx: Tx,
  orgId: OrgId,
  id: string,
  lock?: 'for no key update',
): Promise<Webhook> {
  const [webhook] = await tx<Webhook[]>`
    select ${columns(tx)} from webhooks where org_id = ${orgId} and id = ${id}
    ${lock ? tx`for no key update` : tx``}`;
  if (!webhook) throw notFound('webhook');
  return webhook;
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
