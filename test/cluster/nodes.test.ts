import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startJobs } from '../../src/app/jobs.ts';
import { connect, type Sql } from '../../src/db/client.ts';
import { type Caller, callerWith } from '../support/callers/caller.ts';
import { finishedExport } from '../support/callers/exports.ts';
import type { TcpProxy } from '../support/providers/proxy.ts';
import {
  completeRun,
  startTestApp,
  type TestApp,
  type TestOrganisation,
  until,
} from '../support/server/app.ts';
import { proxyWorkers, withoutCluster } from '../support/server/cluster.ts';

let app: TestApp;
let proxies: TcpProxy[] = [];
/** As the role that sees the rows of all organisations. */
let reader: Sql;
/** Where the next connection to a worker is cut: at this many messages from the coordinator from now on. */
let cutAt: { message: number; isCarried: boolean } | null = null;

before(async () => {
  if (withoutCluster) return;
  app = await startTestApp({ JOBS: 'apart' });
  proxies = await proxyWorkers(app.databaseUrl, (_bytes, connection) => {
    if (cutAt === null) return;
    cutAt.message -= 1;
    if (cutAt.message > 0) return;
    const { isCarried } = cutAt;
    cutAt = null;
    if (isCarried) setTimeout(connection.cut, 20);
    else connection.cut();
  });
  reader = connect(app.databaseUrl, { role: 'export', max: 2 });
});
after(async () => {
  await reader?.end();
  await app?.close();
  for (const proxy of proxies) await proxy.close();
});

const send = (org: TestOrganisation, externalId: string) =>
  app.call('POST', '/api/runs', {
    key: org.key,
    body: [completeRun({ brand: 'Lumenfold', externalId, answer: 'Lumenfold is best.' })],
  });

/** What is committed of an organisation: its runs, and the notes in the log of changes that say so. */
async function committed(org: TestOrganisation) {
  const [row] = await reader<{ runs: string[]; notes: number }[]>`
    select coalesce(array_agg(external_id), '{}') as runs,
      (select count(*)::integer from changed_parts where org_id = ${org.id} and part = 'runs') as notes
    from runs where org_id = ${org.id}`;
  return row!;
}

const counted = async (org: TestOrganisation) => {
  const { json } = await app.report(org, 'brands');
  return json;
};

/** An organisation on the node behind each proxy. */
async function organisationOnEach(): Promise<TestOrganisation[]> {
  const byNode = new Map<number, TestOrganisation>();
  for (let tries = 0; byNode.size < 2 && tries < 40; tries += 1) {
    const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
    const [node] = await reader<{ port: number }[]>`
      select nodeport as port from pg_dist_shard_placement
      where shardid = get_shard_id_for_distribution_column('organisations', ${org.id}::text)`;
    if (node) byNode.set(node.port, org);
  }
  return proxies.map(({ port }) => byNode.get(port)!);
}

test('wherever the way to a node is cut, a change and its note are committed together, or neither is', {
  skip: withoutCluster,
}, async () => {
  const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  assert.equal((await send(org, 'first')).status, 200);
  let cuts = 0;
  for (const isCarried of [false, true]) {
    let wasCut = true;
    for (let message = 1; wasCut; message += 1) {
      const externalId = `${isCarried ? 'carried' : 'dropped'}-${message}`;
      cutAt = { message, isCarried };
      const { status } = await send(org, externalId);
      wasCut = cutAt === null;
      cutAt = null;
      if (wasCut) cuts += 1;
      // The node may notice later than the coordinator that nobody is there.
      await until(async () => (await committed(org).catch(() => null)) !== null);
      const { runs, notes } = await committed(org);
      assert.equal(notes, runs.length, `${externalId}: ${notes} notes of ${runs.length} runs`);
      if (status === 200)
        assert.ok(runs.includes(externalId), `${externalId} was answered 200 and is not there`);
      else assert.equal(status, 503, externalId);
    }
  }
  assert.ok(cuts >= 6, `the way was cut ${cuts} times`);
  await app.snapshot();
  const { runs, notes } = await committed(org);
  assert.equal(notes, 0);
  assert.equal((await counted(org)).data[0].total_count ?? runs.length, runs.length);
});

test('while a node is away, due work of the others is done and their members log in; its own is done when it is back', {
  skip: withoutCluster,
}, async () => {
  const [away, near] = await organisationOnEach();
  const [proxy] = proxies;
  const callers = await Promise.all([away!, near!].map(async (org) => callerWith(app, await app.login(org))));
  const newExport = async (call: Caller): Promise<string> => {
    const { status, json, text } = await call('createExport', {
      body: { report: 'BRANDS', format: 'CSV', parameters: {} },
    });
    assert.equal(status, 201, text);
    return json.id;
  };
  const stateOf = async (call: Caller, id: string) => (await call('getExport', { ids: [id] })).json.state;
  const [ofAway, ofNear] = callers;
  const waiting = await newExport(ofAway!);
  const early = await newExport(ofNear!);
  await proxy!.refuse();
  const jobs = startJobs(app.app.services);
  let isAway = true;
  try {
    assert.equal((await finishedExport(ofNear!, early)).state, 'COMPLETED');
    assert.equal((await finishedExport(ofNear!, await newExport(ofNear!))).state, 'COMPLETED');
    // Every kind of look goes without the node.
    assert.ok((await jobs.stats()).length > 10);

    const me = await callerWith(app, await app.login(near!))('getMe');
    assert.equal(me.status, 200, me.text);
    assert.equal(me.json.organisation.id, near!.id);
    const { email, password } = away!;
    const refused = await app.call('POST', '/api/auth/login', { body: { email, password } });
    assert.equal(refused.status, 503);

    await proxy!.listen();
    isAway = false;
    await until(async () => (await stateOf(ofAway!, waiting)) === 'COMPLETED');
    await app.login(away!);
  } finally {
    if (isAway) await proxy!.listen();
    await jobs.stop();
  }
});

test('while a node is away its organisations get 503 and the others answers; nothing is lost', {
  skip: withoutCluster,
}, async () => {
  const [away, near] = await organisationOnEach();
  const [proxy] = proxies;
  const orgs = [away!, near!];
  for (const org of orgs) assert.equal((await send(org, 'before')).status, 200);
  const served = await app.snapshot();

  await proxy!.refuse();
  for (let round = 0; round < 3; round += 1) {
    const startedAt = performance.now();
    const refused = await send(away!, `away-${round}`);
    assert.equal(refused.status, 503);
    assert.equal(refused.json.error, 'unavailable');
    assert.ok(refused.headers.has('retry-after'));
    assert.ok(performance.now() - startedAt < 5_000);
    assert.equal((await send(near!, `away-${round}`)).status, 200);
  }
  // Reports are of the snapshot that is there; the next one waits, because it would lack the node's organisations.
  const report = async (org: TestOrganisation) => (await app.report(org, 'brands')).status;
  assert.equal(await report(near!), 200);
  // Callers of the node's organisations go on too, well after what was read of them is old.
  const lateAt = performance.now() + 8_000;
  while (performance.now() < lateAt) {
    assert.equal(await report(away!), 200);
    await sleep(500);
  }
  await assert.rejects(app.snapshot());
  assert.equal(app.app.services.reports.current()?.id, served);

  await proxy!.listen();
  assert.equal((await send(away!, 'after')).status, 200);
  await app.snapshot();
  assert.deepEqual((await committed(away!)).runs.sort(), ['after', 'before']);
  assert.deepEqual((await committed(near!)).runs.sort(), ['away-0', 'away-1', 'away-2', 'before']);
});
