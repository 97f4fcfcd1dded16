import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Config } from '../../base/config.ts';
import type { Log } from '../../base/log.ts';
import { type Db, promptly } from '../../db/client.ts';
import type { Reports } from '../../reports/reports.ts';
import { type DiskUse, diskUse } from '../../snapshots/disk-use.ts';
import { expectedInterval, publishedAt, snapshotFailure } from '../../snapshots/freshness.ts';
import { SCHEMA_VERSION } from '../../snapshots/manifest.ts';
import type { Publisher } from '../../snapshots/publisher/publisher.ts';
import type { Runner } from '../jobs/runner.ts';
import { type MetricObject, serveMetrics } from './serve-metrics.ts';

export type { MetricObject };

/** Upper bounds, in seconds, from a cached report to the deadline of a report. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];
/** Values that Postgres does not return in this time are left out, so that a scrape always ends. */
const DEADLINE_MS = 1_000;
const PREFIX = 'sightline_';

/** The sources of values at a scrape; a missing source has no metrics. */
export interface MetricSources {
  /** Set in one thread only: metrics of the process and of the database are reported once. */
  process?: {
    db: Db;
    /** Absolute path of the data folder. */
    dataDir: string;
    /** The version of the program. */
    version: string;
    runner?: () => Runner | undefined;
    publisher?: () => Publisher | undefined;
  };
  reports: Pick<Reports, 'current' | 'load'>;
  snapshotIntervalSeconds: number;
}

/** The responses of one operation. */
interface OperationCounts {
  /** Responses by status. */
  statuses: Map<number, number>;
  /** Responses by duration: a count for each of DURATION_BUCKETS alone, not cumulative, and one for all longer ones. */
  durations: Float64Array;
  /** The sum of all durations. */
  seconds: number;
}

