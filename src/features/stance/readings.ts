import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Tx } from '../../db/client.ts';
import { noteRunsChanged } from '../../snapshots/changes.ts';
import { applyCorrections, withdrawCorrections } from '../corrections/applying.ts';
import { machineObservations } from '../corrections/machine.ts';
import type { Named, StanceScore } from './question.ts';

export type FallbackReason = components['schemas']['StanceFallbackReason'];

/** A reading that could not be sent within this time after it was due falls back to the scores by rules. */
const GIVE_UP_DAYS = 7;

/** A subject of a run whose stance a model reads, by its name at that time. */
export type Asked = Pick<Named, 'subjectId' | 'name'>;
export type ReadSubject = Asked & StanceScore;

/** Whether a model may score an observation `o`: scores sent with a run stay. */
const isRead = (tx: Tx) => tx`o.named and o.sentiment_reader is distinct from 'SENT'`;

/** The name of the subject of an observation `o` of the organisation: a brand's or a competitor's, whose ids differ. */
const nameOf = (tx: Tx, orgId: OrgId) => tx`(
  select b.name from brands b where b.org_id = ${orgId} and b.id = o.subject_id
  union all
  select c.name from competitors c where c.org_id = ${orgId} and c.id = o.subject_id)`;

/**
 * Updates readings after an extraction from runs, in the same transaction. Scores that a model gave the same names
 * earlier replace those by rules. A run that names a subject becomes due if the organisation has stance read. A run
 * from before that was switched on becomes due only if it was read already and names others now.
 */
export async function followExtractions(tx: Tx, orgId: OrgId, runIds: string[]): Promise<void> {
  // Most organisations have no stance read, so one look-up is all they cost. The statements below filter observations
  // by run too: otherwise Postgres may read all observations of the organisation for a few runs (2 s of CPU with 20,000
  // runs).
  const [read] = await tx`
    select from integrations where org_id = ${orgId} and stance_since is not null and is_active
    union all
    select from stance_readings where org_id = ${orgId} and run_id = any(${runIds}) limit 1`;
  if (!read) return;
  await Promise.all([
    tx`insert into stance_readings (org_id, run_id, platform, due_at, give_up_at)
      select r.org_id, r.id, i.type, now(), now() + make_interval(days => ${GIVE_UP_DAYS})
      from integrations i join runs r on r.org_id = i.org_id and greatest(r.created_at, r.executed_at) >= i.stance_since
      where i.org_id = ${orgId} and i.stance_since is not null and i.is_active and r.id = any(${runIds})
        and exists (select from observations o where o.org_id = ${orgId} and o.run_id = any(${runIds}) and o.run_id = r.id and ${isRead(tx)})
      order by r.id
      on conflict (org_id, run_id) do nothing`,
    tx`update stance_readings s
      set state = 'PENDING', platform = i.type, due_at = now(), tries = 0, strikes = 0, reason = null,
        give_up_at = now() + make_interval(days => ${GIVE_UP_DAYS}), is_history = false
      from integrations i
      where i.org_id = ${orgId} and i.stance_since is not null and i.is_active
        and s.org_id = i.org_id and s.run_id = any(${runIds}) and s.due_at is null and s.asked is not null
        and exists (select from observations o where o.org_id = ${orgId} and o.run_id = any(${runIds}) and o.run_id = s.run_id and ${isRead(tx)}
          and not s.asked @> jsonb_build_array(jsonb_build_object('subjectId', o.subject_id, 'name', ${nameOf(tx, orgId)})))`,
    applyScores(tx, orgId, runIds),
  ]);
}

/** Writes a model's scores to the observations of runs, if the subject still has the same name. */
async function applyScores(tx: Tx, orgId: OrgId, runIds: string[]): Promise<void> {
  await tx`update observations o set sentiment = 100 * read.score, sentiment_reader = 'MODEL'
    from stance_readings s
    cross join lateral jsonb_to_recordset(s.result) as read("subjectId" text, name text, score smallint)
    where s.org_id = ${orgId} and s.run_id = any(${runIds}) and s.result is not null
      and o.org_id = s.org_id and o.run_id = any(${runIds}) and o.run_id = s.run_id and o.subject_id = read."subjectId" and ${isRead(tx)}
      and read.name = ${nameOf(tx, orgId)}`;
}

/**
 * The subjects that a run names now, except subjects whose score was sent with it; and its answer. Corrections do not
 * count: what a model reads holds again once they are undone.
 */
export async function namedIn(
  tx: Tx,
  orgId: OrgId,
  runId: string,
): Promise<{ answer: string; isForgotten: boolean; named: Named[] }> {
  const [run] = await tx<{ answer: string; isForgotten: boolean; named: Named[] }[]>`
    select r.answer, r.forgotten_at is not null as "isForgotten", coalesce((
      select json_agg(json_build_object('subjectId', o.subject_id, 'name', ${nameOf(tx, orgId)}, 'namedAs', o.named_as,
                                        'snippet', o.snippet) order by o.subject_id)
      from ${machineObservations(tx, orgId, tx`r.id`)} o where ${isRead(tx)}), '[]') as named
    from runs r where r.org_id = ${orgId} and r.id = ${runId}`;
  if (!run) throw new Error('A run is gone, and its reading is not.');
  return run;
}

/** A worker's reading: it is written only while this attempt is the latest. */
interface LatestAttempt {
  runId: string;
  attemptId: string;
}

/** A model's result, and how it was obtained. */
export interface Reading {
  result: ReadSubject[];
  promptVersion: number;
  model: string;
  inputTokens: number | null;
  outputTokens: number | null;
  costMicros: number | null;
}

/**
 * Stores a model's reading of a run, and writes the scores. The run's row must be locked, so that it is not extracted
 * again meanwhile.
 */
export async function storeReading(tx: Tx, orgId: OrgId, runId: string, reading: Reading): Promise<void> {
  const { result, promptVersion, model, inputTokens, outputTokens, costMicros } = reading;
  const [run] = await tx<{ day: string }[]>`
    with read as (
      update stance_readings set state = 'READ', due_at = null, finished_at = now(),
        result = ${JSON.stringify(result)}::text::jsonb, prompt_version = ${promptVersion}, model = ${model},
        input_tokens = ${inputTokens}, output_tokens = ${outputTokens}, cost_micros = ${costMicros}
      where org_id = ${orgId} and run_id = ${runId})
    select to_char(executed_at at time zone 'UTC', 'YYYY-MM-DD') as day
    from runs where org_id = ${orgId} and id = ${runId}`;
  await withdrawCorrections(tx, orgId, [runId]);
  await applyScores(tx, orgId, [runId]);
  await applyCorrections(tx, orgId, [runId]);
  if (run) await noteRunsChanged(tx, orgId, [run.day]);
}

/**
 * Locks the run of an attempt and then its reading, in the order of a re-extraction, to the end of the transaction.
 * @returns whether the attempt is the latest and under way
 */
export async function lockUnderWay(
  tx: Tx,
  orgId: OrgId,
  { runId, attemptId }: LatestAttempt,
): Promise<boolean> {
  const [run] = await tx`select from runs where org_id = ${orgId} and id = ${runId} for no key update`;
  if (!run) return false;
  const [reading] = await tx`select from stance_readings
    where org_id = ${orgId} and run_id = ${runId} and state = 'RUNNING' and attempt_id = ${attemptId} for update`;
  return reading !== undefined;
}
