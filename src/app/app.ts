import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker as WorkerThread } from 'node:worker_threads';
import packageJson from '../../package.json' with { type: 'json' };
import type { Config } from '../base/config.ts';
import { createAccessLog, type Log } from '../base/log.ts';
import { FairLimiter } from '../base/queues/fair-limiter.ts';
import { forRequests, impatient, noticing, openDb } from '../db/client.ts';
import { connectionsOfThread, type Database, openDatabase } from '../db/open.ts';
import { WriteCheck } from '../db/write-check.ts';
import { sweepOwnFolders } from '../features/housekeeping/job.ts';
import { noteMailSender } from '../features/mail/queue.ts';
import { Providers } from '../features/single-sign-on/providers.ts';
import { Auth } from '../server/auth/auth.ts';
import { allocateCounters } from '../server/auth/counters.ts';
import { RateLimits } from '../server/auth/rate-limits.ts';
import { SharedDays } from '../server/auth/shared-days.ts';
import { Dispatcher } from '../server/dispatch/dispatcher.ts';
import type { Services } from '../server/dispatch/services.ts';
import { type Metrics, makeMetrics, openMetrics } from '../server/health/metrics.ts';
import { AccessLog } from '../server/http/access-log.ts';
import { refuseUnusablePorts } from '../server/http/ports.ts';
import { HttpServer } from '../server/http/server.ts';
import type { Runner } from '../server/jobs/runner.ts';
import { type Publisher, publisherSettings, startPublisher } from '../snapshots/publisher/publisher.ts';
import type { Served } from '../snapshots/serve/catalog.ts';
import { handlers, queryFindings } from './handlers.ts';
import { type OpenJobContext, openJobContext } from './job-context.ts';
import { startJobs } from './jobs.ts';
import { tellOfOutdatedAnswers } from './outdated-answers.ts';
import { checkStore } from './store-check.ts';
import { WorkerPool, type WorkerSettings } from './worker-pool.ts';

/** How long the server reports unready before it stops taking connections, so that load balancers notice. */
const UNREADY_MS = 300;
const DRAIN_DEADLINE_MS = 8_000;

export interface App {
  services: Services;
  database: Database;
  /** The port that serves metrics; undefined: none. */
  metricsPort(): number | undefined;
  /** The worker threads, for fault tests; empty when the first thread serves requests. */
  threads(): WorkerThread[];
  /** Takes connections, and starts the publisher and background jobs. @returns the address it listens on */
  listen(): Promise<AddressInfo>;
  /** Whether every thread that serves requests has a snapshot. */
  isServing(): boolean;
  /** Responds to the requests under way, then ends everything it started. */
  close(): Promise<void>;
}

/**
 * Puts the server together. Nothing listens until `listen`.
 * @param onDatabaseMoved called when the embedded database had to take another port: this process can no longer reach
 *   it and must be restarted
 */
export async function createApp(
  config: Config,
  log: Log,
  { onDatabaseMoved = () => {} }: { onDatabaseMoved?: () => void } = {},
): Promise<App> {
  await using opened = new AsyncDisposableStack();
  let workers: WorkerPool | null = null;
  let served: Served | null = null;
  const onServing = (now: Served) => {
    served = now;
    workers?.follow(now);
  };
  const open = () => openDatabase(config, log, { onMoved: onDatabaseMoved });
  let publisher: Publisher | undefined;
  const isHeld = () => config.store !== null && !publisher?.isSettled();
  await checkStore(config, log);
  const jobs = await openJobContext(config, log, open, { onServing, isHeld });
  opened.defer(() => jobs.close());
  const { database } = jobs;
  const limits = allocateCounters();
  const days = new SharedDays(database.db.sql, limits, log);
  opened.defer(() => days.close());
  let isDraining = false;
  let runner: Runner | undefined;
  const { services, close } = openServices(jobs, limits, {
    isDraining: () => isDraining,
    onChange: () => runner?.expect(),
  });
  opened.defer(close);
  const metrics = makeMetrics(config, {
    process: { db: database.db, runner: () => runner, publisher: () => publisher },
    reports: services.reports,
  });
  if (config.workers > 1) workers = new WorkerPool({ config, url: database.url, limits, served }, log);
  const server = workers ?? (await openServer(services, metrics));
  let metricsServer: Awaited<ReturnType<typeof openMetrics>> | undefined;
  let isListening = false;
  const toClose = opened.move();

  return {
    services,
    database,
    threads: () => workers?.threads() ?? [],
    metricsPort: () => metricsServer?.port,
    isServing: () => (workers ? workers.isServing() : services.reports.current() !== null),
    async listen() {
      await refuseUnusablePorts(config);
      await days.join();
      isListening = true;
      const address = await server.listen(config);
      const publishes = config.publish === 'inside' && config.snapshotIntervalSeconds > 0;
      const settings = await publisherSettings(config, database, publishes);
      if (settings) {
        publisher = startPublisher(settings, log);
        toClose.defer(stop(publisher));
      }
      if (config.jobs === 'inside') {
        await noteMailSender(jobs.services);
        runner = startJobs(jobs.services);
        toClose.defer(stop(runner));
      }
      toClose.defer(stop(sweepOwnFolders(jobs.services)));
      toClose.defer(stop(tellOfOutdatedAnswers(database.db, log)));
      if (metrics) {
        const collect = async () => [await metrics.json(), ...((await workers?.metrics()) ?? [])];
        metricsServer = await openMetrics(config, collect, log);
        toClose.defer(stop(metricsServer));
      }
      return address;
    },
    async close() {
      isDraining = true;
      workers?.unready();
      if (isListening) {
        await sleep(UNREADY_MS);
        await server.drain(DRAIN_DEADLINE_MS);
      }
      await toClose.disposeAsync();
    },
  };
}

