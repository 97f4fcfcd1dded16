import { leastLimitMb } from './memory.ts';

/** A setting as a JSON schema, with words of ours. */
export interface Setting {
  type: 'string' | 'integer' | 'array';
  /** Its meaning, in Markdown. */
  description: string;
  default?: string | number | readonly string[];
  enum?: readonly string[];
  minimum?: number;
  maximum?: number;
  /** One of `formats.ts`. */
  format?: string;
  items?: { type: 'string'; format: string };
  /** The accepted values, as words after "must be"; derived for numbers and lists of values. */
  write?: string;
  /** The default in words, where it is no value. */
  shown?: string;
  /** Whether `readConfig` makes something of it, so that it is no member of Config by its name. */
  apart?: true;
}

const text = { type: 'string' } as const;
const integer = (minimum: number, maximum: number) => ({ type: 'integer', minimum, maximum }) as const;
const cidrs = {
  type: 'array',
  items: { type: 'string', format: 'cidr' },
  default: [] as readonly string[],
  write: 'addresses or CIDR ranges, such as 10.0.0.0/8, separated by commas',
} as const;
const SECRET = {
  type: 'string',
  format: 'secret',
  write: 'at least 32 bytes, e.g. from openssl rand -hex 32',
  shown: 'generated into `DATA_DIR`',
  apart: true,
} as const;

