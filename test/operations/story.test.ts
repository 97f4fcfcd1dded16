// long: walks a whole registration with mails
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { createSightlineClient, type SightlineClient } from 'sightline/client';
import { openSnapshot } from '../../bench/support/open-snapshot.ts';
import type { OrgId } from '../../src/base/ids.ts';
import { withApp } from '../support/callers/organisation.ts';
import { momentAgo } from '../support/days.ts';
import { until } from '../support/server/app.ts';

// One customer's story through HTTP, from registration to the end: each test goes on where the one before ended.
const [email, password] = ['ada@lumenfold.example', 'correct horse battery staple'];
const [DESK, NIGHT] = ['Which desk lamp is best?', 'Which night lamp is best?'];
const REVIEW = 'https://www.g2.com/products/lumenfold/reviews';
const THREAD = 'https://www.reddit.com/r/lamps/comments/1';
const MENTIONS = '/api/customer/v1/reports/mentions';

let owner: SightlineClient;
let byKey: SightlineClient;
let orgId: OrgId;
let brandId: string;

const app = await withApp({ REGISTRATION: 'open', PLAN_CHANGE: 'owner' });

async function ok<T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await call;
  assert.ok(response.ok, `${response.url} answered ${response.status}: ${JSON.stringify(error)}`);
  return data as T;
}
async function refused<T>(call: Promise<{ error?: T; response: Response }>, status: number): Promise<T> {
  const { error, response } = await call;
  assert.equal(response.status, status, `${response.url} answered ${response.status}`);
  return error as T;
}
const client = (credentials: { accessToken?: string; apiKey?: string } = {}) =>
  createSightlineClient({ baseUrl: app.url, ...credentials });
const at = (id: string) => ({ params: { path: { id } } });
const answered = (days: number, queryText: string, answer: string, score: number | null, urls: string[]) => {
  const run = { externalId: `${days} days ago`, brandId, platform: 'CHATGPT', queryText, answer } as const;
  return {
    ...run,
    executedAt: momentAgo(days),
    sentimentScore: score,
    citations: urls.map((url) => ({ url })),
  };
};
const mentions = async () => (await ok(byKey.POST(MENTIONS))).data.filter((row) => 'id' in row);
const duckdb = async (sql: string) => {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  return (await connection.runAndReadAll(sql)).getRowObjectsJS();
};

test('somebody registers, sets up a brand, and comes as far as the plan FREE goes', async () => {
  const registration = { organisationName: 'Lumenfold Ltd', email, password };
  const { accessToken } = await ok(client().POST('/api/auth/register', { body: registration }));
  owner = client({ accessToken });
  const { role, organisation } = await ok(owner.GET('/api/auth/me'));
  assert.deepEqual([role, organisation.plan], ['OWNER', 'FREE']);
  orgId = organisation.id as OrgId;
  const brand = { name: 'Lumenfold', aliases: ['Lumen Fold'], website: 'https://lumenfold.example' };
  brandId = (await ok(owner.POST('/api/brands', { body: brand }))).id;
  const compete = (name: string) =>
    owner.POST('/api/brands/{id}/competitors', { ...at(brandId), body: { name } });
  const prompts = (texts: string[]) =>
    owner.POST('/api/queries/bulk', { body: { brandId, texts, platforms: ['CHATGPT'] } });
  await ok(compete('Gleamwell'));
  assert.equal((await ok(prompts([DESK, NIGHT]))).created, 2);

  const { message: _, ...quota } = await refused(compete('Glowbert'), 402);
  assert.deepEqual(quota, { error: 'quota_exceeded', currentUsage: 1, limit: 1, plan: 'FREE' });
  assert.equal((await refused(prompts([DESK, 'One more?']), 402)).currentUsage, 2);
  assert.equal((await ok(owner.GET('/api/queries'))).total, 2, 'nothing was written');
  const { quotas, plan, planChange } = await ok(owner.GET('/api/subscription'));
  const used = quotas.map((one) => `${one.quota} ${one.used}/${one.limit}`).slice(0, 3);
  assert.equal([plan, planChange, ...used].join(), 'FREE,true,brands 1/1,competitors 1/1,queries 2/2');

  const body = [
    answered(5, DESK, 'Lumenfold is the best. Gleamwell is fine.', 80, [REVIEW]),
    answered(4, DESK, 'Gleamwell, then Lumen Fold.', 60, [THREAD, REVIEW]),
    answered(3, DESK, 'Glowbert first, Lumenfold second, Gleamwell third.', 40, []),
    answered(1, NIGHT, 'Gleamwell wins. Glowbert follows.', null, ['https://www.youtube.com/watch?v=1']),
  ];
  const sent = await ok(owner.POST('/api/runs', { body }));
  assert.deepEqual([sent.created, sent.refused], [4, 0]);
  assert.equal((await ok(owner.POST('/api/runs', { body }))).unchanged, 4, 'sent again');

  await ok(owner.PATCH('/api/subscription', { body: { plan: 'CUSTOM' } }));
  await ok(compete('Glowbert'));
});

