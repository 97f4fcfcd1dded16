import type { OrgId } from '../../../base/ids.ts';
import type { Db, Tx } from '../../../db/client.ts';
import { rows } from '../../../db/rows.ts';
import { EXTRACTION_VERSION } from '../../../extraction/version.ts';
import type { Effects } from './effect.ts';

/** A rereading of an organisation's answers that is under way. */
export interface Reading {
  id: string;
  startedAt: Date;
}

/** Adds a batch's changes to the record of its rereading, in the transaction that writes the batch. */
export async function recordBatch(
  tx: Tx,
  orgId: OrgId,
  { id, startedAt }: Reading,
  effects: Effects,
): Promise<void> {
  const batch = [...effects.brands].map(([brandId, effect]) => ({
    brand_id: brandId,
    version_before: effect.versionBefore,
    answers: effect.answers,
    changed: effect.changed,
    named_gained: effect.brand.namedGained,
    named_lost: effect.brand.namedLost,
    competitors_gained: effect.competitors.namedGained,
    competitors_lost: effect.competitors.namedLost,
    scores_moved: effect.brand.scoresMoved,
    scores_unknown: effect.brand.scoresUnknown,
    positions_changed: effect.brand.positionsChanged,
  }));
  const columns = `b(brand_id text, version_before smallint, answers integer, changed integer, named_gained integer,
    named_lost integer, competitors_gained integer, competitors_lost integer, scores_moved integer,
    scores_unknown integer, positions_changed integer)`;
  await tx`
    insert into extractions as e (org_id, id, brand_id, version_before, version_after, started_at, touched_at, answers,
                                  changed, named_gained, named_lost, competitors_gained, competitors_lost, scores_moved,
                                  scores_unknown, positions_changed)
    select o.id, ${id}, b.brand_id, b.version_before, ${EXTRACTION_VERSION}, ${startedAt}, now(), b.answers, b.changed,
           b.named_gained, b.named_lost, b.competitors_gained, b.competitors_lost, b.scores_moved, b.scores_unknown,
           b.positions_changed
    from organisations o cross join ${rows(tx, columns, batch)}
    where o.id = ${orgId}
    order by b.brand_id
    on conflict (org_id, id, brand_id) do update set
      version_before = least(e.version_before, excluded.version_before), touched_at = excluded.touched_at,
      answers = e.answers + excluded.answers, changed = e.changed + excluded.changed,
      named_gained = e.named_gained + excluded.named_gained, named_lost = e.named_lost + excluded.named_lost,
      competitors_gained = e.competitors_gained + excluded.competitors_gained,
      competitors_lost = e.competitors_lost + excluded.competitors_lost,
      scores_moved = e.scores_moved + excluded.scores_moved,
      scores_unknown = e.scores_unknown + excluded.scores_unknown,
      positions_changed = e.positions_changed + excluded.positions_changed`;
}

/** Records that a rereading has ended. */
export async function recordEnd(db: Db, orgId: OrgId, { id }: Reading): Promise<void> {
  await db.tenant(
    orgId,
    (tx) => tx`update extractions set finished_at = now() where org_id = ${orgId} and id = ${id}`,
  );
}
