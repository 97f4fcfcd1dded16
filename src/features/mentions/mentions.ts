import { dayOf } from '../../base/days.ts';
import { invalidField, notFound } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import {
  countRows,
  ifGiven,
  type Order,
  type Page,
  type Paged,
  pageOf,
  pageSelect,
  valuesOf,
} from '../../db/page.ts';
import { toHundredths } from '../../extraction/sentiment.ts';
import { OBSERVATION_READER, sentimentBandSql } from '../../reports/rules.ts';
import { noteRunsChanged } from '../../snapshots/changes.ts';
import { type Actor, audit } from '../audit/audit.ts';
import { isOfActiveBrand } from '../brands/brands.ts';
import { type CorrectedReading, correctionJson, correctOwnBrand } from '../corrections/corrections.ts';
import { type RunFilter, runsMatching } from '../runs/read.ts';
import { sourceTypeOf } from '../runs/source-type.ts';

export type Mention = components['schemas']['Mention'];
type Correction = components['schemas']['MentionUpdate'];

export interface MentionFilter extends RunFilter {
  sentiment?: string | undefined;
  sourceType?: string | undefined;
  corrected?: boolean | undefined;
  dismissed: boolean;
}

/**
 * A mention m with its correction k applied, its run r, observation o, the same without corrections x (where the answer
 * has some), and citation c.
 */
const columns = (tx: Tx, orgId: OrgId) => tx`
  m.id, ${brand(tx, orgId)} as brand, ${sourceType(tx)} as "sourceType",
  c.source_name as "sourceName", c.url as "sourceUrl", coalesce(c.page_url, c.url) as "pageUrl", c.title, coalesce(o.snippet, x.snippet) as snippet, r.platform,
  ${sentiment(tx)} as sentiment, coalesce(k.sentiment, o.sentiment)::float8 / 100 as "sentimentScore",
  ${reader(tx)} as "sentimentReader", r.executed_at as "discoveredAt", r.forgotten_at as "answerForgottenAt",
  json_build_object('id', r.query_id, 'queryText', r.query_text, 'platform', r.platform) as query, r.id as "runId",
  case when k.mention_id is not null then json_build_object(
    'sentimentScore', k.sentiment::float8 / 100, 'sourceType', k.source_type, 'dismissed', k.dismissed, 'note', k.note,
    'extracted', json_build_object('sentimentScore',
                                   case when x.run_id is null then o.sentiment else x.sentiment end::float8 / 100,
                                   'sourceType', coalesce(c.source_type, 'AI_ANSWER')),
    'correctedBy', k.corrected_by,
    'correctedAt', to_char(k.corrected_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as correction,
  ${correctionJson(tx, orgId, tx`m.run_id`, tx`m.brand_id`)} as "answerCorrection"`;

const source = (tx: Tx) => tx`
  from mentions m
  join runs r on r.org_id = m.org_id and r.id = m.run_id and r.state = 'COMPLETED'
  join observations o on o.org_id = m.org_id and o.run_id = m.run_id and o.subject_id = m.brand_id
  left join machine_observations x on x.org_id = m.org_id and x.run_id = m.run_id and x.subject_id = m.brand_id
  left join citations c on c.org_id = m.org_id and c.run_id = m.run_id and c.ordinal = m.ordinal
  left join mention_corrections k on k.org_id = m.org_id and k.mention_id = m.id`;

// No join: without statistics Postgres read all brands for each mention (61 brands, 600 mentions: over 15 s).
const brand = (tx: Tx, orgId: OrgId) => tx`(select json_build_object('id', b.id, 'name', b.name) from brands b
  where b.org_id = ${orgId} and b.id = m.brand_id)`;
/** Whether the answer of mention m was corrected about its brand. */
const isOfCorrected = (tx: Tx, orgId: OrgId) => tx`(m.run_id, m.brand_id) in (
  select run_id, subject_id from answer_corrections where org_id = ${orgId})`;
/** Whether the answer of mention m was corrected as not naming its brand. */
const isOfUnnamed = (tx: Tx, orgId: OrgId) => tx`(m.run_id, m.brand_id) in (
  select run_id, subject_id from answer_corrections where org_id = ${orgId} and not named)`;
