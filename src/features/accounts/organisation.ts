import { invalidField } from '../../base/errors.ts';
import { newId, type OrgId } from '../../base/ids.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Plan } from '../organisations/quotas.ts';
import { hashNewPassword } from './passwords.ts';
import { deleteUserWithoutOrganisation, insertUser } from './users.ts';

interface NewOrganisation {
  name: string;
  plan: Plan;
  email: string;
  password: string;
  isDemo?: boolean;
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
    await tx`insert into organisations (id, name, plan, is_demo) values (${id}, ${name}, ${plan}, ${isDemo})`;
    await tx`insert into memberships (org_id, user_id, role) values (${id}, ${ownerId}, 'OWNER')`;
    return { id, also: await also?.(tx, { id, ownerId }) };
  });
}

/**
 * Marks an organisation as deleted and deletes its users who are in no other organisation. It is invisible from then
 * on; purgeOrganisation deletes its rows later.
 * @param name if given, it must be the organisation's name, as a confirmation
 * @throws AppError validation_error for another name
 */
export async function deleteOrganisation(db: Db, orgId: OrgId, name?: string): Promise<void> {
  await db.tenant(orgId, async (tx) => {
    const [organisation] = await tx<{ name: string }[]>`
      select name from organisations where id = ${orgId} and deleted_at is null for update`;
    if (name !== undefined && organisation?.name !== name) {
      throw invalidField('name', "name must be the organisation's name, to confirm the deletion.");
    }
    await tx`update organisations set deleted_at = now() where id = ${orgId}`;
    await tx`update api_key_index set revoked_at = coalesce(revoked_at, (select now())) where org_id = ${orgId}`;
    await tx`update sessions set ended_at = coalesce(ended_at, (select now())) where org_id = ${orgId}`;
    await tx`delete from invitations where org_id = ${orgId}`;
    // Its domain is another's to prove from here on.
    await tx`delete from single_sign_on_domains where organisation_id = ${orgId}`;
    await tx`delete from scim_credentials where organisation_id = ${orgId}`;
    const members = await tx<
      { id: string }[]
    >`delete from memberships where org_id = ${orgId} returning user_id as id`;
    for (const { id } of members) await deleteUserWithoutOrganisation(tx, id);
  });
}
