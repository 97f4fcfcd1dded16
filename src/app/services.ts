import type { ReportFiles } from '../reports/files.ts';
import type { Reports } from '../reports/reports.ts';
import type { Auth } from '../auth/auth.ts';
import type { Config } from '../base/config.ts';
import type { Db } from '../db/client.ts';
import type { Ingestion } from '../domain/runs/ingest.ts';
import type { WriteCheck } from '../db/write-check.ts';
import type { RateLimits } from '../auth/rate-limits.ts';
import type { Log } from '../base/log.ts';
import type { Outbound } from '../outbound/addresses.ts';
import type { Platforms } from '../platforms/platforms.ts';
import type { Vault } from '../base/secret-box.ts';

/** What handlers work with; put together once, in app.ts. */
export interface Services {
  config: Config;
  version: string;
  log: Log;
  db: Db;
  writes: WriteCheck;
  auth: Auth;
  limits: RateLimits;
  vault: Vault;
  outbound: Outbound;
  platforms: Platforms;
  ingestion: Ingestion;
  reports: Reports;
  /** Reports as files; null where they are made from Postgres itself. */
  reportFiles: ReportFiles | null;
  /** True from SIGTERM on: unready, so that no new traffic comes. */
  isDraining(): boolean;
}
