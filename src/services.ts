import type { ReportFiles } from './analytics/report-files.ts';
import type { Reports } from './analytics/reports.ts';
import type { Auth } from './auth.ts';
import type { Config } from './config.ts';
import type { Db } from './db.ts';
import type { Ingestion } from './domain/runs.ts';
import type { WriteCheck } from './domain/write-check.ts';
import type { RateLimits } from './limits.ts';
import type { Log } from './log.ts';
import type { Outbound } from './outbound.ts';
import type { Platforms } from './platforms/index.ts';
import type { Vault } from './vault.ts';

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
