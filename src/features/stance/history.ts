import { AppError } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { Db, Tx } from '../../db/client.ts';
import { type StanceAccess, stanceAccess } from '../integrations/access.ts';
import { costOf, QUESTION_TOKENS, sizeOf } from './question.ts';

/** Runs per statement. */
const BATCH_RUNS = 2_000;
/** Tokens of a name in a question, and of its score in an answer without reasoning. */
const NAME_TOKENS = 15;
const SCORE_TOKENS = 25;

/** The cost of reading an organisation's stored answers that no model has read. */
export interface HistoryEstimate {
  stance: StanceAccess;
  answers: number;
  inputTokens: number;
  /** From the scores alone to the most that a model may write. */
  outputTokens: [least: number, most: number];
  /** Millionths of a US dollar by list price; null: the price of the model is not known. */
  costMicros: [least: number, most: number] | null;
}

interface Size {
  bytes: number;
  names: number;
}

/**
 * Estimates the cost of reading the history. Answers with a known result (from other runs) cost nothing, but are
 * included.
 * @throws AppError conflict if no active integration reads stance
 */
export async function estimateHistory(db: Db, orgId: OrgId): Promise<HistoryEstimate> {
  const stance = await requireStance(db, orgId);
  const estimate = { answers: 0, inputTokens: 0, outputTokens: [0, 0] as [number, number] };
  for await (const { sizes } of batches(db, orgId)) {
    for (const { bytes, names } of sizes) {
      // Bytes, which Postgres knows without reading the answer: an overestimate outside ASCII.
      const { characters, maxOutputTokens } = sizeOf(bytes, names);
      estimate.answers += 1;
      estimate.inputTokens += QUESTION_TOKENS + Math.ceil(characters / 4) + NAME_TOKENS * names;
      estimate.outputTokens[0] += SCORE_TOKENS * names;
      estimate.outputTokens[1] += maxOutputTokens;
    }
  }
  const [least, most] = estimate.outputTokens.map((tokens) => costOf(stance, estimate.inputTokens, tokens));
  const costMicros: HistoryEstimate['costMicros'] =
    least === null || most === null || least === undefined || most === undefined ? null : [least, most];
  return { stance, ...estimate, costMicros };
}

/**
 * Makes the history due, after all new readings and without a time limit.
 * @param onProgress called with the number of answers so far
 * @returns how many answers became due
 * @throws AppError conflict if no active integration reads stance
 */
export async function enqueueHistory(
  db: Db,
  orgId: OrgId,
  onProgress: (done: number) => void = () => {},
): Promise<number> {
  await requireStance(db, orgId);
  let done = 0;
  for await (const { ids } of batches(db, orgId)) {
    done += await db.tenant(orgId, async (tx) => {
      const { count } = await tx`
        insert into stance_readings as s (org_id, run_id, platform, is_history, due_at)
        select i.org_id, w.id, i.type, true, now()
        from integrations i cross join unnest(${ids}::text[]) as w(id)
        join runs r on r.org_id = ${orgId} and r.id = w.id
        where i.org_id = ${orgId} and i.stance_since is not null and i.is_active
        order by w.id
        on conflict (org_id, run_id) do update set state = 'PENDING', platform = excluded.platform, is_history = true,
            due_at = excluded.due_at, give_up_at = null, tries = 0, strikes = 0, reason = null
          where s.due_at is null`;
      return count;
    });
    onProgress(done);
  }
  return done;
}

/** @throws AppError conflict */
async function requireStance(db: Db, orgId: OrgId): Promise<StanceAccess> {
  const stance = await db.tenant(orgId, (tx) => stanceAccess(tx, orgId));
  if (stance === null)
    throw new AppError('conflict', 'No active integration reads stance: switch it on first (config.stance).');
  return stance;
}

/** The runs that name a subject with a score by rules, whose text is there, and that are not yet due. */
async function* batches(db: Db, orgId: OrgId): AsyncGenerator<{ ids: string[]; sizes: Size[] }> {
  let after = '';
  for (;;) {
    const runs = await db.tenant(orgId, (tx) => runsAfter(tx, orgId, after));
    const last = runs.at(-1);
    if (!last) return;
    after = last.id;
    const unread = runs.filter(({ names, isDue }) => names > 0 && !isDue);
    if (unread.length > 0) yield { ids: unread.map(({ id }) => id), sizes: unread };
  }
}

/** Joined run by run: with `exists` in a list of columns, Postgres reads all observations for each batch. */
function runsAfter(tx: Tx, orgId: OrgId, after: string) {
  return tx<(Size & { id: string; isDue: boolean })[]>`
    with next as materialized (
      select id, octet_length(answer) as bytes, forgotten_at from runs
      where org_id = ${orgId} and id > ${after} and state = 'COMPLETED' order by id limit ${BATCH_RUNS})
    select n.id, n.bytes, case when o.by_rules > 0 and n.forgotten_at is null then o.names else 0 end as names, s.is_due as "isDue"
    from next n
    cross join lateral (
      select count(*) filter (where coalesce(o.sentiment_reader, 'LEXICON') = 'LEXICON') as by_rules,
             (count(*) filter (where o.sentiment_reader is distinct from 'SENT'))::integer as names
      from observations o where o.org_id = ${orgId} and o.run_id = n.id and o.named) o
    cross join lateral (
      select count(s.due_at) > 0 as is_due from stance_readings s
      where s.org_id = ${orgId} and s.run_id = n.id) s
    order by n.id`;
}
