// long: cuts connections before each message; kills
// Requests with an Idempotency-Key whose connection to Postgres, or whose server, is lost at each point of their work.
// KILLS says how many servers are killed (2); 16 are one before and one after each of eight messages. It also says how
// often each operation of several transactions is cut off.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrgId } from '../../src/base/ids.ts';
import { connect, type Sql, type Tx } from '../../src/db/client.ts';
import { noteRefusal } from '../../src/features/mail/refusals.ts';
import { examplePath, operations, resolved } from '../support/callers/contract.ts';
import { withOrganisation } from '../support/callers/organisation.ts';
import { startProxy, type TcpProxy, type WatchedConnection } from '../support/providers/proxy.ts';
import { callerAt, completeRun, type TestAnswer, until } from '../support/server/app.ts';
import { type ServerProgram, startServerProgram } from '../support/server/server-program.ts';
import { bodyFor, populate, type World } from '../support/worlds/world.ts';

const KILLS = Number(process.env['KILLS'] ?? 2);
/** More than a creation sends on its connection. */
const MOST_MESSAGES = 40;

/** Nothing but the requests changes anything. */
const APART = { JOBS: 'apart' };
const { app, org, token } = await withOrganisation({ brands: [{ name: 'Lumenfold' }] }, APART);
/** The first statement of a request with a key has this. */
const claimOf = (orgId: OrgId) => `idempotency ${orgId}`;
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
let server: ServerProgram;
let owner: Sql;
let world: World;

before(async () => {
  owner = connect(app.databaseUrl, { role: 'owner', max: 1 });
  world = await populate(app);
  // A mail counts when it is queued.
  await owner`update mail_state set sender = 'reports@lumenfold.example'`;
  await app.snapshot();
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
  await server?.close('SIGKILL');
  await proxy?.close();
  await owner?.end();
});

const startServer = () =>
  startServerProgram({
    DATABASE_URL: app.databaseUrl.replace(/:\d+\//, `:${proxy.port}/`),
    DATA_DIR: app.dataDir,
    RATE_LIMIT_PER_MINUTE: '0',
    SNAPSHOT_INTERVAL_SECONDS: '0',
    ...APART,
    LOG_LEVEL: 'silent',
  });

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
      const { answer, isLost } = await sendWith({ from: claimOf(org.id), at, lose }, () => create(number));
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
    const { child, ended } = server;
    const lose = (on: WatchedConnection) => {
      if (isAfter) on.loseReply();
      else on.cut();
      child.kill('SIGKILL');
    };
    const { answer } = await sendWith({ from: claimOf(org.id), at, lose }, () => create(number));
    child.kill('SIGKILL');
    await ended;
    // By another server.
    const again = await repeated(() => create(number, app.call));
    assert.equal(again.status, 201, `message ${at}: ${again.text}`);
    assert.equal(await rows('brands', 'name', `Brand ${number}`), 1);
    if (answer?.status === 201) assert.equal(again.text, answer.text);
    server = await startServer();
  }
});

/** The operations whose work is more than a transaction, from the contract. */
const inPieces = operations.filter(({ raw }) =>
  (raw.parameters ?? [])
    .map(resolved)
    .some((one: Record<string, unknown>) => one['x-idempotency'] === 'claim'),
);

