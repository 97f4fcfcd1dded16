// long: sends wrong requests to all operations
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Finding } from '../../src/base/errors.ts';
import {
  check,
  examplePath,
  isOfServer,
  isStrictObject,
  operations,
  resolved,
  schemes,
} from '../support/callers/contract.ts';
import { withOrganisation } from '../support/callers/organisation.ts';
import { adminKey } from '../support/callers/server-admin.ts';

const { app, org, token, call } = await withOrganisation();
const admin = await adminKey(app);

const fieldsOf = ({ json }: { json: { details?: Finding[] } }) =>
  (json.details ?? []).map(({ field }) => field);

for (const operation of operations.filter(isStrictObject))
  test(`${operation.id} lists all that is wrong with a body`, async () => {
    const { properties, required = [] } = resolved(operation.body?.schema);
    const typed = Object.keys(properties).filter(
      (name) => !required.includes(name) && resolved(properties[name]).type !== undefined,
    );
    // No field of the contract is an object or an array of such and a nested array at once.
    const wrong = Object.fromEntries(typed.map((name) => [name, [[[]]]]));
    const sent = isOfServer(operation)
      ? { token: admin }
      : schemes(operation).includes('bearerToken')
        ? { token }
        : { key: org.key };
    const answer = await app.call(operation.method, examplePath(operation), {
      ...sent,
      body: { ...wrong, isAdmin: true, plan9: 1 },
    });
    check(operation, answer);
    assert.equal(answer.status, 400, answer.text);
    const found = fieldsOf(answer);
    for (const name of [...required, 'isAdmin', 'plan9'])
      assert.ok(found.includes(name), `${name}: ${found}`);
    for (const name of typed)
      assert.ok(
        found.some((field) => field === name || field.startsWith(`${name}[`)),
        `${name}: ${found}`,
      );
    assert.equal(answer.json.details[0].message, answer.json.message);
    for (const { message } of answer.json.details as Finding[]) assert.match(message, /^\S.*[.?]$/);
    assert.equal(new Set(found).size, found.length, `each field once: ${found}`);
  });

test('parameters of path and query, and the body, are refused together', async () => {
  const list = await call('listBrands', {
    query: { limit: '0x10', offset: -1, archived: 'yes', serch: 'a' },
  });
  assert.equal(list.status, 400);
  assert.deepEqual(fieldsOf(list).toSorted(), ['archived', 'limit', 'offset', 'serch']);
  assert.match(list.json.message, /^limit must be an integer, in digits alone\.$/);
  const change = await call('updateBrand', {
    ids: ['x'.repeat(201)],
    query: { a: 1 },
    body: { name: 5, b: 1 },
  });
  assert.deepEqual(fieldsOf(change).toSorted(), ['a', 'b', 'id', 'name']);
  const version = await call('getDraftVersion', { ids: ['x', '0x1'] });
  assert.deepEqual(fieldsOf(version), ['version']);
  const run = await call('createBrand', { body: { name: 'A', aliases: ['a', '', 5, 'a'] } });
  assert.deepEqual(fieldsOf(run), ['aliases[1]', 'aliases[2]', 'aliases']);
});

test('twenty findings are listed and the others counted; a large body gets the first alone', async () => {
  const unknown = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, 1]));
  const many = await call('createBrand', { body: { name: 'A', ...unknown(50) } });
  assert.deepEqual([many.json.details?.length, many.json.detailsOmitted], [20, 30]);
  const large = await call('createBrand', { body: { name: 'x'.repeat(20_000), ...unknown(50) } });
  assert.equal(large.status, 400);
  assert.deepEqual([large.json.details?.length, large.json.detailsOmitted], [1, undefined]);
});

test('a rule beyond the schemas names its field too', async () => {
  const { json } = await call('createApiKey', { body: { name: 'A', expiresAt: '2020-01-01T00:00:00Z' } });
  assert.deepEqual(json.details, [{ field: 'expiresAt', message: json.message }]);
});

/** The parameters of a URL that say the same as a body. */
const WRONG: [query: Record<string, string | string[]>, body: object][] = [
  [
    { limit: '0', offset: '-1', dimensions: 'plattform', include: 'all' },
    { limit: 0, offset: -1, dimensions: ['plattform'], include: ['all'] },
  ],
  [
    { limit: '20000', filters: ['platform:in:CHATGPT', 'modell:in:x', 'tag:is:x'], order_by: '-visibilty' },
    {
      limit: 20_000,
      filters: [
        { field: 'platform', operator: 'in', values: ['CHATGPT'] },
        { field: 'modell', operator: 'in', values: ['x'] },
        { field: 'tag', operator: 'is', values: ['x'] },
      ],
      order_by: [{ field: 'visibilty', direction: 'desc' }],
    },
  ],
  [
    { start_date: '2026-02-30', dimensions: 'day,week,month,tag', sentiment_readers: 'ME' },
    { start_date: '2026-02-30', dimensions: ['day', 'week', 'month', 'tag'], sentiment_readers: ['ME'] },
  ],
  [
    { include: 'all', plattform: 'x' },
    { include: ['all'], plattform: 'x' },
  ],
];

for (const report of ['brands', 'queries', 'mentions'])
  test(`the ${report} report by URL is refused with all that by body it is`, async () => {
    const path = `/api/customer/v1/reports/${report}`;
    for (const [query, body] of WRONG) {
      const search = new URLSearchParams(
        Object.entries(query).flatMap(([name, values]) =>
          [values].flat().map((value): [string, string] => [name, value]),
        ),
      );
      const [byUrl, byBody] = await Promise.all([
        app.call('GET', `${path}?${search}`, { key: org.key }),
        app.call('POST', path, { key: org.key, body }),
      ]);
      assert.deepEqual([byUrl.status, byBody.status], [400, 400]);
      assert.deepEqual(fieldsOf(byUrl).toSorted(), fieldsOf(byBody).toSorted());
      assert.equal(byUrl.json.details[0].message, byUrl.json.message);
    }
    const odd =
      'limit=1&filters=tag&filters=modell:in:x&having=visibility&compare_to=last&dimensions=day&dimensions=week';
    const answer = await app.call('GET', `${path}?${odd}`, { key: org.key });
    assert.deepEqual(fieldsOf(answer).toSorted(), [
      'compare_to',
      'dimensions',
      'filters[0]',
      'filters[1].field',
      'having[0]',
    ]);
  });

test('a query over 16 KiB is refused, and names POST where that does the same', async () => {
  const long = (bytes: number) => `filters=query:in:${'x'.repeat(bytes)}`;
  const path = '/api/customer/v1/reports/brands';
  const refused = await app.call('GET', `${path}?${long(17_000)}`, { key: org.key });
  assert.equal(refused.status, 400);
  assert.deepEqual(fieldsOf(refused), ['filters']);
  assert.match(
    refused.json.message,
    /^filters: the query is longer than 16 KiB\. Send long filters by POST \/api\/customer/,
  );
  const taken = Array.from({ length: 10 }, () => long(1_500)).join('&');
  assert.equal((await app.call('GET', `${path}?${taken}`, { key: org.key })).status, 200);
  const list = await app.call('GET', `/api/brands?search=${'x'.repeat(17_000)}`, { token });
  assert.equal(list.status, 400);
  assert.match(list.json.message, /^search: the query is longer than 16 KiB\. Send less\.$/);
});
