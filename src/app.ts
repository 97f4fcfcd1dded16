import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import packageJson from '../package.json' with { type: 'json' };
import { Catalog } from './analytics/catalog.ts';
import { Engine } from './analytics/engine.ts';
import { ReportFiles } from './analytics/report-files.ts';
import { LiveReports, type Reports, SnapshotReports } from './analytics/reports.ts';
import { Auth } from './auth.ts';
import type { Config } from './config.ts';
import { createDispatcher } from './contract/dispatch.ts';
import { createRunCheck } from './contract/run-schema.ts';
import { type Db, forRequests, openDb } from './db.ts';
import { exportsFolder } from './domain/export-files.ts';
import { Ingestion } from './domain/runs.ts';
import { useEmbeddedPostgres } from './embedded.ts';
import { createExtractionPool } from './extraction/pool.ts';
import { handlers } from './handlers/index.ts';
import { createHttpServer } from './http.ts';
import { makeExports } from './jobs/exports.ts';
import { startJobs } from './jobs/index.ts';
import { type Supervised, superviseExporter } from './jobs/supervise.ts';
import { RateLimits } from './limits.ts';
import type { Log } from './log.ts';
import { migrate } from './migrate.ts';
import { Outbound } from './outbound.ts';
import type { Services } from './services.ts';
import { Vault } from './vault.ts';

/** How long load balancers get to see that we are not ready, before we stop taking connections. */
const UNREADY_MS = 300;
const DRAIN_DEADLINE_MS = 8_000;

/** Postgres with the program's access to it: the embedded one or that of DATABASE_URL, migrated. */
export interface Database {
  url: string;
  db: Db;
  isEmbedded: boolean;
  close(): Promise<void>;
}

export async function openDatabase(config: Config, log: Log): Promise<Database> {
  const embedded = config.databaseUrl === null ? await useEmbeddedPostgres(config.dataDir, log) : null;
  const url = embedded?.url ?? (config.databaseUrl as string);
  try {
    await migrate(url, log);
    const db = await openDb(url);
    return {
      url,
      db,
      isEmbedded: embedded !== null,
      async close() {
        await db.close();
        await embedded?.release();
      },
    };
  } catch (error) {
    await embedded?.release();
    throw error;
  }
}

/** Reports by the configured engine. */
export async function openReports(
  config: Config,
  db: Db,
  log: Log,
): Promise<{ reports: Reports; reportFiles: ReportFiles | null; close(): Promise<void> }> {
  if (config.reportEngine === 'postgres')
    return { reports: new LiveReports(db), reportFiles: null, close: async () => {} };
  const engine = await Engine.open(config.dataDir, config.reportMemoryMb, exportsFolder(config.dataDir));
  const catalog = new Catalog(engine, {
    dataDir: config.dataDir,
    keepMinutes: config.snapshotKeepMinutes,
    log,
  });
  await catalog.start();
  return {
    reports: new SnapshotReports(engine, catalog),
    reportFiles: new ReportFiles(engine, catalog),
    async close() {
      await catalog.close();
      engine.close();
    },
  };
}

/** Ingestion with its extraction threads. */
export function openIngestion(db: Db): { ingestion: Ingestion; close(): Promise<void> } {
  const pool = createExtractionPool();
  return { ingestion: new Ingestion(db, pool, createRunCheck()), close: () => pool.close() };
}

export interface App {
  services: Services;
  database: Database;
  /** Process id of the exporter, for operators and fault tests. */
  exporterPid(): number | undefined;
  /** Takes connections and starts the exporter. @returns the address it listens on. */
  listen(): Promise<AddressInfo>;
  /** Answers what is under way, then ends everything it started. */
  close(): Promise<void>;
}

/** Puts the server together. Nothing listens until `listen`. */
export async function createApp(config: Config, log: Log): Promise<App> {
  // What was opened is closed in the opposite order, also when a later step of the start fails.
  await using opened = new AsyncDisposableStack();
  const database = await openDatabase(config, log);
  opened.defer(() => database.close());
  const { db } = database;
  const requestDb = forRequests(db);
  const { reports, reportFiles, close: closeReports } = await openReports(config, requestDb, log);
  opened.defer(closeReports);
  const { ingestion, close: closeIngestion } = openIngestion(db);
  opened.defer(closeIngestion);
  const auth = new Auth(requestDb, config.jwtSecret, log);
  opened.defer(() => auth.close());
  const limits = new RateLimits(
    { perMinute: config.rateLimitPerMinute, burst: config.rateLimitBurst },
    config.rateLimitPerDay,
  );
  let isDraining = false;
  const services: Services = {
    config,
    version: packageJson.version,
    log,
    db: requestDb,
    auth,
    limits,
    vault: new Vault(config.encryptionKey),
    outbound: new Outbound(config.outboundAllow),
    ingestion,
    reports,
    reportFiles,
    isDraining: () => isDraining,
  };
  const dispatcher = await createDispatcher(services, handlers);
  const { server, drain } = createHttpServer({
    dispatcher,
    log,
    trustProxy: config.trustProxy,
    corsOrigins: config.corsOrigins,
  });
  let exporter: Supervised | undefined;
  const toClose = opened.move();

  return {
    services,
    database,
    exporterPid: () => exporter?.pid(),
    async listen() {
      await new Promise<void>((done, failed) => {
        server.once('error', failed);
        server.listen(config.port, config.host, done);
      });
      exporter = superviseExporter(
        {
          url: database.url,
          dataDir: config.dataDir,
          keepMinutes: config.snapshotKeepMinutes,
          intervalSeconds: config.snapshotIntervalSeconds,
          logLevel: config.logLevel,
        },
        log,
      );
      toClose.defer(stop(exporter));
      toClose.defer(stop(makeExports({ ...services, db }, log)));
      if (config.jobs === 'inside') toClose.defer(stop(startJobs(database.url, { ...services, db })));
      return server.address() as AddressInfo;
    },
    async close() {
      isDraining = true;
      if (server.listening) {
        await sleep(UNREADY_MS);
        await drain(DRAIN_DEADLINE_MS);
      }
      await toClose.disposeAsync();
    },
  };
}

/** How a part that runs until it is stopped is closed. */
function stop(part: { stop(): Promise<void> }): () => Promise<void> {
  return () => part.stop();
}
