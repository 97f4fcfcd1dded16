// long: 18 s
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { withApp } from '../support/callers/organisation.ts';
import { temporaryFolder } from '../support/for-file.ts';
import {
  type Agent,
  agentByHttp,
  agentOf,
  ingestLamps,
  LAMP_BRANDS,
  RANGES,
} from '../support/logins/agents.ts';
import { MCP_CLIENTS } from '../support/logins/mcp-clients.ts';
import { until } from '../support/server/app.ts';
import { startCommandHost, startProgram } from '../support/server/programs.ts';

const [LAUNCHER, CLI] = ['bin/launch.mjs', 'cli.ts'].map((file) =>
  fileURLToPath(new URL(`../../src/${file}`, import.meta.url)),
) as [string, string];

const app = await withApp();
const org = await app.organisation({ brands: LAMP_BRANDS });
await ingestLamps(app, org);
const folder = temporaryFolder();

function transportOf(args: string[], env: Record<string, string>): StdioClientTransport {
  return new StdioClientTransport({
    command: process.execPath,
    args: [LAUNCHER, CLI, 'mcp', ...args],
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...env },
    cwd: folder,
  });
}

/** An agent that has started `cli mcp`. */
async function agentByStdio(
  args: string[],
  env: Record<string, string>,
  mode: 'legacy' | 'auto' = 'legacy',
): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transportOf(args, env));
  after(() => client.close());
  return agentOf(client);
}

test('an agent on stdio gets what one gets by HTTP, from each tool', async () => {
  const far = await agentByStdio(['--url', `${app.url}/`], { SIGHTLINE_API_KEY: org.key });
  const near = await agentByHttp(app, org.key);
  const latest = await near.call('report_queries', { limit: 1, ...RANGES });
  const inputs: Record<string, object> = {
    list_brands: {},
    list_prompts: { brand: 'Lumenfold', limit: 4 },
    report_brands: { ...RANGES, compare_to: 'previous' },
    report_queries: { ...RANGES, dimensions: ['query'], limit: 2 },
    report_mentions: { ...RANGES, brand: 'Lumenfold', limit: 2 },
    report_sources: { ...RANGES, brand: 'Lumenfold', limit: 2 },
    report_opportunities: { ...RANGES, brand: 'Lumenfold', limit: 2 },
    compare_periods: { ...RANGES, direction: 'lost' },
    get_answer: { run_ids: [latest.json.rows[0].run_id] },
    get_coverage: { ...RANGES, by: 'day' },
  };
  const names = (await far.client.listTools()).tools.map(({ name }) => name);
  assert.deepEqual(Object.keys(inputs).sort(), names.sort());
  for (const [name, input] of Object.entries(inputs)) {
    const [here, there] = [await near.call(name, input), await far.call(name, input)];
    // Cursors are sealed anew each time.
    const comparable = ({ json, text }: typeof here) => [{ ...json, next: null }, text];
    assert.deepEqual(comparable(there), comparable(here), name);
    // So few answers hold no opportunity that is more than chance.
    assert.ok(there.json.rows.length > 0 || name === 'report_opportunities', name);
  }
  const wrong = { brand: 'Lumenfold', order_by: [{ field: 'platform' }], dimensions: ['query'] };
  const [here, there] = [await near.call('report_queries', wrong), await far.call('report_queries', wrong)];
  assert.deepEqual([there.isError, there.text], [true, here.text]);
  assert.match((await far.call('get_answer', { run_ids: ['none'] })).text, /not_found/);
  const measures = await far.client.readResource({ uri: 'sightline://measures' });
  assert.equal(measures.contents.length, 1);
});

test('the newest protocol on stdio, with the key from a file', async () => {
  const file = join(folder, 'key');
  writeFileSync(file, `${org.key}\n`, { mode: 0o600 });
  const agent = await agentByStdio(['--url', app.url, '--key-file', file], {}, 'auto');
  assert.equal(agent.client.getNegotiatedProtocolVersion(), '2026-07-28');
  assert.equal((await agent.call('list_brands')).json.rows.length, 2);
});

test('each client gets by stdio what it gets by HTTP', async () => {
  // In one program, which takes seconds to start: a client may introduce itself anew at any time, as Cursor does.
  const transport = transportOf(['--url', app.url], { SIGHTLINE_API_KEY: org.key });
  const answers = new Map<unknown, Record<string, object>>();
  transport.onmessage = (message) => {
    if ('id' in message) answers.set(message.id, message as never);
  };
  await transport.start();
  after(() => transport.close());
  for (const { name, steps } of MCP_CLIENTS)
    for (const { message, result, error } of steps) {
      if (!message) continue;
      answers.delete(message.id);
      await transport.send({ jsonrpc: '2.0', ...message } as never);
      if (message.id === undefined) continue;
      await until(() => answers.has(message.id));
      const answer = answers.get(message.id)!;
      const step = `${name}, ${message.method}: ${JSON.stringify(answer).slice(0, 300)}`;
      if (result) assert.partialDeepStrictEqual(answer['result'], result, step);
      if (error) assert.partialDeepStrictEqual(answer['error'], error, step);
    }
});

test('a key that is refused and a server that is away are told by the tool', async () => {
  const refused = await agentByStdio(['--url', app.url], { SIGHTLINE_API_KEY: 'sl_live_none' });
  assert.match((await refused.call('list_brands')).text, /^unauthorized: A valid API key is required/);
  const away = await agentByStdio(['--url', 'http://127.0.0.1:1'], { SIGHTLINE_API_KEY: org.key });
  const { isError, text } = await away.call('list_brands');
  assert.ok(isError);
  assert.match(text, /^unavailable: The server at http:\/\/127\.0\.0\.1:1 cannot be reached/);
  assert.doesNotMatch(text, new RegExp(org.key));
});

test('without a key or an address it says what is missing, and ends', async () => {
  const host = startCommandHost({});
  after(() => host.close());
  for (const [args, pattern] of [
    [[], /There is no API key: set SIGHTLINE_API_KEY/],
    [['--key-file', join(folder, 'absent')], /--key-file: ENOENT/],
    [['--url', 'ftp://x'], /It must be an address such as/],
  ] as const) {
    const { code, stderr, stdout } = await host.run(['mcp', ...args]);
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, pattern);
  }
});

test('it ends when the agent closes its end', async () => {
  const variables = { SIGHTLINE_API_KEY: org.key };
  const { code, stdout } = await startProgram('src/cli.ts', ['mcp', '--url', app.url], variables).ended;
  assert.deepEqual([code, stdout], [0, '']);
});
