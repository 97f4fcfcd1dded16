// long: waits for retries of two workers
import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import { startJobs } from '../../src/app/jobs.ts';
import { DAY_MS } from '../../src/base/definitions.ts';
import { connect } from '../../src/db/client.ts';
import { beginReading, type ReadingAttempt, recoverReadings } from '../../src/features/stance/attempts.ts';
import { keepReading } from '../../src/features/stance/outcomes.ts';
import { forFile } from '../support/for-file.ts';
import type { Behaviour } from '../support/providers/platform-server.ts';
import { startPromptWorld, startWorker as workerOf } from '../support/providers/prompt-runs.ts';
import { answerStance, type StanceOrganisation, stanceOrganisation } from '../support/providers/stance.ts';
import { until } from '../support/server/app.ts';
import type { Program } from '../support/server/programs.ts';

const world = await forFile(startPromptWorld());
const programs: Program[] = [];
after(async () => {
  for (const { child } of programs) child.kill('SIGKILL');
});
afterEach(() => world.server.reset());

const ANSWER = 'Lumenfold and Gleamwell are lamps.';
const POSITIVE = { stance: 'POSITIVE', score: 80 };
const readers = async (org: StanceOrganisation, runId: string) =>
  Object.values(await org.scores(runId)).map(({ reader }) => reader);
/** Attempts at readings: reason or outcome, and what they are charged. */
const attempts = (org: StanceOrganisation) =>
  org.sql(
    (tx) => tx<{ outcome: string | null; reason: string | null; charge: number }[]>`
      select outcome, reason, charge_micros as charge from run_attempts
      where stance_run_id is not null order by id`,
  );
const outcomes = async (org: StanceOrganisation) =>
  (await attempts(org)).map(({ outcome, reason }) => reason ?? outcome);
/** Works until nothing is sent any more, as if every pause were over. */
const readOn = async (org: StanceOrganisation) => {
  let sent = 0;
  for (let more = -1; more !== 0; ) {
    await org.skipWaiting();
    more = await org.read();
    sent += more;
  }
  return sent;
};
const text = (value: unknown) => ({
  text: typeof value === 'string' ? value : JSON.stringify(value),
  citations: [],
});
const score = (index: number, more: object = POSITIVE) => ({ index, ...more });

const INVALID: Record<string, unknown> = {
  'no JSON': 'Both are fine.',
  'cut JSON': '{"scores":[{"index":0',
  'a bare list': [score(0), score(1)],
  'a name left out': { scores: [score(0)] },
  'a name twice': { scores: [score(0), score(0)] },
  'a name nobody asked about': { scores: [score(0), score(2)] },
  'one more name': { scores: [score(0), score(1), score(2)] },
  'an unknown stance': { scores: [score(0), score(1, { stance: 'GLOWING', score: 90 })] },
  'a number beyond 100': { scores: [score(0), score(1, { stance: 'POSITIVE', score: 101 })] },
  'a broken number': { scores: [score(0), score(1, { stance: 'POSITIVE', score: 80.5 })] },
  'a field too many': { scores: [score(0), score(1)], note: 'as the answer told me' },
};

test('an answer that is not what was asked for is asked once more, then the rules keep the score', async () => {
  const org = await stanceOrganisation(world);
  for (const [name, value] of Object.entries(INVALID)) {
    world.server.requests = [];
    world.server.answer = () => text(value);
    const [runId] = await org.ingest([`${ANSWER} ${name}`]);
    assert.equal(await readOn(org), 2, name);
    assert.deepEqual(await readers(org, runId!), ['LEXICON', 'LEXICON'], name);
  }
  const { fallbacks, spentTodayOnStance } = await org.state();
  const count = Object.keys(INVALID).length;
  assert.deepEqual(fallbacks, [{ reason: 'INVALID_ANSWER', count }]);
  assert.equal(spentTodayOnStance, (2 * count * 4_000) / 1_000_000, 'it is paid for all the same');

  // The second answer is what was asked for; in a block of code too.
  const right = JSON.stringify({ scores: [score(1), score(0)] });
  world.server.answer = ({ attempt }) => text(attempt === 1 ? 'Well.' : `\`\`\`json\n${right}\n\`\`\``);
  const [runId] = await org.ingest([`${ANSWER} Well.`]);
  assert.equal(await readOn(org), 2);
  assert.deepEqual(await readers(org, runId!), ['MODEL', 'MODEL']);
});

