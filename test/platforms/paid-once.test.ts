// long: sends hundreds of changed responses
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { ApiPlatform } from '../../src/platforms/apis.ts';
import { forFile } from '../support/for-file.ts';
import { API_RESPONSES, faultOf, mutantsOf } from '../support/providers/platform-mutants.ts';
import type { Behaviour } from '../support/providers/platform-server.ts';
import {
  PLATFORMS,
  type PromptOrganisation,
  promptOrganisation,
  startPromptWorld,
} from '../support/providers/prompt-runs.ts';

const world = await forFile(startPromptWorld());
beforeEach(() => world.server.reset());

/** Works as a worker does for hours: every pause is over each time. */
async function workOn(org: PromptOrganisation, platform: ApiPlatform): Promise<void> {
  for (let round = 0; round < 7; round += 1) {
    await org.skipWaiting();
    await org.work(platform);
  }
}

const charges = (org: PromptOrganisation) =>
  org.sql(
    (tx) => tx<{ outcome: string; reason: string | null; charge: number }[]>`
      select outcome, reason, charge_micros::float8 as charge from run_attempts order by id`,
  );

/** The same response without any text of an answer. */
// biome-ignore lint/suspicious/noExplicitAny: the body of any platform's protocol
const WITHOUT_TEXT: Record<ApiPlatform, (body: any) => void> = {
  CHATGPT: (body) => body.output.pop(),
  CLAUDE: (body) => body.content.pop(),
  GEMINI: (body) => delete body.candidates[0].content,
  PERPLEXITY: (body) => delete body.choices[0].message.content,
  GROK: (body) => body.output.pop(),
  DEEPSEEK: (body) => delete body.choices[0].message.content,
  LLAMA: (body) => delete body.choices[0].message.content,
  MISTRAL: (body) => body.outputs.pop(),
};

for (const platform of PLATFORMS)
  test(`${platform}: an answer without text is paid for, says which part was looked for, and is not asked again`, async () => {
    const org = await promptOrganisation(world, { platforms: [platform] });
    world.server.edit = WITHOUT_TEXT[platform];
    const runId = await org.run((await org.query('Which lamp?', { platform })).id);
    await workOn(org, platform);
    const { state, failureReason, failure, attempts, inputTokens, outputTokens, costUsd } =
      await org.evidence(runId);
    assert.deepEqual([state, failureReason, attempts.length], ['FAILED', 'BAD_ANSWER', 1]);
    assert.match(failure, /holds no text: there is no (output|content|candidates|choices)[^ ]* .*paid for/);
    assert.deepEqual([inputTokens, outputTokens], [1_000, 200]);
    const [{ charge } = { charge: 0 }] = await charges(org);
    // What has no price stays at the estimate.
    assert.equal(charge, costUsd === null ? 30_000 : Math.round(costUsd * 1_000_000));
    assert.equal(costUsd === null, ['LLAMA', 'MISTRAL'].includes(platform));
    assert.equal(world.server.requests.length, 1);
  });

test('an answer that was cut off, filtered or in another form is paid for and not asked again', async () => {
  const edits: [reason: string, costUsd: number | null, set: () => void][] = [
    [
      'CUT_OFF',
      0.014,
      () => {
        world.server.edit = (body) =>
          Object.assign(body, { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } });
      },
    ],
    [
      'REFUSED',
      0.014,
      () => {
        world.server.edit = (body) => {
          body.output.pop();
          Object.assign(body, { status: 'incomplete', incomplete_details: { reason: 'content_filter' } });
        };
      },
    ],
    ['BAD_ANSWER', null, () => (world.server.behave = () => ({ kind: 'garbage' }))],
  ];
  for (const [reason, costUsd, set] of edits) {
    const org = await promptOrganisation(world);
    world.server.reset();
    set();
    const runId = await org.run((await org.query('Which lamp?')).id);
    await workOn(org, 'CHATGPT');
    const run = await org.evidence(runId);
    assert.deepEqual([run.state, run.failureReason, run.costUsd], ['FAILED', reason, costUsd]);
    assert.equal(world.server.requests.length, 1, reason);
    assert.deepEqual(
      (await charges(org)).map(({ charge }) => charge),
      [costUsd === null ? 30_000 : 14_000],
    );
  }
});

