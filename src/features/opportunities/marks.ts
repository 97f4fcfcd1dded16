import { today } from '../../base/definitions.ts';
import { AppError, notFound } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { ifGiven, newestFirst, type Page, type Paged, selectPage } from '../../db/page.ts';
import { domainOf, pageOf } from '../../extraction/sources/page.ts';
import { opportunityId } from '../../reports/opportunities/opportunities.ts';
import { outcomeFrom } from '../../reports/opportunities/outcome.ts';
import { findBrand } from '../brands/brands.ts';
import { type Actor, auditOf } from '../organisations/audit.ts';
import { lockOrganisation } from '../organisations/lock.ts';

export type Mark = components['schemas']['OpportunityMark'];
type MarkInput = components['schemas']['OpportunityMarkCreate'];
type MarkChanges = components['schemas']['OpportunityMarkUpdate'];
type MarkRow = Omit<Mark, 'outcomeFrom'>;

/** The most decisions of an organisation. */
const MOST_MARKS = 10_000;
const auditMark = auditOf('opportunity');

interface MarkFilter extends Page {
  brandId?: string | undefined;
  kind?: Mark['kind'] | undefined;
  state?: Mark['state'] | undefined;
}

/** A page of decisions, newest first. */
export async function listMarks(
  tx: Tx,
  orgId: OrgId,
  { brandId, kind, state, ...page }: MarkFilter,
): Promise<Paged<Mark>> {
  const found = await selectPage<MarkRow>(tx, page, {
    columns: columns(tx),
    from: tx`opportunity_marks m`,
    where: tx`m.org_id = ${orgId} and ${ifGiven(tx, brandId, (value) => tx`m.brand_id = ${value}`)}
      and ${ifGiven(tx, kind, (value) => tx`m.kind = ${value}`)}
      and ${ifGiven(tx, state, (value) => tx`m.state = ${value}`)}`,
    order: newestFirst(tx, tx`m.set_at`, tx`m.id`),
  });
  return { ...found, data: found.data.map(withOutcomeDay) };
}

/** The decisions about some opportunities, by their ids. */
export async function marksOf(db: Db, orgId: OrgId, ids: readonly string[]): Promise<Map<string, Mark>> {
  if (ids.length === 0) return new Map();
  const found = await db.tenant(
    orgId,
    (tx) => tx<MarkRow[]>`
      select ${columns(tx)} from opportunity_marks m where m.org_id = ${orgId} and m.id = any(${[...ids]})`,
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
  await refuseTooMany(tx, orgId);
  const [made] = await tx`insert into opportunity_marks (org_id, id, brand_id, kind, subject, state, set_by)
    values (${orgId}, ${id}, ${brandId}, ${kind}, ${subject}, ${state}, ${actor.id})
    on conflict (org_id, id) do nothing returning id`;
  if (!made)
    throw new AppError(
      'conflict',
      `It was decided already. Change the decision at /api/opportunities/${id}.`,
    );
  await auditMark(tx, actor, 'createOpportunityMark', id, { ...input });
  return findMark(tx, orgId, id);
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
  await auditMark(tx, actor, 'updateOpportunityMark', id, { ...changes });
  return findMark(tx, orgId, id);
}

/** @throws AppError not_found */
export async function deleteMark(tx: Tx, actor: Actor, id: string): Promise<void> {
  const { orgId } = actor;
  const { kind, subject, state } = await findMark(tx, orgId, id);
  await tx`delete from opportunity_marks where org_id = ${orgId} and id = ${id}`;
  await auditMark(tx, actor, 'deleteOpportunityMark', id, { kind, subject, undone: state });
}

/** @throws AppError not_found if nothing was decided */
export async function findMark(tx: Tx, orgId: OrgId, id: string): Promise<Mark> {
  const [found] = await tx<MarkRow[]>`
    select ${columns(tx)} from opportunity_marks m where m.org_id = ${orgId} and m.id = ${id}`;
  if (!found) throw notFound('decision about this opportunity');
  return withOutcomeDay(found);
}

function columns(tx: Tx) {
  return tx`m.id, m.brand_id as "brandId", m.kind, m.subject, m.state, m.set_by as "setBy", m.set_at as "setAt"`;
}

function withOutcomeDay(row: MarkRow): Mark {
  return { ...row, outcomeFrom: row.state === 'DISMISSED' ? null : outcomeFrom(decidedOn(row)) };
}

/** The UTC day of a decision. */
export function decidedOn({ setAt }: Pick<Mark, 'setAt'>): string {
  return today(new Date(setAt));
}

async function refuseTooMany(tx: Tx, orgId: OrgId): Promise<void> {
  const [found] = await tx<{ count: number }[]>`
    select count(*)::int as count from opportunity_marks where org_id = ${orgId}`;
  if ((found?.count ?? 0) >= MOST_MARKS)
    throw new AppError('conflict', `There are ${MOST_MARKS} decisions already. Undo one first.`);
}
