import { AppError } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { foldName } from '../../extraction/text/fold.ts';
import type { Actor } from '../audit/audit.ts';
import { lockOrganisation, withOrganisationLock } from '../quotas/lock.ts';
import { type Plan, takeFromQuota } from '../quotas/quotas.ts';
import { resource } from '../resources/resource.ts';
import { byName, findBrand } from './brands.ts';
import {
  changedLexicon,
  isSameLexicon,
  LEXICON_COLUMNS,
  type LexiconInput,
  type LexiconSubject,
  lexiconChanged,
  newLexicon,
  noteSameNames,
} from './lexicon.ts';

export type Competitor = components['schemas']['Competitor'];
export type CompetitorInput = LexiconInput;

/** A brand's competitors, by name. */
export const competitors = resource<Competitor, { brandId: string }>({
  name: 'Competitor',
  table: 'competitors',
  columns: `brand_id, ${LEXICON_COLUMNS}`,
  read: (tx) => tx`t.websites[1] as website, t.created_at as "createdAt", t.updated_at as "updatedAt"`,
  filters: 'brand_id',
  order: byName,
  removed: ({ name, brandId }) => ({ name, brandId }),
});

/**
 * Creates a competitor of a brand.
 * @throws AppError not_found for the brand, conflict for a name that is taken, quota_exceeded
 */
export async function createCompetitor(
  db: Db,
  actor: Actor,
  brandId: string,
  input: CompetitorInput,
): Promise<Competitor> {
  const { orgId } = actor;
  return withOrganisationLock(db, orgId, async (tx, plan) => {
    await findBrand(tx, orgId, brandId);
    await refuseTakenName(tx, orgId, brandId, input.name);
    await takeFromQuota(tx, orgId, plan, 'competitors', { within: brandId });
    const values = { brandId, ...newLexicon(input) };
    const competitor = await competitors.create(tx, actor, values, { ...input, brandId });
    await lexiconChanged(tx, orgId);
    return competitor;
  });
}

/** Changes a competitor. @throws AppError not_found, conflict for a name that is taken */
export async function updateCompetitor(
  tx: Tx,
  actor: Actor,
  id: string,
  changes: Partial<CompetitorInput>,
): Promise<Competitor> {
  const { orgId } = actor;
  await lockOrganisation(tx, orgId);
  const known = await competitors.find(tx, orgId, id);
  const lexicon = changedLexicon(known, changes);
  if (lexicon.name !== known.name) await refuseTakenName(tx, orgId, known.brandId, lexicon.name, id);
  const namesChanged = !isSameLexicon(known, lexicon);
  if (namesChanged) {
    await competitors.write(tx, orgId, id, { ...lexicon });
    await lexiconChanged(tx, orgId);
  }
  await competitors.note(tx, actor, 'updateCompetitor', id, {
    ...changes,
    brandId: known.brandId,
    ...noteSameNames(changes, namesChanged),
  });
  return competitors.find(tx, orgId, id);
}

/** Deletes a competitor. @throws AppError not_found */
export async function deleteCompetitor(tx: Tx, actor: Actor, id: string): Promise<void> {
  await lockOrganisation(tx, actor.orgId);
  await competitors.remove(tx, actor, id);
  await lexiconChanged(tx, actor.orgId);
}

/**
 * Creates a brand's competitors, or updates those with the same names; the caller has locked the organisation.
 * @returns whether anything changed
 * @throws AppError quota_exceeded
 */
export async function putCompetitors(
  tx: Tx,
  orgId: OrgId,
  plan: Plan,
  brandId: string,
  inputs: CompetitorInput[],
): Promise<boolean> {
  // Read once: reading them for each of 3,000 competitors took 19 s of CPU.
  const known = new Map(
    (await competitorsOf(tx, orgId, brandId)).map((competitor) => [foldName(competitor.name), competitor]),
  );
  let isChanged = false;
  for (const input of inputs) {
    const name = foldName(input.name);
    const before = known.get(name);
    const lexicon = newLexicon(input, before);
    if (before && isSameLexicon(before, lexicon)) continue;
    if (!before) await takeFromQuota(tx, orgId, plan, 'competitors', { within: brandId });
    const id = before?.id ?? (await competitors.insert(tx, orgId, { brandId, ...lexicon }));
    if (before) await competitors.write(tx, orgId, id, { ...lexicon });
    known.set(name, { ...lexicon, id });
    isChanged = true;
  }
  return isChanged;
}

async function competitorsOf(tx: Tx, orgId: OrgId, brandId: string): Promise<LexiconSubject[]> {
  return tx<LexiconSubject[]>`
    select ${competitors.fields(tx, orgId)} from competitors t where t.org_id = ${orgId} and t.brand_id = ${brandId}`;
}

/** @throws AppError conflict if the brand has a competitor of this name, in any spelling */
async function refuseTakenName(
  tx: Tx,
  orgId: OrgId,
  brandId: string,
  name: string,
  exceptId?: string,
): Promise<void> {
  const folded = foldName(name);
  const known = await competitorsOf(tx, orgId, brandId);
  const taken = known.find((competitor) => foldName(competitor.name) === folded);
  if (taken && taken.id !== exceptId)
    throw new AppError('conflict', 'name: the brand has a competitor with this name already.');
}
