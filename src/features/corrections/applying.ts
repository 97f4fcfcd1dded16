import { derivedId, type OrgId } from '../../base/ids.ts';
import type { Tx } from '../../db/client.ts';
import { inBatches, rows } from '../../db/rows.ts';
import { firstOfPages } from '../../extraction/sources/page.ts';
import { foldName } from '../../extraction/text/fold.ts';
import { type Correction, correctedObservations, type Ranking, type Seen } from './corrected.ts';
import { machineObservations, OBSERVATION_COLUMNS } from './machine.ts';

/** Observations that are corrected together: some 5 ms of the event loop. */
const MOST_OBSERVATIONS = 1_500;

/** A run with what was observed in its answer without corrections. */
export interface MachineReading {
  runId: string;
  /** The brand whose query was asked. */
  brandId: string;
  observations: (Seen & { name: string | null })[];
}

/** The name of the subject of an observation `o`, a brand or a competitor; null: it is gone. */
const nameOf = (tx: Tx, orgId: OrgId) => tx`coalesce(
  (select b.name from brands b where b.org_id = ${orgId} and b.id = o.subject_id),
  (select c.name from competitors c where c.org_id = ${orgId} and c.id = o.subject_id))`;

/** What was observed in the answers of runs, without corrections. */
export async function machineReadings(tx: Tx, orgId: OrgId, runIds: string[]): Promise<MachineReading[]> {
  return tx<MachineReading[]>`
    select r.id as "runId", r.brand_id as "brandId", (
      select coalesce(json_agg(json_build_object(
        'subjectId', o.subject_id, 'kind', o.kind, 'named', o.named, 'unknown', o.unknown, 'position', o.position, 'sentiment', o.sentiment,
        'sentimentReader', o.sentiment_reader, 'name', ${nameOf(tx, orgId)}) order by o.subject_id), '[]')
      from ${machineObservations(tx, orgId, tx`r.id`)} o) as observations
    from runs r where r.org_id = ${orgId} and r.id = any(${runIds})`;
}

/** Whom an answer ranks: the brand of its run and the competitors, of which those with one name are one. */
export function rankingOf(
  { brandId, observations }: MachineReading,
  added: readonly { subjectId: string; name: string | null }[],
): Ranking {
  const names = new Map([...observations, ...added].map(({ subjectId, name }) => [subjectId, name]));
  return {
    isRanked: ({ subjectId, kind }) => subjectId === brandId || kind === 'COMPETITOR',
    entityOf(subjectId) {
      const name = names.get(subjectId);
      return name ? `name ${foldName(name)}` : `id ${subjectId}`;
    },
  };
}

/**
 * Writes the corrections of answers into their observations, after those were written as the extraction, a model or the
 * sender made them, and keeps these beside. Answers without corrections cost one look-up.
 */
export async function applyCorrections(tx: Tx, orgId: OrgId, runIds: string[]): Promise<void> {
  const corrections = await tx<(Correction & { runId: string; name: string | null })[]>`
    select o.run_id as "runId", o.subject_id as "subjectId", o.kind, o.named, o.position, o.sentiment,
           ${nameOf(tx, orgId)} as name
    from answer_corrections o where o.org_id = ${orgId} and o.run_id = any(${runIds})
    order by o.corrected_at, o.subject_id`;
  if (corrections.length === 0) return;
  const byRun = Map.groupBy(corrections, ({ runId }) => runId);
  const corrected = [...byRun.keys()];
  const columns = tx.unsafe(OBSERVATION_COLUMNS);
  await tx`insert into machine_observations (org_id, ${columns})
    select org_id, ${columns} from observations where org_id = ${orgId} and run_id = any(${corrected})`;
  const sizes = await tx<{ runId: string; size: number }[]>`
    select run_id as "runId", count(*) as size from machine_observations
    where org_id = ${orgId} and run_id = any(${corrected}) group by run_id`;
  for (const batch of inBatches(sizes, ({ size }) => size, MOST_OBSERVATIONS))
    await applyTo(
      tx,
      orgId,
      batch.map(({ runId }) => runId),
      byRun,
    );
}

async function applyTo(
  tx: Tx,
  orgId: OrgId,
  runIds: string[],
  byRun: ReadonlyMap<string, (Correction & { name: string | null })[]>,
): Promise<void> {
  const changed: object[] = [];
  const unmentioned: { runId: string; brandId: string }[] = [];
  for (const run of await machineReadings(tx, orgId, runIds)) {
    const { runId, brandId, observations } = run;
    const own = byRun.get(runId) ?? [];
    for (const { subjectId, sentimentReader, ...seen } of correctedObservations(
      observations,
      own,
      rankingOf(run, own),
    ))
      changed.push({ ...seen, run_id: runId, subject_id: subjectId, sentiment_reader: sentimentReader });
    const isOfBrand = ({ subjectId }: { subjectId: string }) => subjectId === brandId;
    if (own.some(isOfBrand) && !observations.some((each) => isOfBrand(each) && each.named))
      unmentioned.push({ runId, brandId });
  }
  await writeCorrected(tx, orgId, changed);
  await addMentions(tx, orgId, unmentioned);
}

