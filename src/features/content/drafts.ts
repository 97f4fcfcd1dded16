import { AppError, invalidField, notFound } from '../../base/errors.ts';
import { newId, type OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { ifGiven, newestFirst, type Page, type Paged, selectPage } from '../../db/page.ts';
import { findBrand } from '../brands/brands.ts';
import { type Actor, auditOf } from '../organisations/audit.ts';
import { findBrief } from './briefs.ts';
import { countContent } from './quota.ts';

const auditDraft = auditOf('draft');

export type Draft = components['schemas']['Draft'];
export type DraftSummary = components['schemas']['DraftSummary'];
export type DraftVersion = components['schemas']['DraftVersion'];
export type DraftVersionSummary = components['schemas']['DraftVersionSummary'];
export type DraftInput = components['schemas']['DraftCreate'];
export type DraftChanges = components['schemas']['DraftUpdate'];

export interface DraftFilter extends Page {
  brandId?: string | undefined;
  briefId?: string | undefined;
  state?: Draft['state'] | undefined;
  /** Text in the title, in any case. */
  search?: string | undefined;
}

const summaryColumns = (tx: Tx) => tx`
  id, brand_id as "brandId", brief_id as "briefId", title, status as state, version,
  created_at as "createdAt", updated_at as "updatedAt"`;

/** A page of drafts, newest first. */
export async function listDrafts(
  tx: Tx,
  orgId: OrgId,
  { brandId, briefId, state, search, ...page }: DraftFilter,
): Promise<Paged<DraftSummary>> {
  const matching = tx`org_id = ${orgId}
    and ${ifGiven(tx, brandId, (value) => tx`brand_id = ${value}`)}
    and ${ifGiven(tx, briefId, (value) => tx`brief_id = ${value}`)}
    and ${ifGiven(tx, state, (value) => tx`status = ${value}`)}
    and ${ifGiven(tx, search, (value) => tx`position(lower(${value}) in lower(title)) > 0`)}`;
  return selectPage<DraftSummary>(tx, page, {
    columns: summaryColumns(tx),
    from: tx`content_drafts`,
    where: matching,
    order: newestFirst(tx),
  });
}

/**
 * Creates a draft with its first version.
 * @throws AppError not_found for the brand or brief, validation_error for another brand's brief, quota_exceeded
 */
export async function createDraft(tx: Tx, actor: Actor, input: DraftInput): Promise<Draft> {
  const { orgId } = actor;
  const { brandId, briefId = null, title, body } = input;
  await findBrand(tx, orgId, brandId);
  if (briefId !== null) {
    const brief = await findBrief(tx, orgId, briefId, tx`for key share`);
    if (brief.brandId !== brandId) throw invalidField('briefId', 'briefId: the brief is for another brand.');
  }
  await countContent(tx, orgId);
  const id = newId();
  await tx`insert into content_drafts (org_id, id, brand_id, brief_id, title, body)
    values (${orgId}, ${id}, ${brandId}, ${briefId}, ${title}, ${body})`;
  await insertVersion(tx, actor, { id, version: 1, title, body });
  await auditDraft(tx, actor, 'createDraft', id, { brandId, briefId, title });
  return findDraft(tx, orgId, id);
}

/**
 * Changes a draft; a change of title or text makes a new version.
 * @param changes.version the version that the changes are based on
 * @throws AppError not_found, conflict when the draft has another version by now
 */
export async function updateDraft(tx: Tx, actor: Actor, id: string, changes: DraftChanges): Promise<Draft> {
  const { orgId } = actor;
  await tx`select from content_drafts where org_id = ${orgId} and id = ${id} for update`;
  const known = await findDraft(tx, orgId, id);
  if (changes.version !== known.version) {
    throw new AppError(
      'conflict',
      `version: the draft has version ${known.version} by now. Get it, and make the changes on that.`,
    );
  }
  const changed = { ...known, ...changes };
  if (changed.title !== known.title || changed.body !== known.body) {
    changed.version += 1;
    await insertVersion(tx, actor, changed);
  }
  const { title, body, state, version } = changed;
  await tx`update content_drafts set title = ${title}, body = ${body}, status = ${state}, version = ${version},
      updated_at = now()
    where org_id = ${orgId} and id = ${id}`;
  // The audit log omits the text: the version holds it.
  await auditDraft(tx, actor, 'updateDraft', id, { title, state, version });
  return findDraft(tx, orgId, id);
}

/** A page of a draft's versions, newest first. @throws AppError not_found */
export async function listDraftVersions(
  db: Db,
  orgId: OrgId,
  draftId: string,
  page: Page,
): Promise<Paged<DraftVersionSummary>> {
  return db.tenant(orgId, async (tx) => {
    await findDraft(tx, orgId, draftId);
    return selectPage<DraftVersionSummary>(tx, page, {
      columns: tx`draft_id as "draftId", version, title, created_by as "createdBy", created_at as "createdAt"`,
      from: tx`content_draft_versions`,
      where: tx`org_id = ${orgId} and draft_id = ${draftId}`,
      order: [{ by: tx`version`, type: 'bigint', descending: true }],
    });
  });
}

/** One version of a draft with its text. @throws AppError not_found for the draft or the version */
export async function getDraftVersion(
  db: Db,
  orgId: OrgId,
  draftId: string,
  version: number,
): Promise<DraftVersion> {
  return db.tenant(orgId, async (tx) => {
    await findDraft(tx, orgId, draftId);
    const [found] = await tx<DraftVersion[]>`
      select draft_id as "draftId", version, title, body, created_by as "createdBy", created_at as "createdAt"
      from content_draft_versions where org_id = ${orgId} and draft_id = ${draftId} and version = ${version}`;
    if (!found) throw notFound('version');
    return found;
  });
}

/** One draft. @throws AppError not_found */
export async function findDraft(tx: Tx, orgId: OrgId, id: string): Promise<Draft> {
  const [draft] = await tx<Draft[]>`
    select ${summaryColumns(tx)}, body from content_drafts where org_id = ${orgId} and id = ${id}`;
  if (!draft) throw notFound('draft');
  return draft;
}

async function insertVersion(
  tx: Tx,
  actor: Actor,
  { id, version, title, body }: Pick<Draft, 'id' | 'version' | 'title' | 'body'>,
): Promise<void> {
  await tx`insert into content_draft_versions (org_id, draft_id, version, title, body, created_by)
    values (${actor.orgId}, ${id}, ${version}, ${title}, ${body}, ${actor.id})`;
}
