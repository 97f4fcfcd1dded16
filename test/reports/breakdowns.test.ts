import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { OrgId } from '../../src/base/ids.ts';
import { breakdownOf } from '../../src/reports/breakdown/request.ts';
import { flatColumns, flatRow } from '../../src/reports/flat.ts';
import { LiveReports } from '../../src/reports/live-reports.ts';
import { type ReportCall, type Reports, reportOf } from '../../src/reports/reports.ts';
import type { Columns } from '../../src/reports/wire.ts';
import { check, operations } from '../support/callers/contract.ts';
import { withApp } from '../support/callers/organisation.ts';
import { reportsWithoutSums } from '../support/callers/reports-without-sums.ts';
import { forFile } from '../support/for-file.ts';
import { plainBreakdown } from '../support/plain/breakdowns.ts';
import type { Known } from '../support/plain/reports.ts';
import {
  aBody,
  aBodyOfDays,
  aRequestOf,
  choices,
  few,
  organisations,
  RANGES,
  type Request,
  rangeOf,
  SCHEMAS,
  SEED,
  seldom,
  withMeaning,
} from '../support/worlds/report-requests.ts';
import { buildWorld } from '../support/worlds/report-worlds.ts';

/** 5,000 in the long form. */
const REQUESTS = Number(process.env['BREAKDOWNS'] ?? 10);
let plain: { reports: Reports; close(): Promise<void> };
const worlds: { orgId: OrgId; key: string; known: Known }[] = [];

const app = await withApp({});
for (const organisation of organisations) worlds.push(await buildWorld(app, organisation));
await app.snapshot();
const orgIds = worlds.map(({ orgId }) => orgId);
plain = await forFile(reportsWithoutSums(app, orgIds));

/** The columns of a report are the fields of its rows, in their order, with their types. */
function checkColumns(row: Record<string, unknown>, columns: Columns): void {
  const leaves = (value: object, prefix: string): [string, unknown][] =>
    Object.entries(value).flatMap(([name, inner]) =>
      inner !== null && typeof inner === 'object' && !Array.isArray(inner)
        ? leaves(inner, `${prefix}${name}.`)
        : [[prefix + name, inner] as [string, unknown]],
    );
  // Of what was not, the answer has one null; common prompts are told only where they are not all,
  // what is missing only where something is.
  const found = leaves(row, '').filter(([name]) => name !== 'previous');
  const names = found.map(([name]) => name);
  assert.deepEqual(
    Object.keys(columns).filter(
      (name) =>
        names.includes(name) ||
        !/^(previous|(change\.reason|coverage\.(surfaces|searched))$|changes?\.(\w+\.)*(common|reason|missing))/.test(
          name,
        ),
    ),
    names,
  );
  const flat = flatColumns(columns);
  assert.equal(new Set(flat.map(({ name }) => name)).size, flat.length, 'flat names are one each');
  const byPath = new Map(found);
  assert.deepEqual(
    Object.values(flatRow(flat, row)),
    flat.map(({ path }) => {
      const value = byPath.get(path) ?? null;
      if (!Array.isArray(value)) return value;
      return path === 'evidence.run_ids' ? value.join(' ') : JSON.stringify(value);
    }),
  );
  for (const [name, value] of found) {
    if (value === null) continue;
    const type = columns[name] as string;
    if (/INT/.test(type)) assert.ok(Number.isInteger(value), `${name} is ${value}`);
    else if (type === 'TIMESTAMP') assert.match(String(value), /^\d{4}-\d\d-\d\dT/);
    else if (!Array.isArray(value))
      assert.equal(typeof value, { DOUBLE: 'number', BOOLEAN: 'boolean', VARCHAR: 'string' }[type], name);
  }
}

/**
 * Asks DuckDB with its sums and without, Postgres and plain loops, and compares.
 * @returns how many requests, rows and changes there were
 */
