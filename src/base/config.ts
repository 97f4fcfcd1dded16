import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { isIP } from 'node:net';
import { basename, dirname, join, resolve } from 'node:path';
import { makeFile } from './durable-file.ts';
import { type OidcConfig, readOidc } from './login/oidc.ts';
import { type MailConfig, readMail } from './mail/config.ts';
import { divideMemory, leastLimitMb, type MemoryPlan, seenLimitMb } from './memory.ts';

export interface Config {
  host: string;
  /** 0: any free one. */
  port: number;
  /** The prefix of all paths, such as '/sightline', for a proxy that also serves other things; '': none. */
  basePath: string;
  /** null: the embedded Postgres under dataDir. */
  databaseUrl: string | null;
  /** The prefix of the names of roles in Postgres. */
  databaseRoles: string;
  /** Absolute path of the folder with the embedded database, generated secrets and temporary files. */
  dataDir: string;
  /** The folder with snapshots, exports and pins: dataDir, or one that servers of one disk share. */
  filesDir: string;
  /** The path of SNAPSHOT_STORE=file:, which may be a link to filesDir; null: no such store. */
  storePath: string | null;
  /** HMAC key of login tokens, at least 32 bytes. */
  jwtSecret: string;
  /** Text of at least 32 bytes; the key of secrets at rest is derived from it. */
  encryptionKey: string;
  /** 0: the server makes no snapshots. */
  snapshotIntervalSeconds: number;
  snapshotKeepMinutes: number;
  /** null: snapshots, exports and pins are in filesDir alone. */
  store: StoreConfig | null;
  /**
   * Where snapshots are made: in the server, in a separate `cli publish` process, or by the command `cli snapshot`
   * alone.
   */
  publish: 'inside' | 'apart' | 'off';
  reportEngine: 'duckdb' | 'postgres';
  /** 0 switches a limit off. */
  rateLimitPerMinute: number;
  rateLimitBurst: number;
  rateLimitPerDay: number;
  maxBodyBytes: number;
  /** How memory is divided between the program's parts. */
  memory: MemoryPlan;
  /** The most that files of exports may hold, MB: of one organisation, and of all together in dataDir. */
  exportsMb: number;
  exportsTotalMb: number;
  /** The same for the files of pins. */
  pinsMb: number;
  pinsTotalMb: number;
  /** Who may change an organisation's plan through the API: nobody (the operator uses the CLI) or its OWNER. */
  planChange: 'operator' | 'owner';
  /** The address at which people reach the server, without a slash at its end; null: unknown. */
  publicUrl: string | null;
  /** The SMTP server for mail; null: no mail is sent. */
  mail: MailConfig | null;
  /** The provider of logins for the whole server; null: organisations have their own alone. */
  oidc: OidcConfig | null;
  /** The most mails an hour for one organisation, those for new passwords aside. */
  mailPerHour: number;
  /** Who may register: only invited people, anybody (with a new organisation), or nobody. */
  registration: 'invite' | 'open' | 'off';
  /** Threads that serve requests, each with a listener on the same port. */
  workers: number;
  /** Where background jobs run: in the server, or separately by `cli work`. */
  jobs: 'inside' | 'apart';
  /** When the database gets the schema of this version: as a server or command starts, or by `cli migrate` alone. */
  migrate: 'start' | 'apart';
  /** null: no metrics are served. */
  metricsPort: number | null;
  trustProxy: string[];
  /** Addresses and ranges that outgoing requests may reach besides public addresses. */
  outboundAllow: string[];
  corsOrigins: string[];
  logLevel: string;
  /** Whether a line is logged for each request. */
  accessLog: boolean;
}

/** A store of snapshots that several machines share. */
export interface StoreConfig {
  endpoint: string;
  region: string;
  bucket: string;
  /** The prefix of all keys, such as 'sightline/'; '': none. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** For temporary credentials. */
  sessionToken: string | undefined;
}