/** One of several threads that serve requests. The first thread then serves none and does the one-time work. */
export interface ServingWorker {
  services: Services;
  metrics: Metrics | null;
  listen(port: number): Promise<AddressInfo>;
  unready(): void;
  /**
   * Stops listening, then responds to the requests under way and ends everything it started.
   * @param whenStopped called when this worker no longer listens; resolves when no worker listens, with the time
   *   left, ms
   */
  close(whenStopped: () => Promise<number>): Promise<void>;
}

/** Opens what a worker needs. Nothing listens until `listen`. @param lead what the first thread serves now */
export async function openWorker(
  { config, url, limits }: WorkerSettings,
  lead: () => Served | null,
  log: Log,
): Promise<ServingWorker> {
  await using opened = new AsyncDisposableStack();
  const open = async () => {
    const db = await openDb(url, connectionsOfThread(config.workers));
    return { url, db, isEmbedded: false, close: () => db.close() };
  };
  const jobs = await openJobContext(config, log, open, { lead });
  opened.defer(() => jobs.close());
  let isDraining = false;
  // Only the first thread runs jobs; they look for work at least once a second.
  const { services, close } = openServices(jobs, limits, {
    isDraining: () => isDraining,
    onChange: () => {},
  });
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

/** Half the connections to Postgres: the other half is for quick requests. */
const INGESTIONS = {
  size: 4,
  maxWaitMs: 5_000,
  firstGuessMs: 100,
  message: 'Too many runs are being ingested. Try again shortly.',
  isShared: true,
};

/**
 * The services of handlers: the job context, and the parts that serve requests. @param limits memory that all threads
 * share
 */
function openServices(
  { database, services: { config, log, ...jobServices } }: OpenJobContext,
  limits: SharedArrayBuffer,
  { isDraining, onChange }: Pick<Services, 'isDraining' | 'onChange'>,
): { services: Services; close(): Promise<void> } {
  const writes = new WriteCheck(database.db, log);
  const noticed = noticing(database.db, (error) => writes.note(error));
  const db = forRequests(noticed);
  const auth = new Auth(db, config.jwtSecret, log);
  const providers = new Providers(jobServices.outbound);
  const services: Services = {
    ...jobServices,
    config,
    log,
    version: packageJson.version,
    db,
    writes,
    ingestion: jobServices.ingestion.over(impatient(noticed)),
    auth,
    providers,
    limits: new RateLimits(rateOf(config), config.rateLimitPerDay, limits, {
      sql: db.sql,
      secret: config.jwtSecret,
    }),
    ingestions: new FairLimiter(INGESTIONS),
    isDraining,
    onChange,
  };
  const close = () => {
    providers.close();
    return auth.close();
  };
  return { services, close };
}

function rateOf({ rateLimitPerMinute, rateLimitBurst }: Config) {
  return { perMinute: rateLimitPerMinute, burst: rateLimitBurst };
}

async function openServer(services: Services, metrics: Metrics | null): Promise<HttpServer> {
  const { log, config } = services;
  const dispatcher = await Dispatcher.open(services, handlers, queryFindings);
  return new HttpServer({
    dispatcher,
    log,
    accessLog: config.accessLog ? new AccessLog(createAccessLog()) : null,
    basePath: config.basePath,
    trustProxy: config.trustProxy,
    corsOrigins: config.corsOrigins,
    responsesBytes: Math.floor((config.memory.answersMb << 20) / config.workers),
    bodiesBytes: Math.floor((config.memory.bodiesMb << 20) / config.workers),
    metrics,
  });
}

/** For AsyncDisposableStack.defer. */
function stop(part: { stop(): Promise<void> }): () => Promise<void> {
  return () => part.stop();
}
