import { DAY_MS } from '../../base/days.ts';
import { type Finding, invalidFields } from '../../base/errors.ts';
import { matchesEtag } from '../../base/etags.ts';
import type { components } from '../../contract/generated/types.ts';
import type { BrokenDown } from '../../reports/breakdown/request.ts';
import { parametersOfText, readText, type TextParameters } from '../../reports/breakdown/text-form.ts';
import type { Pull } from '../../reports/changes/request.ts';
import { csvStyleOf } from '../../reports/flat.ts';
import { type Form, MEDIA_TYPES, type RenderedReport, type ReportCall } from '../../reports/reports.ts';
import { attachment } from '../../reports/spreadsheet/origin.ts';
import { STREAM_BYTES } from '../../reports/streams/streams.ts';
import type { QueryFindings } from '../../server/dispatch/dispatcher.ts';
import { type Call, type Handlers, Rendered } from '../../server/dispatch/handler.ts';
import { preferredType } from '../../server/dispatch/negotiation.ts';
import { StreamedBody } from '../../server/dispatch/response.ts';
import { areOfOne, checked, findingsIn, REPORT_SCHEMAS } from '../../server/dispatch/validation.ts';
import { reportCallOf } from './report-call.ts';

type ByBody =
  | BrokenDown
  | 'getBrandsReport'
  | 'getQueriesReport'
  | 'getMentionsReport'
  | 'getSourcesReport'
  | 'getSearchesReport';
type ByUrl = `${ByBody}ByUrl`;
type Body = NonNullable<Call<ByBody>['body']>;
type Query = Call<ByUrl>['query'];
type Schemas = components['schemas'];

/** The same reports for API keys (report…) and for members (get…), by body and by URL; only the access rules differ. */
export const reports = {
  reportBrands: (call) => byBody('reportBrands', call),
  reportQueries: (call) => byBody('reportQueries', call),
  reportMentions: (call) => byBody('reportMentions', call),
  getBrandsReport: (call) => byBody('reportBrands', call),
  getQueriesReport: (call) => byBody('reportQueries', call),
  getMentionsReport: (call) => byBody('reportMentions', call),
  reportSources: (call) => byBody('reportSources', call),
  reportSearches: (call) => byBody('reportSearches', call),
  getSourcesReport: (call) => byBody('reportSources', call),
  getSearchesReport: (call) => byBody('reportSearches', call),
  reportBrandsByUrl: (call) => byUrl('reportBrands', call),
  reportQueriesByUrl: (call) => byUrl('reportQueries', call),
  reportMentionsByUrl: (call) => byUrl('reportMentions', call),
  getBrandsReportByUrl: (call) => byUrl('reportBrands', call),
  getQueriesReportByUrl: (call) => byUrl('reportQueries', call),
  getMentionsReportByUrl: (call) => byUrl('reportMentions', call),
  reportSourcesByUrl: (call) => byUrl('reportSources', call),
  reportSearchesByUrl: (call) => byUrl('reportSearches', call),
  getSourcesReportByUrl: (call) => byUrl('reportSources', call),
  getSearchesReportByUrl: (call) => byUrl('reportSearches', call),
} satisfies Pick<Handlers, ByBody | ByUrl>;

async function byBody<Answer>(report: BrokenDown, call: Call<ByBody>) {
  const { body = {}, request, services } = call;
  const form = formOf(request.headers.accept);
  const requested = reportCall(report, body, { form }, call);
  if (requested.pull?.stream) return streamed<Answer>({ ...requested, pull: requested.pull }, call);
  return reportReply<Answer>(await services.reports.render(requested, request), form);
}

async function byUrl<Answer>(report: BrokenDown, call: Call<ByUrl>) {
  const { query, request, services } = call;
  const form = query.format ?? formOf(request.headers.accept);
  const csv = csvStyleOf(query, { isCsv: form === 'csv' });
  const requested = reportCall(report, bodyOf(report, query), { form, csv }, call);
  const version = services.reports.version(requested);
  if (version && matchesEtag(request.headers['if-none-match'], version.etag)) {
    const { etag, snapshotId, asOf, canRepeat } = version;
    const headers = { ...CACHED, ETag: etag, 'X-Snapshot-Id': snapshotId, 'X-Data-As-Of': asOf };
    return { status: 304 as const, headers, canRepeat: untilMidnight(canRepeat) };
  }
  const reply = reportReply<Answer>(await services.reports.render(requested, request), form);
  // If a newer snapshot came meanwhile, the response's version is unknown.
  const isSame = version?.snapshotId === reply.headers['X-Snapshot-Id'];
  Object.assign(reply.headers, CACHED, isSame && { ETag: version?.etag });
  return reply;
}

/** The reply with a rendered report. Headers carry what flat formats cannot: the total and the next page. */
export function reportReply<Body>(
  { body, snapshotId, asOf, canRepeat }: RenderedReport,
  form: Form = 'json',
) {
  const headers: Record<string, string> = { 'X-Snapshot-Id': snapshotId, 'X-Data-As-Of': asOf };
  if (form !== 'json') {
    headers['X-Total-Count'] = String(body.total);
    if (body.next) headers['X-Next-After'] = body.next;
    if (body.fileName) headers['Content-Disposition'] = attachment(body.fileName);
  }
  return {
    status: 200 as const,
    headers,
    body: new Rendered<Body>(body, MEDIA_TYPES[form]),
    canRepeat: untilMidnight(canRepeat),
  };
}

