// long: walks all operations that have an ETag
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../src/base/ids.ts';
import { callerWith } from '../support/callers/caller.ts';
import {
  examplePath,
  isOfServer,
  type Operation,
  operations,
  resolved,
  schemes,
} from '../support/callers/contract.ts';
import { joined } from '../support/callers/members.ts';
import { withApp } from '../support/callers/organisation.ts';
import { ask } from '../support/callers/raw.ts';
import { bodyFor, populate } from '../support/worlds/world.ts';

// Jobs would change what was just made.
const app = await withApp({ PLAN_CHANGE: 'owner', JOBS: 'apart' });
const isAt = ({ path }: Operation, asked: string) =>
  new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(asked.split('?')[0] ?? '');
/** The ETags that each operation which makes something has given, and that of what was made, got a moment later. */
const created = new Map<string, (string | null | undefined)[]>();
const world = await populate({
  ...app,
  async call(method, path, options) {
    const answer = await app.call(method, path, options);
    const location = answer.headers.get('location');
    if (answer.status !== 201 || location === null || path.startsWith('/scim/')) return answer;
    const made = operations.find((one) => one.method === method && isAt(one, path));
    const got = await app.call('GET', location, options?.token ? { token: options.token } : {});
    const tags = [answer, got].map(({ headers }) => headers.get('etag')?.replace('W/', ''));
    created.set(made?.id ?? path, tags);
    return answer;
  },
});
const { ids } = world;
ids.set('members', (await joined(app, callerWith(app, world.token), 'ADMIN')).id);

const takes = (operation: Operation, name: string) =>
  (operation.raw.parameters ?? []).some((parameter: { name: string }) => resolved(parameter).name === name);
// The contract and the pages are everybody's, and may be kept by any cache.
const readers = operations.filter(
  (operation) =>
    takes(operation, 'If-None-Match') && operation.raw.security.length > 0 && !isOfServer(operation),
);
const readerOf = ({ path }: Operation) => {
  const reader = readers.find((one) => one.path === path);
  assert.ok(reader, `${path} has no ETag`);
  return reader;
};
// Operations of the server's administrator: test/administration/versions.test.ts.
const changes = operations.filter(
  (one) => one.method === 'PATCH' && !one.path.startsWith('/scim/') && !isOfServer(one),
);

/** Where an example says what is so already, or does not fit the integration there is. */
const BODIES: Record<string, object> = {
  changePlan: { plan: 'GROWTH' },
  updateIntegration: { isActive: false },
};
const send = (operation: Operation, headers: Record<string, string> = {}) =>
  app.call(operation.method, examplePath(operation, ids), {
    ...(schemes(operation).includes('bearerToken') ? { token: world.token } : { key: world.org.key }),
    headers,
    body: BODIES[operation.id] ?? bodyFor(operation, ids),
  });
/** The answer to a GET without the headers of a test client. */
const versionOf = async (operation: Operation) => {
  const { status, headers, body } = await ask(`${app.url}${examplePath(readerOf(operation), ids)}`, {
    Authorization: `Bearer ${world.token}`,
  });
  assert.equal(status, 200, body.toString());
  return { etag: headers['etag'] ?? '', text: body.toString() };
};

test('a 201 has the ETag of what it made, wherever that is got with one', () => {
  const withEtag = operations.filter(({ path, raw }) => {
    if (isOfServer({ path })) return false;
    const getter = operations.find(({ id }) => id === raw.responses['201']?.links?.self?.operationId);
    return getter !== undefined && 'ETag' in (getter.raw.responses['200'].headers ?? {});
  });
  for (const { id, raw } of withEtag) assert.ok('ETag' in raw.responses['201'].headers, id);
  const wrong = [...created].filter(([, [given, got]]) => given !== got);
  assert.deepEqual(wrong, []);
  const ofNothing = [...created].filter(([, [given]]) => given === undefined).map(([id]) => id);
  assert.deepEqual(ofNothing, []);
  const unseen = withEtag.map(({ id }) => id).filter((id) => !created.has(id));
  // They make what others make too, and what there is does not let them.
  assert.deepEqual(unseen, ['runQuery', 'replayWebhookDelivery']);
});

