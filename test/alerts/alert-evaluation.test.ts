// long: waits for evaluations, webhooks and messages
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunInput } from '../../src/features/runs/ingest.ts';
import { type Caller, callerWith } from '../support/callers/caller.ts';
import { withApp } from '../support/callers/organisation.ts';
import { daysAgo } from '../support/days.ts';
import { forFile } from '../support/for-file.ts';
import { startReceiver } from '../support/providers/receiver.ts';
import { type TestOrganisation, until } from '../support/server/app.ts';
import { givenShare } from '../support/worlds/given.ts';

const MARKER = 'Zanthorpe';

let slackStatus = 200;

interface World {
  org: TestOrganisation;
  call: Caller;
  brandId: string;
  brand: string;
}

async function worldOf(brand: string): Promise<World> {
  const org = await app.organisation({ brands: [{ name: brand, competitors: [{ name: 'Quarvane' }] }] });
  const call = callerWith(app, await app.login(org));
  const brandId = (await call('listBrands')).json.data[0]!.id;
  const events = ['alert.triggered', 'alert.resolved'];
  await call('createWebhook', { body: { url: `${receiver.url}/webhook/${brand}`, events } });
  await connectSlack(org, call, `${receiver.url}/slack/${brand}`);
  return { org, call, brandId, brand };
}

/** The API takes https alone; the receiver here speaks plain HTTP. */
async function connectSlack(org: TestOrganisation, call: Caller, url: string): Promise<void> {
  const body = { type: 'SLACK', config: { webhookUrl: 'https://hooks.example.com/services/T0/B0/x' } };
  const { json } = await call('createIntegration', { body });
  const { secretBox } = app.app.services;
  const sealed = secretBox.seal(url, `integration ${org.id} ${json.id}`);
  await app.sql(org)`update integrations set secret = ${sealed} where org_id = ${org.id}`;
}

const PROMPTS = 20;
/** Answers to each prompt on each day. */
const days = (from: number, to: number, share: number, changes: Partial<RunInput> = {}) =>
  givenShare(from, to, share, { brand: 'BRAND', prompts: PROMPTS, ...changes });

const ingest = ({ org, brand }: World, runs: Partial<RunInput>[]) =>
  app.ingest(
    org,
    runs.map((run) => ({ ...run, brand, answer: run.answer?.replaceAll('BRAND', brand) ?? '' })),
  );

async function createRule({ call, brandId }: World, body: Record<string, unknown>): Promise<string> {
  const { json } = await call('createAlertRule', { body: { brandId, windowDays: 7, ...body } });
  return json.id;
}
const receiver = await forFile(
  startReceiver(({ path }, response) => {
    response.writeHead(path.startsWith('/slack') ? slackStatus : 204).end();
  }),
);
const app = await withApp({ OUTBOUND_ALLOW: '127.0.0.1/32' });
const world = await worldOf('Lumenfold');
const other = await worldOf(MARKER);
await ingest(world, [...days(14, 8, 0.7), ...days(7, 1, 0.25)]);
await ingest(other, days(14, 1, 0.5));
// Runs that failed count nowhere: with them the window before would show no visibility at all.
const failed = days(14, 8, 0).map((run, at) => ({ ...run, externalId: `failed ${at}` }));
await ingest(world, failed);
await app.sql(
  world.org,
)`update runs set state = 'FAILED' where org_id = ${world.org.id} and external_id like 'failed %'`;

/** A new snapshot, and the rules of all evaluated on it. */
async function evaluated(): Promise<string> {
  const id = await app.snapshot();
  const { dayCounts: measures } = app.app.services.reports;
  for (const { org } of [world, other])
    await until(async () => {
      const content = measures.version()?.contents.get(org.id.slice(-1)) ?? '';
      const [{ waiting } = { waiting: 0 }] = await app.sql(org)<{ waiting: number }[]>`
          select count(*) as waiting from alert_rules r left join alert_rule_states s
            on s.org_id = r.org_id and s.rule_id = r.id and s.data = ${content}
          where r.org_id = ${org.id} and r.is_active and s.rule_id is null`;
      return waiting === 0;
    });
  return id;
}

const alertsOf = async ({ call }: World, ruleId: string) =>
  (await call('listAlerts', { query: { ruleId } })).json.data;
const sent = (path: string) => receiver.to(path).map(({ body }) => JSON.parse(body));

