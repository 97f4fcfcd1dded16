import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longRuns, RANGE } from '../support/callers/long-streams.ts';
import { withOrganisation } from '../support/callers/organisation.ts';

const RUNS = 300;
const { app, org } = await withOrganisation(
  { brands: [{ name: 'Lumenfold' }] },
  { REPORT_MEMORY_MB: '64', WORKERS: '1', JOBS: 'apart' },
);

for (let at = 0; at < RUNS; at += 50) await app.ingest(org, longRuns('Lumenfold', at, 50));
await app.snapshot();

test('a page that needs more memory than the engine has is refused with the way out', async () => {
  const page = (limit: number) => app.report(org, 'mentions', { ...RANGE, limit });
  const refused = await page(10_000);
  assert.equal(refused.status, 503, refused.text.slice(0, 200));
  assert.equal(refused.json.error, 'unavailable');
  assert.match(refused.json.message, /more memory .* Ask for fewer rows \(limit\)/);
  const fewer = await page(100);
  assert.equal(fewer.status, 200);
  assert.equal(fewer.json.data.length, 100);
});