test('the three reports come by API key, and hold what was ingested', async () => {
  const { key } = await ok(owner.POST('/api/api-keys', { body: { name: 'Reports' } }));
  byKey = client({ apiKey: key });
  const brands = async () => (await ok(byKey.POST('/api/customer/v1/reports/brands'))).data;
  await until(async () => {
    await app.snapshot();
    // Lumenfold was first in the third answer until Glowbert was a competitor.
    return (await brands())[0]?.position === 1.67;
  });
  const brand = { id: brandId, name: 'Lumenfold' };
  const counts = { visibility_count: 3, visibility_total: 4, sentiment_count: 3, position_count: 3 };
  assert.deepEqual(await brands(), [{ brand, visibility: 75, sentiment: 60, position: 1.67, ...counts }]);

  const queries = await ok(byKey.POST('/api/customer/v1/reports/queries', { body: { brand_id: brandId } }));
  assert.deepEqual(
    queries.data
      .filter((row) => 'latestResult' in row)
      .map(({ query, latestResult: { runId, ...result } }) => [query.queryText, result]),
    [
      [
        NIGHT,
        {
          brandMentioned: false,
          visibilityScore: 0,
          position: null,
          sentimentScore: null,
          sentimentReader: null,
        },
      ],
      [
        DESK,
        {
          brandMentioned: true,
          visibilityScore: 85,
          position: 2,
          sentimentScore: 40,
          sentimentReader: 'SENT',
        },
      ],
    ],
  );
  const sources = (await mentions()).map((row) => `${row.sourceUrl} ${row.sourceType} ${row.sentimentScore}`);
  const expected = [`${REVIEW} REVIEW 60`, `${REVIEW} REVIEW 80`, `${THREAD} FORUM 60`, 'null AI_ANSWER 40'];
  assert.deepEqual(sources.sort(), expected);
  const { data } = await ok(owner.GET('/api/brands/{id}/comparison', at(brandId)));
  const shares = data.map((row) => `${row.name} ${row.visibility} ${row.shareOfVoice}`);
  assert.deepEqual(shares, ['Gleamwell 100 44.44', 'Lumenfold 75 33.33', 'Glowbert 50 22.22']);
});

test('pages of one snapshot fit together; a correction is in the report of the next', async () => {
  const all = await mentions();
  const first = await byKey.POST(MENTIONS, { body: { limit: 3 } });
  const params = { header: { 'X-Snapshot-Id': first.response.headers.get('x-snapshot-id')! } };
  await ok(owner.POST('/api/runs', { body: [answered(0, DESK, 'Lumenfold, still.', 90, [THREAD])] }));
  await app.snapshot();
  const before = await mentions();
  assert.equal(before.length, 5);
  const second = await ok(byKey.POST(MENTIONS, { params, body: { limit: 3, offset: 3 } }));
  assert.deepEqual([second.total, [...first.data!.data, ...second.data]], [4, all]);

  const praise = before.find(({ sentimentScore }) => sentimentScore === 80)!;
  const body = { sentimentScore: 10, note: 'That is irony.' };
  await ok(owner.PATCH('/api/mentions/{id}', { ...at(praise.id), body }));
  assert.deepEqual(await mentions(), before);
  await app.snapshot();
  const corrected = { ...praise, sentimentScore: 10, sentiment: 'NEGATIVE', sentimentReader: 'PERSON' };
  assert.deepEqual(await mentions(), before.with(before.indexOf(praise), corrected as typeof praise));
});

