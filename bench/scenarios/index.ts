import type { Scenario } from '../support/scenario.ts';
import { largestAgainstPostgres, smallAgainstPostgres } from './against-postgres.ts';
import { brokenDownReport } from './broken-down-report.ts';
import { cachedPage, cachedReport } from './cached-report.ts';
import { compressedAnswers } from './compressed-answers.ts';
import { flood } from './flood.ts';
import { growth } from './growth.ts';
import { health } from './health.ts';
import { ingest } from './ingest.ts';
import { intervals } from './intervals.ts';
import { largePage } from './large-page.ts';
import { memory } from './memory.ts';
import { overload } from './overload.ts';
import { peers } from './peers.ts';
import { publish } from './publish.ts';
import { size } from './size.ts';
import { snapshotConsistency } from './snapshot-consistency.ts';
import { start } from './start.ts';
import { storage } from './storage.ts';
import { swapUnderLoad } from './swap-under-load.ts';
import { truth } from './truth.ts';
import { uncachedReport } from './uncached-report.ts';

/**
 * In the order of a full run: scenarios that share the server over the data, then those with databases of their own,
 * and last those that change the large copy.
 */
export const SCENARIOS: readonly Scenario[] = [
  storage,
  cachedReport,
  cachedPage,
  compressedAnswers,
  uncachedReport,
  brokenDownReport,
  largePage,
  flood,
  overload,
  health,
  largestAgainstPostgres,
  smallAgainstPostgres,
  growth,
  size,
  start,
  ingest,
  snapshotConsistency,
  publish,
  swapUnderLoad,
  memory,
  truth,
  intervals,
  peers,
];
