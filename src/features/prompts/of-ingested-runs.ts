import { newId, type OrgId } from '../../base/ids.ts';
import type { Tx } from '../../db/client.ts';
import { rows } from '../../db/rows.ts';
import type { Platform } from '../../platforms/names.ts';
import { noteBrandsChanged } from '../../snapshots/changes.ts';
import type { LexiconSubject } from '../brands/lexicon.ts';
import { type Plan, USAGE, warnOfQuota } from '../organisations/quotas.ts';
import { withBranded } from './branded.ts';

/** The fields of an ingested run that determine its query. */
interface RunQuery {
  brandId: string;
  platform: Platform;
  input: { queryText: string };
}

/**
 * Finds the queries of ingested runs and creates missing ones, up to the plan's quota.
 * @param lexicon the current one, with the organisation's plan and limit
 * @returns the ids of the queries by queryKey; a query for which the quota has no room is missing
 */
export async function findOrMakeQueries(
  tx: Tx,
  orgId: OrgId,
  runs: RunQuery[],
  { plan, queryLimit: limit, brands }: { plan: Plan; queryLimit: number | null; brands: LexiconSubject[] },
): Promise<Map<string, string>> {
  const wanted = new Map(runs.map((run) => [queryKey(run), run]));
  const ids = new Map<string, string>();
  const find = async () => {
    const missing = [...wanted.values()].filter((run) => !ids.has(queryKey(run)));
    const found = await tx<{ id: string; brandId: string; platform: Platform; queryText: string }[]>`
      select q.id, q.brand_id as "brandId", q.platform, q.query_text as "queryText"
      from ${rows(tx, 'w(id text, brand_id text, platform text, query_text text)', missing.map(queryRow))}
      join queries q on q.org_id = ${orgId} and q.brand_id = w.brand_id and q.platform = w.platform
        and md5(q.query_text) = md5(w.query_text) and q.query_text = w.query_text`;
    for (const { id, brandId, platform, queryText } of found)
      ids.set(queryKey({ brandId, platform, input: { queryText } }), id);
  };
  await find();
  let missing = [...wanted.entries()].filter(([key]) => !ids.has(key));
  if (limit !== null && missing.length > 0) {
    const count = await countQueries(tx, orgId);
    missing = missing.slice(0, Math.max(0, limit - count));
    await warnOfQuota(tx, orgId, { plan, quota: 'queries', limit }, count, count + missing.length);
  }
  if (missing.length > 0) {
    missing.sort(([a], [b]) => (a < b ? -1 : 1));
    const queries = missing.map(([, { brandId, input }]) => ({ brandId, queryText: input.queryText }));
    const branded = await withBranded(queries, brands);
    const made = missing.map(([, run], at) => ({ ...queryRow(run), branded: branded[at]?.branded }));
    await tx`
      insert into queries (org_id, id, brand_id, platform, query_text, branded)
      select o.id, w.id, w.brand_id, w.platform, w.query_text, w.branded
      from organisations o
      cross join ${rows(tx, 'w(id text, brand_id text, platform text, query_text text, branded boolean)', made)}
      where o.id = ${orgId}
      on conflict do nothing`;
    await noteBrandsChanged(tx, orgId);
    await find();
  }
  return ids;
}

async function countQueries(tx: Tx, orgId: OrgId): Promise<number> {
  const [used] = await USAGE.queries(tx, orgId);
  if (!used) throw new Error('The count of queries returned no row.');
  return used.count;
}

function queryRow({ brandId, platform, input }: RunQuery) {
  return { id: newId(), brand_id: brandId, platform, query_text: input.queryText };
}

/** The identity of a query as one string: its brand, platform and exact text. */
export function queryKey({ brandId, platform, input }: RunQuery): string {
  // A platform's name may hold spaces.
  return JSON.stringify([brandId, platform, input.queryText]);
}
