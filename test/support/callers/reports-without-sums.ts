import { openReports } from '../../../src/app/job-context.ts';
import type { OrgId } from '../../../src/base/ids.ts';
import { createLog } from '../../../src/base/log.ts';
import { REPORTS, type Reports } from '../../../src/reports/reports.ts';
import { type TestApp, until } from '../server/app.ts';

/**
 * Reports from the snapshot that an app serves, by the engine's own SQL alone: nothing is kept from one to the next.
 * The app's own come from sums in memory afterwards, because each organisation was asked about already.
 */
export async function reportsWithoutSums(
  { app }: TestApp,
  orgIds: readonly OrgId[],
): Promise<{ reports: Reports; close(): Promise<void> }> {
  const { config, db, reports: served } = app.services;
  const range = { start: '0001-01-01', end: '9999-12-31' };
  for (const orgId of orgIds)
    for (const report of REPORTS)
      await served.render({ report, orgId, brand: null, allowed: null, ...range, limit: 1, offset: 0 });
  const memory = { ...config.memory, cacheMb: 0 };
  const { reports, close } = await openReports({ ...config, memory }, db, createLog('silent'));
  await until(() => reports.current()?.id === served.current()?.id);
  return { reports, close };
}
