// biome-ignore-all lint/suspicious/noExplicitAny: answers are looked into at will
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, operations } from '../support/callers/contract.ts';
import { joined } from '../support/callers/members.ts';
import { withOrganisation } from '../support/callers/organisation.ts';
import { daysAgo } from '../support/days.ts';
import { agentByHttp } from '../support/logins/agents.ts';
import {
  CRITICISM,
  ingestPlanted,
  LOST_FOR,
  PLANTED_BRAND,
  plantedPrompt,
} from '../support/worlds/opportunities.ts';

const { app, org, token, call: owner } = await withOrganisation({ brands: [PLANTED_BRAND] });
const call = (method: string, path: string, more: object = {}) => app.call(method, path, { token, ...more });
await ingestPlanted(app, org);
const snapshotId = await app.snapshot();
const [brand] = (await call('GET', '/api/brands')).json.data;
const RANGE = { start_date: daysAgo(LOST_FOR), end_date: daysAgo(1) };
const body = { brand_id: brand.id, ...RANGE };
const ofMembers = operations.find(({ id }) => id === 'getOpportunitiesReport')!;
const report = async (more: object = {}) => {
  const answer = await call('POST', '/api/reports/opportunities', { body: { ...body, ...more } });
  check(ofMembers, answer);
  return answer;
};

test('what is planted is found, with its answers, bounds, sentences and what to do', async () => {
  const { status, json, headers } = await report();
  assert.equal(status, 200, JSON.stringify(json));
  assert.equal(headers.get('X-Snapshot-Id'), snapshotId);
  assert.deepEqual(
    [json.answer_total, json.prompt_total, json.day_total, json.competitor_total],
    [10 * 2 * LOST_FOR, 10, LOST_FOR, 2],
  );
  const found = new Map<string, any>(
    json.data.map((each: any) => [`${each.reason ?? each.kind} ${each.subject}`, each]),
  );
  const own = 'https://lumenfold.example/reading-lamps';
  assert.deepEqual([...found.keys()].sort(), [
    `CRITICISM ${plantedPrompt(2)}`,
    `LOST ${plantedPrompt(1)}`,
    `NEVER ${plantedPrompt(0)}`,
    `OWN_PAGE ${own}`,
    'SOURCE reddit.com',
  ]);
  const stakes = json.data.map(({ at_stake }: any) => at_stake);
  assert.deepEqual(
    stakes,
    stakes.toSorted((a: number, b: number) => b - a),
  );
  for (const each of json.data) {
    assert.ok(each.at_stake_low <= each.at_stake && each.at_stake <= each.at_stake_high, each.subject);
    assert.ok(each.is_certain && each.by_chance < 0.05 && each.state === 'OPEN');
    assert.equal(each.evidence.run_ids.length, 5);
    await sameInReport(each);
  }
  const source = found.get('SOURCE reddit.com');
  assert.deepEqual(source.act, {
    kind: 'CAMPAIGN',
    url: `/#/campaigns?campaign=new&type=REDDIT_ENGAGEMENT&source=reddit.com&brand=${brand.id}`,
    values: { brandId: brand.id, type: 'REDDIT_ENGAGEMENT', name: 'reddit.com' },
  });
  assert.deepEqual(source.pages.map(({ url }: any) => url).sort(), [
    'https://reddit.com/r/lamps/0',
    'https://reddit.com/r/lamps/1',
  ]);
  assert.deepEqual(
    found
      .get(`NEVER ${plantedPrompt(0)}`)
      .competitors.map(({ name }: any) => name)
      .sort(),
    ['Duskbeam', 'Gleamwell'],
  );
  const lost = found.get(`LOST ${plantedPrompt(1)}`);
  assert.ok(lost.change.points < -50 && lost.change.high < 0 && lost.change.previous_total === 2 * LOST_FOR);
  assert.equal(lost.act.kind, 'PROMPT');
  const criticism = found.get(`CRITICISM ${plantedPrompt(2)}`);
  assert.deepEqual(
    criticism.sentences.map(({ text, sentiment }: any) => [text, sentiment]),
    [[CRITICISM, 20]],
  );
  assert.equal(criticism.act.url, `/#/answer/${criticism.evidence.run_ids[0]}?brand=${brand.id}`);
  assert.deepEqual(found.get(`OWN_PAGE ${own}`).act.values, { brandId: brand.id, topic: 'reading lamps' });
});

