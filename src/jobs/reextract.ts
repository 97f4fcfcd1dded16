import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Db, isConnectionError } from '../db.ts';
import { organisationsToReextract } from '../domain/organisations.ts';
import type { Ingestion } from '../domain/runs.ts';
import type { Log } from '../log.ts';

const POLL_MS = 1_000;
/** Held by the one process that reads answers again. */
const REEXTRACT_LOCK = 7_203_116;

/**
 * Reads kept answers again where names changed. What is to be done follows from the organisations' versions,
 * not from a queue: a stop in the middle loses nothing, and the next process goes on.
 */
export function reextractChanged(
  { url, db }: { url: string; db: Db },
  ingestion: Ingestion,
  log: Log,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const lock = connect(url, { role: 'app', max: 1, statementTimeoutMs: 0, isLasting: true });
  const work = async () => {
    while (!stopping.signal.aborted) {
      try {
        for (const orgId of await organisationsToReextract(db)) {
          const [row] = await lock<
            { taken: boolean }[]
          >`select pg_try_advisory_lock(${REEXTRACT_LOCK}) as taken`;
          if (!row?.taken) break;
          try {
            const runs = await ingestion.reextract(orgId, { signal: stopping.signal });
            if (runs > 0) log.info({ orgId, runs }, 'read kept answers again');
          } finally {
            await lock`select pg_advisory_unlock(${REEXTRACT_LOCK})`;
          }
        }
      } catch (error) {
        if (!isConnectionError(error)) log.error({ error }, 'reading kept answers again failed');
      }
      await sleep(POLL_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const done = work();
  return {
    async stop() {
      stopping.abort();
      await done;
      await lock.end({ timeout: 1 });
    },
  };
}
