import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Tx } from '../../db/client.ts';
import { hashOf, Tokens } from '../tokens/tokens.ts';

/** A login whose password was right, into an organisation that lets people in by its provider alone. */
export type ProviderLogin = components['schemas']['ProviderLogin'];

export const CHALLENGE_SECONDS = 600;

/** A secret that stands for what a login has proved so far. */
export const CHALLENGES = new Tokens('slc_');

/** Whether an organisation lets people in by its provider alone; locks that to the end of the transaction. */
export async function isByProviderAlone(tx: Tx, orgId: OrgId): Promise<boolean> {
  const [organisation] = await tx<{ isOnly: boolean }[]>`
    select only_single_sign_on as "isOnly" from organisations where id = ${orgId} for share`;
  return organisation?.isOnly ?? false;
}

/**
 * What a right password, and the second factor, lead to where they let nobody in. Whoever is not linked with the provider
 * yet would be locked out, and may link by this challenge; it begins no session by itself.
 */
export async function providerLogin(tx: Tx, orgId: OrgId, userId: string): Promise<ProviderLogin> {
  const links = await tx`
    select from single_sign_on_links l join single_sign_on s on s.org_id = l.org_id and s.issuer = l.issuer
    where l.org_id = ${orgId} and l.user_id = ${userId} limit 1`;
  if (links.length > 0) return { organisationId: orgId, challenge: null };
  const challenge = CHALLENGES.make();
  await tx`insert into login_challenges (hash, user_id, organisation_id, is_enrolment, is_link, expires_at)
    values (${hashOf(challenge)}, ${userId}, ${orgId}, false, true,
            now() + make_interval(secs => ${CHALLENGE_SECONDS}))`;
  return { organisationId: orgId, challenge };
}

/** Who may link by a challenge; undefined: it is over. @param isUsed whether it ends with that */
export async function linkingAccount(
  tx: Tx,
  challenge: string,
  isUsed: boolean,
): Promise<{ userId: string; orgId: OrgId } | undefined> {
  const valid = tx`hash = ${hashOf(challenge)} and is_link and expires_at > now()`;
  const columns = tx`user_id as "userId", organisation_id as "orgId"`;
  const [found] = await tx<{ userId: string; orgId: OrgId }[]>`${
    isUsed
      ? tx`delete from login_challenges where ${valid} returning ${columns}`
      : tx`select ${columns} from login_challenges where ${valid}`
  }`;
  return found;
}
