import { invalidField, invalidFields, notFound } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { rows } from '../../db/rows.ts';
import type { Fragment } from '../../db/sessions/statement.ts';
import { toHundredths } from '../../extraction/sentiment.ts';
import { OBSERVATION_READER } from '../../reports/rules.ts';
import { noteRunsChanged } from '../../snapshots/changes.ts';
import { type Actor, auditOf } from '../audit/audit.ts';
import { applyCorrections, machineReadings, rankingOf, withdrawCorrections } from './applying.ts';
import { correctedObservations, positionsIn } from './corrected.ts';

type AnswerCorrection = components['schemas']['AnswerCorrection'];
export type CorrectedReading = components['schemas']['CorrectedReading'];
export type CorrectionInput = components['schemas']['AnswerCorrectionInput'];
type Kind = AnswerCorrection['subject']['kind'];

/** A brand or competitor in an answer. */
export interface CorrectionKey {
  runId: string;
  kind: Kind;
  subjectId: string;
}

/** A run and a subject whose answer can be corrected. */
interface Target extends CorrectionKey {
  name: string;
  /** The brand whose query was asked. */
  brandId: string;
  /** YYYY-MM-DD (UTC), of executedAt. */
  day: string;
}

/** A correction, to be stored. */
export interface NewCorrection extends CorrectionKey {
  brandId: string;
  day: string;
  named: boolean;
  position: number | null;
  /** Hundredths. */
  sentiment: number | null;
  note: string | null;
}

const auditRun = auditOf('run');
const operation = (verb: 'put' | 'delete', { kind }: CorrectionKey) =>
  `${verb}${kind === 'BRAND' ? 'Brand' : 'Competitor'}Correction`;
const idOf = ({ kind, subjectId }: CorrectionKey) =>
  kind === 'BRAND' ? { brandId: subjectId } : { competitorId: subjectId };

/**
 * An SQL expression for the correction of an answer about a subject, as JSON in the form of the contract; null: there
 * is none. The statement has the run as `r`.
 * @param runId an SQL expression @param subjectId another
 */
export const correctionJson = (tx: Tx, orgId: OrgId, runId: Fragment, subjectId: Fragment) => tx`(
  select json_build_object(
    'named', a.named, 'position', a.position, 'score', a.sentiment::float8 / 100, 'note', a.note,
    'extracted', coalesce(x.reading, '{"named":false,"position":null,"score":null,"sentimentReader":null}'),
    'batchId', a.batch_id, 'correctedBy', a.corrected_by,
    'correctedAt', to_char(a.corrected_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from answer_corrections a
  left join lateral (
    select json_build_object(
      'named', o.named, 'position', o.position, 'score', o.sentiment::float8 / 100,
      'sentimentReader', ${tx.unsafe(OBSERVATION_READER)}) as reading
    from machine_observations o
    where o.org_id = ${orgId} and o.run_id = a.run_id and o.subject_id = a.subject_id) x on true
  where a.org_id = ${orgId} and a.run_id = ${runId} and a.subject_id = ${subjectId})`;

/** @throws AppError not_found for the run, the subject, and where nothing was corrected */
export async function getCorrection(db: Db, orgId: OrgId, target: CorrectionKey): Promise<AnswerCorrection> {
  return db.tenant(orgId, async (tx) => findCorrection(tx, orgId, await findTarget(tx, orgId, target)));
}

/**
 * Corrects what was read in an answer about a brand or competitor, and replaces an earlier correction.
 * @throws AppError not_found for the run and the subject, validation_error
 */
export async function putCorrection(
  db: Db,
  actor: Actor,
  key: CorrectionKey,
  input: CorrectionInput,
): Promise<AnswerCorrection> {
  const { orgId } = actor;
  return db.tenant(orgId, async (tx) => {
    const target = await findTarget(tx, orgId, key, { isChange: true });
    await correctAnswer(tx, actor, target, input);
    await auditRun(tx, actor, operation('put', key), key.runId, { ...idOf(key), ...input });
    return findCorrection(tx, orgId, target);
  });
}

/** @throws AppError not_found for the run, the subject, and where nothing was corrected */
export async function deleteCorrection(db: Db, actor: Actor, key: CorrectionKey): Promise<void> {
  const { orgId } = actor;
  await db.tenant(orgId, async (tx) => {
    const target = await findTarget(tx, orgId, key, { isChange: true, isUndone: true });
    const { extracted: _, ...undone } = await findReading(tx, orgId, target);
    await undoCorrections(tx, orgId, [target]);
    await auditRun(tx, actor, operation('delete', key), key.runId, { ...idOf(key), undone });
  });
}

