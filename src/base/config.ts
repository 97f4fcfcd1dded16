import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { makeFile } from './durable-file.ts';
import { ConfigError, checkSettings, whatToWrite } from './settings/check.ts';
import { FOLDER_STORE, S3_STORE } from './settings/formats.ts';
import { type MailConfig, readSender, readSmtp } from './settings/mail.ts';
import { divideMemory, leastLimitMb, type MemoryPlan, seenLimitMb } from './settings/memory.ts';
import type { OidcConfig } from './settings/oidc.ts';
import { memberName, type PlainValues, SETTINGS, type SettingName, type Values } from './settings/table.ts';

/** The settings by names as `maxBodyBytes`, which `settings/table.ts` describes, and what is derived from them. */
export interface Config extends PlainValues {
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
  /** null: snapshots, exports and pins are in filesDir alone. */
  store: StoreConfig | null;
  /** How memory is divided between the program's parts. */
  memory: MemoryPlan;
  /** The address at which people reach the server, without a slash at its end; null: unknown. */
  publicUrl: string | null;
  /** The SMTP server for mail; null: no mail is sent. */
  mail: MailConfig | null;
  /** The provider of logins for the whole server; null: organisations have their own alone. */
  oidc: OidcConfig | null;
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

export { ConfigError };

type SecretName = 'JWT_SECRET' | 'ENCRYPTION_KEY';

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
  const given = readTexts(env, problems);
  const values = checkSettings(given, problems);

  const workers = values.WORKERS;
  const limitMb = values.MEMORY_LIMIT_MB ?? seenLimitMb();
  if (limitMb < leastLimitMb(workers))
    problems.push(
      `MEMORY_LIMIT_MB: ${limitMb} MB are too few for WORKERS=${workers}: it needs ${leastLimitMb(workers)} MB at least`,
    );
  if (values.DATABASE_URL !== undefined)
    // All machines on one database need the same secret, so none generates its own.
    for (const name of secrets)
      if (values[name] === undefined)
        problems.push(`${name} is required with DATABASE_URL: ${whatToWrite(name)}`);
  // The values are of their types only now.
  if (problems.length > 0) throw new ConfigError(problems);

  const dataDir = resolve(values.DATA_DIR);
  // Keep this order: a data folder with a jwt-secret then always had an encryption key once.
  const encryptionKey = secretOf('ENCRYPTION_KEY', values, secrets, dataDir);
  const jwtSecret = secretOf('JWT_SECRET', values, secrets, dataDir);
  const memory = divideMemory(limitMb, workers);
  const {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId = '',
    OIDC_CLIENT_SECRET: clientSecret = null,
  } = values;
  const smtp = values.SMTP_URL === undefined ? null : readSmtp(values.SMTP_URL, values.SMTP_TLS);
  const from = readSender(values.MAIL_FROM ?? '');
  return {
    ...plainValues(values),
    dataDir,
    ...readStore(values, dataDir),
    jwtSecret,
    encryptionKey,
    memory: { ...memory, reportMb: values.REPORT_MEMORY_MB ?? memory.reportMb },
    publicUrl: values.PUBLIC_URL === undefined ? null : new URL(values.PUBLIC_URL).href.replace(/\/+$/, ''),
    mail: smtp && from && { ...smtp, from },
    oidc: issuer === undefined ? null : { issuer, clientId, clientSecret },
    accessLog: values.ACCESS_LOG === 'on',
  };
}

/** The texts of the settings that are set. */
function readTexts(env: NodeJS.ProcessEnv, problems: string[]): Partial<Record<SettingName, string>> {
  // EXPORT is the old name of PUBLISH.
  const old = readText(env, 'EXPORT', problems);
  const texts = Object.keys(SETTINGS).map((name) => [name, readText(env, name, problems)] as const);
  return Object.fromEntries([['PUBLISH', old] as const, ...texts].filter(([, text]) => text !== undefined));
}

function plainValues(values: Values): PlainValues {
  const names = Object.keys(SETTINGS) as SettingName[];
  const plain = names.filter((name) => SETTINGS[name].apart === undefined);
  return Object.fromEntries(
    plain.map((name) => [memberName(name), values[name] ?? null]),
  ) as unknown as PlainValues;
}

/** A secret as it is set, or else the generated one; '': it is not needed. @throws ConfigError */
function secretOf(name: SecretName, values: Values, needed: readonly SecretName[], dataDir: string): string {
  const set = values[name];
  if (set !== undefined || !needed.includes(name)) return set ?? '';
  try {
    return generatedSecret(dataDir, name);
  } catch (error) {
    throw new ConfigError([(error as Error).message]);
  }
}

/** A variable, or the content of the file named by NAME_FILE. @param problems gets the problems found */
function readText(env: NodeJS.ProcessEnv, name: string, problems: string[]): string | undefined {
  const file = env[`${name}_FILE`];
  if (file === undefined || file === '') return env[name] === '' ? undefined : env[name];
  if (env[name]) problems.push(`${name} and ${name}_FILE are both set: set one`);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    // The value should be a path, but may be the secret itself.
    problems.push(
      `${name}_FILE must be the path of a file that can be read (${(error as NodeJS.ErrnoException).code})`,
    );
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
  const key = readText(process.env, 'SIGHTLINE_API_KEY', problems);
  if (problems.length > 0) throw new ConfigError(problems);
  return key;
}

/** The store of SNAPSHOT_STORE. Its other variables have the names that AWS tools use. */
function readStore(values: Values, dataDir: string): Pick<Config, 'filesDir' | 'store' | 'storePath'> {
  const address = values.SNAPSHOT_STORE ?? '';
  const folder = FOLDER_STORE.exec(address)?.[1];
  // Resolved at the start: changing the link while the server runs does not move its files.
  if (folder !== undefined)
    return { filesDir: realFolder(resolve(folder)), store: null, storePath: resolve(folder) };
  const [, bucket, path = ''] = S3_STORE.exec(address) ?? [];
  if (bucket === undefined) return { filesDir: dataDir, store: null, storePath: null };
  const region = values.AWS_REGION;
  const store = {
    endpoint: (values.AWS_ENDPOINT_URL ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, ''),
    region,
    bucket,
    prefix: path === '' ? '' : `${path.replace(/\/+$/, '')}/`,
    accessKeyId: values.AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: values.AWS_SECRET_ACCESS_KEY ?? '',
    sessionToken: values.AWS_SESSION_TOKEN,
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

/**
 * A secret generated once and stored in the data folder (0600). An unusable file stops the start: a new secret would
 * silently make all sealed values unreadable.
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
