import type { Config } from '../../base/config.ts';
import type { Log } from '../../base/log.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { Db } from '../../db/client.ts';
import type { PinWriter } from '../../features/pins/writer.ts';
import type { Ingestion } from '../../features/runs/ingest.ts';
import type { OrganisationFiles } from '../../files/organisation-files.ts';
import type { Outbound } from '../../outbound/addresses.ts';
import type { Platforms } from '../../platforms/platforms.ts';
import type { ReportFiles } from '../../reports/files.ts';
import type { Reports } from '../../reports/reports.ts';

/** What background jobs depend on. Requests have more: see Services. */
export interface JobContext {
  config: Config;
  log: Log;
  db: Db;
  secretBox: SecretBox;
  outbound: Outbound;
  platforms: Platforms;
  ingestion: Ingestion;
  reports: Reports;
  /** The files of exports, and those of pins: here, and in the store where there is one. */
  exportFiles: OrganisationFiles;
  pinFiles: OrganisationFiles;
  /** Writes reports to files, from snapshots; null where reports are made from Postgres itself. */
  reportFiles: ReportFiles | null;
  /** Writes snapshots of one organisation to files; null as above. */
  pinWriter: PinWriter | null;
}
