// long: axe-core over every screen, as each role
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClean, noBrowser, settled, type Visit, violations } from '../support/browser/browser.ts';
import { logIn, view, withDemo } from '../support/browser/dashboard.ts';
import { callerWith } from '../support/callers/caller.ts';
import { joined } from '../support/callers/members.ts';
import { until } from '../support/server/app.ts';

const { app, demo } = await withDemo();
const owner = callerWith(app, await app.login({ ...demo, id: demo.orgId, key: demo.apiKey }));
const { data: brands } = (await owner('listBrands')).json;
const brand = brands[0]!;
const { data: answers } = (await owner('listRuns', { query: { brandId: brand.id, limit: 1 } })).json;
const of = `brand=${brand.id}`;
const savedView = (
  await owner('createView', { body: { name: 'Overview', screen: 'overview', visibility: 'ORGANISATION' } })
).json;

/** A view of each screen and tab. */
const VIEWS = [
  'overview',
  `overview?${of}`,
  `overview?${of}&range=365d&platform=CHATGPT&branded=false`,
  `opportunities?${of}`,
  `opportunities?${of}&state=DONE`,
  'prompts',
  `prompts?${of}`,
  `prompts/${encodeURIComponent(answers[0]!.query.queryText)}?${of}`,
  `answer/${answers[0]!.id}`,
  `sources?${of}`,
  `sources/urls?${of}`,
  `sources/own?${of}`,
  `sources/kinds?${of}`,
  `sources/domain/reviews.gearbench.example?${of}`,
  `compare?${of}`,
  'consent',
  `coverage?${of}`,
  'views',
  'views/links',
  `view/${savedView.id}`,
  'annotations',
  'annotations?note=new',
  'alerts',
  'alerts/rules?rule=new',
  'corrections',
  'corrections?correct=new',
  'campaigns',
  'campaigns?campaign=new',
  'content',
  'content/drafts',
  'content?brief=new',
  'organisations',
  'schema',
  'schema/new',
  ...[
    'brands',
    'keys',
    'members',
    'webhooks',
    'integrations',
    'plan',
    'organisation',
    'security',
    'audit',
  ].map((tab) => `settings/${tab}`),
  `settings/brands/${brand.id}`,
  ...['welcome', 'welcome/brand', 'welcome/names', 'welcome/prompts', 'welcome/answers', 'welcome/report'],
  'welcome/file',
];

/** Some 30 views are looked at, each with axe-core: half a minute on an idle machine. */
const LONG = { skip: noBrowser, timeout: 400_000 };

const LOOKS = {
  'on a desk, light': { viewport: { width: 1360, height: 900 }, colorScheme: 'light' },
  'on a phone, dark': { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
} as const;

for (const [name, look] of Object.entries(LOOKS))
  test(
    `every screen ${name}: nothing refused or foreign, no violation of axe-core, nothing cut off`,
    LONG,
    async () => {
      const visit = await logIn(app, demo, look);
      const wrong: string[] = [];
      for (const one of VIEWS) {
        await view(visit, `#/${one}`);
        wrong.push(...(await faultsOf(visit)).map((fault) => `${one}: ${fault}`));
      }
      assert.deepEqual(wrong, []);
      assertClean(visit);
    },
  );

/** What is wrong with the view as it is shown. */
async function faultsOf({ page }: Visit): Promise<string[]> {
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  const text = await page.locator('main').innerText();
  return [
    ...(await violations(page)),
    ...(overflow > 0 ? [`the page is ${overflow}px too wide`] : []),
    ...(/undefined|\[object|NaN|Infinity/.exec(text) ?? []).map((word) => `shows ${word}`),
    ...((await page.locator('h1').count()) === 1 ? [] : ['has not one h1']),
  ];
}

test('a member with VIEWER is refused nothing, on no screen', LONG, async () => {
  const viewer = await joined(app, owner, 'VIEWER');
  const visit = await logIn(app, viewer);
  for (const one of VIEWS) await view(visit, `#/${one}`);
  assertClean(visit);
  // What changes something is not offered.
  await view(visit, '#/settings/keys');
  assert.equal(await visit.page.getByRole('button', { name: /create|new key|revoke/i }).count(), 0);
});

test('another organisation sees nothing of it, whatever the address names', LONG, async () => {
  const other = await app.organisation({ brands: [{ name: 'Otherbrand' }] });
  const visit = await logIn(app, other);
  const names = new Set(brands.map(({ name }: { name: string }) => name));
  const withIds = VIEWS.filter((one) => /[0-9a-f]{8}-/.test(one));
  assert.ok(withIds.length > 10);
  for (const one of withIds) {
    await view(visit, `#/${one}`);
    const text = await visit.page.locator('body').innerText();
    for (const name of names) assert.ok(!text.includes(String(name)), `${one} shows ${name}`);
  }
  assert.deepEqual(visit.faults, []);
  // What is another's is not found; nothing is forbidden or broken.
  assert.deepEqual(
    visit.refusals.filter((line) => !line.endsWith(' 404')),
    [],
  );
});

test('the menu leads to every screen by the keyboard alone', LONG, async () => {
  const visit = await logIn(app, demo);
  const { page } = visit;
  const names = await page.locator('#sidebar .nav a').allInnerTexts();
  assert.ok(names.length >= 10, String(names));
  for (const name of names.filter((one) => one !== 'Documentation')) {
    await tabBackTo(visit, name);
    await page.keyboard.press('Enter');
    await until(async () => (await page.title()).startsWith(`${name} – `));
    await settled(page);
  }
  assertClean(visit);
});

/**
 * Presses Shift+Tab until the link of this name has the focus: a link leads into the content, which the menu stands
 * before.
 */
async function tabBackTo({ page }: Visit, name: string): Promise<void> {
  for (let presses = 0; presses < 200; presses += 1) {
    await page.keyboard.press('Shift+Tab');
    const focused = await page.evaluate<string>('document.activeElement?.textContent ?? ""');
    if (focused === name) return;
  }
  assert.fail(`${name} is not reached by Shift+Tab`);
}