/** The metrics of one thread. Labels are names of the contract, never an id, a name or a path of a customer. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #operations = new Map<string, OperationCounts>();
  /** Reads shared by several metrics. */
  readonly #readings: (() => Promise<void>)[] = [];

  constructor({ process, reports, snapshotIntervalSeconds }: MetricSources) {
    this.#addReports(reports, snapshotIntervalSeconds);
    if (process) {
      collectDefaultMetrics({ register: this.#registry });
      this.#addInfo(process.version);
      this.#addSnapshots(reports);
      if (process.publisher) this.#addPublisher(process.publisher);
      this.#addDisk(process.dataDir);
      this.#addPostgres(process.db);
      if (process.runner) this.#addJobs(process.runner);
    }
  }

  /**
   * Counts a response in 0.02 µs. prom-client's own counter and histogram take 0.5 µs, because they sort and join the
   * labels at each call.
   * @param operation the operationId; undefined if the request has none
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

  /** All metrics with their current values. */
  async json(): Promise<MetricObject[]> {
    await Promise.all(this.#readings.map((read) => read()));
    // prom-client's types have an enum where its functions take and return the names.
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

  #addInfo(version: string): void {
    const help =
      'Always 1. The version of the program, and of the form of snapshots that it makes and serves.';
    const registers = [this.#registry];
    new Gauge({ name: `${PREFIX}info`, help, labelNames: ['version', 'schema'], registers }).set(
      { version, schema: SCHEMA_VERSION },
      1,
    );
  }

  #addSnapshots(reports: MetricSources['reports']): void {
    // The id is not a label: each snapshot would be a separate series.
    this.#gauge(
      'snapshot_made_timestamp_seconds',
      'When the served snapshot was made, as its id says: servers with the same value serve the same one.',
      () => seconds(publishedAt(reports.current()?.id ?? '')),
    );
    this.#gauge(
      'snapshot_served_timestamp_seconds',
      'Since when this server serves it. Less the time it was made: how long making and fetching it took.',
      () => seconds(reports.current()?.servedAt),
    );
    if (!reports.load()) return;
    const refusals = () => reports.load()?.snapshotRefusals;
    this.#count('snapshot_refusals_total', 'Snapshots that were found damaged.', refusals);
    const attached = () => reports.load()?.attachedFiles;
    this.#gauge('serving_files_attached', 'Serving files that DuckDB has open.', attached);
  }

  /** Counters of the publisher's process restart at 0 with each process, as counters may. */
  #addPublisher(publisher: () => Publisher | undefined): void {
    const beat = () => publisher()?.beat();
    const turns = () => beat()?.turns;
    const last = () => turns()?.last;
    const ends = () => publisher()?.ends();
    this.#count(
      'publisher_ends_total',
      'Times that the publisher failed, or was killed because it hung, and was started again.',
      ends,
    );
    this.#count('exporter_ends_total', 'Deprecated: the same as publisher_ends_total.', ends);
    this.#gauge(
      'publisher_leader',
      '1 where the last publication was its own, 0 where another was at work.',
      () => asNumber(turns()?.isLeader),
    );
    const outcomes = new Counter({
      name: `${PREFIX}publications_total`,
      help: 'Turns of the publisher: it made a snapshot, found that nothing had changed, or left it to another.',
      labelNames: ['outcome'],
      registers: [this.#registry],
    });
    this.#readings.push(async () => {
      const now = turns();
      outcomes.reset();
      if (!now) return;
      for (const outcome of ['made', 'confirmed', 'left'] as const) outcomes.inc({ outcome }, now[outcome]);
    });
    const of = (name: string, help: string, read: () => number | undefined) =>
      this.#gauge(`publication_${name}`, `Of the last snapshot that it made: ${help}`, read);
    of('duration_seconds', 'how long that took.', () => last()?.seconds);
    of('parts', 'parts that were read from Postgres.', () => last()?.parts);
    of('rows', 'rows.', () => last()?.rows);
    of('bytes', 'bytes of all its files.', () => last()?.bytes);
    of('timestamp_seconds', 'when it was complete.', () => seconds(last()?.endedAt));
    this.#gauge('publisher_resident_bytes', 'Memory of its process.', () => beat()?.residentBytes);
  }

  #addDisk(dataDir: string): void {
    let use: DiskUse | null = null;
    let disk: StatsFs | null = null;
    this.#readings.push(async () => {
      [use, disk] = await Promise.all([diskUse(dataDir), statfs(dataDir).catch(() => null)]);
    });
    this.#gauge('snapshots_kept', 'Snapshots in DATA_DIR.', () => use?.snapshots);
    this.#gauge('snapshot_files', 'Files of snapshots in DATA_DIR; shared ones once.', () => use?.files);
    this.#gauge('snapshot_bytes', 'Bytes of these files.', () => use?.bytes);
    this.#gauge(
      'disk_free_bytes',
      'Of the disk of DATA_DIR, as this account may use it.',
      () => disk && disk.bavail * disk.bsize,
    );
    this.#gauge('disk_size_bytes', 'Of the disk of DATA_DIR.', () => disk && disk.blocks * disk.bsize);
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
    this.#readings.push(async () => {
      const stats = await promptly(runner()?.stats() ?? Promise.resolve([]), DEADLINE_MS).catch(() => []);
      for (const each of [depths, ages, failing]) each.reset();
      for (const { kind, depth, ageSeconds, failures } of stats) {
        depths.set({ kind }, depth);
        ages.set({ kind }, ageSeconds);
        failing.set({ kind }, failures);
      }
    });
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

/** Seconds since the epoch. @param time a Date, or milliseconds */
function seconds(time: Date | number | null | undefined): number | undefined {
  return time === null || time === undefined ? undefined : Number(time) / 1000;
}

function asNumber(is: boolean | null | undefined): number | undefined {
  return is === null || is === undefined ? undefined : Number(is);
}

/** The metrics of a thread; null: METRICS_PORT is not set and nothing is counted. */
export function makeMetrics(config: Config, { process, reports }: OwnSources): Metrics | null {
  if (config.metricsPort === null) return null;
  return new Metrics({
    ...(process && { process: { ...process, dataDir: config.filesDir, version: packageJson.version } }),
    reports,
    snapshotIntervalSeconds: expectedInterval(config),
  });
}

/** A thread's own sources; the rest follows from the configuration. */
interface OwnSources {
  process?: Omit<NonNullable<MetricSources['process']>, 'dataDir' | 'version'>;
  reports: MetricSources['reports'];
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
