import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parse } from 'yaml';
import { documentJson } from '../../src/contract/document.ts';
import { startTestApp, type TestAnswer, type TestApp, type TestOrganisation } from '../support/app.ts';
import {
  check,
  collectionOf,
  exampleBody,
  examplePath,
  isStrictObject,
  type Operation,
  operations,
  schemes,
} from '../support/contract.ts';

let app: TestApp;
let org: TestOrganisation;
let token: string;

before(async () => {
  app = await startTestApp();
  org = await app.organisation();
  token = await app.login(org);
});
after(() => app?.close());

/** Credentials that let the operation in. */
function credentials(operation: Operation): { key?: string; token?: string } {
  const accepted = schemes(operation);
  if (accepted.length === 0) return {};
  return accepted.includes('apiKeyHeader') ? { key: org.key } : { token };
}

/** Ids of what the walk has made. */
const made = new Map<string, string>();

for (const operation of operations) {
  const { id, body } = operation;
  const accepted = schemes(operation);

  if (accepted.length > 0)
    test(`${id} is closed to a caller without the right credentials`, async () => {
      const send = (options: Parameters<TestApp['call']>[2]) =>
        app.call(operation.method, examplePath(operation), { ...options, body: body?.example });
      const refused: Record<string, TestAnswer> = { none: await send({}) };
      if (!accepted.includes('bearerToken')) refused['token'] = await send({ token });
      if (!accepted.includes('apiKeyHeader')) refused['key'] = await send({ key: org.key });
      for (const [sent, answer] of Object.entries(refused)) {
        assert.equal(answer.status, 401, `${sent}: ${answer.text}`);
        const scheme = accepted.includes('bearerToken') ? 'Bearer' : 'ApiKey';
        assert.match(answer.headers.get('www-authenticate') ?? '', new RegExp(`^${scheme} realm=`));
        check(operation, answer);
      }
    });

  if (body !== undefined)
    test(`${id} refuses an unknown member of the body`, async () => {
      const isBatch = Array.isArray(body.example);
      assert.ok(isBatch || isStrictObject(operation), `the body of ${id} allows any member`);
      const example = JSON.stringify(isBatch ? body.example[0] : body.example).slice(0, -1);
      const sent = credentials(operation);
      for (const name of ['isAdmin', 'organisationPlan', '__proto__']) {
        const text = `${example}${example === '{' ? '' : ','}"${name}":true}`;
        const answer = await app.call(operation.method, examplePath(operation), {
          ...sent,
          headers: { 'Content-Type': 'application/json' },
          body: isBatch ? `[${text}]` : text,
        });
        check(operation, answer);
        // The elements of a batch are refused one by one.
        if (isBatch && answer.status === 200) assert.equal(answer.json.refused, 1, `${name} was taken`);
        else assert.equal(answer.status, 400, `${name}: ${answer.text}`);
        assert.match(answer.text, new RegExp(`\\\\"${name}\\\\" is not a field`));
      }
    });
}

for (const operation of operations.filter(({ path }) => path.includes('{')))
  test(`${operation.id} refuses an id that is no text, and finds none that climbs`, async () => {
    const sent = credentials(operation);
    const body = operation.body?.example;
    for (const [id, statuses] of Object.entries({
      '%ZZ': [400],
      '%': [400],
      '%00': [400, 404],
      '%ED%A0%80': [400, 404],
      '..%2f': [400, 404],
      '%27': [400, 404],
    })) {
      const path = operation.path.replaceAll(/\{\w+\}/g, id);
      const answer = await app.call(operation.method, path, { ...sent, body });
      assert.ok(statuses.includes(answer.status), `${id}: ${answer.status}`);
      check(operation, answer);
    }
  });

// Makes things before it asks for them, deletes them afterwards, and the organisation last.
const WALK = ['POST', 'POST {', 'GET', 'GET {', 'PUT', 'PUT {', 'PATCH', 'PATCH {', 'DELETE {', 'DELETE'];
const step = ({ method, path }: Operation) => WALK.indexOf(`${method}${path.includes('{') ? ' {' : ''}`);
for (const operation of operations.toSorted((a, b) => step(a) - step(b))) {
  const { id, method, path, body } = operation;
  test(`${id}: ${method} ${path} answers as declared`, async (context) => {
    const answer = await app.call(method, examplePath(operation, made), {
      ...credentials(operation),
      ...(body === undefined ? {} : { body: exampleBody(operation, made) }),
    });
    context.diagnostic(`${id} ${answer.status}`);
    assert.ok(answer.status < 500, answer.text);
    assert.ok(schemes(operation).length === 0 || answer.status !== 401, 'the credentials were right');
    check(operation, answer);
    if (path.startsWith('/api/auth/')) token = await app.login(org); // it may have ended the session
    if (answer.status === 201 && typeof answer.json.id === 'string')
      made.set(collectionOf(path), answer.json.id);
  });
}

test('the good case of every report, with rows', async () => {
  const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  await app.ingest(org, [
    { brand: 'Lumenfold', answer: 'Lumenfold wins.', citations: [{ url: 'https://reviews.example/lamps' }] },
    { brand: 'Lumenfold', answer: 'Lumenfold again, without a source.' },
  ]);
  await app.snapshot();
  for (const operation of operations.filter(({ path }) => path.startsWith('/api/customer/'))) {
    const answer = await app.call(operation.method, operation.path, { key: org.key, body: {} });
    assert.equal(answer.status, 200);
    assert.ok(answer.json.data.length > 0, operation.id);
    check(operation, answer);
    assert.match(answer.headers.get('x-snapshot-id') ?? '', /^[A-Za-z0-9-]+$/);
    assert.equal(
      new Date(answer.headers.get('x-data-as-of') ?? '').toJSON(),
      answer.headers.get('x-data-as-of'),
    );
    assert.equal(answer.headers.get('cache-control'), 'private, no-store');
  }
});

test('login and refreshToken give tokens', async () => {
  const org = await app.organisation();
  const login = await app.call('POST', '/api/auth/login', {
    body: { email: org.email, password: org.password },
  });
  assert.equal(login.status, 200);
  const { refreshToken } = login.json;
  const refresh = await app.call('POST', '/api/auth/refresh', { body: { refreshToken } });
  assert.equal(refresh.status, 200);
  check(operations.find(({ id }) => id === 'login')!, login);
  check(operations.find(({ id }) => id === 'refreshToken')!, refresh);
  assert.equal(refresh.headers.get('cache-control'), 'no-store');
});

test('the contract that is served is the one that is tested', async () => {
  const json = await app.call('GET', '/openapi.json');
  const yaml = await app.call('GET', '/openapi.yaml');
  assert.equal(json.text, documentJson);
  assert.deepEqual(parse(yaml.text), json.json);
});
