import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { parse } from 'yaml';
import { documentJson } from '../../src/contract/document/document.ts';
import { FORMATS } from '../../src/server/dispatch/formats.ts';
import { KEYWORD_MESSAGES } from '../../src/server/dispatch/validation.ts';
import {
  check,
  collectionOf,
  exampleBody,
  examplePath,
  isOfServer,
  isStrictObject,
  type Operation,
  operations,
  resolved,
  schemes,
} from '../support/callers/contract.ts';
import { withOrganisation } from '../support/callers/organisation.ts';
import { ask } from '../support/callers/raw.ts';
import { adminKey } from '../support/callers/server-admin.ts';
import type { TestAnswer, TestApp } from '../support/server/app.ts';

const { app, org, ...login } = await withOrganisation();
/** Another one when the walk has ended the session. */
let { token } = login;
/** For SCIM. */
let bearer: string = (await app.call('POST', '/api/organisation/scim/token', { token })).json.token;

/** For all organisations. */
const admin = await adminKey(app);

/** Credentials that let the operation in. */
function credentials(operation: Operation): { key?: string; token?: string } {
  const accepted = schemes(operation);
  if (accepted.length === 0) return {};
  if (accepted.includes('scimBearer')) return { token: bearer };
  if (accepted.includes('adminKey')) return { token: admin };
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
        const scheme = accepted.some((one) => /^((bearer|agent)Token|scimBearer|adminKey)$/.test(one))
          ? 'Bearer'
          : 'ApiKey';
        assert.match(answer.headers.get('www-authenticate') ?? '', new RegExp(`^${scheme} realm=`));
        check(operation, answer);
      }
    });

  // A message of another protocol is refused by that one's errors; RFC 7591 and SCIM have what is not known ignored.
  if (
    body !== undefined &&
    !['callMcp', 'registerAgent'].includes(id) &&
    !operation.path.startsWith('/scim/')
  )
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
    // It may have ended the session.
    if (method === 'POST' && path.startsWith('/api/auth/') && answer.status < 300)
      token = await app.login(org);
    if (id === 'replaceScimToken') bearer = answer.json.token;
    // RFC 7591 gives what was registered in the answer alone.
    if (answer.status !== 201 || id === 'registerAgent') return;
    if (typeof answer.json.id === 'string') made.set(collectionOf(path), answer.json.id);
    const location = answer.headers.get('location') ?? '';
    const found = await app.call('GET', location, isOfServer(operation) ? { token: admin } : { token });
    assert.equal(found.status, 200, `${location}: ${found.text}`);
    const isElse = location === '/api/auth/me' || id === 'inviteOwner';
    assert.equal(found.json.id, isElse ? found.json.id : answer.json.id);
  });
}

test('every 201 of the contract says where what was made is', () => {
  const without = operations.filter(({ raw: { operationId, responses } }) => {
    const created = responses['201'];
    return (
      created &&
      operationId !== 'registerAgent' &&
      (created.headers?.Location === undefined || created.links?.self === undefined)
    );
  });
  assert.deepEqual(
    without.map(({ id }) => id),
    [],
  );
});

test('every operation declares what a success is: 2xx, or the 302 or 303 of those that lead on', () => {
  for (const { id, raw } of operations)
    assert.ok(
      Object.keys(raw.responses).some((status) => /^2/.test(status)) ||
        ['authorizeAgent', 'finishSingleSignOn'].includes(id),
      `${id} has no success`,
    );
});