// Keep in step with sql/snapshot/mentions.sql.
const sourceType = (tx: Tx) => tx`coalesce(k.source_type, ${sourceTypeOf(tx)}, 'AI_ANSWER')`;
const reader = (tx: Tx) =>
  tx.unsafe(`case when k.sentiment is not null then 'PERSON' else ${OBSERVATION_READER} end`);
const sentiment = (tx: Tx) => tx.unsafe(sentimentBandSql('coalesce(k.sentiment, o.sentiment)'));

/** A page of mentions with their corrections applied, the latest first. */
export async function listMentions(
  db: Db,
  orgId: OrgId,
  filter: MentionFilter & Page,
): Promise<Paged<Mention>> {
  return db.tenant(orgId, async (tx) => {
    // Postgres joins in the order written here, by the keys of the tables.
    tx`set local join_collapse_limit = 1`.catch(() => {}); // pipelined; if it fails, so does the next one
    const ofRuns = runsMatching(tx, orgId, filter);
    const order: Order = [{ by: tx`executed_at`, type: 'timestamptz', descending: true }, { by: tx`id` }];
    const { isAfter, limits, orderBy, position } = pageSelect(tx, filter, order);
    const ofMentions = mentionsMatching(tx, orgId, filter);
    // A list of corrected mentions starts from the corrections, which are few. Any other list goes run by run, the
    // latest first, up to the end of the page; `offset 0` keeps Postgres from choosing another order. When it joined
    // and sorted everything first, a page of 12,000 mentions took 86 times as long as a trivial request, and one of
    // 42,000 took ten seconds while Postgres had no statistics. The run query already leaves out runs after the
    // cursor's time.
    const corrected = tx`select m.id, r.executed_at
      from (select mention_id as id from mention_corrections where org_id = ${orgId}
            union
            select m.id from answer_corrections a
            join mentions m on m.org_id = ${orgId} and m.run_id = a.run_id and m.brand_id = a.subject_id
            where a.org_id = ${orgId}) own
      join mentions m on m.org_id = ${orgId} and m.id = own.id
      left join mention_corrections k on k.org_id = ${orgId} and k.mention_id = m.id
      join runs r on r.org_id = m.org_id and r.id = m.run_id and r.state = 'COMPLETED' ${ofMentions.joins}
      where m.org_id = ${orgId} and ${ofRuns} and ${ofMentions.conditions}`;
    const latest = tx`select m.id, r.executed_at
      from (select r.id, r.executed_at from runs r where ${ofRuns} and r.state = 'COMPLETED'
              and ${ifGiven(tx, valuesOf(filter.after)?.[0], (time) => tx`r.executed_at <= ${time}::text::timestamptz`)}
            order by r.executed_at desc offset 0) r
      cross join lateral (select m.id from mentions m ${ofMentions.joins}
        where m.org_id = ${orgId} and m.run_id = r.id and ${ofMentions.conditions} offset 0) m`;
    const selected = await tx<(Mention & { listPosition: string })[]>`
      with page as materialized (
        select id, executed_at, ${position} as "listPosition"
        from (${isOfCorrections(filter) ? corrected : latest}) matching where ${isAfter} order by ${orderBy} ${limits})
      select found.*, p."listPosition" from page p
      cross join lateral (select ${columns(tx, orgId)} ${source(tx)} where m.org_id = ${orgId} and m.id = p.id offset 0) found
      order by p.executed_at desc, p.id`;
    const all = isOfCorrections(filter) ? corrected : allMatching(tx, orgId, filter, ofMentions);
    for (const mention of selected) leaveOutAbsent(mention);
    return pageOf<Mention>(selected, filter, await countRows(tx, tx`(${all}) found`));
  });
}

/** All matching mentions, for counting; joins runs only if the filter needs them. */
function allMatching(
  tx: Tx,
  orgId: OrgId,
  filter: MentionFilter,
  { joins, conditions }: ReturnType<typeof mentionsMatching>,
) {
  if (isOfRuns(filter))
    return tx`select from runs r join mentions m on m.org_id = r.org_id and m.run_id = r.id ${joins}
      where ${runsMatching(tx, orgId, filter)} and r.state = 'COMPLETED' and m.org_id = ${orgId} and ${conditions}`;
  const { brandId } = filter;
  return tx`select from mentions m ${joins} where m.org_id = ${orgId} and ${conditions}
    and ${brandId === undefined ? isOfActiveBrand(tx, orgId, tx`m.brand_id`) : tx`m.brand_id = ${brandId}`}`;
}

