import type { OrgId } from '../../base/ids.ts';
import type { Db, Tx } from '../../db/client.ts';
import { noteRunsChanged } from '../../snapshots/changes.ts';
import { fallenBack } from '../stance/attempts.ts';
import { retainedFrom } from './retention.ts';

/**
 * Answers that one transaction goes through. Of 60,000 with 5 namings each, a batch took 0.1 to 0.16 s on a busy machine,
 * and 1.1 to 1.5 s before Postgres had statistics of them. Joins with the ids were slower still (5 to 8 s).
 */
const BATCH = 500;

/** An answer that is gone through. */
interface Passed {
  id: string;
  /** The text of Postgres: JavaScript's dates have a smaller range. */
  at: string;
  /** YYYY-MM-DD (UTC). */
  day: string;
  hasText: boolean;
}

/**
 * Forgets the texts of the next answers past their time, oldest first, and notes how far it is in the same transaction:
 * whoever continues loses nothing.
 * @returns how many texts were forgotten; isDone: no answer past its time is left
 */
export async function forgetNext(db: Db, orgId: OrgId): Promise<{ forgotten: number; isDone: boolean }> {
  return db.tenant(orgId, async (tx) => {
    // Locked, so that answers that are taken in late (noteLateAnswers) are not passed over.
    const [retention] = await tx<{ from: string | null; to: string; bound: string; now: Date }[]>`
      select forgotten_before::text as from, forgotten_to as to, ${retainedFrom(tx, tx`months`)}::text as bound,
             clock_timestamp() as now
      from answer_retentions where org_id = ${orgId} and months is not null for update`;
    if (!retention) return { forgotten: 0, isDone: true };
    const { from, to, bound, now } = retention;
    const passed = await tx<Passed[]>`
      select r.id, r.executed_at::text as at, to_char(r.executed_at at time zone 'UTC', 'YYYY-MM-DD') as day,
             r.state = 'COMPLETED' and r.forgotten_at is null as "hasText"
      from runs r
      where r.org_id = ${orgId} and r.executed_at < ${bound}::text::timestamptz
        and (r.executed_at, r.id) > (${from ?? '-infinity'}::text::timestamptz, ${to})
      order by r.executed_at, r.id limit ${BATCH}`;
    const chosen = passed.filter(({ hasText }) => hasText);
    const forgotten = await forgetTexts(tx, orgId, chosen);
    const last = passed.length < BATCH ? undefined : passed.at(-1);
    await tx`update answer_retentions
      set forgotten_before = greatest(${last?.at ?? bound}::text::timestamptz, ${last ? null : from}::text::timestamptz),
        forgotten_to = ${last?.id ?? ''}, answers = answers + ${forgotten},
        forgot_at = case when ${forgotten > 0} then ${now} else forgot_at end
      where org_id = ${orgId}`;
    return { forgotten, isDone: last === undefined };
  });
}

/**
 * Removes the texts of answers: the answer, the sentences and the spelling of names cut from it. What was counted stays.
 * A model that was to read them reads them no more.
 */
async function forgetTexts(tx: Tx, orgId: OrgId, runs: readonly Passed[]): Promise<number> {
  const ids = runs.map(({ id }) => id);
  if (ids.length === 0) return 0;
  // In the order of a re-extraction. One that has read the text already finds it forgotten once it has the lock.
  await tx`select from runs where org_id = ${orgId} and id = any(${ids}) order by id for update`;
  const { count } = await tx`update runs r set answer = '', forgotten_at = now()
    where r.org_id = ${orgId} and r.id = any(${ids}) and r.state = 'COMPLETED' and r.forgotten_at is null`;
  for (const table of ['observations', 'machine_observations'])
    await tx`update ${tx(table)} set snippet = null, named_as = null
      where org_id = ${orgId} and run_id = any(${ids}) and (snippet is not null or named_as is not null)`;
  await tx`update stance_readings set ${fallenBack(tx, 'TEXT_FORGOTTEN')}
    where org_id = ${orgId} and run_id = any(${ids}) and state = 'PENDING'`;
  await noteRunsChanged(
    tx,
    orgId,
    runs.map(({ day }) => day),
  );
  return count;
}
