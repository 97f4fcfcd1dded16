import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApiKey } from '../../src/features/api-keys/api-keys.ts';
import { operator } from '../../src/features/audit/audit.ts';
import { patiently } from '../support/callers/caller.ts';
import { check, operations } from '../support/callers/contract.ts';
import { withApp } from '../support/callers/organisation.ts';
import { ask } from '../support/callers/raw.ts';
import { agentByHttp, LAMP_BRANDS } from '../support/logins/agents.ts';
import { completeRun } from '../support/server/app.ts';

const ORIGIN = 'https://agents.example';
const app = await withApp({ CORS_ORIGINS: ORIGIN });
const org = await app.organisation({ brands: LAMP_BRANDS });
await app.ingest(org, [completeRun({ brand: 'Lumenfold', answer: 'Lumenfold wins.' })]);
await app.snapshot();
const { key } = org;
const operation = operations.find(({ id }) => id === 'callMcp')!;
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

type Options = Parameters<typeof app.call>[2];
async function post(body: unknown, options: Options = { key }) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = { 'Content-Type': 'application/json', ...options?.headers };
  const answer = await app.call('POST', '/mcp', { ...options, headers, body: text });
  check(operation, answer);
  return answer;
}
const toolCall = (name: string, input: object = {}) => ({
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: { name, arguments: input },
});

test('initialize of each protocol that begins with it is answered, and what follows stands alone', async () => {
  for (const protocolVersion of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const { json, headers } = await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    assert.equal(json.result.protocolVersion, protocolVersion);
    assert.equal(json.result.serverInfo.name, 'sightline');
    assert.match(json.result.instructions, /list_brands/);
    assert.equal(headers.get('mcp-session-id'), null);
    const listed = await post(LIST, { key, headers: { 'MCP-Protocol-Version': protocolVersion } });
    assert.equal(listed.json.result.tools.length, 10);
  }
});

test('the newest protocol, which begins with nothing, serves the same tools', async () => {
  const agent = await agentByHttp(app, key, 'auto');
  assert.equal(agent.client.getNegotiatedProtocolVersion(), '2026-07-28');
  assert.equal((await agent.call('list_brands')).json.rows.length, 2);
  assert.match((await agent.call('report_brands', { brand: 'Lumenfolt' })).text, /Did you mean "Lumenfold"/);
  await assert.rejects(agent.call('report_brand'), /Did you mean "report_brands"/);
});

test('a key in either header or the same in both; none, two or a login token are refused', async () => {
  const bearer = (value: string) => ({ headers: { Authorization: `Bearer ${value}` } });
  const other = await app.organisation();
  const token = await app.login(org);
  for (const options of [{ key }, bearer(key), { key, ...bearer(key) }])
    assert.equal((await post(LIST, options)).status, 200);
  const refused: Options[] = [
    {},
    bearer(token),
    bearer(`${key}x`),
    { key, ...bearer(other.key) },
    { key: other.key, ...bearer(key) },
    { key, ...bearer(token) },
    { key: 'sl_live_none' },
  ];
  for (const options of refused) {
    const { status, headers, json } = await post(LIST, options);
    assert.equal(status, 401, JSON.stringify(options));
    assert.match(headers.get('www-authenticate') ?? '', /^Bearer realm=.*, ApiKey realm=/);
    assert.match(json.message, /Authorization: Bearer sl_live_…/);
  }
  assert.equal((await app.call('POST', `/mcp?api_key=${key}`, { body: LIST })).status, 401);
});

test('GET and DELETE are 405: there are no sessions', async () => {
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const { status, headers } = await app.call(method, '/mcp', { key });
    assert.deepEqual([status, headers.get('allow')], [405, 'POST, OPTIONS']);
  }
});

test('a notification is taken and not answered', async () => {
  const { status, text } = await post({ jsonrpc: '2.0', method: 'notifications/initialized' });
  assert.deepEqual([status, text], [202, '']);
});

