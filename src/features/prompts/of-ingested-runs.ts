import { textIdentity } from '../../base/definitions.ts';
import { newId, type OrgId } from '../../base/ids.ts';
import type { Tx } from '../../db/client.ts';
import { rows } from '../../db/rows.ts';
import type { Platform } from '../../platforms/names.ts';
import { noteBrandsChanged } from '../../snapshots/changes.ts';
import type { LexiconSubject } from '../brands/lexicon.ts';
import { type Plan, USAGE, warnOfQuota } from '../quotas/quotas.ts';
import { withBranded } from './branded.ts';
import { isAlike, promptColumn, withFirstSpelling, withIdentity } from './identity.ts';

/** The fields of an ingested run that determine its query. */
interface RunQuery {
  brandId: string;
  platform: Platform;
  input: { queryText: string };
}

/**
 * Finds the queries of ingested runs and creates missing ones, up to the plan's quota. A query of exactly the run's text
 * goes before one that looks alike, and of these the oldest counts.
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
  const unknown = () => [...wanted].filter(([key]) => !ids.has(key)).map(([, run]) => queryRow(run));
  const find = async () => {
    const found = await tx<{ id: string; brandId: string; platform: Platform; queryText: string }[]>`
      select distinct on (w.brand_id, w.platform, w.text)
             q.id, w.brand_id as "brandId", w.platform, w.text as "queryText"
      from ${rows(tx, 'w(brand_id text, platform text, text text, identity text)', withIdentity(unknown()))}
      join queries q on q.org_id = ${orgId} and q.brand_id = w.brand_id and q.platform = w.platform
        and ${isAlike(tx, tx`w.identity`)}
      order by w.brand_id, w.platform, w.text, q.query_text = w.text desc, q.created_at, q.id`;
    for (const { id, brandId, platform, queryText } of found)
      ids.set(queryKey({ brandId, platform, input: { queryText } }), id);
  };
  await find();
  // Of texts that look alike the first one sent becomes the query's.
  let missing = [
    ...new Map(
      withFirstSpelling(unknown())
        .reverse()
        .map((row) => [JSON.stringify([row.brand_id, row.platform, textIdentity(row.text)]), row]),
    ),
  ].reverse();
  if (limit !== null && missing.length > 0) {
    const count = await countQueries(tx, orgId);
    missing = missing.slice(0, Math.max(0, limit - count));
    await warnOfQuota(tx, orgId, { plan, quota: 'queries', limit }, count, count + missing.length);
  }
  if (missing.length > 0) {
    missing.sort(([a], [b]) => (a < b ? -1 : 1));
    const created = missing.map(([, row]) => ({ ...row, brandId: row.brand_id, queryText: row.text }));
    await tx`
      insert into queries (org_id, id, brand_id, platform, query_text, identity, prompt, branded)
      select o.id, w.id, w.brand_id, w.platform, w.text, w.identity, ${promptColumn(tx, orgId)}, w.branded
      from organisations o
      cross join ${rows(
        tx,
        `w(id text, brand_id text, platform text, text text, identity text, first text, branded boolean)`,
        await withBranded(created, brands),
      )}
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
  return { id: newId(), brand_id: brandId, platform, text: input.queryText };
}

/** The query that a run wants as one string: its brand, platform and exact text. */
export function queryKey({ brandId, platform, input }: RunQuery): string {
  // A platform's name may hold spaces.
  return JSON.stringify([brandId, platform, input.queryText]);
}