test('a real drop raises one alert with its evidence, which resolves when it is over; webhooks and Slack are told', async () => {
  const ruleId = await createRule(world, { type: 'VISIBILITY_DROP', threshold: 15, severity: 'HIGH' });
  const reach = async () => (await world.call('getAlertRule', { ids: [ruleId] })).json.detectablePoints;
  assert.equal(await reach(), null, 'there are no answers yet');
  const steady = await createRule(other, { type: 'VISIBILITY_DROP', threshold: 1 });
  const snapshotId = await evaluated();
  const [alert, ...more] = await alertsOf(world, ruleId);
  assert.deepEqual(more, []);
  const count = (share: number) =>
    days(7, 1, share).filter(({ answer }) => answer === 'BRAND is the one.').length;
  const [now, then] = [count(0.25), count(0.7)];
  const total = 7 * PROMPTS;
  const { significance, change, ...evidence } = alert!.evidence;
  const range = { start_date: daysAgo(7), end_date: daysAgo(1), limit: 1, compare_to: 'previous' };
  const report = await world.call('getBrandsReport', { body: range });
  assert.equal(change?.verdict, 'down');
  const [reported] = report.json.data;
  assert.deepEqual<unknown>(change, reported?.change, 'as the report of the same days');
  const noted = await reach();
  const { detectablePoints } = (await world.call('updateAlertRule', { ids: [ruleId], body: { name: 'One' } }))
    .json;
  assert.equal(noted, detectablePoints, 'it was noted when there were answers enough');
  assert.ok(Number(detectablePoints) > 5 && Number(detectablePoints) < 45, `${detectablePoints}`);
  assert.deepEqual(evidence, {
    current: {
      startDate: daysAgo(7),
      endDate: daysAgo(1),
      value: Math.round((1e4 * now) / total) / 100,
      count: now,
      total,
    },
    previous: {
      startDate: daysAgo(14),
      endDate: daysAgo(8),
      value: Math.round((1e4 * then) / total) / 100,
      count: then,
      total,
    },
    threshold: 15,
    snapshotId,
  });
  assert.ok(significance!.pValue < significance!.level!, JSON.stringify(significance));
  assert.match(significance!.method, /t-test over prompts and days/);
  assert.match(alert!.message, /^Visibility fell from 70 % to 25 %\.$/);

  await ingest(world, [{ answer: 'BRAND today.' }]);
  await evaluated();
  await ingest(world, [{ answer: 'BRAND once more.' }]);
  await evaluated();
  assert.equal((await alertsOf(world, ruleId)).length, 1, 'the same is not raised again');

  await ingest(world, [...days(7, 1, 1), ...days(7, 1, 1)]);
  await evaluated();
  const [resolved, ...others] = await alertsOf(world, ruleId);
  assert.deepEqual([resolved!.state, resolved!.resolvedBy, others.length], ['RESOLVED', null, 0]);
  await ingest(
    world,
    [1, 2, 3, 4].flatMap(() => days(7, 1, 0)),
  );
  await evaluated();
  assert.equal((await alertsOf(world, ruleId)).length, 1, 'the days it was resolved on raise nothing');

  await until(() => sent('/webhook/Lumenfold').length === 2 && sent('/slack/Lumenfold').length === 2);
  assert.deepEqual(
    sent('/webhook/Lumenfold').map(({ type, data }) => [type, data.id]),
    [
      ['alert.triggered', alert!.id],
      ['alert.resolved', alert!.id],
    ],
  );
  const [triggered, over] = sent('/slack/Lumenfold');
  assert.equal(triggered.text, 'HIGH alert: Lumenfold. Visibility fell from 70 % to 25 %.');
  assert.match(over.text, /^Resolved: Lumenfold/);
  assert.equal(triggered.blocks.length, 2);
  assert.deepEqual(await alertsOf(other, steady), [], 'no change, no alert');
});

test('resolveAlert by a person: the same days do not raise it again, in any snapshot', async () => {
  const ruleId = await createRule(world, { type: 'VISIBILITY_DROP', threshold: 20 });
  await until(async () => (await alertsOf(world, ruleId)).length === 1);
  const { id } = (await alertsOf(world, ruleId))[0]!;
  await world.call('resolveAlert', { ids: [id] });
  await ingest(world, [{ answer: 'BRAND.' }]);
  await evaluated();
  assert.deepEqual(
    (await alertsOf(world, ruleId)).map(({ state }: { state: string }) => state),
    ['RESOLVED'],
  );
});

