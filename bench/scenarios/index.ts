import type { Scenario } from '../support/scenario.ts';
import { largestAgainstPostgres, smallAgainstPostgres } from './against-postgres.ts';
import { cachedPage, cachedReport } from './cached-report.ts';
import { compressedAnswers } from './compressed-answers.ts';
import { fullExport } from './full-export.ts';
import { growth } from './growth.ts';
import { incrementalExport } from './incremental-export.ts';
import { largePage } from './large-page.ts';
import { memory } from './memory.ts';
import { start } from './start.ts';
import { storage } from './storage.ts';
import { swapUnderLoad } from './swap-under-load.ts';
import { uncachedReport } from './uncached-report.ts';

/** In the order they run: those that change a copy of the database come last. */
export const SCENARIOS: readonly Scenario[] = [
  cachedReport,
  cachedPage,
  compressedAnswers,
  uncachedReport,
  largePage,
  largestAgainstPostgres,
  smallAgainstPostgres,
  growth,
  storage,
  start,
  fullExport,
  incrementalExport,
  swapUnderLoad,
  memory,
];
