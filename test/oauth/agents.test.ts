// Agents from nothing to an answer: the reference client's own OAuth, and what connectors document.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { withApp } from '../support/callers/organisation.ts';
import { agentOf } from '../support/logins/agents.ts';
import {
  AgentProvider,
  answerIn,
  CALLBACK,
  connected,
  decide,
  exchange,
  listBrands,
  refresh,
  register,
  requestOf,
  sendForm,
} from '../support/logins/oauth.ts';
import { callerAt, startTestApp } from '../support/server/app.ts';

const app = await withApp({});

test('the reference client gets from the address of /mcp to an answer by itself', async (context) => {
  const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  const provider = new AgentProvider(app, await app.login(org));
  const transport = () =>
    new StreamableHTTPClientTransport(new URL(`${app.url}/mcp`), { authProvider: provider });
  const first = transport();
  const client = new Client({ name: 'test', version: '1' });
  await assert.rejects(client.connect(first), UnauthorizedError);
  const { code, state, iss } = provider.answer;
  assert.deepEqual([state, iss], ['state of the client', app.url]);
  await first.finishAuth(new URLSearchParams({ code: code!, iss: iss! }));
  const again = new Client({ name: 'test', version: '1' });
  await again.connect(transport());
  context.after(() => again.close());
  const agent = await agentOf(again);
  const { text } = await agent.call('list_brands');
  assert.match(text, /Lumenfold/);
  assert.equal(provider.asked, 1);

  // The access token ends: the client gets the next by itself, and nobody is asked.
  const before = provider.tokens();
  provider.saveTokens({ ...before, access_token: `${before.access_token}x` });
  assert.match((await agent.call('list_brands')).text, /Lumenfold/);
  assert.notEqual(provider.tokens().refresh_token, before.refresh_token);
  assert.equal(provider.asked, 1);
});

test('a connector as Claude documents it: 401, both documents, registration, code, tokens, refresh', async () => {
  const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  const token = await app.login(org);
  const refused = await app.call('POST', '/mcp', { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } });
  const challenge = refused.headers.get('www-authenticate') ?? '';
  assert.equal(refused.status, 401);
  const [, metadata] = /^Bearer realm="sightline", resource_metadata="([^"]+)"/.exec(challenge) ?? [];
  assert.equal(metadata, `${app.url}/.well-known/oauth-protected-resource/mcp`);
  assert.doesNotMatch(challenge, /invalid_token/);
  const described = await app.call('GET', '/.well-known/oauth-protected-resource/mcp');
  assert.deepEqual(described.json, (await app.call('GET', '/.well-known/oauth-protected-resource')).json);
  assert.equal(described.json.resource, `${app.url}/mcp`);
  const [issuer] = described.json.authorization_servers;
  const server = (await app.call('GET', '/.well-known/oauth-authorization-server')).json;
  assert.equal(server.issuer, issuer);
  assert.ok(server.code_challenge_methods_supported.includes('S256'));
  assert.ok(server.token_endpoint_auth_methods_supported.includes('none'));
  assert.ok(server.client_id_metadata_document_supported);

  const { client, accessToken, refreshToken } = await connected(app, token);
  assert.match((await listBrands(app, accessToken)).text, /Lumenfold/);
  const next = await sendForm(app, '/oauth/token', refresh(client, refreshToken));
  assert.equal(next.status, 200);
  assert.match((await listBrands(app, next.json.access_token)).text, /Lumenfold/);
  assert.deepEqual(
    [next.json.token_type, next.json.expires_in, next.json.scope],
    ['Bearer', 900, 'reports:read'],
  );
});