test('what was paid for in vain counts within the daily limit', async () => {
  const org = await promptOrganisation(world, { config: { dailySpendLimit: 0.05 } });
  world.server.edit = WITHOUT_TEXT.CHATGPT;
  for (let at = 0; at < 4; at += 1) await org.run((await org.query(`Which lamp ${at}?`)).id);
  await workOn(org, 'CHATGPT');
  // 14,000 each, and 30,000 are reserved for the next.
  assert.equal((await charges(org)).length, 2);
});

test('changed responses become answers, or fail once, over the whole way', async () => {
  const org = await promptOrganisation(world, { platforms: PLATFORMS });
  for (const platform of PLATFORMS) {
    const all = mutantsOf(API_RESPONSES[platform]);
    const some = Array.from({ length: 6 }, (_, at) => all[Math.floor((at * all.length) / 6) + at]!);
    world.server.behave = ({ prompt }) => ({ kind: 'body', body: some[Number(/\d+/.exec(prompt))]!.body });
    world.server.requests = [];
    const runs = [];
    for (const at of some.keys())
      runs.push(await org.run((await org.query(`Mutant ${at}?`, { platform })).id));
    await org.work(platform);
    assert.equal(world.server.requests.length, some.length);
    for (const [at, runId] of runs.entries()) {
      const { state, answer, citations, failureReason } = await org.evidence(runId);
      assert.ok(['COMPLETED', 'FAILED'].includes(state), state);
      const error = { name: '', isRetryable: false, message: failureReason };
      const outcome = state === 'FAILED' ? { error } : { text: answer, citations };
      assert.equal(faultOf(some[at]!, outcome, false), null, `${platform} ${some[at]!.name}`);
    }
  }
});

test('parts of unknown kinds are left out, and the run says which, to a key too', async () => {
  const org = await promptOrganisation(world);
  world.server.edit = (body) => {
    const [part] = body.output.at(-1).content;
    part.annotations.push({ type: 'place_citation', place: 'Lumenfold shop' });
    part.annotations.push({ type: 'place_citation' }, null, { type: 'url_citation', url: 7 });
    body.output.unshift({ type: 'x'.repeat(5_000), id: 'x_1' });
    for (let at = 0; at < 40; at += 1) body.output.unshift({ type: `kind_${at}`, id: 'x_2' });
  };
  const runId = await org.run((await org.query('Which lamp?')).id);
  await org.work();
  const run = await org.evidence(runId);
  assert.equal(run.state, 'COMPLETED');
  assert.equal(run.citations.length, 2);
  assert.equal(run.leftOut.length, 20);
  const counts = run.leftOut.map(({ count }: { count: number }) => count);
  assert.equal(
    counts.reduce((sum: number, count: number) => sum + count, 0),
    45,
  );
  for (const { kind } of run.leftOut) assert.ok(kind.length <= 60, kind);
  assert.deepEqual(run.leftOut[0], { kind: 'output item kind_39', count: 1 });
  const byKey = await world.app.call('GET', `/api/customer/v1/runs/${runId}`, { key: org.org.key });
  assert.deepEqual(byKey.json.leftOut, run.leftOut);
});