test('the good case of every report, with rows', async () => {
  const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  await app.ingest(org, [
    {
      brand: 'Lumenfold',
      answer: 'Lumenfold wins.',
      citations: [{ url: 'https://reviews.example/lamps' }],
      searchQueries: ['best lamp'],
    },
    { brand: 'Lumenfold', answer: 'Lumenfold again, without a source.' },
  ]);
  await app.snapshot();
  const brands = await app.call('GET', '/api/customer/v1/brands', { key: org.key });
  // So few answers hold no opportunity that is more than chance: that report has no rows here.
  const opportunities = { brand_id: brands.json.data[0].id };
  for (const operation of operations.filter(({ path }) => path.startsWith('/api/customer/v1/reports/'))) {
    // A page, not rows.
    if (operation.id === 'reportDocument') continue;
    const isOfOpportunities = operation.id === 'reportOpportunities';
    const answer = await app.call(operation.method, operation.path, {
      key: org.key,
      ...(operation.method === 'POST' && { body: isOfOpportunities ? opportunities : {} }),
    });
    assert.equal(answer.status, 200, operation.id);
    assert.ok(answer.json.data.length > 0 || isOfOpportunities, operation.id);
    check(operation, answer);
    assert.match(answer.headers.get('x-snapshot-id') ?? '', /^[A-Za-z0-9-]+$/);
    assert.equal(
      new Date(answer.headers.get('x-data-as-of') ?? '').toJSON(),
      answer.headers.get('x-data-as-of'),
    );
    const kept = operation.method === 'POST' ? 'private, no-store' : 'private, no-cache';
    assert.equal(answer.headers.get('cache-control'), kept);
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

// biome-ignore lint/suspicious/noExplicitAny: a JSON document, looked into at will
function eachSchema(node: any, found: (schema: any) => void, isSchema = false): void {
  if (typeof node !== 'object' || node === null) return;
  if (isSchema) found(node);
  for (const [name, member] of Object.entries(node)) {
    if (name === 'example' || name === 'examples' || name === 'enum') continue;
    if (name === 'properties' && isSchema)
      for (const property of Object.values(member as object)) eachSchema(property, found, true);
    else if (name === 'schemas')
      for (const schema of Object.values(member as object)) eachSchema(schema, found, true);
    else if (['oneOf', 'anyOf', 'allOf'].includes(name))
      for (const schema of member as object[]) eachSchema(schema, found, true);
    else eachSchema(member, found, name === 'schema' || name === 'items');
  }
}

test('what the contract demands is said in words of ours, by every keyword', () => {
  const said = [...Object.keys(KEYWORD_MESSAGES), 'additionalProperties', 'required'];
  const silent = [
    'description',
    'example',
    'default',
    'nullable',
    'properties',
    'items',
    '$ref',
    'x-pattern-meaning',
    'x-extensible-enum',
    'x-volatile',
  ];
  const unknown = new Set<string>();
  let schemas = 0;
  eachSchema(JSON.parse(documentJson), (schema) => {
    schemas += 1;
    for (const keyword of Object.keys(schema))
      if (![...said, ...silent].includes(keyword)) unknown.add(keyword);
    if (schema.pattern !== undefined)
      assert.ok(schema['x-pattern-meaning'], `${schema.pattern} has no meaning in words`);
    if (schema.format !== undefined)
      assert.ok(schema.format in FORMATS || schema.format === 'binary', `${schema.format} has no words`);
  });
  assert.ok(schemas > 500, `${schemas} schemas`);
  assert.deepEqual([...unknown], []);
});

test('ranges of days, ranges of times and states are named alike', () => {
  const found: string[] = [];
  for (const { id, raw } of operations)
    for (const parameter of (raw.parameters ?? []).map(resolved)) {
      const { name, description, schema } = parameter;
      if (parameter.in !== 'query') continue;
      const expected: Record<string, [string[], RegExp]> = {
        // The reports' own, by body or by URL, are named as in v1 from the first.
        date: [
          ['startDate', 'endDate', ...(raw['x-reads'] ? ['start_date', 'end_date'] : [])],
          /UTC, inclusive/,
        ],
        'date-time': [['from', 'to'], name === 'from' ? /\(inclusive\)/ : /\(exclusive\)/],
      };
      const [names, words] = expected[schema.format] ?? [[name], /./];
      if (!names.includes(name) || !words.test(description)) found.push(`${id}: ${name}, ${description}`);
    }
  // A field with states in capitals is a state; `status` is that of HTTP and the outcome of one call.
  eachSchema(JSON.parse(documentJson), ({ properties = {} }) => {
    const [first] = resolved(properties.status)?.enum ?? [];
    if (/^[A-Z_]+$/.test(first ?? '')) found.push(`status: ${first}`);
  });
  assert.deepEqual(found, []);
});

test('patterns mean the same in every dialect: no classes of Unicode, no look-around, no flags', () => {
  eachSchema(JSON.parse(documentJson), ({ pattern }) => {
    if (pattern === undefined) return;
    assert.doesNotMatch(pattern, /\\[pPuwWdDbBkAzZ]|\(\?|\\\d/, pattern);
    new RegExp(pattern);
    new RegExp(pattern, 'u');
  });
});

test('a refusal says the field, and what it must be, in words; a hint only where it is likely meant', async () => {
  const org = await app.organisation();
  const token = await app.login(org);
  const brand = (body: unknown) => app.call('POST', '/api/brands', { token, body });
  const refusals: [unknown, RegExp][] = [
    [{ name: '' }, /^name must not be empty\.$/],
    [{ name: 'x'.repeat(201) }, /^name must have 200 characters at most\.$/],
    [{ name: '—' }, /^name must (hold a letter or a digit|be a text with a letter or a digit in it)\.$/],
    [{ name: 5 }, /^name must be a string\.$/],
    [
      { name: 'A', aliases: ['a', 'b', 'a'] },
      /^aliases must not hold the same twice: entries 0 and 2 \(from 0\) are alike\.$/,
    ],
    [
      { name: 'A', aliases: Array.from({ length: 101 }, (_, at) => `${at}`) },
      /^aliases must have 100 entries at most\.$/,
    ],
    [{ name: 'A', aliases: [''] }, /^aliases\[0\] must not be empty\.$/],
    [{ name: 'A', website: 5 }, /^website must be a string or null\.$/],
    [{}, /^name is required\.$/],
    [[], /^The body must be an object\.$/],
    [{ name: 'A', nmae: 'B' }, /^"nmae" is not a field\. Did you mean "name"\?$/],
    [{ name: 'A', foo: 1 }, /^"foo" is not a field\. Its fields are name, website, /],
    [{ name: 'A', case_sensitive: [] }, /^"case_sensitive" is not a field\. Did you mean "caseSensitive"\?$/],
  ];
  for (const [body, expected] of refusals) {
    const { status, json } = await brand(body);
    assert.equal(status, 400, JSON.stringify(body).slice(0, 60));
    assert.match(json.message, expected);
  }
  const list = (query: string) => app.call('GET', `/api/brands?${query}`, { token });
  assert.match((await list('limit=1001')).json.message, /^limit must be 1000 or less\.$/);
  assert.match((await list('archived=yes')).json.message, /^archived must be a boolean\.$/);
  assert.match((await list('limits=1')).json.message, /^"limits" is not a field\. Did you mean "limit"\?/);
  const markup = await app.call('POST', '/api/schema/validate', { token, body: { jsonLd: 5 } });
  assert.match(markup.json.message, /^jsonLd must be a JSON-LD object, or an array of them\.$/);
});

test('the contract is served without blanks, compressed, and not again to who has it', async () => {
  for (const path of ['/openapi.json', '/openapi.yaml']) {
    const plain = await ask(app.url + path, {});
    assert.equal(plain.status, 200);
    if (path.endsWith('.json'))
      assert.equal(plain.body.toString(), JSON.stringify(JSON.parse(plain.body.toString())));
    assert.match(plain.headers['cache-control'] ?? '', /^public, max-age=\d+/);
    const etag = plain.headers['etag'] ?? '';
    assert.match(etag, /^W\/"[\w-]+"$/);
    for (const [encoding, decode] of Object.entries({
      gzip: gunzipSync,
      br: brotliDecompressSync,
      zstd: zstdDecompressSync,
    })) {
      const encoded = await ask(app.url + path, { 'Accept-Encoding': encoding });
      assert.deepEqual(
        [encoded.headers['content-encoding'], encoded.headers['vary']],
        [encoding, 'Accept-Encoding'],
      );
      assert.ok(encoded.body.length * 5 < plain.body.length, `${encoding}: ${encoded.body.length}`);
      assert.ok(decode(encoded.body).equals(plain.body));
      assert.equal(encoded.headers['etag'], etag);
    }
    for (const known of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const { status, headers, body } = await ask(app.url + path, { 'If-None-Match': known });
      assert.deepEqual([status, body.length, headers['etag']], [304, 0, etag], known);
      assert.match(headers['cache-control'] ?? '', /^public/);
    }
    for (const other of ['"other"', 'W/"other"', etag.slice(3, -1), ''])
      assert.equal((await ask(app.url + path, { 'If-None-Match': other })).status, 200, other);
  }
});
