import { AppError, invalidField, notFound } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { ifGiven, type Page, type Paged, selectPage } from '../../db/page.ts';
import type { Actor } from '../audit/audit.ts';
import { findBrand } from '../brands/brands.ts';
import { resource } from '../resources/resource.ts';
import { briefs } from './briefs.ts';
import { countContent } from './quota.ts';

type Draft = components['schemas']['Draft'];
type DraftSummary = components['schemas']['DraftSummary'];
type DraftVersion = components['schemas']['DraftVersion'];
type DraftVersionSummary = components['schemas']['DraftVersionSummary'];
type DraftInput = components['schemas']['DraftCreate'];
type DraftChanges = components['schemas']['DraftUpdate'];

export const drafts = resource<Draft, { state?: Draft['state'] }, DraftSummary>({
  name: 'Draft',
  table: 'content_drafts',
  columns: 'brand_id, brief_id, title, version, body',
  unread: 'status',
  read: (tx) => tx`t.status as state, t.created_at as "createdAt", t.updated_at as "updatedAt"`,
  summary: (tx) => tx`
    t.id, t.brand_id as "brandId", t.brief_id as "briefId", t.title, t.status as state, t.version,
    t.created_at as "createdAt", t.updated_at as "updatedAt"`,
  filters: 'brand_id, brief_id',
  searched: 'title',
  filter: (tx, { state }) => ifGiven(tx, state, (value) => tx`t.status = ${value}`),
});

/**
 * Creates a draft with its first version.
 * @throws AppError not_found for the brand or brief, validation_error for another brand's brief, quota_exceeded
 */
export async function createDraft(tx: Tx, actor: Actor, input: DraftInput): Promise<Draft> {
  const { orgId } = actor;
  const { brandId, briefId = null, title } = input;
  await findBrand(tx, orgId, brandId);
  if (briefId !== null) {
    const brief = await briefs.lock(tx, orgId, briefId, 'key share');
    if (brief.brandId !== brandId) throw invalidField('briefId', 'briefId: the brief is for another brand.');
  }
  await countContent(tx, orgId);
  const draft = await drafts.create(tx, actor, input, { brandId, briefId, title });
  await insertVersion(tx, actor, draft);
  return draft;
}

/**
 * Changes a draft; a change of title or text makes a new version.
 * @param changes.version the version that the changes are based on
 * @throws AppError not_found, conflict when the draft has another version by now
 */
export async function updateDraft(tx: Tx, actor: Actor, id: string, changes: DraftChanges): Promise<Draft> {
  const { orgId } = actor;
  const known = await drafts.lock(tx, orgId, id);
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
  // The audit log omits the text: the version holds it.
  return drafts.update(tx, actor, id, { title, body, status: state, version }, { title, state, version });
}

/** A page of a draft's versions, newest first. @throws AppError not_found */
export async function listDraftVersions(
  db: Db,
  orgId: OrgId,
  draftId: string,
  page: Page,
): Promise<Paged<DraftVersionSummary>> {
  return db.tenant(orgId, async (tx) => {
    await drafts.find(tx, orgId, draftId);
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
    await drafts.find(tx, orgId, draftId);
    const [found] = await tx<DraftVersion[]>`
      select draft_id as "draftId", version, title, body, created_by as "createdBy", created_at as "createdAt"
      from content_draft_versions where org_id = ${orgId} and draft_id = ${draftId} and version = ${version}`;
    if (!found) throw notFound('version');
    return found;
  });
}

async function insertVersion(
  tx: Tx,
  actor: Actor,
  { id, version, title, body }: Pick<Draft, 'id' | 'version' | 'title' | 'body'>,
): Promise<void> {
  await tx`insert into content_draft_versions (org_id, draft_id, version, title, body, created_by)
    values (${actor.orgId}, ${id}, ${version}, ${title}, ${body}, ${actor.id})`;
}
