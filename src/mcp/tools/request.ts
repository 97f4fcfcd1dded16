import type { components } from '../../contract/generated/types.ts';
import { BOOLEANS } from '../../reports/breakdown/request.ts';
import { reportRange } from '../../reports/range.ts';
import type { Api, ApiAnswer, ReadId } from '../api.ts';
import { parseBoolean } from '../arguments.ts';
import type { Column } from '../tool.ts';
import { brandOf } from './brands.ts';

type Schemas = components['schemas'];
export type Body = Schemas['QueriesReportParameters'];
/** An agent's arguments: the report's body with names instead of ids. */
export type ReportInput = Omit<Body, 'brand_id' | 'project_id'> & { brand?: string; prompt?: string };

export const USUAL_ROWS = 25;

export interface ReportRequest {
  range: { start: string; end: string };
  body: Body & { limit: number };
}

/** The report body for an agent's arguments. @throws AppError validation_error */
export async function readBody(api: Api, { brand, prompt, ...input }: ReportInput): Promise<ReportRequest> {
  const range = reportRange(input.start_date, input.end_date, new Date());
  const named = brand === undefined ? undefined : await brandOf(api, brand);
  const filters = (input.filters ?? []).map(readBooleans);
  if (prompt !== undefined)
    filters.push({ field: 'query', operator: 'contains', values: [await textOf(api, prompt)] });
  return {
    range,
    body: {
      ...input,
      start_date: range.start,
      end_date: range.end,
      ...(named && { brand_id: named.id }),
      ...(filters.length > 0 && { filters }),
      limit: input.limit ?? USUAL_ROWS,
      offset: input.offset ?? 0,
    },
  };
}

/** A filter whose field is true or false, where a client sent the values as texts. */
function readBooleans(filter: NonNullable<Body['filters']>[number]) {
  if (!BOOLEANS.has(filter.field)) return filter;
  const values = filter.values.map((value) =>
    typeof value === 'string' ? (parseBoolean(value) ?? value) : value,
  );
  return { ...filter, values };
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The text of a prompt given by its id; any other text is returned as it is. */
async function textOf(api: Api, prompt: string): Promise<string> {
  if (!ID.test(prompt)) return prompt;
  const { body } = await api('listReportPrompts', { query: { queryId: prompt, limit: 1 } });
  return body.data[0]?.queryText ?? prompt;
}

/** The fields of reports' answers beside their rows. */
export function reportFields(
  { snapshotId, asOf, body }: Pick<ApiAnswer<ReadId>, 'snapshotId' | 'asOf'> & { body: object },
  { start, end }: ReportRequest['range'],
  columns?: readonly Column[],
) {
  const { compared_to } = body as { compared_to?: Schemas['ComparedRange'] };
  return {
    snapshot_id: snapshotId,
    as_of: asOf,
    start_date: start,
    end_date: end,
    ...(columns && { columns }),
    ...(compared_to && { compared_to }),
  };
}

/** Why a report has no rows: there are no runs in its days, or none that match. */
export async function emptyReason(
  api: Api,
  { body, range }: ReportRequest,
  snapshotId: string | null,
): Promise<string> {
  const { body: all } = await api('reportBrands', {
    body: {
      ...(body.brand_id !== undefined && { brand_id: body.brand_id }),
      start_date: range.start,
      end_date: range.end,
      limit: 1000,
    },
    snapshotId: snapshotId ?? undefined,
  });
  const runs = all.data.reduce((sum, row) => sum + row.visibility_total, 0);
  const days = `from ${range.start} to ${range.end}`;
  if (all.data.length === 0) return 'There is no brand that this key may read.';
  if (runs === 0)
    return `No prompt has a completed run ${days}. get_coverage says on which days there are runs.`;
  if (body.offset) return `offset ${body.offset} passes over all rows.`;
  const conditions = [...(body.filters ?? []), ...(body.having ?? [])];
  if (conditions.length === 0) return `There are ${runs} runs ${days}, and none has such a row.`;
  return `There are ${runs} runs ${days}, and none meets what was asked: ${JSON.stringify(conditions)}. Leave one out.`;
}
