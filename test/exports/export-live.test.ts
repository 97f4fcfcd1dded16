import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../support/app.ts';
import { callerWith } from '../support/caller.ts';
import { withApp } from '../support/organisation.ts';

const app = await withApp({ REPORT_ENGINE: 'postgres' });

test('createExport answers 503 where reports are made from Postgres itself; createDataExport works', async () => {
  const call = callerWith(app, await app.login(await app.organisation()));
  const refused = await call('createExport', { body: { report: 'BRANDS', format: 'CSV' } });
  assert.equal(refused.status, 503);
  assert.match(refused.json.message, /REPORT_ENGINE/);
  const { json } = await call('createDataExport');
  await until(async () => (await call('getExport', { ids: [json.id] })).json.state === 'COMPLETED');
});