test('COMPETITOR_CHANGE, NEGATIVE_SENTIMENT and NEW_MENTION raise theirs, of one platform too', async () => {
  await ingest(world, [
    ...days(14, 8, 1, { platform: 'CLAUDE', answer: 'BRAND it is.', sentimentScore: 70 }),
    ...days(7, 1, 1, { platform: 'CLAUDE', answer: 'BRAND, or Quarvane.', sentimentScore: 20 }),
  ]);
  const rules = {
    competitor: await createRule(world, { type: 'COMPETITOR_CHANGE', threshold: 30, platform: 'CLAUDE' }),
    sentiment: await createRule(world, { type: 'NEGATIVE_SENTIMENT', threshold: 40, platform: 'CLAUDE' }),
    mentions: await createRule(world, { type: 'NEW_MENTION', threshold: 140, platform: 'CLAUDE' }),
    otherPlatform: await createRule(world, { type: 'COMPETITOR_CHANGE', threshold: 1, platform: 'CHATGPT' }),
    tooMany: await createRule(world, { type: 'NEW_MENTION', threshold: 141, platform: 'CLAUDE' }),
  };
  await evaluated();
  const one = async (ruleId: string) => (await alertsOf(world, ruleId))[0];
  const { json: competitors } = await world.call('listCompetitors', { ids: [world.brandId] });
  const competitor = await one(rules.competitor);
  assert.equal(competitor!.message, 'Visibility of Quarvane rose from 0 % to 100 %.');
  assert.equal(competitor!.competitorId, competitors.data[0]!.id);
  const sentiment = await one(rules.sentiment);
  assert.deepEqual([sentiment!.evidence.current.value, sentiment!.evidence.previous!.value], [20, 70]);
  assert.equal(sentiment!.evidence.current.count, 140);
  assert.equal(sentiment!.message, 'The mean sentiment is 20, which is 40 or lower.');
  assert.deepEqual(sentiment!.evidence.sentimentReaders, { LEXICON: 0, MODEL: 0, SENT: 140, PERSON: 0 });
  assert.equal(competitor!.evidence.sentimentReaders, undefined);
  const mentions = await one(rules.mentions);
  assert.deepEqual([mentions!.evidence.current.count, mentions!.evidence.significance], [140, null]);
  assert.deepEqual([await one(rules.otherPlatform), await one(rules.tooMany)], [undefined, undefined]);
});

test('an alert on sentiment says where rules made most of the scores, and takes no answer without one', async () => {
  const platforms = ['GEMINI', 'GROK', 'LLAMA'] as const;
  for (const platform of platforms)
    await ingest(world, days(7, 1, 1, { platform, answer: 'BRAND it is.', sentimentScore: 20 }));
  // By rules: of GEMINI more than half of the scores, of GROK half of them. Of LLAMA's answers nobody read any.
  await app.app.services.db.tenant(world.org.id, async (tx) => {
    const own = tx`o.org_id = r.org_id and o.run_id = r.id and r.org_id = ${world.org.id}`;
    await tx`update observations o set sentiment_reader = 'LEXICON' from runs r
      where ${own} and r.platform = 'GEMINI' and r.query_text <> 'Which lamp for room 1?'`;
    await tx`update observations o set sentiment_reader = case when length(r.query_text) = length('Which lamp for room 1?') then 'LEXICON' else 'MODEL' end
      from runs r where ${own} and r.platform = 'GROK'`;
    await tx`update observations o set sentiment = null, sentiment_reader = null from runs r
      where ${own} and r.platform = 'LLAMA'`;
  });
  const create = (platform: string) =>
    createRule(world, { type: 'NEGATIVE_SENTIMENT', threshold: 40, platform });
  const rules = await Promise.all(platforms.map(create));
  await evaluated();
  const [most, half, unread] = await Promise.all(rules.map((ruleId) => alertsOf(world, ruleId)));
  const message = 'The mean sentiment is 20, which is 40 or lower.';
  assert.equal(most![0]!.message, `${message} Most of these scores were read by rules, not by a model.`);
  assert.deepEqual(most![0]!.evidence.sentimentReaders, { LEXICON: 133, MODEL: 0, SENT: 7, PERSON: 0 });
  assert.equal(half![0]!.message, message);
  assert.deepEqual(half![0]!.evidence.sentimentReaders, { LEXICON: 70, MODEL: 70, SENT: 0, PERSON: 0 });
  assert.deepEqual(unread, []);
});

