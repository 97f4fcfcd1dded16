// long: 66 s
// Who may reach what, walked over all operations of the contract: a new one is covered by being in it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentJson } from '../../src/contract/document/document.ts';
import { connect } from '../../src/db/client.ts';
import { ROLES } from '../../src/features/accounts/sessions.ts';
import { makeExports } from '../../src/features/exports/job.ts';
import { startRunner } from '../../src/server/jobs/runner.ts';
import { callerWith } from '../support/callers/caller.ts';
import {
  check,
  examplePath,
  isOfServer,
  operations,
  resolved,
  schemes,
} from '../support/callers/contract.ts';
import { finishedExport } from '../support/callers/exports.ts';
import { joined, type TestMember } from '../support/callers/members.ts';
import { withApp } from '../support/callers/organisation.ts';
import { forFile } from '../support/for-file.ts';
import { completeRun, until } from '../support/server/app.ts';
import { bodyFor, idPlaces, idsOf, populate } from '../support/worlds/world.ts';

let tables: string[];
const members = new Map<string, TestMember>();

// Nothing happens by itself to what is compared; only exports are made.
const app = await withApp({ JOBS: 'apart' });
const ours = await populate(app);
const theirs = await populate(app);
const { services } = app.app;
// The names that were made change what is read in the answers.
for (const { org } of [ours, theirs]) await services.ingestion.reextract(org.id);
await app.snapshot();
await forFile(startRunner(services.db, [makeExports(services)], services.log), (it) => it.stop());
const owner = callerWith(app, theirs.token);
for (const role of ROLES.slice(1)) members.set(role, await joined(app, owner, role));
const sql = await forFile(connect(app.databaseUrl, { role: 'owner', max: 1 }), (it) => it.end());
await until(async () => (await sql`select from exports where state in ('QUEUED', 'RUNNING')`).length === 0);
// The publisher writes to these by itself.
const rows = await sql<{ name: string }[]>`select table_name as name from information_schema.columns
  where table_schema = 'public' and column_name = 'org_id' and table_name not in ('exports', 'job_leases')`;
tables = rows.map(({ name }) => name);
assert.ok(tables.length > 20);

/** All that is kept of the other organisation, its audit log included. */
async function kept(): Promise<unknown> {
  const parts = tables.map(
    (name) => sql`select ${name} as name, count(*) as count, md5(string_agg(row, '' order by row)) as hash
      from (select (to_jsonb(t) - 'last_used_at')::text as row from ${sql(name)} t where org_id = ${theirs.org.id}) rows`,
  );
  return sql`${parts.reduce((all, part) => sql`${all} union all ${part}`)} order by name`;
}

/** An id like this one that nobody has. A number is no id: it counts within what the path names before it. */
const unlike = (id: string) => id.slice(0, -1) + (id.endsWith('0') ? '1' : '0');
const isNumber = (id: string) => /^\d+$/.test(id);

