import { AppError } from '../../base/errors.ts';
import { newId, type OrgId } from '../../base/ids.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { Db, Tx } from '../../db/client.ts';
import { RESET_MINUTES } from '../mail/letters.ts';
import { queueLink } from '../mail/queue.ts';
import { Tokens } from '../tokens/tokens.ts';
import { hashNewPassword } from './passwords.ts';
import { firstOrganisation } from './sessions.ts';
import { canonicalEmail, findAccount, setPassword } from './users.ts';

const LINKS = new Tokens('slp_');

/**
 * Notes that somebody asks for a link. Whether there is an account is looked up later, by a job, so that the answer
 * takes as long for every address.
 */
export async function requestPasswordLink(db: Db, email: string): Promise<void> {
  await db.sql`insert into password_requests (id, email) values (${newId()}, ${canonicalEmail(email)})`;
}

/**
 * Mails a link to each address that requested one and has an account, and forgets the requests.
 * @param stopping ends it after the request under way; the next call continues
 */
export async function answerRequests(db: Db, secretBox: SecretBox, stopping: AbortSignal): Promise<void> {
  const requests = await db.sql<{ id: string; email: string }[]>`
    select id, email from password_requests order by id limit 1000`;
  for (const { id, email } of requests) {
    if (stopping.aborted) return;
    const account = await findAccount(db, email);
    const orgId = account && (await firstOrganisation(db, account.id));
    if (!account || !orgId || (await refusesLogins(db, orgId)))
      await db.sql`delete from password_requests where id = ${id}`;
    else await db.tenant(orgId, (tx) => answer(tx, secretBox, orgId, { id, email, userId: account.id }));
  }
}

/** A suspended organisation lets nobody in, and mails nothing. A link that comes when it is resumed would surprise. */
async function refusesLogins({ sql }: Db, orgId: OrgId): Promise<boolean> {
  return (await sql`select from organisations where id = ${orgId} and suspended_at is not null`).length > 0;
}

async function answer(
  tx: Tx,
  secretBox: SecretBox,
  orgId: OrgId,
  { id, email, userId }: { id: string; email: string; userId: string },
): Promise<void> {
  const { count } = await tx`delete from password_requests where id = ${id}`;
  if (count === 0) return;
  const token = LINKS.make();
  const isSent = await queueLink(tx, secretBox, orgId, {
    kind: 'PASSWORD_RESET',
    address: email,
    userId,
    data: { minutes: RESET_MINUTES },
    token,
  });
  if (isSent)
    await tx`insert into password_resets (hash, user_id, expires_at)
      values (${LINKS.hashOf(token)}, ${userId}, now() + make_interval(mins => ${RESET_MINUTES}))`;
}

/**
 * Sets the password of the account that a link is for; its logins and other links end.
 * @param address the client's, for the audit log
 * @throws AppError not_found for a token that does not work, validation_error for a short password
 */
export async function resetByLink(
  db: Db,
  { token, password }: { token: string; password: string },
  address: string,
): Promise<void> {
  const hash = LINKS.hashOf(token);
  if (hash === null) throw notUsable();
  const works = (sql: Tx) => sql`hash = ${hash} and used_at is null and expires_at > now()`;
  // Before the hashing, which takes some 30 ms of a processor.
  const [known] = await db.sql`select from password_resets where ${works(db.sql)}`;
  if (!known) throw notUsable();
  const passwordHash = await hashNewPassword(password);
  await db.sql.begin(async (tx) => {
    const [link] = await tx<{ userId: string }[]>`
      update password_resets set used_at = now() where ${works(tx)} returning user_id as "userId"`;
    if (!link) throw notUsable();
    await setPassword(tx, link.userId, passwordHash, (orgId) => ({
      orgId,
      type: 'USER',
      id: link.userId,
      address,
    }));
  });
}

/** One error for all tokens that do not work. */
function notUsable(): AppError {
  return new AppError(
    'not_found',
    'This link does not work: it was used, has expired, or is another. Ask for a new one.',
  );
}
