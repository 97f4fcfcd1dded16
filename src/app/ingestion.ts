import type { Config } from '../base/config.ts';
import type { Log } from '../base/log.ts';
import type { Db } from '../db/client.ts';
import { ExtractionPool } from '../extraction/pool.ts';
import { AnswerReader } from '../features/runs/answer-reader.ts';
import { Ingestion } from '../features/runs/ingest.ts';
import { createRunCheck } from '../server/dispatch/validation.ts';

/**
 * Opens ingestion with its extraction threads; one of several workers gets its share of them. Separate from the other
 * services of jobs, so that a command that ingests does not load those.
 * @param isUsedAtOnce whether a thread begins now, instead of with the first answer
 */
export function openIngestion(
  db: Db,
  { workers, memory }: Pick<Config, 'workers' | 'memory'>,
  log: Log,
  isUsedAtOnce = false,
): { ingestion: Ingestion; close(): Promise<void> } {
  const pool = new ExtractionPool({
    share: 1 / workers,
    bounds: { heapMb: memory.extractionMb },
    isUsedAtOnce,
  });
  const ingestion = new Ingestion(db, new AnswerReader(db, pool, log), createRunCheck());
  return { ingestion, close: () => pool.close() };
}
