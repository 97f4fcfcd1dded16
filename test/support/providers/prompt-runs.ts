import assert from 'node:assert/strict';
import type { Tx } from '../../../src/db/client.ts';
import { dispatchQueue } from '../../../src/features/prompt-runs/job.ts';
import type { ApiPlatform } from '../../../src/platforms/apis.ts';
import type { Platform } from '../../../src/platforms/names.ts';
import type { PlatformAnswer } from '../../../src/platforms/types.ts';
import { type Caller, callerWith } from '../callers/caller.ts';
import { partition } from '../partition.ts';
import { startTestApp, type TestApp, type TestOrganisation, until } from '../server/app.ts';
import { type Program, startProgram } from '../server/programs.ts';
import { type PlatformServer, startPlatformServer } from './platform-server.ts';

export const PLATFORMS: ApiPlatform[] = [
  'CHATGPT',
  'CLAUDE',
  'DEEPSEEK',
  'GEMINI',
  'GROK',
  'LLAMA',
  'MISTRAL',
  'PERPLEXITY',
];

// biome-ignore lint/suspicious/noExplicitAny: a body of the contract, looked into at will
type Json = any;

/** A server that runs prompts on platforms of the test's own. */
export interface PromptWorld {
  app: TestApp;
  server: PlatformServer;
  close(): Promise<void>;
}

/** @param variables such as JOBS, which is apart by default: then `work` alone runs prompts. */
export async function startPromptWorld(variables: Record<string, string> = {}): Promise<PromptWorld> {
  const server = await startPlatformServer();
  const app = await startTestApp({ OUTBOUND_ALLOW: '127.0.0.0/8', JOBS: 'apart', ...variables });
  return {
    app,
    server,
    async close() {
      await app.close();
      await server.close();
    },
  };
}

/** A process that works on what is due in the database of a world, as an operator starts it. */
export function startWorker({ app }: PromptWorld): Program {
  return startProgram('src/cli.ts', ['work'], {
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.dataDir,
    ENCRYPTION_KEY: 'another secret of tests, long enough',
    OUTBOUND_ALLOW: '127.0.0.0/8',
  });
}

/** An organisation with the brand Lumenfold, its rival Gleamwell, and integrations. */
export interface PromptOrganisation {
  org: TestOrganisation;
  call: Caller;
  brandId: string;
  /** Makes a query. */
  query(queryText: string, options?: object): Promise<Json>;
  /** Runs a query and says which run it is. */
  run(queryId: string): Promise<string>;
  /** A run with its evidence. */
  evidence(runId: string): Promise<Json>;
  /** Works on what is due on a platform as a worker would. */
  work(platform?: Platform): Promise<number>;
  /** A statement bound to the organisation. */
  sql<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Makes what waits for a next attempt due now, and pauses over. */
  skipWaiting(): Promise<void>;
}

export async function promptOrganisation(
  { app, server }: PromptWorld,
  {
    platforms = ['CHATGPT'],
    config = {},
  }: { platforms?: readonly ApiPlatform[]; config?: Record<string, unknown> } = {},
): Promise<PromptOrganisation> {
  const org = await app.organisation({
    brands: [{ name: 'Lumenfold', competitors: [{ name: 'Gleamwell' }] }],
  });
  const call = callerWith(app, await app.login(org));
  const must = async (status: number, ...args: Parameters<Caller>): Promise<Json> => {
    const answer = await call(...args);
    assert.equal(answer.status, status, answer.text);
    return answer.json;
  };
  for (const type of platforms) {
    const access = { apiKey: 'sk-an-invented-key-9f2c', baseUrl: server.baseUrl(type), ...config };
    await must(201, 'createIntegration', { body: { type, config: access } });
  }
  const brandId = (await must(200, 'listBrands')).data[0].id;
  const { db, secretBox, ingestion, platforms: asker } = app.app.services;
  const organisation: PromptOrganisation = {
    org,
    call,
    brandId,
    query: (queryText, options = {}) =>
      must(201, 'createQuery', { body: { brandId, queryText, platform: 'CHATGPT', ...options } }),
    run: async (queryId) => (await must(201, 'runQuery', { ids: [queryId] })).id,
    evidence: (runId) => must(200, 'getRun', { ids: [runId] }),
    work: (platform = 'CHATGPT') =>
      dispatchQueue({ db, secretBox, platforms: asker, ingestion }, partition(org.id, platform)),
    sql: (work) => db.tenant(org.id, work),
    skipWaiting: () =>
      organisation.sql(async (tx) => {
        await tx`update runs set due_at = now() where org_id = ${org.id} and due_at is not null`;
        await tx`update trial_runs set due_at = now() where org_id = ${org.id} and due_at is not null`;
        await tx`update platform_lanes set paused_until = now() where org_id = ${org.id}`;
      }),
  };
  return organisation;
}

/** Waits until a run has ended. @returns its evidence */
export async function ended({ evidence }: PromptOrganisation, runId: string): Promise<Json> {
  let run: Json;
  await until(async () => {
    run = await evidence(runId);
    return ['COMPLETED', 'FAILED', 'NOT_SHOWN'].includes(run.state);
  });
  return run;
}

/** What a platform answers, where a test says no more of it. */
export function platformAnswer(answer: Partial<PlatformAnswer>): PlatformAnswer {
  return {
    text: 'Lumenfold.',
    citations: [],
    model: 'gpt-5',
    readSources: [],
    leftOut: [],
    surface: 'API',
    ...{ searched: false, searchCount: 0, searchQueries: null, countryApplied: null },
    latencyMs: 1.5,
    inputTokens: null,
    outputTokens: null,
    costMicros: 1_000,
    ...answer,
  };
}
