import { notFound } from '../../../base/errors.ts';
import type { OrgId } from '../../../base/ids.ts';
import type { Db } from '../../../db/client.ts';
import { type NameChanges, nameChanges } from '../../../extraction/names/changes.ts';
import { isUnread } from '../../../extraction/pool.ts';
import type { Answer, Extraction, KnownBrand, KnownSubject } from '../../../extraction/types.ts';
import { EXTRACTION_VERSION } from '../../../extraction/version.ts';
import type { OrganisationLexicon } from '../../brands/lexicon.ts';
import type { AnswerReader } from '../answer-reader.ts';

/** Bounds of a batch in memory: runs, bytes of their answers and citations, observations extracted from them. */
const BATCH_RUNS = 250;
const BATCH_BYTES = 4 * 1024 * 1024;
const BATCH_OBSERVATIONS = 50_000;

/**
 * Which answers a pass reads: those affected by a change of names (CONCERNED); also those read by an older version of
 * the extraction (OUTDATED); or all.
 */
export type Scope = 'CONCERNED' | 'OUTDATED' | 'ALL';

/**
 * One pass over all stored answers by one lexicon. It starts at the run where the previous pass, whose lexicon is no
 * longer current, ended; after the last run it continues at the first.
 */
export interface Pass {
  scope: Scope;
  lexicon: OrganisationLexicon;
  /** How the lexicon differs from the one that all answers were extracted by; null: that one is not stored. */
  changes: NameChanges | null;
  /** The brands and competitors with fewer names than in that lexicon, including deleted ones. */
  reducedSubjects: string[];
  /** The brands and competitors whose first name differs from that lexicon. */
  renamed: ReadonlySet<string>;
  /** The version of the lexicon that all answers were extracted by. */
  extractedVersion: number;
  /** The id of the run after which it started; '': at the first. */
  from: string;
  /** Whether it has passed the last run and works on the runs up to `from`. */
  isSecondPart: boolean;
}

/** A run with its answer and the versions of its extraction. */
export interface StoredRun extends Answer {
  id: string;
  /** The day of executedAt, YYYY-MM-DD (UTC). */
  day: string;
  extractionVersion: number;
  lexiconVersion: number;
  /** Whether its text was forgotten: only what it cites is read again, where websites changed. */
  isForgotten: boolean;
  /**
   * Whether an older version of the extraction found a subject in it that has fewer names now, or a person corrected it
   * about one.
   */
  namedReduced: boolean;
}

export interface ReadRun {
  run: StoredRun;
  extraction: Extraction;
}

/** @throws AppError not_found for the organisation */
export async function beginPass(
  db: Db,
  orgId: OrgId,
  scope: Scope,
  lexicon: OrganisationLexicon,
  from: string,
): Promise<Pass> {
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
  const reducedSubjects = brands === null ? [] : subjectsWithFewerNames(brands, lexicon.brands);
  const renamed = new Set(brands === null ? [] : renamedSubjects(brands, lexicon.brands));
  return { scope, lexicon, changes, reducedSubjects, renamed, extractedVersion, from, isSecondPart: false };
}

