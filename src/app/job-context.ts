import type { Config } from '../base/config.ts';
import type { Log } from '../base/log.ts';
import { SecretBox } from '../base/secret-box.ts';
import { type Db, forRequests } from '../db/client.ts';
import type { Database } from '../db/open.ts';
import { Engine, statementsAtOnce } from '../engine/engine.ts';
import { exportsFolder } from '../features/exports/files.ts';
import { BucketRows } from '../features/integrations/bucket/rows.ts';
import { pinsFolder } from '../features/pins/pin-files.ts';
import { PinServing } from '../features/pins/serving.ts';
import { StoredPins } from '../features/pins/stored-pins.ts';
import { PinWriter } from '../features/pins/writer.ts';
import { OrganisationFiles } from '../files/organisation-files.ts';
import { S3Store } from '../files/s3.ts';
import { Outbound } from '../outbound/addresses.ts';
import { Platforms } from '../platforms/platforms.ts';
import { ReportFiles } from '../reports/files.ts';
import { LiveReports } from '../reports/live-reports.ts';
import { SnapshotReports } from '../reports/snapshot-reports.ts';
import type { JobContext } from '../server/jobs/context.ts';
import { snapshotsFolder } from '../snapshots/manifest.ts';
import { Catalog, type CatalogLinks } from '../snapshots/serve/catalog.ts';
import { openIngestion } from './ingestion.ts';
import { checkSecrets } from './secret-check.ts';
import { refusalOfStore } from './store-check.ts';

/** Opens the files of exports and pins: in the folder of this server, and in the configured object store, if any. */
export function openOrganisationFiles(
  { filesDir, store }: Pick<Config, 'filesDir' | 'store'>,
  log: Log,
  refusal?: () => Promise<string | null>,
): Pick<JobContext, 'exportFiles' | 'pinFiles'> & { close(): void } {
  const objects = store === null ? null : new S3Store(store);
  return {
    exportFiles: new OrganisationFiles(exportsFolder(filesDir), 'exports', objects, log, refusal),
    pinFiles: new OrganisationFiles(pinsFolder(filesDir), 'pins', objects, log, refusal),
    close: () => objects?.close(),
  };
}

/**
 * Opens reports on the configured engine. Each of several workers has its own engine and cache, with its share of their
 * memory. The first thread also has an engine, for exports and alerts.
 * @param more further folders that report files are written to
 * @returns reportFiles, pinWriter and bucketRows are null if Postgres makes the reports
 */
export async function openReports(
  config: Config,
  db: Db,
  log: Log,
  links: CatalogLinks = {},
  more: readonly string[] = [],
): Promise<
  Pick<JobContext, 'reports' | 'reportFiles' | 'pinWriter' | 'bucketRows' | 'exportFiles' | 'pinFiles'> & {
    close(): Promise<void>;
  }
> {
  // The publisher, or the first thread, logs a refused store.
  const isSaid = config.publish === 'inside' || links.lead !== undefined;
  const storeRefusal = await refusalOfStore(config, db, isSaid ? null : log);
  const { close: closeFiles, ...files } = openOrganisationFiles(config, log, storeRefusal);
  if (config.reportEngine === 'postgres')
    return {
      reports: new LiveReports(db),
      reportFiles: null,
      pinWriter: null,
      bucketRows: null,
      ...files,
      close: async () => closeFiles(),
    };
  const { dataDir, filesDir, workers, memory } = config;
  const memoryMb = Math.ceil(memory.reportMb / (workers === 1 ? 1 : workers + 1));
  const folders = [snapshotsFolder(filesDir), exportsFolder(filesDir), pinsFolder(filesDir), ...more];
  const engine = await Engine.open(dataDir, folders, { memoryMb, statements: statementsAtOnce(workers) });
  const catalog = new Catalog(engine, {
    dataDir: filesDir,
    keepMinutes: config.snapshotKeepMinutes,
    log,
    isFollowing: config.store !== null,
    storeRefusal,
    ...links,
  });
  await catalog.start();
  const pins = new StoredPins(db, new PinServing(engine, files.pinFiles, log), log);
  return {
    reports: new SnapshotReports(engine, catalog, Math.floor((memory.cacheMb << 20) / workers), pins),
    reportFiles: new ReportFiles(engine, catalog),
    pinWriter: new PinWriter(engine, catalog),
    bucketRows: new BucketRows(engine, catalog),
    ...files,
    async close() {
      await catalog.close();
      await engine.close();
      closeFiles();
    },
  };
}

/** An open job context with its database. */
export interface OpenJobContext {
  database: Database;
  services: JobContext;
  close(): Promise<void>;
}

/**
 * Opens what background jobs need, in the server or in `cli work`.
 * @param open opens the database, or a client of a database that is open already
 */
export async function openJobContext(
  config: Config,
  log: Log,
  open: () => Promise<Database>,
  links: CatalogLinks = {},
): Promise<OpenJobContext> {
  // Closes in the opposite order, also when a later step of the start fails.
  await using opened = new AsyncDisposableStack();
  const database = await open();
  opened.defer(() => database.close());
  const { db } = database;
  // The process checks its secrets once; its threads share them.
  if (links.lead === undefined) await checkSecrets(db, config, log);
  const { close: closeReports, ...reports } = await openReports(config, forRequests(db), log, links);
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
    services: { config, log, db, secretBox, outbound, platforms, ingestion, ...reports },
    close: () => toClose.disposeAsync(),
  };
}
