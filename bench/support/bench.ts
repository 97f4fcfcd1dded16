import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openDataset } from '../data/build.ts';
import { type Dataset, datasetFolder, removeStale } from '../data/dataset.ts';
import { closeConnections } from './client.ts';
import { type Cluster, useCluster } from './cluster.ts';
import { type Program, startProgram, stopAll } from './program.ts';
import { shareSnapshot } from './publisher.ts';

export interface Settings {
  scale: number;
  /** Rounds, without the warm-up. */
  rounds: number;
  /** Rounds of scenarios in which a round takes seconds or minutes. */
  slowRounds: number;
  /** Seconds of load in a round. */
  seconds: number;
  isQuick: boolean;
  /** The folder for CPU profiles of servers; undefined: none are made. */
  profileFolder: string | undefined;
}

/** A database that a scenario may change, with a data folder of its own; removed when the benchmark ends. */
export interface Copy {
  url: string;
  superuserUrl: string;
  dataDir: string;
}

/** The means of a scenario: the data, a server over it, and copies that it may change. */
export class Bench {
  readonly settings: Settings;
  readonly dataset: Dataset;
  readonly folder: string;
  readonly cluster: Cluster;
  readonly #copies = new Map<string, Copy>();
  #server: Program | null = null;
  readonly #smaller = new Map<number, Bench>();
  #closing: Promise<void> | null = null;

  constructor(settings: Settings, folder: string, cluster: Cluster, dataset: Dataset) {
    this.settings = settings;
    this.folder = folder;
    this.cluster = cluster;
    this.dataset = dataset;
  }

  /** Makes the data where it is not there yet. A signal ends all that was started, then this process. */
  static async open(settings: Settings): Promise<Bench> {
    const opening = new AbortController();
    let bench: Bench | undefined;
    const end = async () => {
      // The terminal and the launcher may both pass on one Ctrl-C.
      if (opening.signal.aborted) return;
      opening.abort();
      console.error('Ending …');
      // Work that is cut off may fail anywhere, in the driver's own callbacks too.
      process.on('uncaughtException', () => {});
      await bench?.close();
      await Promise.all([...opened].map((cluster) => cluster.release()));
      process.exit(130);
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end());
    try {
      bench = await openData(settings);
      return bench;
    } catch (error) {
      // After a signal it fails because it was cut off, which needs no report.
      if (opening.signal.aborted) return new Promise(() => {});
      throw error;
    }
  }

  /** Whether it was closed: a failure after that comes from being cut off. */
  get isClosed(): boolean {
    return this.#closing !== null;
  }

  get ownerUrl(): string {
    return this.cluster.ownerUrl('sightline');
  }

  get superuserUrl(): string {
    return this.cluster.superuserUrl('sightline');
  }

  /** The server over the data as it was made. */
  async server(): Promise<Program> {
    this.#server ??= await startProgram(
      'src/main.ts',
      serverEnvironment(this.ownerUrl, this.folder),
      this.settings.profileFolder,
    );
    return this.#server;
  }

  /**
   * The copy of this name, made when it is first asked for. Servers are stopped for that.
   * @param template name of the database to copy, with its snapshot; without one the copy is empty
   */
  async copy(name: string, template?: string): Promise<Copy> {
    const known = this.#copies.get(name);
    if (known) return known;
    await this.stopServers();
    await this.cluster.replaceDatabase(name, template);
    const dataDir = join(this.folder, name);
    rmSync(dataDir, { recursive: true, force: true });
    mkdirSync(dataDir);
    if (template !== undefined) {
      // The schema that reports are compared with takes a fifth of the disk.
      await this.cluster.dropSchema(name, 'bench');
      await shareSnapshot(this.folder, dataDir);
    }
    const copy = {
      url: this.cluster.ownerUrl(name),
      superuserUrl: this.cluster.superuserUrl(name),
      dataDir,
    };
    this.#copies.set(name, copy);
    return copy;
  }

  /** A Postgres beside that of the data, to be released. A signal releases it too. */
  async ownCluster(folder: string, buffersMb: number): Promise<Cluster> {
    const cluster = await useCluster(folder, buffersMb);
    opened.add(cluster);
    const release = () => {
      opened.delete(cluster);
      return cluster.release();
    };
    return { ...cluster, release };
  }

  /** Removes a copy, to free its disk. */
  async drop(name: string): Promise<void> {
    const copy = this.#copies.get(name);
    if (!copy) return;
    this.#copies.delete(name);
    await this.cluster.dropDatabase(name);
    rmSync(copy.dataDir, { recursive: true, force: true });
  }

  /**
   * Stops all servers: a database is copied while nobody is connected, and a scenario that failed leaves some behind.
   */
  async stopServers(): Promise<void> {
    this.#server = null;
    await stopAll();
  }

  /** The benchmark over fewer runs, for what takes minutes over all runs and is measured many times. */
  async ofScale(scale: number): Promise<Bench> {
    if (scale >= this.settings.scale) return this;
    const known = this.#smaller.get(scale) ?? (await openData({ ...this.settings, scale }));
    this.#smaller.set(scale, known);
    return known;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    closeConnections();
    await stopAll();
    for (const smaller of this.#smaller.values()) await smaller.close();
    for (const name of this.#copies.keys()) await this.drop(name);
    opened.delete(this.cluster);
    await this.cluster.release();
  }
}

/** Clusters in use, also while their data is being made. */
const opened = new Set<Cluster>();

async function openData(settings: Settings): Promise<Bench> {
  const folder = datasetFolder(settings.scale);
  removeStale(settings.scale, folder);
  const cluster = await useCluster(folder);
  opened.add(cluster);
  try {
    return new Bench(settings, folder, cluster, await openDataset(cluster, folder, settings.scale));
  } catch (error) {
    opened.delete(cluster);
    await cluster.release();
    throw error;
  }
}

/**
 * The settings of a server: the usual ones, but with rate limits that a benchmark does not reach (they are counted).
 */
export function serverEnvironment(databaseUrl: string, dataDir: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: '0',
    JWT_SECRET: 'a secret of the benchmark, long enough',
    ENCRYPTION_KEY: 'another secret of the benchmark, long enough',
    RATE_LIMIT_PER_MINUTE: '1000000000',
    RATE_LIMIT_BURST: '1000000000',
    RATE_LIMIT_PER_DAY: '1000000000',
    SNAPSHOT_INTERVAL_SECONDS: '86400',
    SNAPSHOT_KEEP_MINUTES: '0',
    LOG_LEVEL: 'error',
  };
}
