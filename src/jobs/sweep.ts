import type { Db } from '../db.ts';
import { listOrganisations } from '../domain/organisations.ts';
import type { JobServices } from './index.ts';
import type { Job } from './runner.ts';

/** Removes what has expired and is of no use any more: kept answers, refresh tokens, sessions. */
export function sweepExpired({ db }: JobServices): Job {
  return { kind: 'sweep', everySeconds: 3600, work: () => sweep(db) };
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
