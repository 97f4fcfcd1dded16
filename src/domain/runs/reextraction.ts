import type { OrgId } from '../../base/ids.ts';
import type { Db, Tx } from '../../db/client.ts';
import { EXTRACTION_VERSION } from '../../extraction/extract.ts';
import { type NameChanges, nameChanges } from '../../extraction/names/changes.ts';
import { isUnread } from '../../extraction/pool.ts';
import type { Answer, Extraction, KnownBrand } from '../../extraction/types.ts';
import { noteRunsChanged } from '../../snapshots/changes.ts';
import type { OrganisationLexicon } from '../brands/lexicon.ts';
import type { AnswerReader } from './answer-reader.ts';
import { writeExtractions } from './observations.ts';

/** Runs, bytes of answers and citations, and observations that may come of them, in memory at once. */
const BATCH_RUNS = 250;
const BATCH_BYTES = 4 * 1024 * 1024;
const BATCH_OBSERVATIONS = 50_000;

/** One time through the kept answers, under the same names from one end to the other. */
interface Pass {
  names: OrganisationLexicon;
  /** What changed since all answers were read; null: that is not known. */
  changes: NameChanges | null;
  /** The version of the names under which all were read. */
  readVersion: number;
  /** Where it began: from the last run it goes on at the first, up to here. */
  from: string;
  isSecondPart: boolean;
}

interface KeptRun extends Answer {
  id: string;
  month: string;
  extractionVersion: number;
  lexiconVersion: number;
}

interface ReadRun {
  run: KeptRun;
  extraction: Extraction;
}

/**
 * Reads kept answers again that say something else under the names of now, or were read by an older extraction (all
 * of them with `all`), and writes those that do. One that cannot be read keeps what it had.
 * @param onProgress called with the runs read so far.
 * @returns how many runs were read: not those left out because they hold no name that changed.
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
    const names = await reader.currentLexicon(orgId);
    if (pass?.names.version !== names.version) pass = await beginPass(db, orgId, names, after);
    const runs = await nextRuns(db, orgId, pass, after, all);
    if (runs.length === 0) {
      if (!pass.isSecondPart && pass.from !== '') {
        pass.isSecondPart = true;
        after = '';
        continue;
      }
      await endPass(db, orgId, names);
      return done;
    }
    const read = await readAgain(reader, orgId, pass, runs, all);
    // Where the names changed meanwhile, the same runs come again under the new ones.
    if (read.length > 0 && !(await writeChanged(db, orgId, names, read, all))) continue;
    after = runs.at(-1)!.id;
    done += read.length;
    onProgress?.(done);
  }
}

async function beginPass(db: Db, orgId: OrgId, names: OrganisationLexicon, from: string): Promise<Pass> {
  const [last] = await db.tenant(
    orgId,
    (tx) => tx<{ readVersion: number; known: KnownBrand[] | null }[]>`
      select o.reextracted_version as "readVersion", n.names as known
      from organisations o left join read_names n on n.org_id = o.id and n.version = o.reextracted_version
      where o.id = ${orgId}`,
  );
  const readVersion = last?.readVersion ?? 0;
  const known = readVersion >= names.version ? names.brands : last?.known;
  const changes = known ? nameChanges(known, names.brands) : null;
  return { names, changes, readVersion, from, isSecondPart: false };
}

/** Notes that all answers say what they say under these names. */
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

