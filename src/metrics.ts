import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Config } from './base/config.ts';
import type { Log } from './base/log.ts';
import { type Db, promptly } from './db/client.ts';
import type { Runner } from './jobs/runner.ts';
import type { Reports } from './reports/reports.ts';
import { expectedInterval, snapshotFailure } from './snapshots/freshness.ts';
import type { Publisher } from './snapshots/publishing/publisher.ts';

/** Upper bounds, in seconds, from a cached report to the deadline of a report. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];
/** Values that Postgres does not give within this are left out, so that a scrape always ends. */
const DEADLINE_MS = 1_000;
const PREFIX = 'sightline_';

/** A metric with its values as prom-client gives it in JSON: plain data, which can be sent to other threads. */
export interface MetricObject {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram' | 'summary';
  aggregator: string;
  values: { metricName?: string; value: number; labels: Record<string, string | number> }[];
}

/** Where values are read at a scrape; a source that is missing has no metrics. */
export interface MetricSources {
  /** For one thread of a process only: metrics of the process and of the database are reported once. */
  process?: { db: Db; runner?: () => Runner | undefined; publisher?: () => Publisher | undefined };
  reports: Pick<Reports, 'current' | 'load'>;
  snapshotIntervalSeconds: number;
}

/** The responses of one operation. */
interface OperationCounts {
  /** Responses by status. */
  statuses: Map<number, number>;
  /** Responses by duration: a count for each of DURATION_BUCKETS alone, not cumulative, and one for all longer ones. */
  durations: Float64Array;
  /** Of all durations together. */
  seconds: number;
}

/** The metrics of one thread. Labels are names of the contract, never an id, a name or a path of a customer. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #operations = new Map<string, OperationCounts>();
  #readJobs = async () => {};

  constructor({ process, reports, snapshotIntervalSeconds }: MetricSources) {
    this.#addReports(reports, snapshotIntervalSeconds);
    if (process) {
      collectDefaultMetrics({ register: this.#registry });
      this.#addSnapshots(reports, process.publisher);
      this.#addPostgres(process.db);
      if (process.runner) this.#addJobs(process.runner);
    }
  }

  /**
   * Counts a response. prom-client's own counter and histogram take 0.5 µs for it, because they sort and join the
   * labels at each call; this takes 0.02 µs.
   * @param operation the operationId; undefined where the request has none
   * @param seconds from the head of the request to the head of the response
   */
  countResponse(operation = 'none', status: number, seconds: number): void {
    let counts = this.#operations.get(operation);
    if (!counts) {
      const durations = new Float64Array(DURATION_BUCKETS.length + 1);
      counts = { statuses: new Map(), durations, seconds: 0 };
      this.#operations.set(operation, counts);
    }
    counts.statuses.set(status, (counts.statuses.get(status) ?? 0) + 1);
    counts.seconds += seconds;
    let at = 0;
    while (seconds > (DURATION_BUCKETS[at] ?? Number.POSITIVE_INFINITY)) at += 1;
    counts.durations[at]! += 1;
  }

  /** All metrics with their values now. */
  async json(): Promise<MetricObject[]> {
    // Read first, because several metrics are made from one reading.
    await this.#readJobs();
    const registered = (await this.#registry.getMetricsAsJSON()) as unknown as MetricObject[];
    return [...registered, this.#requests(), this.#durations()];
  }

  #requests(): MetricObject {
    const values = [...this.#operations].flatMap(([operation, { statuses }]) =>
      [...statuses].map(([status, value]) => ({ value, labels: { operation, status } })),
    );
    const help = 'Requests answered, by operationId (none: it was not found) and status; 429 is a limit.';
    return { name: `${PREFIX}http_requests_total`, help, type: 'counter', aggregator: 'sum', values };
  }

  #durations(): MetricObject {
    const name = `${PREFIX}http_request_duration_seconds`;
    const values = [...this.#operations].flatMap(([operation, { durations, seconds }]) => {
      let count = 0;
      const buckets = [...durations].map((more, at) => {
        count += more;
        const le = DURATION_BUCKETS[at] ?? '+Inf';
        return { metricName: `${name}_bucket`, value: count, labels: { le, operation } };
      });
      const labels = { operation };
      return [
        ...buckets,
        { metricName: `${name}_sum`, value: seconds, labels },
        { metricName: `${name}_count`, value: count, labels },
      ];
    });
    const help = 'From the head of a request to the head of its answer.';
    return { name, help, type: 'histogram', aggregator: 'sum', values };
  }

  #addReports(reports: MetricSources['reports'], intervalSeconds: number): void {
    const load = () => reports.load();
    this.#gauge(
      'snapshot_age_seconds',
      'Since the data of the served snapshot was complete.',
      () => {
        const current = reports.current();
        return current ? (Date.now() - current.asOf.getTime()) / 1000 : null;
      },
      'max',
    );
    this.#gauge(
      'snapshot_failing',
      '1 when the served snapshot is too old or not the newest, or there is none: an alarm.',
      () => (snapshotFailure(reports.current(), intervalSeconds) === null ? 0 : 1),
      'max',
    );
    if (!load()) return;
    this.#count('rendered_hits_total', 'Reports answered from memory.', () => load()?.cache.hits);
    this.#count('rendered_misses_total', 'Reports that had to be made.', () => load()?.cache.misses);
    this.#gauge('rendered_bytes', 'Rendered reports kept in memory.', () => load()?.cache.bytes);
    this.#gauge('engine_waiting', 'Statements that wait for a connection of DuckDB.', () => load()?.waiting);
    this.#count('engine_refusals_total', 'Statements refused: too many waited.', () => load()?.refused);
  }

  #addSnapshots(
    reports: MetricSources['reports'],
    publisher: (() => Publisher | undefined) | undefined,
  ): void {
    if (reports.load())
      this.#count(
        'snapshot_refusals_total',
        'Snapshots that were found damaged.',
        () => reports.load()?.snapshotRefusals,
      );
    if (publisher)
      this.#count(
        'exporter_ends_total',
        'Times that the publisher failed, or was killed because it hung, and was started again.',
        () => publisher()?.ends(),
      );
  }

  #addPostgres({ sql }: Db): void {
    this.#gauge('postgres_up', 'Whether Postgres answers within a second.', () =>
      promptly(sql`select 1`, DEADLINE_MS).then(
        () => 1,
        () => 0,
      ),
    );
  }

  #addJobs(runner: () => Runner | undefined): void {
    const registers = [this.#registry];
    const gauge = (name: string, help: string) =>
      new Gauge({ name: `${PREFIX}jobs_${name}`, help, labelNames: ['kind'], registers });
    const depths = gauge('depth', 'What is due and not done, of the whole installation.');
    const ages = gauge('age_seconds', 'How long the longest waits of what is due.');
    const failing = gauge('failing', 'Failures in a row of what is tried again.');
    this.#readJobs = async () => {
      const stats = await promptly(runner()?.stats() ?? Promise.resolve([]), DEADLINE_MS).catch(() => []);
      for (const each of [depths, ages, failing]) each.reset();
      for (const { kind, depth, ageSeconds, failures } of stats) {
        depths.set({ kind }, depth);
        ages.set({ kind }, ageSeconds);
        failing.set({ kind }, failures);
      }
    };
    new Counter({
      name: `${PREFIX}jobs_ended_total`,
      help: 'Partitions of jobs that this process ended, and how.',
      labelNames: ['kind', 'outcome'],
      registers,
      collect() {
        this.reset();
        for (const [kind, { done, failed }] of runner()?.ended ?? []) {
          this.inc({ kind, outcome: 'done' }, done);
          this.inc({ kind, outcome: 'failed' }, failed);
        }
      },
    });
  }

  /** @param aggregator how the values of several threads are combined */
  #gauge(
    name: string,
    help: string,
    read: () => number | null | undefined | Promise<number>,
    aggregator: 'sum' | 'max' = 'sum',
  ): void {
    new Gauge({
      name: PREFIX + name,
      help,
      aggregator,
      registers: [this.#registry],
      async collect() {
        const value = await read();
        if (typeof value === 'number') this.set(value);
        else this.remove();
      },
    });
  }

  #count(name: string, help: string, read: () => number | undefined): void {
    new Counter({
      name: PREFIX + name,
      help,
      registers: [this.#registry],
      collect() {
        this.reset();
        const value = read();
        if (value !== undefined) this.inc(value);
      },
    });
  }
}