async function compareAll(requests: fc.Arbitrary<Request>, numRuns = REQUESTS) {
  const { db, reports } = app.app.services;
  const live = new LiveReports(db);
  // biome-ignore lint/suspicious/noExplicitAny: any report
  const bodyOf = async (from: typeof reports, call: ReportCall): Promise<any> =>
    JSON.parse(await textOf(from, call));
  const textOf = async (from: typeof reports, call: ReportCall) => String((await from.render(call)).body);
  const seen = { asked: 0, rows: 0, changes: 0, holding: 0, against: 0, rivals: 0 };
  await fc.assert(
    fc.asyncProperty(requests, async ({ report, body, org, brand, allowed, days, limit, offset }) => {
      const { orgId, known } = worlds[org]!;
      const range = rangeOf(days);
      const breakdown = breakdownOf(report, withMeaning(report, body, range) as never, range);
      if (!breakdown) return;
      const call: ReportCall = {
        report,
        orgId,
        breakdown,
        brand: brand === null ? null : (known.brands[brand]?.id ?? 'unknown'),
        allowed: allowed?.flatMap((at) => known.brands[at]?.id ?? []) ?? null,
        ...range,
        limit,
        offset,
      };
      const duck = await bodyOf(reports, call);
      // Sums by day spell 50, and DuckDB, where they are too many, 50.0: only what is made by one alone has its bytes.
      const { columns, measuresOfDays } = reportOf(call);
      const isOfDays = measuresOfDays !== null;
      const spelled = (text: string) => (isOfDays ? text.replaceAll(/(:\d+)\.0(?=[,}])/g, '$1') : text);
      for (const form of ['json', 'ndjson', 'csv'] as const)
        assert.equal(
          spelled(await textOf(live, { ...call, form })),
          spelled(await textOf(reports, { ...call, form })),
        );
      assert.deepEqual(await bodyOf(plain.reports, call), duck);
      for (const row of duck.data) checkColumns(row, columns);
      // What extraction alone decides is its own tests' matter.
      for (const row of duck.data)
        for (const field of ['sourceType', 'sourceName', 'snippet']) delete row[field];
      assert.deepEqual(duck, plainBreakdown(report, known, call, breakdown));
      seen.asked += 1;
      seen.rows += duck.data.length;
      seen.changes += duck.data.filter(
        ({ change }) => (change as { points: number } | undefined)?.points,
      ).length;
      const text = JSON.stringify(duck.data);
      seen.holding += text.match(/"holds_in_list":(true|false)/g)?.length ?? 0;
      seen.against += text.match(/"verdict":"(apart|(with|against)_the_others)"/g)?.length ?? 0;
      seen.rivals += text.match(/"competitors":\[\{[^[]*"holds_in_list"/g)?.length ?? 0;
    }),
    { seed: SEED, numRuns },
  );
  return seen;
}

const TIMEOUT = { timeout: 300_000 + 2_000 * REQUESTS };

test(
  'random breakdowns are the same from DuckDB, from its sums, from Postgres and by hand [long]',
  TIMEOUT,
  async () => {
    const every = ['reportBrands', 'reportQueries', 'reportMentions'] as const;
    const seen = await compareAll(aRequestOf(every, (report) => aBody(report)));
    assert.ok(seen.rows > 2 * REQUESTS && seen.changes > REQUESTS / 20, JSON.stringify(seen));
  },
);

test(
  'so are random reports of the sources that answers cite, and of what platforms searched for [long]',
  TIMEOUT,
  async () => {
    const seen = await compareAll(
      aRequestOf(['reportSources', 'reportSources', 'reportSearches'], (report) => aBody(report)),
    );
    assert.ok(seen.rows > 2 * REQUESTS && seen.changes > REQUESTS / 20, JSON.stringify(seen));
  },
);

test(
  'so are rows by tag with filters on tags, of which not_in leaves whole runs out [long]',
  TIMEOUT,
  async () => {
    const seen = await compareAll(
      aRequestOf(
        ['reportBrands', 'reportQueries', 'reportMentions', 'reportSources'],
        (report) =>
          aBody(report, {
            dimensions: ['tag', 'day'],
            filters: ['tag', 'tag', 'platform'],
            include: ['evidence'],
          }).map(({ having: _, order_by: __, dimensions = [], ...body }) => ({
            ...body,
            dimensions: [...new Set(['tag', ...dimensions])],
          })) as ReturnType<typeof aBody>,
      ),
    );
    assert.ok(seen.rows > REQUESTS, JSON.stringify(seen));
  },
);

test(
  'so are breakdowns by brand, platform and time alone, which sums by day are enough for',
  TIMEOUT,
  async () => {
    const seen = await compareAll(aRequestOf(['reportBrands'], () => aBodyOfDays));
    assert.ok(seen.rows > REQUESTS, JSON.stringify(seen));
  },
);

/** Requests whose rows have verdicts: of the organisation of many days, all pages of a list. */
const aListOfChanges = fc.constantFrom('reportBrands' as const, 'reportQueries' as const).chain((report) =>
  fc.record({
    report: fc.constant(report),
    body: fc.record(
      {
        dimensions: fc.subarray(['query', 'platform', 'branded', 'country'] as const, {
          maxLength: 3,
          minLength: 1,
        }),
        compare_to: fc.constant('previous'),
        include: fc
          .subarray(['competitors', 'share_of_voice', 'counts'])
          .map((more) => [
            'changes',
            ...more.filter((each) => report === 'reportBrands' || each !== 'competitors'),
          ]),
        having: few(fc.constant({ field: 'visibility_total', operator: 'gte', value: 5 }), 1),
      },
      { requiredKeys: ['dimensions', 'compare_to', 'include'] },
    ),
    org: fc.constant(organisations.length - 1),
    brand: seldom(fc.nat(1)),
    allowed: fc.constant(null),
    days: fc.constantFrom(...RANGES.slice(-2)),
    limit: fc.constantFrom(1, 3, 1000),
    offset: fc.constantFrom(0, 0, 1, 5),
  }),
);

test(
  'verdicts of lists are judged over all pages, and brands against their competitors, as by hand [long]',
  TIMEOUT,
  async (t) => {
    const seen = await compareAll(
      aListOfChanges as unknown as fc.Arbitrary<Request>,
      Math.ceil(REQUESTS / 3),
    );
    t.diagnostic(JSON.stringify(seen));
    // Verdicts that hold, and those that do not, are made for it in test/alerts/verdicts.test.ts.
    assert.ok(seen.against > 0 && seen.rivals > 0, JSON.stringify(seen));
  },
);

test('the counts of rows add up to the undivided row, whatever divides them but tags', async () => {
  const [world] = worlds;
  assert.ok(world);
  const ask = async (report: string, body: object) => {
    const path = `/api/customer/v1/reports/${report}`;
    const all = { start_date: '0001-01-01', end_date: '2026-12-31', limit: 10_000, ...body };
    const { status, json, text } = await app.call('POST', path, { key: world.key, body: all });
    assert.equal(status, 200, text);
    return json.data as Record<string, number>[];
  };
  const countsOf = (rows: Record<string, number>[]) =>
    Object.fromEntries(
      Object.keys(rows[0] ?? {})
        .filter((name) => /_(count|total|sum)$/.test(name) && name !== 'prompt_count')
        .map((name) => [name, Math.round(100 * rows.reduce((total, row) => total + (row[name] ?? 0), 0))]),
    );
  for (const [report, name] of [
    ['reportBrands', 'brands'],
    ['reportQueries', 'queries'],
    ['reportMentions', 'mentions'],
  ] as const) {
    const dimensions = choices(report, 'dimensions').filter((each) => each !== 'tag');
    // Runs of one brand are those of all rows; a mention's run is counted once in each group that it is in.
    const counts = async (by: string[]) => {
      const { run_count: _, ...sums } = countsOf(await ask(name, { dimensions: by }));
      return sums;
    };
    const whole = await counts(['platform']);
    for (const each of dimensions) assert.deepEqual(await counts([each]), whole, `${name} by ${each}`);
    assert.deepEqual(await counts(['month', 'query', 'platform']), whole, name);
    if (report === 'reportBrands') assert.deepEqual(await counts([]), whole);
  }
});

test('every example of the contract is answered as it says', async () => {
  const { key } = worlds[0]!;
  for (const operation of operations.filter(({ id }) => id in SCHEMAS))
    for (const [name, { value }] of Object.entries<{ value: unknown }>(
      operation.raw.requestBody.content['application/json'].examples,
    )) {
      const headers: Record<string, string> =
        'stream' in (value as object) ? { Accept: 'application/x-ndjson' } : {};
      const answer = await app.call('POST', operation.path, { key, body: value, headers });
      // Of a snapshot that nobody has, nothing is known.
      const status = 'updated_since' in (value as object) ? 410 : 200;
      assert.equal(answer.status, status, `${operation.id} ${name}: ${answer.text}`);
      check(operation, answer);
    }
});

test('what has no meaning is refused with the field and the fix', async () => {
  const { key } = worlds[0]!;
  const refused: [report: string, body: object, message: string][] = [
    ['brands', { dimensions: ['brand'] }, 'dimensions[0] must be one of'],
    ['brands', { dimensions: ['day', 'day'] }, 'dimensions must not hold the same twice'],
    [
      'brands',
      { filters: [{ field: 'platform', operator: 'in', values: ['CHATGTP'] }] },
      'filters[0].values[0] must be one of CHATGPT,',
    ],
    [
      'brands',
      { filters: [{ field: 'platform', operator: 'contains', values: ['GPT'] }] },
      'filters[0].operator must be in or not_in',
    ],
    [
      'brands',
      { filters: [{ field: 'branded', operator: 'in', values: ['yes'] }] },
      'filters[0].values[0] must be true or false',
    ],
    [
      'brands',
      { filters: [{ field: 'platform', operator: 'in', values: [null] }] },
      'filters[0].values[0] must not be null',
    ],
    [
      'brands',
      { filters: [{ field: 'model', operator: 'in', values: [1] }] },
      'filters[0].values[0] must be a text, true, false or null',
    ],
    [
      'brands',
      { order_by: [{ field: 'platform' }] },
      'order_by[0].field: platform must be among the dimensions',
    ],
    [
      'brands',
      { having: [{ field: 'share_of_voice', operator: 'gte', value: 1 }] },
      'having[0].field: share_of_voice must be in include',
    ],
    [
      'brands',
      { order_by: [{ field: 'first_count' }] },
      'order_by[0].field: first_count needs counts in include',
    ],
    ['brands', { include: ['changes'] }, 'include[0]: changes needs compare_to'],
    ['brands', { include: ['evidence'], limit: 1001 }, 'limit must be 1000 or less with evidence'],
    [
      'brands',
      { dimensions: ['week'], compare_to: 'previous' },
      'compare_to cannot be with the dimension week',
    ],
    ['brands', { compare_to: 'last' }, 'compare_to must be'],
    [
      'brands',
      {
        start_date: '2026-01-01',
        end_date: '2026-01-31',
        compare_to: { start_date: '2026-01-31', end_date: '2026-02-01' },
      },
      'compare_to must not overlap',
    ],
    [
      'brands',
      { start_date: '0001-01-01', end_date: '2026-01-31', compare_to: 'previous' },
      'compare_to: there are not as many days',
    ],
    ['queries', { compare_to: 'previous' }, 'compare_to needs dimensions'],
    [
      'queries',
      { having: [{ field: 'visibility', operator: 'gte', value: 1 }] },
      'having[0].field: visibility needs dimensions',
    ],
    [
      'queries',
      { dimensions: ['platform'], order_by: [{ field: 'brand' }] },
      'order_by[0].field: brand must be among the dimensions',
    ],
    ['mentions', { include: ['intervals'] }, 'include[0]: intervals needs dimensions'],
    ['mentions', { dimension: ['day'] }, 'Did you mean "dimensions"?'],
    ['mentions', { snapshot_id: 'a b' }, 'snapshot_id must hold letters'],
  ];
  for (const [report, body, message] of refused) {
    const { status, json } = await app.report({ key }, report, body);
    assert.equal(status, 400, JSON.stringify(body));
    assert.ok(json.message.includes(message), `${JSON.stringify(body)}: ${json.message}`);
  }
  const body = { snapshot_id: 'one' };
  const headers = { 'X-Snapshot-Id': 'another' };
  const { status } = await app.call('POST', '/api/customer/v1/reports/brands', { key, body, headers });
  assert.equal(status, 400);
});
