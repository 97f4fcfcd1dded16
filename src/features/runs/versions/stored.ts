import type { OrgId } from '../../../base/ids.ts';
import type { Tx } from '../../../db/client.ts';
import type { Extraction, Observation } from '../../../extraction/types.ts';
import { machineObservations } from '../../corrections/machine.ts';

/** The stored extractions of runs by run id, without corrections, and without mentions, which can be derived. */
export async function storedExtractions(
  tx: Tx,
  orgId: OrgId,
  ids: string[],
): Promise<Map<string, Extraction>> {
  if (ids.length === 0) return new Map();
  const stored = await tx<(Extraction & { id: string })[]>`
    select w.id,
           coalesce((select json_agg(json_build_object('subjectId', o.subject_id, 'kind', o.kind, 'named', o.named,
                              'unknown', o.unknown, 'position', o.position, 'sentiment', o.sentiment, 'sentimentReader', o.sentiment_reader,
                              'snippet', o.snippet, 'namedAs', o.named_as, 'namingRule', o.naming_rule))
                     from ${machineObservations(tx, orgId, tx`w.id`)} o), '[]') as observations,
           coalesce((select json_agg(json_build_object('url', c.url, 'pageUrl', coalesce(c.page_url, c.url), 'title', c.title, 'domain', c.domain,
                              'sourceType', c.source_type, 'sourceName', c.source_name) order by c.ordinal)
                     from citations c where c.org_id = ${orgId} and c.run_id = w.id), '[]') as citations,
           r.language
    from unnest(${ids}::text[]) as w(id) join runs r on r.org_id = ${orgId} and r.id = w.id`;
  return new Map(stored.map(({ id, ...extraction }) => [id, extraction]));
}

/** Whether two extractions are the same in every field. */
export function isSame(a: Extraction, b: Extraction): boolean {
  return comparable(a) === comparable(b);
}

function comparable({ observations, citations, language }: Extraction): string {
  return JSON.stringify([
    language,
    inOrder(observations).map((o) => [
      o.subjectId,
      o.kind,
      known(o),
      o.position,
      o.sentiment,
      o.sentimentReader,
      o.snippet,
      o.namedAs,
      o.namingRule,
    ]),
    citationsOf(citations),
    citations.map(({ pageUrl }) => pageUrl),
  ]);
}

/**
 * Whether two extractions have the same result: who is named or not known, where, how favourably, in which sentence,
 * citing what. The scorer, the kind of match and the language are ignored: earlier versions did not store them.
 */
export function saysSame(a: Extraction, b: Extraction): boolean {
  return said(a) === said(b);
}

function said({ observations, citations }: Extraction): string {
  return JSON.stringify([
    inOrder(observations).map((o) => [o.subjectId, o.kind, known(o), o.position, o.sentiment, o.snippet]),
    citationsOf(citations),
  ]);
}

/** Whether it is named; null: the answer only says that it does not know it. */
const known = ({ named, unknown }: Observation) => (unknown ? null : named);

function inOrder(observations: readonly Observation[]): Observation[] {
  return observations.toSorted((a, b) => (a.subjectId < b.subjectId ? -1 : 1));
}

function citationsOf(citations: Extraction['citations']): unknown[][] {
  return citations.map((c) => [c.url, c.title, c.domain, c.sourceType, c.sourceName]);
}

/**
 * An extraction with the earlier scores by a model for the names that it still finds: rereading by rules must not lose
 * scores that were paid for. A score sent with the run takes precedence, as at the first reading.
 * @param renamed subjects that the model knew by another name: their scores are dropped
 */
export function withModelScores(
  extraction: Extraction,
  before: Extraction,
  renamed: ReadonlySet<string>,
): Extraction {
  const given = new Map(
    before.observations
      .filter(({ subjectId, sentimentReader }) => sentimentReader === 'MODEL' && !renamed.has(subjectId))
      .map(({ subjectId, sentiment }) => [subjectId, sentiment]),
  );
  if (given.size === 0) return extraction;
  const observations = extraction.observations.map((observation): Observation => {
    const sentiment = given.get(observation.subjectId);
    if (sentiment === undefined || !observation.named || observation.sentimentReader === 'SENT')
      return observation;
    return { ...observation, sentiment, sentimentReader: 'MODEL' };
  });
  return { ...extraction, observations };
}
