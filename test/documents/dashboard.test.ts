// long: drives a browser
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { connect } from '../../src/db/client.ts';
import { noteMailSender } from '../../src/features/mail/queue.ts';
import { assertClean, noBrowser, settled, violations } from '../support/browser/browser.ts';
import { logIn, view, withDemo } from '../support/browser/dashboard.ts';
import { callerWith } from '../support/callers/caller.ts';

const { app, demo } = await withDemo({
  JOBS: 'apart',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'reports@sightline.example',
  PUBLIC_URL: 'https://reports.example',
});
await noteMailSender(app.app.services);
// The demo sends no mail. An organisation with as many answers as it has is none.
const operator = connect(app.databaseUrl, { role: 'owner', max: 1 });
await operator`update organisations set is_demo = false`;
await operator.end();
const owner = callerWith(app, await app.login(demo as never));
const [brand] = (await owner('listBrands')).json.data;
await owner('createView', {
  body: { name: 'Last week', screen: 'overview', brandId: brand!.id, range: 'last-week' },
});

test('a report is scheduled, previewed and looked up in Settings', { skip: noBrowser }, async () => {
  const visit = await logIn(app, demo as never);
  const { page } = visit;
  await view(visit, '#/settings/reports');
  await page.getByRole('button', { name: 'Schedule a report' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Every Monday');
  await page.getByLabel('Saved view').selectOption({ label: 'Last week' });
  await page.getByLabel('Time zone').selectOption('Europe/Berlin');
  await page.getByLabel('Addresses, one a line').fill(`${demo.email}\nclient@elsewhere.example`);
  assert.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: 'Schedule it' }).click();
  await page.getByText('Every week on Monday at 08:00, Europe/Berlin').waitFor();
  await page.getByText('2 addresses, 1 not confirmed').waitFor();
  await page.getByRole('button', { name: 'Send it to me now Every Monday' }).click();
  await page.getByText(`It is on its way to ${demo.email}.`).waitFor();
  await page.getByRole('button', { name: 'What was sent Every Monday' }).click();
  await page.getByText('Nothing yet').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Edit Every Monday' }).click();
  await page.getByLabel('How often').selectOption({ label: 'Every month' });
  await page.getByLabel('On day').fill('31');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Every month on day 31 at 08:00, Europe/Berlin').waitFor();
  for (const [name, width] of [
    ['wide', 1440],
    ['phone', 390],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await settled(page);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true, name);
    if (process.env['LOOK'])
      await page.screenshot({ path: `${process.env['LOOK']}/schedules-${name}.png`, fullPage: true });
  }
  assertClean(visit);
});

test('a chart is saved as a picture of its own, with title and legend', { skip: noBrowser }, async () => {
  const visit = await logIn(app, demo as never);
  const { page } = visit;
  await view(visit, `#/overview?brand=${brand!.id}`);
  const saved = async (kind: string) => {
    const download = page.waitForEvent('download');
    await page
      .getByRole('button', { name: `Save as ${kind}` })
      .first()
      .click();
    const file = await download;
    if (process.env['LOOK']) await file.saveAs(`${process.env['LOOK']}/chart.${kind.toLowerCase()}`);
    return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
  };
  const svg = await saved('SVG');
  assert.match(svg.name, /^.+_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d_.+_visibility\.svg$/);
  const text = svg.content.toString();
  assert.ok(
    text.includes(`>${brand!.name}</text>`) && text.includes('>Visibility by day</text>'),
    text.slice(0, 500),
  );
  assert.ok(!/var\(--|class=/.test(text), 'it leans on the styles of the page');
  const png = await saved('PNG');
  assert.equal(png.content.subarray(1, 4).toString(), 'PNG');
  assert.ok(png.content.readUInt32BE(16) > 800, 'two points a pixel');
  assertClean(visit);
});

test('a screen is printed without what is pressed', { skip: noBrowser }, async () => {
  const visit = await logIn(app, demo as never);
  const { page } = visit;
  await view(visit, `#/overview?brand=${brand!.id}`);
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('.sidebar').isVisible(), false);
  assert.equal(await page.getByRole('button', { name: 'Save as CSV' }).first().isVisible(), false);
  assert.equal(await page.locator('h1').first().isVisible(), true);
  // Redrawn for the widths that a print passes through, it would be a line.
  const pdf = await page.pdf({ format: 'A4' });
  const width = await page.evaluate(`document.querySelector('.chart-picture svg').viewBox.baseVal.width`);
  assert.ok((width as number) > 400, `the picture is ${width} wide`);
  if (process.env['LOOK'])
    await (await import('node:fs/promises')).writeFile(`${process.env['LOOK']}/screen.pdf`, pdf);
  assert.ok(pdf.length > 10_000);
  assertClean(visit);
});
