import { newId, type OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Fragment } from '../../db/sessions/statement.ts';
import { type Actor, audit } from '../audit/audit.ts';
import { ANSWERS_AT_ONCE, insertBatch, lockBatch, lockRuns, MOST_ANSWERS, storeInBatch } from './batches.ts';

type Preview = components['schemas']['CorrectionAdoptionPreview'];
type Adoption = components['schemas']['CorrectionAdoption'];

const MOST_EXAMPLES = 10;

/** An answer as its mentions were corrected. */
interface Adoptable {
  runId: string;
  brandId: string;
  day: string;
  named: boolean;
  /** Hundredths; null: not corrected. */
  sentiment: number | null;
  mentions: number;
  conflicts: boolean;
}

/**
 * The answers whose mentions were corrected, as they would be corrected themselves: not named where every mention is
 * dismissed, else by the newest score of a mention that is not. Answers that were corrected later are left out.
 */
const adoptable = (tx: Tx, orgId: OrgId, ofRuns: Fragment) => tx`
  select * from (
    select r.id as "runId", r.brand_id as "brandId",
           to_char(r.executed_at at time zone 'UTC', 'YYYY-MM-DD') as day,
           not bool_and(coalesce(k.dismissed, false)) as named,
           (array_agg(k.sentiment order by k.corrected_at desc, m.id)
              filter (where k.sentiment is not null and not k.dismissed))[1] as sentiment,
           count(*) as mentions,
           count(distinct k.sentiment) filter (where not k.dismissed) > 1
             or (bool_or(k.dismissed) and not bool_and(coalesce(k.dismissed, false))) as conflicts,
           max(k.corrected_at) filter (where k.dismissed or k.sentiment is not null) as at
    from mentions m
    join runs r on r.org_id = ${orgId} and r.id = m.run_id and r.state = 'COMPLETED' and r.answer <> ''
    left join mention_corrections k on k.org_id = ${orgId} and k.mention_id = m.id
    where m.org_id = ${orgId} and ${ofRuns}
    group by r.id, r.brand_id, r.executed_at) found
  where (not named or sentiment is not null)
    and not exists (select from answer_corrections a where a.org_id = ${orgId} and a.run_id = found."runId"
                      and a.subject_id = found."brandId" and a.corrected_at >= found.at)`;

/** The condition on mentions m of answers with a corrected mention. */
const isCorrected = (tx: Tx, orgId: OrgId) => tx`m.run_id in (
  select run_id from mention_corrections where org_id = ${orgId} and (dismissed or sentiment is not null))`;

/** What `adoptMentionCorrections` would correct. */
export async function previewAdoption(db: Db, orgId: OrgId): Promise<Preview> {
  return db.tenant(orgId, async (tx) => {
    const all = adoptable(tx, orgId, isCorrected(tx, orgId));
    const [counts] = await tx<[Omit<Preview, 'examples'>]>`
      select count(*) as answers, count(*) filter (where not named) as "notNamed", count(sentiment) as scored,
             count(*) filter (where conflicts) as conflicts
      from (${all}) a`;
    const examples = await tx<Preview['examples']>`
      select "runId", (select json_build_object('id', b.id, 'name', b.name) from brands b
                       where b.org_id = ${orgId} and b.id = a."brandId") as brand,
             named, sentiment::float8 / 100 as score, mentions, conflicts
      from (${all}) a order by "runId" limit ${MOST_EXAMPLES}`;
    return { ...counts, examples: [...examples] };
  });
}

/** Corrects answers as their mentions were corrected, in short transactions. */
export async function adoptMentionCorrections(db: Db, actor: Actor): Promise<Adoption> {
  const { orgId } = actor;
  const id = newId();
  const found = await db.tenant(orgId, async (tx) => {
    const found = await tx<{ runId: string }[]>`
      select "runId" from (${adoptable(tx, orgId, isCorrected(tx, orgId))}) a order by "runId" limit ${MOST_ANSWERS}`;
    const about = { id, origin: 'ADOPTION' as const, filter: null, named: null, sentiment: null, note: null };
    if (found.length > 0) await insertBatch(tx, actor, about);
    return found;
  });
  const adopted = { answers: 0, notNamed: 0, scored: 0 };
  for (let at = 0; at < found.length; at += ANSWERS_AT_ONCE) {
    const ids = found.slice(at, at + ANSWERS_AT_ONCE).map(({ runId }) => runId);
    const own = await db.tenant(orgId, (tx) => adoptSlice(tx, actor, id, ids));
    adopted.answers += own.length;
    adopted.notNamed += own.filter(({ named }) => !named).length;
    adopted.scored += own.filter(({ named }) => named).length;
  }
  return db.tenant(orgId, async (tx) => {
    const [left] = await tx<[{ count: number }]>`
      select count(*) as count from (${adoptable(tx, orgId, isCorrected(tx, orgId))}) a`;
    const batchId = found.length > 0 ? id : null;
    if (batchId !== null) {
      await tx`update correction_batches set is_complete = ${left.count === 0} where org_id = ${orgId} and id = ${id}`;
      await audit(tx, actor, {
        action: 'adoptMentionCorrections',
        targetType: 'correction-batch',
        targetId: id,
        details: { ...adopted },
      });
    }
    return { batchId, ...adopted, remaining: left.count };
  });
}

/** What is adoptable of some answers is looked up again while they are locked. */
async function adoptSlice(tx: Tx, actor: Actor, batchId: string, ids: string[]): Promise<Adoptable[]> {
  const { orgId } = actor;
  await lockBatch(tx, orgId, batchId);
  await lockRuns(tx, orgId, ids);
  const own = await tx<Adoptable[]>`
    select * from (${adoptable(tx, orgId, tx`m.run_id = any(${ids})`)}) a order by "runId"`;
  const corrections = own.map(({ runId, brandId, day, named, sentiment }) => ({
    runId,
    brandId,
    day,
    named,
    sentiment,
    kind: 'BRAND' as const,
    subjectId: brandId,
    position: null,
    note: null,
  }));
  await storeInBatch(tx, actor, batchId, corrections);
  return [...own];
}
