import postgres from 'postgres';
import type { TestApp } from '../server/app.ts';
import { type LargeOrganisation, largeOrganisation } from './large-organisation.ts';
import { STORABLE_MARKUP } from './worst-inputs.ts';

/** The shortest name, which an answer can repeat most often. */
export const NAME = 'q';
/** Competitors that have as many aliases as they may. */
const MANY_ALIASES = 12;
/** Answers that hold little but the name. */
const REPEATING = 1_500;

/**
 * A large organisation that does its worst with what the contract allows: names within names, answers and snippets that
 * repeat a name, competitors with as many aliases as they may have, and the largest markup.
 */
export async function crowdedOrganisation(app: TestApp, rows: number): Promise<LargeOrganisation> {
  const large = await largeOrganisation(app, rows);
  const brandId = large.ids.get('brands') as string;
  const { id: orgId } = large.org;
  const nested = Array.from({ length: 100 }, (_, at) => `${NAME} `.repeat(at + 1).trim());
  await app.app.services.db.tenant(orgId, async (tx) => {
    await tx`set local statement_timeout = 0`;
    await tx`update brands set aliases = ${nested}, ignored_phrases = ${nested.map((name) => `${name} z`)}
      where org_id = ${orgId} and id = ${brandId}`;
    await tx`update competitors set aliases = array(
        select rpad(c.id || ' ' || n, 200, ' größe') from generate_series(1, 100) as n cross join (select competitors.id) c)
      where org_id = ${orgId} and right(id, 12) < lpad(to_hex(${MANY_ALIASES}::integer), 12, '0')`;
    await tx`update runs set model = 'model ' || right(id, 2),
        answer = case when right(id, 12) < lpad(to_hex(${REPEATING}::integer), 12, '0') then ${`${NAME} `.repeat(500)} else answer end
      where org_id = ${orgId}`;
    await tx`update observations set named_as = ${NAME}, snippet = ${`${NAME} `.repeat(150).trim()}
      where org_id = ${orgId}`;
    await tx`update brand_schemas set json_ld = ${JSON.stringify(STORABLE_MARKUP)}::text::json where org_id = ${orgId}
        and right(id, 12) < lpad(to_hex(100), 12, '0')`;
    await tx`update queries set query_text = rpad(query_text, 2000, ' größe ' || right(id, 4)) where org_id = ${orgId}`;
  });
  // Postgres does so by itself within a minute or two.
  const sql = postgres(app.databaseUrl, { max: 1, onnotice: () => {} });
  await sql`vacuum analyze`;
  await sql.end();
  return large;
}
