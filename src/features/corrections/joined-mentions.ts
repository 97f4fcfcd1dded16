import type { OrgId } from '../../base/ids.ts';
import type { Tx } from '../../db/client.ts';
import { mentionsOf } from './applying.ts';

/** A run with its citations, in their order. */
interface CitingRun {
  id: string;
  brandId: string;
  citations: readonly { url: string; pageUrl: string }[];
}

/** A correction of one mention. */
interface OwnCorrection {
  mentionId: string;
  runId: string;
  sentiment: number | null;
  sourceType: string | null;
  dismissed: boolean;
  note: string | null;
}

/** The ids of the mentions of each run that has some. */
export async function mentionIdsOf(
  tx: Tx,
  orgId: OrgId,
  runs: readonly { id: string }[],
): Promise<Map<string, string[]>> {
  if (runs.length === 0) return new Map();
  const found = await tx<{ runId: string; ids: string[] }[]>`
    select run_id as "runId", array_agg(id) as ids from mentions
    where org_id = ${orgId} and run_id = any(${runs.map(({ id }) => id)}) group by run_id`;
  return new Map(found.map(({ runId, ids }) => [runId, ids]));
}

/**
 * Hands the corrections of mentions that become one to the one that is left: it is dismissed if all of them were, and
 * otherwise corrected as by the latest correction of each field. The runs must be locked, and still have the mentions.
 */
export async function joinCorrections(tx: Tx, orgId: OrgId, runs: readonly CitingRun[]): Promise<void> {
  if (runs.length === 0) return;
  const corrected = await tx<OwnCorrection[]>`
    select mention_id as "mentionId", run_id as "runId", sentiment, source_type as "sourceType", dismissed, note
    from mention_corrections where org_id = ${orgId} and run_id = any(${runs.map(({ id }) => id)})
    order by corrected_at desc, mention_id`;
  const byRun = Map.groupBy(corrected, ({ runId }) => runId);
  const concerned = runs.filter(({ id }) => byRun.has(id));
  const mentionIds = await mentionIdsOf(tx, orgId, concerned);
  for (const run of concerned)
    for (const joined of joinedMentions(run, mentionIds.get(run.id) ?? [])) {
      const ofPage = byRun.get(run.id)?.filter(({ mentionId }) => joined.includes(mentionId)) ?? [];
      if (joined.length > 1 && ofPage.length > 0) await joinInto(tx, orgId, joined, ofPage);
    }
}

/** The mentions of each page: first the one that is left. @param mentionIds that the run has */
function joinedMentions({ id, brandId, citations }: CitingRun, mentionIds: readonly string[]): string[][] {
  const pages = Map.groupBy(citations, ({ pageUrl }) => pageUrl);
  return [...pages.values()].map((spellings) =>
    spellings
      .flatMap((spelling) => mentionsOf(id, brandId, [spelling]).map((mention) => mention.id))
      .filter((mentionId, at) => at === 0 || mentionIds.includes(mentionId)),
  );
}

/** @param corrected some corrections of the mentions, the latest first */
async function joinInto(
  tx: Tx,
  orgId: OrgId,
  mentionIds: readonly string[],
  corrected: readonly OwnCorrection[],
): Promise<void> {
  const latest = <Field extends keyof OwnCorrection>(field: Field) =>
    corrected.find((each) => each[field] !== null)?.[field] ?? null;
  const dismissed = corrected.length === mentionIds.length && corrected.every((each) => each.dismissed);
  const joined = { sentiment: latest('sentiment'), sourceType: latest('sourceType'), note: latest('note') };
  const isLeft = dismissed || joined.sentiment !== null || joined.sourceType !== null || joined.note !== null;
  const [kept = '', ...others] = mentionIds;
  const given = corrected[0]?.mentionId ?? '';
  if (isLeft)
    await tx`
      insert into mention_corrections (org_id, mention_id, run_id, sentiment, source_type, dismissed, note, corrected_by,
                                       corrected_at)
      select org_id, ${kept}, run_id, ${joined.sentiment}::smallint, ${joined.sourceType}, ${dismissed}, ${joined.note},
             corrected_by, corrected_at
      from mention_corrections where org_id = ${orgId} and mention_id = ${given}
      on conflict (org_id, mention_id) do update set sentiment = excluded.sentiment,
        source_type = excluded.source_type, dismissed = excluded.dismissed, note = excluded.note,
        corrected_by = excluded.corrected_by, corrected_at = excluded.corrected_at`;
  const gone = isLeft ? others : mentionIds;
  await tx`delete from mention_corrections where org_id = ${orgId} and mention_id = any(${[...gone]})`;
}