/** Changes the observations of subjects that were found, and adds those of others. */
async function writeCorrected(tx: Tx, orgId: OrgId, observations: object[]): Promise<void> {
  const columns = `c(run_id text, subject_id text, kind text, named boolean, unknown boolean, position integer,
                     sentiment smallint, sentiment_reader text)`;
  const corrected = rows(tx, columns, observations);
  await tx`update observations o set named = c.named, unknown = c.unknown, position = c.position, sentiment = c.sentiment,
      sentiment_reader = c.sentiment_reader, snippet = case when c.named then o.snippet end,
      named_as = case when c.named then o.named_as end, naming_rule = case when c.named then o.naming_rule end
    from ${corrected}
    where o.org_id = ${orgId} and o.run_id = c.run_id and o.subject_id = c.subject_id
      and (o.named, o.unknown, o.position, o.sentiment, o.sentiment_reader)
        is distinct from (c.named, c.unknown, c.position, c.sentiment, c.sentiment_reader)`;
  await tx`insert into observations (org_id, run_id, subject_id, kind, named, unknown, position, sentiment,
                                     sentiment_reader, extraction_version)
    select r.org_id, c.run_id, c.subject_id, c.kind, c.named, c.unknown, c.position, c.sentiment, c.sentiment_reader,
           r.extraction_version
    from runs r join ${corrected} on c.run_id = r.id
    where r.org_id = ${orgId}
    on conflict (org_id, run_id, subject_id) do nothing`;
}

/** A row of mentions. */
export interface MentionRow {
  id: string;
  run_id: string;
  brand_id: string;
  ordinal: number | null;
}

/**
 * An answer that names its brand has a mention for each page that it cites, or one without a source. Its id is that of
 * the first address of the page.
 * @param citations in their order
 */
export function mentionsOf(
  runId: string,
  brandId: string,
  citations: readonly { url: string; pageUrl: string }[],
): MentionRow[] {
  const mention = (url: string, ordinal: number | null): MentionRow => ({
    id: derivedId(runId, brandId, url),
    run_id: runId,
    brand_id: brandId,
    ordinal,
  });
  if (citations.length === 0) return [mention('', null)];
  const isFirst = firstOfPages(citations);
  return citations.flatMap(({ url }, ordinal) => (isFirst[ordinal] ? [mention(url, ordinal)] : []));
}

/** Writes mentions: rows of `mentionsOf`. */
export async function insertMentions(tx: Tx, orgId: OrgId, mentions: readonly MentionRow[]): Promise<void> {
  if (mentions.length === 0) return;
  await tx`insert into mentions (org_id, id, run_id, brand_id, ordinal)
    select g.id, m.id, m.run_id, m.brand_id, m.ordinal
    from organisations g
    cross join ${rows(tx, 'm(id text, run_id text, brand_id text, ordinal smallint)', mentions)}
    where g.id = ${orgId}`;
}

/**
 * Makes the mentions of answers that were corrected about their brand while the extraction found it not named. Reports
 * count them where the brand is named by the correction.
 */
async function addMentions(
  tx: Tx,
  orgId: OrgId,
  runs: readonly { runId: string; brandId: string }[],
): Promise<void> {
  if (runs.length === 0) return;
  const ids = runs.map(({ runId }) => runId);
  const cited = await tx<{ runId: string; url: string; pageUrl: string }[]>`
    select run_id as "runId", url, coalesce(page_url, url) as "pageUrl" from citations
    where org_id = ${orgId} and run_id = any(${ids}) order by run_id, ordinal`;
  const citations = Map.groupBy(cited, ({ runId }) => runId);
  await insertMentions(
    tx,
    orgId,
    runs.flatMap(({ runId, brandId }) => mentionsOf(runId, brandId, citations.get(runId) ?? [])),
  );
}

/**
 * Puts the observations of runs back as they are without corrections, before these or the observations themselves
 * change; `applyCorrections` is called after the change, in the same transaction. The runs must be locked.
 */
export async function withdrawCorrections(tx: Tx, orgId: OrgId, runIds: string[]): Promise<void> {
  const existing = await tx<{ runId: string }[]>`
    select distinct run_id as "runId" from machine_observations where org_id = ${orgId} and run_id = any(${runIds})`;
  if (existing.length === 0) return;
  const ids = existing.map(({ runId }) => runId);
  const columns = tx.unsafe(OBSERVATION_COLUMNS);
  await tx`delete from observations where org_id = ${orgId} and run_id = any(${ids})`;
  await tx`insert into observations (org_id, ${columns})
    select org_id, ${columns} from machine_observations where org_id = ${orgId} and run_id = any(${ids})`;
  await tx`delete from machine_observations where org_id = ${orgId} and run_id = any(${ids})`;
  // Mentions of an answer that does not name its brand are there for a correction.
  await tx`delete from mentions m where m.org_id = ${orgId} and m.run_id = any(${ids})
    and not exists (select from observations o where o.org_id = ${orgId} and o.run_id = m.run_id
                      and o.subject_id = m.brand_id and o.named)`;
}

/**
 * Removes the corrections of runs about competitors that were removed.
 * @returns the runs that had some: their answers are to be written anew
 */
export async function removeOrphans(tx: Tx, orgId: OrgId, runIds: string[]): Promise<Set<string>> {
  const removed = await tx<{ runId: string }[]>`
    delete from answer_corrections k where k.org_id = ${orgId} and k.run_id = any(${runIds}) and k.kind = 'COMPETITOR'
      and not exists (select from competitors c where c.org_id = ${orgId} and c.id = k.subject_id)
    returning k.run_id as "runId"`;
  return new Set(removed.map(({ runId }) => runId));
}