/** Records that all answers are extracted by this lexicon, whichever extraction version did it. */
export async function endPass(db: Db, orgId: OrgId, { version, brands }: OrganisationLexicon): Promise<void> {
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
export async function nextRuns(
  db: Db,
  orgId: OrgId,
  { scope, lexicon, changes, reducedSubjects, extractedVersion, from, isSecondPart }: Pass,
  after: string,
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
                  from citations c where c.org_id = ${orgId} and c.run_id = r.id), 0) as bytes
        from runs r
        where r.org_id = ${orgId} and r.id > ${after} and r.state = 'COMPLETED'
          and (r.forgotten_at is null
               or (r.lexicon_version < ${lexicon.version} and (${changes === null} or r.brand_id = any(${brandIds}::text[]))))
          ${isSecondPart ? tx`and r.id <= ${from}` : tx``}
          and (${scope === 'ALL'} or (${scope === 'OUTDATED'} and r.extraction_version < ${EXTRACTION_VERSION})
               or (r.lexicon_version < ${lexicon.version}
                   and (r.lexicon_version > ${extractedVersion} or ${mayHoldNames}
                        or r.brand_id = any(${brandIds}::text[]))))
        order by r.id limit ${most}),
      fitting as (
        select id from (select id, sum(bytes) over (order by id) - bytes as before from next) n
        where before < ${BATCH_BYTES})
      select r.id, r.brand_id as "brandId", r.answer, r.sentiment_score::float8 / 100 as "sentimentScore",
             r.extraction_version as "extractionVersion", r.lexicon_version as "lexiconVersion",
             r.forgotten_at is not null as "isForgotten",
             to_char(r.executed_at at time zone 'UTC', 'YYYY-MM-DD') as day,
             r.extraction_version < ${EXTRACTION_VERSION} and exists (
               select from observations o where o.org_id = ${orgId} and o.run_id = r.id and o.named
                 and o.subject_id = any(${reducedSubjects}::text[]))
             or exists (
               select from answer_corrections k where k.org_id = ${orgId} and k.run_id = r.id
                 and k.subject_id = any(${reducedSubjects}::text[])) as "namedReduced",
             case when r.citations_from is null or r.citations_from not like 'TEXT%' then
               coalesce((select json_agg(json_build_object('url', c.url, 'title', c.title) order by c.ordinal)
                         from citations c where c.org_id = ${orgId} and c.run_id = r.id), '[]') end as citations
      from fitting f join runs r on r.org_id = ${orgId} and r.id = f.id
      order by r.id`,
  );
}

/**
 * Extracts from the runs that the pass concerns. A change of names alone concerns only answers that contain one of the
 * changed names, or in which an older version may have found a removed name: most answers are only searched.
 * @returns unread: how many could not be read
 */
export async function extractAgain(
  reader: AnswerReader,
  orgId: OrgId,
  { scope, lexicon, changes, extractedVersion }: Pass,
  runs: StoredRun[],
): Promise<{ read: ReadRun[]; unread: number }> {
  const changedBrands = new Set(changes?.brandIds);
  const isConcerned = (run: StoredRun) =>
    scope === 'ALL' ||
    changes === null ||
    (scope === 'OUTDATED' && run.extractionVersion < EXTRACTION_VERSION) ||
    run.lexiconVersion > extractedVersion ||
    run.namedReduced ||
    changedBrands.has(run.brandId);
  const concerned = runs.filter(isConcerned);
  const others = runs.filter((run) => !isConcerned(run));
  const outcomes = await Promise.all([
    reader.extract(orgId, lexicon, concerned, (run) => run),
    changes === null || others.length === 0
      ? []
      : reader.extractWhereNamed(orgId, lexicon, others, {
          key: `${orgId} ${extractedVersion}-${lexicon.version}`,
          brands: [brandOf(changes.names)],
        }),
  ]);
  const all = outcomes.flat();
  const read = all.flatMap(({ item: run, outcome }) =>
    isUnread(outcome) ? [] : [{ run, extraction: outcome }],
  );
  return { read, unread: all.length - read.length };
}

/** Treats the names as one brand's, matching in any case. */
function brandOf(names: string[]): KnownBrand {
  const [name, ...aliases] = names;
  if (name === undefined) throw new Error('No name changed, so no answer has to be searched.');
  return { id: '', name, websites: [], aliases, caseSensitive: [], competitors: [] };
}

/**
 * The ids of subjects for which some name counts less than before, or that were deleted. An older version may have
 * found a subject by such a name where the present version does not. For the present version, that answer contains none
 * of the changed names, and yet its extraction depends on them.
 */
function subjectsWithFewerNames(before: KnownBrand[], after: KnownBrand[]): string[] {
  const now = new Map(subjectsOf(after).map((subject) => [subject.id, subject]));
  return subjectsOf(before)
    .filter((was) => {
      const is = now.get(was.id);
      return !is || hasFewerNames(was, is);
    })
    .map(({ id }) => id);
}

function hasFewerNames(was: KnownSubject, is: KnownSubject): boolean {
  const holdsAll = (all: readonly string[] = [], some: readonly string[] = []) =>
    some.every((each) => all.includes(each));
  const before = [was.name, ...was.aliases];
  return (
    was.name !== is.name ||
    !holdsAll(is.aliases, was.aliases) ||
    is.caseSensitive.some((name) => before.includes(name) && !was.caseSensitive.includes(name)) ||
    !holdsAll(was.ignoredPhrases, is.ignoredPhrases) ||
    (was.countInsideLongerNames === true && is.countInsideLongerNames !== true)
  );
}

function renamedSubjects(before: KnownBrand[], after: KnownBrand[]): string[] {
  const names = new Map(subjectsOf(before).map(({ id, name }) => [id, name]));
  return subjectsOf(after)
    .filter(({ id, name }) => names.has(id) && names.get(id) !== name)
    .map(({ id }) => id);
}

function subjectsOf(brands: KnownBrand[]): KnownSubject[] {
  return brands.flatMap((brand) => [brand, ...brand.competitors]);
}
