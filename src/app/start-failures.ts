import type { Config } from '../base/config.ts';
import { OperatorError } from '../base/errors.ts';
import { postgresAddress } from '../base/settings/addresses.ts';
import { sqlState } from '../db/client.ts';

/** Error codes of an unusable data folder. ENOENT too: a recursive mkdir fails with it on a read-only disk. */
const UNUSABLE = ['ENOENT', 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOSPC', 'EDQUOT'];

/**
 * The OperatorError for a failure to start, with the problem and its remedy.
 * @returns the error itself if it is not a known one
 */
export function describeStartFailure(error: unknown, config: Config): unknown {
  if (error instanceof OperatorError) return error;
  const { syscall, path, port, message } = error as NodeJS.ErrnoException & { port?: number };
  const code = sqlState(error);
  if (code === undefined) return error;
  const explanation =
    syscall === 'listen' || (syscall === 'getaddrinfo' && port !== undefined)
      ? listening(code, port, config)
      : path !== undefined && folderOf(path, config) !== null && UNUSABLE.includes(code)
        ? `${path} cannot be used (${code}). ${folderOf(path, config)} must be a folder that this program may write to, on a disk with room.`
        : config.databaseUrl !== null
          ? connecting(code, message, postgresAddress(config.databaseUrl))
          : null;
  return explanation === null ? error : new OperatorError(explanation);
}

/** The variable that configures the folder of a path; null: the path is in none of these folders. */
function folderOf(path: string, { dataDir, filesDir }: Config): string | null {
  if (path.startsWith(dataDir)) return 'DATA_DIR';
  return path.startsWith(filesDir) ? 'SNAPSHOT_STORE' : null;
}

function listening(code: string, port: number | undefined, { host, metricsPort }: Config): string | null {
  const name = port === metricsPort ? 'METRICS_PORT' : 'PORT';
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is taken. Set ${name} to another one, or to 0 for a free one.`;
  if (code === 'EACCES') return `Port ${port} is not for this account. Set ${name} to one above 1023.`;
  return `HOST: this machine cannot listen on ${host} (${code}). Set it to an address of its own, or to 0.0.0.0 for all.`;
}

function connecting(code: string, message: string, url: URL | null): string | null {
  if (url === null) return null;
  const where = `${url.hostname}:${url.port || 5432}`;
  const [user, database] = [url.username, url.pathname.slice(1)].map(decodeURIComponent);
  if (/^(ECONN|ETIMEDOUT|CONNECT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|57P03)/.test(code))
    return `DATABASE_URL: no Postgres answers at ${where} (${code}). Start it, or correct the address.`;
  if (code.startsWith('28'))
    return `DATABASE_URL: Postgres at ${where} does not let "${user}" in: ${message}. Correct the password, or pg_hba.conf.`;
  if (code === '3D000')
    return `DATABASE_URL: there is no database "${database}" at ${where}. Make it: createdb --owner ${user} ${database}`;
  if (code === '42501')
    return `DATABASE_URL: "${user}" may not do what is needed: ${message}. As a superuser: alter database "${database}" owner to "${user}";`;
  if (code === '53300')
    return `DATABASE_URL: Postgres at ${where} has no connection left for "${user}": ${message}.`;
  return null;
}
