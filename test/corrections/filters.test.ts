import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { withOrganisation } from '../support/callers/organisation.ts';
import { completeRun, runIds } from '../support/server/app.ts';

const BRANDS = ['Lumenfold', 'Otherlight'] as const;
/** How answers name each brand, and its competitor. */
const SPELLINGS: Record<string, string[]> = {
  Lumenfold: ['Lumenfold', 'Lumen Fold'],
  Otherlight: ['Otherlight', 'Other Light'],
  Gleamwell: ['Gleamwell', 'Gleam Well'],
};
const PLATFORMS = ['CHATGPT', 'CLAUDE'] as const;
const TEXTS = ['Which lamp?', 'Which torch?'];
const DAYS = ['2026-11-10', '2026-11-11', '2026-11-12', '2026-11-13'];
const EXAMPLES = 10;

const { app, org, call } = await withOrganisation({
  brands: BRANDS.map((name) => ({
    ...{ name, aliases: [SPELLINGS[name]![1]!] },
    competitors: [{ name: 'Gleamwell', aliases: ['Gleam Well'] }],
  })),
});

const spelling = (name: string) => fc.option(fc.constantFrom(...SPELLINGS[name]!), { freq: 3 });
const aRun = fc.constantFrom(...BRANDS).chain((brand) =>
  fc.record({
    brand: fc.constant(brand),
    own: spelling(brand),
    rival: spelling('Gleamwell'),
    platform: fc.constantFrom(...PLATFORMS),
    queryText: fc.constantFrom(...TEXTS),
    // At the first and the last moment of a day.
    executedAt: fc
      .tuple(fc.constantFrom(...DAYS), fc.constantFrom('00:00:00.000Z', '12:00:00.000Z', '23:59:59.999Z'))
      .map(([day, time]) => `${day}T${time}`),
    /** What is corrected of it beforehand. */
    corrected: fc.subarray(['own', 'rival'] as const, { maxLength: 1 }).map((all) => new Set(all)),
    isNamed: fc.boolean(),
  }),
);
type Run = typeof aRun extends fc.Arbitrary<infer T> ? T & { id: string } : never;

const aFilter = fc.record(
  {
    platform: fc.constantFrom(...PLATFORMS),
    queryText: fc.constantFrom(...TEXTS),
    days: fc.tuple(fc.constantFrom(...DAYS), fc.constantFrom(...DAYS)),
    isFrom: fc.constant(true),
    isUntil: fc.constant(true),
    spelled: fc.nat(1),
  },
  { requiredKeys: ['days'] },
);

async function store(): Promise<Run[]> {
  const runs = fc
    .sample(aRun, { seed: 8, numRuns: 160 })
    .map((run, at) => ({ ...run, externalId: `run ${at}` }));
  await app.ingest(
    org,
    runs.map(({ own, rival, externalId, brand, platform, queryText, executedAt }) => ({
      ...completeRun({ brand, platform, queryText, executedAt }),
      ...{ externalId, answer: ['We looked', own, rival].filter(Boolean).join('. ') },
    })),
  );
  const ids = await runIds(app, org);
  return runs.map((run) => ({ ...run, id: ids.get(run.externalId)! }));
}

test('a batch corrects the answers that a plain loop finds, whatever else of them was corrected [long]', async () => {
  const runs = await store();
  const brands = (await call('listBrands')).json.data;
  const subjects = await Promise.all(
    BRANDS.map(async (name) => {
      const { id } = brands.find((brand) => brand.name === name)!;
      const [rival] = (await call('listCompetitors', { ids: [id] })).json.data;
      return { name, id, rivalId: rival!.id };
    }),
  );
  for (const { id, brand, corrected, isNamed } of runs) {
    const { id: brandId, rivalId } = subjects.find(({ name }) => name === brand)!;
    const body = { named: isNamed };
    if (corrected.has('own')) await call('putBrandCorrection', { ids: [id, brandId], body });
    if (corrected.has('rival')) await call('putCompetitorCorrection', { ids: [id, rivalId], body });
  }
  let found = 0;
  for (const [at, asked] of fc.sample(aFilter, { seed: 9, numRuns: 40 }).entries()) {
    const { name, id: brandId, rivalId } = subjects[at % 2]!;
    const about = at % 4 < 2 ? ('own' as const) : ('rival' as const);
    const { days, isFrom, isUntil, spelled, ...same } = asked;
    const [first, last] = days.toSorted() as [string, string];
    const namedAs =
      spelled === undefined ? undefined : SPELLINGS[about === 'own' ? name : 'Gleamwell']![spelled];
    const filter = {
      ...{ brandId, ...same },
      ...(about === 'rival' && { competitorId: rivalId }),
      ...(isFrom && { startDate: first }),
      ...(isUntil && { endDate: last }),
      ...(namedAs && { namedAs }),
    };
    const where = JSON.stringify(filter);
    const wanted = runs.filter(
      (run) =>
        run.brand === name &&
        run[about] !== null &&
        run[about] === (namedAs ?? run[about]) &&
        run.platform === (same.platform ?? run.platform) &&
        run.queryText === (same.queryText ?? run.queryText) &&
        (!isFrom || run.executedAt.slice(0, 10) >= first) &&
        (!isUntil || run.executedAt.slice(0, 10) <= last) &&
        !run.corrected.has(about),
    );
    const preview = async () => {
      const { answers, isComplete, examples } = (await call('previewCorrections', { query: filter })).json;
      for (const { runId } of examples)
        assert.ok(
          wanted.some(({ id }) => id === runId),
          `${where}: ${runId}`,
        );
      return [answers, isComplete, examples.length];
    };
    const all = [wanted.length, true, Math.min(EXAMPLES, wanted.length)];
    assert.deepEqual(await preview(), all, where);
    found += wanted.length;
    if (at % 3 > 0) continue;
    const made = (await call('createCorrectionBatch', { body: { filter, named: false } })).json;
    assert.deepEqual([made.answers, made.isComplete], [wanted.length, true], where);
    assert.deepEqual(await preview(), [0, true, 0], where);
    await call('deleteCorrectionBatch', { ids: [made.id] });
    assert.deepEqual(await preview(), all, `${where}, undone`);
  }
  assert.ok(found > 100, `${found} answers`);
});