/** Whether a filter selects only mentions that have a correction. */
function isOfCorrections({ corrected, dismissed }: MentionFilter): boolean {
  return dismissed || corrected === true;
}

/** Whether a filter needs columns of runs. */
function isOfRuns({ start, end, ...filter }: MentionFilter): boolean {
  const { queryId, runId, platform, tag, branded } = filter;
  return (
    [queryId, runId, platform, tag, branded].some((value) => value !== undefined) ||
    start !== null ||
    end !== null
  );
}

/**
 * The conditions of a filter on mentions m, with only the joins that they need. If isOfCorrections, the caller joins
 * the corrections k itself.
 */
function mentionsMatching(tx: Tx, orgId: OrgId, filter: MentionFilter) {
  const { sentiment: wanted, sourceType: wantedSource, corrected, dismissed } = filter;
  const isOfExtracted = wanted !== undefined || wantedSource !== undefined || corrected !== undefined;
  const isJoined = isOfExtracted && !isOfCorrections(filter);
  return {
    joins: tx`
      ${wanted === undefined ? tx`` : tx`join observations o on o.org_id = m.org_id and o.run_id = m.run_id and o.subject_id = m.brand_id`}
      ${wantedSource === undefined ? tx`` : tx`left join citations c on c.org_id = m.org_id and c.run_id = m.run_id and c.ordinal = m.ordinal`}
      ${isJoined ? tx`left join mention_corrections k on k.org_id = m.org_id and k.mention_id = m.id` : tx``}`,
    conditions: tx`
      ${
        isJoined || isOfCorrections(filter)
          ? tx`(coalesce(k.dismissed, false) or ${isOfUnnamed(tx, orgId)}) = ${dismissed}`
          : tx`m.id not in (select mention_id from mention_corrections where org_id = ${orgId} and dismissed)
               and not ${isOfUnnamed(tx, orgId)}`
      }
      and ${ifGiven(tx, corrected, (value) => tx`(k.mention_id is not null or ${isOfCorrected(tx, orgId)}) = ${value}`)}
      and ${ifGiven(tx, wanted, (value) => tx`${sentiment(tx)} = ${value}`)}
      and ${ifGiven(tx, wantedSource, (value) => tx`${sourceType(tx)} = ${value}`)}`,
  };
}

/**
 * Corrects or dismisses a mention; a field set to null is no longer corrected. With the scope `answer` it corrects what
 * was read in the answer about the brand, and takes back what was corrected of this mention alone in the same fields.
 * @throws AppError not_found, validation_error for a sourceType if the mention has no source, and for what does not go
 *   together
 */
export async function updateMention(tx: Tx, actor: Actor, id: string, changes: Correction): Promise<Mention> {
  const { orgId } = actor;
  const known = await lockMention(tx, orgId, id);
  if (changes.sourceType && known.sourceUrl === null)
    throw invalidField('sourceType', 'sourceType: this mention has no source; it stays AI_ANSWER.');
  const { scope, ...fields } = changes;
  if (Object.keys(fields).length === 0)
    throw invalidField(
      'scope',
      'scope: send what to correct with it: sentimentScore, dismissed, sourceType or note.',
    );
  const isOfAnswer = scope === 'answer' && concernsAnswer(known, fields);
  if (isOfAnswer) await correctOwnBrand(tx, actor, targetOf(known), answerCorrectionOf(known, fields));
  await storeOwn(tx, actor, known, isOfAnswer ? takenBack(fields) : fields);
  await noteRunsChanged(tx, orgId, [dayOf(new Date(known.discoveredAt))]);
  await audit(tx, actor, {
    action: 'updateMention',
    targetType: 'mention',
    targetId: id,
    details: { ...changes },
  });
  return findMention(tx, orgId, id);
}

type Fields = Omit<Correction, 'scope'>;
const targetOf = ({ runId, brand: { id } }: Mention) => ({ runId, brandId: id });

