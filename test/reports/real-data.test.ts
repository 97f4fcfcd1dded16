// long: stores and compares 2,157 real answers
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { putBrands } from '../../src/features/brands/import.ts';
import { ingestFile, readBrandsFile } from '../../src/features/imports/file.ts';
import { breakdownOf } from '../../src/reports/breakdown/request.ts';
import { LiveReports } from '../../src/reports/live-reports.ts';
import type { Reports } from '../../src/reports/reports.ts';
import { withApp } from '../support/callers/organisation.ts';
import type { TestApp, TestOrganisation } from '../support/server/app.ts';

const FOLDER = fileURLToPath(new URL('../../../shared/data/', import.meta.url));
const skip = existsSync(`${FOLDER}runs.jsonl`) ? false : `the real answers are not here: ${FOLDER}`;
const RANGE = { start: '2024-11-01', end: '2026-03-01' };

let app: TestApp;
let org: TestOrganisation;

before(async () => {
  if (skip) return;
  app = await withApp();
  org = await app.organisation();
});

test('2,157 real answers on 40 brands are kept, each once', { skip }, async () => {
  const { db, ingestion } = app.app.services;
  const outcome = await putBrands(db, org.id, await readBrandsFile(`${FOLDER}brands.jsonl`));
  assert.deepEqual(outcome, { created: 40, changed: 0, unchanged: 0 });
  const refusals: string[] = [];
  const ingest = async () => {
    const { created, unchanged, refused } = await ingestFile(ingestion, org.id, `${FOLDER}runs.jsonl`, {
      onProblem: (line, reason) => refusals.push(`${line}: ${reason}`),
      onProgress: () => {},
    });
    return { created, unchanged, refused };
  };
  assert.deepEqual(await ingest(), { created: 2157, unchanged: 0, refused: 0 }, refusals.join('\n'));
  assert.deepEqual(await ingest(), { created: 0, unchanged: 2157, refused: 0 });
});

test('all three reports on real answers are the same from DuckDB and Postgres', { skip }, async () => {
  await app.snapshot();
  const { db, reports } = app.app.services;
  const live = new LiveReports(db);
  for (const report of ['reportBrands', 'reportQueries', 'reportMentions'] as const) {
    const page = async (from: Reports, limit: number, offset: number) => {
      const call = { report, orgId: org.id, brand: null, allowed: null, ...RANGE, limit, offset };
      const { body: json } = await from.render(call);
      return JSON.parse(String(json));
    };
    const whole = await page(reports, 10_000, 0);
    assert.deepEqual(whole, await page(live, 10_000, 0));
    assert.ok(whole.data.length >= 40 && whole.total === whole.data.length, report);
    // Most answers share the time they were collected at: pages must put together all the same.
    const pages = [];
    for (let offset = 0; offset < whole.total; offset += 333) pages.push(await page(reports, 333, offset));
    assert.deepEqual(
      pages.flatMap(({ data }) => data),
      whole.data,
    );
    if (report === 'reportBrands') {
      const runs = whole.data.reduce(
        (sum: number, row: { visibility_total: number }) => sum + row.visibility_total,
        0,
      );
      assert.deepEqual([whole.total, runs], [40, 2157]);
    }
  }
});

test('the gap of each cited domain is what the real answers say, counted one by one', { skip }, async () => {
  const { db, reports } = app.app.services;
  const { answers, citations } = await db.tenant(org.id, async (tx) => ({
    answers: await tx<{ id: string; brandId: string; named: boolean; rivals: number }[]>`
      select r.id, r.brand_id as "brandId", bool_or(o.named) filter (where o.subject_id = r.brand_id) as named,
             (count(*) filter (where o.kind = 'COMPETITOR' and o.named))::int as rivals
      from runs r join observations o on o.org_id = r.org_id and o.run_id = r.id group by r.id, r.brand_id`,
    citations: await tx<{ runId: string; domain: string }[]>`select run_id as "runId", domain from citations`,
  }));
  const cited = Map.groupBy(citations, ({ runId }) => runId);
  const expected = new Map<string, [answers: number, named: number, gap: number]>();
  for (const { id, brandId, named, rivals } of answers) {
    const domains = new Set((cited.get(id) ?? []).map(({ domain }) => domain || null));
    for (const domain of domains) {
      const key = `${brandId} ${domain}`;
      const [all, ofBrand, gap] = expected.get(key) ?? [0, 0, 0];
      expected.set(key, [all + 1, ofBrand + Number(named), gap + Number(!named && rivals > 0)]);
    }
  }
  const found = new Map<string, number[]>();
  for (let offset = 0, total = 1; offset < total; offset += 5_000) {
    const breakdown = breakdownOf('reportSources', {}, RANGE);
    const call = { report: 'reportSources', orgId: org.id, brand: null, allowed: null, ...RANGE } as const;
    const { body } = await reports.render({ ...call, breakdown, limit: 5_000, offset });
    const page = JSON.parse(String(body));
    total = page.total;
    for (const { brand, domain, answer_count, brand_count, gap_count } of page.data)
      found.set(`${brand.id} ${domain}`, [answer_count, brand_count, gap_count]);
  }
  assert.deepEqual(new Map([...found].sort()), new Map([...expected].sort()));
  const gaps = [...found.values()].reduce((sum, [, , gap]) => sum + (gap ?? 0), 0);
  assert.ok(found.size > 500 && gaps > 100, `${found.size} sources, ${gaps} gaps`);
});