/** The next runs that may have to be read again, as many as fit in memory. */
async function nextRuns(
  db: Db,
  orgId: OrgId,
  { names, changes, readVersion, from, isSecondPart }: Pass,
  after: string,
  all: boolean,
): Promise<KeptRun[]> {
  const subjects = names.brands.reduce((sum, { competitors }) => sum + 1 + competitors.length, 0);
  const most = Math.max(1, Math.min(BATCH_RUNS, Math.floor(BATCH_OBSERVATIONS / Math.max(1, subjects))));
  const mayHoldNames = changes === null || changes.names.length > 0;
  return db.tenant(
    orgId,
    (tx) => tx<KeptRun[]>`
      with next as (
        select r.id, octet_length(r.answer) + coalesce(
                 (select sum(octet_length(c.url) + coalesce(octet_length(c.title), 0))
                  from citations c where c.org_id = r.org_id and c.run_id = r.id), 0) as bytes
        from runs r
        where r.org_id = ${orgId} and r.id > ${after} and r.state = 'COMPLETED'
          ${isSecondPart ? tx`and r.id <= ${from}` : tx``}
          and (${all} or r.extraction_version < ${EXTRACTION_VERSION}
               or (r.lexicon_version < ${names.version}
                   and (r.lexicon_version > ${readVersion} or ${mayHoldNames}
                        or r.brand_id = any(${changes?.brandIds ?? []}::text[]))))
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

/** Reads what is concerned: most answers are only looked through for the names that changed. */
async function readAgain(
  reader: AnswerReader,
  orgId: OrgId,
  { names, changes, readVersion }: Pass,
  runs: KeptRun[],
  all: boolean,
): Promise<ReadRun[]> {
  const brandIds = new Set(changes?.brandIds);
  const isConcerned = (run: KeptRun) =>
    all ||
    changes === null ||
    run.extractionVersion < EXTRACTION_VERSION ||
    run.lexiconVersion > readVersion ||
    brandIds.has(run.brandId);
  const concerned = runs.filter(isConcerned);
  const others = runs.filter((run) => !isConcerned(run));
  const key = `${orgId} ${readVersion}-${names.version}`;
  const only = { key, brands: [brandOf(changes?.names ?? [])] };
  const outcomes = await Promise.all([
    reader.extract(orgId, names, concerned),
    reader.extract(orgId, names, others, only),
  ]);
  return [...concerned, ...others].flatMap((run, at) => {
    const outcome = outcomes.flat()[at] ?? null;
    return outcome === null || isUnread(outcome) ? [] : [{ run, extraction: outcome }];
  });
}

/** Names as those of one brand, which are found in any case. */
function brandOf([name = '', ...aliases]: string[]): KnownBrand {
  return { id: '', name, website: null, aliases, caseSensitive: [], competitors: [] };
}

/** Writes what an answer says where that is not what is kept; false if the names changed meanwhile. */
async function writeChanged(
  db: Db,
  orgId: OrgId,
  { version }: OrganisationLexicon,
  read: ReadRun[],
  all: boolean,
): Promise<boolean> {
  return db.tenant(orgId, async (tx) => {
    // Held to the end: a change of names waits for us, or we see it here.
    const [organisation] = await tx<{ version: number }[]>`
      select lexicon_version as version from organisations where id = ${orgId} for share`;
    if (organisation?.version !== version) return false;
    const isOld = ({ run }: ReadRun) => all || run.extractionVersion < EXTRACTION_VERSION;
    const kept = await keptExtractions(
      tx,
      orgId,
      read.filter((each) => !isOld(each)).map(({ run }) => run.id),
    );
    const changed = read.filter(
      (each) => isOld(each) || kept.get(each.run.id) !== comparable(each.extraction),
    );
    if (changed.length === 0) return true;
    // Another process may write the same runs just now, and some may be gone.
    const locked = await tx<{ id: string }[]>`
      select id from runs where org_id = ${orgId} and id = any(${changed.map(({ run }) => run.id)})
      order by id for update`;
    const ids = locked.map(({ id }) => id);
    for (const table of ['observations', 'citations', 'mentions']) {
      await tx`delete from ${tx(table)} where org_id = ${orgId} and run_id = any(${ids})`;
    }
    await tx`update runs set extraction_version = ${EXTRACTION_VERSION}, lexicon_version = ${version}
      where org_id = ${orgId} and id = any(${ids})`;
    const written = changed.filter(({ run }) => ids.includes(run.id));
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

/** What is kept of answers, by run. Mentions follow from it. */
async function keptExtractions(tx: Tx, orgId: OrgId, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const kept = await tx<(Extraction & { id: string })[]>`
    select w.id,
           coalesce((select json_agg(json_build_object('subjectId', o.subject_id, 'kind', o.kind, 'named', o.named,
                              'position', o.position, 'sentiment', o.sentiment, 'snippet', o.snippet))
                     from observations o where o.org_id = ${orgId} and o.run_id = w.id), '[]') as observations,
           coalesce((select json_agg(json_build_object('url', c.url, 'title', c.title, 'domain', c.domain,
                              'sourceType', c.source_type, 'sourceName', c.source_name) order by c.ordinal)
                     from citations c where c.org_id = ${orgId} and c.run_id = w.id), '[]') as citations
    from unnest(${ids}::text[]) as w(id)`;
  return new Map(kept.map(({ id, ...extraction }) => [id, comparable(extraction)]));
}

function comparable({ observations, citations }: Extraction): string {
  return JSON.stringify([
    observations
      .map((o) => [o.subjectId, o.kind, o.named, o.position, o.sentiment, o.snippet] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
    citations.map((c) => [c.url, c.title, c.domain, c.sourceType, c.sourceName]),
  ]);
}