test('a connector with a secret, as ChatGPT registers: by Basic, and in the form', async () => {
  const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  const token = await app.login(org);
  const redirect_uris = ['https://chatgpt.com/connector_platform_oauth_redirect'];
  for (const method of ['client_secret_basic', 'client_secret_post', undefined]) {
    const client = await register(app, { redirect_uris, token_endpoint_auth_method: method });
    assert.match(client.secret ?? '', /^sls_/);
    const { code } = answerIn(
      await decide(app, token, requestOf(app, client, { redirect_uri: redirect_uris[0], scope: undefined })),
    );
    const { client_secret, client_id, ...form } = exchange(client, code!, redirect_uris[0]);
    const basic = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`;
    const got =
      method === 'client_secret_post'
        ? await sendForm(app, '/oauth/token', { ...form, client_id, client_secret })
        : await sendForm(app, '/oauth/token', form, { Authorization: basic });
    assert.equal(got.status, 200, got.text);
    assert.match((await listBrands(app, got.json.access_token)).text, /Lumenfold/);
  }
});

test('a key works at /mcp as before, as a bearer and as a header', async () => {
  const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  assert.match((await listBrands(app, org.key)).text, /Lumenfold/);
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  assert.equal((await app.call('POST', '/mcp', { key: org.key, body })).status, 200);
});

test('an agent reads what the person chose: the brands, of this organisation alone', async () => {
  const org = await app.organisation({ brands: [{ name: 'Lumenfold' }, { name: 'Gleamwell' }] });
  const other = await app.organisation({ brands: [{ name: 'Corrieloft' }] });
  const token = await app.login(org);
  const { json } = await app.call('GET', '/api/brands', { token });
  const { id } = json.data.find(({ name }: { name: string }) => name === 'Lumenfold');
  const { accessToken } = await connected(app, token, { brandIds: [id] });
  const { text } = await listBrands(app, accessToken);
  assert.match(text, /Lumenfold/);
  assert.doesNotMatch(text, /Gleamwell|Corrieloft/);
  const foreign = (await app.call('GET', '/api/brands', { token: await app.login(other) })).json.data[0].id;
  const client = await register(app);
  const refused = await decide(app, token, requestOf(app, client), { brandIds: [foreign] });
  assert.deepEqual([refused.status, refused.json.error], [404, 'not_found']);
});

test('a request leads to the page as it came, and foreign parameters are left behind', async () => {
  const client = await register(app);
  const query = requestOf(app, client);
  const led = await app.call('GET', `/oauth/authorize?${query}&utm_source=x&nonce=y`);
  assert.equal(led.status, 302);
  const page = new URL(led.headers.get('location') ?? '');
  assert.equal(`${page.origin}${page.pathname}`, `${app.url}/`);
  const asked = new URLSearchParams(
    new URLSearchParams(page.hash.slice('#/consent?'.length)).get('request')!,
  );
  assert.deepEqual([...asked].toSorted(), [...new URLSearchParams(query)].toSorted());
  assert.equal(asked.get('redirect_uri'), CALLBACK);
});

test('behind a proxy, under a path: documents at the root of the host, addresses of PUBLIC_URL whatever Host says', async (context) => {
  const PUBLIC_URL = 'https://reports.example/sightline';
  const under = await startTestApp({ BASE_PATH: '/sightline', PUBLIC_URL });
  context.after(() => under.close());
  const call = callerAt(() => new URL(under.url).origin);
  for (const path of [
    '/.well-known/oauth-protected-resource/sightline/mcp',
    '/sightline/.well-known/oauth-protected-resource/mcp',
    '/sightline/.well-known/oauth-protected-resource',
  ]) {
    const { status, json } = await call('GET', path);
    assert.deepEqual([status, json?.resource], [200, `${PUBLIC_URL}/mcp`], path);
    assert.deepEqual(json.authorization_servers, [PUBLIC_URL]);
  }
  const server = await call('GET', '/.well-known/oauth-authorization-server/sightline');
  assert.deepEqual(
    [server.json.issuer, server.json.token_endpoint],
    [PUBLIC_URL, `${PUBLIC_URL}/oauth/token`],
  );
  for (const path of [
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-authorization-server/sight',
  ])
    assert.equal((await call('GET', path)).status, 404, path);
  const { headers } = await call('POST', '/sightline/mcp', { body: {} });
  assert.match(
    headers.get('www-authenticate') ?? '',
    /resource_metadata="https:\/\/reports\.example\/sightline\/\.well-known\/oauth-protected-resource\/mcp"/,
  );
  const led = await call('GET', '/sightline/oauth/authorize?client_id=x');
  assert.match(
    led.headers.get('location') ?? '',
    /^https:\/\/reports\.example\/sightline\/#\/consent\?request=/,
  );
});
