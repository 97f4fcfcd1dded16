import type postgres from 'postgres';
import type { Tx } from '../../db/client.ts';
import { EXTRACTION_VERSION, type Extraction } from '../../extraction/extract.ts';
import { bucketOf, derivedId } from '../../base/ids.ts';

/** What was extracted from one run's answer. */
export interface ExtractedRun {
  runId: string;
  brandId: string;
  extraction: Extraction;
}

/**
 * Rows as a table expression, for `insert … select`: COPY FROM is refused on tables with row-level security.
 * One JSON parameter takes any width and types, and needs no array literal a column.
 */
export function rows(tx: Tx, values: object[]): postgres.PendingQuery<postgres.Row[]> {
  return tx`json_to_recordset(${JSON.stringify(values)}::text::json)`;
}

/** Writes observations, citations and mentions of runs that have none. */
export async function writeExtractions(tx: Tx, orgId: string, runs: ExtractedRun[]): Promise<void> {
  const observations: object[] = [];
  const citations: object[] = [];
  const mentions: object[] = [];
  for (const { runId, brandId, extraction } of runs) {
    for (const { subjectId, ...observation } of extraction.observations) {
      observations.push({ run_id: runId, subject_id: subjectId, ...observation });
    }
    extraction.citations.forEach(({ sourceType, sourceName, ...citation }, ordinal) => {
      citations.push({
        run_id: runId,
        ordinal,
        source_type: sourceType,
        source_name: sourceName,
        ...citation,
      });
    });
    const isNamed = extraction.observations.some(({ subjectId, named }) => subjectId === brandId && named);
    if (!isNamed) continue;
    const sources = extraction.citations.map(({ url }, ordinal) => ({
      url,
      ordinal: ordinal as number | null,
    }));
    for (const { url, ordinal } of sources.length > 0 ? sources : [{ url: '', ordinal: null }]) {
      mentions.push({ id: derivedId(runId, brandId, url), run_id: runId, brand_id: brandId, ordinal });
    }
  }
  // Pipelined: three inserts, one wait.
  await Promise.all([
    tx`insert into observations (org_id, run_id, subject_id, kind, named, position, sentiment, snippet, extraction_version)
       select ${orgId}, o.run_id, o.subject_id, o.kind, o.named, o.position, o.sentiment, o.snippet, ${EXTRACTION_VERSION}
       from ${rows(tx, observations)} as o(run_id text, subject_id text, kind text, named boolean, position integer,
                                           sentiment smallint, snippet text)`,
    tx`insert into citations (org_id, run_id, ordinal, url, title, domain, source_type, source_name)
       select ${orgId}, c.run_id, c.ordinal, c.url, c.title, c.domain, c.source_type, c.source_name
       from ${rows(tx, citations)} as c(run_id text, ordinal smallint, url text, title text, domain text,
                                        source_type text, source_name text)`,
    tx`insert into mentions (org_id, id, run_id, brand_id, ordinal)
       select ${orgId}, m.id, m.run_id, m.brand_id, m.ordinal
       from ${rows(tx, mentions)} as m(id text, run_id text, brand_id text, ordinal smallint)`,
  ]);
}

/** Notes, in the transaction of the write, that runs of these months (YYYY-MM-01) changed. */
export async function markDirty(tx: Tx, orgId: string, months: string[]): Promise<void> {
  const distinct = [...new Set(months)];
  if (distinct.length === 0) return;
  await tx`insert into dirty_parts (part, bucket, month)
    select 'runs', ${bucketOf(orgId)}, month::date from unnest(${distinct}::text[]) as month`;
}
