import { textIdentity } from '../../base/definitions.ts';
import { notFound } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import {
  countRows,
  ifGiven,
  newestFirst,
  onDays,
  type Page,
  type Paged,
  pageOf,
  pageSelect,
} from '../../db/page.ts';
import type { Fragment } from '../../db/sessions/statement.ts';
import { OBSERVATION_READER } from '../../reports/rules.ts';
import { isOfActiveBrand } from '../brands/brands.ts';
import { correctionJson } from '../corrections/corrections.ts';
import { queries } from '../prompts/queries.ts';
import { CITATIONS_FROM } from './citations-from.ts';
import { sourceTypeOf } from './source-type.ts';

export type RunSummary = components['schemas']['RunSummary'];
export type ReportRun = components['schemas']['ReportRun'];
export type RunEvidence = components['schemas']['RunEvidence'];

/** How answers were given. */
export interface AnswerKind {
  surface?: 'API' | 'API_WEB_SEARCH' | 'APP' | 'SEARCH_PAGE' | 'UNKNOWN' | undefined;
  searched?: 'YES' | 'NO' | 'UNKNOWN' | undefined;
  country?: string | undefined;
  model?: string | undefined;
}

export interface RunFilter extends AnswerKind {
  brandId?: string | undefined;
  queryId?: string | undefined;
  runId?: string | undefined;
  /** The exact text of the prompt, on all platforms. */
  queryText?: string | undefined;
  platform?: string | undefined;
  /** A tag of its query. */
  tag?: string | undefined;
  /** Whether its query names the brand. */
  branded?: boolean | undefined;
  /** The topic of its query. */
  topic?: string | undefined;
  /** The brands of a limited key; null: all. */
  allowed?: string[] | null;
  state?: string | undefined;
  /** Whether its answer names the brand. */
  mentioned?: boolean | undefined;
  /** A competitor that its answer names. */
  competitorId?: string | undefined;
  /** Days of executedAt, YYYY-MM-DD, UTC, inclusive; null: open. */
  start: string | null;
  end: string | null;
}

/** The columns of a RunSummary, from runs r, brands b and the observation o of the run's brand. */
const summary = (tx: Tx) => tx`
  r.id, r.state, json_build_object('id', r.query_id, 'queryText', r.query_text, 'platform', r.platform) as query,
  json_build_object('id', b.id, 'name', b.name) as brand, r.model, r.country, r.executed_at as "executedAt",
  o.named as "brandMentioned", o.position, o.sentiment::float8 / 100 as "sentimentScore",
  ${tx.unsafe(OBSERVATION_READER)} as "sentimentReader", r.created_at as "createdAt"`;

const source = (tx: Tx) => tx`
  from runs r
  join brands b on b.org_id = r.org_id and b.id = r.brand_id
  left join observations o on o.org_id = r.org_id and o.run_id = r.id and o.subject_id = r.brand_id`;

/** A run of the organisation without its evidence. @throws AppError not_found */
export async function findRunSummary(tx: Tx, orgId: OrgId, id: string): Promise<RunSummary> {
  const [run] = await tx<RunSummary[]>`
    select ${summary(tx)} ${source(tx)} where r.org_id = ${orgId} and r.id = ${id}`;
  if (!run) throw notFound('run');
  return run;
}

/**
 * A column with attempts, in the form of the contract.
 * @param matching the condition on run_attempts a
 */
export const attempts = (tx: Tx, matching: ReturnType<Tx>) => tx`
  (select coalesce(json_agg(json_build_object(
            'ordinal', a.ordinal, 'sentAt', ${instant(tx, tx`a.sent_at`)}, 'finishedAt', ${instant(tx, tx`a.finished_at`)},
            'outcome', a.outcome, 'reason', a.reason, 'status', a.status, 'error', a.error,
            'nextAttemptAt', ${instant(tx, tx`a.next_attempt_at`)}) order by a.ordinal), '[]')
   from run_attempts a where ${matching}) as attempts`;