test('a refusal is asked once more, failures four times in all, and what was received not again; each is counted', async () => {
  const status = (code: number): Behaviour => ({ kind: 'status', status: code });
  const cases: [reason: string, sent: number, behaviour: Behaviour][] = [
    ['REFUSED', 2, status(400)],
    ['BAD_CREDENTIALS', 1, status(401)],
    ['UNAVAILABLE', 4, status(500)],
    ['RATE_LIMITED', 4, { kind: 'status', status: 429, headers: { 'retry-after': '90' } }],
    ['CUT_OFF', 4, { kind: 'cut off' }],
    // What was received is paid for, and not requested again.
    ['BAD_ANSWER', 1, { kind: 'garbage' }],
    ['UNKNOWN_MODEL', 1, { kind: 'status', status: 404, message: 'The model does not exist.' }],
  ];
  for (const [reason, sent, behaviour] of cases) {
    const org = await stanceOrganisation(world);
    world.server.behave = () => behaviour;
    const [runId] = await org.ingest([ANSWER]);
    assert.equal(await readOn(org), sent, reason);
    assert.deepEqual(await outcomes(org), Array(sent).fill(reason));
    const { fallbacks, pending, spentToday } = await org.state();
    assert.deepEqual([fallbacks, pending], [[{ reason, count: 1 }], 0]);
    assert.equal(
      spentToday > 0,
      ['CUT_OFF', 'BAD_ANSWER'].includes(reason),
      'what may have been charged counts',
    );
    assert.deepEqual(await readers(org, runId!), ['LEXICON', 'LEXICON']);
  }
  const org = await stanceOrganisation(world);
  world.server.behave = () => ({ kind: 'ok' });
  world.server.edit = (body) => {
    body.status = 'incomplete';
    body.incomplete_details = { reason: 'max_output_tokens' };
  };
  await org.ingest([ANSWER]);
  assert.equal(await readOn(org), 1);
  const { fallbacks, spentTodayOnStance } = await org.state();
  assert.deepEqual([fallbacks, spentTodayOnStance], [[{ reason: 'CUT_OFF', count: 1 }], 0.004]);
});

test('429 waits as long as the platform asks, its prompts too; five failures in a row open the breaker', async () => {
  const org = await stanceOrganisation(world);
  const waits = async () => {
    const [row] = await org.sql(
      (tx) => tx<{ reading: number; lane: number; reason: string }[]>`
        select round(extract(epoch from due_at - now()))::integer as reading,
               round(extract(epoch from paused_until - now()))::integer as lane, pause_reason as reason
        from stance_readings s join platform_lanes l on l.org_id = s.org_id and l.platform = s.platform where due_at is not null limit 1`,
    );
    return row!;
  };
  world.server.behave = () => ({ kind: 'status', status: 429, headers: { 'retry-after': '90' } });
  await org.ingest([ANSWER]);
  assert.equal(await org.read(), 1);
  const { reading, lane, reason } = await waits();
  assert.ok(reading >= 88 && reading <= 90 && lane >= 88 && lane <= 90, `${reading} s, ${lane} s`);
  assert.equal(reason, 'RATE_LIMIT');
  await org.run((await org.query('Which lamp?')).id);
  assert.equal(await org.work(), 0, 'one lane');

  world.server.behave = () => ({ kind: 'status', status: 500 });
  await org.ingest(Array.from({ length: 8 }, (_, at) => `${ANSWER} ${at}`));
  await org.skipWaiting();
  const sent = await org.read();
  assert.ok(sent >= 4 && sent < 9, `${sent} were sent`);
  assert.equal((await waits()).reason, 'FAULTS');
  assert.equal(await org.read(), 0);
});

