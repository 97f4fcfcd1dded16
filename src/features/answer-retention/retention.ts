import { invalidField, notFound } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Sql, Tx } from '../../db/client.ts';
import type { Fragment } from '../../db/sessions/statement.ts';
import { type Actor, audit } from '../audit/audit.ts';

export type AnswerRetention = components['schemas']['AnswerRetention'];
type Input = components['schemas']['AnswerRetentionInput'];

/** Answers past their time are counted up to here. */
const MOST_COUNTED = 100_000;

/**
 * An SQL expression for the first moment whose texts are stored, a UTC midnight: texts are forgotten by whole days, so
 * that copies are written anew once a day. now() is a subquery, because a cluster refuses it beside a column in `set`.
 * @param months an SQL expression
 */
export const retainedFrom = (tx: Tx | Sql, months: Fragment) =>
  tx`((((select now()) at time zone 'UTC')::date - make_interval(months => ${months})) at time zone 'UTC')`;

/** Answers of runs r whose text is there. */
export const hasText = (tx: Tx) => tx`r.state = 'COMPLETED' and r.forgotten_at is null`;

/** @param months counts as if this many months were set; undefined: by what is set */
export async function getAnswerRetention(db: Db, orgId: OrgId, months?: number): Promise<AnswerRetention> {
  return db.tenant(orgId, (tx) => readRetention(tx, orgId, months));
}

/**
 * Sets how long texts are stored. What is past its time then is forgotten by the job, not here.
 * @throws AppError validation_error where the name of the organisation does not confirm a number of months
 */
export async function putAnswerRetention(
  db: Db,
  actor: Actor,
  { months, organisationName }: Input,
): Promise<AnswerRetention> {
  const { orgId } = actor;
  return db.tenant(orgId, async (tx) => {
    const [organisation] = await tx<{ name: string }[]>`
      select name from organisations where id = ${orgId} and deleted_at is null`;
    if (!organisation) throw notFound('organisation');
    if (months !== null && organisationName !== organisation.name)
      throw invalidField(
        'organisationName',
        "organisationName must be the organisation's name, to confirm that texts of answers are forgotten for good.",
      );
    await tx`insert into answer_retentions as r (org_id, months, set_by) values (${orgId}, ${months}, ${actor.id})
      on conflict (org_id) do update set months = excluded.months, set_by = excluded.set_by, set_at = excluded.set_at`;
    await audit(tx, actor, {
      action: 'putAnswerRetention',
      targetType: 'organisation',
      targetId: orgId,
      details: { months },
    });
    return readRetention(tx, orgId);
  });
}

async function readRetention(tx: Tx, orgId: OrgId, months?: number): Promise<AnswerRetention> {
  const [stored] = await tx<
    (Omit<AnswerRetention, 'pastTime' | 'isComplete'> & { bound: string | null; isDone: boolean })[]
  >`
    select ${months === undefined ? tx`r.months` : tx`${months}::integer`} as months, b.bound::text as bound,
           to_char(b.bound at time zone 'UTC', 'YYYY-MM-DD') as "keptFrom",
           coalesce(r.answers, 0)::float8 as forgotten, r.forgotten_before as "forgottenBefore", r.set_at as "setAt",
           b.bound is null or coalesce(r.completed_before >= b.bound, false) as "isDone"
    from (select ${orgId} as org_id) o left join answer_retentions r on r.org_id = o.org_id
    cross join lateral (
      select ${retainedFrom(tx, months === undefined ? tx`r.months` : tx`${months}::integer`)} as bound) b`;
  if (!stored) throw notFound('organisation');
  const { bound, isDone, ...retention } = stored;
  const pastTime = bound === null || isDone ? 0 : await countPastTime(tx, orgId, bound);
  return { ...retention, pastTime, isComplete: isDone };
}

/** How many answers before a time have their text, counted from where forgetting is. */
async function countPastTime(tx: Tx, orgId: OrgId, bound: string): Promise<number> {
  const [{ count }] = await tx<[{ count: number }]>`
    select count(*) as count from (
      select from runs r
      where r.org_id = ${orgId} and ${hasText(tx)} and r.executed_at < ${bound}::text::timestamptz
        and r.executed_at >= coalesce(
          (select forgotten_before from answer_retentions where org_id = ${orgId}), '-infinity')
      limit ${MOST_COUNTED}) past`;
  return count;
}

/**
 * The longest month, and a day for a transaction under way: answers from after this are past no organisation's time.
 */
const SOONEST_MS = 27 * 24 * 60 * 60_000;

/**
 * Has answers that are taken in past their time forgotten: the job goes through them again. Call it in the transaction
 * that writes them. A day's margin, because their time may be over before the transaction ends.
 */
export async function noteLateAnswers(tx: Tx, orgId: OrgId, times: readonly Date[]): Promise<void> {
  const first = times.reduce((least, time) => (time < least ? time : least), new Date());
  if (Date.now() - first.getTime() < SOONEST_MS) return;
  await tx`update answer_retentions
    set completed_before = null, forgotten_to = '',
      forgotten_before = case when forgotten_before > ${first} then ${first} else forgotten_before end
    where org_id = ${orgId}
      and (${first} < forgotten_before or ${first} < ${retainedFrom(tx, tx`months`)} + interval '1 day')`;
}
