import { AppError, notFound } from '../../base/errors.ts';
import { newId, type OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Tx } from '../../db/client.ts';
import { ifGiven, type Page, type Paged, selectPage } from '../../db/page.ts';
import { findBrand } from '../brands/brands.ts';
import { type Actor, audit } from '../organisations/audit.ts';
import { lockOrganisation } from '../organisations/lock.ts';
import { GIVE_UP_MS } from '../prompt-runs/queue.ts';
import { attempts } from '../runs/read.ts';

export type Trial = components['schemas']['Trial'];
type TrialInput = components['schemas']['TrialCreate'];

/** The most open trials of an organisation: each is up to seven prompts, which are paid for. */
const MOST_OPEN = 20;

/** Characters of each answer that a list shows: a trial has up to seven answers of any length. */
const LISTED_CHARACTERS = 500;

const columns = (tx: Tx, orgId: OrgId, answer = tx`r.answer`) => tx`
  t.id, t.brand_id as "brandId", t.query_text as "queryText", t.created_at as "createdAt",
  (select coalesce(json_agg(json_build_object(
            'platform', r.platform, 'state', r.state, 'model', r.model, 'answer', ${answer}, 'answerTruncated', ${answer} is distinct from r.answer, 'failure', r.failure,
            'failureReason', r.failure_reason,
            'executedAt', to_char(r.executed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'attempts', r.attempts)
          order by r.platform), '[]')
   from (select r.*, ${attempts(tx, tx`a.org_id = ${orgId} and a.trial_id = r.trial_id and a.platform = r.platform`)}
         from trial_runs r) r where r.org_id = ${orgId} and r.trial_id = t.id) as runs`;

/** A page of trials, the latest first, with the beginning of each answer. */
export async function listTrials(
  tx: Tx,
  orgId: OrgId,
  { brandId, ...page }: Page & { brandId?: string | undefined },
): Promise<Paged<Trial>> {
  const matching = tx`t.org_id = ${orgId} and ${ifGiven(tx, brandId, (value) => tx`t.brand_id = ${value}`)}`;
  return selectPage<Trial>(tx, page, {
    columns: tx`${columns(tx, orgId, tx`left(r.answer, ${LISTED_CHARACTERS})`)}`,
    from: tx`trials t`,
    where: matching,
    order: [{ by: tx`t.id`, descending: true }],
  });
}

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
  const id = newId();
  await tx`insert into trials (org_id, id, brand_id, query_text) values (${orgId}, ${id}, ${brandId}, ${queryText})`;
  await tx`insert into trial_runs (org_id, trial_id, platform, state, due_at, give_up_at)
    select o.id, ${id}, p.platform, 'QUEUED', now(), now() + make_interval(secs => ${GIVE_UP_MS / 1000})
    from organisations o cross join unnest(${platforms}::text[]) as p(platform) where o.id = ${orgId}`;
  await audit(tx, actor, {
    action: 'createTrial',
    targetType: 'trial',
    targetId: id,
    details: { ...input },
  });
  return findTrial(tx, orgId, id);
}

/** Cancels the QUEUED prompts of a trial. @throws AppError not_found, conflict if there is none */
export async function cancelTrial(tx: Tx, actor: Actor, id: string): Promise<Trial> {
  const { orgId } = actor;
  await findTrial(tx, orgId, id);
  const cancelled = await tx<{ platform: string }[]>`
    update trial_runs set state = 'CANCELLED', due_at = null
    where org_id = ${orgId} and trial_id = ${id} and state = 'QUEUED'
    returning platform`;
  if (cancelled.length === 0) throw new AppError('conflict', 'Nothing of this trial is queued any more.');
  const platforms = cancelled.map(({ platform }) => platform);
  await audit(tx, actor, {
    action: 'cancelTrial',
    targetType: 'trial',
    targetId: id,
    details: { platforms },
  });
  return findTrial(tx, orgId, id);
}

/** A trial with its whole answers. @throws AppError not_found */
export async function findTrial(tx: Tx, orgId: OrgId, id: string): Promise<Trial> {
  const [trial] = await tx<
    Trial[]
  >`select ${columns(tx, orgId)} from trials t where t.org_id = ${orgId} and t.id = ${id}`;
  if (!trial) throw notFound('trial');
  return trial;
}
