import { AppError } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../audit/audit.ts';
import { findBrand } from '../brands/brands.ts';
import { GIVE_UP_MS } from '../prompt-runs/queue.ts';
import { lockOrganisation } from '../quotas/lock.ts';
import { resource } from '../resources/resource.ts';
import { attempts } from '../runs/read.ts';

export type Trial = components['schemas']['Trial'];
type TrialInput = components['schemas']['TrialCreate'];

/** The most open trials of an organisation: each is up to seven prompts, which are paid for. */
const MOST_OPEN = 20;

/** Characters of each answer that a list shows: a trial has up to seven answers of any length. */
const LISTED_CHARACTERS = 500;

const runsOf = (tx: Tx, orgId: OrgId, answer = tx`r.answer`) => tx`
  (select coalesce(json_agg(json_build_object(
            'platform', r.platform, 'state', r.state, 'model', r.model, 'answer', ${answer}, 'answerTruncated', ${answer} is distinct from r.answer, 'failure', r.failure,
            'failureReason', r.failure_reason,
            'executedAt', to_char(r.executed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'attempts', r.attempts)
          order by r.platform), '[]')
   from (select r.*, ${attempts(tx, tx`a.org_id = ${orgId} and a.trial_id = r.trial_id and a.platform = r.platform`)}
         from trial_runs r) r where r.org_id = ${orgId} and r.trial_id = t.id) as runs`;

/** Trials, the latest first; lists have the beginning of each answer. */
export const trials = resource<Trial>({
  name: 'Trial',
  table: 'trials',
  columns: 'brand_id, query_text',
  read: (tx, orgId) => tx`t.created_at as "createdAt", ${runsOf(tx, orgId)}`,
  summary: (tx, orgId) => tx`
    t.id, t.brand_id as "brandId", t.query_text as "queryText", t.created_at as "createdAt",
    ${runsOf(tx, orgId, tx`left(r.answer, ${LISTED_CHARACTERS})`)}`,
  filters: 'brand_id',
  order: (tx) => [{ by: tx`t.id`, descending: true }],
});

/**
 * Queues a prompt to some platforms.
 * @throws AppError not_found for the brand, conflict if the organisation has MOST_OPEN open trials
 */
export async function createTrial(tx: Tx, actor: Actor, input: TrialInput): Promise<Trial> {
  const { orgId } = actor;
  const { brandId, queryText, platforms } = input;
  // Trials of an organisation are created one at a time, so that the count of open ones is right.
  await lockOrganisation(tx, orgId);
  await findBrand(tx, orgId, brandId);
  const [open] = await tx<[{ trials: number }]>`
    select count(distinct trial_id) as trials from trial_runs where org_id = ${orgId} and due_at is not null`;
  if (open.trials >= MOST_OPEN)
    throw new AppError(
      'conflict',
      `${MOST_OPEN} trials are open already: wait until one ends, or cancel one.`,
    );
  const id = await trials.insert(tx, orgId, { brandId, queryText });
  await tx`insert into trial_runs (org_id, trial_id, platform, state, due_at, give_up_at)
    select o.id, ${id}, p.platform, 'QUEUED', now(), now() + make_interval(secs => ${GIVE_UP_MS / 1000})
    from organisations o cross join unnest(${platforms}::text[]) as p(platform) where o.id = ${orgId}`;
  await trials.note(tx, actor, 'createTrial', id, { ...input });
  return trials.find(tx, orgId, id);
}

/** Cancels the QUEUED prompts of a trial. @throws AppError not_found, conflict if there is none */
export async function cancelTrial(tx: Tx, actor: Actor, id: string): Promise<Trial> {
  const { orgId } = actor;
  await trials.find(tx, orgId, id);
  const cancelled = await tx<{ platform: string }[]>`
    update trial_runs set state = 'CANCELLED', due_at = null
    where org_id = ${orgId} and trial_id = ${id} and state = 'QUEUED'
    returning platform`;
  if (cancelled.length === 0) throw new AppError('conflict', 'Nothing of this trial is queued any more.');
  const platforms = cancelled.map(({ platform }) => platform);
  await trials.note(tx, actor, 'cancelTrial', id, { platforms });
  return trials.find(tx, orgId, id);
}