/** All settings by the headings of the guide. The check, the defaults, the guide's tables and --help come from here. */
export const GROUPS = {
  'Where it listens': {
    HOST: { ...text, default: '127.0.0.1', description: 'the address to listen on; `0.0.0.0` for all' },
    PORT: { ...integer(0, 65_535), default: 8080, description: '`0` picks a free port and prints it' },
    BASE_PATH: {
      ...text,
      format: 'base-path',
      default: '',
      write: 'a path that begins with "/" and does not end with it, as /sightline',
      description:
        'a prefix of all paths, such as `/sightline`. The proxy passes paths on unchanged. `/health` and `/health/ready` also answer at the root',
    },
    TRUST_PROXY: {
      ...cidrs,
      description: 'CIDRs of proxies whose `X-Forwarded-For`, `-Proto` and `-Host` are trusted',
    },
    CORS_ORIGINS: {
      type: 'array',
      items: { type: 'string', format: 'origin' },
      default: [],
      write: 'origins such as https://app.example, separated by commas, or *',
      description:
        'origins whose pages may call this server, `/mcp` included; where agents register and get tokens any page may',
    },
    METRICS_PORT: {
      ...integer(0, 65_535),
      description: 'serves Prometheus metrics at `/metrics` on a separate port',
    },
  },
  Data: {
    DATABASE_URL: {
      ...text,
      format: 'postgres-url',
      write: 'postgres://user:password@host:5432/database',
      description:
        'Postgres 15 or later, as `postgres://user:password@host:5432/database`. Without it an embedded Postgres runs under `DATA_DIR/postgres`',
    },
    DATABASE_ROLES: {
      ...text,
      format: 'role-prefix',
      default: 'sightline',
      write: 'lower case letters, digits and "_", begin with a letter and have 40 characters at most',
      description:
        "prefix of the program's three roles. Each further database on one Postgres server needs its own, see [Roles in Postgres](operate.md#roles-in-postgres)",
    },
    DATA_DIR: {
      ...text,
      default: '.data',
      description: 'snapshots, pins, the embedded database, generated secrets',
    },
    JWT_SECRET: { ...SECRET, description: 'the key of login tokens. Required with `DATABASE_URL`' },
    ENCRYPTION_KEY: { ...SECRET, description: 'the key of secrets at rest. Required with `DATABASE_URL`' },
    SNAPSHOT_STORE: {
      ...text,
      format: 'store',
      write: 's3://bucket, s3://bucket/prefix or file:/path; without it snapshots are in DATA_DIR',
      apart: true,
      description:
        'where several servers share snapshots, exports and pins: `s3://bucket/prefix`, or `file:/path` on a shared disk',
    },
    AWS_ENDPOINT_URL: {
      ...text,
      format: 'endpoint',
      write: 'a URL without credentials, such as https://s3.example',
      shown: "Amazon's",
      apart: true,
      description: 'the address of an `s3://` store. Buckets are addressed by path',
    },
    AWS_REGION: { ...text, default: 'us-east-1', apart: true, description: 'the region of an `s3://` store' },
    AWS_ACCESS_KEY_ID: {
      ...text,
      write: 'the id of a key that may use the bucket',
      apart: true,
      description: 'required with an `s3://` store',
    },
    AWS_SECRET_ACCESS_KEY: {
      ...text,
      write: 'the secret of that key',
      apart: true,
      description: 'required with an `s3://` store',
    },
    AWS_SESSION_TOKEN: { ...text, apart: true, description: 'for temporary keys of an `s3://` store' },
    MIGRATE: {
      ...text,
      enum: ['start', 'apart'],
      default: 'start',
      description: '`apart`: the server does not migrate, and starts only after `sightline migrate`',
    },
  },
  'Snapshots and reports': {
    SNAPSHOT_INTERVAL_SECONDS: {
      ...integer(0, 86_400),
      default: 30,
      description: '0: only `sightline snapshot` makes snapshots',
    },
    SNAPSHOT_KEEP_MINUTES: {
      ...integer(0, 10_080),
      default: 15,
      description: 'how long an old snapshot can still be requested',
    },
    PUBLISH: {
      ...text,
      enum: ['inside', 'apart', 'off'],
      default: 'inside',
      description:
        'who makes snapshots (older name: `EXPORT`). `apart`: the command `sightline publish`, on any machine. `off`: only `sightline snapshot`',
    },
    REPORT_ENGINE: {
      ...text,
      enum: ['duckdb', 'postgres'],
      default: 'duckdb',
      description: '`postgres` runs the same report SQL on the live database, which is slower',
    },
    EXPORTS_MB: {
      ...integer(1, 1e9),
      default: 2048,
      description: 'space for exported files of one organisation',
    },
    EXPORTS_TOTAL_MB: { ...integer(1, 1e9), default: 16_384, description: 'space for all exported files' },
    PINS_MB: { ...integer(1, 1e9), default: 4096, description: 'space for pins of one organisation' },
    PINS_TOTAL_MB: { ...integer(1, 1e9), default: 32_768, description: 'space for all pins' },
  },
  'Limits and access': {
    RATE_LIMIT_PER_MINUTE: {
      ...integer(0, 1e9),
      default: 300,
      description: 'requests per key or session. 0: no limit',
    },
    RATE_LIMIT_BURST: { ...integer(0, 1e9), default: 60, description: 'how many of them may come at once' },
    RATE_LIMIT_PER_DAY: {
      ...integer(0, 1e9),
      default: 20_000,
      description: 'requests by all keys of an organisation, or by one session. 0: no limit',
    },
    MAX_BODY_BYTES: {
      ...integer(1024, 1e9),
      default: 1_048_576,
      description: 'ingestion has its own limit, 16 MiB',
    },
    REGISTRATION: {
      ...text,
      enum: ['invite', 'open', 'off'],
      default: 'invite',
      description:
        'who may join: `invite`: by invitation; `open`: also with a new organisation; `off`: nobody',
    },
    PLAN_CHANGE: {
      ...text,
      enum: ['operator', 'owner'],
      default: 'operator',
      description: 'who may change a plan: `operator` or `owner`',
    },
    OUTBOUND_ALLOW: {
      ...cidrs,
      description: 'CIDRs that webhooks, platforms and buckets may reach besides public addresses',
    },
  },
  Mail: {
    SMTP_URL: {
      ...text,
      format: 'smtp-url',
      write: 'smtp://user:password@host:587 or smtps://user:password@host:465',
      apart: true,
      description: '`smtp://user:password@host:587` or `smtps://user:password@host:465`',
    },
    MAIL_FROM: {
      ...text,
      format: 'sender',
      write: 'an address, or a name and an address, as Sightline <reports@example.com>',
      apart: true,
      description: 'the sender, as `Sightline <reports@example.com>`. Required with `SMTP_URL`',
    },
    PUBLIC_URL: {
      ...text,
      format: 'public-url',
      write: 'the address at which people reach the server, as https://reports.example',
      description:
        'the address at which people reach the server, with `BASE_PATH`. Links in mails lead there, and the tokens of [agents](agents.md#by-logging-in) are for it. Required with `SMTP_URL`',
    },
    SMTP_TLS: {
      ...text,
      enum: ['required', 'off'],
      default: 'required',
      apart: true,
      description:
        '`off` lets `smtp://` go without STARTTLS. To `localhost` and loopback addresses it always does',
    },
    MAIL_PER_HOUR: {
      ...integer(1, 1e6),
      default: 200,
      description: 'the most mails an hour for one organisation. Links for new passwords do not count',
    },
  },
  'One provider of logins for the whole server': {
    OIDC_ISSUER: {
      ...text,
      format: 'issuer',
      write: 'the issuer as the provider names itself, as https://login.example.com',
      apart: true,
      description: 'the issuer, exactly as the provider names itself, such as `https://login.example.com`',
    },
    OIDC_CLIENT_ID: {
      ...text,
      write: 'what this server is called at the provider',
      apart: true,
      description: 'what this server is called there. Required with `OIDC_ISSUER`',
    },
    OIDC_CLIENT_SECRET: {
      ...text,
      apart: true,
      description: 'its secret. Without one PKCE alone proves who asks',
    },
  },
  'Processes and logs': {
    WORKERS: {
      ...integer(1, 64),
      default: 1,
      description:
        'threads that serve requests on one port. Limits are exact across them; memory and connections are divided',
    },
    JOBS: {
      ...text,
      enum: ['inside', 'apart'],
      default: 'inside',
      description: '`apart`: `sightline work` runs the background jobs',
    },
    MEMORY_LIMIT_MB: {
      ...integer(1, 1e9),
      shown: "the control group's, or the machine's",
      apart: true,
      description: `at least ${leastLimitMb(1)}, with two workers ${leastLimitMb(2)}`,
    },
    REPORT_MEMORY_MB: {
      ...integer(64, 1e6),
      shown: 'from `MEMORY_LIMIT_MB`, at most 1024',
      apart: true,
      description: 'the limit of DuckDB',
    },
    LOG_LEVEL: {
      ...text,
      enum: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      default: 'info',
      description: 'JSON lines on stderr',
    },
    ACCESS_LOG: {
      ...text,
      enum: ['on', 'off'],
      default: 'off',
      apart: true,
      description: '`on`: one line for each request, at any `LOG_LEVEL`',
    },
    SIGHTLINE_API_KEY: { ...text, apart: true, description: 'the key of `sightline mcp`' },
  },
} as const satisfies Record<string, Record<string, Setting>>;

type Groups = typeof GROUPS;
type Merged<T> = (T extends unknown ? (all: T) => void : never) extends (all: infer A) => void ? A : never;
type Table = Merged<Groups[keyof Groups]>;
export type SettingName = keyof Table;

export const SETTINGS = Object.assign({}, ...Object.values(GROUPS)) as Record<SettingName, Setting>;

type ValueOf<S> = S extends { enum: readonly (infer E)[] }
  ? E
  : S extends { type: 'integer' }
    ? number
    : S extends { type: 'array' }
      ? string[]
      : string;
type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<Camel<Rest>>}`
  : Lowercase<Name>;

/** The valid values by their names; undefined: unset, and without a default. */
export type Values = {
  [Name in SettingName]:
    | ValueOf<Table[Name]>
    | (Table[Name] extends { default: unknown } ? never : undefined);
};
/** The values that are taken as they are, by names as `maxBodyBytes`; null: unset. */
export type PlainValues = {
  [Name in SettingName as Table[Name] extends { apart: true } ? never : Camel<Name>]:
    | ValueOf<Table[Name]>
    | (Table[Name] extends { default: unknown } ? never : null);
};

/** The name of a setting as a member of Config. */
export function memberName(name: string): string {
  return name.toLowerCase().replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}
