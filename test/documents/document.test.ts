// long: prints in a browser
// biome-ignore-all lint/suspicious/noExplicitAny: answers are looked into at will
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  format,
  shown,
  shownChange,
  shownShare,
  signed,
  formatPercent as withNarrowSpace,
} from '../../src/presentation/numbers.ts';
import { noBrowser, openVisit, violations } from '../support/browser/browser.ts';
import { check, operations } from '../support/callers/contract.ts';
import { withOrganisation } from '../support/callers/organisation.ts';
import { daysAgo } from '../support/days.ts';
import { ingestPlanted, LOST_FOR, PLANTED_BRAND, plantedPrompt } from '../support/worlds/opportunities.ts';

/** Plain text has usual spaces. */
const formatPercent = (value: number | null) => withNarrowSpace(value).replace('\u202f', ' ');

/** Mail programs cut longer pages. */
const MOST_BYTES = 102_000;
const PAPERS = { A4: [595, 842], Letter: [612, 792] } as const;

const {
  app,
  org,
  token,
  call: owner,
} = await withOrganisation({ brands: [PLANTED_BRAND] }, { PUBLIC_URL: 'https://reports.example/sight' });
const call = (method: string, path: string, more: object = {}) => app.call(method, path, { token, ...more });
await ingestPlanted(app, org);
const snapshotId = await app.snapshot();
const [brand] = (await call('GET', '/api/brands')).json.data;
const RANGE = { start_date: daysAgo(LOST_FOR), end_date: daysAgo(1) };
const body = { brand_id: brand.id, ...RANGE };
const DOCUMENT = { brandId: brand.id, startDate: RANGE.start_date, endDate: RANGE.end_date };
const ofMembers = operations.find(({ id }) => id === 'getDocument')!;

async function documentOf(more: Record<string, string> = {}, asked: Record<string, string> = DOCUMENT) {
  const answer = await call('GET', `/api/reports/document?${new URLSearchParams({ ...asked, ...more })}`);
  check(ofMembers, answer);
  return answer;
}

const report = async (name: string, more: object) =>
  (await call('POST', `/api/reports/${name}`, { body: { ...body, ...more } })).json.data;

