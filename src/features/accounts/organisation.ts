import { AppError, invalidField, notFound } from '../../base/errors.ts';
import { newId, type OrgId } from '../../base/ids.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Plan, Quotas } from '../quotas/quotas.ts';
import { hashNewPassword } from './passwords.ts';
import { deleteUserWithoutOrganisation, insertUser } from './users.ts';

interface NewOrganisationRow {
  name: string;
  plan: Plan;
  isDemo?: boolean;
  /** Limits of its own, instead of the plan's. */
  limits?: Partial<Quotas>;
}
interface NewOrganisation extends NewOrganisationRow {
  email: string;
  password: string;
}

/**
 * Creates an organisation and its owner, whose email must be new.
 * @param also further work in the same transaction; its result is `also`
 * @throws AppError validation_error for a short password, conflict for an email that has an account
 */
export async function createOrganisation(db: Db, input: NewOrganisation): Promise<{ id: OrgId }>;
export async function createOrganisation<T>(
  db: Db,
  input: NewOrganisation,
  also: (tx: Tx, created: { id: OrgId; ownerId: string }) => Promise<T>,
): Promise<{ id: OrgId; also: T }>;
export async function createOrganisation<T>(
  db: Db,
  { name, plan, email, password, isDemo = false }: NewOrganisation,
  also?: (tx: Tx, created: { id: OrgId; ownerId: string }) => Promise<T>,
): Promise<{ id: OrgId; also: T | undefined }> {
  const id = newId<OrgId>();
  const passwordHash = await hashNewPassword(password);
  return db.tenant(id, async (tx) => {
    const ownerId = await insertUser(tx, email, passwordHash);
    await insertOrganisation(tx, id, { name, plan, isDemo });
    await tx`insert into memberships (org_id, user_id, role) values (${id}, ${ownerId}, 'OWNER')`;
    return { id, also: await also?.(tx, { id, ownerId }) };
  });
}

/** Writes an organisation without members. @throws AppError conflict for an id that there is */
export async function insertOrganisation(
  tx: Tx,
  id: OrgId,
  { name, plan, isDemo = false, limits = {} }: NewOrganisationRow,
): Promise<void> {
  const { count } = await tx`insert into organisations (id, name, plan, is_demo, limits)
    values (${id}, ${name}, ${plan}, ${isDemo}, ${JSON.stringify(limits)}::text::jsonb) on conflict do nothing`;
  if (count === 0)
    throw new AppError(
      'conflict',
      'This request made an organisation that was deleted since. Use a new key.',
    );
}

/**
 * Marks an organisation as deleted and deletes its users who are in no other organisation. It is invisible from then
 * on; purgeOrganisation deletes its rows later.
 * @param options.name if given, it must be the organisation's name, as a confirmation
 * @param options.also further work in the same transaction
 * @throws AppError not_found, validation_error for another name
 */
export async function deleteOrganisation(
  db: Db,
  orgId: OrgId,
  {
    name,
    also,
  }: { name?: string | undefined; also?: (tx: Tx, deleted: { name: string }) => Promise<void> } = {},
): Promise<void> {
  await db.tenant(orgId, async (tx) => {
    const [organisation] = await tx<{ name: string }[]>`
      select name from organisations where id = ${orgId} and deleted_at is null for update`;
    if (name !== undefined && organisation?.name !== name) {
      throw invalidField('name', "name must be the organisation's name, to confirm the deletion.");
    }
    if (!organisation) throw notFound('organisation');
    await tx`update organisations set deleted_at = now() where id = ${orgId}`;
    await tx`update api_key_index set revoked_at = coalesce(revoked_at, (select now())) where org_id = ${orgId}`;
    await tx`update sessions set ended_at = coalesce(ended_at, (select now())) where org_id = ${orgId}`;
    await tx`delete from invitations where org_id = ${orgId}`;
    await tx`delete from shared_links where org_id = ${orgId}`;
    // Its domain is another's to prove from here on.
    await tx`delete from single_sign_on_domains where organisation_id = ${orgId}`;
    await tx`delete from scim_credentials where organisation_id = ${orgId}`;
    const members = await tx<
      { id: string }[]
    >`delete from memberships where org_id = ${orgId} returning user_id as id`;
    // Accounts of people whom the provider has deactivated stay while the organisation does.
    const departed = await tx<{ id: string }[]>`
      delete from scim_users where org_id = ${orgId} returning user_id as id`;
    const ids = new Set([...members, ...departed].map(({ id }) => id));
    for (const id of ids) if (id !== null) await deleteUserWithoutOrganisation(tx, id);
    await also?.(tx, organisation);
  });
}