/** The report that it names counts as many answers under its filters. */
async function sameInReport({ evidence, answer_count: count }: any): Promise<void> {
  const { report: name, filters } = evidence;
  const isOfSources = name === 'SOURCES';
  const isUrl = filters.some(({ field }: any) => field === 'url');
  const { json } = await call('POST', `/api/reports/${name.toLowerCase()}`, {
    body: {
      ...body,
      filters,
      ...(isOfSources ? { by: isUrl ? 'url' : 'domain' } : { dimensions: ['query'] }),
    },
  });
  assert.equal(json.data.length, 1, JSON.stringify(filters));
  assert.equal(isOfSources ? json.data[0].answer_count : json.data[0].visibility_total, count);
}

test('kinds, states and pages choose rows and change none; a key has the same; a snapshot is stayed on', async () => {
  const all = (await report()).json;
  const { json: ofKinds } = await report({ kinds: ['SOURCE', 'OWN_PAGE'] });
  const chosen = all.data.filter(({ kind }: any) => kind === 'SOURCE' || kind === 'OWN_PAGE');
  assert.deepEqual([ofKinds.data, ofKinds.total, ofKinds.tested], [chosen, 2, all.tested]);
  const { json: page } = await report({ limit: 2, offset: 1 });
  assert.deepEqual([page.data, page.total], [all.data.slice(1, 3), all.total]);
  const byKey = await app.report(org, 'opportunities', { ...body, snapshot_id: snapshotId });
  assert.deepEqual(byKey.json, all);
  const { json: none } = await report({ brand_id: 'nobody' });
  assert.deepEqual([none.data, none.answer_total], [[], 0]);
  const { json: more } = await report({ include: ['uncertain'] });
  const uncertain = more.data.filter((each: any) => !each.is_certain);
  assert.deepEqual(more.data.slice(0, all.total), all.data);
  assert.ok(uncertain.length === more.data.length - all.total);
});

test('what cannot be is refused with the field', async () => {
  const refused = async (more: object, field: string) => {
    const { status, json } = await call('POST', '/api/reports/opportunities', { body: { ...body, ...more } });
    assert.equal(status, 400);
    assert.equal(json.details[0].field, field, json.message);
  };
  await refused({ start_date: daysAgo(400) }, 'start_date');
  await refused(
    { filters: [{ field: 'platform', operator: 'in', values: ['chat'] }] },
    'filters[0].values[0]',
  );
  await refused({ filters: [{ field: 'mentioned', operator: 'in', values: [true] }] }, 'filters[0].field');
  const { status } = await call('POST', '/api/reports/opportunities', { body: RANGE });
  assert.equal(status, 400);
});

test('a decision stays with its opportunity, is changed and undone, and is in the audit log', async () => {
  const [first] = (await report({ kinds: ['SOURCE'] })).json.data;
  const decision = { brandId: brand.id, kind: 'SOURCE', subject: first.subject, state: 'DONE' };
  const made = await call('POST', '/api/opportunities', { body: decision });
  assert.deepEqual([made.status, made.json.id], [201, first.id]);
  assert.equal((await call('POST', '/api/opportunities', { body: decision })).status, 409);
  const { json: after } = await report({ kinds: ['SOURCE'] });
  assert.deepEqual(
    [after.data[0].state, after.data[0].set_by, after.data[0].outcome_from],
    ['DONE', made.json.setBy, made.json.outcomeFrom],
  );
  assert.equal((await report({ kinds: ['SOURCE'], states: ['OPEN'] })).json.total, 0);
  const path = `/api/opportunities/${first.id}`;
  const etag = made.headers.get('ETag')!;
  const changed = await call('PATCH', path, { body: { state: 'DISMISSED' }, headers: { 'If-Match': etag } });
  assert.deepEqual([changed.json.state, changed.json.outcomeFrom], ['DISMISSED', null]);
  const stale = await call('DELETE', path, { headers: { 'If-Match': etag } });
  assert.equal(stale.status, 412);
  const viewer = await joined(app, owner, 'VIEWER');
  const asViewer = { token: viewer.token };
  assert.equal((await app.call('DELETE', path, asViewer)).status, 403);
  assert.equal((await app.call('GET', path, asViewer)).json.state, 'DISMISSED');
  assert.equal((await call('DELETE', path)).status, 204);
  assert.equal((await call('GET', path)).status, 404);
  assert.equal((await report({ kinds: ['SOURCE'] })).json.data[0].state, 'OPEN');
  const { data } = (await call('GET', `/api/audit-log?targetId=${first.id}`)).json;
  assert.deepEqual(
    data.map(({ action }: any) => action),
    ['deleteOpportunityMark', 'updateOpportunityMark', 'createOpportunityMark'],
  );
});

