import { AppError, notFound } from '../../base/errors.ts';
import { newId, type OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { type Page, type Paged, selectPage } from '../../db/page.ts';
import { foldName } from '../../extraction/text/fold.ts';
import { type Actor, auditOf } from '../organisations/audit.ts';
import { lockOrganisation, withOrganisationLock } from '../organisations/lock.ts';
import { type Plan, takeFromQuota } from '../organisations/quotas.ts';
import { findBrand } from './brands.ts';
import {
  changedLexicon,
  isSameLexicon,
  type LexiconInput,
  type LexiconRow,
  type LexiconSubject,
  lexiconChanged,
  lexiconColumns,
  newLexicon,
  noteSameNames,
} from './lexicon.ts';

const auditCompetitor = auditOf('competitor');

export type Competitor = components['schemas']['Competitor'];
export type CompetitorInput = LexiconInput;

const columns = (tx: Tx) => tx`
  id, brand_id as "brandId", ${lexiconColumns(tx)}, websites[1] as website,
  created_at as "createdAt", updated_at as "updatedAt"`;

/** A page of a brand's competitors, ordered by name. @throws AppError not_found */
export async function listCompetitors(
  db: Db,
  orgId: OrgId,
  brandId: string,
  page: Page,
): Promise<Paged<Competitor>> {
  return db.tenant(orgId, async (tx) => {
    await findBrand(tx, orgId, brandId);
    return selectPage<Competitor>(tx, page, {
      columns: columns(tx),
      from: tx`competitors`,
      where: tx`org_id = ${orgId} and brand_id = ${brandId}`,
      order: [{ by: tx`name` }, { by: tx`id` }],
    });
  });
}

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
    const id = await insertCompetitor(tx, orgId, plan, brandId, input);
    await lexiconChanged(tx, orgId);
    await auditCompetitor(tx, actor, 'createCompetitor', id, { ...input, brandId });
    return findCompetitor(tx, orgId, id);
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
  const known = await findCompetitor(tx, orgId, id);
  const lexicon = changedLexicon(known, changes);
  if (lexicon.name !== known.name) await refuseTakenName(tx, orgId, known.brandId, lexicon.name, id);
  const namesChanged = !isSameLexicon(known, lexicon);
  if (namesChanged) {
    await writeCompetitor(tx, orgId, id, lexicon);
    await lexiconChanged(tx, orgId);
  }
  await auditCompetitor(tx, actor, 'updateCompetitor', id, {
    ...changes,
    brandId: known.brandId,
    ...noteSameNames(changes, namesChanged),
  });
  return findCompetitor(tx, orgId, id);
}

/** Deletes a competitor. @throws AppError not_found */
export async function deleteCompetitor(tx: Tx, actor: Actor, id: string): Promise<void> {
  const { orgId } = actor;
  await lockOrganisation(tx, orgId);
  const { name, brandId } = await findCompetitor(tx, orgId, id);
  await tx`delete from competitors where org_id = ${orgId} and id = ${id}`;
  await lexiconChanged(tx, orgId);
  await auditCompetitor(tx, actor, 'deleteCompetitor', id, { name, brandId });
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
    const id = before?.id ?? (await insertCompetitor(tx, orgId, plan, brandId, input));
    if (before) await writeCompetitor(tx, orgId, id, lexicon);
    known.set(name, { ...lexicon, id });
    isChanged = true;
  }
  return isChanged;
}

/** One competitor. @throws AppError not_found */
export async function findCompetitor(tx: Tx, orgId: OrgId, id: string): Promise<Competitor> {
  const [competitor] = await tx<Competitor[]>`
    select ${columns(tx)} from competitors where org_id = ${orgId} and id = ${id}`;
  if (!competitor) throw notFound('competitor');
  return competitor;
}

async function insertCompetitor(
  tx: Tx,
  orgId: OrgId,
  plan: Plan,
  brandId: string,
  input: CompetitorInput,
): Promise<string> {
  await takeFromQuota(tx, orgId, plan, 'competitors', { within: brandId });
  const id = newId();
  const { name, websites, aliases, caseSensitive, ignoredPhrases, countInsideLongerNames } =
    newLexicon(input);
  await tx`insert into competitors (org_id, id, brand_id, name, websites, aliases, case_sensitive, ignored_phrases,
                                    count_inside_longer_names)
    values (${orgId}, ${id}, ${brandId}, ${name}, ${websites}, ${aliases}, ${caseSensitive}, ${ignoredPhrases},
            ${countInsideLongerNames})`;
  return id;
}

async function writeCompetitor(
  tx: Tx,
  orgId: OrgId,
  id: string,
  { name, websites, aliases, caseSensitive, ignoredPhrases, countInsideLongerNames }: LexiconRow,
): Promise<void> {
  await tx`update competitors set name = ${name}, websites = ${websites}, aliases = ${aliases},
      case_sensitive = ${caseSensitive}, ignored_phrases = ${ignoredPhrases},
      count_inside_longer_names = ${countInsideLongerNames}, updated_at = now()
    where org_id = ${orgId} and id = ${id}`;
}

async function competitorsOf(tx: Tx, orgId: OrgId, brandId: string): Promise<LexiconSubject[]> {
  return tx<LexiconSubject[]>`
    select id, ${lexiconColumns(tx)} from competitors where org_id = ${orgId} and brand_id = ${brandId}`;
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
