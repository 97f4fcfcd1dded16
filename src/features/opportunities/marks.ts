import { today } from '../../base/definitions.ts';
import { AppError, notFound } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { countRows, newestFirst } from '../../db/page.ts';
import { domainOf, pageOf } from '../../extraction/sources/page.ts';
import { opportunityId } from '../../reports/opportunities/opportunities.ts';
import { outcomeFrom } from '../../reports/opportunities/outcome.ts';
import type { Actor } from '../audit/audit.ts';
import { findBrand } from '../brands/brands.ts';
import { lockOrganisation } from '../quotas/lock.ts';
import { resource } from '../resources/resource.ts';

export type Mark = components['schemas']['OpportunityMark'];
type MarkInput = components['schemas']['OpportunityMarkCreate'];
type MarkChanges = components['schemas']['OpportunityMarkUpdate'];
type MarkRow = Omit<Mark, 'outcomeFrom'>;

/** The most decisions of an organisation. */
const MOST_MARKS = 10_000;

/** Decisions about opportunities, newest first. */
export const marks = resource<Mark, object, Mark, MarkRow>({
  name: 'OpportunityMark',
  noun: 'decision about this opportunity',
  target: 'opportunity',
  table: 'opportunity_marks',
  columns: 'brand_id, kind, subject, state, set_by',
  read: (tx) => tx`t.set_at as "setAt"`,
  filters: 'brand_id, kind, state',
  order: (tx) => newestFirst(tx, tx`t.set_at`, tx`t.id`),
  shown: (rows) => rows.map(withOutcomeDay),
  taken: ({ id }) => `It was decided already. Change the decision at /api/opportunities/${id}.`,
  removed: ({ kind, subject, state }) => ({ kind, subject, undone: state }),
});

/** The decisions about some opportunities, by their ids. */
export async function marksOf(db: Db, orgId: OrgId, ids: readonly string[]): Promise<Map<string, Mark>> {
  if (ids.length === 0) return new Map();
  const found = await db.tenant(
    orgId,
    (tx) => tx<MarkRow[]>`
      select ${marks.fields(tx, orgId)} from opportunity_marks t where t.org_id = ${orgId} and t.id = any(${[...ids]})`,
  );
  return new Map(found.map((row) => [row.id, withOutcomeDay(row)]));
}

/** @throws AppError not_found for the brand, conflict if it was decided already or there are too many decisions */
export async function createMark(tx: Tx, actor: Actor, input: MarkInput): Promise<Mark> {
  const { orgId } = actor;
  const { brandId, kind, state } = input;
  const subject = subjectOf(kind, input.subject);
  const id = opportunityId(brandId, kind, subject);
  await lockOrganisation(tx, orgId);
  await findBrand(tx, orgId, brandId);
  if ((await countRows(tx, tx`opportunity_marks where org_id = ${orgId}`)) >= MOST_MARKS)
    throw new AppError('conflict', `There are ${MOST_MARKS} decisions already. Undo one first.`);
  const values = { id, brandId, kind, subject, state, setBy: actor.id };
  return marks.create(tx, actor, values, { ...input });
}

/** The subject of an opportunity in the one spelling that it has, if it is a source or a page. */
export function subjectOf(kind: Mark['kind'], subject: string): string {
  if (kind === 'OWN_PAGE') return pageOf(subject)?.url ?? subject;
  return kind === 'SOURCE' ? domainOf(subject) : subject;
}

/** @throws AppError not_found */
export async function updateMark(tx: Tx, actor: Actor, id: string, changes: MarkChanges): Promise<Mark> {
  const { orgId } = actor;
  const [changed] = await tx`update opportunity_marks
    set state = ${changes.state}, set_by = ${actor.id}, set_at = now()
    where org_id = ${orgId} and id = ${id} returning id`;
  if (!changed) throw notFound('decision about this opportunity');
  await marks.note(tx, actor, 'updateOpportunityMark', id, { ...changes });
  return marks.find(tx, orgId, id);
}

function withOutcomeDay(row: MarkRow): Mark {
  return { ...row, outcomeFrom: row.state === 'DISMISSED' ? null : outcomeFrom(decidedOn(row)) };
}

/** The UTC day of a decision. */
export function decidedOn({ setAt }: Pick<Mark, 'setAt'>): string {
  return today(new Date(setAt));
}
