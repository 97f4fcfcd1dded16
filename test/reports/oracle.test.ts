import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { OrgId } from '../../src/base/ids.ts';
import type { RunInput } from '../../src/domain/runs/ingest.ts';
import { LiveReports, type ReportCall } from '../../src/reports/reports.ts';
import { bucketOf } from '../../src/snapshots/buckets.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type Known, plainReport } from '../support/plain-reports.ts';

const SEED = 20_261_120;
const ZONES = ['Pacific/Kiritimati', 'America/St_Johns'];
/** In byte order these stand otherwise than by letter, case or UTF-16 unit. */
const NAMES = ['Lumenfold', 'Gleamwell', 'Quarvane', 'brimholt', 'Zdaneko', '𐐷lux', 'ﾊlux', 'Éclatine'];
const RIVALS = Array.from({ length: 8 }, (_, k) => `Rivalon${'abcdefgh'[k]}`);
const TITLES = [null, '', '\\N', 'a "quoted", title', 'line\nbreak \\ tab\t', ' 𝒯itle\u2028 '];
const DAYS = [
  '0001-01-01',
  '0999-12-31',
  '2024-02-28',
  '2024-02-29',
  '2024-03-01',
  '2026-01-31',
  '2026-02-01',
];
const TIMES = ['00:00:00Z', '23:59:59.999Z', '12:00:00+14:00', '12:00:00.5Z', '23:30:00-12:00'];

const aRun = fc.record({
  brand: fc.nat(NAMES.length - 1),
  platform: fc.constantFrom('CHATGPT' as const, 'CLAUDE' as const),
  queryText: fc.constantFrom('Which lamp?', 'Welche "Lampe",\nbitte?', '\\N'),
  executedAt: fc
    .tuple(fc.constantFrom(...DAYS.slice(1)), fc.constantFrom(...TIMES))
    .map((at) => at.join('T')),
  /** Who the answer names, in this order; 0 is the brand. */
  named: fc.shuffledSubarray([...RIVALS.keys(), RIVALS.length].slice(0, 9)),
  score: fc.option(fc.integer({ min: 0, max: 10_000 })),
  cited: fc.array(fc.tuple(fc.nat(3), fc.constantFrom(...TITLES)), { maxLength: 4 }),
});
const organisations = fc.sample(
  fc.record({
    brands: fc.integer({ min: 1, max: NAMES.length }),
    archived: fc.array(fc.nat(NAMES.length - 1), { maxLength: 2 }),
    runs: fc.array(aRun, { minLength: 120, maxLength: 250, size: 'max' }),
  }),
  { seed: SEED, numRuns: 5 },
);

let app: TestApp;
const worlds: { orgId: OrgId; known: Known }[] = [];

before(async () => {
  process.env['TZ'] = ZONES[0];
  app = await startTestApp();
  for (const organisation of organisations) worlds.push(await build(organisation));
  await app.snapshot();
});
after(() => app?.close());

async function build({ brands: count, archived, runs }: (typeof organisations)[number]) {
  const names = NAMES.slice(0, count);
  const org = await app.organisation({
    brands: names.map((name) => ({ name, competitors: RIVALS.map((rival) => ({ name: rival })) })),
  });
  const inputs = runs.map(({ brand, platform, queryText, executedAt, named, score, cited }, k): RunInput => {
    const subjects = [names[brand % count]!, ...RIVALS];
    return {
      externalId: `run ${k}`,
      brand: subjects[0]!,
      platform,
      queryText,
      executedAt,
      answer: named.map((at) => `It is ${subjects[at]}.`).join('\n\n'),
      citations: cited.map(([page, title]) => ({ url: `https://site${page}.example/"a",b`, title })),
      ...(score === null ? {} : { sentimentScore: score / 100 }),
    };
  });
  const { json } = await app.call('POST', '/api/runs', { key: org.key, body: inputs });
  assert.equal(json.created, inputs.length, JSON.stringify(json.results[0]));
  const found = await app.app.services.db.tenant(org.id, async (tx) => {
    const hidden = names.filter((_, at) => archived.includes(at));
    await tx`update brands set archived_at = now() where name = any(${hidden})`;
    await tx`insert into dirty_parts (part, bucket) values ('brands', ${bucketOf(org.id)})`;
    const brands = await tx`select id, name, archived_at is not null as archived from brands`;
    const kept = await tx`select id, query_id, brand_id from runs`;
    return { brands: [...brands] as unknown as Known['brands'], kept };
  });
  const keptById = new Map(found.kept.map((row) => [row['id'], row]));
  const known = inputs.map(({ citations = [], ...input }, at) => {
    const { id } = json.results[at];
    const { named, score } = runs[at]!;
    const place = named.indexOf(0);
    return {
      id,
      queryId: keptById.get(id)!['query_id'],
      brandId: keptById.get(id)!['brand_id'],
      queryText: input.queryText,
      platform: input.platform,
      executedAt: new Date(input.executedAt).toISOString(),
      position: place === -1 ? null : place + 1,
      // Without a score sent: sentences that say nothing good or bad are neutral.
      sentiment: place === -1 ? null : (score ?? 5000),
      citations: citations.map(({ url, title = null }) => ({ url, title })),
    };
  });
  return { orgId: org.id, known: { brands: found.brands, runs: known } };
}

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
  test(`every report is the same from DuckDB, from Postgres and by hand, in ${zone}`, async () => {
    process.env['TZ'] = zone;
    assert.notEqual(new Date().getTimezoneOffset(), 0);
    const { db, reports } = app.app.services;
    const live = new LiveReports(db);
    const bodyOf = async (from: typeof reports, call: ReportCall) => {
      const { json } = await from.render(call);
      return JSON.parse(String(json));
    };
    let rows = 0;
    await fc.assert(
      fc.asyncProperty(aCall, async ({ call, org }) => {
        const [duck, postgres] = [await bodyOf(reports, call), await bodyOf(live, call)];
        assert.deepEqual(duck, postgres);
        // What extraction alone decides is its own tests' matter.
        for (const row of duck.data)
          for (const field of ['sourceType', 'sourceName', 'snippet']) delete row[field];
        assert.deepEqual(duck, plainReport(call.report, worlds[org]!.known, call));
        rows += duck.data.length;
      }),
      { seed: SEED, numRuns: 200 },
    );
    assert.ok(rows > 1_000, `${rows} rows were compared`);
  });
}
