import { invalidField } from '../../base/errors.ts';
import type { Urgency } from '../../engine/statement-scheduler.ts';
import { type Call, type Handlers, Rendered } from '../../server/dispatch/handler.ts';
import { filtersOf } from '../reports/handlers.ts';
import { openView } from '../views/resolved.ts';
import { type DocumentFilter, type DocumentRequest, documentFilters } from './contents.ts';
import { makeDocument } from './document.ts';

/** The same document for members, and for API keys, which may be limited to brands and have no private views. */
export const documents = {
  reportDocument: (call) =>
    document(call, { userId: '', allowed: call.principal.brandIds, urgency: undefined }),
  getDocument: (call) => document(call, { userId: call.principal.userId, allowed: null, urgency: 'person' }),
} satisfies Partial<Handlers>;

type DocumentCall = Pick<Call<'getDocument'>, 'db' | 'orgId' | 'query' | 'request' | 'services'>;

interface For {
  userId: string;
  allowed: string[] | null;
  urgency: Urgency;
}

const HEADERS = {
  'Cache-Control': 'private, no-cache',
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; style-src 'unsafe-inline'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

async function document(call: DocumentCall, { userId, allowed, urgency }: For) {
  const { db, orgId, request, services } = call;
  const { format = 'html', snapshotId, view } = call.query;
  const of = view === undefined ? ofQuery(call.query) : await ofView(call, userId, view);
  const { reports, secretBox, config } = services;
  const { 'x-snapshot-id': header, 'x-snapshot-shown': shownId } = request.headers as Record<string, string>;
  if (header !== undefined && snapshotId !== undefined && header !== snapshotId)
    throw invalidField('snapshotId', 'snapshotId and X-Snapshot-Id differ. Send one or the other.');
  const { publicUrl, basePath } = config;
  const rendered = await makeDocument(
    { db, reports, secretBox, publicUrl, basePath },
    { ...of, orgId, allowed, snapshotId: header ?? snapshotId, shownId, urgency, caller: request },
  );
  const [text, ending, type] =
    format === 'html' ? [rendered.html, 'html', 'text/html'] : [rendered.text, 'txt', 'text/plain'];
  const headers = {
    ...HEADERS,
    'X-Snapshot-Id': rendered.snapshotId,
    'X-Data-As-Of': rendered.asOf,
    'Content-Disposition': `inline; filename*=UTF-8''${encodeURIComponent(`${rendered.fileName}.${ending}`)}`,
  };
  return {
    status: 200 as const,
    headers,
    body: new Rendered<string>(Buffer.from(text), `${type}; charset=utf-8`),
  };
}

type Of = Pick<DocumentRequest, 'brandId' | 'start' | 'end' | 'filters'>;

function ofQuery({ brandId, startDate, endDate, filters }: DocumentCall['query']): Of {
  if (brandId === undefined)
    throw invalidField('brandId', 'brandId is missing. Send the brand, or a view of one.');
  return {
    brandId,
    start: startDate,
    end: endDate,
    filters: documentFilters(filtersOf('reportBrands', filters)),
  };
}

/** What a view shows now. @throws AppError not_found; validation_error for a view of all brands, and for more beside it */
async function ofView({ db, orgId, query }: DocumentCall, userId: string, id: string): Promise<Of> {
  for (const name of ['brandId', 'startDate', 'endDate', 'filters'] as const)
    if (query[name] !== undefined)
      throw invalidField(name, `${name} is what the view says. Send a view, or ${name} without one.`);
  const { resolved } = await openView(db, { orgId, userId }, id);
  const { brandId, startDate: start, endDate: end, filters } = resolved;
  if (brandId === null)
    throw invalidField('view', 'view is of all brands, and a document of one. Choose another view.');
  return { brandId, start, end, filters: filters as DocumentFilter[] };
}
