import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DAY_MS } from '../../src/base/definitions.ts';
import { withOrganisation } from '../support/callers/organisation.ts';
import { agentByHttp, lampPrompt, RANGES } from '../support/logins/agents.ts';
import { completeRun, runIds } from '../support/server/app.ts';

const BRANDS = ['Lumenfold', 'Otherlight'];
/** More than an answer shows. */
const RIVALS = ['Gleamwell', 'Duskbeam', 'Quarvane', 'Halovane', 'Emberlux', 'Nightspan', 'Torvalux'];
const PLATFORMS = ['CHATGPT', 'CLAUDE'] as const;
const RANGE_DAYS = 28;
const NAMES_SHOWN = 5;

const competitors = RIVALS.map((name) => ({ name }));
const { app, org } = await withOrganisation({ brands: BRANDS.map((name) => ({ name, competitors })) });
const agent = await agentByHttp(app, org.key);

const aRun = fc.record({
  brand: fc.constantFrom(...BRANDS),
  prompt: fc.nat(3).map(lampPrompt),
  platform: fc.constantFrom(...PLATFORMS),
  daysAgo: fc.integer({ min: 1, max: 2 * RANGE_DAYS }),
  isNamed: fc.boolean(),
  // The later ones are named more often.
  rivals: fc.subarray([...RIVALS, ...RIVALS.slice(3)]).map((names) => [...new Set(names)]),
});
type Run = typeof aRun extends fc.Arbitrary<infer T> ? T & { id: string; at: string } : never;

/** Each run has a minute of its own. */
async function store(): Promise<Run[]> {
  const end = Date.parse(`${RANGES.end_date}T12:00:00Z`) + DAY_MS;
  const runs = fc.sample(aRun, { seed: 26, numRuns: 300 }).map((run, at) => ({
    ...run,
    externalId: `run ${at}`,
    at: new Date(end - run.daysAgo * DAY_MS + at * 60_000).toISOString(),
  }));
  await app.ingest(
    org,
    runs.map(({ externalId, brand, prompt, platform, at, isNamed, rivals }) => ({
      ...completeRun({ brand, platform, queryText: prompt, executedAt: at }),
      externalId,
      answer: [...(isNamed ? [brand] : []), ...rivals, 'Another']
        .map((name) => `${name} is a lamp.`)
        .join(' '),
    })),
  );
  await app.snapshot();
  const ids = await runIds(app, org);
  return runs.map((run) => ({ ...run, id: ids.get(run.externalId) ?? '' }));
}

const share = (runs: readonly Run[]) => runs.filter(({ isNamed }) => isNamed).length / runs.length;

/** The rows that moved, by their brand and group, with what a plain count says of the runs behind them. */
function movedOf(runs: readonly Run[], groupOf: (run: Run) => object) {
  const moved = new Map<string, { isRise: boolean; runs: Run[]; named: Map<string, number> }>();
  for (const [key, own] of Map.groupBy(runs, (run) => JSON.stringify([run.brand, groupOf(run)]))) {
    const now = own.filter(({ daysAgo }) => daysAgo <= RANGE_DAYS);
    const then = own.filter(({ daysAgo }) => daysAgo > RANGE_DAYS);
    if (now.length === 0 || then.length === 0 || share(now) === share(then)) continue;
    const isRise = share(now) > share(then);
    const behind = now.filter(({ isNamed }) => isNamed === isRise);
    const named = RIVALS.map((name): [string, number] => [
      name,
      behind.filter(({ rivals }) => rivals.includes(name)).length,
    ]);
    moved.set(key, { isRise, runs: behind, named: new Map(named.filter(([, count]) => count > 0)) });
  }
  return moved;
}

test('what compare_periods says of the runs behind a change is a plain count of them [long]', async () => {
  const runs = await store();
  let cut = 0;
  for (const [by, groupOf] of [
    ['prompt', ({ prompt }: Run) => ({ prompt })],
    ['prompt_and_platform', ({ prompt, platform }: Run) => ({ prompt, platform })],
  ] as const)
    for (const brand of [undefined, BRANDS[1]])
      for (const platform of [undefined, PLATFORMS[1]])
        for (const direction of ['lost', 'gained', 'both']) {
          const filters = platform && [{ field: 'platform', operator: 'in', values: [platform] }];
          const input = { ...RANGES, by, brand, direction, filters, limit: 50 };
          const where = JSON.stringify(input);
          const { json } = await agent.call('compare_periods', JSON.parse(where));
          const within = runs.filter(
            (run) => run.brand === (brand ?? run.brand) && run.platform === (platform ?? run.platform),
          );
          const all = movedOf(within, groupOf);
          const wanted = [...all].filter(
            ([, { isRise }]) => direction === 'both' || isRise === (direction === 'gained'),
          );
          const keyOf = (row: { brand: { name: string }; group: object }) =>
            JSON.stringify([row.brand.name, row.group]);
          assert.deepEqual(json.rows.map(keyOf).sort(), wanted.map(([key]) => key).sort(), where);
          for (const { evidence, ...row } of json.rows) {
            const { isRise, runs: behind, named } = all.get(keyOf(row))!;
            const latest = behind.toSorted((a, b) => (a.at < b.at ? 1 : -1)).map(({ id }) => id);
            const counts = [...named.values()].sort((a, b) => b - a);
            assert.deepEqual(
              [evidence.runs, evidence.names_brand, evidence.run_ids],
              [behind.length, isRise, latest.slice(0, 2)],
              where,
            );
            const shown: { name: string; runs: number }[] = evidence.named_instead;
            // Of names with as many runs any may come first.
            assert.deepEqual(
              shown.map((each) => each.runs),
              counts.slice(0, NAMES_SHOWN),
              where,
            );
            for (const { name, runs: count } of shown)
              assert.equal(count, named.get(name), `${where}: ${name}`);
            if ((counts[NAMES_SHOWN] ?? 0) < (counts[NAMES_SHOWN - 1] ?? 0) && counts.length > NAMES_SHOWN)
              cut += 1;
          }
        }
  assert.ok(cut > 5, `${cut} rows had more names than are shown`);
});
