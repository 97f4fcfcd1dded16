import type { OrgId } from '../../base/ids.ts';
import type { Tx } from '../../db/client.ts';
import { inBatches, rows } from '../../db/rows.ts';
import { firstOfPages } from '../../extraction/sources/page.ts';
import type { Extraction } from '../../extraction/types.ts';
import { EXTRACTION_VERSION } from '../../extraction/version.ts';
import { applyCorrections, insertMentions, type MentionRow, mentionsOf } from '../corrections/applying.ts';
import { followExtractions } from '../stance/readings.ts';

/** The extraction from one run's answer. */
export interface ExtractedRun {
  runId: string;
  brandId: string;
  extraction: Extraction;
}

/** Observations and citations written together: some 5 ms of the event loop. */
const MOST_ENTRIES = 1_500;

/**
 * Writes the observations, citations and mentions of runs that have none. A run whose answer names its brand gets a
 * mention for each page that it cites, or a single one without a source if nothing is cited. If a model reads stance for the
 * organisation, the runs become due for a reading. What people corrected in an answer is applied to what was extracted.
 */
export async function writeExtractions(tx: Tx, orgId: OrgId, runs: ExtractedRun[]): Promise<void> {
  const entriesOf = ({ extraction }: ExtractedRun) =>
    extraction.observations.length + extraction.citations.length;
  for (const batch of inBatches(runs, entriesOf, MOST_ENTRIES)) await writeBatch(tx, orgId, batch);
}

const OBSERVATIONS = `o(run_id text, subject_id text, kind text, named boolean, unknown boolean, position integer,
  sentiment smallint, sentiment_reader text, snippet text, named_as text, naming_rule text)`;
const CITATIONS = `c(run_id text, ordinal smallint, url text, title text, domain text, source_type text,
  source_name text, page_type text, page_url text, is_page boolean)`;

async function writeBatch(tx: Tx, orgId: OrgId, runs: ExtractedRun[]): Promise<void> {
  const observations: object[] = [];
  const citations: object[] = [];
  const mentions: MentionRow[] = [];
  for (const { runId, brandId, extraction } of runs) {
    for (const {
      subjectId,
      sentimentReader,
      namedAs,
      namingRule,
      ...observation
    } of extraction.observations) {
      observations.push({
        run_id: runId,
        subject_id: subjectId,
        sentiment_reader: sentimentReader,
        named_as: namedAs,
        naming_rule: namingRule,
        ...observation,
      });
    }
    const isFirst = firstOfPages(extraction.citations);
    extraction.citations.forEach(({ sourceType, sourceName, pageType, pageUrl, ...citation }, ordinal) => {
      citations.push({
        run_id: runId,
        ordinal,
        source_type: sourceType,
        source_name: sourceName,
        page_type: pageType,
        page_url: pageUrl,
        is_page: isFirst[ordinal],
        ...citation,
      });
    });
    const isNamed = extraction.observations.some(({ subjectId, named }) => subjectId === brandId && named);
    if (!isNamed) continue;
    mentions.push(...mentionsOf(runId, brandId, extraction.citations));
  }
  // The statements are pipelined: they share one round trip. They are sent in the order in which they begin.
  const written = Promise.all([
    tx`insert into observations (org_id, run_id, subject_id, kind, named, unknown, position, sentiment, sentiment_reader,
                                 snippet, named_as, naming_rule, extraction_version)
       select g.id, o.run_id, o.subject_id, o.kind, o.named, o.unknown, o.position, o.sentiment, o.sentiment_reader,
              o.snippet, o.named_as, o.naming_rule, ${EXTRACTION_VERSION}
       from organisations g
       cross join ${rows(tx, OBSERVATIONS, observations)}
       where g.id = ${orgId}`,
    tx`insert into citations (org_id, run_id, ordinal, url, title, domain, source_type, source_name, page_type,
                              page_url, is_page)
       select g.id, c.run_id, c.ordinal, c.url, c.title, c.domain, c.source_type, c.source_name, c.page_type,
              c.page_url, c.is_page
       from organisations g
       cross join ${rows(tx, CITATIONS, citations)}
       where g.id = ${orgId}`,
    insertMentions(tx, orgId, mentions),
  ]);
  const ids = runs.map(({ runId }) => runId);
  await Promise.all([written, followExtractions(tx, orgId, ids)]);
  await applyCorrections(tx, orgId, ids);
}
