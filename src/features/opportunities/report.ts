import { invalidField } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db } from '../../db/client.ts';
import type { Urgency } from '../../engine/statement-scheduler.ts';
import { checkFilter, type Filter } from '../../reports/breakdown/request.ts';
import {
  type FoundOpportunities,
  type FoundOpportunity,
  Opportunities,
} from '../../reports/opportunities/opportunities.ts';
import { comparedRange } from '../../reports/range.ts';
import type { Caller } from '../../reports/rendered-cache.ts';
import type { Computed, Reports } from '../../reports/reports.ts';
import { actOf } from './acts.ts';
import { type Mark, marksOf } from './marks.ts';

type Schemas = components['schemas'];
type Report = Schemas['OpportunitiesReport'];
type Opportunity = Schemas['Opportunity'];
type Body = Schemas['OpportunitiesParameters'];

/** A call of the report. */
export interface OpportunitiesRequest {
  body: Body;
  orgId: OrgId;
  /** The brands a key is limited to; null: all. */
  allowed: string[] | null;
  /** The headers X-Snapshot-Id and X-Snapshot-Shown. */
  snapshotId: string | undefined;
  shownId: string | undefined;
  urgency: Urgency;
  caller: Caller;
}

/** The services that render the report. */
interface Means {
  db: Db;
  reports: Reports;
  /** The prefix of the server's paths. */
  basePath: string;
}

const USUAL_ROWS = 50;

/** A page of a brand's opportunities. */
export async function opportunitiesPage(
  { db, reports, basePath }: Means,
  request: OpportunitiesRequest,
): Promise<{ body: Report; snapshotId: string; asOf: string }> {
  const { body, orgId } = request;
  const { kinds, states, limit = USUAL_ROWS, offset = 0, include = [] } = body;
  const { value, snapshotId, asOf } = await computed(reports, request);
  const { certain, uncertain, ...shared } = value;
  const all = include.includes('uncertain') ? [...certain, ...uncertain] : certain;
  const ofKinds = kinds === undefined ? all : all.filter(({ kind }) => kinds.includes(kind));
  const marks = await marksOf(
    db,
    orgId,
    ofKinds.map(({ id }) => id),
  );
  const stateOf = ({ id }: FoundOpportunity) => marks.get(id)?.state ?? 'OPEN';
  const matching =
    states === undefined ? ofKinds : ofKinds.filter((found) => states.includes(stateOf(found)));
  const data = matching
    .slice(offset, offset + limit)
    .map((found) => opportunityOf(found, marks.get(found.id), body.filters ?? [], basePath));
  return { body: { data, total: matching.length, ...shared }, snapshotId, asOf };
}

function computed(
  reports: Reports,
  { body, orgId, allowed, snapshotId, shownId, urgency, caller }: OpportunitiesRequest,
): Promise<Computed<FoundOpportunities>> {
  if (snapshotId !== undefined && body.snapshot_id !== undefined && snapshotId !== body.snapshot_id)
    throw invalidField('snapshot_id', 'snapshot_id and X-Snapshot-Id differ. Send one or the other.');
  const range = comparedRange(body.start_date, body.end_date);
  const filters: readonly Filter[] = body.filters ?? [];
  filters.forEach(checkFilter);
  const brand = body.brand_id;
  const opportunities = new Opportunities({ brand, allowed, range, filters });
  return reports.compute(
    {
      orgId,
      snapshotId: snapshotId ?? body.snapshot_id,
      shownId,
      urgency,
      name: 'opportunities',
      options: { filters },
      values: { ...opportunities.values, org: orgId, brand, allowed: allowed?.join() ?? null, ...range },
      make: (query, method) => opportunities.found(query, method),
    },
    caller,
  );
}

function opportunityOf(
  found: FoundOpportunity,
  mark: Mark | undefined,
  filters: readonly Filter[],
  basePath: string,
): Opportunity {
  const { run_ids, ...shown } = found;
  return {
    ...shown,
    evidence: { run_ids, ...evidenceOf(found, filters) },
    act: actOf(found, basePath),
    state: mark?.state ?? 'OPEN',
    set_by: mark?.setBy ?? null,
    set_at: mark ? new Date(mark.setAt).toISOString() : null,
    outcome_from: mark?.outcomeFrom ?? null,
  };
}

/** The report and the filters under which it counts the answers behind an opportunity. */
function evidenceOf(
  { kind, subject }: FoundOpportunity,
  filters: readonly Filter[],
): Omit<Opportunity['evidence'], 'run_ids'> {
  const is = (field: string, value: string | boolean) => ({ field, operator: 'in', values: [value] });
  const own = {
    SOURCE: [is('domain', subject), is('gap', true)],
    OWN_PAGE: [is('url', subject), is('mentioned', false)],
    PROMPT: [is('query', subject), is('mentioned', false)],
    CRITICISM: [is('query', subject), is('sentiment', 'NEGATIVE')],
  }[kind];
  const isOfSources = kind === 'SOURCE' || kind === 'OWN_PAGE';
  return {
    report: isOfSources ? 'SOURCES' : 'QUERIES',
    filters: [...filters.map((each) => ({ ...each })), ...own],
  };
}
