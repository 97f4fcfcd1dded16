import type { OrgId } from '../../base/ids.ts';
import type { Db, Tx } from '../../db/client.ts';
import { foldName } from '../../extraction/text/fold.ts';
import { type Actor, audit } from '../organisations/audit.ts';
import { lockOrganisation } from '../organisations/lock.ts';
import type { Plan } from '../organisations/quotas.ts';
import {
  type BrandInput,
  type BrandRow,
  brandColumns,
  brandIdsByName,
  insertBrand,
  writeBrand,
} from './brands.ts';
import { type CompetitorInput, putCompetitor } from './competitors.ts';
import { isSameNames, lexiconChanged, newNames } from './lexicon.ts';

/** A brand as a file of brands holds it. */
export interface BrandWithCompetitors extends BrandInput {
  competitors?: CompetitorInput[];
}

/**
 * Makes or updates brands by name, with their competitors; competitors that are not given are left alone.
 * @param actor who is to be in the audit log
 * @returns how many brands were new, changed, and as they were.
 * @throws AppError quota_exceeded; then nothing was written.
 */
export async function putBrands(
  db: Db,
  orgId: OrgId,
  inputs: BrandWithCompetitors[],
  actor?: Actor,
): Promise<{ created: number; changed: number; unchanged: number }> {
  return db.tenant(orgId, async (tx) => {
    const plan = await lockOrganisation(tx, orgId);
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
  const [known] =
    id === undefined
      ? []
      : await tx<BrandRow[]>`select ${brandColumns(tx)} from brands where org_id = ${orgId} and id = ${id}`;
  if (!known) {
    const brandId = await insertBrand(tx, orgId, plan, input);
    ids.set(foldName(input.name), brandId);
    for (const competitor of input.competitors ?? [])
      await putCompetitor(tx, orgId, plan, brandId, competitor);
    return 'created';
  }
  const wanted = newNames(input);
  const description = input.description ?? known.description;
  const industry = input.industry ?? known.industry;
  let isChanged =
    !isSameNames(known, wanted) || known.description !== description || known.industry !== industry;
  if (isChanged) await writeBrand(tx, orgId, { ...known, ...wanted, description, industry });
  for (const competitor of input.competitors ?? []) {
    isChanged = (await putCompetitor(tx, orgId, plan, known.id, competitor)) || isChanged;
  }
  return isChanged ? 'changed' : 'unchanged';
}