test('Slack that is gone: the message fails, the integration says so, and evaluation goes on', async () => {
  slackStatus = 410;
  const ruleId = await createRule(world, { type: 'NEW_MENTION', threshold: 1 });
  await until(async () => (await alertsOf(world, ruleId)).length === 1);
  const integration = async () => (await world.call('listIntegrations')).json.data[0];
  await until(async () => (await integration())!.lastCheck !== null);
  const { ok, status } = (await integration())!.lastCheck!;
  assert.deepEqual([ok, status], [false, 410]);
  slackStatus = 503;
  const again = await createRule(world, { type: 'NEW_MENTION', threshold: 2 });
  await until(async () => (await alertsOf(world, again)).length === 1);
  const { id } = (await alertsOf(world, again))[0]!;
  const message = () =>
    app.sql(world.org)<{ state: string; tries: number; status: number | null }[]>`
        select state, tries, status from slack_messages where org_id = ${world.org.id} and alert_id = ${id}`;
  await until(async () => (await message())[0]?.status === 503);
  assert.deepEqual({ ...(await message())[0] }, { state: 'PENDING', tries: 1, status: 503 });
  slackStatus = 200;
  await app.sql(
    world.org,
  )`update slack_messages set next_attempt_at = now() where org_id = ${world.org.id} and alert_id = ${id}`;
  await until(async () => (await message())[0]?.state === 'DELIVERED');
});

test('a test message says whether Slack works, and a rule whose alerts go elsewhere sends nothing there', async () => {
  slackStatus = 200;
  const [{ id } = { id: '' }] = (await world.call('listIntegrations')).json.data;
  const before = sent('/slack/Lumenfold').length;
  const form = await world.call('checkIntegration', { ids: [id] });
  assert.equal(form.json.status, null, 'nothing is sent where nobody asks for it');
  const tried = await world.call('checkIntegration', { ids: [id], body: { testMessage: true } });
  assert.deepEqual([tried.json.ok, tried.json.status], [true, 200]);
  assert.match(sent('/slack/Lumenfold').at(-1).text, /This is a test of Sightline/);
  assert.deepEqual((await world.call('getIntegration', { ids: [id] })).json.lastCheck, tried.json);
  slackStatus = 404;
  const refused = await world.call('checkIntegration', { ids: [id], body: { testMessage: true } });
  assert.deepEqual([refused.json.ok, refused.json.status], [false, 404]);
  slackStatus = 200;

  const toWebhooks = await createRule(world, {
    type: 'NEW_MENTION',
    threshold: 3,
    destinations: ['WEBHOOKS', 'MAIL'],
  });
  await until(async () => (await alertsOf(world, toWebhooks)).length === 1);
  const alert = (await alertsOf(world, toWebhooks))[0]!;
  await until(() => sent('/webhook/Lumenfold').some(({ data }) => data.id === alert.id));
  const queued = await app.sql(
    world.org,
  )`select from slack_messages where org_id = ${world.org.id} and alert_id = ${alert.id}`;
  assert.equal(queued.length, 0);
  assert.equal(sent('/slack/Lumenfold').length, before + 2);
  const rule = async () => (await world.call('getAlertRule', { ids: [toWebhooks] })).json;
  assert.deepEqual((await rule()).destinations, ['WEBHOOKS', 'MAIL']);
  const everywhere = { destinations: null };
  assert.equal((await world.call('updateAlertRule', { ids: [toWebhooks], body: everywhere })).status, 200);
  assert.ok(!('destinations' in (await rule())));
});

test('nothing of another organisation is in alerts, events and messages', async () => {
  const all =
    JSON.stringify((await world.call('listAlerts')).json) + JSON.stringify(sent('/slack/Lumenfold'));
  assert.ok(all.includes('Lumenfold') && !all.includes(MARKER));
  assert.equal((await other.call('listAlerts')).json.total, 0);
  assert.deepEqual(
    receiver.received.filter(({ path, body }) => path.includes('Lumenfold') && body.includes(MARKER)),
    [],
  );
});
