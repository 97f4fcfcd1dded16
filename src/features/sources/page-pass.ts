import type { OrgId } from '../../base/ids.ts';
import type { Db, Tx } from '../../db/client.ts';
import { rows } from '../../db/rows.ts';
import { mapInSlices } from '../../engine/loop-slices.ts';
import { domainOf, firstOfPages, PAGE_VERSION } from '../../extraction/sources/page.ts';
import { citationOf, createSites } from '../../extraction/sources/sources.ts';
import type { Citation, Site } from '../../extraction/types.ts';
import { opportunityId } from '../../reports/opportunities/opportunities.ts';
import { noteRunsChanged } from '../../snapshots/changes.ts';
import { joinCorrections } from '../corrections/joined-mentions.ts';
import { type Mark, subjectOf } from '../opportunities/marks.ts';
import type { AnswerReader } from '../runs/answer-reader.ts';
import { isCurrentLexicon } from '../runs/names-version.ts';

/** Bounds of a batch: runs, and characters of what they cite. A run of more is alone in one. */
const MOST_RUNS = 500;
const MOST_CHARACTERS = 1_000_000;

/** A stored citation. */
interface StoredCitation extends Citation {
  ordinal: number;
  isPage: boolean;
  /** null: not read yet. */
  storedPage: string | null;
}

interface StoredRun {
  id: string;
  brandId: string;
  /** YYYY-MM-DD (UTC). */
  day: string;
  citations: StoredCitation[];
}

/** What a batch did. */
interface Batch {
  runs: number;
  changed: number;
  isDone: boolean;
}

/**
 * Reads the pages of an organisation's next stored citations by the present rule: their texts may be forgotten, so the
 * answers cannot be extracted again. Mentions that turn out to be of one page become one. It notes how far it is in the
 * same transaction: whoever continues loses nothing.
 * @returns null: the names changed meanwhile, and nothing was written
 */
export async function readNextPages(db: Db, reader: AnswerReader, orgId: OrgId): Promise<Batch | null> {
  const lexicon = await reader.currentLexicon(orgId);
  const sites = new Map(lexicon.brands.map((brand) => [brand.id, createSites(brand)]));
  return db.tenant(orgId, async (tx) => {
    if (!(await isCurrentLexicon(tx, orgId, lexicon))) return null;
    const { last, runs } = await lockNext(tx, orgId);
    if (last === undefined) {
      await endPass(tx, orgId);
      return { runs: 0, changed: 0, isDone: true };
    }
    const read = await mapInSlices(runs, (run) => ({
      run,
      citations: pagesOf(run.citations, sites.get(run.brandId) ?? []),
    }));
    const differing = read.filter(({ run, citations }) =>
      citations.some((citation, at) => differs(run.citations[at] as StoredCitation, citation)),
    );
    await writeCitations(tx, orgId, read);
    await joinMentions(tx, orgId, differing);
    await noteRunsChanged(
      tx,
      orgId,
      differing.map(({ run }) => run.day),
    );
    await record(tx, orgId, differing);
    await tx`insert into page_passes (org_id, version, after_run)
      select id, ${PAGE_VERSION}, ${last} from organisations where id = ${orgId}
      on conflict (org_id) do update set version = excluded.version, after_run = excluded.after_run`;
    return { runs: runs.length, changed: differing.length, isDone: false };
  });
}

/** The next runs with their citations. They are locked, in the order in which a re-extraction locks them. */
async function lockNext(tx: Tx, orgId: OrgId): Promise<{ last: string | undefined; runs: StoredRun[] }> {
  const next = await tx<{ id: string }[]>`
    with next as (
      select r.id, coalesce((
               select sum(length(c.url) + coalesce(length(c.title), 0)) from citations c
               where c.org_id = ${orgId} and c.run_id = r.id), 0) as characters
      from runs r
      where r.org_id = ${orgId} and r.state = 'COMPLETED' and r.id > coalesce((
        select after_run from page_passes where org_id = ${orgId} and version = ${PAGE_VERSION}), '')
      order by r.id limit ${MOST_RUNS})
    select id from (select id, sum(characters) over (order by id) - characters as before from next) n
    where before < ${MOST_CHARACTERS} order by id`;
  const ids = next.map(({ id }) => id);
  const runs = await tx<Omit<StoredRun, 'citations'>[]>`
    select id, brand_id as "brandId", to_char(executed_at at time zone 'UTC', 'YYYY-MM-DD') as day
    from runs where org_id = ${orgId} and id = any(${ids}) order by id for update`;
  const citations = await tx<(StoredCitation & { runId: string })[]>`
    select run_id as "runId", ordinal, url, title, domain, source_type as "sourceType", source_name as "sourceName",
           page_type as "pageType", page_url as "storedPage", coalesce(page_url, url) as "pageUrl", is_page as "isPage"
    from citations where org_id = ${orgId} and run_id = any(${ids}) order by run_id, ordinal`;
  const byRun = Map.groupBy(citations, ({ runId }) => runId);
  return {
    last: ids.at(-1),
    runs: runs.map((run) => ({ ...run, citations: byRun.get(run.id) ?? [] })),
  };
}