const TROUBLES: [reason: string, platform: ApiPlatform, behaviour: Behaviour][] = [
  ['NO_CREDIT', 'LLAMA', { kind: 'status', status: 402 }],
  ['NO_CREDIT', 'CLAUDE', { kind: 'status', status: 400, message: 'Your credit balance is too low.' }],
  ['UNKNOWN_MODEL', 'CHATGPT', { kind: 'status', status: 404, message: 'The model `gpt-0` does not exist.' }],
  ['FORBIDDEN', 'GEMINI', { kind: 'status', status: 403 }],
];
for (const [reason, platform, behaviour] of TROUBLES)
  test(`${reason} of ${platform}: the queue waits, is told once, and goes on by itself`, async () => {
    const org = await promptOrganisation(world, { platforms: [platform] });
    const runs: string[] = [];
    for (let at = 0; at < 6; at += 1)
      runs.push(await org.run((await org.query(`Which lamp ${at}?`, { platform })).id));
    const { id } = (await org.call('listIntegrations')).json.data[0]!;
    const integration = async () => (await org.call('getIntegration', { ids: [id] })).json;
    const states = async () => [
      ...new Set(await Promise.all(runs.map(async (run) => (await org.evidence(run)).state))),
    ];
    world.server.behave = () => behaviour;
    await org.work(platform);
    const inFlight = world.server.requests.length;
    assert.ok(inFlight >= 1 && inFlight <= 4, 'only what was under way already is sent');
    const minutes: number[] = [];
    const told = new Set<string>();
    for (let round = 0; round < 7; round += 1) {
      const { pause, lastCheck } = await integration();
      assert.ok(pause && lastCheck);
      assert.deepEqual([pause.reason, lastCheck.ok], [reason, false]);
      told.add(JSON.stringify(lastCheck));
      minutes.push(Math.round((Date.parse(pause.until) - Date.now()) / 60_000));
      assert.equal(await org.work(platform), 0, 'nothing is sent while it is paused');
      await org.skipWaiting();
      assert.equal(await org.work(platform), 1, 'one run finds out');
    }
    assert.deepEqual(minutes, [15, 30, 60, 120, 240, 360, 360]);
    assert.equal(told.size, 1, 'one notice, with the time of the first');
    assert.deepEqual(await states(), ['QUEUED']);
    assert.ok((await charges(org)).every(({ charge }) => charge === 0));

    world.server.reset();
    await org.skipWaiting();
    assert.equal(await org.work(platform), runs.length);
    assert.deepEqual(await states(), ['COMPLETED']);
    const { pause, lastCheck } = await integration();
    assert.deepEqual([pause, lastCheck?.ok, lastCheck?.reason], [null, true, 'It works.']);
  });

test('trouble of the account uses up no attempt; a new config ends its pause', async () => {
  const org = await promptOrganisation(world);
  const runId = await org.run((await org.query('Which lamp?')).id);
  world.server.behave = () => ({ kind: 'status', status: 402 });
  await workOn(org, 'CHATGPT');
  const { id } = (await org.call('listIntegrations')).json.data[0]!;
  const changed = await org.call('updateIntegration', { ids: [id], body: { config: { model: 'gpt-5' } } });
  assert.deepEqual([changed.json.pause, changed.json.lastCheck], [null, null]);
  world.server.behave = () => ({ kind: 'status', status: 503 });
  await org.sql((tx) => tx`update runs set due_at = now() where due_at is not null`);
  await org.work();
  assert.equal((await org.evidence(runId)).state, 'QUEUED', 'one fault after seven waits is the first');
  await workOn(org, 'CHATGPT');
  const run = await org.evidence(runId);
  assert.deepEqual([run.state, run.failureReason], ['FAILED', 'UNAVAILABLE']);
  assert.match(run.failure, /tried 5 times/);
});

test('what could not be begun within a day because of the account fails by that name', async () => {
  const org = await promptOrganisation(world);
  world.server.behave = () => ({ kind: 'status', status: 402 });
  const runId = await org.run((await org.query('Which lamp?')).id);
  await org.work();
  await org.sql((tx) => tx`update runs set give_up_at = now() where due_at is not null`);
  await org.work();
  const { state, failureReason, failure } = await org.evidence(runId);
  assert.deepEqual([state, failureReason], ['FAILED', 'NO_CREDIT']);
  assert.match(failure, /within 24 h/);
});
