import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callerWith } from '../support/callers/caller.ts';
import { withApp } from '../support/callers/organisation.ts';
import { until } from '../support/server/app.ts';

const app = await withApp({ REPORT_ENGINE: 'postgres' });

test('createExport answers 503 where reports are made from Postgres itself; createDataExport works', async () => {
  const call = callerWith(app, await app.login(await app.organisation()));
  const refused = await call('createExport', { body: { report: 'BRANDS', format: 'CSV' } });
  assert.equal(refused.status, 503);
  assert.match(refused.json.message, /REPORT_ENGINE/);
  const { json } = await call('createDataExport');
  await until(async () => (await call('getExport', { ids: [json.id] })).json.state === 'COMPLETED');
});
