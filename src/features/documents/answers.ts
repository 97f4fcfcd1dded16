import type { OrgId } from '../../base/ids.ts';
import type { Db } from '../../db/client.ts';
import type { Platform } from '../../platforms/names.ts';

/** The text of an answer, or its beginning. */
export interface ShownAnswer {
  prompt: string;
  platform: Platform;
  /** RFC 3339. */
  executedAt: string;
  text: string;
  isCut: boolean;
}

const MOST_CHARACTERS = 3_000;

/**
 * The texts of some answers of a brand, in the order of their ids; those whose text is no longer stored are left out.
 */
export async function answersOf(
  db: Db,
  orgId: OrgId,
  brandId: string,
  ids: readonly string[],
): Promise<ShownAnswer[]> {
  if (ids.length === 0) return [];
  const found = await db.tenant(
    orgId,
    (tx) => tx<(ShownAnswer & { id: string })[]>`
      select r.id, r.query_text as prompt, r.platform, r.executed_at as "executedAt",
        left(r.answer, ${MOST_CHARACTERS}::integer) as text, length(r.answer) > ${MOST_CHARACTERS} as "isCut"
      from runs r
      where r.org_id = ${orgId} and r.brand_id = ${brandId} and r.id = any(${[...ids]}) and r.answer <> ''`,
  );
  return found.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}
