import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { checkedJson, clearLeftovers, makeFile, parseCheckedJson } from '../base/durable-file.ts';
import { OperatorError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { isProcessRunning } from '../base/processes.ts';
import { accountForPostgres, commandAs } from './embedded-account.ts';
import { packagedPrograms } from './embedded-programs.ts';

const SUPERUSER = 'postgres';
const OWNER = 'sightline';
const DATABASE = 'sightline';
/**
 * Far fewer are in use: 8 for requests, at most 4 per worker, 7 for jobs, snapshots and heartbeats. Each allowed
 * connection costs some 15 KB.
 */
export const MAX_CONNECTIONS = 300;

interface Credentials {
  superuserPassword: string;
  ownerPassword: string;
}

interface ClusterOptions {
  /** Absolute path of the folder that holds `postgres/` and its passwords. */
  dataDir: string;
  /** shared_buffers, MB. */
  buffersMb: number;
  /** PATH to the Postgres programs. */
  path: string;
  log: Log;
}

/** The embedded Postgres on disk and its server process. Only the packaged binaries are used. */
export class Cluster {
  readonly logFile: string;
  /** The file with its passwords. */
  readonly credentialsFile: string;
  readonly #folder: string;
  readonly #options: ClusterOptions;
  readonly #credentials: Credentials;
  readonly #account = accountForPostgres();
  readonly #programs = packagedPrograms();

  private constructor(options: ClusterOptions, credentials: Credentials) {
    this.#options = options;
    this.#credentials = credentials;
    this.#folder = join(options.dataDir, 'postgres');
    this.logFile = join(this.#folder, 'server.log');
    this.credentialsFile = credentialsFile(options);
  }

  /**
   * Opens the cluster of a data folder, and creates it on first use. @throws OperatorError if it cannot be created or
   * is damaged
   */
  static async open(options: ClusterOptions): Promise<Cluster> {
    for (const prefix of ['postgres.new-', 'postgres.password-', 'postgres.json.'])
      clearLeftovers(join(options.dataDir, prefix));
    const file = credentialsFile(options);
    const credentials = { superuserPassword: password(), ownerPassword: password() } satisfies Credentials;
    makeFile(file, checkedJson(credentials));
    const cluster = new Cluster(options, readCredentials(file));
    await cluster.#create();
    return cluster;
  }

  /** The URL of the program's database, as its owner; null when no server runs. */
  ownerUrl(): string | null {
    return this.#url(OWNER, this.#credentials.ownerPassword, DATABASE);
  }

  /** The URL of the database `postgres`, as superuser; null when no server runs. */
  superuserUrl(): string | null {
    return this.#url(SUPERUSER, this.#credentials.superuserPassword, 'postgres');
  }

  /** Makes the program's database and its owner if they are missing. @param superuserUrl of the running server */
  async createDatabase(superuserUrl: string): Promise<void> {
    const sql = postgres(superuserUrl, { max: 1, onnotice: () => {} });
    try {
      const [row] = await sql`select exists (select from pg_database where datname = ${DATABASE}) as found`;
      if (row?.['found']) return;
      for (const statement of [
        `create role ${OWNER} login createrole createdb password '${this.#credentials.ownerPassword}'`,
        `create database ${DATABASE} owner ${OWNER}`,
      ]) {
        await sql.unsafe(statement).catch(ignoreDuplicate);
      }
    } finally {
      await sql.end({ timeout: 1 });
    }
  }

  /** Starts the server and waits up to 30 s. Check `isRunning` for the outcome. */
  async start(): Promise<void> {
    // Clients that wait for the server know only its previous port, so it is reused if free.
    const port = await freePort(this.#lastPort()).catch(() => freePort());
    const options = [
      `-p ${port}`,
      '-c listen_addresses=127.0.0.1',
      "-c unix_socket_directories=''",
      `-c shared_buffers=${this.#options.buffersMb}MB`,
      '-c jit=off',
      `-c max_connections=${MAX_CONNECTIONS}`,
      '-c max_wal_size=2GB',
    ].join(' ');
    try {
      await this.#pgCtl('-l', this.logFile, '-o', options, 'start');
    } catch (error) {
      // Another process may have started it at the same moment, or it is still stopping: look again.
      this.#options.log.debug({ error: (error as Error).message }, 'pg_ctl start');
      await sleep(200);
    }
  }

  /** Stops the server and waits up to 30 s for it to end. */
  async stop(): Promise<void> {
    await this.#pgCtl('-m', 'fast', 'stop').catch((error) =>
      this.#options.log.warn({ error: (error as Error).message }, 'the embedded database did not stop'),
    );
  }

  /** Whether the server's process exists, starting or stopping included. */
  isRunning(): boolean {
    return isProcessRunning(Number(this.#pidFileLine(0)));
  }

  /**
   * Path of postmaster.pid if it names no process, because Postgres refuses to start then; null if it is valid or
   * absent.
   */
  damagedPidFile(): string | null {
    const pid = this.#pidFileLine(0);
    return pid === undefined || Number(pid) > 0 ? null : join(this.#folder, 'postmaster.pid');
  }

  /** Makes the data directory. If it is killed midway, the leftover folder is replaced on the next try. */
  async #create(): Promise<void> {
    if (existsSync(this.#folder)) return;
    const { dataDir, log } = this.#options;
    log.info('making the embedded database');
    const staging = join(dataDir, `postgres.new-${process.pid}`);
    const passwordFile = join(dataDir, `postgres.password-${process.pid}`);
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
      unlessExists(() => renameSync(staging, this.#folder));
    } catch (error) {
      throw new OperatorError(
        `The embedded database cannot be made in ${dataDir}: ${(error as Error).message}`,
      );
    } finally {
      rmSync(passwordFile, { force: true });
      rmSync(staging, { recursive: true, force: true });
    }
  }

  #url(user: string, secret: string, database: string): string | null {
    // Postgres writes its port to the file only once it has one.
    const port = Number(this.#pidFileLine(3));
    return port > 0 ? `postgres://${user}:${secret}@127.0.0.1:${port}/${database}` : null;
  }

  /** A line of postmaster.pid, counted from 0; undefined if the server does not run or has not written it yet. */
  #pidFileLine(at: number): string | undefined {
    try {
      return readFileSync(join(this.#folder, 'postmaster.pid'), 'utf8').split('\n')[at];
    } catch {
      return undefined;
    }
  }

  /** The port of the last start; 0 before the first start. */
  #lastPort(): number {
    try {
      const options = readFileSync(join(this.#folder, 'postmaster.opts'), 'utf8');
      return Number(/"-p" "(\d+)"/.exec(options)?.[1] ?? 0);
    } catch {
      return 0;
    }
  }

  #pgCtl(...args: string[]): Promise<void> {
    return this.#run('pg_ctl', ['-D', this.#folder, '-w', '-t', '30', ...args]);
  }

  #run(program: 'initdb' | 'pg_ctl', args: string[]): Promise<void> {
    const { dataDir, path } = this.#options;
    const command = commandAs(this.#account, {
      file: join(this.#programs, program),
      args,
      paths: [this.#programs, dataDir],
    });
    return new Promise((done, failed) => {
      const child = spawn(command.file, command.args, {
        cwd: '/',
        // The server that pg_ctl starts keeps inherited descriptors open, so a pipe to it would never end.
        stdio: ['ignore', 'ignore', program === 'initdb' ? 'pipe' : 'ignore'],
        env: { PATH: path, LC_ALL: 'C', TZ: 'UTC' },
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

function credentialsFile({ dataDir }: ClusterOptions): string {
  return join(dataDir, 'postgres.json');
}

/** @throws OperatorError if the file is incomplete: new passwords would lock everyone out */
function readCredentials(file: string): Credentials {
  try {
    const found = parseCheckedJson(readFileSync(file, 'utf8')) as Partial<Credentials>;
    const { superuserPassword, ownerPassword } = found;
    if (superuserPassword && ownerPassword) return { superuserPassword, ownerPassword };
  } catch {}
  throw new OperatorError(
    `${file} is empty or damaged. Put it back from a backup; where there is no ${join(dirname(file), 'postgres')} yet, delete it.`,
  );
}

function password(): string {
  return randomBytes(24).toString('base64url');
}

/** Runs a step that another process may have done a moment before. */
function unlessExists(step: () => void): void {
  try {
    step();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST' && code !== 'ENOTEMPTY') throw error;
  }
}

/** Ignores the errors for a role or database that another process created a moment before. */
function ignoreDuplicate(error: { code?: string }): void {
  const DUPLICATES: (string | undefined)[] = ['42710', '42P04', '23505'];
  if (!DUPLICATES.includes(error.code)) throw error;
}

/** A port of 127.0.0.1 that is free now. @param wanted 0: any @throws if the port is taken */
export function freePort(wanted = 0): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer();
    server.on('error', failed);
    server.listen(wanted, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    });
  });
}
