import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { OrgId } from '../../src/base/ids.ts';
import { brandComparison } from '../../src/reports/comparison.ts';
import { LiveReports } from '../../src/reports/live-reports.ts';
import type { ReportCall, ReportId, Reports } from '../../src/reports/reports.ts';
import { withApp } from '../support/callers/organisation.ts';
import { reportsWithoutSums } from '../support/callers/reports-without-sums.ts';
import { forFile } from '../support/for-file.ts';
import { type Known, plainComparison, plainReport } from '../support/plain/reports.ts';
import { anOrganisation, buildWorld, DAYS, NAMES } from '../support/worlds/report-worlds.ts';

const SEED = 20_261_120;
/** Of each kind; comparisons are half as many. */
const CALLS = Number(process.env['ORACLE_CALLS'] ?? 40);
const ZONES = ['Pacific/Kiritimati', 'America/St_Johns'];
/** One of them is tried by `npm test`. */
const mark = (zone: string) => (zone === ZONES[0] ? ' [long]' : '');
const organisations = fc.sample(anOrganisation, { seed: SEED, numRuns: 5 });

let plain: { reports: Reports; close(): Promise<void> };
const worlds: { orgId: OrgId; known: Known }[] = [];

process.env['TZ'] = ZONES[0];
const app = await withApp({});
for (const organisation of organisations) worlds.push(await buildWorld(app, organisation));
await app.snapshot();
const orgIds = worlds.map(({ orgId }) => orgId);
plain = await forFile(reportsWithoutSums(app, orgIds));

/** Calls of a report: of one organisation or for another's brand, of archived and unknown ones. */
const aCall = fc
  .record({
    report: fc.constantFrom('reportBrands' as const, 'reportQueries' as const, 'reportMentions' as const),
    org: fc.nat(4),
    brandOf: fc.nat(4),
    brand: fc.option(fc.nat(NAMES.length), { freq: 1 }),
    allowed: fc.option(fc.subarray([...NAMES.keys()]), { freq: 1 }),
    days: fc.tuple(fc.constantFrom(...DAYS), fc.constantFrom(...DAYS, '9999-12-31')),
    limit: fc.constantFrom(1, 3, 7, 1000, 1000, 10_000),
    offset: fc.constantFrom(0, 0, 0, 0, 1, 5, 300, Number.MAX_SAFE_INTEGER),
  })
  .map(({ org, brandOf, brand, allowed, days, ...rest }) => {
    const world = worlds[org]!;
    const owner = worlds[brand !== null && brand % 3 === 0 ? brandOf : org]!;
    const call: ReportCall = {
      ...rest,
      orgId: world.orgId,
      brand: brand === null ? null : (owner.known.brands[brand]?.id ?? "' or true --"),
      allowed: allowed?.flatMap((at) => world.known.brands[at]?.id ?? []) ?? null,
      start: days.toSorted()[0]!,
      end: days.toSorted()[1]!,
    };
    return { call, org };
  });

for (const zone of ZONES) {
  test(`every report is the same from DuckDB, from its sums, from Postgres and by hand, in ${zone}${mark(zone)}`, async () => {
    process.env['TZ'] = zone;
    assert.notEqual(new Date().getTimezoneOffset(), 0);
    const { db, reports } = app.app.services;
    const live = new LiveReports(db);
    const textOf = async (from: typeof reports, call: ReportCall) => String((await from.render(call)).body);
    const bodyOf = async (from: typeof reports, call: ReportCall) => JSON.parse(await textOf(from, call));
    let rows = 0;
    await fc.assert(
      fc.asyncProperty(aCall, async ({ call, org }) => {
        const duck = await bodyOf(reports, call);
        // Live reports, and what is kept in memory, give the engine's own bytes.
        for (const form of ['json', 'ndjson', 'csv'] as const)
          for (const other of [live, plain.reports])
            assert.equal(await textOf(other, { ...call, form }), await textOf(reports, { ...call, form }));
        // What extraction alone decides is its own tests' matter.
        for (const row of duck.data)
          for (const field of ['sourceType', 'sourceName', 'snippet']) delete row[field];
        assert.deepEqual(duck, plainReport(call.report as ReportId, worlds[org]!.known, call));
        rows += duck.data.length;
      }),
      { seed: SEED, numRuns: CALLS },
    );
    assert.ok(rows > CALLS, `${rows} rows were compared`);
  });
}

test('every comparison of a brand with its competitors is the same from both engines and by hand [long]', async () => {
  const { db, reports } = app.app.services;
  const live = new LiveReports(db);
  const seen = { rows: 0, named: 0 };
  await fc.assert(
    fc.asyncProperty(aCall, async ({ call: { orgId, brand, start, end }, org }) => {
      const call = { orgId, brand: brand ?? 'unknown', start, end };
      const expected = plainComparison(worlds[org]!.known, call);
      for (const engine of [reports, plain.reports, live])
        assert.deepEqual(JSON.parse(String((await brandComparison(engine, call)).body)), expected);
      seen.rows += expected.total;
      seen.named += expected.data.filter(({ isBrand, sentimentCount }) => !isBrand && sentimentCount).length;
    }),
    {
      seed: SEED,
      numRuns: CALLS / 2,
      examples: worlds.flatMap(({ orgId, known }, org) =>
        known.brands.map(
          ({ id }) =>
            [
              {
                org,
                call: {
                  report: 'reportBrands' as const,
                  orgId,
                  brand: id,
                  allowed: null,
                  start: DAYS.toSorted()[0]!,
                  end: '9999-12-31',
                  limit: 1,
                  offset: 0,
                },
              },
            ] as [{ org: number; call: ReportCall }],
        ),
      ),
    },
  );
  assert.ok(seen.rows > 50 && seen.named > 10, JSON.stringify(seen));
});