/** The days of a report that names none change at midnight, UTC. */
function untilMidnight(canRepeat: (() => boolean) | undefined): (() => boolean) | undefined {
  if (canRepeat === undefined) return undefined;
  const day = Math.floor(Date.now() / DAY_MS);
  return () => Math.floor(Date.now() / DAY_MS) === day && canRepeat();
}

/** The reply with a report that is sent while it is rendered. */
async function streamed<Body>(
  requested: ReportCall & { pull: Pull },
  { principal, request, services }: Call<ByBody>,
) {
  const { lines, total, snapshotId, asOf } = await services.reports.stream(requested, {
    signal: request.signal,
    isAllowed: () => services.auth.hasSameRights(principal),
  });
  const headers = { 'X-Snapshot-Id': snapshotId, 'X-Data-As-Of': asOf, 'X-Total-Count': String(total) };
  const stream = new StreamedBody(lines, null, { heldBytes: STREAM_BYTES, isFreed: true });
  const body = new Rendered<Body>(stream, MEDIA_TYPES.ndjson);
  return { status: 200 as const, headers, body };
}

/** A cache may store the response but must revalidate it by ETag. */
const CACHED = { 'Cache-Control': 'private, no-cache' };

/** How the answer is written. The signs of CSV belong to a query, and so to the body that is derived from it. */
type AnswerForm = Pick<ReportCall, 'csv'> & { form: Form };

type Requester = Pick<Call<ByBody>, 'orgId' | 'principal' | 'request' | 'services'>;

function reportCall(
  report: BrokenDown,
  body: Body,
  { form, csv }: AnswerForm,
  { orgId, principal, request, services }: Requester,
): ReportCall {
  const call = reportCallOf(report, body, form, {
    orgId,
    secretBox: services.secretBox,
    allowed: principal.kind === 'key' ? principal.brandIds : null,
    snapshotId: request.headers['x-snapshot-id'] as string | undefined,
    shownId: request.headers['x-snapshot-shown'] as string | undefined,
    urgency: principal.kind === 'user' ? 'person' : undefined,
  });
  return { ...call, csv };
}

/** Validates the breakdown in a URL's query like that of a body. */
export const queryFindings: QueryFindings = {
  reportBrandsByUrl: (query) => findingsOf('reportBrands', query),
  reportQueriesByUrl: (query) => findingsOf('reportQueries', query),
  reportMentionsByUrl: (query) => findingsOf('reportMentions', query),
  getBrandsReportByUrl: (query) => findingsOf('reportBrands', query),
  getQueriesReportByUrl: (query) => findingsOf('reportQueries', query),
  getMentionsReportByUrl: (query) => findingsOf('reportMentions', query),
  reportSourcesByUrl: (query) => findingsOf('reportSources', query),
  reportSearchesByUrl: (query) => findingsOf('reportSearches', query),
  getSourcesReportByUrl: (query) => findingsOf('reportSources', query),
  getSearchesReportByUrl: (query) => findingsOf('reportSearches', query),
};

function findingsOf(report: BrokenDown, query: object | undefined): Finding[] {
  const { parameters, faults } = readText(report, textsOf(query));
  const others = findingsIn(REPORT_SCHEMAS[report], parameters);
  return [...faults, ...others.filter(({ field }) => !faults.some((fault) => areOfOne(fault.field, field)))];
}

/** The parameters that give a breakdown as text, without repeated ones that may not repeat. */
function textsOf(sent: object | undefined): TextParameters {
  const query = { ...sent } as Record<string, string | string[] | undefined>;
  const one = (name: string) => (typeof query[name] === 'string' ? { [name]: query[name] } : {});
  const several = (name: string) => (query[name] === undefined ? {} : { [name]: [query[name]].flat() });
  return {
    ...several('filters'),
    ...several('having'),
    ...Object.assign(
      {},
      ...['dimensions', 'order_by', 'include', 'compare_to', 'sentiment_readers'].map(one),
    ),
  };
}

/** The conditions of `filters` in a URL, as the body of a report has them. @throws AppError validation_error */
export function filtersOf(
  report: 'reportBrands',
  filters: string[] | undefined,
): NonNullable<Schemas['BrandsReportParameters']['filters']> {
  const found = findingsOf(report, { filters });
  if (found.length > 0) throw invalidFields(found);
  const body = checked(REPORT_SCHEMAS[report], parametersOfText(report, textsOf({ filters })));
  return (body as Schemas['BrandsReportParameters']).filters ?? [];
}

/** The report body equivalent to a URL's parameters. @throws AppError validation_error */
function bodyOf(report: BrokenDown, query: Query): Body {
  const found = findingsOf(report, query);
  if (found.length > 0) throw invalidFields(found);
  const { brand_id, project_id, start_date, end_date, limit, offset, snapshot_id } = query;
  const by = 'by' in query ? query.by : undefined;
  const given = { brand_id, project_id, start_date, end_date, snapshot_id, by };
  const body = {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    ...(limit !== undefined && { limit: Number(limit) }),
    ...(offset !== undefined && { offset: Number(offset) }),
    ...parametersOfText(report, textsOf(query)),
  };
  return checked(REPORT_SCHEMAS[report], body);
}

/** The format that a client accepts; JSON if it accepts none of them. */
function formOf(accept: string | string[] | undefined): Form {
  const forms = Object.keys(MEDIA_TYPES) as Form[];
  const types = forms.map((form) => MEDIA_TYPES[form].split(';')[0] as string);
  return forms[types.indexOf(preferredType(accept, types))] as Form;
}
