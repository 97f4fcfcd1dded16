import { derivedId, type OrgId } from '../../base/ids.ts';
import type { Tx } from '../../db/client.ts';
import { rows } from '../../db/rows.ts';

/** A run with its citations, in their order. */
interface CitingRun {
  id: string;
  brandId: string;
  citations: readonly { url: string; pageUrl: string }[];
}

/** A correction of mentions that become one. `ids` are theirs. */
interface Joined {
  ids: string[];
  dismissed: boolean;
  sentiment: number | null;
  source_type: string | null;
  note: string | null;
}

/**
 * Hands the corrections of mentions that become one to the one that is left: it is dismissed if all of them were, and
 * otherwise corrected as by the latest correction of each field. The runs must be locked, and still have the mentions.
 */
export async function joinCorrections(tx: Tx, orgId: OrgId, runs: readonly CitingRun[]): Promise<void> {
  const corrected = await tx<{ runId: string }[]>`
    select distinct run_id as "runId" from mention_corrections
    where org_id = ${orgId} and run_id = any(${runs.map(({ id }) => id)})`;
  const runIds = new Set(corrected.map(({ runId }) => runId));
  const pages = runs.filter(({ id }) => runIds.has(id)).flatMap(pagesOfMentions);
  if (pages.length === 0) return;
  const latest = (field: string) =>
    tx.unsafe(
      `(array_agg(k.${field} order by k.corrected_at desc) filter (where k.${field} is not null))[1]`,
    );
  const joined = await tx<Joined[]>`
    with mentioned as (
      select p.run_id, m.id, first_value(m.id) over (partition by p.run_id, p.page order by p.ordinal) as mention_id
      from ${rows(tx, 'p(run_id text, mention_id text, page text, ordinal integer)', pages)}
      join mentions m on m.org_id = ${orgId} and m.id = p.mention_id)
    select w.mention_id, w.run_id, array_agg(w.id) as ids, bool_and(coalesce(k.dismissed, false)) as dismissed,
           ${latest('sentiment')} as sentiment, ${latest('source_type')} as source_type, ${latest('note')} as note,
           ${latest('corrected_by')} as corrected_by, max(k.corrected_at) as corrected_at
    from mentioned w left join mention_corrections k on k.org_id = ${orgId} and k.mention_id = w.id
    group by w.mention_id, w.run_id having count(*) > 1 and count(k.mention_id) > 0`;
  await tx`delete from mention_corrections
    where org_id = ${orgId} and mention_id = any(${joined.flatMap(({ ids }) => ids)})`;
  const left = joined.filter(({ dismissed, sentiment, source_type, note }) =>
    [dismissed || null, sentiment, source_type, note].some((value) => value !== null),
  );
  const columns = `mention_id text, run_id text, sentiment smallint, source_type text, dismissed boolean, note text,
    corrected_by text, corrected_at timestamptz`;
  await tx`
    insert into mention_corrections (org_id, mention_id, run_id, sentiment, source_type, dismissed, note, corrected_by,
                                     corrected_at)
    select o.id, j.* from organisations o cross join ${rows(tx, `j(${columns})`, left)} where o.id = ${orgId}`;
}

/** Of each citation of a run, the mention that it has alone, and its page. */
function pagesOfMentions({ id, brandId, citations }: CitingRun): object[] {
  return citations.map(({ url, pageUrl }, index) => ({
    run_id: id,
    mention_id: derivedId(id, brandId, url),
    page: pageUrl,
    ordinal: index,
  }));
}