test('after 28 days it is said what happened, and until then nothing', async () => {
  const decide = async (kind: string, subject: string, days: number) => {
    const { json } = await call('POST', '/api/opportunities', {
      body: { brandId: brand.id, kind, subject, state: 'WATCHED' },
    });
    await app.sql(org)`update opportunity_marks set set_at = ${`${daysAgo(days)}T12:00:00Z`}::timestamptz
        where org_id = ${org.id} and id = ${json.id}`;
    return (await call('GET', `/api/opportunities/${json.id}/outcome`)).json;
  };
  const early = await decide('PROMPT', plantedPrompt(3), 28);
  assert.deepEqual([early.outcomeFrom, early.verdict, early.after], [daysAgo(-1), null, null]);
  const lost = await decide('PROMPT', plantedPrompt(1), LOST_FOR + 1);
  const { json: prompts } = await call('POST', '/api/reports/queries', {
    body: {
      ...{ brand_id: brand.id, start_date: daysAgo(LOST_FOR), end_date: daysAgo(1), dimensions: ['query'] },
      filters: [{ field: 'query', operator: 'in', values: [plantedPrompt(1)] }],
    },
  });
  const [{ visibility_count: named, visibility_total: total }] = prompts.data;
  assert.deepEqual(
    [lost.after.start_date, lost.after.end_date, lost.after.answer_count, lost.after.answer_total],
    [daysAgo(LOST_FOR), daysAgo(1), total - named, total],
  );
  assert.deepEqual([lost.before.start_date, lost.before.end_date], [daysAgo(57), daysAgo(30)]);
  assert.ok(lost.verdict === 'up' && lost.points > 50 && lost.low > 0, JSON.stringify(lost));
  const source = await decide('SOURCE', 'reddit.com', LOST_FOR + 1);
  const [found] = (await report({ kinds: ['SOURCE'] })).json.data;
  assert.deepEqual([source.after.answer_count, source.after.share], [found.answer_count, found.at_stake]);
  const own = await decide('OWN_PAGE', 'https://lumenfold.example/reading-lamps', LOST_FOR + 1);
  assert.deepEqual([own.after.answer_total, own.verdict], [560, 'within_noise']);
  const against = await decide('CRITICISM', plantedPrompt(2), LOST_FOR + 1);
  const [criticism] = (await report({ kinds: ['CRITICISM'] })).json.data;
  assert.deepEqual(
    [against.after.answer_count, against.after.answer_total],
    [criticism.answer_count, criticism.subject_total],
  );
});

test('nobody sees or changes what another organisation decided', async () => {
  const { data } = (await call('GET', '/api/opportunities?limit=1')).json;
  const other = await app.organisation({ brands: [PLANTED_BRAND] });
  const asOther = { token: await app.login(other) };
  const path = `/api/opportunities/${data[0].id}`;
  for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
    const sent = method === 'PATCH' ? { ...asOther, body: { state: 'DONE' } } : asOther;
    assert.equal((await app.call(method, path, sent)).status, 404);
  }
  const theirs = await app.call('POST', '/api/reports/opportunities', { ...asOther, body });
  assert.deepEqual([theirs.json.data, theirs.json.answer_total], [[], 0]);
});

test('an agent is told the same, briefly', async () => {
  const { call: ask } = await agentByHttp(app, org.key);
  const { json, text } = await ask('report_opportunities', { brand: 'lumenfold', ...RANGE });
  const { json: all } = await report();
  assert.deepEqual(
    json.rows.map(({ kind, subject, at_stake: { value, low, n } }: any) => [kind, subject, value, low, n]),
    all.data.map((each: any) => [
      each.kind,
      each.subject,
      each.at_stake,
      each.at_stake_low,
      all.answer_total,
    ]),
  );
  assert.match(text, /SOURCE "reddit\.com": \d+ answers cite it, name a competitor and not the brand/);
  assert.match(text, /said: "Lumenfold is a terrible lamp and breaks\."/);
  const early = { start_date: daysAgo(400), end_date: daysAgo(390) };
  const none = await ask('report_opportunities', { brand: 'Lumenfold', ...early });
  assert.match(none.json.empty_reason, /There are no runs in these days/);
});
