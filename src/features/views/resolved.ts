import { dayOf } from '../../base/days.ts';
import { today } from '../../base/definitions.ts';
import type { OrgId } from '../../base/ids.ts';
import { conditionsOf } from '../../base/views/conditions.ts';
import { daysOf } from '../../base/views/range.ts';
import type { Db, Tx } from '../../db/client.ts';
import { answerTimes } from '../accounts/users.ts';
import { findView, type Reader, type View } from './views.ts';

/** A view as the reports take it. */
export interface ResolvedView {
  /** null: all brands. */
  brandId: string | null;
  /** First and last day, UTC, both included. */
  startDate: string;
  endDate: string;
  /** The `filters` of a report. */
  filters: ReturnType<typeof conditionsOf>;
}

/**
 * What a view shows at a time.
 * @param newest the day of the organisation's newest answer, where ranges such as `30d` end; null: it has none
 */
export function resolveView(
  { brandId, filters, range }: Pick<View, 'brandId' | 'filters' | 'range'>,
  now: Date,
  newest: string | null,
): ResolvedView {
  const { start, end } = daysOf(range, newest === null ? null : { newest }, today(now));
  return { brandId, startDate: start, endDate: end, filters: conditionsOf(filters) };
}

/** The day of the organisation's newest answer; null: it has none. */
export async function newestDay(tx: Tx, orgId: OrgId): Promise<string | null> {
  const { newestAnswerAt } = await answerTimes(tx, orgId);
  return newestAnswerAt === null ? null : dayOf(new Date(newestAnswerAt));
}

/** A view that a member sees, and what it shows now. @throws AppError not_found */
export async function openView(
  db: Db,
  reader: Reader,
  id: string,
  now = new Date(),
): Promise<{ view: View; resolved: ResolvedView }> {
  return db.tenant(reader.orgId, async (tx) => {
    const view = await findView(tx, reader, id);
    return { view, resolved: resolveView(view, now, await newestDay(tx, reader.orgId)) };
  });
}
