import type { Config } from '../base/config.ts';
import type { Log } from '../base/log.ts';
import { SecretBox } from '../base/secret-box.ts';
import { createRunCheck } from '../contract/validation.ts';
import { type Db, forRequests } from '../db/client.ts';
import { type Database, openDatabase } from '../db/open.ts';
import { exportsFolder } from '../domain/exports/files.ts';
import { Ingestion } from '../domain/runs/ingest.ts';
import { Engine, statementsAtOnce } from '../engine/engine.ts';
import { createExtractionPool } from '../extraction/pool.ts';
import type { JobContext } from '../jobs/context.ts';
import { Outbound } from '../outbound/addresses.ts';
import { Platforms } from '../platforms/platforms.ts';
import { ReportFiles } from '../reports/files.ts';
import { LiveReports, type Reports, SnapshotReports } from '../reports/reports.ts';
import { Catalog, type CatalogLinks } from '../snapshots/catalog.ts';
import { snapshotsFolder } from '../snapshots/manifest.ts';

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
  const { dataDir, workers, memory } = config;
  const memoryMb = Math.ceil(memory.reportMb / (workers === 1 ? 1 : workers + 1));
  const folders = [snapshotsFolder(dataDir), exportsFolder(dataDir)];
  const engine = await Engine.open(dataDir, folders, { memoryMb, statements: statementsAtOnce(workers) });
  const catalog = new Catalog(engine, { dataDir, keepMinutes: config.snapshotKeepMinutes, log, ...links });
  await catalog.start();
  return {
    reports: new SnapshotReports(engine, catalog, Math.floor((memory.cacheMb << 20) / workers)),
    reportFiles: new ReportFiles(engine, catalog),
    async close() {
      await catalog.close();
      engine.close();
    },
  };
}

/** Ingestion with its extraction threads: where there are several workers, the part of one. */
export function openIngestion(
  db: Db,
  { workers, memory }: Pick<Config, 'workers' | 'memory'>,
  log: Log,
): { ingestion: Ingestion; close(): Promise<void> } {
  const pool = createExtractionPool({ share: 1 / workers, bounds: { heapMb: memory.extractionMb } });
  return { ingestion: new Ingestion(db, pool, createRunCheck(), log), close: () => pool.close() };
}

/** Where work that runs by itself is done: in the server, or by `cli work`. */
export interface OpenJobContext {
  database: Database;
  services: JobContext;
  close(): Promise<void>;
}

/** Opens what such work needs. @param open where the database is open already, a client of it */
export async function openJobContext(
  config: Config,
  log: Log,
  links: CatalogLinks = {},
  open = () => openDatabase(config, log, { isLasting: true }),
): Promise<OpenJobContext> {
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
  const { ingestion, close: closeIngestion } = openIngestion(db, config, log);
  opened.defer(closeIngestion);
  const secretBox = new SecretBox(config.encryptionKey);
  const outbound = new Outbound(config.outboundAllow);
  const platforms = new Platforms(outbound);
  opened.defer(() => platforms.close());
  const toClose = opened.move();
  return {
    database,
    services: { config, log, db, secretBox, outbound, platforms, ingestion, reports, reportFiles },
    close: () => toClose.disposeAsync(),
  };
}