// Files of the pages are everybody's.
// What the server's administrator calls belongs to no organisation: test/administration.
const ofOrganisations = operations.filter((one) => one.raw.security.length > 0 && !isOfServer(one));
// A domain is nobody's: each organisation sets a type for its own answers. What SCIM describes is the same for all.
for (const operation of ofOrganisations.filter(({ path }) => /\{(?!domain|resourceType|urn)/.test(path)))
  test(`${operation.id} knows no difference between another's id and an unknown one`, async () => {
    const state = await kept();
    const holes = idsOf(operation).map(({ collection }) => {
      const [own, foreign] = [ours.ids.get(collection), theirs.ids.get(collection)];
      assert.ok(own !== undefined && foreign !== undefined, `there is no real id of ${collection}`);
      return { collection, own, foreign };
    });
    const others = holes.filter(({ foreign }) => !isNumber(foreign));
    assert.ok(others.length > 0);
    // Each id another's while the rest is our own, and all of them.
    for (const chosen of [...others.map((hole) => [hole]), others]) {
      const ask = (change: (foreign: string) => string) => {
        const ids = new Map([
          ...ours.ids,
          ...chosen.map((hole) => [hole.collection, change(hole.foreign)] as const),
        ]);
        return ours.call(operation, examplePath(operation, ids), bodyFor(operation, ours.ids));
      };
      const [foreign, unknown] = [await ask((id) => id), await ask(unlike)];
      assert.deepEqual([foreign.status, foreign.text], [404, unknown.text]);
      assert.equal(unknown.status, 404);
    }
    assert.deepEqual(await kept(), state);
  });

// A login names what its caller is not in yet.
for (const operation of ofOrganisations)
  for (const { name, collection } of idPlaces(operation, new Map()))
    test(`${operation.id} answers another's ${name} like an unknown one`, async () => {
      const state = await kept();
      const [own, foreign] = [ours.ids.get(collection), theirs.ids.get(collection)];
      assert.ok(own !== undefined && foreign !== undefined, `there is no real id of ${collection}`);
      const place = idPlaces(operation, ours.ids).find((one) => one.name === name)!;
      const ask = async (id: string) => {
        const { path, body } = place.naming(id);
        const answer = await ours.call(operation, path, body);
        return { ...answer, shown: [answer.status, answer.text.replaceAll(id, '…')] };
      };
      const [foreignly, unknown] = [await ask(foreign), await ask(unlike(foreign))];
      if (operation.id === 'createExport') {
        // Takes any id, for a file without rows.
        for (const { json } of [foreignly, unknown]) {
          const made = await finishedExport(callerWith(app, ours.token), json.id);
          assert.deepEqual([made.state, made.rowsWritten], ['COMPLETED', 0]);
        }
      } else {
        assert.deepEqual(foreignly.shown, unknown.shown);
        // Else both would be refused, or empty, for another reason.
        assert.notDeepEqual((await ask(own)).shown, unknown.shown);
      }
      assert.deepEqual(await kept(), state);
    });

for (const operation of operations.filter(({ raw }) => raw['x-role'] !== undefined)) {
  const { id, path, body, raw } = operation;
  const needed = ROLES.indexOf(raw['x-role']);
  for (const role of ROLES.slice(needed + 1))
    test(`${id} needs the role ${ROLES[needed]}: ${role} is refused before the body is looked at`, async () => {
      const state = await kept();
      const { token } = members.get(role)!;
      const as = { token };
      const answer = await theirs.call(operation, examplePath(operation, theirs.ids), body && '{"', as);
      assert.deepEqual(
        [answer.status, answer.json],
        [
          403,
          { error: 'forbidden', message: `This needs the role ${ROLES[needed]} or above; yours is ${role}.` },
        ],
      );
      assert.deepEqual(await kept(), state);
    });
  if (raw['x-role'] === 'VIEWER')
    test(`${id} lets a VIEWER in`, async () => {
      // What is about the login itself may end it.
      const isOfLogin = path.startsWith('/api/auth/');
      const owner = callerWith(app, theirs.token);
      const as = isOfLogin ? await joined(app, owner, 'VIEWER') : members.get('VIEWER')!;
      const sent = bodyFor(operation, theirs.ids);
      if (id === 'changePassword') Object.assign(sent as object, { currentPassword: as.password });
      if (/SecondFactor$/.test(id) && 'password' in ((sent ?? {}) as object))
        Object.assign(sent as object, { password: as.password });
      const answer = await theirs.call(operation, examplePath(operation, theirs.ids), sent, as);
      assert.ok(
        ![401, 403].includes(answer.status) && answer.status < 500,
        `${answer.status}: ${answer.text}`,
      );
    });
}

test('every operation of members names the role it needs', () => {
  for (const operation of operations)
    if (schemes(operation).includes('bearerToken'))
      assert.ok(ROLES.includes(operation.raw['x-role']), `${operation.id} lets anybody in`);
});

/** They read: a POST only because their parameters, those of the reports by API key, are a body. */
const READS = [
  'getBrandsReport',
  'getQueriesReport',
  'getMentionsReport',
  'getSourcesReport',
  'getSearchesReport',
  'getOpportunitiesReport',
];

test('everything that is asked by the contract has a name of its own, callbacks too', () => {
  const names: string[] = [];
  const walk = (node: unknown, at: string): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [name, child] of Object.entries(node)) {
      const isOperation = /^(get|put|post|patch|delete)$/.test(name) && child?.responses !== undefined;
      if (isOperation) {
        assert.ok(child.operationId, `${at}/${name} has no operationId`);
        names.push(child.operationId);
      }
      walk(child, `${at}/${name}`);
    }
  };
  walk(JSON.parse(documentJson), '');
  assert.equal(new Set(names).size, names.length);
  assert.ok(names.includes('receiveWebhookMessage'));
});

test('every POST takes an Idempotency-Key, but for reads, logins and reports by API key', () => {
  const without = operations.filter(
    ({ method, path, raw }) =>
      method === 'POST' &&
      /^\/api\/(?!auth\/|customer\/)/.test(path) &&
      !(raw.parameters ?? []).some((node: object) => resolved(node).name === 'Idempotency-Key'),
  );
  assert.deepEqual(without.map(({ id }) => id).sort(), READS.toSorted());
});

const AREAS =
  `Health, Auth, Brands, Prompts, Mentions, Content, Competitors, Citations, Alerts, Schema, Testing,
  Integrations, Webhooks, Subscriptions, API Keys, Reports, Opportunities, Agents, Pages, SCIM, Server`.split(
    /,\s+/,
  );

test('each of the areas has operations, and none is left for later', () => {
  assert.deepEqual([...new Set(operations.flatMap(({ raw }) => raw.tags))].sort(), AREAS.toSorted());
  // The walk of contract.test.ts fails on a status that is not declared.
  for (const { id, raw } of operations) assert.ok(!('501' in raw.responses), id);
});

const byEither = operations.filter((one) => schemes(one).includes('bearerToken') && schemes(one).length > 1);
for (const operation of byEither)
  test(`${operation.id}, of a token and a key: both must hold, and the token's member acts`, async () => {
    const { key } = theirs.org;
    const run = completeRun({ brand: 'Lumenfold', answer: 'Twice.' });
    const body = operation.id === 'ingestRuns' ? [run] : bodyFor(operation, ours.ids);
    const send = async (token: string, key: string, inQuery: boolean) => {
      const path = inQuery ? `${operation.path}?api_key=${key}` : operation.path;
      const answer = await app.call(operation.method, path, { token, ...(inQuery ? {} : { key }), body });
      check(operation, answer);
      return answer;
    };
    for (const inQuery of [false, true]) {
      assert.equal((await send('none', key, inQuery)).status, 401);
      assert.equal((await send(ours.token, 'sl_live_none', inQuery)).status, 401);
      if (operation.raw['x-role'] === 'VIEWER') continue;
      const viewer = await send(members.get('VIEWER')!.token, key, inQuery);
      assert.equal(viewer.status, 403);
      assert.match(viewer.json.message, /yours is VIEWER/);
    }
    const state = await kept();
    for (const [index, inQuery] of [false, true].entries()) {
      const { status, json } = await send(ours.token, key, inQuery);
      assert.ok(status < 300, `${status}`);
      if (operation.id === 'ingestRuns')
        assert.equal(json.results[0].status, index === 0 ? 'created' : 'unchanged');
    }
    assert.deepEqual(await kept(), state, 'it was done for the organisation of the key');
  });
