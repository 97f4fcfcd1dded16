import { notFound } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { Db, Tx } from '../../db/client.ts';
import { rows } from '../../db/rows.ts';
import { type NameChanges, nameChanges } from '../../extraction/names/changes.ts';
import { isUnread } from '../../extraction/pool.ts';
import type { Answer, Extraction, KnownBrand } from '../../extraction/types.ts';
import { EXTRACTION_VERSION } from '../../extraction/version.ts';
import { noteRunsChanged } from '../../snapshots/changes.ts';
import type { OrganisationLexicon } from '../brands/lexicon.ts';
import { followNames } from '../queries/branded.ts';
import { type AnswerReader, isCurrentLexicon } from './answer-reader.ts';
import { writeExtractions } from './observations.ts';

/** Bounds of what is in memory at once: runs, bytes of their answers and citations, observations extracted from them. */
const BATCH_RUNS = 250;
const BATCH_BYTES = 4 * 1024 * 1024;
const BATCH_OBSERVATIONS = 50_000;

/**
 * One pass over all stored answers by one lexicon. It starts at the run where the pass before ended, whose lexicon is
 * no longer current; after the last run it continues at the first.
 */
interface Pass {
  lexicon: OrganisationLexicon;
  /** How the lexicon differs from the one by which all answers were extracted; null: that one is not stored. */
  changes: NameChanges | null;
  /** The version of the lexicon by which all answers were extracted. */
  extractedVersion: number;
  /** The id of the run after which it started; '': at the first. */
  from: string;
  /** Whether it has passed the last run and works on the runs up to `from`. */
  isSecondPart: boolean;
}

/** A run with its answer and what that was extracted by. */
interface StoredRun extends Answer {
  id: string;
  /** The first day of the month of executedAt, YYYY-MM-01 (UTC). */
  month: string;
  extractionVersion: number;
  lexiconVersion: number;
}

interface ReadRun {
  run: StoredRun;
  extraction: Extraction;
}

/**
 * Extracts again from stored answers whose extraction may differ by the current lexicon, or was made by an older
 * version of the extraction, and writes those that differ. A run whose answer cannot be read keeps its extraction.
 * At the end it finds which prompts name their brand by the current names.
 * @param options.all whether to extract from all answers
 * @param options.onProgress called with the number of runs extracted so far
 * @param options.signal ends it after the batch under way; the next call continues
 * @returns how many runs were extracted; those without a name that changed are not among them
 * @throws AppError not_found for the organisation, unavailable where too many of its answers wait for extraction
 */
export async function reextract(
  db: Db,
  reader: AnswerReader,
  orgId: OrgId,
  {
    all = false,
    onProgress,
    signal,
  }: { all?: boolean; onProgress?: (done: number) => void; signal?: AbortSignal } = {},
): Promise<number> {
  let after = '';
  let done = 0;
  let pass: Pass | undefined;
  for (;;) {
    if (signal?.aborted) return done;
    const lexicon = await reader.currentLexicon(orgId);
    if (pass?.lexicon.version !== lexicon.version) pass = await beginPass(db, orgId, lexicon, after);
    const runs = await nextRuns(db, orgId, pass, after, all);
    const last = runs.at(-1);
    if (!last) {
      if (!pass.isSecondPart && pass.from !== '') {
        pass.isSecondPart = true;
        after = '';
        continue;
      }
      if (!(await followNames(db, orgId, lexicon, signal))) continue;
      await endPass(db, orgId, lexicon);
      return done;
    }
    const read = await extractAgain(reader, orgId, pass, runs, all);
    // Where the lexicon changed meanwhile, the same runs are extracted once more by the new one.
    if (read.length > 0 && !(await writeChanged(db, orgId, lexicon, read, all))) continue;
    after = last.id;
    done += read.length;
    onProgress?.(done);
  }
}

/** @throws AppError not_found for the organisation */
async function beginPass(db: Db, orgId: OrgId, lexicon: OrganisationLexicon, from: string): Promise<Pass> {
  const [latest] = await db.tenant(
    orgId,
    (tx) => tx<{ extractedVersion: number; brands: KnownBrand[] | null }[]>`
      select o.reextracted_version as "extractedVersion", n.names as brands
      from organisations o left join read_names n on n.org_id = o.id and n.version = o.reextracted_version
      where o.id = ${orgId}`,
  );
  if (!latest) throw notFound('organisation');
  const { extractedVersion } = latest;
  const brands = extractedVersion >= lexicon.version ? lexicon.brands : latest.brands;
  const changes = brands === null ? null : nameChanges(brands, lexicon.brands);
  return { lexicon, changes, extractedVersion, from, isSecondPart: false };
}

