import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSightlineClient } from '../../src/client.ts';
import { withApp } from '../support/callers/organisation.ts';
import { ask } from '../support/callers/raw.ts';
import { assertFaces } from '../support/outputs/faces.ts';

const BASE = '/tools/sightline';
const app = await withApp({ BASE_PATH: BASE });
const org = await app.organisation();
/** Of the server, without its base path. */
const { origin } = new URL(app.url);
const accessToken = await app.login(org);
/** Compressing the contract takes seconds. */
const plain = { 'Accept-Encoding': 'identity' };
const client = createSightlineClient({ baseUrl: `${origin}${BASE}`, accessToken });

test('a client under the base path gets what it made by Location, and all pages by Link', async () => {
  for (const name of ['Lumenfold', 'Corrieloft', 'Brightarc']) {
    const { data, response } = await client.POST('/api/brands', { body: { name } });
    const location = response.headers.get('location') ?? '';
    assert.equal(location, `${BASE}/api/brands/${data?.id}`);
    const made = await ask(`${origin}${location}`, { Authorization: `Bearer ${accessToken}` });
    assert.equal(JSON.parse(made.body.toString()).name, name);
  }
  let path: string | undefined = `${BASE}/api/brands?limit=1&search=r`;
  const names: string[] = [];
  while (path !== undefined) {
    const { body, headers } = await ask(`${origin}${path}`, { Authorization: `Bearer ${accessToken}` });
    names.push(...JSON.parse(body.toString()).data.map(({ name }: { name: string }) => name));
    path = /^<(\/.*)>; rel="next"$/.exec(String(headers['link'] ?? ''))?.[1];
  }
  assert.deepEqual(names, ['Brightarc', 'Corrieloft']);
});

test('reports by key, cached ones too, and preflights are under the base path', async () => {
  for (let round = 0; round < 3; round += 1) {
    const report = await app.report(org, 'brands');
    assert.equal(report.status, 200);
    const url = `/api/customer/v1/reports/brands?api_key=${org.key}&format=csv`;
    assert.equal((await app.call('GET', url)).status, 200);
  }
  const options = await app.call('OPTIONS', '/api/brands');
  assert.deepEqual([options.status, options.headers.get('allow')], [204, 'HEAD, GET, POST, OPTIONS']);
});

test('the contract names the base path as its server, in both forms, each with an ETag of its own', async () => {
  const json = await app.call('GET', '/openapi.json', { headers: plain });
  assert.equal(json.json.servers[0].url, BASE);
  const yaml = await app.call('GET', '/openapi.yaml', { headers: plain });
  assert.match(yaml.text, /^servers:\n {2}- url: \/tools\/sightline$/m);
  const other = await withApp();
  for (const { path, answer } of [
    { path: '/openapi.json', answer: json },
    { path: '/openapi.yaml', answer: yaml },
  ]) {
    const etag = answer.headers.get('etag') ?? '';
    const headers = { ...plain, 'If-None-Match': etag };
    const again = await app.call('GET', path, { headers });
    assert.equal(again.status, 304);
    const elsewhere = await other.call('GET', path, { headers });
    assert.equal(elsewhere.status, 200, 'the document without a base path is another one');
    assert.match(elsewhere.text, /"url":"\/"|url: \//);
  }
});

test('outside of it all is 404 in JSON, except what probes ask', async () => {
  const get = (path: string, method = 'GET') => fetch(`${origin}${path}`, { method, redirect: 'manual' });
  for (const path of [
    '/',
    '/api/brands',
    '/openapi.json',
    '/tools',
    `${BASE}x/health`,
    `/%74ools/sightline/health`,
  ]) {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const answer = await get(path, method);
      assert.equal(answer.status, 404, `${method} ${path}`);
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
      const { error, message } = (await answer.json()) as Record<string, string>;
      assert.deepEqual(
        [error, message],
        ['not_found', `There is nothing at this path: all is under ${BASE}/.`],
      );
    }
  }
  for (const path of ['/health', '/health/ready', '/health/ready?for=writes'])
    for (const base of ['', BASE]) assert.equal((await get(`${base}${path}`)).status, 200, `${base}${path}`);
  for (const path of ['/healthy', '/health/', '/health/ready/x']) assert.equal((await get(path)).status, 404);
  const missing = (await (await get(`${BASE}/none`)).json()) as { message: string };
  assert.equal(missing.message, `There is nothing at this path; see ${BASE}/openapi.json.`);
});

test('the base path without its slash redirects to it, with the query and for every method', async () => {
  for (const [path, location] of [
    [BASE, `${BASE}/`],
    [`${BASE}?view=a%20b`, `${BASE}/?view=a%20b`],
  ]) {
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(`${origin}${path}`, { method, redirect: 'manual' });
      assert.deepEqual([answer.status, answer.headers.get('location')], [308, location]);
    }
  }
});

test('the dashboard, what it loads, the docs and MCP are under it', () => assertFaces(app.url, org.key));
