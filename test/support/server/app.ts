import { argon2Sync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type postgres from 'postgres';
import { type App, createApp } from '../../../src/app/app.ts';
import { readConfig } from '../../../src/base/config.ts';
import { newId, type OrgId } from '../../../src/base/ids.ts';
import { createLog } from '../../../src/base/log.ts';
import { insertOrganisation } from '../../../src/features/accounts/organisation.ts';
import { hashNewPassword } from '../../../src/features/accounts/passwords.ts';
import { insertUser } from '../../../src/features/accounts/users.ts';
import { createApiKey, SCOPES, type Scope } from '../../../src/features/api-keys/api-keys.ts';
import { operator } from '../../../src/features/audit/audit.ts';
import { type BrandWithCompetitors, putBrands } from '../../../src/features/brands/import.ts';
import type { Plan } from '../../../src/features/quotas/quotas.ts';
import type { RunInput } from '../../../src/features/runs/ingest.ts';
import type { Bounds } from '../../../src/snapshots/buckets.ts';
import { type PublishedSnapshot, publishSnapshot } from '../../../src/snapshots/publish/publish.ts';
import { createTestDatabase } from './database.ts';

export interface TestOrganisation {
  id: OrgId;
  email: string;
  password: string;
  /** With both scopes. */
  key: string;
}

/** A real server on a free port over a database and data folder of its own. */
export interface TestApp {
  app: App;
  url: string;
  dataDir: string;
  databaseUrl: string;
  /** Calls the server; a plain object as body is sent as JSON. */
  call(method: string, path: string, options?: CallOptions): Promise<TestAnswer>;
  /** Asks for a report by an organisation's key, of a snapshot if one is said. */
  report(of: { key: string }, name: string, body?: object, snapshot?: string): Promise<TestAnswer>;
  /** One statement as an organisation's own. */
  sql(
    of: Pick<TestOrganisation, 'id'>,
  ): <T extends readonly object[] = postgres.Row[]>(
    text: TemplateStringsArray,
    ...values: postgres.SerializableParameter<number>[]
  ) => Promise<T>;
  /** Makes an organisation with its owner and an API key. */
  organisation(options?: {
    plan?: Plan;
    brands?: BrandWithCompetitors[];
    scopes?: Scope[];
    /** Whether a check of the password costs what it does in a server. */
    isHashedInFull?: boolean;
  }): Promise<TestOrganisation>;
  /** An access token of the organisation's owner. */
  login(organisation: TestOrganisation): Promise<string>;
  ingest(organisation: TestOrganisation, runs: Partial<RunInput>[]): Promise<void>;
  /** Exports what is committed now and waits until the server serves it. */
  publish(bounds?: Bounds): Promise<PublishedSnapshot>;
  /** The same. @returns the id */
  snapshot(): Promise<string>;
  /** Stops the server and starts another on the same database and data folder, at another address. */
  restart(): Promise<void>;
  /** Ends all of it; nothing is left running or on disk. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

interface CallOptions {
  key?: string;
  token?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface TestAnswer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any body
  json: any;
}

/** Servers of one database have the same. */
export const SECRETS = {
  JWT_SECRET: 'a secret of tests that is long enough',
  ENCRYPTION_KEY: 'another secret of tests, long enough',
};

/** The most that a request takes. */
const MOST_RUNS = 1_000;

const PASSWORD = 'a password of tests';
/** At the least cost, for tests log in all the time: 0.1 ms instead of 40. */
const PASSWORD_HASH = cheapHash(PASSWORD);

let made = 0;

/**
 * @param variables configuration beyond the defaults of tests: no rate limits, and snapshots only when
 *   `snapshot` is called.
 */
export async function startTestApp(variables: Record<string, string> = {}): Promise<TestApp> {
  const database = await createTestDatabase();
  // By way of something else, such as a pooler.
  const databaseUrl = variables['DATABASE_URL'] ?? database.url;
  const dataDir = mkdtempSync(join(tmpdir(), 'sightline-app-'));
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    ...SECRETS,
    RATE_LIMIT_PER_MINUTE: '0',
    RATE_LIMIT_PER_DAY: '0',
    SNAPSHOT_INTERVAL_SECONDS: '0',
    LOG_LEVEL: 'silent',
    ...variables,
  });
  const log = createLog(config.logLevel);
  // The server is ready at once.
  await publishSnapshot({ url: databaseUrl, dataDir, keepMinutes: config.snapshotKeepMinutes, log });
  const start = async () => {
    const app = await createApp(config, log);
    const { port } = await app.listen();
    return { app, url: `http://127.0.0.1:${port}${config.basePath}` };
  };

  const call = callerAt(() => testApp.url);
  const testApp: TestApp = {
    ...(await start()),
    dataDir,
    databaseUrl,
    call,
    report({ key }, name, body, snapshot) {
      const headers = snapshot === undefined ? {} : { 'X-Snapshot-Id': snapshot };
      return this.call('POST', `/api/customer/v1/reports/${name}`, { key, body, headers });
    },
    sql:
      ({ id }) =>
      (text, ...values) =>
        testApp.app.services.db.tenant(id, (tx) => tx(text, ...values)),
    async organisation({ plan = 'CUSTOM', brands = [], scopes = [...SCOPES], isHashedInFull = false } = {}) {
      made += 1;
      const email = `owner${made}@customer.example`;
      const passwordHash = isHashedInFull ? await hashNewPassword(PASSWORD) : PASSWORD_HASH;
      const { db } = testApp.app.services;
      const id = newId<OrgId>();
      await db.tenant(id, async (tx) => {
        const ownerId = await insertUser(tx, email, passwordHash);
        await insertOrganisation(tx, id, { name: `Organisation ${made}`, plan });
        await tx`insert into memberships (org_id, user_id, role) values (${id}, ${ownerId}, 'OWNER')`;
      });
      if (brands.length > 0) await putBrands(db, id, brands);
      const { key } = await createApiKey(db, operator(id), { name: 'Test', scopes });
      return { id, email, password: PASSWORD, key };
    },
    async login({ email, password }) {
      const { status, json } = await call('POST', '/api/auth/login', { body: { email, password } });
      if (status !== 200) throw new Error(`login answered ${status}`);
      return json.accessToken;
    },
    async ingest({ key }, runs) {
      for (let at = 0; at < runs.length; at += MOST_RUNS) {
        const body = runs.slice(at, at + MOST_RUNS).map(completeRun);
        const { status, json, text } = await call('POST', '/api/runs', { key, body });
        if (status !== 200 || json.refused > 0)
          throw new Error(`ingestion answered ${status}: ${text.slice(0, 1000)}`);
      }
    },
    async publish(bounds) {
      const result = await publishSnapshot({
        url: databaseUrl,
        dataDir,
        keepMinutes: config.snapshotKeepMinutes,
        bounds,
        log,
        wait: true,
      });
      if (!result) throw new Error('another publisher is at work');
      await until(
        () => testApp.app.services.reports.current()?.id === result.id || config.reportEngine === 'postgres',
      );
      return result;
    },
    snapshot: async () => (await testApp.publish()).id,
    async restart() {
      await testApp.app.close();
      Object.assign(testApp, await start());
    },
    async close() {
      await testApp.app.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
    [Symbol.asyncDispose]: () => testApp.close(),
  };
  return testApp;
}

/** Sends requests to a server. @param url where it is by then */
export function callerAt(url: () => string): TestApp['call'] {
  return async (method, path, { key, token, headers = {}, body } = {}) => {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array || body === undefined;
    const response = await fetch(`${url()}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(key === undefined ? {} : { 'X-API-Key': key }),
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(isRaw ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isRaw ? (body as string) : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson && text ? JSON.parse(text) : undefined,
    };
  };
}

let runs = 0;

/** A run with whatever is not given filled in. */
export function completeRun(run: Partial<RunInput>): RunInput {
  runs += 1;
  return {
    externalId: `run-${runs}`,
    platform: 'CHATGPT',
    queryText: 'Which lamp is best?',
    executedAt: new Date(Date.now() - 60_000).toISOString(),
    answer: 'There are many good lamps.',
    ...run,
  };
}

/** The ids of an organisation's runs, by the ids that they were sent with. */
export async function runIds(
  { app }: TestApp,
  { id: orgId }: TestOrganisation,
): Promise<Map<string, string>> {
  const stored = await app.services.db.tenant(
    orgId,
    (tx) => tx<{ id: string; externalId: string }[]>`
      select id, external_id as "externalId" from runs where org_id = ${orgId}`,
  );
  return new Map(stored.map(({ id, externalId }) => [externalId, id]));
}

/** A machine three times as slow as ours, with other tests beside it, is still right. Less is waited where time is the point. */
const LONGEST_WAIT_MS = 100_000;

/** Waits until a condition holds; fails after the deadline instead of sleeping for luck. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  deadlineMs = LONGEST_WAIT_MS,
): Promise<void> {
  const deadline = Date.now() + deadlineMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('the condition did not come true in time');
    await new Promise((done) => setTimeout(done, 20));
  }
}

/** Waits for a state that may last less than the 20 ms between two looks of `until`: it looks at each turn of the loop. */
export async function untilSeen(condition: () => boolean, deadlineMs = LONGEST_WAIT_MS): Promise<void> {
  const deadline = Date.now() + deadlineMs;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('the condition was not seen in time');
    await setImmediate();
  }
}

/** In the form of `hashNewPassword`. */
function cheapHash(password: string): string {
  const nonce = Buffer.alloc(16);
  const cost = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 };
  const tag = argon2Sync('argon2id', { message: Buffer.from(password), nonce, ...cost });
  const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${salt}$${hash}`;
}
