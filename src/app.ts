import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import packageJson from '../package.json' with { type: 'json' };
import { Catalog, type CatalogLinks, type Served } from './analytics/catalog.ts';
import { Engine, statementsAtOnce } from './analytics/engine.ts';
import { ReportFiles } from './analytics/report-files.ts';
import { CACHE_BYTES, LiveReports, type Reports, SnapshotReports } from './analytics/reports.ts';
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
import { createHttpServer, type HttpServer } from './http.ts';
import { type JobServices, startJobs } from './jobs/index.ts';
import type { Runner } from './jobs/runner.ts';
import { type Supervised, superviseExporter } from './jobs/supervise.ts';
import { limitsMemory, RateLimits } from './limits.ts';
import type { Log } from './log.ts';
import { type MetricObject, type MetricSources, Metrics, serveMetrics } from './metrics.ts';
import { migrate } from './migrate.ts';
import { Outbound } from './outbound.ts';
import { Platforms } from './platforms/index.ts';
import type { Services } from './services.ts';
import { type ThreadOrders, Threads } from './threads.ts';
import { Vault } from './vault.ts';

/** How long load balancers get to see that we are not ready, before we stop taking connections. */
const UNREADY_MS = 300;
const DRAIN_DEADLINE_MS = 8_000;
/** To Postgres, for the requests of all threads; of one thread at least so many. */
const CONNECTIONS = 8;
const LEAST_CONNECTIONS = 3;

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
    const db = await openDb(url, CONNECTIONS);
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

/**
 * Reports by the configured engine. Of several threads each has an engine and a cache of its own, and a part of
 * their memory; the first thread has an engine too, for exports and alerts.
 */
export async function openReports(
  config: Config,
  db: Db,
  log: Log,
  links: CatalogLinks = {},
): Promise<{ reports: Reports; reportFiles: ReportFiles | null; close(): Promise<void> }> {
  if (config.reportEngine === 'postgres')
    return { reports: new LiveReports(db), reportFiles: null, close: async () => {} };
  const { dataDir, workers } = config;
  const memoryMb = Math.ceil(config.reportMemoryMb / (workers === 1 ? 1 : workers + 1));
  const engine = await Engine.open(dataDir, memoryMb, exportsFolder(dataDir), statementsAtOnce(workers));
  const catalog = new Catalog(engine, { dataDir, keepMinutes: config.snapshotKeepMinutes, log, ...links });
  await catalog.start();
  return {
    reports: new SnapshotReports(engine, catalog, CACHE_BYTES / workers),
    reportFiles: new ReportFiles(engine, catalog),
    async close() {
      await catalog.close();
      engine.close();
    },
  };
}

/** Ingestion with its extraction threads, the part of one of so many workers. */
export function openIngestion(db: Db, workers = 1): { ingestion: Ingestion; close(): Promise<void> } {
  const pool = createExtractionPool({ share: 1 / workers });
  return { ingestion: new Ingestion(db, pool, createRunCheck()), close: () => pool.close() };
}

/** Where work that runs by itself is done: in the server, or by `cli work`. */
export interface Workplace {
  database: Database;
  services: JobServices;
  close(): Promise<void>;
}

/** Opens what such work needs. @param open where the database is open already, a client of it */
export async function openWork(
  config: Config,
  log: Log,
  links: CatalogLinks = {},
  open = () => openDatabase(config, log),
): Promise<Workplace> {
  // What was opened is closed in the opposite order, also when a later step of the start fails.
  await using opened = new AsyncDisposableStack();
  const database = await open();
  opened.defer(() => database.close());
  const { db } = database;
  const {
    reports,
    reportFiles,
    close: closeReports,
  } = await openReports(config, forRequests(db), log, links);
  opened.defer(closeReports);
  const { ingestion, close: closeIngestion } = openIngestion(db, config.workers);
  opened.defer(closeIngestion);
  const vault = new Vault(config.encryptionKey);
  const outbound = new Outbound(config.outboundAllow);
  const platforms = new Platforms(outbound);
  opened.defer(() => platforms.close());
  const toClose = opened.move();
  return {
    database,
    services: { config, log, db, vault, outbound, platforms, ingestion, reports, reportFiles },
    close: () => toClose.disposeAsync(),
  };
}

/** null where nobody may ask for them: then nothing is counted. */
export function makeMetrics({ metricsPort }: Config, sources: MetricSources): Metrics | null {
  return metricsPort === null ? null : new Metrics(sources);
}

/** Serves metrics on the port that the configuration has for them. @param collect what each thread has counted */
export async function openMetrics(
  { host, metricsPort }: Config,
  collect: () => Promise<MetricObject[][]>,
  log: Log,
): ReturnType<typeof serveMetrics> {
  const served = await serveMetrics({ host, port: metricsPort ?? 0 }, collect);
  log.info({ port: served.port }, 'metrics at /metrics');
  return served;
}

export interface App {
  services: Services;
  database: Database;
  /** Process id of the exporter, for operators and fault tests. */
  exporterPid(): number | undefined;
  /** Where metrics are served, if they are. */
  metricsPort(): number | undefined;
  /** The threads that serve requests, for fault tests; none where this one does. */
  threads(): Worker[];
  /** Takes connections and starts the exporter. @returns the address it listens on. */
  listen(): Promise<AddressInfo>;
  /** Whether there is a snapshot, in all threads. */
  isServing(): boolean;
  /** Answers what is under way, then ends everything it started. */
  close(): Promise<void>;
}

