import { GROUPS } from '../base/settings/table.ts';

/**
 * The roles that the program acts as. Roles belong to a whole Postgres cluster, not to one database, so databases of
 * different owners on one cluster use roles of different names.
 */
export interface RoleNames {
  /** Sees the rows of one organisation. */
  app: string;
  /** Reads all rows, for snapshots and backups. */
  export: string;
  /** Sees what work is due. */
  worker: string;
}

const DEFAULT_ROLES = GROUPS.Data.DATABASE_ROLES.default;
/** The parameter of a database URL that names the role prefix. It is not sent to Postgres. */
const PARAMETER = 'sightline_roles';
/** The blocks of migrations that create the roles. `ensureRoles` does that instead. */
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

/** The URL as Postgres drivers take it, and the names of the roles. */
export function readRoles(url: string): { url: string; roles: RoleNames } {
  if (!url.includes(PARAMETER)) return { url, roles: namesOf(DEFAULT_ROLES) };
  const plain = new URL(url);
  const prefix = plain.searchParams.get(PARAMETER) ?? DEFAULT_ROLES;
  plain.searchParams.delete(PARAMETER);
  return { url: plain.href, roles: namesOf(prefix) };
}

/** A migration with the default role names replaced by these, and without the statements that create roles. */
export function withRoleNames(sql: string, roles: RoleNames): string {
  const names = namesOf(DEFAULT_ROLES);
  let text = sql.replaceAll(MAKING_ROLES, '');
  for (const role of ['app', 'export', 'worker'] as const) text = text.replaceAll(names[role], roles[role]);
  return text;
}