test('work on being named: campaigns, a brief and a draft, markup, an alert rule', async () => {
  const talk = { brandId, name: 'Talk', type: 'REDDIT_ENGAGEMENT', startsAt: momentAgo(10) } as const;
  const { progress } = await ok(owner.POST('/api/citations/campaigns', { body: talk }));
  assert.deepEqual([progress.count, progress.since], [1, talk.startsAt]);
  const brief = await ok(owner.POST('/api/content/briefs', { body: { brandId, topic: 'night lamps' } }));
  assert.deepEqual(brief.gaps[0]?.namedInstead, ['Gleamwell', 'Glowbert']);
  const draft = { brandId, briefId: brief.id, title: 'Night lamps', body: `# ${brief.outline[0]!.heading}` };
  assert.equal((await ok(owner.POST('/api/content/drafts', { body: draft }))).version, 1);
  const markup = { brandId, type: 'ORGANIZATION' } as const;
  const { jsonLd } = await ok(owner.POST('/api/schema/generate', { body: markup }));
  assert.deepEqual([jsonLd['name'], jsonLd['url']], ['Lumenfold', 'https://lumenfold.example']);
  assert.deepEqual((await ok(owner.POST('/api/schema', { body: { ...markup, jsonLd } }))).jsonLd, jsonLd);
  const rule = { brandId, type: 'VISIBILITY_DROP', threshold: 15 } as const;
  assert.equal((await ok(owner.POST('/api/alert-rules', { body: rule }))).isActive, true);
});

test('the secret of a webhook shows once, that of an integration never', async () => {
  const hook = await ok(owner.POST('/api/webhooks', { body: { url: 'https://hooks.lumenfold.example/' } }));
  assert.match(hook.secret, /^whsec_/);
  assert.equal((await ok(owner.POST('/api/webhooks/{id}/test', at(hook.id)))).event, 'webhook.test');
  assert.equal((await ok(owner.GET('/api/webhooks/{id}/deliveries', at(hook.id)))).total, 1);
  const config = { apiKey: 'sk-an-invented-secret-9f2c' };
  const integration = await ok(owner.POST('/api/integrations', { body: { type: 'CLAUDE', config } }));
  assert.deepEqual([integration.hasSecret, integration.secretLast4], [true, '9f2c']);
  const listed = [await ok(owner.GET('/api/webhooks')), await ok(owner.GET('/api/integrations'))];
  const shown = JSON.stringify([integration, ...listed, await ok(owner.GET('/api/audit-log'))]);
  for (const secret of [hook.secret, config.apiKey]) assert.ok(!shown.includes(secret));
});

test('who is invited as VIEWER reads, and may not write', async () => {
  const invitation = { email: 'grace@lumenfold.example', role: 'VIEWER' } as const;
  const { token } = await ok(owner.POST('/api/invitations', { body: invitation }));
  const body = { token, password: 'a password of grace' };
  const viewer = client(await ok(client().POST('/api/auth/invitations/accept', { body })));
  assert.equal((await ok(viewer.POST('/api/reports/mentions'))).total, 5);
  const forbidden = await refused(viewer.POST('/api/brands', { body: { name: 'Mine' } }), 403);
  assert.match(forbidden.message!, /MEMBER.*VIEWER|VIEWER.*MEMBER/);
});

test('the mentions as Parquet are the report', async () => {
  const body = { report: 'MENTIONS', format: 'PARQUET' } as const;
  const { id } = await ok(owner.POST('/api/reports/exports', { body }));
  const state = async () => (await ok(owner.GET('/api/reports/exports/{id}', at(id)))).state;
  await until(async () => (await state()) === 'COMPLETED');
  const download = { ...at(id), parseAs: 'arrayBuffer' } as const;
  const file = join(app.dataDir, 'mentions.parquet');
  writeFileSync(file, Buffer.from(await ok(owner.GET('/api/reports/exports/{id}/download', download))));
  const flat = (prefix: string, row: object) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [`${prefix}_${name}`, value]));
  const rows = (await mentions()).map(({ brand, query, ...row }) => {
    return { ...row, ...flat('brand', brand), ...flat('query', query) };
  });
  // Its times are Dates here, and RFC 3339 as JSON.
  assert.deepEqual(JSON.parse(JSON.stringify(await duckdb(`select * from '${file}'`))), rows);
});