test('what is no valid message gets an error of JSON-RPC', async () => {
  const code = async (body: unknown, options?: Options) => {
    const { status, json } = await post(body, options);
    return [status, json.error.code];
  };
  assert.deepEqual(await code([LIST, LIST]), [400, -32600]);
  assert.deepEqual(await code([]), [400, -32600]);
  assert.deepEqual(await code('"text"'), [400, -32600]);
  assert.deepEqual(await code('null'), [400, -32600]);
  for (const body of [
    {},
    { jsonrpc: '1.0', id: 1, method: 'tools/list' },
    { jsonrpc: '2.0', id: {}, method: 'a' },
  ])
    assert.equal((await code(body))[0], 400);
  assert.deepEqual(await code({ ...LIST, method: 'tools/burn' }), [200, -32601]);
  assert.deepEqual(await code({ ...LIST, method: 'subscriptions/listen' }), [200, -32601]);
  assert.deepEqual(await code({ ...LIST, method: 'tools/call', params: {} }), [200, -32602]);
  const unserved = { key, headers: { 'MCP-Protocol-Version': '1999-01-01' } };
  assert.equal((await code(LIST, unserved))[0], 400);
});

/** Every method that is served, with good parameters and their fields. */
const METHODS: Record<string, object> = {
  initialize: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  },
  'tools/list': { cursor: 'a' },
  'tools/call': { name: 'list_brands', arguments: {} },
  'resources/list': { cursor: 'a' },
  'resources/templates/list': { cursor: 'a' },
  'resources/read': { uri: 'sightline://measures' },
  'prompts/list': { cursor: 'a' },
  'prompts/get': { name: 'weekly_report', arguments: { brand: 'Lumenfold' } },
  'completion/complete': {
    ref: { type: 'ref/prompt', name: 'weekly_report' },
    argument: { name: 'brand', value: 'L' },
  },
};
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

