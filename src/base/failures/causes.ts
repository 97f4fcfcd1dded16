/** The state of Postgres by SQLSTATE, as a predicate of "The database"; the first match counts. */
const OF_DATABASE: readonly [RegExp, string][] = [
  [/^25006$/, 'is read-only'],
  [/^53100$/, 'is out of disk space'],
  [/^53200$/, 'is out of memory'],
  [/^53300$/, 'has no connection left'],
  [/^53...$/, 'is at a limit of its configuration'],
  [/^58...$/, 'cannot read or write its files'],
  [/^XX00[12]$/, 'has damaged data'],
  [/^42501$/, 'denies permission'],
  [/^28...$/, 'refuses the login'],
  [/^3D000$/, 'does not exist'],
  [/^55P03$/, 'is locked by another session'],
  [/^57014$/, 'took too long'],
  [/^40(001|P01)$/, 'ended a transaction that met another'],
  [/^(57P0.|08...|25P0[34])$/, 'cannot be reached'],
];

/** Errors of this machine's own files, by the code of the system call. */
const OF_FILES: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the disk is read-only',
  EACCES: 'no permission',
  EPERM: 'no permission',
  EIO: 'the disk cannot be read or written',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENOENT: 'a file is missing',
};

/** Codes of connections that were refused or lost: Node's, and those of the Postgres driver. */
const OF_CONNECTIONS = /^(ECONN|EPIPE$|ETIMEDOUT$|EHOSTUNREACH$|ENETUNREACH$|ENOTFOUND$|EAI_|CONNECT)/;
/** How many nested causes of an error are examined. */
const MOST_DEPTH = 5;

/** The state of Postgres for this SQLSTATE, as a predicate of "The database"; null for any other. */
export function databaseState(sqlState: string): string | null {
  return OF_DATABASE.find(([code]) => code.test(sqlState))?.[1] ?? null;
}

/**
 * The cause of an error in a few words, such as `the database is read-only`, by the SQLSTATE or error code of the error
 * or its cause; null: neither is known. The text holds addresses and ports but no credentials.
 */
export function causeOf(error: unknown, depth = 0): string | null {
  if (typeof error !== 'object' || error === null || depth > MOST_DEPTH) return null;
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown };
  const own = typeof code === 'string' ? causeByCode(code, error) : null;
  return own ?? causeOf(cause, depth + 1) ?? (Array.isArray(errors) ? causeOf(errors[0], depth + 1) : null);
}

function causeByCode(code: string, error: object): string | null {
  const state = databaseState(code);
  if (state !== null) return `the database ${state}`;
  const { syscall, address, hostname, port } = error as Record<string, unknown>;
  const host = address ?? hostname;
  if (OF_CONNECTIONS.test(code) || syscall === 'connect')
    return host === undefined
      ? 'a connection was lost'
      : `${[host, port].filter((part) => part !== undefined).join(':')} cannot be reached`;
  return OF_FILES[code] ?? null;
}