/** Lists every problem of the configuration. */
export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`The configuration is not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

type SecretName = 'JWT_SECRET' | 'ENCRYPTION_KEY';

/** The default prefix of the names of roles in Postgres. */
export const DEFAULT_ROLES = 'sightline';
/** Names with this prefix need no quotes and stay below Postgres' 63 bytes. */
const ROLE_PREFIX = /^[a-z_][a-z0-9_]{0,39}$/;
const SECRET_BYTES = 32;
const SECRET_FILE: Record<SecretName, string> = {
  JWT_SECRET: 'jwt-secret',
  ENCRYPTION_KEY: 'encryption-key',
};
/** How the operator repairs a lost or damaged file of a secret. */
const REPAIR: Record<SecretName, (path: string) => string> = {
  JWT_SECRET: () => 'Delete it: a new one is made, and everybody logs in again.',
  ENCRYPTION_KEY: (path) =>
    `Put it back from a backup, or set ENCRYPTION_KEY. If it is lost: openssl rand -hex 32 > ${path}, then run: sightline encryption-key replace --yes`,
};

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/**
 * Reads the configuration: the environment, then `.env` in the working folder for unset variables. Each variable NAME
 * may be given as NAME_FILE, the path of a file that holds the value.
 * @param overrides variables that win over the environment
 * @param options.secrets the secrets that are needed; any other is '', neither required nor generated
 * @throws ConfigError listing every bad value
 */
export function readConfig(
  overrides: NodeJS.ProcessEnv = {},
  { secrets = ['JWT_SECRET', 'ENCRYPTION_KEY'] }: { secrets?: readonly SecretName[] } = {},
): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const env: NodeJS.ProcessEnv = { ...process.env, ...overrides };
  const problems: string[] = [];

  const text = (name: string) => textOf(env, name, problems);
  const integer = (name: string, fallback: number, least: number, most: number): number => {
    const value = text(name);
    if (value === undefined) return fallback;
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= least && number <= most) return number;
    problems.push(`${name} must be a whole number from ${least} to ${most}, not "${value}"`);
    return fallback;
  };
  const oneOf = <T extends string>(name: string, fallback: T, allowed: readonly T[]): T => {
    const value = text(name);
    if (value === undefined) return fallback;
    if ((allowed as readonly string[]).includes(value)) return value as T;
    problems.push(`${name} must be one of ${allowed.join(', ')}, not "${value}"`);
    return fallback;
  };
  const list = (name: string, isValid: (entry: string) => boolean, what: string): string[] => {
    const entries = (text(name) ?? '')
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '');
    for (const entry of entries) if (!isValid(entry)) problems.push(`${name}: "${entry}" is not ${what}`);
    return entries;
  };

  const dataDir = resolve(text('DATA_DIR') ?? '.data');
  const databaseUrl = text('DATABASE_URL') ?? null;
  if (databaseUrl !== null && !/^postgres(ql)?:\/\/./.test(databaseUrl)) {
    problems.push('DATABASE_URL must begin with postgres:// or postgresql://');
  }
  const databaseRoles = text('DATABASE_ROLES') ?? DEFAULT_ROLES;
  if (!ROLE_PREFIX.test(databaseRoles))
    problems.push(
      `DATABASE_ROLES must be lower case letters, digits and "_", begin with a letter and have 40 characters at most, not "${databaseRoles}"`,
    );
  const secret = (name: SecretName): string => {
    const value = text(name);
    if (value !== undefined) {
      if (Buffer.byteLength(value) < SECRET_BYTES)
        problems.push(`${name} must be at least ${SECRET_BYTES} bytes long`);
      return value;
    }
    if (!secrets.includes(name)) return '';
    if (databaseUrl !== null) {
      // All machines on one database need the same secret, so none generates its own.
      problems.push(
        `${name} is required with DATABASE_URL: at least 32 bytes, e.g. from openssl rand -hex 32`,
      );
      return '';
    }
    if (problems.length > 0) return '';
    try {
      return generatedSecret(dataDir, name);
    } catch (error) {
      problems.push((error as Error).message);
      return '';
    }
  };

  const workers = integer('WORKERS', 1, 1, 64);
  const limitMb = integer('MEMORY_LIMIT_MB', seenLimitMb(), 1, 1e9);
  if (limitMb < leastLimitMb(workers))
    problems.push(
      `MEMORY_LIMIT_MB: ${limitMb} MB are too few for WORKERS=${workers}: it needs ${leastLimitMb(workers)} MB at least`,
    );
  const memory = divideMemory(limitMb, workers);

  const basePath = text('BASE_PATH') ?? '';
  if (basePath !== '' && !/^(\/[\w.~-]+)+$/.test(basePath))
    problems.push(`BASE_PATH must begin with "/" and not end with it, as in /sightline, not "${basePath}"`);

  const { mail, publicUrl } = readMail(
    {
      smtpUrl: text('SMTP_URL'),
      from: text('MAIL_FROM'),
      publicUrl: text('PUBLIC_URL'),
      tls: oneOf('SMTP_TLS', 'required', ['required', 'off'] as const),
    },
    problems,
  );

  const config: Omit<Config, 'jwtSecret' | 'encryptionKey'> = {
    host: text('HOST') ?? '127.0.0.1',
    port: integer('PORT', 8080, 0, 65535),
    basePath,
    databaseUrl,
    databaseRoles,
    dataDir,
    snapshotIntervalSeconds: integer('SNAPSHOT_INTERVAL_SECONDS', 30, 0, 86_400),
    snapshotKeepMinutes: integer('SNAPSHOT_KEEP_MINUTES', 15, 0, 10_080),
    ...readStore(text, dataDir, problems),
    // EXPORT is the old name of PUBLISH.
    publish: oneOf(text('PUBLISH') === undefined ? 'EXPORT' : 'PUBLISH', 'inside', [
      'inside',
      'apart',
      'off',
    ] as const),
    reportEngine: oneOf('REPORT_ENGINE', 'duckdb', ['duckdb', 'postgres'] as const),
    rateLimitPerMinute: integer('RATE_LIMIT_PER_MINUTE', 300, 0, 1e9),
    rateLimitBurst: integer('RATE_LIMIT_BURST', 60, 0, 1e9),
    rateLimitPerDay: integer('RATE_LIMIT_PER_DAY', 20_000, 0, 1e9),
    maxBodyBytes: integer('MAX_BODY_BYTES', 1_048_576, 1024, 1e9),
    memory: { ...memory, reportMb: integer('REPORT_MEMORY_MB', memory.reportMb, 64, 1e6) },
    exportsMb: integer('EXPORTS_MB', 2048, 1, 1e9),
    exportsTotalMb: integer('EXPORTS_TOTAL_MB', 16_384, 1, 1e9),
    pinsMb: integer('PINS_MB', 4096, 1, 1e9),
    pinsTotalMb: integer('PINS_TOTAL_MB', 32_768, 1, 1e9),
    publicUrl,
    mail,
    oidc: readOidc(
      {
        issuer: text('OIDC_ISSUER'),
        clientId: text('OIDC_CLIENT_ID'),
        clientSecret: text('OIDC_CLIENT_SECRET'),
        publicUrl,
      },
      problems,
    ),
    mailPerHour: integer('MAIL_PER_HOUR', 200, 1, 1e6),
    planChange: oneOf('PLAN_CHANGE', 'operator', ['operator', 'owner'] as const),
    registration: oneOf('REGISTRATION', 'invite', ['invite', 'open', 'off'] as const),
    workers,
    jobs: oneOf('JOBS', 'inside', ['inside', 'apart'] as const),
    migrate: oneOf('MIGRATE', 'start', ['start', 'apart'] as const),
    metricsPort: text('METRICS_PORT') === undefined ? null : integer('METRICS_PORT', 0, 0, 65535),
    trustProxy: list('TRUST_PROXY', isCidr, 'an address or a CIDR range'),
    outboundAllow: list('OUTBOUND_ALLOW', isCidr, 'an address or a CIDR range'),
    corsOrigins: list(
      'CORS_ORIGINS',
      (entry) => entry === '*' || (URL.canParse(entry) && new URL(entry).origin === entry),
      'an origin such as https://app.example',
    ),
    logLevel: oneOf('LOG_LEVEL', 'info', LOG_LEVELS),
    accessLog: oneOf('ACCESS_LOG', 'off', ['on', 'off'] as const) === 'on',
  };
  // Keep this order: a data folder with a jwt-secret then always had an encryption key once.
  const encryptionKey = secret('ENCRYPTION_KEY');
  const jwtSecret = secret('JWT_SECRET');
  if (problems.length > 0) throw new ConfigError(problems);
  return { ...config, jwtSecret, encryptionKey };
}

/** A variable, or the content of the file named by NAME_FILE. @param problems gets the problems found */
function textOf(env: NodeJS.ProcessEnv, name: string, problems: string[]): string | undefined {
  const file = env[`${name}_FILE`];
  if (file === undefined || file === '') return env[name] === '' ? undefined : env[name];
  if (env[name]) problems.push(`${name} and ${name}_FILE are both set: set one`);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    problems.push(`${name}_FILE: ${(error as Error).message}`);
    return undefined;
  }
}

/**
 * The API key of commands that call a server as clients do: SIGHTLINE_API_KEY, read in the same way as by `readConfig`.
 * @throws ConfigError
 */
export function readApiKey(): string | undefined {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const problems: string[] = [];
  const key = textOf(process.env, 'SIGHTLINE_API_KEY', problems);
  if (problems.length > 0) throw new ConfigError(problems);
  return key;
}

/**
 * Reads SNAPSHOT_STORE and the variables that it needs, which have the names that AWS tools use.
 * @param text the value of a variable
 * @param problems gets the problems found
 */
function readStore(
  text: (name: string) => string | undefined,
  dataDir: string,
  problems: string[],
): Pick<Config, 'filesDir' | 'store' | 'storePath'> {
  const inFolder = { filesDir: dataDir, store: null, storePath: null };
  const address = text('SNAPSHOT_STORE');
  if (address === undefined) return inFolder;
  const folder = /^file:(?:\/\/)?(\/[^/].*)$/.exec(address)?.[1];
  // Resolved at the start: changing the link while the server runs does not move its files.
  if (folder !== undefined)
    return { filesDir: realFolder(resolve(folder)), store: null, storePath: resolve(folder) };
  const [, bucket = '', path = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/.exec(address) ?? [];
  if (bucket === '') {
    problems.push(
      `SNAPSHOT_STORE must be s3://bucket, s3://bucket/prefix or file:/path, not "${address}"; without it snapshots are in DATA_DIR`,
    );
    return inFolder;
  }
  const needed = (name: string): string => {
    const value = text(name);
    if (value === undefined) problems.push(`${name} is required with SNAPSHOT_STORE=${address}`);
    return value ?? '';
  };
  const region = text('AWS_REGION') ?? 'us-east-1';
  const endpoint = text('AWS_ENDPOINT_URL') ?? `https://s3.${region}.amazonaws.com`;
  if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint))
    problems.push(`AWS_ENDPOINT_URL must be a URL such as https://s3.example, not "${endpoint}"`);
  else if (new URL(endpoint).username !== '')
    problems.push(
      'AWS_ENDPOINT_URL must have no credentials: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are',
    );
  const store = {
    endpoint: endpoint.replace(/\/+$/, ''),
    region,
    bucket,
    prefix: path === '' ? '' : `${path.replace(/\/+$/, '')}/`,
    accessKeyId: needed('AWS_ACCESS_KEY_ID'),
    secretAccessKey: needed('AWS_SECRET_ACCESS_KEY'),
    sessionToken: text('AWS_SESSION_TOKEN'),
  };
  return { filesDir: dataDir, store, storePath: null };
}

/** The path without links; a missing folder is created later. */
function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path === dirname(path) ? path : join(realFolder(dirname(path)), basename(path));
  }
}

function isCidr(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/**
 * A secret generated once and kept in the data folder (0600). An unusable file stops the start: a new secret would
 * silently make everything sealed unreadable.
 */
function generatedSecret(dataDir: string, name: SecretName): string {
  const path = join(dataDir, SECRET_FILE[name]);
  const isLost =
    name === 'ENCRYPTION_KEY' && !existsSync(path) && existsSync(join(dataDir, SECRET_FILE.JWT_SECRET));
  if (isLost) throw new Error(`${path} is missing. ${REPAIR[name](path)}`);
  let found: string;
  try {
    mkdirSync(dataDir, { recursive: true });
    makeFile(path, randomBytes(SECRET_BYTES).toString('base64url'));
    found = readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new Error(`${path} cannot be made or read: ${(error as Error).message}`);
  }
  if (Buffer.byteLength(found) >= SECRET_BYTES && /^[!-~]+$/.test(found)) return found;
  throw new Error(`${path} is empty or damaged. ${REPAIR[name](path)}`);
}
