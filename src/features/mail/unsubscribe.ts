import type { OrgId } from '../../base/ids.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { Db } from '../../db/client.ts';
import { chooseMail } from './choices.ts';
import { OF_THEMSELVES, type Stoppable } from './letters.ts';

/** Whose mails of which kind a link stops. */
export interface Subscription {
  orgId: OrgId;
  userId: string;
  kind: Stoppable;
}

const CONTEXT = 'unsubscribe';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SHAPE = /^[A-Za-z0-9_-]{40,400}$/;

/**
 * The token of a link that stops mails. It is sealed and holds all that is needed: it works as long as ENCRYPTION_KEY,
 * however old the mail, and opens nothing else.
 */
export function unsubscribeToken(secretBox: SecretBox, { orgId, userId, kind }: Subscription): string {
  return secretBox.seal(JSON.stringify([orgId, userId, kind]), CONTEXT).toString('base64url');
}

/** @returns null for a token that this server did not make */
export function openUnsubscribe(secretBox: SecretBox, token: string): Subscription | null {
  if (!SHAPE.test(token)) return null;
  try {
    const [orgId, userId, kind] = JSON.parse(secretBox.open(Buffer.from(token, 'base64url'), CONTEXT));
    const isKnown =
      UUID.test(orgId) && UUID.test(userId) && (OF_THEMSELVES as readonly string[]).includes(kind);
    return isKnown ? { orgId, userId, kind } : null;
  } catch {
    return null;
  }
}

/** Stops mails of a kind to a member; nothing happens for somebody who is none any more. */
export async function stopMails(db: Db, { orgId, userId, kind }: Subscription): Promise<void> {
  await db.tenant(orgId, (tx) =>
    chooseMail(tx, orgId, userId, kind === 'ALERT' ? { alerts: false } : { quotaWarnings: false }),
  );
}
