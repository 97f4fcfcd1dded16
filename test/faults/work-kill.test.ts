// long: kills
// kill -9 of `cli work` at random points, while runs are queued on all platforms, exports are made and webhooks
// sent. KILLS says how often (3; the full test is 100), SEED repeats the points of an earlier run.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { connect } from '../../src/db/client.ts';
import { PLATFORMS, promptOrganisation, startPromptWorld } from '../support/providers/prompt-runs.ts';
import { startReceiver } from '../support/providers/receiver.ts';
import { checkMessage } from '../support/providers/webhooks.ts';
import { until } from '../support/server/app.ts';
import { type Program, startProgram } from '../support/server/programs.ts';

const KILLS = Number(process.env['KILLS'] ?? 2);
const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1e9));
const QUERIES_A_PLATFORM = 3;
/** What a worker begins within this is what it may be killed in the middle of. */
const LONGEST_LIFE_MS = 900;
const EXPORT_EVERY = 3;

const workers: Program[] = [];

const random = seeded(SEED);

const [world, receiver] = await Promise.all([
  startPromptWorld(),
  startReceiver(async (_, response) => {
    await sleep(30 * random());
    response.writeHead(204).end();
  }),
]);
world.server.behave = () => ({ kind: 'ok', delayMs: 250 * random() });
const org = await promptOrganisation(world, { platforms: PLATFORMS });
const webhook = await org.call('createWebhook', {
  body: {
    url: `${receiver.url}/hook`,
    events: ['query.completed', 'query.failed', 'mention.created', 'export.ready'],
  },
});
const secret = webhook.json.secret;
for (const platform of PLATFORMS)
  for (let at = 0; at < QUERIES_A_PLATFORM; at += 1)
    await org.query(`Which lamp is number ${at} on ${platform}?`, { platform });

after(async () => {
  for (const { child } of workers) child.kill('SIGKILL');
  await world?.close();
  receiver?.close();
});

test(`nothing is lost, doubled or stuck by ${KILLS} × kill -9 of cli work (SEED=${SEED})`, {
  timeout: 120_000 + KILLS * 10_000,
}, async () => {
  const sql = connect(world.app.databaseUrl, { role: 'worker', max: 1 });
  // The next one starts while this one works, so that starting costs no time.
  let next = startWorker();
  for (let kill = 0; kill < KILLS; kill += 1) {
    const worker = next;
    await until(() => worker.stderr().includes('Working.'));
    next = startWorker();
    assert.equal((await org.call('runQueries', { body: {} })).status, 200);
    if (kill % EXPORT_EVERY === 0) assert.equal((await org.call('createDataExport')).status, 201);
    await sleep(LONGEST_LIFE_MS * random());
    worker.child.kill('SIGKILL');
    await worker.ended;
    // As if its leases had run out, which takes 10 s; now and then they do by themselves.
    if (kill % 10 !== 9)
      await sql`update job_leases set leased_until = now() where holder like ${`% ${worker.child.pid} %`}`;
  }
  const isOver = () =>
    org.sql(async (tx) => {
      const [left] = await tx<{ count: number }[]>`select
        (select count(*) from runs where state not in ('COMPLETED', 'FAILED')) +
        (select count(*) from exports where state not in ('COMPLETED', 'FAILED')) +
        (select count(*) from webhook_deliveries where state = 'PENDING') as count`;
      return left?.count === 0;
    });
  await until(isOver);
  await until(async () => (await depths(next)).every((depth) => depth === 0));
  next.child.kill('SIGTERM');
  assert.equal((await next.ended).code, 0);
  // One that was killed between the end of its work and giving the lease back leaves it. It ends by itself.
  const held = await sql<{ holder: string | null; isEnding: boolean }[]>`
    select holder, leased_until <= now() + interval '10 s' as "isEnding" from job_leases`;
  const killed = workers.filter((worker) => worker !== next).map(({ child }) => ` ${child.pid} `);
  for (const { holder, isEnding } of held)
    assert.ok(isEnding && killed.some((pid) => holder?.includes(pid)), `${holder} left a lease behind`);
  await sql.end();
  for (const { stderr } of workers) assert.doesNotMatch(stderr(), /"level":(50|60)/);

  await allRunsAreAccountedFor();
  await allEventsArrived();
});

