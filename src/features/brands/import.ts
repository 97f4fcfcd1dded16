import type { OrgId } from '../../base/ids.ts';
import type { Db, Tx } from '../../db/client.ts';
import { foldName } from '../../extraction/text/fold.ts';
import { type Actor, audit } from '../audit/audit.ts';
import { withOrganisationLock } from '../quotas/lock.ts';
import { type Plan, takeFromQuota } from '../quotas/quotas.ts';
import { type BrandInput, brandIdsByName, brands, findBrand } from './brands.ts';
import { type CompetitorInput, putCompetitors } from './competitors.ts';
import { isSameLexicon, lexiconChanged, newLexicon } from './lexicon.ts';

/** A brand as in one line of a brands file. */
export interface BrandWithCompetitors extends BrandInput {
  competitors?: CompetitorInput[];
}

/**
 * Creates or updates brands by name, with their competitors; competitors that are not in the input stay.
 * @param actor the actor for the audit log; without it nothing is logged
 * @returns the number of brands by outcome
 * @throws AppError quota_exceeded; nothing is written then
 */
export async function putBrands(
  db: Db,
  orgId: OrgId,
  inputs: BrandWithCompetitors[],
  actor?: Actor,
): Promise<{ created: number; changed: number; unchanged: number }> {
  return withOrganisationLock(db, orgId, async (tx, plan) => {
    const ids = await brandIdsByName(tx, orgId);
    const outcome = { created: 0, changed: 0, unchanged: 0 };
    for (const input of inputs) outcome[await putBrand(tx, orgId, plan, ids, input)] += 1;
    if (outcome.created + outcome.changed > 0) {
      await lexiconChanged(tx, orgId);
      if (actor)
        await audit(tx, actor, {
          action: 'putBrands',
          targetType: 'organisation',
          targetId: orgId,
          details: outcome,
        });
    }
    return outcome;
  });
}

async function putBrand(
  tx: Tx,
  orgId: OrgId,
  plan: Plan,
  ids: Map<string, string>,
  input: BrandWithCompetitors,
): Promise<'created' | 'changed' | 'unchanged'> {
  const id = ids.get(foldName(input.name));
  const known = id === undefined ? null : await findBrand(tx, orgId, id);
  if (!known) {
    await takeFromQuota(tx, orgId, plan, 'brands');
    const brandId = await brands.insert(tx, orgId, { ...input, ...newLexicon(input) });
    ids.set(foldName(input.name), brandId);
    await putCompetitors(tx, orgId, plan, brandId, input.competitors ?? []);
    return 'created';
  }
  const lexicon = newLexicon(input, known);
  const description = input.description ?? known.description;
  const industry = input.industry ?? known.industry;
  const isChanged =
    !isSameLexicon(known, lexicon) || known.description !== description || known.industry !== industry;
  if (isChanged) await brands.write(tx, orgId, known.id, { ...lexicon, description, industry });
  const areCompetitorsChanged = await putCompetitors(tx, orgId, plan, known.id, input.competitors ?? []);
  return isChanged || areCompetitorsChanged ? 'changed' : 'unchanged';
}
