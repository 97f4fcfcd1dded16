import type { Config } from '../../base/config.ts';
import type { Log } from '../../base/log.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { Db } from '../../db/client.ts';
import type { BucketRows } from '../../features/integrations/bucket/rows.ts';
import type { PinWriter } from '../../features/pins/writer.ts';
import type { Ingestion } from '../../features/runs/ingest.ts';
import type { OrganisationFiles } from '../../files/organisation-files.ts';
import type { Outbound } from '../../outbound/addresses.ts';
import type { Platforms } from '../../platforms/platforms.ts';
import type { ReportFiles } from '../../reports/files.ts';
import type { Reports } from '../../reports/reports.ts';

/** The dependencies of background jobs. Requests have more: see Services. */
export interface JobContext {
  config: Config;
  log: Log;
  db: Db;
  secretBox: SecretBox;
  outbound: Outbound;
  platforms: Platforms;
  ingestion: Ingestion;
  reports: Reports;
  /** The files of exports and pins: here, and in the object store if one is configured. */
  exportFiles: OrganisationFiles;
  pinFiles: OrganisationFiles;
  /** Writes reports to files, from snapshots; null if Postgres itself makes the reports. */
  reportFiles: ReportFiles | null;
  /** Writes one organisation's rows in a snapshot to files; null if Postgres itself makes the reports. */
  pinWriter: PinWriter | null;
  /** Makes the files of organisations' own buckets; null if Postgres itself makes the reports. */
  bucketRows: BucketRows | null;
}