const instant = (tx: Tx, time: ReturnType<Tx>) =>
  tx`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The completed run of the same query immediately before or after run r. */
const neighbour = (tx: Tx, orgId: OrgId, isBeyond: ReturnType<Tx>, direction: ReturnType<Tx>) => tx`(
  select beside.id from runs beside
  where beside.org_id = ${orgId} and beside.query_id = r.query_id and beside.state = 'COMPLETED'
    and (beside.executed_at, beside.id) ${isBeyond} (r.executed_at, r.id)
  order by beside.executed_at ${direction}, beside.id ${direction} limit 1)`;

/** A page of runs, the latest first. */
export async function listRuns(db: Db, orgId: OrgId, filter: RunFilter & Page): Promise<Paged<RunSummary>> {
  return db.tenant(orgId, (tx) => pageOfRuns(tx, orgId, filter));
}

/** A page of the answers behind reports, the latest first. */
export async function listReportRuns(
  db: Db,
  orgId: OrgId,
  filter: Omit<RunFilter, 'state'> & Page,
): Promise<Paged<ReportRun>> {
  return db.tenant(orgId, async (tx) => {
    const answers = { ...filter, state: 'COMPLETED' };
    return pageOfRuns<ReportRun>(tx, orgId, answers, tx`${summary(tx)}, r.surface, r.searched`, ofReport);
  });
}

/** A run as the reports' list has it: all of them are completed. */
function ofReport({
  state: _,
  createdAt: __,
  ...run
}: RunSummary & Pick<ReportRun, 'surface' | 'searched'>): ReportRun {
  return run as ReportRun;
}

/** A page of a query's runs, the latest first. @throws AppError not_found */
export async function listQueryRuns(
  db: Db,
  orgId: OrgId,
  queryId: string,
  filter: RunFilter & Page,
): Promise<Paged<RunSummary>> {
  return db.tenant(orgId, async (tx) => {
    await queries.find(tx, orgId, queryId);
    return pageOfRuns(tx, orgId, { ...filter, queryId });
  });
}

/**
 * A run with its answer and its whole extraction.
 * @param allowed the brands of a limited key; null: all
 * @throws AppError not_found
 */
export async function getRun(
  tx: Tx,
  orgId: OrgId,
  id: string,
  allowed: string[] | null = null,
): Promise<RunEvidence> {
  const [run] = await tx<Omit<RunEvidence, 'observations' | 'citations' | 'mentionIds'>[]>`
    select ${summary(tx)}, r.external_id as "externalId", coalesce(r.answer, '') as answer,
           r.forgotten_at as "answerForgottenAt", r.failure,
           r.failure_reason as "failureReason", r.source, r.planned_at as "plannedAt", r.missed as "missedBefore",
           ${tx.unsafe(CITATIONS_FROM)} as "citationsFrom",
           r.surface, r.search, r.searched, r.search_count as "searchCount", r.search_queries as "searchQueries",
           r.country_applied as "countryApplied", coalesce(r.read_sources, '[]'::jsonb) as "readSources",
           coalesce(r.left_out, '[]'::jsonb) as "leftOut", r.latency_ms as "latencyMs", r.input_tokens as "inputTokens", r.output_tokens as "outputTokens",
           r.cost_micros::float8 / 1000000 as "costUsd",
           ${attempts(tx, tx`a.org_id = ${orgId} and a.run_id = r.id`)}, r.extraction_version as "extractionVersion",
           r.lexicon_version as "namesVersion", r.language,
           ${neighbour(tx, orgId, tx`<`, tx`desc`)} as "previousRunId", ${neighbour(tx, orgId, tx`>`, tx`asc`)} as "nextRunId"
    ${source(tx)} where r.org_id = ${orgId} and r.id = ${id} and ${ifGiven(tx, allowed, (ids) => tx`r.brand_id = any(${ids}::text[])`)}`;
  if (!run) throw notFound('run');
  // First the run's brand, then the other subjects in the order in which the answer names them.
  const observations = await tx<RunEvidence['observations']>`
    select json_build_object('id', o.subject_id, 'name', coalesce(b.name, c.name), 'kind', o.kind) as subject,
           o.named, o.unknown, o.position, o.sentiment::float8 / 100 as "sentimentScore",
           ${tx.unsafe(OBSERVATION_READER)} as "sentimentReader", o.snippet, o.named_as as "namedAs",
           o.naming_rule as "namingRule",
           ${correctionJson(tx, orgId, tx`o.run_id`, tx`o.subject_id`)} as correction
    from observations o
    join runs r on r.org_id = o.org_id and r.id = o.run_id
    left join brands b on b.org_id = o.org_id and b.id = o.subject_id
    left join competitors c on c.org_id = o.org_id and c.id = o.subject_id
    where o.org_id = ${orgId} and o.run_id = ${id}
      and ${ifGiven(tx, allowed, (ids) => tx`(o.kind <> 'BRAND' or o.subject_id = any(${ids}::text[]))`)}
    order by o.subject_id <> ${run.brand.id}, o.position nulls last, o.subject_id`;
  const citations = await tx<RunEvidence['citations']>`
    select url, coalesce(page_url, url) as "pageUrl", title, domain, ${sourceTypeOf(tx)} as "sourceType", source_name as "sourceName",
           page_type as "pageType"
    from citations c where org_id = ${orgId} and run_id = ${id} order by ordinal`;
  const mentions = await tx<{ id: string }[]>`
    select id from mentions where org_id = ${orgId} and run_id = ${id} order by ordinal, id`;
  // Most answers were not corrected.
  for (const observation of observations) if (!observation.correction) delete observation.correction;
  if (!run.answerForgottenAt) delete run.answerForgottenAt;
  const mentionIds = run.brandMentioned ? mentions.map((mention) => mention.id) : [];
  return { ...run, observations, citations, mentionIds };
}

async function pageOfRuns<Row extends object = RunSummary>(
  tx: Tx,
  orgId: OrgId,
  filter: RunFilter & Page,
  columns: Fragment = summary(tx),
  rowOf: (run: never) => Row = (run) => run,
): Promise<Paged<Row>> {
  const matching = runsMatching(tx, orgId, filter);
  const order = newestFirst(tx, tx`r.executed_at`, tx`r.id`);
  const { isAfter, limits, orderBy, position } = pageSelect(tx, filter, order);
  // The ids of the page come from an index alone, and then the columns of its runs: sorting whole runs would read all
  // of them.
  const found = await tx<(RunSummary & { listPosition: string })[]>`
    with page as materialized (
      select r.id, r.executed_at, ${position} as "listPosition" from runs r where ${matching} and ${isAfter}
      order by ${orderBy} ${limits})
    select found.*, p."listPosition" from page p
    cross join lateral (select ${columns} ${source(tx)} where r.org_id = ${orgId} and r.id = p.id offset 0) found
    order by p.executed_at desc, p.id desc`;
  const rows = found.map(({ listPosition, ...run }) => ({ ...rowOf(run as never), listPosition }));
  return pageOf<Row>(rows, filter, await countRows(tx, tx`runs r where ${matching}`));
}

/** The condition of a filter on runs r. Runs of archived brands match only if a brand, query or run is given. */
export function runsMatching(tx: Tx, orgId: OrgId, filter: RunFilter): Fragment {
  const { brandId, queryId, runId, queryText, platform, state, mentioned, competitorId, start, end } = filter;
  const { allowed = null } = filter;
  const isOfActive = brandId === undefined && queryId === undefined && runId === undefined;
  return tx`r.org_id = ${orgId}
    ${isOfActive ? tx`and ${isOfActiveBrand(tx, orgId, tx`r.brand_id`)}` : tx``}
    and ${ifGiven(tx, brandId, (value) => tx`r.brand_id = ${value}`)}
    and ${ifGiven(tx, queryId, (value) => tx`r.query_id = ${value}`)}
    and ${ifGiven(tx, runId, (value) => tx`r.id = ${value}`)}
    and ${ifGiven(tx, platform, (value) => tx`r.platform = ${value}`)}
    and ${ifGiven(tx, state, (value) => tx`r.state = ${value}`)}
    and ${ifGiven(tx, allowed, (ids) => tx`r.brand_id = any(${ids}::text[])`)}
    and ${ifGiven(tx, queryText, (value) => tx`coalesce(r.identity, r.query_text) = ${textIdentity(value)}`)}
    and ${ofQueries(tx, orgId, filter)}
    and ${ofKind(tx, filter)}
    and ${ifGiven(tx, mentioned, (value) => naming(tx, orgId, tx`named.subject_id = r.brand_id and named.named = ${value}`))}
    and ${ifGiven(tx, competitorId, (id) => naming(tx, orgId, tx`named.subject_id = ${id} and named.named`))}
    and ${onDays(tx, tx`r.executed_at`, { start, end })}`;
}

/** A condition on one observation of runs r. */
const naming = (tx: Tx, orgId: OrgId, matching: Fragment) => tx`exists (
  select from observations named where named.org_id = ${orgId} and named.run_id = r.id and ${matching})`;

/** The condition on runs r by fields of their queries. */
export function ofQueries(
  tx: Tx,
  orgId: OrgId,
  { tag, branded, topic }: Pick<RunFilter, 'tag' | 'branded' | 'topic'>,
): Fragment {
  if (tag === undefined && branded === undefined && topic === undefined) return tx`true`;
  return tx`r.query_id in (
    select q.id from queries q where q.org_id = ${orgId}
      and ${ifGiven(tx, tag, (value) => tx`${textIdentity(value)} = any(q.tags)`)}
      and ${ifGiven(tx, topic, (value) => tx`q.topic = ${value}`)}
      and ${ifGiven(tx, branded, (value) => tx`counts_as_branded(q.branded, q.tags) = ${value}`)})`;
}

/** The condition on runs r by how their answers were given. */
export function ofKind(tx: Tx, { surface, searched, country, model }: AnswerKind): Fragment {
  const ofSurface = (value: string) =>
    value === 'UNKNOWN' ? tx`r.surface is null` : tx`r.surface = ${value}`;
  const ofSearched = (value: string) =>
    value === 'UNKNOWN' ? tx`r.searched is null` : tx`r.searched = ${value === 'YES'}`;
  return tx`${ifGiven(tx, surface, ofSurface)}
    and ${ifGiven(tx, searched, ofSearched)}
    and ${ifGiven(tx, country, (value) => tx`r.country = ${value}`)}
    and ${ifGiven(tx, model, (value) => tx`r.model = ${value}`)}`;
}
