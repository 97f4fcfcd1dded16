import { DEFAULT_ROLES } from '../base/config.ts';

/**
 * The roles that the program acts as. Roles are of a whole Postgres cluster, not of one database: databases of
 * different owners on one cluster have roles of different names.
 */
export interface RoleNames {
  /** Sees the rows of one organisation. */
  app: string;
  /** Reads all rows, for snapshots and backups. */
  export: string;
  /** Sees what work is due. */
  worker: string;
}

/** The parameter of a database's URL that names the prefix; it is ours and is not sent to Postgres. */
const PARAMETER = 'sightline_roles';
/** The blocks of migrations that make the roles: `ensureRoles` does it. */
const MAKING_ROLES = /^do \$\$\nbegin\n {2}begin create role[\s\S]*?^end \$\$;$/gm;

function namesOf(prefix: string): RoleNames {
  return { app: `${prefix}_app`, export: `${prefix}_export`, worker: `${prefix}_worker` };
}

/** The URL of a database whose roles begin with a prefix (DATABASE_ROLES). */
export function withRoles(url: string, prefix: string): string {
  if (prefix === DEFAULT_ROLES) return url;
  const changed = new URL(url);
  changed.searchParams.set(PARAMETER, prefix);
  return changed.href;
}

/** The URL as Postgres' drivers take it, and the names of the roles. */
export function readRoles(url: string): { url: string; roles: RoleNames } {
  if (!url.includes(PARAMETER)) return { url, roles: namesOf(DEFAULT_ROLES) };
  const plain = new URL(url);
  const prefix = plain.searchParams.get(PARAMETER) ?? DEFAULT_ROLES;
  plain.searchParams.delete(PARAMETER);
  return { url: plain.href, roles: namesOf(prefix) };
}

/**
 * The text of a migration, which has the default names, as it is applied: with these roles, and without the statements
 * that make them.
 */
export function withRoleNames(sql: string, roles: RoleNames): string {
  const names = namesOf(DEFAULT_ROLES);
  let text = sql.replaceAll(MAKING_ROLES, '');
  for (const role of ['app', 'export', 'worker'] as const) text = text.replaceAll(names[role], roles[role]);
  return text;
}