/**
 * Corrects an answer about its own brand, in the transaction of the caller, who writes the audit log.
 * @param input null: undoes the correction
 * @throws AppError validation_error
 */
export async function correctOwnBrand(
  tx: Tx,
  actor: Actor,
  { runId, brandId }: { runId: string; brandId: string },
  input: CorrectionInput | null,
): Promise<void> {
  const key: CorrectionKey = { runId, kind: 'BRAND', subjectId: brandId };
  const isUndone = input === null;
  const target = await findTarget(tx, actor.orgId, key, { isChange: true, isUndone });
  if (isUndone) await undoCorrections(tx, actor.orgId, [target]);
  else await correctAnswer(tx, actor, target, input);
}

/** @throws AppError validation_error */
async function correctAnswer(
  tx: Tx,
  actor: Actor,
  target: Target,
  { named, position = null, score = null, note = null }: CorrectionInput,
): Promise<void> {
  const sentiment = score === null ? null : toHundredths(score);
  const { runId, kind, subjectId, brandId, day } = target;
  const correction = { runId, kind, subjectId, brandId, day, named, position, sentiment, note };
  refuseContradictions(target, correction);
  await storeCorrections(tx, actor, [correction], null, async () => {
    if (position !== null) await refuseBeyondLast(tx, actor.orgId, target, position);
  });
}

/**
 * Stores corrections of answers, replaces earlier ones, and applies them. The runs must be locked.
 * @param batchId of corrections in one request; null: of a single one
 * @param check called before they are applied
 */
export async function storeCorrections(
  tx: Tx,
  actor: Actor,
  corrections: readonly NewCorrection[],
  batchId: string | null,
  check: () => Promise<void> = async () => {},
): Promise<void> {
  const { orgId } = actor;
  const runIds = [...new Set(corrections.map(({ runId }) => runId))];
  await withdrawCorrections(tx, orgId, runIds);
  const stored = corrections.map(({ runId, kind, subjectId, brandId, named, position, sentiment, note }) => ({
    run_id: runId,
    subject_id: subjectId,
    brand_id: brandId,
    kind,
    named,
    position,
    sentiment,
    note,
  }));
  const columns = `c(run_id text, subject_id text, kind text, brand_id text, named boolean, position integer,
                     sentiment smallint, note text)`;
  await tx`
    insert into answer_corrections (org_id, run_id, subject_id, kind, brand_id, named, position, sentiment, note,
                                    batch_id, corrected_by)
    select g.id, c.run_id, c.subject_id, c.kind, c.brand_id, c.named, c.position, c.sentiment, c.note, ${batchId},
           ${actor.id}
    from organisations g
    cross join ${rows(tx, columns, stored)}
    where g.id = ${orgId}
    on conflict (org_id, run_id, subject_id) do update set named = excluded.named, position = excluded.position,
      sentiment = excluded.sentiment, note = excluded.note, batch_id = excluded.batch_id,
      corrected_by = excluded.corrected_by, corrected_at = excluded.corrected_at`;
  await check();
  await applyCorrections(tx, orgId, runIds);
  await noteRunsChanged(
    tx,
    orgId,
    corrections.map(({ day }) => day),
  );
}

/** Undoes corrections of answers: what the extraction makes of them holds again. The runs must be locked. */
export async function undoCorrections(
  tx: Tx,
  orgId: OrgId,
  corrected: readonly Pick<NewCorrection, 'runId' | 'subjectId' | 'day'>[],
): Promise<void> {
  const runIds = [...new Set(corrected.map(({ runId }) => runId))];
  const undone = corrected.map(({ runId, subjectId }) => ({ run_id: runId, subject_id: subjectId }));
  await withdrawCorrections(tx, orgId, runIds);
  await tx`delete from answer_corrections a using ${rows(tx, 'u(run_id text, subject_id text)', undone)}
    where a.org_id = ${orgId} and a.run_id = u.run_id and a.subject_id = u.subject_id`;
  await applyCorrections(tx, orgId, runIds);
  await noteRunsChanged(
    tx,
    orgId,
    corrected.map(({ day }) => day),
  );
}

/**
 * The run and subject of a correction.
 * @param options.isChange locks the run, so that another correction or a re-extraction waits, and refuses a run without
 *   an answer
 * @param options.isUndone a correction is taken back, which needs no text
 * @throws AppError not_found, validation_error
 */