test('a document says what the reports say on the same snapshot', async () => {
  const { status, text, headers } = await documentOf({ format: 'text' });
  assert.equal(status, 200, text);
  assert.equal(headers.get('X-Snapshot-Id'), snapshotId);
  const [row] = await report('brands', {
    dimensions: [],
    include: ['intervals', 'share_of_voice', 'changes', 'competitors'],
    compare_to: 'previous',
  });
  assert.match(text, new RegExp(`Lumenfold [a-z ]+: ${formatPercent(shown(row, 'visibility'))}, `));
  assert.ok(text.includes(`Named in ${row.visibility_count} of ${row.visibility_total} answers.`));
  assert.ok(
    text.includes(`between ${formatPercent(row.visibility_low)} and ${formatPercent(row.visibility_high)}`),
  );
  const percent = (of: object) => formatPercent(shown(of, 'visibility'));
  for (const rival of row.competitors)
    assert.ok(
      text.includes(`${rival.name}, answers ${rival.visibility_count}, visibility ${percent(rival)}, `) &&
        text.includes(`${signed(shownChange(rival)?.points)} points`),
      rival.name,
    );
  assert.ok(
    text.includes(
      `Sentiment (0 to 100), now ${format(shown(row, 'sentiment'))}, before ${format(shown(row.previous, 'sentiment'))}`,
    ),
  );
  for (const one of await report('brands', { dimensions: ['platform'] }))
    assert.ok(text.includes(`visibility ${percent(one)}`), `${one.dimensions.platform} ${percent(one)}`);
  const prompts = await report('queries', {
    dimensions: ['query'],
    compare_to: 'previous',
    include: ['changes'],
  });
  const moved = prompts.filter(({ change }: any) => ['up', 'down'].includes(change.verdict));
  assert.ok(moved.length > 0);
  for (const one of moved.slice(0, 6))
    assert.ok(
      text.includes(`“${one.dimensions.query.queryText}”: ${percent(one.previous)} → ${percent(one)}`) &&
        text.includes(`${signed(shownChange(one)?.points)} points`),
      one.dimensions.query.queryText,
    );
  const { json: next } = await call('POST', '/api/reports/opportunities', { body: { ...body, limit: 5 } });
  for (const { subject, answer_count } of next.data)
    assert.ok(
      text.includes(subject.replace(/^https:\/\//, '')) &&
        text.includes(`Up to ${format(shownShare(answer_count, next.answer_total))} points`),
      subject,
    );
  assert.ok(text.includes(`Snapshot: ${snapshotId}, made `));
  assert.match(text, /names Lumenfold less than before|hardly ever names Lumenfold/);
  assert.ok(text.includes(`https://reports.example/sight/#/answer/`), 'no link to an answer');
  assert.ok(!text.includes('is an excellent lamp'), 'the text of an answer is in it');
});

test('the same snapshot gives the same bytes, also when another was made since; decisions are kept to', async () => {
  const first = await documentOf();
  assert.equal(first.headers.get('Content-Type'), 'text/html; charset=utf-8');
  assert.match(first.headers.get('Content-Security-Policy') ?? '', /^default-src 'none'/);
  assert.match(first.headers.get('Content-Disposition') ?? '', /sightline-lumenfold-.*\.html$/);
  assert.ok(Buffer.byteLength(first.text) < MOST_BYTES, `${Buffer.byteLength(first.text)} bytes`);
  assert.equal((await documentOf()).text, first.text);
  await app.ingest(org, [
    {
      brand: 'Lumenfold',
      queryText: plantedPrompt(0),
      answer: 'Lumenfold.',
      executedAt: `${daysAgo(2)}T12:00:00Z`,
    },
  ]);
  await app.snapshot();
  assert.notEqual((await documentOf()).text, first.text);
  assert.equal((await documentOf({ snapshotId: snapshotId! })).text, first.text);
  const { json } = await call('POST', '/api/reports/opportunities', { body });
  const [{ kind, subject }] = json.data;
  const mark = { brandId: brand.id, kind, subject, state: 'DISMISSED' };
  assert.equal((await owner('createOpportunityMark', { body: mark })).status, 201);
  const without = await documentOf({ snapshotId: snapshotId!, format: 'text' });
  const listed = without.text.split('What to do next')[1]!.split('What is too few')[0]!;
  assert.ok(!listed.includes(`: ${subject} `), listed);
});

test('filters, days, brands and snapshots that cannot be are refused by name', async () => {
  const refused = async (
    more: Record<string, string>,
    field: string,
    asked: Record<string, string> = DOCUMENT,
  ) => {
    const { status, json } = await documentOf(more, asked);
    assert.equal(status, 400, JSON.stringify([more, json]));
    assert.equal(json.details[0].field, field);
  };
  await refused({}, 'brandId', {});
  await refused({ startDate: '2020-01-01' }, 'startDate');
  await refused({ filters: 'mentioned:in:true' }, 'filters[0].field');
  await refused({ filters: 'platform:in:NOBODY' }, 'filters[0].values[0]');
  await refused({ filters: 'nonsense' }, 'filters[0]');
  await refused({ format: 'pdf' }, 'format');
  assert.equal((await documentOf({ brandId: 'unknown' })).status, 404);
  assert.equal((await documentOf({ snapshotId: '20200101T000000000Z-000000' })).status, 410);
  const filtered = await documentOf({ filters: 'platform:in:CLAUDE', format: 'text' });
  const filters = [{ field: 'platform', operator: 'in', values: ['CLAUDE'] }];
  const [row] = await report('brands', { filters });
  assert.ok(filtered.text.includes(`of ${row.visibility_total} answers.`));
  assert.ok(filtered.text.includes('Filters: Platform is Claude'));
});

test('a view gives its brand, days and filters; a key has those of the organisation alone', async () => {
  const filters = { platforms: ['CLAUDE'] };
  const range = `${RANGE.start_date}..${RANGE.end_date}`;
  const of = { name: 'Claude', screen: 'overview', brandId: brand.id, range, filters };
  const { json: view } = await owner('createView', { body: of });
  const seen = await documentOf({}, { view: view.id });
  assert.equal(seen.status, 200, seen.text);
  assert.equal(seen.text, (await documentOf({ filters: 'platform:in:CLAUDE' })).text);
  const path = `/api/customer/v1/reports/document?view=${view.id}`;
  assert.equal((await app.call('GET', path, { key: org.key })).status, 404);
  const body = { visibility: 'ORGANISATION' };
  assert.equal((await owner('updateView', { ids: [view.id], body })).status, 200);
  assert.equal((await app.call('GET', path, { key: org.key })).text, seen.text);
  const beside = await documentOf({ brandId: brand.id }, { view: view.id });
  assert.deepEqual([beside.status, beside.json.details[0].field], [400, 'brandId']);
  const { json: all } = await owner('createView', { body: { name: 'All', screen: 'overview' } });
  const ofAll = await documentOf({}, { view: all.id });
  assert.deepEqual([ofAll.status, ofAll.json.details[0].field], [400, 'view']);
});

test('a note is in it only where it may leave the organisation', async () => {
  const note = { brandId: brand.id, day: daysAgo(5), text: 'The price list went live.' };
  const { json } = await owner('createAnnotation', { body: note });
  assert.ok(!(await documentOf()).text.includes(note.text));
  assert.equal((await owner('updateAnnotation', { ids: [json.id], body: { isShared: true } })).status, 200);
  assert.ok((await documentOf({ format: 'text' })).text.includes(`: ${note.text}`));
});

test('days without answers, and a brand without competitors, make a document that says so', async () => {
  const empty = await documentOf({ startDate: '2020-01-01', endDate: '2020-01-31', format: 'text' });
  assert.equal(empty.status, 200, empty.text);
  assert.match(empty.text, /Lumenfold has no answers in these days\./);
  assert.match(empty.text, /There are no answers in these days with these filters\./);
  const lonely = (await owner('createBrand', { body: { name: 'Solo' } })).json as any;
  await app.snapshot();
  const { status, text } = await documentOf({ brandId: lonely.id, format: 'text' });
  assert.equal(status, 200, text);
  assert.match(text, /Solo has no answers/);
});

test('a key gets the document of its brands alone', async () => {
  const scopes = ['reports:read'];
  const { json } = await owner('createApiKey', { body: { name: 'One', scopes, brandIds: [brand.id] } });
  const path = `/api/customer/v1/reports/document?${new URLSearchParams(DOCUMENT)}`;
  const own = await app.call('GET', path, { key: (json as any).key });
  assert.equal(own.status, 200, own.text);
  assert.equal(own.text, (await documentOf()).text);
  const other = (await owner('createBrand', { body: { name: 'Other' } })).json as any;
  await app.snapshot();
  const foreign = await app.call('GET', path.replace(brand.id, other.id), { key: (json as any).key });
  assert.equal(foreign.status, 404, foreign.text);
});

const HOSTILE = `<script>alert(1)</script>"'><img src=x onerror=alert(2)>\u202Eevil`;

test('hostile names stay text, and long ones break no page', { skip: noBrowser }, async () => {
  const brands = [
    { name: HOSTILE, competitors: [{ name: 'W'.repeat(200) }, { name: 'שלום עולם של מנורות' }] },
  ];
  const other = await app.organisation({ brands: [...brands] });
  const own = await app.login(other);
  const answers = Array.from({ length: 40 }, (_, at) => ({
    brand: HOSTILE,
    queryText: `${HOSTILE} ${at % 4}`,
    answer: `${at % 2 === 0 ? HOSTILE : 'Nobody'} and ${'W'.repeat(200)} and שלום עולם של מנורות.`,
    executedAt: `${daysAgo(1 + (at % 10))}T10:00:00Z`,
    citations: [{ url: 'https://a.example/"><script>alert(3)</script>' }],
  }));
  await app.ingest(other, answers);
  await app.snapshot();
  const [{ id }] = (await app.call('GET', '/api/brands', { token: own })).json.data;
  const { status, text } = await app.call('GET', `/api/reports/document?brandId=${id}`, { token: own });
  assert.equal(status, 200, text);
  assert.ok(!/<script|<img|onerror=[^&]*>/.test(text.replaceAll(/&lt;[^<]*/g, '')), 'markup is in it');
  for (const width of [390, 800]) {
    const { page, faults } = await openVisit(app.url, { viewport: { width, height: 800 } });
    await page.setContent(text);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true, `${width}`);
    assert.equal(await page.evaluate(`document.querySelectorAll('script, img, iframe, form').length`), 0);
    assert.deepEqual(faults, []);
  }
});

test('it reads well on a phone and on paper, and every picture is described', {
  skip: noBrowser,
}, async () => {
  const { text } = await documentOf();
  assert.ok(
    !/<script|src=|url\(|@import|href="(?!https:\/\/reports\.example\/sight)/.test(text),
    'it loads something',
  );
  const { page, faults } = await openVisit(app.url, { viewport: { width: 390, height: 844 } });
  await page.setContent(text);
  assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
  const pictures = (await page.evaluate(
    `[...document.querySelectorAll('svg:not([aria-hidden])')].map((one) => [one.getAttribute('role'),
      one.getAttribute('aria-label'), one.querySelector('desc').textContent, one.checkVisibility()])`,
  )) as [string, string, string, boolean][];
  assert.equal(pictures.length, 2);
  assert.equal(pictures.filter(([, , , isShown]) => isShown).length, 1, 'one of them is shown');
  for (const [role, label, description] of pictures) {
    assert.equal(role, 'img');
    assert.equal(label, description);
    assert.match(label, /Lumenfold from [\d.]+\u202f% on .* to [\d.]+\u202f% on /);
  }
  const smallest = await page.evaluate(
    `Math.min(...[...document.querySelectorAll('svg.narrow text')].map((one) => one.getBoundingClientRect().height))`,
  );
  assert.ok((smallest as number) >= 11, `letters of the picture are ${smallest} px`);
  assert.deepEqual(await violations(page), []);
  for (const [paper, [width, height]] of Object.entries(PAPERS)) {
    const pdf = (await page.pdf({ format: paper as 'A4' })).toString('latin1');
    const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
    assert.ok(boxes.length >= 1 && boxes.length <= 6, `${boxes.length} pages`);
    for (const [, w, h] of boxes)
      assert.ok(Math.abs(Number(w) - width) < 2 && Math.abs(Number(h) - height) < 2, `${paper}: ${w} × ${h}`);
  }
  assert.deepEqual(faults, []);
});
