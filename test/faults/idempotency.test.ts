// Requests with an Idempotency-Key whose connection to Postgres, or whose server, is lost at each point of their work.
// KILLS says how many servers are killed (3); 16 are one before and one after each of eight messages.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { callerAt, completeRun, type TestAnswer, until } from '../support/app.ts';
import { withOrganisation } from '../support/organisation.ts';
import { type Program, startProgram } from '../support/programs.ts';
import { startProxy, type TcpProxy, type WatchedConnection } from '../support/proxy.ts';

const KILLS = Number(process.env['KILLS'] ?? 3);
/** More than a creation sends on its connection. */
const MOST_MESSAGES = 40;

const { app, org, token } = await withOrganisation({ brands: [{ name: 'Lumenfold' }] });
const dataDir = mkdtempSync(join(tmpdir(), 'sightline-idempotency-'));
/** The first statement of a request with a key names it. */
const CLAIM = `idempotency ${org.id}`;
let proxy: TcpProxy;
/**
 * Loses a connection, or its server, at the nth message on it from the one on that has a text. null: nothing is lost.
 */
interface Loss {
  from: string;
  at: number;
  lose(connection: WatchedConnection): void;
}
let loss: Loss | null = null;
let connection: object | null = null;
let messages = 0;
let server: { program: Program; url: string };

before(async () => {
  const address = new URL(app.databaseUrl);
  proxy = await startProxy(
    () => Number(address.port),
    undefined,
    (bytes, on) => {
      if (loss === null) return;
      if (connection === null && bytes.includes(loss.from)) connection = on;
      if (connection !== on) return;
      messages += 1;
      if (messages < loss.at) return;
      const { lose } = loss;
      loss = null;
      lose(on);
    },
  );
  server = await startServer();
});
after(async () => {
  server?.program.child.kill('SIGKILL');
  await server?.program.ended;
  await proxy?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function startServer(): Promise<typeof server> {
  const program = startProgram('src/main.ts', [], {
    DATABASE_URL: app.databaseUrl.replace(/:\d+\//, `:${proxy.port}/`),
    DATA_DIR: dataDir,
    PORT: '0',
    JWT_SECRET: 'a secret of tests that is long enough',
    ENCRYPTION_KEY: 'another secret of tests, long enough',
    RATE_LIMIT_PER_MINUTE: '0',
    SNAPSHOT_INTERVAL_SECONDS: '0',
    JOBS: 'apart',
    LOG_LEVEL: 'silent',
  });
  await until(() => program.stdout().includes('listens on') || program.child.exitCode !== null, 60_000);
  const url = /listens on (\S+)/.exec(program.stdout())?.[1] ?? assert.fail(program.stderr());
  return { program, url };
}

const throughProxy = callerAt(() => server.url);
/** Creates a brand with a key, both named by a number. */
const create = (number: number, call = throughProxy) =>
  call('POST', '/api/brands', {
    token,
    body: { name: `Brand ${number}` },
    headers: { 'Idempotency-Key': `brand ${number}` },
  });

/** Sends a request while something is lost. @returns its answer, null where none came, and whether anything was lost */
async function sendWith(
  wanted: Loss,
  send: () => Promise<TestAnswer>,
): Promise<{ answer: TestAnswer | null; isLost: boolean }> {
  connection = null;
  messages = 0;
  loss = wanted;
  const answer = await send().catch(() => null);
  const isLost = loss === null;
  loss = null;
  return { answer, isLost };
}

/** Sends a request again while it is 503, as its Retry-After asks. */
async function repeated(send: () => Promise<TestAnswer>): Promise<TestAnswer> {
  for (let attempts = 1; ; attempts += 1) {
    const answer = await send();
    if (answer.status !== 503 || attempts === 10) return answer;
    await sleep(1000 * Number(answer.headers.get('retry-after')));
  }
}

async function rows(table: string, name: string, value: string): Promise<number> {
  const found = await app.app.services.db.tenant(org.id, (tx) =>
    tx.unsafe(`select from ${table} where ${name} = '${value}'`),
  );
  return found.length;
}

let brands = 0;

for (const when of ['before', 'after'] as const)
  test(`a connection lost ${when} each message of a creation, that of COMMIT too: the repeat tells the truth`, async () => {
    for (let at = 1; ; at += 1) {
      assert.ok(at < MOST_MESSAGES, 'the creation never ended');
      brands += 1;
      const number = brands;
      const lose = (on: WatchedConnection) => (when === 'before' ? on.cut() : on.loseReply());
      const { answer, isLost } = await sendWith({ from: CLAIM, at, lose }, () => create(number));
      const there = await rows('brands', 'name', `Brand ${number}`);
      const again = await repeated(() => create(number));
      assert.equal(again.status, 201, `message ${at}: ${again.text}`);
      assert.equal(await rows('brands', 'name', `Brand ${number}`), 1, `message ${at}`);
      if (answer?.status === 201) assert.equal(again.text, answer.text, 'the first answer');
      else assert.equal(answer?.status, 503, answer?.text);
      assert.equal((await create(number)).text, again.text);
      if (isLost) continue;
      assert.ok(at > 5 && there === 1, 'it was lost at several points');
      break;
    }
  });

test('a connection lost before each message of the writing of runs: the repeat is 409 where nobody knows, else it is answered', async () => {
  const repeats = new Set<number>();
  // The driver sends what a transaction has to say in five to seven messages, as the connection knows its statements.
  for (let round = 0; repeats.size < 2; round += 1) {
    assert.ok(round < MOST_MESSAGES, `each repeat was ${[...repeats]}`);
    const at = 1 + (round % 7);
    const externalId = `lost at ${round}`;
    const run = completeRun({ brand: 'Lumenfold', externalId, answer: `Lumenfold, ${externalId}.` });
    const headers = { 'Idempotency-Key': externalId };
    const send = () => throughProxy('POST', '/api/runs', { key: org.key, body: [run], headers });
    const wanted = { from: run.answer ?? '', at, lose: (on: WatchedConnection) => on.cut() };
    const { answer, isLost } = await sendWith(wanted, send);
    const again = await repeated(send);
    const there = await rows('runs', 'external_id', externalId);
    // The message may also be the connection's next, of other work, when the answer is on its way.
    if (!isLost || answer?.status === 200) {
      assert.equal(again.text, answer?.text);
      continue;
    }
    assert.equal(answer?.status, 503, answer?.text);
    repeats.add(again.status);
    assert.equal(there, again.status === 200 ? 1 : 0, `message ${at}: ${again.text}`);
  }
  assert.deepEqual([...repeats], [200, 409], 'known before COMMIT, and not at it');
});

test(`${KILLS} × kill -9 between the claim, the work and the answer: the repeat tells the truth`, async () => {
  for (let kill = 0; kill < KILLS; kill += 1) {
    brands += 1;
    const number = brands;
    const at = 1 + ((3 * kill) % 8);
    const isAfter = kill % 16 >= 8 !== (kill % 2 === 1);
    const { child, ended } = server.program;
    const lose = (on: WatchedConnection) => {
      if (isAfter) on.loseReply();
      else on.cut();
      child.kill('SIGKILL');
    };
    const { answer } = await sendWith({ from: CLAIM, at, lose }, () => create(number));
    child.kill('SIGKILL');
    await ended;
    // By another server.
    const again = await repeated(() => create(number, app.call));
    assert.equal(again.status, 201, `message ${at}: ${again.text}`);
    assert.equal(await rows('brands', 'name', `Brand ${number}`), 1);
    if (answer?.status === 201) assert.equal(again.text, answer.text);
    if (kill < KILLS - 1) server = await startServer();
  }
});