async function findTarget(
  tx: Tx,
  orgId: OrgId,
  key: CorrectionKey,
  { isChange = false, isUndone = false }: { isChange?: boolean; isUndone?: boolean } = {},
): Promise<Target> {
  const { runId, kind, subjectId } = key;
  const [run] = await tx<
    { brandId: string; state: string; hasText: boolean; isForgotten: boolean; day: string }[]
  >`
    select brand_id as "brandId", state, coalesce(answer, '') <> '' as "hasText",
           forgotten_at is not null as "isForgotten",
           to_char(executed_at at time zone 'UTC', 'YYYY-MM-DD') as day
    from runs where org_id = ${orgId} and id = ${runId} ${isChange ? tx`for update` : tx``}`;
  if (!run) throw notFound('run');
  const { brandId, state, hasText, isForgotten, day } = run;
  const [subject] = await (kind === 'BRAND'
    ? tx<{ name: string }[]>`select name from brands where org_id = ${orgId} and id = ${subjectId}`
    : tx<{ name: string }[]>`select name from competitors
        where org_id = ${orgId} and id = ${subjectId} and brand_id = ${brandId}`);
  if (!subject) throw notFound(kind === 'BRAND' ? 'brand' : 'competitor');
  if (isChange && state !== 'COMPLETED')
    throw invalidField('id', `id: this run is ${state} and has no answer. Correct one that is COMPLETED.`);
  if (isChange && isForgotten && !isUndone)
    throw invalidField(
      'id',
      'id: the text of this answer was forgotten, past the time that the organisation keeps texts. What was counted stays.',
    );
  if (isChange && !hasText && !isForgotten)
    throw invalidField(
      'id',
      'id: the answer of this run has no text, so it names nobody. Correct another run.',
    );
  return { ...key, brandId, day, name: subject.name };
}

async function findCorrection(tx: Tx, orgId: OrgId, target: Target): Promise<AnswerCorrection> {
  const { runId, subjectId, name, kind } = target;
  return { runId, subject: { id: subjectId, name, kind }, ...(await findReading(tx, orgId, target)) };
}

/** @throws AppError not_found */
async function findReading(
  tx: Tx,
  orgId: OrgId,
  { runId, subjectId }: CorrectionKey,
): Promise<CorrectedReading> {
  const [found] = await tx<{ correction: CorrectedReading | null }[]>`
    select ${correctionJson(tx, orgId, tx`r.id`, tx`${subjectId}`)} as correction
    from runs r where r.org_id = ${orgId} and r.id = ${runId}`;
  if (!found?.correction) throw notFound('correction');
  return found.correction;
}

/** @throws AppError validation_error for fields that do not go together */
function refuseContradictions(
  { name }: Target,
  { kind, subjectId, brandId, ...correction }: NewCorrection,
): void {
  const { named, position, sentiment } = correction;
  const wrong: { field: string; message: string }[] = [];
  if (!named && position !== null)
    wrong.push({
      field: 'position',
      message: `position: where it does not name ${name}, the answer has none for it. Leave it out, or send named: true.`,
    });
  else if (position !== null && kind === 'BRAND' && subjectId !== brandId)
    wrong.push({
      field: 'position',
      message: `position: ${name} is not the brand whose query was asked, so it has none in this answer. Leave it out.`,
    });
  if (!named && sentiment !== null)
    wrong.push({
      field: 'score',
      message: `score: an answer that does not name ${name} has no score for it. Leave it out, or send named: true.`,
    });
  if (wrong.length > 0) throw invalidFields(wrong);
}

/** @throws AppError validation_error for a position beyond the number of names, by the corrections stored by then */
async function refuseBeyondLast(tx: Tx, orgId: OrgId, target: Target, position: number): Promise<void> {
  const { runId, subjectId, name } = target;
  const [reading] = await machineReadings(tx, orgId, [runId]);
  if (!reading) throw notFound('run');
  const stored = await tx<{ subjectId: string; kind: Kind; named: boolean; position: number | null }[]>`
    select subject_id as "subjectId", kind, named, position from answer_corrections
    where org_id = ${orgId} and run_id = ${runId}`;
  const corrections = stored.map((each) => ({
    ...each,
    sentiment: null,
    name: each.subjectId === subjectId ? name : null,
  }));
  const ranking = rankingOf(reading, corrections);
  const positions = positionsIn(correctedObservations(reading.observations, corrections, ranking), ranking);
  if (position > positions)
    throw invalidField(
      'position',
      `position: with ${name} the answer names ${positions} of the brand and its competitors. Send 1 to ${positions}.`,
    );
}
