import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { OrgId } from '../../src/base/ids.ts';
import { LiveReports } from '../../src/reports/live-reports.ts';
import { type FoundOpportunities, Opportunities } from '../../src/reports/opportunities/opportunities.ts';
import type { OpportunityCall } from '../../src/reports/opportunities/request.ts';
import type { Reports } from '../../src/reports/reports.ts';
import { withApp } from '../support/callers/organisation.ts';
import { plainOpportunities } from '../support/plain/opportunities.ts';
import { anOrganisationOfManyDays, buildWorld } from '../support/worlds/report-worlds.ts';

const SEED = 20_261_126;
const RANGES = [
  { start: '2025-12-03', end: '2026-01-31' },
  { start: '2026-01-04', end: '2026-01-31' },
];
const FILTERS: OpportunityCall['filters'][] = [
  [],
  [{ field: 'platform', operator: 'not_in', values: ['CLAUDE'] }],
  [{ field: 'query', operator: 'contains', values: ['lamp'] }],
];

const app = await withApp();
const [organisation] = fc.sample(anOrganisationOfManyDays, { seed: SEED, numRuns: 1 });
const world = await buildWorld(app, organisation!);
await app.snapshot();

async function foundBy(reports: Reports, orgId: OrgId, call: OpportunityCall): Promise<FoundOpportunities> {
  const opportunities = new Opportunities(call);
  const { brand, allowed, range, filters } = call;
  const { value } = await reports.compute({
    ...{ orgId, snapshotId: undefined, shownId: undefined, name: 'opportunities', options: { filters } },
    values: { ...opportunities.values, org: orgId, brand, allowed: allowed?.join() ?? null, ...range },
    make: (query, method) => opportunities.found(query, method),
  });
  return value;
}

test('both engines find what plain loops over all answers find [long]', async (t) => {
  const { known, orgId } = world;
  const live = new LiveReports(app.app.services.db);
  const kinds = new Set<string>();
  for (const { id: brand } of known.brands)
    for (const range of RANGES)
      for (const filters of FILTERS) {
        const call = { brand, allowed: null, range, filters };
        const plain = plainOpportunities(known, call);
        // Postgres takes seconds for each, without statistics.
        const engines = range === RANGES[0] ? [app.app.services.reports, live] : [app.app.services.reports];
        for (const reports of engines) {
          const found = await foundBy(reports, orgId, call);
          assert.deepEqual(found.tested, plain.tested);
          const all = [...found.certain, ...found.uncertain];
          assert.deepEqual(
            all.map(({ id: _, is_certain: isCertain, by_chance: __, ...each }) => ({ ...each, isCertain })),
            plain.found.map(({ by_chance: _, ...each }) => each),
          );
          for (const [at, { by_chance: p, kind, reason }] of all.entries()) {
            assert.ok(Math.abs(p - (plain.found[at]?.by_chance ?? 2)) < 2e-6, `${kind} ${p}`);
            kinds.add(reason ?? kind);
          }
        }
      }
  t.diagnostic([...kinds].join());
  assert.ok(kinds.size >= 3, [...kinds].join());
});
