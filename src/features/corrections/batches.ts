import { textIdentity } from '../../base/definitions.ts';
import { invalidField, notFound } from '../../base/errors.ts';
import { newId, type OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { ifGiven, onDays } from '../../db/page.ts';
import type { Fragment } from '../../db/sessions/statement.ts';
import { toHundredths } from '../../extraction/sentiment.ts';
import { listRange } from '../../reports/range.ts';
import type { Actor } from '../audit/audit.ts';
import { resource } from '../resources/resource.ts';
import { type NewCorrection, storeCorrections, undoCorrections } from './corrections.ts';

export type CorrectionBatch = components['schemas']['CorrectionBatch'];
export type CorrectionFilter = components['schemas']['CorrectionFilter'];
type BatchInput = components['schemas']['CorrectionBatchCreate'];
type Preview = components['schemas']['CorrectionPreview'];
type Example = components['schemas']['CorrectionExample'];

/** The most answers that one batch corrects. */
export const MOST_ANSWERS = 10_000;
/** Answers that are corrected in one transaction. */
export const ANSWERS_AT_ONCE = 50;
/** Runs that are looked through in one statement. */
const RUNS_AT_ONCE = 2_000;
const MOST_EXAMPLES = 10;

/** Batches of corrections, the latest first. */
export const batches = resource<CorrectionBatch>({
  name: 'CorrectionBatch',
  noun: 'correction batch',
  target: 'correction-batch',
  table: 'correction_batches',
  columns: 'origin, filter jsonb, named, note, answers, is_complete, created_by',
  unread: 'sentiment',
  read: (tx) => tx`t.sentiment::float8 / 100 as score, t.created_at as "createdAt"`,
});

/** An answer that a batch would correct. */
interface Match {
  runId: string;
  /** YYYY-MM-DD (UTC), of executedAt. */
  day: string;
}

/** What runs are searched for. */
interface Search {
  brandId: string;
  subjectId: string;
  kind: NewCorrection['kind'];
  filter: CorrectionFilter;
  /** YYYY-MM-DD; null: open. */
  days: { start: string | null; end: string | null };
}

/** The answers that a batch with this filter would correct. @throws AppError not_found, validation_error */
export async function previewCorrections(db: Db, orgId: OrgId, filter: CorrectionFilter): Promise<Preview> {
  const search = await searchOf(db, orgId, filter);
  const preview: Preview = { answers: 0, isComplete: true, examples: [] };
  for await (const matches of matchesOf(db, orgId, search)) {
    const taken = matches.slice(0, MOST_ANSWERS - preview.answers);
    preview.answers += taken.length;
    const shown = taken.slice(0, MOST_EXAMPLES - preview.examples.length).map(({ runId }) => runId);
    if (shown.length > 0) preview.examples.push(...(await examplesOf(db, orgId, search, shown)));
    if (taken.length < matches.length) return { ...preview, isComplete: false };
  }
  return preview;
}

/**
 * Corrects the answers that match a filter, in short transactions. One that is cut off has corrected the latest
 * answers, and is undone like any other.
 * @throws AppError not_found, validation_error
 */
export async function createCorrectionBatch(
  db: Db,
  actor: Actor,
  input: BatchInput,
): Promise<CorrectionBatch> {
  const { orgId } = actor;
  const { filter, named, score = null, note = null } = input;
  if (!named && score !== null)
    throw invalidField(
      'score',
      'score: answers that do not name it have no score for it. Leave it out, or send named: true.',
    );
  const search = await searchOf(db, orgId, filter, 'filter.');
  const sentiment = score === null ? null : toHundredths(score);
  const id = newId();
  await db.tenant(orgId, async (tx) => {
    await insertBatch(tx, actor, { id, origin: 'FILTER', filter, named, sentiment, note });
    await batches.note(tx, actor, 'createCorrectionBatch', id, { ...input });
  });
  const { brandId, kind, subjectId } = search;
  let left = MOST_ANSWERS;
  for await (const matches of matchesOf(db, orgId, search)) {
    for (let at = 0; at < Math.min(left, matches.length); at += ANSWERS_AT_ONCE) {
      const ids = matches.slice(at, Math.min(left, at + ANSWERS_AT_ONCE)).map(({ runId }) => runId);
      await db.tenant(orgId, async (tx) => {
        await lockBatch(tx, orgId, id);
        await lockRuns(tx, orgId, ids);
        const own = await matching(tx, orgId, search, tx`r.id = any(${ids})`);
        const corrections = own.map(({ runId, day }) => ({
          runId,
          kind,
          subjectId,
          brandId,
          day,
          named,
          sentiment,
          note,
          position: null,
        }));
        await storeInBatch(tx, actor, id, corrections);
      });
    }
    if (matches.length > left) return db.tenant(orgId, (tx) => batches.find(tx, orgId, id));
    left -= matches.length;
  }
  return db.tenant(orgId, async (tx) => {
    await lockBatch(tx, orgId, id);
    await tx`update correction_batches set is_complete = true where org_id = ${orgId} and id = ${id}`;
    return batches.find(tx, orgId, id);
  });
}

/**
 * Undoes the corrections of a batch, in short transactions; what was corrected anew since stays. A batch that is still
 * being made ends by it.
 * @throws AppError not_found
 */
export async function deleteCorrectionBatch(db: Db, actor: Actor, id: string): Promise<void> {
  const { orgId } = actor;
  const { filter, answers } = await db.tenant(orgId, (tx) => batches.find(tx, orgId, id));
  const correctedOf = (tx: Tx) => tx`
    select distinct run_id as "runId" from answer_corrections
    where org_id = ${orgId} and batch_id = ${id} order by 1 limit ${ANSWERS_AT_ONCE}`;
  for (let isOver = false; !isOver; ) {
    await db.tenant(orgId, async (tx) => {
      const ids = (await tx<{ runId: string }[]>`${correctedOf(tx)}`).map(({ runId }) => runId);
      if (ids.length > 0) return undoSlice(tx, orgId, id, ids);
      // Who makes it corrects nothing more once the row is gone. What was corrected before the lock is undone first.
      await lockBatch(tx, orgId, id);
      if ((await tx`${correctedOf(tx)}`).length > 0) return;
      await tx`delete from correction_batches where org_id = ${orgId} and id = ${id}`;
      await batches.note(tx, actor, 'deleteCorrectionBatch', id, { filter, answers });
      isOver = true;
    });
  }
}

async function undoSlice(tx: Tx, orgId: OrgId, batchId: string, ids: string[]): Promise<void> {
  await lockRuns(tx, orgId, ids);
  const corrected = await tx<{ runId: string; subjectId: string; day: string }[]>`
    select a.run_id as "runId", a.subject_id as "subjectId", ${dayOf(tx)} as day
    from answer_corrections a join runs r on r.org_id = a.org_id and r.id = a.run_id
    where a.org_id = ${orgId} and a.batch_id = ${batchId} and a.run_id = any(${ids})`;
  if (corrected.length > 0) await undoCorrections(tx, orgId, corrected);
}

/** Inserts a batch without answers. */
export async function insertBatch(
  tx: Tx,
  actor: Actor,
  batch: Pick<CorrectionBatch, 'id' | 'origin' | 'named' | 'note'> & {
    filter: CorrectionFilter | null;
    sentiment: number | null;
  },
): Promise<void> {
  await batches.insert(tx, actor.orgId, { ...batch, answers: 0, isComplete: false, createdBy: actor.id });
}

/** Stores corrections and counts them in their batch. The runs must be locked. */
export async function storeInBatch(
  tx: Tx,
  actor: Actor,
  id: string,
  corrections: readonly NewCorrection[],
): Promise<void> {
  if (corrections.length === 0) return;
  await storeCorrections(tx, actor, corrections, id);
  await tx`update correction_batches set answers = answers + ${corrections.length}
    where org_id = ${actor.orgId} and id = ${id}`;
}

/**
 * Locks a batch while corrections are added to it, so that it is not undone meanwhile; before its runs.
 * @throws AppError not_found where it was undone
 */
export async function lockBatch(tx: Tx, orgId: OrgId, id: string): Promise<void> {
  const [batch] = await tx`select from correction_batches where org_id = ${orgId} and id = ${id} for update`;
  if (!batch) throw notFound('correction batch');
}

/** Locks runs, in the order of a re-extraction. */
export async function lockRuns(tx: Tx, orgId: OrgId, ids: string[]): Promise<void> {
  await tx`select from runs where org_id = ${orgId} and id = any(${ids}) order by id for update`;
}

const dayOf = (tx: Tx) => tx`to_char(r.executed_at at time zone 'UTC', 'YYYY-MM-DD')`;

/** @param path the prefix of the filter's fields in messages */
async function searchOf(db: Db, orgId: OrgId, filter: CorrectionFilter, path = ''): Promise<Search> {
  const { brandId, competitorId, startDate, endDate } = filter;
  const days = listRange({ startDate, endDate }, path);
  return db.tenant(orgId, async (tx) => {
    const [known] = await tx<{ isBrand: boolean; isCompetitor: boolean }[]>`
      select exists (select from brands where org_id = ${orgId} and id = ${brandId}) as "isBrand",
             exists (select from competitors where org_id = ${orgId} and id = ${competitorId ?? ''}
                       and brand_id = ${brandId}) as "isCompetitor"`;
    if (!known?.isBrand) throw notFound('brand');
    if (competitorId === undefined) return { brandId, subjectId: brandId, kind: 'BRAND', filter, days };
    if (!known.isCompetitor) throw notFound('competitor');
    return { brandId, subjectId: competitorId, kind: 'COMPETITOR', filter, days };
  });
}

/** The answers that match, the latest first, in parts: each is looked for when the part before was worked on. */
async function* matchesOf(db: Db, orgId: OrgId, search: Search): AsyncGenerator<Match[]> {
  let last: { at: Date; id: string } | undefined;
  for (;;) {
    const { runs, found } = await db.tenant(orgId, async (tx) => {
      const { filter, days, brandId } = search;
      const runs = await tx<{ id: string; at: Date }[]>`
        select r.id, r.executed_at as at from runs r
        where r.org_id = ${orgId} and r.brand_id = ${brandId} and r.state = 'COMPLETED'
          and ${onDays(tx, tx`r.executed_at`, days)}
          and ${ifGiven(tx, filter.platform, (platform) => tx`r.platform = ${platform}`)}
          and ${ifGiven(tx, last, ({ at, id }) => tx`(r.executed_at, r.id) < (${at}, ${id})`)}
        order by r.executed_at desc, r.id desc limit ${RUNS_AT_ONCE}`;
      const ids = runs.map(({ id }) => id);
      return { runs, found: await matching(tx, orgId, search, tx`r.id = any(${ids})`) };
    });
    if (found.length > 0) yield found;
    last = runs.at(-1);
    if (runs.length < RUNS_AT_ONCE) return;
  }
}

/** The answers of some runs that match, the latest first. @param ofRuns the condition on runs r */
async function matching(
  tx: Tx,
  orgId: OrgId,
  { subjectId, filter: { namedAs, queryText } }: Search,
  ofRuns: Fragment,
): Promise<Match[]> {
  return tx<Match[]>`
    select r.id as "runId", ${dayOf(tx)} as day
    from runs r join observations o on o.org_id = ${orgId} and o.run_id = r.id and o.subject_id = ${subjectId}
    where r.org_id = ${orgId} and ${ofRuns} and r.answer <> '' and o.named
      and ${ifGiven(tx, namedAs, (text) => tx`o.named_as = ${text}`)}
      and ${ifGiven(tx, queryText, (text) => tx`coalesce(r.identity, r.query_text) = ${textIdentity(text)}`)}
      and not exists (select from answer_corrections a where a.org_id = ${orgId} and a.run_id = r.id
                        and a.subject_id = ${subjectId})
    order by r.executed_at desc, r.id desc`;
}

async function examplesOf(db: Db, orgId: OrgId, { subjectId }: Search, ids: string[]): Promise<Example[]> {
  return db.tenant(
    orgId,
    (tx) => tx<Example[]>`
      select r.id as "runId", r.executed_at as "executedAt",
             json_build_object('id', r.query_id, 'queryText', r.query_text, 'platform', r.platform) as query,
             o.named_as as "namedAs", o.snippet
      from runs r join observations o on o.org_id = ${orgId} and o.run_id = r.id and o.subject_id = ${subjectId}
      where r.org_id = ${orgId} and r.id = any(${ids})
      order by r.executed_at desc, r.id desc`,
  );
}
