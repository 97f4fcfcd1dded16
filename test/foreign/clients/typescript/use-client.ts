// Uses the types that openapi-typescript made of the contract, with openapi-fetch, against a server.
// Usage: use-client.ts URL EMAIL PASSWORD KEY
import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import type { components, paths } from './sightline.d.ts';

type Schemas = components['schemas'];

const [baseUrl = '', email = '', password = '', key = ''] = process.argv.slice(2);
const { data: tokens } = await createClient<paths>({ baseUrl }).POST('/api/auth/login', {
  body: { email, password },
});
const member = createClient<paths, 'application/json'>({
  baseUrl,
  headers: { Authorization: `Bearer ${tokens?.accessToken}` },
});
const byKey = createClient<paths, 'application/json'>({ baseUrl, headers: { 'X-API-Key': key } });

const report = await byKey.POST('/api/customer/v1/reports/brands', {
  body: { dimensions: ['platform'], limit: 10 },
});
assert.equal(report.data?.data[0]?.brand.name, 'Kept');
assert.ok(report.response.headers.get('X-Snapshot-Id'));
const refused = await byKey.POST('/api/customer/v1/reports/brands', { body: { limit: 0 } });
const error: Schemas['Error'] | undefined = refused.error;
assert.equal(error?.error, 'validation_error');

const queries = await byKey.POST('/api/customer/v1/reports/queries', { body: {} });
const [row] = queries.data?.data ?? [];
assert.ok(row && 'latestResult' in row && row.brand.name === 'Kept');

const made = await member.POST('/api/brands', { body: { name: 'Lumenfold', aliases: ['Lumen Fold'] } });
assert.equal(made.data?.name, 'Lumenfold');
const listed = await member.GET('/api/brands', { params: { query: { limit: 10 } } });
assert.equal(listed.data?.data.length, 2);
const twice = await member.POST('/api/brands', { body: { name: 'lumenfold ' } });
assert.equal(twice.error?.error, 'conflict');

const run = (externalId: string): Schemas['Run'] => ({
  externalId,
  brand: 'Lumenfold',
  platform: 'CHATGPT',
  queryText: 'Which reading lamp is easiest on the eyes?',
  executedAt: new Date().toISOString(),
  answer: 'Lumenfold is the gentlest lamp we found.',
});
const outcome = await byKey.POST('/api/runs', { body: [run('ts-1')] });
assert.equal(outcome.data?.created, 1);
const lines = await byKey.POST('/api/runs', {
  body: ['ts-2', 'ts-3'].map((id) => JSON.stringify(run(id))).join('\n'),
  bodySerializer: (body) => String(body),
  headers: { 'Content-Type': 'application/x-ndjson' },
});
assert.equal(lines.data?.created, 2);
console.log('used');
