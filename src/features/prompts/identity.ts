import { textIdentity } from '../../base/definitions.ts';
import type { OrgId } from '../../base/ids.ts';
import type { Tx } from '../../db/client.ts';
import type { Fragment } from '../../db/sessions/statement.ts';

/** The column `identity` of a text: null if it is its own. */
export function identityColumn(text: string): string | null {
  const identity = textIdentity(text);
  return identity === text ? null : identity;
}

/** The identity of queries q, as their index has it. */
export const identityOf = (tx: Tx) => tx`coalesce(q.identity, q.query_text)`;

/** The condition that queries q have an identity and were not merged, served by their index. */
export const isAlike = (tx: Tx, identity: Fragment) => tx`
  md5(${identityOf(tx)}) = md5(${identity}) and ${identityOf(tx)} = ${identity} and q.merged_into is null`;

/**
 * The column `prompt` of new queries, rows w of `withFirstSpelling`: the spelling of their text that the brand had first,
 * on any platform; null if it is the text itself.
 */
export const promptColumn = (tx: Tx, orgId: OrgId) => tx`nullif(coalesce((
  select coalesce(q.prompt, q.query_text) from queries q
  where q.org_id = ${orgId} and q.brand_id = w.brand_id and q.id <> w.id
    and ${isAlike(tx, tx`coalesce(w.identity, w.text)`)}
  order by q.created_at, q.id limit 1), w.first), w.text)`;

/** Adds to each text its identity. */
export function withIdentity<Row extends { text: string }>(rows: readonly Row[]) {
  return rows.map((row) => ({ ...row, identity: textIdentity(row.text) }));
}

/** Adds to rows of queries the column `identity`, and the first spelling of the text among those of the brand. */
export function withFirstSpelling<Row extends { brand_id: string; text: string }>(queries: readonly Row[]) {
  const firsts = new Map<string, string>();
  return queries.map((query) => {
    const key = `${query.brand_id} ${textIdentity(query.text)}`;
    const first = firsts.get(key) ?? query.text;
    firsts.set(key, first);
    return { ...query, identity: identityColumn(query.text), first };
  });
}