test('parameters of the wrong type are the caller’s mistake, whatever the method and the protocol', async () => {
  const codes: string[] = [];
  for (const isNewest of [false, true])
    for (const [method, good] of Object.entries(METHODS)) {
      if (isNewest && method === 'initialize') continue;
      const name = Object.values(good).find((value) => typeof value === 'string');
      const headers = isNewest
        ? { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': method, 'Mcp-Name': String(name) }
        : {};
      const send = async (params: object | undefined) =>
        (await post({ jsonrpc: '2.0', id: 1, method, params }, { key, headers })).json;
      const meta = isNewest ? { _meta: META } : {};
      assert.ok((await send({ ...good, ...meta })).result, `${method} with good parameters`);
      const isRequired = !('cursor' in good);
      if (isRequired) codes.push(`${method}: ${(await send(isNewest ? meta : undefined)).error.code}`);
      for (const field of Object.keys(good))
        for (const wrong of [
          // null for arguments means none.
          ...(field === 'arguments' ? [] : [null]),
          5,
          [],
          true,
          ...(typeof good[field as never] === 'string' ? [{}] : ['x']),
        ]) {
          const { error } = await send({ ...good, ...meta, [field]: wrong });
          codes.push(`${method} ${field} ${JSON.stringify(wrong)}: ${error?.code}`);
          assert.match(error?.message ?? '', new RegExp(`\\b${field}\\b`), 'it names the field');
        }
    }
  assert.equal(codes.length, 130);
  assert.deepEqual(
    codes.filter((code) => !code.endsWith(': -32602')),
    [],
  );
});

test('the newest protocol streams nothing, even where it is asked to', async () => {
  const _meta = META;
  const headers = { 'MCP-Protocol-Version': '2026-07-28', Accept: 'text/event-stream' };
  const send = (method: string, params: object) =>
    post(
      { jsonrpc: '2.0', id: 3, method, params: { ...params, _meta } },
      { key, headers: { ...headers, 'Mcp-Method': method } },
    );
  const listen = await send('subscriptions/listen', { notifications: { toolsListChanged: true } });
  assert.equal(listen.json.error.code, -32603);
  const unknown = await send('tools/burn', {});
  assert.deepEqual([unknown.status, unknown.json.error.code], [404, -32601]);
});

test('what the server refuses before is an error as everywhere', async () => {
  const large = await post({ ...LIST, params: { text: 'x'.repeat(70_000) } });
  assert.deepEqual([large.status, large.json.error], [413, 'payload_too_large']);
  for (const body of ['{', `${'['.repeat(200)}${']'.repeat(200)}`, ''])
    assert.equal((await post(body)).status, 400, body.slice(0, 10));
  const typed = await post('<a/>', { key, headers: { 'Content-Type': 'text/xml' } });
  assert.equal(typed.status, 415);
});

test('hostile names and depths are no more than wrong arguments', async () => {
  const nested = JSON.parse(`${'{"a":'.repeat(80)}1${'}'.repeat(80)}`);
  const inputs = [
    '{"constructor":{"prototype":{"limit":1}}}',
    JSON.stringify({ brand: '__proto__' }),
    JSON.stringify({ filters: [nested] }),
    JSON.stringify({ brand: 'x'.repeat(30_000) }),
    JSON.stringify({ prompt: "'; drop table runs; --", dimensions: 5 }),
  ];
  for (const input of inputs) {
    const body = JSON.stringify(toolCall('report_queries')).replace('"arguments":{}', `"arguments":${input}`);
    const { json } = await post(body);
    assert.equal(json.result.isError, true, input.slice(0, 60));
    assert.match(json.result.content[0].text, /^validation_error: /);
  }
  // A member of this name is left out of the arguments before they are read.
  const odd = JSON.stringify(toolCall('report_brands')).replace('{}', '{"__proto__":{"limit":"x"}}');
  assert.equal((await post(odd)).json.result.structuredContent.total, 2);
  assert.equal((await post(`{"__proto__":{"jsonrpc":"2.0"},"id":1}`)).status, 400);
  assert.equal(({} as { brand?: string }).brand, undefined);
});

test('a page of another origin is refused unless it is allowed', async () => {
  const status = async (Origin: string) => (await post(LIST, { key, headers: { Origin } })).status;
  for (const origin of [
    'https://evil.example',
    'null',
    'http://127.0.0.1:1',
    'http://localhost.evil.example',
  ])
    assert.equal(await status(origin), 403, origin);
  assert.equal(await status(ORIGIN), 200);
  assert.equal(await status(new URL(app.url).origin), 200);
  const asked = await app.call('OPTIONS', '/mcp', { headers: { Origin: ORIGIN } });
  assert.match(asked.headers.get('access-control-allow-headers') ?? '', /MCP-Protocol-Version/);
});

test('a name that leads here does not make a page its own', async () => {
  // As a browser sends it after a page's host was made to lead to this server.
  const status = async (host: string) => {
    const headers = { Host: host, Origin: `http://${host}`, 'X-API-Key': key };
    return (await ask(`${app.url}/mcp`, headers, { method: 'POST', body: JSON.stringify(LIST) })).status;
  };
  assert.equal(await status('rebound.example:8080'), 403);
  assert.equal(await status('192.0.2.7:8080'), 200);
});

test('plan and scope are asked for as by the reports', async () => {
  const starter = await app.organisation({ plan: 'STARTER' });
  assert.equal((await post(LIST, { key: starter.key })).status, 402);
  const writer = await app.organisation({ scopes: ['runs:write'] });
  const { status, json } = await post(LIST, { key: writer.key });
  assert.deepEqual([status, json.message], [403, 'This API key lacks the scope reports:read.']);
});

test('what is another organisation’s is not there, by whatever tool', async () => {
  const agent = await agentByHttp(app, key);
  const { json } = await agent.call('report_queries');
  const [{ run_id, prompt_id, brand }] = json.rows;
  const theirs = await agentByHttp(app, (await app.organisation({ brands: [{ name: 'Torchly' }] })).key);
  assert.match((await theirs.call('get_answer', { run_ids: [run_id] })).text, /not_found/);
  for (const tool of ['report_brands', 'report_queries', 'compare_periods', 'get_coverage', 'list_prompts']) {
    const { isError, text } = await theirs.call(tool, { brand: brand.id });
    assert.ok(isError, tool);
    assert.match(text, /There is no such brand\. Brands: Torchly\./);
  }
  for (const tool of ['report_queries', 'report_mentions', 'compare_periods']) {
    const answer = await theirs.call(tool, { prompt: prompt_id });
    assert.deepEqual([answer.json.rows, answer.text.includes('Lumenfold')], [[], false], tool);
  }
  assert.deepEqual((await theirs.call('list_prompts')).json.rows, []);
});

test('a key that is limited to brands sees these alone', async () => {
  const { db } = app.app.services;
  const brandId = (await app.call('GET', '/api/customer/v1/brands', { key })).json.data[1].id;
  const limited = await createApiKey(db, operator(org.id), {
    name: 'Limited',
    scopes: ['reports:read'],
    brandIds: [brandId],
  });
  const agent = await agentByHttp(app, limited.key);
  const names = async (tool: string) =>
    (await agent.call(tool)).json.rows.map(
      (row: { name: string; brand: { name: string } }) => row.name ?? row.brand.name,
    );
  assert.deepEqual(await names('list_brands'), ['Otherlight']);
  assert.deepEqual(await names('report_brands'), ['Otherlight']);
  assert.deepEqual(await names('report_queries'), []);
  assert.deepEqual((await agent.call('list_prompts')).json.rows, []);
  assert.deepEqual((await agent.call('get_coverage')).json.rows, []);
  assert.match((await agent.call('report_brands', { brand: 'Lumenfold' })).text, /no such brand/);
});

test('a revoked key is refused within 5 s', async () => {
  const fresh = await app.organisation();
  assert.equal((await post(LIST, { key: fresh.key })).status, 200);
  const token = await app.login(fresh);
  const { data } = (await app.call('GET', '/api/api-keys', { token })).json;
  assert.equal((await app.call('DELETE', `/api/api-keys/${data[0].id}`, { token })).status, 204);
  const deadline = Date.now() + 6_000;
  let status = 200;
  while (status === 200 && Date.now() < deadline) {
    status = (await post(LIST, { key: fresh.key })).status;
    await new Promise((done) => setTimeout(done, 100));
  }
  assert.equal(status, 401);
});

test('one POST counts as one request, whatever its tool reads, and over the limit it is 429', async () => {
  const limited = await withApp({ RATE_LIMIT_PER_MINUTE: '1', RATE_LIMIT_BURST: '3' });
  const { key } = await limited.organisation({ brands: LAMP_BRANDS });
  const compare = () => limited.call('POST', '/mcp', { key, body: toolCall('compare_periods') });
  for (const left of [2, 1, 0]) {
    const { json, headers } = await compare();
    assert.equal(json.result.isError, undefined, JSON.stringify(json));
    assert.match(headers.get('ratelimit') ?? '', new RegExp(`"burst";r=${left};`));
  }
  const refused = await compare();
  assert.deepEqual([refused.status, refused.json.error], [429, 'rate_limited']);
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  check(operation, refused);
});

test('with two workers each POST is served by whichever takes it [long]', async () => {
  const two = await withApp({ WORKERS: '2' });
  const { key } = await two.organisation({ brands: LAMP_BRANDS });
  const { client, call } = await agentByHttp(two, key);
  const listed = () =>
    patiently(async () => {
      const answer = await call('list_brands');
      return { ...answer, status: answer.isError && answer.text.includes('Try again') ? 503 : 200 };
    });
  const answers = await Promise.all(Array.from({ length: 20 }, listed));
  for (const { json, text } of answers) assert.equal(json?.total, 2, text);
  assert.equal((await client.listTools()).tools.length, 10);
});
