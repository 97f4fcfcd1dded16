import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import packageJson from '../../package.json' with { type: 'json' };
import { Auth } from '../auth/auth.ts';
import { keepLimits } from '../auth/rate-file.ts';
import { RateLimits } from '../auth/rate-limits.ts';
import { ConcurrencyLimiter } from '../base/concurrency-limiter.ts';
import type { Config } from '../base/config.ts';
import type { Log } from '../base/log.ts';
import { createDispatcher } from '../contract/dispatcher.ts';
import type { Services } from '../contract/services.ts';
import { forRequests, openDb } from '../db/client.ts';
import { connectionsOfThread, type Database } from '../db/open.ts';
import { WriteCheck } from '../db/write-check.ts';
import { handlers } from '../handlers/handlers.ts';
import { createHttpServer, type HttpServer } from '../http/server.ts';
import { startJobs } from '../jobs/list.ts';
import type { Runner } from '../jobs/runner.ts';
import { type Metrics, makeMetrics, openMetrics } from '../metrics.ts';
import type { Served } from '../snapshots/catalog.ts';
import { type Publisher, startPublisher } from '../snapshots/publisher.ts';
import { type OpenJobContext, openJobContext } from './job-context.ts';
import { WorkerPool, type WorkerSettings } from './worker-pool.ts';

/** How long load balancers get to see that we are not ready, before we stop taking connections. */
const UNREADY_MS = 300;
const DRAIN_DEADLINE_MS = 8_000;

export interface App {
  services: Services;
  database: Database;
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
  let threads: WorkerPool | undefined;
  let served: Served | null = null;
  const onServing = (now: Served) => {
    served = now;
    threads?.follow(now);
  };
  const work = await openJobContext(config, log, { onServing });
  opened.defer(() => work.close());
  const { database } = work;
  const { memory: limits, close: closeLimits } = await keepLimits(config.dataDir, log);
  opened.defer(closeLimits);
  let isDraining = false;
  const { services, close } = openServices(work, limits, () => isDraining);
  opened.defer(close);
  let runner: Runner | undefined;
  const metrics = makeMetrics(config, {
    process: { db: database.db, runner: () => runner, exporter: () => exporter },
    reports: services.reports,
  });
  let server: HttpServer | undefined;
  if (config.workers === 1) server = await openServer(services, metrics);
  else threads = new WorkerPool({ config, url: database.url, limits, served }, log);
  let exporter: Publisher | undefined;
  let metricsServer: Awaited<ReturnType<typeof openMetrics>> | undefined;
  let isListening = false;
  const toClose = opened.move();

  return {
    services,
    database,
    threads: () => threads?.workers() ?? [],
    metricsPort: () => metricsServer?.port,
    isServing: () => (threads ? threads.isServing() : services.reports.current() !== null),
    async listen() {
      isListening = true;
      const address = (await server?.listen(config)) ?? (await threads?.listen());
      if (config.snapshotIntervalSeconds > 0) {
        exporter = startPublisher(
          {
            url: database.url,
            dataDir: config.dataDir,
            keepMinutes: config.snapshotKeepMinutes,
            memoryMb: config.memory.publisherMb,
            intervalSeconds: config.snapshotIntervalSeconds,
            logLevel: config.logLevel,
          },
          log,
        );
        toClose.defer(stop(exporter));
      }
      if (config.jobs === 'inside') {
        runner = startJobs(work.services);
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
export interface ServingWorker {
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
export async function openWorker(
  { config, url, limits }: WorkerSettings,
  lead: () => Served | null,
  log: Log,
): Promise<ServingWorker> {
  await using opened = new AsyncDisposableStack();
  const work = await openJobContext(config, log, { lead }, async () => {
    const db = await openDb(url, connectionsOfThread(config.workers));
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
/** Half the connections to Postgres: the rest is for what is quick. */
const INGESTIONS = {
  size: 4,
  maxWaitMs: 5_000,
  firstGuessMs: 100,
  message: 'Too many runs are being ingested. Try again shortly.',
  isShared: true,
};

function openServices(
  { database, services: { config, log, ...work } }: OpenJobContext,
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
    writes: new WriteCheck(db, log),
    auth,
    limits: new RateLimits(
      { perMinute: config.rateLimitPerMinute, burst: config.rateLimitBurst },
      config.rateLimitPerDay,
      limits,
    ),
    ingestions: new ConcurrencyLimiter(INGESTIONS),
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
    answersBytes: Math.floor((config.memory.answersMb << 20) / config.workers),
    bodiesBytes: Math.floor((config.memory.bodiesMb << 20) / config.workers),
    metrics,
  });
}

/** How a part that runs until it is stopped is closed. */
function stop(part: { stop(): Promise<void> }): () => Promise<void> {
  return () => part.stop();
}
