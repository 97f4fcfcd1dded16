import { notFound } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Tx } from '../../db/client.ts';
import { type Handlers, Rendered } from '../../server/dispatch/handler.ts';
import { getById, list, reply } from '../../server/dispatch/resource.ts';
import type { Services } from '../../server/dispatch/services.ts';
import { audit } from '../audit/audit.ts';
import { choicesOf, chooseMail } from './choices.ts';
import { type Agreement, confirmMails, openConfirmation } from './consents.ts';
import { mailSender } from './queue.ts';
import { findMailAddress, listMailAddresses, removeMailAddress } from './refusals.ts';
import { openUnsubscribe, type Subscription, stopMails } from './unsubscribe.ts';
import {
  confirmationPage,
  confirmedPage,
  confirmPage,
  PAGE_HEADERS,
  stoppedPage,
} from './unsubscribe-page.ts';

/** Limits guesses at tokens of mails from one address. */
const PER_ADDRESS = { perMinute: 30, burst: 60 };

export const mail = {
  getMail: reply(200, ({ db, orgId, principal, services }) =>
    db.tenant(orgId, (tx) => mailOf(tx, services, orgId, principal.userId)),
  ),
  updateMail: reply(200, ({ actor, body, db, orgId, principal, services }) =>
    db.tenant(orgId, async (tx) => {
      await chooseMail(tx, orgId, principal.userId, body);
      await audit(tx, actor, {
        action: 'updateMail',
        targetType: 'user',
        targetId: principal.userId,
        details: body,
      });
      return mailOf(tx, services, orgId, principal.userId);
    }),
  ),

  listMailAddresses: list(listMailAddresses),
  getMailAddress: getById(findMailAddress),
  removeMailAddress: async ({ actor, db, orgId, params }) => {
    await db.tenant(orgId, async (tx) => {
      const address = await removeMailAddress(tx, orgId, params.id);
      await audit(tx, actor, {
        action: 'removeMailAddress',
        targetType: 'mailAddress',
        targetId: params.id,
        details: { address },
      });
    });
    return { status: 204 };
  },

  getUnsubscribe: async ({ params, request, services }) => {
    await services.limits.attemptByAddress('unsubscribe', request.clientAddress, PER_ADDRESS);
    return page(confirmationPage(subscriptionOf(services, params.token)));
  },
  unsubscribe: async ({ db, params, request, services }) => {
    await services.limits.attemptByAddress('unsubscribe', request.clientAddress, PER_ADDRESS);
    const subscription = subscriptionOf(services, params.token);
    await stopMails(db, subscription);
    return page(stoppedPage(subscription));
  },

  getMailConfirmation: async ({ params, request, services }) => {
    await services.limits.attemptByAddress('unsubscribe', request.clientAddress, PER_ADDRESS);
    agreementOf(services, params.token);
    return page(confirmPage());
  },
  confirmMails: async ({ db, params, request, services }) => {
    await services.limits.attemptByAddress('unsubscribe', request.clientAddress, PER_ADDRESS);
    return page(confirmedPage(await confirmMails(db, agreementOf(services, params.token))));
  },
} satisfies Partial<Handlers>;

async function mailOf(
  tx: Tx,
  { config }: Services,
  orgId: OrgId,
  userId: string,
): Promise<components['schemas']['Mail']> {
  const from = await mailSender(tx, orgId);
  const choices = await choicesOf(tx, orgId, userId);
  const [{ waiting }] = await tx<[{ waiting: number }]>`
    select count(*) as waiting from mail_messages where org_id = ${orgId} and state = 'PENDING'`;
  const { alerts = false, quotaWarnings = false } = choices ?? {};
  return { isOn: from !== null, from, perHour: config.mailPerHour, waiting, alerts, quotaWarnings };
}

/** @throws AppError not_found */
function subscriptionOf({ secretBox }: Services, token: string): Subscription {
  const subscription = openUnsubscribe(secretBox, token);
  if (subscription === null) throw notFound('mail with this link');
  return subscription;
}

/** @throws AppError not_found */
function agreementOf({ secretBox }: Services, token: string): Agreement {
  const agreement = openConfirmation(secretBox, token);
  if (agreement === null) throw notFound('mail with this link');
  return agreement;
}

function page(html: string) {
  return {
    status: 200 as const,
    headers: PAGE_HEADERS,
    body: new Rendered<string>(Buffer.from(html), 'text/html; charset=utf-8'),
  };
}
