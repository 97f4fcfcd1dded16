import type { OrgId } from '../../base/ids.ts';
import type { Tx } from '../../db/client.ts';
import { OBSERVATION_READER, sentimentBandSql, visibilityScoreSql } from '../../reports/rules.ts';
import { enqueueEvents, type NewEvent, type WebhookPayloads } from '../outbox/outbox.ts';
import { sourceTypeOf } from './source-type.ts';

/** The query and brand of a run, in the form of events. */
const ref = (tx: Tx) => tx`
  json_build_object('id', r.query_id, 'queryText', r.query_text, 'platform', r.platform) as query,
  json_build_object('id', b.id, 'name', b.name) as brand`;
const instant = (tx: Tx) => tx`to_char(r.executed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Emits the events of COMPLETED runs and of their mentions, in the transaction that wrote them: each run followed by
 * its mentions. Without subscribed webhooks it costs one short look-up.
 */
export async function emitCompleted(tx: Tx, orgId: OrgId, runIds: string[]): Promise<void> {
  const [listener] = await tx`select from webhooks
    where org_id = ${orgId} and is_active and events && '{query.completed,mention.created}' limit 1`;
  if (!listener || runIds.length === 0) return;
  // The fields of sql/reports/reportQueries.sql and reportMentions.sql, without corrections: these runs are new.
  const runs = await tx<WebhookPayloads['query.completed'][]>`
    select r.id as "runId", ${ref(tx)}, ${instant(tx)} as "executedAt", r.model, o.named as "brandMentioned",
           ${tx.unsafe(visibilityScoreSql('o.named', 'o.position'))} as "visibilityScore",
           o.position, o.sentiment::float8 / 100 as "sentimentScore",
           ${tx.unsafe(OBSERVATION_READER)} as "sentimentReader"
    from unnest(${runIds}::text[]) with ordinality as w(id, place)
    join runs r on r.org_id = ${orgId} and r.id = w.id
    join brands b on b.org_id = r.org_id and b.id = r.brand_id
    join observations o on o.org_id = r.org_id and o.run_id = r.id and o.subject_id = r.brand_id
    order by w.place`;
  const mentions = await tx<WebhookPayloads['mention.created'][]>`
    select m.id, r.id as "runId", json_build_object('id', b.id, 'name', b.name) as brand,
           coalesce(${sourceTypeOf(tx)}, 'AI_ANSWER') as "sourceType", c.source_name as "sourceName", c.url as "sourceUrl",
           coalesce(c.page_url, c.url) as "pageUrl", c.title, o.snippet, r.platform,
           ${tx.unsafe(sentimentBandSql('o.sentiment'))} as sentiment,
           o.sentiment::float8 / 100 as "sentimentScore", ${tx.unsafe(OBSERVATION_READER)} as "sentimentReader",
           ${instant(tx)} as "discoveredAt",
           json_build_object('id', r.query_id, 'queryText', r.query_text, 'platform', r.platform) as query
    from mentions m
    join runs r on r.org_id = m.org_id and r.id = m.run_id
    join brands b on b.org_id = m.org_id and b.id = m.brand_id
    join observations o on o.org_id = m.org_id and o.run_id = m.run_id and o.subject_id = m.brand_id
    left join citations c on c.org_id = m.org_id and c.run_id = m.run_id and c.ordinal = m.ordinal
    where m.org_id = ${orgId} and m.run_id = any(${runIds}) order by m.ordinal, m.id`;
  const mentionsByRun = Map.groupBy(mentions, ({ runId }) => runId);
  await enqueueEvents(
    tx,
    orgId,
    runs.flatMap((run): NewEvent[] => [
      { event: 'query.completed', payload: { ...run } },
      ...(mentionsByRun.get(run.runId) ?? []).map(
        (mention): NewEvent => ({ event: 'mention.created', payload: { ...mention } }),
      ),
    ]),
  );
}

/** Emits the events of runs that FAILED, in the transaction that wrote the failure. */
export async function emitFailed(tx: Tx, orgId: OrgId, runIds: string[]): Promise<void> {
  if (runIds.length === 0) return;
  const runs = await tx<WebhookPayloads['query.failed'][]>`
    select r.id as "runId", ${ref(tx)}, ${instant(tx)} as "executedAt", coalesce(r.failure, 'No reason was sent.') as reason
    from runs r join brands b on b.org_id = r.org_id and b.id = r.brand_id
    where r.org_id = ${orgId} and r.id = any(${runIds}) order by r.executed_at, r.id`;
  await enqueueEvents(
    tx,
    orgId,
    runs.map((run): NewEvent => ({ event: 'query.failed', payload: { ...run } })),
  );
}