/** What is no address stays as it was stored. */
function pagesOf(stored: readonly StoredCitation[], sites: readonly Site[]): StoredCitation[] {
  const read = stored.map((before) => ({ ...before, ...citationOf(before.url, before.title, sites) }));
  const isFirst = firstOfPages(read);
  return read.map((citation, at) => ({
    ...citation,
    isPage: isFirst[at] as boolean,
    storedPage: citation.pageUrl,
  }));
}

const SHOWN = ['pageUrl', 'isPage', 'domain', 'sourceType', 'sourceName', 'pageType'] as const;

/** Whether reports show another thing. */
function differs(before: StoredCitation, after: StoredCitation): boolean {
  return SHOWN.some((field) => before[field] !== after[field]);
}

type ReadRun = { run: StoredRun; citations: StoredCitation[] };

async function writeCitations(tx: Tx, orgId: OrgId, read: readonly ReadRun[]): Promise<void> {
  const changed = read.flatMap(({ run, citations }) =>
    citations
      .filter((after, at) => {
        const before = run.citations[at] as StoredCitation;
        return before.storedPage !== after.storedPage || differs(before, after);
      })
      .map((citation) => ({ runId: run.id, ...citation })),
  );
  if (changed.length === 0) return;
  const columns = `"runId" text, ordinal smallint, "pageUrl" text, "isPage" boolean, domain text, "sourceType" text,
    "sourceName" text, "pageType" text`;
  await tx`update citations c set page_url = p."pageUrl", is_page = p."isPage", domain = p.domain,
      source_type = p."sourceType", source_name = p."sourceName", page_type = p."pageType"
    from ${rows(tx, `p(${columns})`, changed)}
    where c.org_id = ${orgId} and c.run_id = p."runId" and c.ordinal = p.ordinal`;
}

/** Leaves a mention for each page. */
async function joinMentions(tx: Tx, orgId: OrgId, read: readonly ReadRun[]): Promise<void> {
  if (read.length === 0) return;
  await joinCorrections(
    tx,
    orgId,
    read.map(({ run: { id, brandId }, citations }) => ({ id, brandId, citations })),
  );
  await tx`delete from mentions m using citations c
    where m.org_id = ${orgId} and m.run_id = any(${read.map(({ run }) => run.id)}) and c.org_id = ${orgId}
      and c.run_id = m.run_id and c.ordinal = m.ordinal and not c.is_page`;
}

/** Adds what changed to what is known of each brand, for its breaks. */
async function record(tx: Tx, orgId: OrgId, changed: readonly ReadRun[]): Promise<void> {
  const brands = [...Map.groupBy(changed, ({ run }) => run.brandId)].map(([brandId, own]) => ({
    brand_id: brandId,
    answers: own.length,
    joined: own.filter(({ citations }) => citations.some(({ isPage }) => !isPage)).length,
  }));
  if (brands.length === 0) return;
  await tx`
    insert into page_readings as p (org_id, brand_id, version, touched_at, answers, joined)
    select o.id, b.brand_id, ${PAGE_VERSION}, now(), b.answers, b.joined
    from organisations o cross join ${rows(tx, 'b(brand_id text, answers integer, joined integer)', brands)}
    where o.id = ${orgId}
    on conflict (org_id, brand_id, version) do update set touched_at = excluded.touched_at,
      answers = p.answers + excluded.answers, joined = p.joined + excluded.joined`;
}

/** What people decided of sources and pages follows these. Of two decisions about one, the latest holds. */
async function endPass(tx: Tx, orgId: OrgId): Promise<void> {
  const types = await tx<{ domain: string }[]>`
    select domain from domain_types where org_id = ${orgId} order by set_at desc for update`;
  for (const { domain } of types) {
    const now = domainOf(domain);
    if (now === domain) continue;
    if (!types.some((other) => other.domain === now))
      await tx`update domain_types set domain = ${now} where org_id = ${orgId} and domain = ${domain}
        and not exists (select from domain_types where org_id = ${orgId} and domain = ${now})`;
    await tx`delete from domain_types where org_id = ${orgId} and domain = ${domain}`;
  }
  const marks = await tx<Pick<Mark, 'id' | 'brandId' | 'kind' | 'subject'>[]>`
    select id, brand_id as "brandId", kind, subject from opportunity_marks
    where org_id = ${orgId} and kind in ('SOURCE', 'OWN_PAGE') order by set_at desc for update`;
  const taken = new Set<string>();
  for (const { id, brandId, kind, subject } of marks) {
    const now = subjectOf(kind, subject);
    const idNow = opportunityId(brandId, kind, now);
    if (taken.has(idNow)) await tx`delete from opportunity_marks where org_id = ${orgId} and id = ${id}`;
    else if (idNow !== id) {
      await tx`delete from opportunity_marks where org_id = ${orgId} and id = ${idNow}`;
      await tx`update opportunity_marks set id = ${idNow}, subject = ${now} where org_id = ${orgId} and id = ${id}`;
    }
    taken.add(idNow);
  }
  await tx`update organisations set page_version = ${PAGE_VERSION}
    where id = ${orgId} and page_version < ${PAGE_VERSION}`;
}
