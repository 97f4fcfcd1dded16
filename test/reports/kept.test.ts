import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { LiveReports } from '../../src/reports/live-reports.ts';
import { REPORTS } from '../../src/reports/reports.ts';
import { withOrganisation } from '../support/callers/organisation.ts';
import { LAMPS, lampAnswers } from '../support/worlds/report-worlds.ts';

const { app, org, call } = await withOrganisation({ brands: LAMPS.map((name) => ({ name })) });
const ids = (await call('listBrands')).json.data.map(({ id }) => id);
const answers = (day: string, count: number) => app.ingest(org, lampAnswers(day, count));

/** Asks for ranges that were not asked for yet, and compares each with Postgres. */
async function compare(offsets: readonly number[]): Promise<void> {
  const { db, reports } = app.app.services;
  const live = new LiveReports(db);
  for (const report of REPORTS)
    for (const brand of [null, ...ids])
      for (const offset of offsets) {
        const asked = { report, orgId: org.id, brand, allowed: null, start: '2026-01-01', end: '2026-03-31' };
        const page = { ...asked, limit: 60, offset };
        const [kept, expected] = await Promise.all([reports.render(page), live.render(page)]);
        assert.deepEqual(
          JSON.parse(String(kept.body)),
          JSON.parse(String(expected.body)),
          JSON.stringify(page),
        );
      }
}

test('what is kept of days that did not change goes with each change of other days, names and corrections [long]', async () => {
  const january = '2026-01-10';
  for (const day of [january, '2026-02-10', '2026-03-10']) await answers(day, 90);
  await app.snapshot();
  const changes: (() => Promise<unknown>)[] = [
    async () => {},
    () => answers('2026-03-11', 20),
    () => answers(january, 120),
    async () => {
      const { data } = (await call('listMentions', { query: { limit: 1 } })).json;
      await call('updateMention', { ids: [data[0]!.id], body: { status: 'DISMISSED' } });
    },
    () => call('updateBrand', { ids: [ids[0]!], body: { name: 'Lumenfold & Co' } }),
    () => call('archiveBrand', { ids: [ids[1]!] }),
  ];
  for (const change of changes) {
    await change();
    // Answers are read again after a change of a name.
    for (let tries = 1; ; tries += 1) {
      await app.snapshot();
      try {
        await compare([0, 7, 55, 130]);
        break;
      } catch (error) {
        if (tries === 20) throw error;
        await sleep(100);
      }
    }
  }
});