/** Makes the whole effect of an operation possible again. @returns its body, where the example's will not do */
type Prepare = (world: World, at: number) => Promise<unknown>;
const PREPARE: Record<string, Prepare> = {
  ingestRuns: async (_, at) =>
    [0, 1].map((one) => completeRun({ brand: 'Lumenfold', externalId: `pieces ${at} ${one}` })),
  importAnswers: async (_, at) => {
    const run = {
      ...completeRun({ brand: 'Lumenfold', externalId: `imported ${at}` }),
      citations: undefined,
    };
    return { content: Buffer.from(`${JSON.stringify(run)}\n`).toString('base64'), store: true };
  },
  eraseAddress: async ({ org }, at) => {
    const address = `erased${at}@example.com`;
    await ofOrganisation(org.id, (tx) =>
      noteRefusal(tx, org.id, { address, status: 550, reason: 'No', isForGood: true }),
    );
    return { email: address };
  },
  createCorrectionBatch: ({ org }) => withoutCorrections(org.id),
  adoptMentionCorrections: async ({ org }) => {
    await withoutCorrections(org.id);
    await ofOrganisation(
      org.id,
      (tx) => tx`insert into mention_corrections (org_id, mention_id, run_id, dismissed, corrected_by)
        select org_id, id, run_id, true, 'somebody' from mentions where org_id = ${org.id}
        on conflict (org_id, mention_id) do update set dismissed = true, corrected_at = now()`,
    );
  },
  mergeLookAlikes: async ({ org, ids }, at) => {
    const queryText = `Which shelf ${at}?`;
    await app.ingest(org, [
      { brand: 'Lumenfold', queryText, externalId: `shelf ${at}`, answer: 'Lumenfold.' },
    ]);
    await ofOrganisation(
      org.id,
      (
        tx,
      ) => tx`update queries q set query_text = o.query_text || ' ', look_alike = ${at}, merged_into = null,
          identity = coalesce(o.identity, o.query_text)
        from queries o where q.org_id = ${org.id} and q.query_text = ${queryText} and o.org_id = ${org.id}
          and o.id = ${ids.get('queries') ?? ''}`,
    );
  },
};
const ofOrganisation = <T>(orgId: OrgId, work: (tx: Tx) => Promise<T>) =>
  app.app.services.db.tenant(orgId, work);
const withoutCorrections = (orgId: OrgId) =>
  ofOrganisation(orgId, async (tx) => {
    await tx`delete from answer_corrections where org_id = ${orgId}`;
    await tx`delete from correction_batches where org_id = ${orgId}`;
  });

/** How many rows an organisation has of each table, when no transaction is open any more. */
async function rowsOf(orgId: OrgId): Promise<Map<string, number>> {
  await until(async () => {
    const open = await owner`select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
        and backend_type = 'client backend'`;
    return open.length === 0;
  });
  const tables = await owner<{ name: string }[]>`
    select table_name as name from information_schema.columns c join information_schema.tables t using (table_name)
    where column_name = 'org_id' and table_type = 'BASE TABLE' and table_name <> 'idempotency_keys' order by 1`;
  const counts = new Map<string, number>();
  for (const { name } of tables) {
    const [row] = await owner.unsafe(`select count(*)::int as count from ${name} where org_id = '${orgId}'`);
    counts.set(name, (row as { count: number }).count);
  }
  return counts;
}

/** By how many rows the tables grew. */
function changed(before: Map<string, number>, now: Map<string, number>): Record<string, number> {
  const grown = [...now].map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const);
  return Object.fromEntries(grown.filter(([, count]) => count !== 0));
}

for (const operation of inPieces)
  test(`${operation.id}, cut off ${KILLS} times: the repeat does nothing twice`, async () => {
    const { org, ids } = world;
    let sent = 0;
    /** Sends the request with a loss at a message, then again without. */
    const attempt = async (at: number) => {
      sent += 1;
      const body = (await PREPARE[operation.id]?.(world, sent)) ?? bodyFor(operation, ids);
      const headers = { 'Idempotency-Key': `${operation.id} ${sent}` };
      const caller = operation.id === 'ingestRuns' ? { key: org.key } : { token: world.token };
      const send = () =>
        throughProxy(operation.method, examplePath(operation, ids), { ...caller, body, headers });
      const before = await rowsOf(org.id);
      const lose = (on: WatchedConnection) => (at % 2 === 0 ? on.cut() : on.loseReply());
      const { isLost } = await sendWith({ from: claimOf(org.id), at, lose }, send);
      const first = changed(before, await rowsOf(org.id));
      const { status, text } = await repeated(send);
      return { status, text, isLost, first, both: changed(before, await rowsOf(org.id)) };
    };
    const whole = await attempt(Number.POSITIVE_INFINITY);
    assert.ok(whole.status < 300, whole.text);
    assert.deepEqual(whole.both, whole.first);
    const total = messages;
    let losses = 0;
    for (let cut = 1; cut <= KILLS; cut += 1) {
      const at = Math.ceil((cut * total) / (KILLS + 1));
      const { status, text, isLost, first, both } = await attempt(at);
      // A connection that knows the statements already says less.
      if (isLost) losses += 1;
      assert.ok(status < 300 || status === 409, text);
      assert.deepEqual(both, status === 409 ? first : whole.both, `message ${at} of ${total}: ${status}`);
    }
    assert.ok(losses > 0);
  });