/** What platforms got is what was written down, and each run's end was told once. */
async function allRunsAreAccountedFor(): Promise<void> {
  type Asked = { platform: string; prompt: string; attempts: number; ended: number; open: number };
  const asked = await org.sql(
    (tx) => tx<Asked[]>`
      select r.platform, r.query_text as prompt, count(*)::integer as attempts,
             count(*) filter (where a.outcome in ('ANSWERED', 'FAILED'))::integer as ended,
             count(*) filter (where a.outcome is null)::integer as open
      from run_attempts a join runs r on r.org_id = a.org_id and r.id = a.run_id
      group by r.platform, r.query_text`,
  );
  assert.equal(asked.length, PLATFORMS.length * QUERIES_A_PLATFORM);
  for (const { platform, prompt, attempts, ended, open } of asked) {
    const seen = world.server.requests.filter((each) => each.platform === platform && each.prompt === prompt);
    assert.equal(open, 0, `${prompt}: an attempt has no outcome`);
    // One that was written down may have been cut off before it was sent.
    assert.ok(
      seen.length <= attempts && seen.length >= ended,
      `${prompt}: ${seen.length} of ${attempts} were sent`,
    );
  }
  const told = await org.sql(
    (tx) => tx<{ id: string; state: string; events: string[] }[]>`
      select r.id, r.state, coalesce(array_agg(m.event) filter (where m.id is not null), '{}') as events
      from runs r left join webhook_messages m on m.org_id = r.org_id and m.event like 'query.%'
        and m.body::json -> 'data' ->> 'runId' = r.id
      group by r.id, r.state`,
  );
  assert.ok(told.length >= PLATFORMS.length * QUERIES_A_PLATFORM);
  for (const { id, state, events } of told) assert.deepEqual(events, [`query.${state.toLowerCase()}`], id);
}

/** Every event was received, under one id with one body, and no oftener than is written down. */
async function allEventsArrived(): Promise<void> {
  const messages = await org.sql(
    (tx) => tx<{ id: string; body: string; attempts: number }[]>`
      select m.id, m.body, (
        select count(*) from webhook_deliveries d
        join webhook_attempts a on a.org_id = d.org_id and a.delivery_id = d.id
        where d.org_id = m.org_id and d.message_id = m.id)::integer as attempts
      from webhook_messages m`,
  );
  const received = Map.groupBy(receiver.to('/hook'), ({ headers }) => headers['webhook-id']);
  assert.deepEqual(new Set(received.keys()), new Set(messages.map(({ id }) => id)));
  let doubled = 0;
  for (const { id, body, attempts } of messages) {
    const requests = received.get(id) ?? [];
    assert.ok(
      requests.length <= attempts,
      `${id} was sent ${requests.length} times, ${attempts} are written down`,
    );
    doubled += requests.length - 1;
    for (const request of requests) {
      assert.equal(request.body, body);
      new Webhook(secret).verify(body, request.headers as Record<string, string>);
    }
    checkMessage(body);
  }
  const exports = await org.sql((tx) => tx<{ state: string }[]>`select state from exports`);
  const ready = messages.filter(({ body }) => JSON.parse(body).type === 'export.ready');
  assert.equal(ready.length, exports.filter(({ state }) => state === 'COMPLETED').length);
  const runs = world.server.requests.length;
  console.log(`${runs} prompts sent, ${messages.length} events, ${doubled} of them received once more`);
}

function startWorker(): Program {
  const worker = startProgram('src/cli.ts', ['work'], {
    DATABASE_URL: world.app.databaseUrl,
    DATA_DIR: world.app.dataDir,
    ENCRYPTION_KEY: 'another secret of tests, long enough',
    OUTBOUND_ALLOW: '127.0.0.0/8',
    METRICS_PORT: '0',
  });
  workers.push(worker);
  return worker;
}

/** What is due and not done, of each kind of job, by a worker's metrics. */
async function depths(worker: Program): Promise<number[]> {
  const [, port] = /"port":(\d+),"msg":"metrics at/.exec(worker.stderr()) ?? [];
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const found = [...text.matchAll(/^sightline_jobs_depth\{kind="[\w-]+"\} (\d+)$/gm)];
  assert.ok(found.length >= 6, text);
  return found.map(([, depth]) => Number(depth));
}

/** Numbers from 0 to 1 that a seed determines (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
