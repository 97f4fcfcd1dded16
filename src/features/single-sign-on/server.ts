import { beginLogin, type LoginStep } from '../accounts/challenges.ts';
import { firstOrganisation } from '../accounts/sessions.ts';
import type { Claims } from './claims.ts';
import type { Means } from './means.ts';
import type { ServerProvider } from './provider-at.ts';
import { nobody, noMember } from './refusals.ts';
import { providerSession } from './sessions.ts';

/**
 * Logs in who is linked with the server's provider, by the rules of a right password: the second factor is demanded,
 * and an organisation that lets people in by its own provider alone does not let this one in.
 * @throws AppError forbidden
 */
export async function enterByServer(
  { db, secretBox }: Means,
  { issuer }: ServerProvider,
  { claims, idToken }: { claims: Claims; idToken: string | undefined },
): Promise<LoginStep> {
  const [link] = await db.sql<{ userId: string }[]>`
    select user_id as "userId" from server_links where issuer = ${issuer} and subject = ${claims.sub}`;
  if (!link) throw nobody();
  const { userId } = link;
  const orgId = await firstOrganisation(db, userId);
  if (orgId === undefined) throw noMember();
  const by = providerSession(secretBox, issuer, { claims, idToken });
  const login = await db.tenant(orgId, (tx) => beginLogin(tx, orgId, userId, { way: 'cookie', by }));
  if (!login) throw noMember();
  return login;
}
