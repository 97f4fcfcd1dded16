// long: drives a browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { assertClean, noBrowser, violations } from '../../support/browser/browser.ts';
import { logIn, view } from '../../support/browser/dashboard.ts';
import { withOrganisation } from '../../support/callers/organisation.ts';

const { app, org } = await withOrganisation();

test('a second factor is set up by password and code, demanded of all, and switched off', {
  skip: noBrowser,
}, async () => {
  const visit = await logIn(app, org);
  const { page } = visit;
  await view(visit, '#/settings/security');
  await page.getByRole('button', { name: 'Set it up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up a second factor' });
  await dialog.getByLabel('Your password').fill('not this one');
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await dialog
    .getByText(/password/i)
    .and(dialog.locator('.problem, .note'))
    .waitFor();
  await dialog.getByLabel('Your password').fill(org.password);
  await dialog.getByRole('button', { name: 'Go on' }).click();
  const secret = (await dialog.locator('pre').innerText()).trim();
  assert.deepEqual(await violations(page), []);
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await dialog.getByLabel('Code that the app shows').fill(code);
  await dialog.getByRole('button', { name: 'Switch it on' }).click();
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  assert.equal((await codes.locator('pre').innerText()).trim().split('\n').length, 10);
  await codes.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByText('10 of 10 recovery codes are left.').waitFor();

  await page.getByRole('button', { name: 'Demand it of all members', exact: true }).click();
  await page.getByText('This organisation demands it of all members.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Switch it off' }).count(), 0);
  await page.getByRole('button', { name: 'No longer demand it of all members' }).click();
  await page.getByRole('button', { name: 'Switch it off' }).click();
  const off = page.getByRole('dialog', { name: 'Switch the second factor off' });
  await off.getByLabel('Your password').fill(org.password);
  await off.getByRole('button', { name: 'Switch it off' }).click();
  await page.getByText('The second factor is off.').waitFor();
  await page.getByRole('button', { name: 'Set it up' }).waitFor();
  assertClean(visit, ['POST /api/auth/second-factor/enrolment 403']);
});
