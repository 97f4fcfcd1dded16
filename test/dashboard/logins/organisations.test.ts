// long: drives a browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClean, noBrowser, settled, violations } from '../../support/browser/browser.ts';
import { logIn, view } from '../../support/browser/dashboard.ts';
import { callerWith } from '../../support/callers/caller.ts';
import { joined } from '../../support/callers/members.ts';
import { withApp } from '../../support/callers/organisation.ts';
import { adminKey } from '../../support/callers/server-admin.ts';
import type { TestOrganisation } from '../../support/server/app.ts';
import { givenShare } from '../../support/worlds/given.ts';

const app = await withApp({});
const admin = callerWith(app, await adminKey(app));

/** Answers on 58 days, the brand named more often in the second half. */
const answered = (org: TestOrganisation, brand: string) =>
  app.ingest(org, [
    ...givenShare(58, 30, 0.1, { brand, prompts: 4 }),
    ...givenShare(29, 1, 0.8, { brand, prompts: 4 }),
  ]);

test('all organisations of a person are on one page, each with its headline, and one click away', {
  skip: noBrowser,
}, async () => {
  const orgs: TestOrganisation[] = [];
  for (const name of ['Lumenfold', 'Gleamwell', 'Brightnook', 'Nightlark'])
    orgs.push(await app.organisation({ brands: [{ name }] }));
  const [first, second, third, fourth] = orgs as [
    TestOrganisation,
    TestOrganisation,
    TestOrganisation,
    TestOrganisation,
  ];
  await answered(first, 'Lumenfold');
  await app.ingest(second, [{ brand: 'Gleamwell', answer: 'Gleamwell.' }]);
  await app.snapshot();
  const somebody = await joined(app, callerWith(app, await app.login(first)), 'VIEWER');
  for (const org of [second, third, fourth])
    await app.sql(
      org,
    )`insert into memberships (org_id, user_id, role) values (${org.id}, ${somebody.id}, 'ADMIN')`;
  await app.app.services.db.sql`update organisations set only_single_sign_on = true where id = ${third.id}`;
  const reason = 'The invoice is overdue.';
  await admin('updateServerOrganisation', { ids: [fourth.id], body: { suspension: { reason } } });

  const visit = await logIn(app, somebody);
  const { page } = visit;
  await page.locator('.account-name').click();
  await page.getByRole('link', { name: 'All of them, with their numbers' }).click();
  await settled(page);
  assert.ok(
    !(await page.getByRole('button', { name: 'Log out', exact: true }).isVisible()),
    'the menu is closed',
  );
  const cards = page.locator('.organisations-card');
  const texts = await cards.allInnerTexts();
  assert.equal(texts.length, 4);
  assert.match(texts[0]!, /Visibility of Lumenfold[\s\S]*%[\s\S]*points, [\s\S]*You are here/);
  assert.match(texts[1]!, /Visibility of Gleamwell\s+100\.0\s%[\s\S]*1 answer[\s\S]*Open/);
  assert.match(texts[2]!, /own accounts alone/);
  assert.match(texts[3]!, /suspended by the administrator of the server/);
  assert.ok(!texts.join().includes(reason));
  assert.equal(await page.getByRole('button', { name: /^Open/ }).count(), 1);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    assert.deepEqual(await violations(page), []);
    assert.ok(
      (await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')) <= 0,
      `${width}`,
    );
  }
  await page.getByRole('button', { name: /^Open/ }).click();
  await page.getByText('Gleamwell').first().waitFor();
  await settled(page);
  assert.match(await page.evaluate<string>('location.hash'), /^#\/overview/);
  await view(visit, '#/organisations');
  assert.match((await cards.allInnerTexts())[1]!, /You are here/);
  assertClean(visit);
});

test('who is in a suspended organisation is led to the login, which says why', {
  skip: noBrowser,
}, async () => {
  const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  const visit = await logIn(app, org);
  await admin('updateServerOrganisation', { ids: [org.id], body: { suspension: { reason: 'Overdue' } } });
  await visit.page.reload();
  const { page } = visit;
  await page.getByLabel('Email').fill(org.email);
  await page.getByLabel('Password').fill(org.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByText(/suspended by the administrator of the server/).waitFor();
  await admin('updateServerOrganisation', { ids: [org.id], body: { suspension: null } });
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.locator('.account-name').waitFor();
});
