import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DAY_MS } from '../../src/base/days.ts';
import { rows } from '../../src/db/rows.ts';
import { withOrganisation } from '../support/callers/organisation.ts';
import { agentByHttp } from '../support/logins/agents.ts';
import { completeRun } from '../support/server/app.ts';

const BRANDS = ['Lumenfold', 'Otherlight'];
const PLATFORMS = ['CHATGPT', 'CLAUDE'] as const;
const DAYS = 100;

const { app, org, call } = await withOrganisation({ brands: BRANDS.map((name) => ({ name })) });
const agent = await agentByHttp(app, org.key);

const TODAY = Date.parse(new Date().toISOString().slice(0, 10));
const dateOf = (daysAgo: number) => new Date(TODAY - daysAgo * DAY_MS).toISOString().slice(0, 10);

/** What became of a run. Cancelled and ingested ones were not expected. */
const FATES = ['ingested', 'executed', 'failed', 'pending', 'missed', 'cancelled'] as const;
type Fate = (typeof FATES)[number];
const STATES: Partial<Record<Fate, string>> = { failed: 'FAILED', cancelled: 'FAILED', pending: 'QUEUED' };

const aRun = fc.record({
  brand: fc.constantFrom(...BRANDS),
  platform: fc.constantFrom(...PLATFORMS),
  daysAgo: fc.integer({ min: 1, max: DAYS }),
  time: fc.constantFrom('00:00:00.000Z', '12:00:00.000Z', '23:59:59.999Z'),
  fate: fc.constantFrom<Fate>('ingested', 'executed', 'executed', ...FATES),
});
type Run = typeof aRun extends fc.Arbitrary<infer T> ? T & { date: string } : never;

/** Runs on some of the days, at their first and last millisecond too. */
async function store(): Promise<Run[]> {
  const runs = fc
    .sample(aRun, { seed: 31, numRuns: 220 })
    // Some days have nothing.
    .filter(({ daysAgo }) => daysAgo % 9 !== 4)
    .map((run) => ({ ...run, date: dateOf(run.daysAgo) }));
  const asked = runs.map(({ brand, platform, date, time }, at) => ({
    ...completeRun({ brand, platform, queryText: `Prompt ${at}?`, executedAt: `${date}T${time}` }),
    externalId: `run ${at}`,
  }));
  await app.ingest(
    org,
    asked.filter((_, at) => runs[at]!.fate !== 'missed'),
  );
  const brands = (await call('listBrands')).json.data;
  const planned = runs.flatMap(({ fate, date, time }, at) =>
    fate === 'ingested' || fate === 'missed'
      ? []
      : {
          externalId: `run ${at}`,
          state: STATES[fate] ?? 'COMPLETED',
          plannedAt: `${date}T${time}`,
          reason: fate === 'cancelled' ? 'CANCELLED' : null,
        },
  );
  await app.app.services.db.tenant(org.id, async (tx) => {
    await tx`update runs r set source = 'SCHEDULE', planned_at = p."plannedAt"::timestamptz, state = p.state,
        failure_reason = p.reason
      from ${rows(tx, 'p("externalId" text, state text, "plannedAt" text, reason text)', planned)}
      where r.org_id = ${org.id} and r.external_id = p."externalId"`;
    for (const { brand, platform, date } of runs.filter(({ fate }) => fate === 'missed'))
      await tx`insert into missed_runs (org_id, day, brand_id, platform, count)
        values (${org.id}, ${date}::text::date, ${brands.find(({ name }) => name === brand)!.id}, ${platform}, 1)
        on conflict (org_id, day, brand_id, platform) do update set count = missed_runs.count + 1`;
  });
  return runs;
}

/** The counts of runs, one by one. */
function countsOf(runs: readonly Run[]) {
  const of = (fate: Fate) => runs.filter((run) => run.fate === fate).length;
  const [ingested, executed, failed, pending, missed] = FATES.map(of) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const expected = executed + failed + pending + missed;
  const value = expected === 0 ? null : Math.round((10_000 * executed) / expected) / 100;
  return { expected, executed, failed, pending, missed, ingested, coverage: { value, n: expected } };
}

test('days with runs and with gaps, and all counts, are those of a plain count, at the ends of any range', async () => {
  const runs = await store();
  const ranges = [
    [DAYS, 1],
    [DAYS - 1, 2],
    [60, 41],
    [59, 40],
    [44, 44],
    ...fc.sample(fc.tuple(fc.integer({ min: 1, max: DAYS }), fc.integer({ min: 1, max: DAYS })), {
      seed: 5,
      numRuns: 3,
    }),
  ].map(([one = 1, other = 1]) => [Math.max(one, other), Math.min(one, other)] as const);
  let most = 0;
  for (const [from, to] of ranges)
    for (const brand of [undefined, BRANDS[1]])
      for (const platform of [undefined, PLATFORMS[1]])
        for (const by of ['platform', 'day', 'brand'] as const) {
          const input = { start_date: dateOf(from), end_date: dateOf(to), by, brand, platform };
          const { json, text } = await agent.call('get_coverage', JSON.parse(JSON.stringify(input)));
          const where = JSON.stringify(input);
          const within = runs.filter(
            (run) =>
              run.daysAgo <= from &&
              run.daysAgo >= to &&
              run.brand === (brand ?? run.brand) &&
              run.platform === (platform ?? run.platform),
          );
          const byDay = [...Map.groupBy(within, ({ date }) => date)].sort(([a], [b]) => (a < b ? 1 : -1));
          const daysOf = (...fates: Fate[]) =>
            byDay.filter(([, ofDay]) => ofDay.some(({ fate }) => fates.includes(fate))).map(([day]) => day);
          const gaps = daysOf('failed', 'pending', 'missed');
          const withRuns = daysOf('ingested', 'executed').length;
          most = Math.max(most, gaps.length);
          assert.deepEqual(json.days_with_gaps, gaps.slice(0, 31), where);
          assert.deepEqual([json.days_with_runs, json.sum], [withRuns, countsOf(within)], where);
          const groups = Map.groupBy(
            within.filter(({ fate }) => fate !== 'cancelled'),
            (run) => (by === 'day' ? run.date : run[by]),
          );
          if (groups.size === 0) assert.match(json.empty_reason, /^No run was expected or ingested/, where);
          else
            assert.ok(
              text.includes(`runs on ${withRuns} days, gaps on ${gaps.length}.`),
              `${where}: ${text}`,
            );
          const found = json.rows.map(({ group, ...counts }: { group: string }) => [group, counts]);
          const sorted = (entries: [string, object][]) => entries.sort(([a], [b]) => (a < b ? -1 : 1));
          const wanted = [...groups].map(([group, same]): [string, object] => [group, countsOf(same)]);
          assert.equal(json.total, wanted.length, where);
          // A long answer leaves rows out.
          if (json.left_out === null) assert.deepEqual(sorted(found), sorted(wanted), where);
        }
  assert.ok(most > 31, `${most} days with gaps`);
});
