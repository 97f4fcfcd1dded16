import { newId, type OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Tx } from '../../db/client.ts';
import { rows } from '../../db/rows.ts';
import { type Plan, QUOTAS, USAGE, warnOfQuota } from '../organisations/quotas.ts';

type Platform = components['schemas']['Platform'];

/** The query that a run belongs to, found or made by what was sent. */
interface RunQuery {
  brandId: string;
  input: { platform: Platform; queryText: string };
}

/** The ids of the runs' queries by queryKey; where the quota is used up, a new query has none. */
export async function findOrMakeQueries(
  tx: Tx,
  orgId: OrgId,
  runs: RunQuery[],
  plan: Plan,
): Promise<Map<string, string>> {
  const wanted = new Map(runs.map((run) => [queryKey(run), run]));
  const ids = new Map<string, string>();
  const find = async () => {
    const missing = [...wanted.values()].filter((run) => !ids.has(queryKey(run)));
    const found = await tx<{ id: string; brandId: string; platform: Platform; queryText: string }[]>`
      select q.id, q.brand_id as "brandId", q.platform, q.query_text as "queryText"
      from ${rows(tx, missing.map(queryRow))} as w(id text, brand_id text, platform text, query_text text)
      join queries q on q.org_id = ${orgId} and q.brand_id = w.brand_id and q.platform = w.platform
        and md5(q.query_text) = md5(w.query_text) and q.query_text = w.query_text`;
    for (const { id, brandId, ...input } of found) ids.set(queryKey({ brandId, input }), id);
  };
  await find();
  let missing = [...wanted.entries()].filter(([key]) => !ids.has(key));
  const limit = QUOTAS[plan].queries;
  if (limit !== null && missing.length > 0) {
    const [{ count } = { count: 0 }] = await USAGE.queries(tx, orgId);
    missing = missing.slice(0, Math.max(0, limit - count));
    await warnOfQuota(tx, orgId, plan, 'queries', count, count + missing.length);
  }
  if (missing.length > 0) {
    missing.sort(([a], [b]) => (a < b ? -1 : 1));
    await tx`
      insert into queries (org_id, id, brand_id, platform, query_text)
      select ${orgId}, w.id, w.brand_id, w.platform, w.query_text
      from ${rows(
        tx,
        missing.map(([, run]) => queryRow(run)),
      )} as w(id text, brand_id text, platform text, query_text text)
      on conflict do nothing`;
    await find();
  }
  return ids;
}

function queryRow({ brandId, input }: RunQuery) {
  return { id: newId(), brand_id: brandId, platform: input.platform, query_text: input.queryText };
}

/** What makes a query: its brand, platform and exact text, as one text. */
export function queryKey({ brandId, input }: RunQuery): string {
  return `${brandId} ${input.platform} ${input.queryText}`;
}
