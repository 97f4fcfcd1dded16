import { AppError } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { canonicalEmail } from '../accounts/users.ts';
import { lockOrganisation } from '../quotas/lock.ts';
import { hashOf } from '../tokens/tokens.ts';
import { insertInvitation, mailInvitation, organisationOf, refuseMember } from './invitations.ts';

/** How an owner comes in whom the server's administrator invited. */
export type OwnerInvitation = Omit<components['schemas']['OwnerInvitation'], 'url'>;

/**
 * Invites an owner on behalf of the server, which holds without a member who invited; an earlier one ends.
 * @returns the token too, if no mail is sent
 * @throws AppError not_found, conflict for a member
 */
export async function inviteOwner(
  tx: Tx,
  secretBox: SecretBox,
  orgId: OrgId,
  email: string,
): Promise<OwnerInvitation> {
  const address = canonicalEmail(email);
  await lockOrganisation(tx, orgId);
  await refuseMember(tx, orgId, address);
  await tx`update invitations set revoked_at = now()
    where org_id = ${orgId} and email = ${address} and is_of_server and accepted_at is null and revoked_at is null`;
  const { invitation, token } = await insertInvitation(tx, orgId, {
    address,
    role: 'OWNER',
    invitedBy: null,
  });
  const isMailed = await mailInvitation(tx, secretBox, invitation, orgId, token);
  const { id, expiresAt } = invitation;
  return { id, email: address, expiresAt, isMailed, token: isMailed ? null : token };
}

/** Whether a token is of such an invitation, which holds where registration is off. */
export async function isOfServer(db: Db, token: string): Promise<boolean> {
  try {
    const orgId = organisationOf(token);
    const found = await db.tenant(
      orgId,
      (tx) => tx`
        select from invitations where org_id = ${orgId} and token_hash = ${hashOf(token)} and is_of_server`,
    );
    return found.length > 0;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return false;
    throw error;
  }
}