/** Records that the extractions of all answers are those of this lexicon. */
async function endPass(db: Db, orgId: OrgId, { version, brands }: OrganisationLexicon): Promise<void> {
  await db.tenant(orgId, async (tx) => {
    const { count } = await tx`update organisations set reextracted_version = ${version}
      where id = ${orgId} and reextracted_version < ${version}`;
    if (count === 0) return;
    await tx`insert into read_names (org_id, version, names)
      values (${orgId}, ${version}, ${JSON.stringify(brands)}::text::jsonb)
      on conflict (org_id) do update set version = excluded.version, names = excluded.names`;
  });
}

/** The next runs that may have to be extracted again, as many as fit the bounds of memory. */
async function nextRuns(
  db: Db,
  orgId: OrgId,
  { lexicon, changes, extractedVersion, from, isSecondPart }: Pass,
  after: string,
  all: boolean,
): Promise<StoredRun[]> {
  const subjects = lexicon.brands.reduce((sum, { competitors }) => sum + 1 + competitors.length, 0);
  const most = Math.max(1, Math.min(BATCH_RUNS, Math.floor(BATCH_OBSERVATIONS / Math.max(1, subjects))));
  const mayHoldNames = changes === null || changes.names.length > 0;
  const brandIds = changes === null ? [] : changes.brandIds;
  return db.tenant(
    orgId,
    (tx) => tx<StoredRun[]>`
      with next as (
        select r.id, octet_length(r.answer) + coalesce(
                 (select sum(octet_length(c.url) + coalesce(octet_length(c.title), 0))
                  from citations c where c.org_id = r.org_id and c.run_id = r.id), 0) as bytes
        from runs r
        where r.org_id = ${orgId} and r.id > ${after} and r.state = 'COMPLETED'
          ${isSecondPart ? tx`and r.id <= ${from}` : tx``}
          and (${all} or r.extraction_version < ${EXTRACTION_VERSION}
               or (r.lexicon_version < ${lexicon.version}
                   and (r.lexicon_version > ${extractedVersion} or ${mayHoldNames}
                        or r.brand_id = any(${brandIds}::text[]))))
        order by r.id limit ${most}),
      fitting as (
        select id from (select id, sum(bytes) over (order by id) - bytes as before from next) n
        where before < ${BATCH_BYTES})
      select r.id, r.brand_id as "brandId", r.answer, r.sentiment_score::float8 / 100 as "sentimentScore",
             r.extraction_version as "extractionVersion", r.lexicon_version as "lexiconVersion",
             to_char(r.executed_at at time zone 'UTC', 'YYYY-MM-01') as month,
             coalesce((select json_agg(json_build_object('url', c.url, 'title', c.title) order by c.ordinal)
                       from citations c where c.org_id = r.org_id and c.run_id = r.id), '[]') as citations
      from fitting f join runs r on r.org_id = ${orgId} and r.id = f.id
      order by r.id`,
  );
}

/**
 * Extracts from the runs that the changes concern. A change of names alone concerns only answers that hold one of
 * those names, so most answers are merely searched for them.
 */
async function extractAgain(
  reader: AnswerReader,
  orgId: OrgId,
  { lexicon, changes, extractedVersion }: Pass,
  runs: StoredRun[],
  all: boolean,
): Promise<ReadRun[]> {
  const changedBrands = new Set(changes?.brandIds);
  const isConcerned = (run: StoredRun) =>
    all ||
    changes === null ||
    run.extractionVersion < EXTRACTION_VERSION ||
    run.lexiconVersion > extractedVersion ||
    changedBrands.has(run.brandId);
  const concerned = runs.filter(isConcerned);
  const others = runs.filter((run) => !isConcerned(run));
  const read = await Promise.all([
    reader.extract(orgId, lexicon, concerned, (run) => run),
    changes === null || others.length === 0
      ? []
      : reader.extractWhereNamed(orgId, lexicon, others, {
          key: `${orgId} ${extractedVersion}-${lexicon.version}`,
          brands: [brandOf(changes.names)],
        }),
  ]);
  return read
    .flat()
    .flatMap(({ item: run, outcome }) => (isUnread(outcome) ? [] : [{ run, extraction: outcome }]));
}

