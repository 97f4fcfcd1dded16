import { invalidField } from '../../base/errors.ts';
import type { components } from '../../contract/generated/types.ts';
import { type Call, type Handlers, Rendered } from '../../server/dispatch/handler.ts';
import { bodyOf } from '../reports/handlers.ts';
import { documentFilters } from './contents.ts';
import { makeDocument } from './document.ts';

/** The same document for API keys, which may be limited to brands, and for members. */
export const documents = {
  reportDocument: (call) => document(call, call.principal.brandIds),
  getDocument: (call) => document(call, null),
} satisfies Partial<Handlers>;

type DocumentCall = Pick<Call<'getDocument'>, 'db' | 'orgId' | 'query' | 'request' | 'services'>;

const HEADERS = {
  'Cache-Control': 'private, no-cache',
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; style-src 'unsafe-inline'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

async function document({ db, orgId, query, request, services }: DocumentCall, allowed: string[] | null) {
  const { format = 'html', ...asked } = query;
  const {
    brand_id,
    start_date,
    end_date,
    filters = [],
    snapshot_id,
  } = bodyOf('reportBrands', asked) as components['schemas']['BrandsReportParameters'];
  if (brand_id === undefined)
    throw invalidField('brand_id', 'brand_id is missing. Send the brand that it is of.');
  const { reports, secretBox, config } = services;
  const { 'x-snapshot-id': header, 'x-snapshot-shown': shownId } = request.headers as Record<string, string>;
  if (header !== undefined && snapshot_id !== undefined && header !== snapshot_id)
    throw invalidField('snapshot_id', 'snapshot_id and X-Snapshot-Id differ. Send one or the other.');
  const { publicUrl, basePath } = config;
  const made = await makeDocument(
    { db, reports, secretBox, publicUrl, basePath },
    {
      ...{
        orgId,
        allowed,
        brandId: brand_id,
        start: start_date,
        end: end_date,
        filters: documentFilters(filters),
      },
      ...{ snapshotId: header ?? snapshot_id, shownId, caller: request },
    },
  );
  const ending = format === 'html' ? 'html' : 'txt';
  const headers = {
    ...HEADERS,
    'X-Snapshot-Id': made.snapshotId,
    'X-Data-As-Of': made.asOf,
    'Content-Disposition': `inline; filename*=UTF-8''${encodeURIComponent(`${made.fileName}.${ending}`)}`,
  };
  const mediaType = format === 'html' ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8';
  const body = new Rendered<string>(Buffer.from(format === 'html' ? made.html : made.text), mediaType);
  return { status: 200 as const, headers, body };
}
