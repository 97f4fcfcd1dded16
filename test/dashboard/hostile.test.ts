import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOf } from '../../src/web/dashboard/screens/answer/drawn.ts';
import { noBrowser, openVisit, settled, type Visit } from '../support/browser/browser.ts';
import { logIn, view } from '../support/browser/dashboard.ts';
import { withOrganisation } from '../support/callers/organisation.ts';
import { momentAgo } from '../support/days.ts';

/**
 * Data that would be markup, a script, a link, a formula or another direction of writing, if it were taken for more
 * than text.
 */
const MARKUP = `<img src="https://evil.example/x.png" onerror=alert(1)>"'><script>alert(2)</script><svg/onload=alert(3)>`;
const BIDI = ['\u202Eevil\u2066\u200B\u200D{{7*7}}$', '{7*7}'].join('');
const NAME = `=Lume ${MARKUP} ${BIDI}`;
const RIVAL = `constructor ${MARKUP}`;
const LINKS = [
  '[a](javascript:alert(4)) [b](JaVaScRiPt:alert(5)) [c](data:text/html,<script>alert(6)</script>) <javascript:alert(7)>',
  '[d](//evil.example) [e](java\tscript:alert(8)) [f](vbscript:x) ![g](https://evil.example/y.png) [h](https://good.example)',
  '<a href="javascript:alert(9)" onclick=alert(10)>i</a> <iframe src=https://evil.example></iframe> <style>*{display:none}</style>',
  '<form action=https://evil.example><input name=password></form> <base href=https://evil.example/> <math><mtext></mtext></math>',
  '[[[[[nested](https://good.example)](https://good.example)](javascript:alert(11))',
];
/** Of which long texts are made that cost a careless reader much. */
const PARTS = [
  ' ',
  '\t',
  '\n',
  '\r\n',
  '.',
  '#',
  '# a',
  '|',
  '|-',
  '|\n',
  '[',
  ']',
  '[](',
  '](',
  '(',
  '*',
  '*a ',
  '**a',
  '_a ',
  '`',
  '~~a',
  '<',
  '<a ',
  '<http://a',
  'http://a',
  '&a',
  '&#1',
  '> ',
  '- ',
  '1. ',
  '- a\n\n',
  '```\n',
  '\\',
  'a|b\n',
  ':-',
  '---\n',
  '\u200B',
  '😀',
];
const LENGTH = 20_000;

const { app, org, call } = await withOrganisation({
  brands: [{ name: NAME, competitors: [{ name: RIVAL }] }],
});
const { data: brands } = (await call('listBrands')).json;
const brand = brands[0]!;
const prompt = `Which? ${MARKUP} ${BIDI}`;
const day = momentAgo(1);
const answers = {
  marked: [`# ${NAME}`, ...LINKS, `| ${NAME} | ${RIVAL} |\n|---|---|\n| ${MARKUP} | ${BIDI} |`].join('\n\n'),
  wide: `|${' |'.repeat(LENGTH)}\n|-|\n${'|\n'.repeat(LENGTH)}Wide.`,
  blank: `${NAME}\n# a${' '.repeat(LENGTH / 2)}b\nhttps://a${'.'.repeat(LENGTH / 3)}/x`,
  huge: `${NAME} is best, says [a test](https://good.example).\n${'**bold** [x](y '.repeat(1_000_000)}`.slice(
    0,
    1_000_000,
  ),
};
await app.ingest(
  org,
  Object.entries(answers).map(([externalId, answer]) => ({
    externalId,
    brandId: brand.id,
    platform: 'CHATGPT',
    queryText: prompt,
    executedAt: day,
    answer,
    model: MARKUP.slice(0, 50),
    citations: [
      { url: `https://good.example/"onmouseover=alert(12)?${'a'.repeat(1000)}`, title: `${MARKUP}${BIDI}` },
      { url: 'https://xn--e1awd7f.example/<script>', title: '=cmd|calc' },
    ],
  })),
);
await app.snapshot();
await call('createCorrectionBatch', {
  body: { filter: { brandId: brand.id, namedAs: MARKUP }, named: false, note: `${MARKUP}${BIDI}` },
});
await call('createAnnotation', {
  body: { brandId: brand.id, day: day.slice(0, 10), text: `${MARKUP}${BIDI}`.slice(0, 500) },
});
const savedView = (
  await call('createView', {
    body: {
      ...{ name: `${MARKUP}${BIDI}`.slice(0, 200), screen: 'overview', brandId: brand.id },
      settings: { '"><script>alert(1)</script>': MARKUP.slice(0, 200) },
    },
  })
).json.id;
const { data: runs } = (await call('listRuns', { query: { limit: 10 } })).json;
const runIds: Record<string, string> = {};
for (const { id } of runs) {
  const { externalId } = (await call('getRun', { ids: [id] })).json;
  runIds[String(externalId)] = id;
}

test('no text is so odd that reading its Markdown takes long', () => {
  const texts = PARTS.flatMap((part) => [
    part.repeat(LENGTH / part.length),
    ...PARTS.slice(0, 6).flatMap((other) => [
      `# a ${part.repeat(LENGTH / 2 / part.length)}x${other}`,
      `${part}${other}`.repeat(LENGTH / 2 / (part.length + other.length)),
      `[a](http://b${part.repeat(4_000 / part.length)}${other}x)`,
    ]),
    `http://a${part.repeat(LENGTH / part.length)}x`,
  ]);
  for (const text of texts) {
    const before = process.cpuUsage();
    const blocks = blocksOf(text);
    const { user } = process.cpuUsage(before);
    assert.ok(user < 1_000_000, `${user / 1000} ms for ${JSON.stringify(text.slice(0, 30))}…`);
    const cells = blocks.map((block) =>
      block.type === 'table' ? block.rows.reduce((sum, row) => sum + row.length, 0) : 0,
    );
    assert.ok(cells.reduce((sum, count) => sum + count, 0) <= text.length, 'more cells than letters');
  }
});

