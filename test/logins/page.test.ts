// long: drives a browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { assertClean, noBrowser, openVisit, settled, violations } from '../support/browser/browser.ts';
import { logIn, view } from '../support/browser/dashboard.ts';
import { withMail } from '../support/providers/smtp.ts';
import { until } from '../support/server/app.ts';

const { server, app } = await withMail({ MAIL_FROM: 'reports@sightline.example' });
const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
const PASSWORD = 'a password by the link';

test('a forgotten password is set by the link of the mail', { skip: noBrowser }, async () => {
  const visit = await openVisit(app.url);
  const { page } = visit;
  await page.goto(`${app.url}/`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email').fill(org.email);
  assert.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: 'Send a link' }).click();
  await page.getByRole('status').getByText('a link to set a new password is on its way').waitFor();
  await until(() => server.to(org.email).length === 1);
  const [, token = ''] = /#\/reset\?token=(slp_[\w-]+)/.exec(server.to(org.email)[0]!.text) ?? [];
  await page.goto(`${app.url}/#/reset?token=${token}`);
  await page.getByLabel('New password').fill('short');
  await page.getByRole('button', { name: 'Set it' }).click();
  await page.getByText('must have at least 10 characters').waitFor();
  await page.getByLabel('New password').fill(PASSWORD);
  assert.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: 'Set it' }).click();
  await page.getByText('The password is set.').waitFor();
  await page.getByRole('link', { name: 'Back to the login' }).click();
  await page.getByLabel('Email').fill(org.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.locator('#content').waitFor();
  await settled(page);
  assert.deepEqual(visit.faults, []);
});

test('a second factor is set up, and asked for at the next login', { skip: noBrowser }, async () => {
  const visit = await logIn(app, { ...org, password: PASSWORD });
  const { page } = visit;
  await view(visit, '#/settings/security');
  await page.getByText('This server sends mail from reports@sightline.example').waitFor();
  await page.getByRole('checkbox', { name: 'Alerts' }).click();
  await until(async () => !(await page.getByRole('checkbox', { name: 'Alerts' }).isChecked()));
  assert.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: 'Set it up' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Go on' }).click();
  const secret = Secret.fromBase32(await dialog.locator('pre').innerText());
  const code = (steps: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
  assert.deepEqual(await violations(page), []);
  await dialog.getByLabel('Code that the app shows').fill(code(-1));
  await dialog.getByRole('button', { name: 'Switch it on' }).click();
  await page.getByRole('dialog', { name: 'Your recovery codes' }).waitFor();
  const [recovery = ''] = (await page.getByRole('dialog').locator('pre').innerText()).split('\n');
  assert.match(recovery, /^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByText('10 of 10 recovery codes are left').waitFor();
  assertClean(visit);

  for (const [typed, fits] of [
    [() => '000000', false],
    // Made when it is typed: the steps before may take longer than a code lasts.
    [() => code(0), true],
    [() => recovery, true],
  ] as const) {
    const next = await openVisit(app.url);
    await next.page.goto(`${app.url}/`);
    await next.page.getByLabel('Email').fill(org.email);
    await next.page.getByLabel('Password').fill(PASSWORD);
    await next.page.getByRole('button', { name: 'Log in' }).click();
    await next.page.getByLabel('Code').waitFor();
    assert.deepEqual(await violations(next.page), []);
    await next.page.getByLabel('Code').fill(typed());
    await next.page.getByRole('button', { name: 'Log in' }).click();
    if (fits) await next.page.locator('#content').waitFor();
    else await next.page.getByText('The code is wrong').waitFor();
  }
});