/** Puts the server together. Nothing listens until `listen`. */
export async function createApp(config: Config, log: Log): Promise<App> {
  await using opened = new AsyncDisposableStack();
  let threads: Threads | undefined;
  let served: Served | null = null;
  const onServing = (now: Served) => {
    served = now;
    threads?.follow(now);
  };
  const work = await openWork(config, log, { onServing });
  opened.defer(() => work.close());
  const { database } = work;
  const limits = limitsMemory();
  let isDraining = false;
  const { services, close } = openServices(work, limits, () => isDraining);
  opened.defer(close);
  let runner: Runner | undefined;
  const metrics = makeMetrics(config, {
    process: { db: database.db, runner: () => runner },
    reports: services.reports,
  });
  let server: HttpServer | undefined;
  if (config.workers === 1) server = await openServer(services, metrics);
  else threads = new Threads({ config, url: database.url, limits, served }, log);
  let exporter: Supervised | undefined;
  let metricsServer: Awaited<ReturnType<typeof openMetrics>> | undefined;
  let isListening = false;
  const toClose = opened.move();

  return {
    services,
    database,
    exporterPid: () => exporter?.pid(),
    threads: () => threads?.workers() ?? [],
    metricsPort: () => metricsServer?.port,
    isServing: () => (threads ? threads.isServing() : services.reports.current() !== null),
    async listen() {
      isListening = true;
      const address = (await server?.listen(config)) ?? (await threads?.listen());
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
      if (config.jobs === 'inside') {
        runner = startJobs(database.url, work.services);
        toClose.defer(stop(runner));
      }
      if (metrics) {
        const collect = async () => [await metrics.json(), ...((await threads?.metrics()) ?? [])];
        metricsServer = await openMetrics(config, collect, log);
        toClose.defer(stop(metricsServer));
      }
      return address as AddressInfo;
    },
    async close() {
      isDraining = true;
      threads?.unready();
      if (isListening) {
        await sleep(UNREADY_MS);
        await server?.drain(DRAIN_DEADLINE_MS);
        await threads?.drain(DRAIN_DEADLINE_MS);
      }
      await toClose.disposeAsync();
    },
  };
}

/** One of the threads that serve requests where there are several; the first thread does what is done once. */
export interface ServingThread {
  services: Services;
  metrics: Metrics | null;
  listen(port: number): Promise<AddressInfo>;
  unready(): void;
  /**
   * Stops listening, then answers what is under way and ends everything it started.
   * @param whenStopped told when it does not listen any more; gives the time left when no other thread does.
   */
  close(whenStopped: () => Promise<number>): Promise<void>;
}

/** Opens what a thread needs; nothing listens until `listen`. @param lead what the first thread serves now */
export async function openThread(
  { config, url, limits }: ThreadOrders,
  lead: () => Served | null,
  log: Log,
): Promise<ServingThread> {
  await using opened = new AsyncDisposableStack();
  const work = await openWork(config, log, { lead }, async () => {
    const db = await openDb(url, Math.max(LEAST_CONNECTIONS, Math.ceil(CONNECTIONS / config.workers)));
    return { url, db, isEmbedded: false, close: () => db.close() };
  });
  opened.defer(() => work.close());
  let isDraining = false;
  const { services, close } = openServices(work, limits, () => isDraining);
  opened.defer(close);
  const metrics = makeMetrics(config, { reports: services.reports });
  const server = await openServer(services, metrics);
  const toClose = opened.move();
  return {
    services,
    metrics,
    listen: (port) => server.listen({ port, host: config.host, reusePort: true }),
    unready() {
      isDraining = true;
    },
    async close(whenStopped) {
      isDraining = true;
      await server.drain(DRAIN_DEADLINE_MS, whenStopped);
      await toClose.disposeAsync();
    },
  };
}

/** What handlers work with. @param limits the memory of the rate limits, which threads share */
function openServices(
  { database, services: { config, log, ...work } }: Workplace,
  limits: SharedArrayBuffer,
  isDraining: () => boolean,
): { services: Services; close(): Promise<void> } {
  const db = forRequests(database.db);
  const auth = new Auth(db, config.jwtSecret, log);
  const services: Services = {
    ...work,
    config,
    log,
    version: packageJson.version,
    db,
    auth,
    limits: new RateLimits(
      { perMinute: config.rateLimitPerMinute, burst: config.rateLimitBurst },
      config.rateLimitPerDay,
      limits,
    ),
    isDraining,
  };
  return { services, close: () => auth.close() };
}

async function openServer(services: Services, metrics: Metrics | null): Promise<HttpServer> {
  const { log, config } = services;
  const dispatcher = await createDispatcher(services, handlers);
  return createHttpServer({
    dispatcher,
    log,
    trustProxy: config.trustProxy,
    corsOrigins: config.corsOrigins,
    metrics,
  });
}

/** How a part that runs until it is stopped is closed. */
function stop(part: { stop(): Promise<void> }): () => Promise<void> {
  return () => part.stop();
}