/** The views that show what came from outside. */
const VIEWS = [
  'overview',
  `overview?brand=${brand.id}`,
  `opportunities?brand=${brand.id}&uncertain=1`,
  `prompts?brand=${brand.id}`,
  `prompts/${encodeURIComponent(prompt)}?brand=${brand.id}`,
  `sources?brand=${brand.id}`,
  `sources/urls?brand=${brand.id}`,
  `sources/own?brand=${brand.id}`,
  `sources/domain/good.example?brand=${brand.id}`,
  `compare?brand=${brand.id}`,
  `coverage?brand=${brand.id}`,
  `answer/${runIds['marked']}`,
  `answer/${runIds['marked']}?as=sent`,
  'welcome',
  'settings/brands',
  `settings/brands/${brand.id}`,
  'settings/audit',
  'settings/security',
  'settings/organisation',
  'consent',
  'views',
  `view/${savedView}`,
  'annotations',
  'alerts',
  'corrections',
  'campaigns',
  'content',
  'organisations',
  'schema',
];

async function opened(): Promise<Visit> {
  const visit = await logIn(app, org);
  visit.page.on('dialog', (dialog) => {
    visit.faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return visit;
}

/** What on the page was made by data though it is more than text. */
const made = ({ page }: Visit) =>
  page.evaluate<string[]>(`[
    ...document.querySelectorAll('img, iframe, object, embed, base, math, script:not([src]), style, [onerror], [onclick], [onload], [onmouseover]'),
    ...[...document.querySelectorAll('a[href], form[action]')].filter((one) => !/^(https?|blob):$/.test(new URL(one.href?.baseVal ?? one.href ?? one.action, location.href).protocol)),
    ...[...document.querySelectorAll('a[href]')].filter((one) => new URL(one.href.baseVal ?? one.href, location.href).origin !== location.origin && !(one.rel.includes('noopener') && one.target === '_blank')),
  ].map((one) => one.outerHTML.slice(0, 200))`);

test('what comes from outside is text on every screen: nothing runs, asks elsewhere or leads to a script [long]', {
  skip: noBrowser,
}, async () => {
  const visit = await opened();
  for (const one of VIEWS) {
    await view(visit, `#/${one}`);
    assert.deepEqual(await made(visit), [], one);
  }
  assert.deepEqual(visit.faults, []);
});

test('an answer of any shape and size is shown without the page standing still [long]', {
  skip: noBrowser,
}, async () => {
  const visit = await opened();
  const { page } = visit;
  await page.evaluate(
    'globalThis.longest = 0; new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) longest = Math.max(longest, duration) }).observe({ type: "longtask" })',
  );
  for (const name of ['wide', 'blank', 'huge']) {
    await view(visit, `#/answer/${runIds[name]}`);
    await page
      .getByRole('heading', { name: 'What was read from it' })
      .waitFor()
      .catch(async () =>
        assert.fail(
          `${name}: ${visit.faults} ${visit.refusals} ${(await page.locator('body').innerText()).slice(0, 500)}`,
        ),
      );
    for (let more = 0; more < 2; more += 1) {
      const button = page.getByRole('button', { name: 'Show more of the answer' });
      if (name === 'huge') await button.click();
    }
    const longest = await page.evaluate<number>('longest');
    assert.ok(longest < 5_000, `${name}: ${longest} ms`);
  }
  assert.deepEqual(visit.faults, []);
});

test('an address that names nothing leads somewhere [long]', { skip: noBrowser }, async () => {
  const visit = await opened();
  const odd = [
    'constructor',
    '__proto__',
    'toString/x',
    '%E0%A4%A',
    '%00',
    'answer/%00',
    'answer/..%2F..%2Fbrands',
    'answer/constructor',
    'prompts/%ED%A0%80',
    'settings/constructor',
    'settings/__proto__/x',
    'settings/brands/nobody',
    'sources/constructor',
    'sources/domain/%00?who=constructor&type=constructor&page=__proto__',
    'welcome/constructor',
    'content/constructor',
    'schema/constructor',
    'alerts/__proto__',
    'campaigns/constructor',
    'overview?range=9999-99-99..9999-99-99',
    'overview?range=999d',
    'overview?range=0000-01-01..9999-12-31',
    'overview?brand=nobody',
    'prompts?by=constructor&sort=__proto__',
    'compare?brand=nobody&to=x',
    'coverage?range=constructor',
    `overview?x=${'a'.repeat(100_000)}`,
  ];
  for (const one of odd) {
    await view(visit, `#/${one}`).catch(() => assert.fail(`${one}: ${visit.faults}`));
    assert.ok((await visit.page.locator('main').innerText()).length > 20, one);
    assert.deepEqual(visit.faults, [], one);
  }
  const other = await openVisit(app.url);
  await other.page.goto(`${app.url}/?utm_source=mail&utm_source=x`);
  await settled(other.page);
});