/**
 * Serves `GET /metrics`, Prometheus' text, on a port of its own.
 * @param collect reads the metrics of every thread; they are aggregated
 * @returns the port it listens on, and how to stop it
 */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  collect: () => Promise<MetricObject[][]>,
): Promise<{ port: number; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const refuse = (status: number, headers = {}) => response.writeHead(status, headers).end();
    if (request.url?.split('?')[0] !== '/metrics') return refuse(404);
    if (request.method !== 'GET') return refuse(405, { Allow: 'GET' });
    return collect()
      .then((threads) => {
        const all = AggregatorRegistry.aggregate(threads);
        return all.metrics().then((text) => {
          response.writeHead(200, { 'Content-Type': all.contentType }).end(text);
        });
      })
      .catch(() => refuse(500));
  });
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(port, host, done);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The metrics of a thread; null where METRICS_PORT is not set: then nothing is counted. */
export function makeMetrics(
  config: Config,
  sources: Omit<MetricSources, 'snapshotIntervalSeconds'>,
): Metrics | null {
  if (config.metricsPort === null) return null;
  return new Metrics({ ...sources, snapshotIntervalSeconds: expectedInterval(config) });
}

/** Serves metrics on METRICS_PORT. @param collect reads the metrics of every thread */
export async function openMetrics(
  { host, metricsPort }: Config,
  collect: () => Promise<MetricObject[][]>,
  log: Log,
): ReturnType<typeof serveMetrics> {
  if (metricsPort === null) throw new Error('There is no METRICS_PORT.');
  const served = await serveMetrics({ host, port: metricsPort }, collect);
  log.info({ port: served.port }, 'metrics at /metrics');
  return served;
}
