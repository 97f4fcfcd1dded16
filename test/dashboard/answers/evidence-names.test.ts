// long: drives a browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClean, noBrowser, violations } from '../../support/browser/browser.ts';
import { logIn, view } from '../../support/browser/dashboard.ts';
import { withOrganisation } from '../../support/callers/organisation.ts';

/** Names as long as the contract lets them be: of one word, from right to left, and without blanks. */
const LATIN = `Lumen${'fold'.repeat(48)}`;
const HEBREW = 'מנורה'.repeat(40);
const CHINESE = '台灯'.repeat(100);
const { app, org, call } = await withOrganisation({
  brands: [{ name: LATIN, competitors: [{ name: HEBREW }, { name: CHINESE }] }],
});
const brand = (await call('listBrands')).json.data[0]!;
const PROMPT = `${HEBREW} איזו מנורה? ${'x'.repeat(300)}`;
const DOMAIN = `${'very-long-name'.repeat(4)}.${'part'.repeat(12)}.example`;
const TITLE = `${HEBREW.slice(0, 150)} ${'t'.repeat(250)}`;
await app.ingest(
  org,
  Array.from({ length: 8 }, (_, at) => ({
    ...{ brandId: brand.id, externalId: `answer ${at}`, queryText: PROMPT },
    platform: at % 2 ? ('CLAUDE' as const) : ('CHATGPT' as const),
    executedAt: `2026-11-${10 + at}T12:00:00Z`,
    answer: at % 4 === 0 ? `${HEBREW} טוב. ${CHINESE}。` : `${LATIN} is excellent. ${CHINESE} is fine.`,
    citations: [{ url: `https://${DOMAIN}/${'page'.repeat(400)}`, title: TITLE }],
  })),
);
await app.snapshot();
const { data: runs } = (await call('listRuns', { query: { brandId: brand.id, limit: 1 } })).json;
const OF = `brand=${brand.id}&range=2026-11-14..2026-11-17`;
const VIEWS = [
  `sources?${OF}`,
  `sources/urls?${OF}`,
  `sources/own?${OF}`,
  `sources/domain/${DOMAIN}?${OF}&who=gap`,
  `compare?${OF}`,
  `answer/${runs[0]!.id}?brand=${brand.id}`,
  `corrections?correct=new&brand=${brand.id}`,
  ...['overview', 'prompts', `prompts/${encodeURIComponent(PROMPT)}`, 'coverage'].map(
    (one) => `${one}?${OF}`,
  ),
  ...[
    'alerts',
    'campaigns',
    'content',
    'schema',
    'settings/brands',
    `settings/brands/${brand.id}`,
    'welcome',
  ].map((one) => `${one}?${OF}`),
];

for (const width of [390, 1440])
  test(`names, addresses and texts of hundreds of letters, also from right to left, stay in their place at ${width} px`, {
    skip: noBrowser,
    timeout: 200_000,
  }, async () => {
    const visit = await logIn(app, org, { viewport: { width, height: 900 } });
    const { page } = visit;
    const wrong: string[] = [];
    const widths = new Set<number>();
    for (const one of VIEWS) {
      await view(visit, `#/${one}`);
      const over = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      if (over > 0) wrong.push(`${one}: ${over} px too wide`);
      // A name may be cut, with the whole of it on hover; it does not push the numbers away.
      const widest = await page.evaluate<number>(
        `Math.max(0, ...[...document.querySelectorAll('thead th')].map((one) => one.offsetWidth))`,
      );
      if (width === 390 && widest > 300) wrong.push(`${one}: a column of ${widest} px`);
      for (const picker of await page.locator('.topbar .picker').all())
        widths.add((await picker.boundingBox())?.width ?? 0);
      wrong.push(...(await violations(page)).map((fault) => `${one}: ${fault}`));
    }
    assert.deepEqual(wrong, []);
    assert.equal(widths.size, 1, `the picker is ${[...widths].join()} px wide`);
    await view(visit, `#/sources/urls?${OF}`);
    const title = "document.querySelector('.sources-page [dir=auto]')";
    assert.equal(await page.evaluate(`${title}.textContent`), TITLE);
    assert.equal(await page.evaluate(`getComputedStyle(${title}).direction`), 'rtl');
    assertClean(visit);
  });
