import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, isConnectionError } from '../db.ts';
import { listOrganisations } from '../domain/organisations.ts';
import type { Log } from '../log.ts';

const INTERVAL_MS = 3_600_000;

/** Removes, every hour, what has expired and is of no use any more: kept answers, refresh tokens, sessions. */
export function sweepExpired(db: Db, log: Log): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const work = async () => {
    while (!stopping.signal.aborted) {
      try {
        await sweep(db);
      } catch (error) {
        if (!isConnectionError(error)) log.error({ error }, 'removing what has expired failed');
      }
      await sleep(INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const done = work();
  return {
    async stop() {
      stopping.abort();
      await done;
    },
  };
}

async function sweep(db: Db): Promise<void> {
  for (const { id } of await listOrganisations(db)) {
    await db.tenant(
      id,
      (tx) => tx`
      delete from idempotency_keys where org_id = ${id} and created_at < now() - interval '24 hours'`,
    );
  }
  await db.sql`delete from refresh_tokens where expires_at < now()`;
  await db.sql`delete from sessions s where ended_at < now() - interval '30 days'
    or not exists (select from refresh_tokens t where t.session_id = s.id)`;
}