/** Whether changes with the scope `answer` are of the answer: a source type is of the mention, and so is its note. */
function concernsAnswer({ answerCorrection }: Mention, { sentimentScore, dismissed, note }: Fields): boolean {
  if (sentimentScore !== undefined || dismissed !== undefined) return true;
  return note !== undefined && answerCorrection !== undefined;
}

/** What is left of changes for the mention alone, where the answer takes the rest. */
function takenBack({ sentimentScore, dismissed, sourceType, note }: Fields): Fields {
  return {
    ...(sentimentScore === undefined ? {} : { sentimentScore: null }),
    ...(dismissed === undefined ? {} : { dismissed: false }),
    ...(sourceType === undefined ? {} : { sourceType }),
    ...(note === undefined ? {} : { note: null }),
  };
}

/**
 * The correction of a mention's answer after changes; null: none is left.
 * @throws AppError validation_error for a score where the answer does not name the brand
 */
function answerCorrectionOf({ answerCorrection }: Mention, { sentimentScore, dismissed, note }: Fields) {
  const stored: Pick<CorrectedReading, 'named' | 'position' | 'score' | 'note'> = answerCorrection ?? {
    named: true,
    position: null,
    score: null,
    note: null,
  };
  const named = dismissed === undefined ? stored.named : !dismissed;
  if (!named && typeof sentimentScore === 'number')
    throw invalidField(
      'sentimentScore',
      'sentimentScore: the answer does not name the brand by its correction. Leave it out, or send dismissed: false.',
    );
  const after = {
    named,
    position: named ? stored.position : null,
    score: named ? (sentimentScore === undefined ? stored.score : sentimentScore) : null,
    note: note === undefined ? stored.note : note,
  };
  const isFound = answerCorrection?.extracted.named ?? true;
  const isLeft =
    !after.named || !isFound || after.position !== null || after.score !== null || after.note !== null;
  return isLeft ? after : null;
}

/** Stores what is corrected of a mention alone. */
async function storeOwn(
  tx: Tx,
  { orgId, id: userId }: Actor,
  known: Mention,
  changes: Fields,
): Promise<void> {
  const { id, runId, correction } = known;
  const stored = correction ?? { sentimentScore: null, sourceType: null, dismissed: false, note: null };
  const { sentimentScore, sourceType, dismissed, note } = { ...stored, ...changes };
  if (sentimentScore === null && sourceType === null && !dismissed && note === null) {
    await tx`delete from mention_corrections where org_id = ${orgId} and mention_id = ${id}`;
    return;
  }
  const hundredths = sentimentScore === null ? null : toHundredths(sentimentScore);
  await tx`
    insert into mention_corrections (org_id, mention_id, run_id, sentiment, source_type, dismissed, note, corrected_by)
    values (${orgId}, ${id}, ${runId}, ${hundredths}, ${sourceType}, ${dismissed}, ${note}, ${userId})
    on conflict (org_id, mention_id) do update set sentiment = excluded.sentiment, source_type = excluded.source_type,
      dismissed = excluded.dismissed, note = excluded.note, corrected_by = excluded.corrected_by,
      corrected_at = excluded.corrected_at`;
}

/** A mention, with its run locked: another correction of it, or a re-extraction of the run, waits. */
async function lockMention(tx: Tx, orgId: OrgId, id: string): Promise<Mention> {
  await tx`select from runs r where r.org_id = ${orgId}
      and r.id = (select run_id from mentions where org_id = ${orgId} and id = ${id}) for update`;
  return findMention(tx, orgId, id);
}

/** A mention, dismissed or not. @throws AppError not_found */
export async function findMention(tx: Tx, orgId: OrgId, id: string): Promise<Mention> {
  const [mention] = await tx<
    Mention[]
  >`select ${columns(tx, orgId)} ${source(tx)} where m.org_id = ${orgId} and m.id = ${id}`;
  if (!mention) throw notFound('mention');
  leaveOutAbsent(mention);
  return mention;
}

/** A mention says nothing of its answer's correction, or of its being forgotten, where there is none. */
function leaveOutAbsent(mention: Mention): void {
  if (!mention.answerCorrection) delete mention.answerCorrection;
  if (!mention.answerForgottenAt) delete mention.answerForgottenAt;
}
