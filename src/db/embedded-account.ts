import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { OperatorError } from '../base/errors.ts';

/** An account of this machine that runs Postgres, which refuses to run as root. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

/** A command as node:child_process takes it. */
export interface Command {
  file: string;
  args: string[];
  /** Set if node itself switches to the account. */
  ids: { uid?: number; gid?: number };
}

/**
 * The account that runs Postgres when this process is root, because Postgres refuses to run as root: `postgres` if it
 * exists, else `nobody`. Null if this process is not root: Postgres then runs under its account.
 * @throws OperatorError if neither account exists
 */
export function accountForPostgres(): Account | null {
  if (process.getuid?.() !== 0) return null;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const entry = accounts.find((fields) => fields[0] === name);
    if (entry) return { name, uid: Number(entry[2]), gid: Number(entry[3]) };
  }
  throw new OperatorError(
    'Postgres does not run as root, and there is no account "postgres" to run it as: useradd --system postgres',
  );
}

/**
 * The command that runs a program as the account; null means the account of this process. If a folder above one of
 * `paths` is closed to the account (a checkout under /root or mktemp -d), setpriv gives the program the one capability
 * to pass through.
 * @throws OperatorError if setpriv is missing then; the message names the folder to open
 */
export function commandAs(
  account: Account | null,
  { file, args, paths }: { file: string; args: string[]; paths: string[] },
): Command {
  if (account === null) return { file, args, ids: {} };
  const closed = paths.map((path) => closedFolder(path, account)).find((folder) => folder !== null);
  if (closed === undefined) return { file, args, ids: { uid: account.uid, gid: account.gid } };
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find(existsSync);
  if (setpriv === undefined) {
    throw new OperatorError(
      `Postgres runs as the account "${account.name}", which cannot enter ${closed}. Run: chmod o+x ${closed}, or set DATA_DIR elsewhere, or start as another user than root.`,
    );
  }
  // initdb looks for its programs by access(2), for which the kernel drops capabilities unless this securebit is set.
  const pass = [
    '--inh-caps=+dac_read_search',
    '--ambient-caps=+dac_read_search',
    '--securebits=+no_setuid_fixup',
  ];
  const ids = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'];
  return { file: setpriv, args: [...ids, ...pass, file, ...args], ids: {} };
}

/** The lowest folder on the way to `path` that the account cannot pass through; null if it can pass through all. */
function closedFolder(path: string, account: Account): string | null {
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return folder;
    if (folder === dirname(folder)) return null;
  }
}
