import { OperatorError } from '../base/errors.ts';
import type { Sql } from './client.ts';
import type { RoleNames } from './roles.ts';

/**
 * Creates missing roles and makes the owner a member of all. If an administrator has done this before, the owner does
 * not need the right to create roles.
 * @param sql a session of the owner
 * @throws OperatorError naming the statements for an administrator
 */
export async function ensureRoles(sql: Sql, roles: RoleNames): Promise<void> {
  await refuseOtherRoles(sql, roles);
  for (const name of Object.values(roles)) {
    const found = await roleAsSeen(sql, name);
    if (!found) await attempt(sql, roles, `create role ${name} nologin`);
    if (!found?.isGranted) await attempt(sql, roles, `grant ${name} to current_user`, found?.isUsable);
  }
}

/** @throws OperatorError if the tables of the database belong to roles of other names */
export async function refuseOtherRoles(sql: Sql, roles: RoleNames): Promise<void> {
  const [found] = await sql<{ name: string }[]>`
    select r.rolname as name from pg_policy p join pg_roles r on r.oid = any(p.polroles)
    where p.polrelid = to_regclass('public.brands') and p.polname = 'tenant'`;
  if (!found || found.name === roles.app) return;
  const prefix = found.name.replace(/_app$/, '');
  throw new OperatorError(
    `The roles of this database begin with "${prefix}" (${found.name}): set DATABASE_ROLES=${prefix}.`,
  );
}

/** @returns undefined if there is no such role */
async function roleAsSeen(
  sql: Sql,
  name: string,
): Promise<{ isGranted: boolean; isUsable: boolean } | undefined> {
  const [role] = await sql<{ isGranted: boolean; isUsable: boolean }[]>`
    select exists (select from pg_auth_members m where m.roleid = r.oid and m.member = current_user::regrole
                     and coalesce((to_jsonb(m) ->> 'set_option')::boolean, true)) as "isGranted",
      pg_has_role(r.oid, 'member') as "isUsable"
    from pg_roles r where r.rolname = ${name}`;
  return role;
}

/** @param isOptional whether a lack of permission is acceptable */
async function attempt(sql: Sql, roles: RoleNames, statement: string, isOptional = false): Promise<void> {
  try {
    await sql.unsafe(statement);
  } catch (error) {
    const [DENIED, EXISTS, UNIQUE] = ['42501', '42710', '23505'];
    const { code } = error as { code?: string };
    if (code === EXISTS || code === UNIQUE || (isOptional && code === DENIED)) return; // another process was faster
    if (code !== DENIED) throw error;
    throw await missingRoles(sql, roles);
  }
}

async function missingRoles(sql: Sql, roles: RoleNames): Promise<OperatorError> {
  const [session] = await sql<{ owner: string; database: string }[]>`
    select quote_ident(current_user) as owner, current_database() as database`;
  const names = Object.values(roles);
  const missing: string[] = [];
  for (const name of names) if (!(await roleAsSeen(sql, name))) missing.push(name);
  const statements = [
    ...missing.map((name) => `create role ${name} nologin;`),
    `grant ${names.join(', ')} to ${session?.owner};`,
  ].join(' ');
  const taken =
    missing.length === 0
      ? ` They exist: if they are those of another database of this Postgres, set DATABASE_ROLES to a name of this one's own instead, such as DATABASE_ROLES=${session?.database.replaceAll(/\W/g, '_').toLowerCase()}, and try again.`
      : '';
  return new OperatorError(
    `DATABASE_URL: ${session?.owner} may not act as the roles ${names.join(', ')}.${taken} As an administrator: ${statements}`,
  );
}