test('the lines of the guide on clients work as written, for another customer', async () => {
  const [organisationName, email] = ['Another Lumenfold', 'grete@lumenfold.example'];
  await ok(client().POST('/api/auth/register', { body: { organisationName, email, password } }));
  const [baseUrl, queryText, executedAt, answer] = [app.url, DESK, momentAgo(1), 'Lumen Fold.'];
  const login = createSightlineClient({ baseUrl });
  const { data: tokens } = await login.POST('/api/auth/login', { body: { email, password } });
  const sightline = createSightlineClient({ baseUrl, accessToken: tokens!.accessToken });
  const { data: brand } = await sightline.POST('/api/brands', {
    body: { name: 'Lumenfold', aliases: ['Lumen Fold'] },
  });
  await sightline.POST('/api/runs', {
    body: [{ externalId: '1', brandId: brand!.id, platform: 'CLAUDE', queryText, executedAt, answer }],
  });
  await app.snapshot();
  const { data: report } = await sightline.POST('/api/reports/brands', {
    body: { start_date: '2024-11-01' },
  });
  assert.deepEqual([report?.total, report?.data[0]?.visibility], [1, 100]);
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  const code = (text: string) => text.replaceAll(/\s|,(?=\s*[\])}])/g, '');
  const [, block = ''] =
    /## From this package.*?```ts\n(.*?)```/s.exec(read('../../src/web/docs/clients.md')) ?? [];
  const lines = block.split('\n').filter((line) => /^(await|const (?!baseUrl))/.test(line));
  assert.equal(lines.length, 6);
  for (const line of lines) assert.ok(code(read('story.test.ts')).includes(code(line)), line);
});

test('keys are rotated and revoked, the audit log tells, and deletion leaves nothing', async () => {
  const [key] = (await ok(owner.GET('/api/api-keys'))).data;
  const next = await ok(owner.POST('/api/api-keys/{id}/rotate', { ...at(key!.id), body: {} }));
  const byNextKey = client({ apiKey: next.key });
  const status = async (by: SightlineClient) => (await by.POST(MENTIONS)).response.status;
  assert.deepEqual([await status(byKey), await status(byNextKey)], [200, 200]);
  await ok(owner.DELETE('/api/api-keys/{id}', at(next.id)));
  await until(async () => (await status(byNextKey)) === 401, 5_000);
  assert.equal(await status(byKey), 200, 'the old one works on for a day');

  const log = await ok(owner.GET('/api/audit-log'));
  const told = log.data.map(({ action, actorEmail }) => `${action} by ${actorEmail}`);
  for (const action of ['createBrand', 'changePlan', 'updateMention', 'rotateApiKey', 'revokeApiKey'])
    assert.ok(told.includes(`${action} by ${email}`), action);

  const served = async () => {
    await app.snapshot();
    const { connection, tables: tablesOf, close } = await openSnapshot(app.dataDir);
    const { from } = await tablesOf(orgId);
    const tables = ['brands', 'competitors', 'runs', 'mentions', 'daily'];
    const counts = tables.map(
      (table) => `(select count(*) from ${from(table, null)} t where org_id = '${orgId}')`,
    );
    const found = await connection.runAndReadAll(`select [${counts.join(', ')}]::text as counts`);
    close();
    return found.getRowObjectsJS();
  };
  assert.deepEqual(await served(), [{ counts: '[1, 2, 5, 5, 5]' }]);
  await ok(owner.DELETE('/api/organisation', { params: { query: { name: 'Lumenfold Ltd' } } }));
  await until(async () => (await status(byKey)) === 401, 5_000);
  await until(async () => (await owner.GET('/api/auth/me')).response.status === 401, 5_000);
  await refused(client().POST('/api/auth/login', { body: { email, password } }), 401);
  assert.deepEqual(await served(), [{ counts: '[0, 0, 0, 0, 0]' }]);
});