test('the daily limit holds to the cent with two workers, prompts and readings, and what is left waits for tomorrow', async () => {
  const LIMIT = 0.25;
  const org = await stanceOrganisation(world, {
    config: { dailySpendLimit: LIMIT, stance: { enabled: true, model: 'gpt-5-mini' } },
  });
  const spent = () =>
    org.sql(async (tx) => {
      const [row] = await tx<[{ micros: number }]>`
        select sum(charge_micros)::float8 as micros from run_attempts`;
      return row.micros;
    });
  const seen: Promise<number>[] = [];
  world.server.behave = () => {
    seen.push(spent());
    return { kind: 'ok', delayMs: 20 };
  };
  // Readings cost all that was reserved for them, prompts less.
  world.server.answer = (request) => {
    if (request.instructions === '') return { outputTokens: 500 };
    return { ...text({ scores: [score(0), score(1)] }), inputTokens: 500, outputTokens: 4_100 };
  };
  await org.ingest(Array.from({ length: 60 }, (_, at) => `${ANSWER} ${at}`));
  for (let at = 0; at < 6; at += 1) await org.run((await org.query(`Dear ${at}?`)).id);
  const workers = [1, 2].map(() => startJobs(world.app.app.services));
  try {
    await until(async () => {
      const [lane] = await org.sql(
        (tx) => tx`select stance_paused_until is not null as "isFull" from platform_lanes`,
      );
      const [open] = await org.sql((tx) => tx`select from run_attempts where outcome is null`);
      return lane?.['isFull'] === true && open === undefined;
    });
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
  for (const micros of await Promise.all(seen)) assert.ok(micros <= LIMIT * 1e6, `${micros} were spent`);
  const state = await org.state();
  assert.equal(Math.round(state.spentToday * 1e6), await spent());
  assert.ok(LIMIT - state.spentToday < 0.0085, `${state.spentToday} of ${LIMIT} were spent`);
  assert.ok(state.pending > 0 && state.read > 0 && state.spentTodayOnStance < state.spentToday);
  assert.equal(await readOn(org), 0);

  // A new day, and then a week without room.
  const yesterday = new Date(Date.now() - DAY_MS);
  await org.sql((tx) => tx`update run_attempts set sent_at = ${yesterday}`);
  await org.skipWaiting();
  assert.ok((await org.read()) > 0);
  await readOn(org);
  await org.sql((tx) => tx`update stance_readings set give_up_at = now() where due_at is not null`);
  await org.read();
  const { pending, fallbacks } = await org.state();
  assert.equal(pending, 0);
  assert.deepEqual(
    fallbacks.map(({ reason }: { reason: string }) => reason),
    ['SPEND_LIMIT'],
  );
});

test('what a dead worker left is sent again on record, its cost counted twice at most; its late answer changes nothing', async () => {
  const org = await stanceOrganisation(world);
  const { db, secretBox } = world.app.app.services;
  const begin = () => beginReading({ db, secretBox }, org.org.id, 'CHATGPT', 0);
  const [runId] = await org.ingest([ANSWER]);
  const first = await begin();
  assert.ok(typeof first === 'object');
  assert.deepEqual(await outcomes(org), [null], 'written down before it is sent');
  assert.equal(await begin(), 'WAIT');
  await recoverReadings(db, org.org.id, 'CHATGPT');
  const second = await begin();
  assert.ok(typeof second === 'object' && second.attempt === 2);
  const answer = {
    json: { scores: [score(0), score(1)] },
    model: 'gpt-5',
    inputTokens: 10,
    outputTokens: 5,
    costMicros: 1_234,
  };
  const keep = (reading: ReadingAttempt) => keepReading(db, org.org.id, reading, answer);
  assert.equal(await keep(first), false);
  assert.deepEqual(await readers(org, runId!), ['LEXICON', 'LEXICON']);
  assert.equal(await keep(second), true);
  assert.equal(await keep(second), false);
  assert.deepEqual(await readers(org, runId!), ['MODEL', 'MODEL']);
  const [interrupted, answered] = await attempts(org);
  assert.deepEqual(
    [interrupted!.reason, interrupted!.charge, answered!.outcome, answered!.charge],
    ['INTERRUPTED', first.reservedMicros, 'ANSWERED', 1_234],
  );
});

test('kill -9 of a worker loses no reading and doubles none', async () => {
  const org = await stanceOrganisation(world);
  answerStance(world.server, () => POSITIVE);
  const answer = world.server.answer;
  const ids = await org.ingest(Array.from({ length: 12 }, (_, at) => `${ANSWER} ${at}`));
  world.server.behave = () => ({ kind: 'ok', delayMs: world.server.requests.length > 6 ? 60_000 : 20 });
  const killed = startWorker();
  await until(() => world.server.requests.length >= 8);
  killed.child.kill('SIGKILL');
  await killed.ended;
  const sql = connect(world.app.databaseUrl, { role: 'worker', max: 1 });
  // As if its leases had run out, which takes 10 s.
  await sql`update job_leases set leased_until = now() where holder like ${`% ${killed.child.pid} %`}`;
  await sql.end();
  world.server.behave = () => ({ kind: 'ok' });
  world.server.answer = answer;
  const worker = startWorker();
  await until(async () => (await org.state()).read === ids.length);
  worker.child.kill('SIGTERM');
  assert.equal((await worker.ended).code, 0);
  for (const id of ids) assert.deepEqual(await readers(org, id), ['MODEL', 'MODEL']);
  const all = await outcomes(org);
  assert.equal(all.filter((outcome) => outcome === 'ANSWERED').length, ids.length);
  assert.ok(all.includes('INTERRUPTED') && all.length <= ids.length + 4, all.join());
  for (const { stderr } of programs) assert.doesNotMatch(stderr(), /"level":(50|60)/);
});

test('tenants: readings, scores and spend of one organisation are nothing to another', async () => {
  const [mine, other] = await Promise.all([stanceOrganisation(world), stanceOrganisation(world)]);
  answerStance(world.server, () => POSITIVE);
  const [[runId], [theirs]] = [await mine.ingest([ANSWER]), await other.ingest([ANSWER])];
  assert.equal(await mine.read(), 1);
  assert.deepEqual(await readers(mine, runId!), ['MODEL', 'MODEL']);
  assert.deepEqual(await readers(other, theirs!), ['LEXICON', 'LEXICON']);
  assert.deepEqual([(await other.state()).spentToday, (await other.state()).pending], [0, 1]);
  assert.deepEqual(
    await mine.sql((tx) => tx`select distinct org_id from stance_readings`).then((rows) => [...rows]),
    [{ org_id: mine.org.id }],
  );
  const foreign = await mine.call('getStanceState', { ids: [other.integrationId] });
  assert.equal(foreign.status, 404);
  assert.equal(await other.read(), 1, 'what one had read is asked again for the other');
});

test('another platform takes over what is pending; a run that is gone takes its reading along', async () => {
  const org = await stanceOrganisation(world);
  answerStance(world.server, () => POSITIVE);
  const [runId, gone] = await org.ingest([ANSWER, `${ANSWER} Gone.`]);
  await org.sql((tx) => tx`delete from runs where id = ${gone!}`);
  await org.configure({ stance: { enabled: false } });
  const made = await org.call('createIntegration', {
    body: {
      type: 'LLAMA',
      config: {
        apiKey: 'sk-an-invented-key-9f2c',
        baseUrl: world.server.baseUrl('LLAMA'),
        stance: { enabled: true },
      },
    },
  });
  assert.equal(made.status, 201, made.text);
  assert.equal(await org.read(), 0);
  const jobs = startJobs(world.app.app.services);
  try {
    await until(async () => (await readers(org, runId!))[0] === 'MODEL');
  } finally {
    await jobs.stop();
  }
  assert.deepEqual(
    world.server.requests.map(({ platform }) => platform),
    ['LLAMA'],
  );
});

test('without credit readings wait, use up no attempt, and go on', async () => {
  const org = await stanceOrganisation(world);
  world.server.behave = () => ({ kind: 'status', status: 402 });
  const [runId] = await org.ingest([ANSWER]);
  for (let round = 0; round < 6; round += 1) {
    assert.equal(await org.read(), 1);
    assert.equal(await org.read(), 0, 'nothing is sent while it is paused');
    await org.skipWaiting();
  }
  const { pending, spentToday } = await org.state();
  assert.deepEqual([pending, spentToday], [1, 0]);
  world.server.behave = () => ({ kind: 'ok' });
  answerStance(world.server, () => POSITIVE);
  assert.equal(await org.read(), 1);
  assert.deepEqual(await readers(org, runId!), ['MODEL', 'MODEL']);
});

function startWorker(): Program {
  const worker = workerOf(world);
  programs.push(worker);
  return worker;
}
