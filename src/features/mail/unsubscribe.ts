import type { OrgId } from '../../base/ids.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { Db } from '../../db/client.ts';
import { SealedTokens } from '../tokens/tokens.ts';
import { chooseMail } from './choices.ts';
import { stopAgreement } from './consents.ts';
import { OF_THEMSELVES, type Stoppable } from './letters.ts';

/** Whose mails of which kind a link stops: a member's, or those of one schedule to an address. */
export type Subscription =
  | { orgId: OrgId; kind: Stoppable; userId: string }
  | { orgId: OrgId; kind: 'REPORT'; subjectId: string; address: string };

const TOKENS = new SealedTokens('unsubscribe');
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The token of a link that stops mails. It is sealed and holds all that is needed: it works as long as ENCRYPTION_KEY,
 * however old the mail, and opens nothing else.
 */
export function unsubscribeToken(secretBox: SecretBox, subscription: Subscription): string {
  const { orgId, kind } = subscription;
  const of =
    kind === 'REPORT' ? [subscription.subjectId, kind, subscription.address] : [subscription.userId, kind];
  return TOKENS.make(secretBox, [orgId, ...of]);
}

/** @returns null for a token that this server did not make */
export function openUnsubscribe(secretBox: SecretBox, token: string): Subscription | null {
  const values = TOKENS.open(secretBox, token);
  if (values === null) return null;
  const [orgId, id, kind, address] = values as [OrgId, string, Subscription['kind'], string];
  if (!UUID.test(orgId) || !UUID.test(id)) return null;
  if (kind === 'REPORT') return { orgId, kind, subjectId: id, address };
  return OF_THEMSELVES.includes(kind) ? { orgId, kind, userId: id } : null;
}

/** Stops mails of a kind; nothing happens for a member who is none any more. */
export async function stopMails(db: Db, subscription: Subscription): Promise<void> {
  if (subscription.kind === 'REPORT') return stopAgreement(db, subscription);
  const { orgId, userId, kind } = subscription;
  await db.tenant(orgId, (tx) =>
    chooseMail(tx, orgId, userId, kind === 'ALERT' ? { alerts: false } : { quotaWarnings: false }),
  );
}