test('every resource that is got by its path has an ETag, and every change of one takes If-Match', () => {
  // The page behind the link of a mail is no resource, and kept by nobody, nor is where a login leads back to. Providers send no versions.
  const gets = operations.filter(
    ({ method, path }) =>
      method === 'GET' &&
      path.endsWith('}') &&
      !/^\/(api\/customer|api\/auth|unsubscribe|reports\/confirm|shared|scim)\//.test(path),
  );
  assert.deepEqual(
    gets.filter((operation) => !takes(operation, 'If-None-Match')).map(({ id }) => id),
    [],
  );
  const all = operations.filter(
    ({ method, path }) =>
      !path.startsWith('/scim/') &&
      /PATCH|PUT|DELETE/.test(method) &&
      (method !== 'DELETE' || path.endsWith('}')),
  );
  assert.deepEqual(
    all.filter((operation) => !takes(operation, 'If-Match')).map(({ id }) => id),
    [],
  );
});

for (const operation of readers)
  test(`${operation.id} is 304 for who has this version`, async () => {
    const first = await send(operation);
    assert.equal(first.status, 200, first.text);
    const etag = first.headers.get('etag') ?? '';
    assert.match(etag, /^(W\/)?"[\w-]{22}(\.[\w-]{22})?"$/);
    assert.equal(first.headers.get('cache-control'), 'private, no-cache');
    const same = await send(operation, { 'If-None-Match': `"x", ${etag}` });
    assert.deepEqual([same.status, same.text], [304, '']);
    assert.equal(same.headers.get('etag')?.replace('W/', ''), etag.replace('W/', ''));
    assert.equal((await send(operation, { 'If-None-Match': '"x"' })).text, first.text);
  });

for (const operation of changes)
  test(`${operation.id} changes the version of If-Match or nothing`, async () => {
    const before = await versionOf(operation);
    const stale = await send(operation, { 'If-Match': '"x", W/"y"' });
    assert.deepEqual([stale.status, stale.json.error], [412, 'precondition_failed'], stale.text);
    assert.deepEqual(await versionOf(operation), before);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => send(operation, { 'If-Match': `"x", W/${before.etag}` })),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 412, 412, 412]);
    const changed = answers.find(({ status }) => status === 200);
    const after = await versionOf(operation);
    assert.equal(changed?.headers.get('etag')?.replace('W/', ''), after.etag);
    assert.equal(changed?.text, after.text);
    assert.notEqual(after.etag, before.etag);
    assert.equal((await send(operation, { 'If-Match': before.etag })).status, 412);
    if (operation.id === 'updateDraft') return; // its body names the version too
    assert.equal((await send(operation, { 'If-Match': '*' })).status, 200);
    assert.equal((await send(operation)).status, 200);
  });

test('what changes by itself makes no other version for If-Match, but another answer for If-None-Match', async () => {
  const get = operations.find(({ id }) => id === 'getApiKey')!;
  const rename = operations.find(({ id }) => id === 'updateApiKey')!;
  const { etag } = await versionOf(get);
  await app.sql(world.org)`update api_keys set last_used_at = now() where id = ${ids.get('keys') ?? ''}`;
  assert.equal((await send(get, { 'If-None-Match': etag })).status, 200);
  assert.equal((await send(rename, { 'If-Match': etag })).status, 200);
});

test('If-Match of something that is not there is 404', async () => {
  const path = `/api/brands/${newId()}`;
  for (const method of ['PATCH', 'DELETE']) {
    const body = method === 'PATCH' ? { name: 'A' } : undefined;
    const answer = await app.call(method, path, { token: world.token, headers: { 'If-Match': '*' }, body });
    assert.equal(answer.status, 404);
  }
});

for (const operation of operations.filter(
  (one) =>
    one.method === 'DELETE' && one.path.endsWith('}') && !one.path.startsWith('/scim/') && !isOfServer(one),
))
  test(`${operation.id} removes the version of If-Match or nothing`, async () => {
    const { etag } = await versionOf(operation);
    assert.equal((await send(operation, { 'If-Match': '"x"' })).status, 412);
    assert.equal((await versionOf(operation)).etag, etag);
    assert.equal((await send(operation, { 'If-Match': etag })).status, 204);
  });
