import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertClean, noBrowser, settled, violations } from '../../support/browser.ts';
import { bucketConfig, stateOf, writeNow } from '../../support/buckets.ts';
import { logIn, view } from '../../support/dashboard.ts';
import { withBrand } from '../../support/organisation.ts';
import { skipWithoutS3, startS3, type TestS3 } from '../../support/s3.ts';

const skip = noBrowser || skipWithoutS3;
const s3 = skip ? (null as unknown as TestS3) : await startS3();
const { app, org, call } = await withBrand({}, { OUTBOUND_ALLOW: '127.0.0.0/8' });
after(() => s3?.close());

test('a bucket is connected, checked, written, and says why it fails', { skip }, async () => {
  await app.ingest(org, [{ brand: 'Lumenfold', answer: 'Lumenfold wins.' }]);
  await app.snapshot();
  const visit = await logIn(app, org);
  const { page } = visit;
  const look = async (name: string) => {
    if (!process.env['LOOK']) return;
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 1000 });
      await page.screenshot({ path: `${process.env['LOOK']}-${name}-${width}.png`, fullPage: true });
    }
    await page.setViewportSize({ width: 1440, height: 1000 });
  };
  await view(visit, '#/settings/integrations');
  await page.getByRole('button', { name: 'Connect Bucket of your own' }).click();
  const dialog = page.getByRole('dialog');
  const { bucket, baseUrl, accessKeyId, secretAccessKey } = bucketConfig(s3, '') as Record<string, string>;
  const fill = (label: string, value: string) => dialog.getByLabel(label, { exact: true }).fill(value);
  await fill('Bucket', bucket!);
  await fill('Folder', '/reports');
  await fill('Address of the store', baseUrl!);
  await fill('Access key', accessKeyId!);
  await fill('Secret of the key', 'another secret');
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await dialog.getByText('It must be the path of a folder such as').waitFor();
  await fill('Folder', 'reports/sightline');
  assert.equal(await dialog.getByLabel('Minutes between writes').inputValue(), '60');
  assert.deepEqual(await violations(page), []);
  await look('form');
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await page.getByText('is saved, but: config.secretAccessKey').waitFor();
  const [made] = (await call('listIntegrations', { query: { type: 'BUCKET' } })).json.data;
  const { id } = made!;
  await writeNow(call, id);
  await view(visit, '#/settings/keys');
  await view(visit, '#/settings/integrations');
  const card = page.getByRole('region', { name: 'Your bucket' });
  await card.getByText('not the secret of the key').waitFor();
  await look('failed');
  await page.getByRole('button', { name: 'Change Bucket of your own' }).click();
  assert.equal(await dialog.getByLabel('Folder', { exact: true }).inputValue(), 'reports/sightline');
  await fill('Secret of the key', secretAccessKey!);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Bucket of your own is saved and works.').waitFor();
  await writeNow(call, id);
  await card.getByRole('button', { name: 'Write now' }).click();
  await card.getByText('nothing had changed').waitFor();
  assert.equal((await stateOf(call, id)).filesWritten, 0);
  await card.getByText('s3://sightline/reports/sightline/manifest.json').waitFor();
  assert.equal(await card.getByRole('alert').count(), 0);
  await settled(page);
  assert.deepEqual(await violations(page), []);
  await look('written');
  assertClean(visit);
});
