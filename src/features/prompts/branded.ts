import { LRUCache } from 'lru-cache';
import type { OrgId } from '../../base/ids.ts';
import type { Db, Tx } from '../../db/client.ts';
import { rows } from '../../db/rows.ts';
import { mapInSlices } from '../../engine/loop-slices.ts';
import { brandOf, compileLexicon } from '../../extraction/names/lexicon.ts';
import { findNamings } from '../../extraction/names/namings.ts';
import { clean } from '../../extraction/text/clean.ts';
import { noteBrandsChanged } from '../../snapshots/changes.ts';
import type { LexiconRow, LexiconSubject, OrganisationLexicon } from '../brands/lexicon.ts';

/** Queries read at once. */
const BATCH = 500;
/** Brands whose compiled names are cached; compiling 300 names of 200 characters takes 40 ms. */
const COMPILED_BRANDS = 20;
const compiled = new LRUCache<string, (text: string) => boolean>({ max: COMPILED_BRANDS });

/**
 * A function that decides whether a text names a brand, by the rules for answers. It uses only the brand's own names: a
 * name inside somebody else's longer name still makes a prompt lead to the brand.
 */
export function brandNaming(row: LexiconRow): (text: string) => boolean {
  const { name, aliases, caseSensitive, ignoredPhrases, countInsideLongerNames } = row;
  const key = JSON.stringify([name, aliases, caseSensitive, ignoredPhrases, countInsideLongerNames]);
  const known = compiled.get(key);
  if (known) return known;
  const brand = { ...row, id: '', websites: [], competitors: [] };
  const lexicon = compileLexicon([brand]);
  const entry = brandOf(lexicon, brand.id);
  const naming = (text: string) => findNamings(lexicon, entry, clean(text).text).length > 0;
  compiled.set(key, naming);
  return naming;
}

/**
 * Adds to each query whether its text names its brand; false if the brand is not in the lexicon.
 * @returns the queries in the same order, with `branded`
 */
export async function withBranded<Query extends { brandId: string; queryText: string }>(
  queries: readonly Query[],
  brands: readonly LexiconSubject[],
): Promise<(Query & { branded: boolean })[]> {
  const byId = new Map(brands.map((brand) => [brand.id, brand]));
  const namings = new LRUCache<string, (text: string) => boolean>({ max: COMPILED_BRANDS });
  return mapInSlices(queries, (query) => {
    const { brandId, queryText } = query;
    const brand = byId.get(brandId);
    const naming = namings.get(brandId) ?? (brand && brandNaming(brand));
    if (naming) namings.set(brandId, naming);
    return { ...query, branded: naming?.(queryText) ?? false };
  });
}

interface StoredQuery {
  id: string;
  brandId: string;
  queryText: string;
  branded: boolean;
}

/**
 * Compares all queries of an organisation with the names of their brands, and stores `branded`.
 * @param lexicon the current one; if it changes meanwhile, nothing more is written
 * @param signal ends it after the batch under way
 * @returns whether it completed under this lexicon
 */
export async function followNames(
  db: Db,
  orgId: OrgId,
  lexicon: OrganisationLexicon,
  signal?: AbortSignal,
): Promise<boolean> {
  for (let after = ''; !signal?.aborted; ) {
    const queries = await db.tenant(
      orgId,
      (tx) => tx<StoredQuery[]>`
        select id, brand_id as "brandId", query_text as "queryText", branded from queries
        where org_id = ${orgId} and id > ${after} order by id limit ${BATCH}`,
    );
    const last = queries.at(-1);
    if (!last) return true;
    after = last.id;
    const current = await withBranded(queries, lexicon.brands);
    const changed = current.filter(({ branded }, at) => branded !== queries[at]?.branded);
    if (changed.length > 0 && !(await db.tenant(orgId, (tx) => writeBranded(tx, orgId, lexicon, changed))))
      return false;
  }
  return false;
}

/**
 * Writes `branded` of queries, except of those reworded meanwhile.
 * @returns false if the lexicon is no longer current
 */
async function writeBranded(
  tx: Tx,
  orgId: OrgId,
  { version }: OrganisationLexicon,
  queries: StoredQuery[],
): Promise<boolean> {
  // Everything that changes queries or names takes this lock. Only the scheduler locks queries without it, in the order
  // below.
  const [current] = await tx<{ version: number }[]>`
    select lexicon_version as version from organisations where id = ${orgId} for update`;
  if (current?.version !== version) return false;
  const wanted = rows(
    tx,
    'w(id text, query_text text, branded boolean)',
    queries.map(({ id, queryText, branded }) => ({ id, query_text: queryText, branded })),
  );
  await tx`
    with wanted as (select * from ${wanted}),
    locked as (
      select q.id from queries q join wanted w on w.id = q.id and w.query_text = q.query_text
      where q.org_id = ${orgId} order by q.scheduled_at, q.id for no key update of q)
    update queries q set branded = w.branded
    from wanted w join locked l on l.id = w.id
    where q.org_id = ${orgId} and q.id = w.id`;
  await noteBrandsChanged(tx, orgId);
  return true;
}