/** Names as those of one brand, which match in any case. */
function brandOf(names: string[]): KnownBrand {
  const [name, ...aliases] = names;
  if (name === undefined) throw new Error('No name changed, so no answer has to be searched.');
  return { id: '', name, website: null, aliases, caseSensitive: [], competitors: [] };
}

/**
 * Writes the extractions that differ from the stored ones.
 * @returns false where the lexicon changed meanwhile and nothing was written
 */
async function writeChanged(
  db: Db,
  orgId: OrgId,
  lexicon: OrganisationLexicon,
  read: ReadRun[],
  all: boolean,
): Promise<boolean> {
  return db.tenant(orgId, async (tx) => {
    if (!(await isCurrentLexicon(tx, orgId, lexicon))) return false;
    const isOld = ({ run }: ReadRun) => all || run.extractionVersion < EXTRACTION_VERSION;
    const stored = await storedExtractions(
      tx,
      orgId,
      read.filter((each) => !isOld(each)).map(({ run }) => run.id),
    );
    const changed = read.filter(
      (each) => isOld(each) || stored.get(each.run.id) !== comparable(each.extraction),
    );
    if (changed.length === 0) return true;
    // Another process may be writing the same runs, and some may have been deleted.
    const locked = await tx<{ id: string }[]>`
      select id from runs where org_id = ${orgId} and id = any(${changed.map(({ run }) => run.id)})
      order by id for update`;
    const ids = locked.map(({ id }) => id);
    for (const table of ['observations', 'citations', 'mentions']) {
      await tx`delete from ${tx(table)} where org_id = ${orgId} and run_id = any(${ids})`;
    }
    const written = changed.filter(({ run }) => ids.includes(run.id));
    const languages = written.map(({ run, extraction }) => ({ id: run.id, language: extraction.language }));
    await tx`update runs r set extraction_version = ${EXTRACTION_VERSION}, lexicon_version = ${lexicon.version},
        language = l.language
      from ${rows(tx, languages)} as l(id text, language text)
      where r.org_id = ${orgId} and r.id = l.id`;
    await writeExtractions(
      tx,
      orgId,
      written.map(({ run, extraction }) => ({ runId: run.id, brandId: run.brandId, extraction })),
    );
    await noteRunsChanged(
      tx,
      orgId,
      written.map(({ run }) => run.month),
    );
    return true;
  });
}

/** The stored extractions of runs by run id, in comparable form. Mentions are left out: they follow from the rest. */
async function storedExtractions(tx: Tx, orgId: OrgId, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const stored = await tx<(Extraction & { id: string })[]>`
    select w.id,
           coalesce((select json_agg(json_build_object('subjectId', o.subject_id, 'kind', o.kind, 'named', o.named,
                              'position', o.position, 'sentiment', o.sentiment, 'sentimentReader', o.sentiment_reader,
                              'snippet', o.snippet, 'namedAs', o.named_as, 'namingRule', o.naming_rule))
                     from observations o where o.org_id = ${orgId} and o.run_id = w.id), '[]') as observations,
           coalesce((select json_agg(json_build_object('url', c.url, 'title', c.title, 'domain', c.domain,
                              'sourceType', c.source_type, 'sourceName', c.source_name) order by c.ordinal)
                     from citations c where c.org_id = ${orgId} and c.run_id = w.id), '[]') as citations,
           r.language
    from unnest(${ids}::text[]) as w(id) join runs r on r.org_id = ${orgId} and r.id = w.id`;
  return new Map(stored.map(({ id, ...extraction }) => [id, comparable(extraction)]));
}

/** An extraction as text; two extractions are the same if their texts are. */
function comparable({ observations, citations, language }: Extraction): string {
  return JSON.stringify([
    language,
    observations
      .map(
        (o) =>
          [
            o.subjectId,
            o.kind,
            o.named,
            o.position,
            o.sentiment,
            o.sentimentReader,
            o.snippet,
            o.namedAs,
            o.namingRule,
          ] as const,
      )
      .sort(([a], [b]) => (a < b ? -1 : 1)),
    citations.map((c) => [c.url, c.title, c.domain, c.sourceType, c.sourceName]),
  ]);
}
