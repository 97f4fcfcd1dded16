import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { callerWith } from '../support/callers/caller.ts';
import { withIntegration } from '../support/callers/integrations.ts';
import { withApp } from '../support/callers/organisation.ts';
import { forFile } from '../support/for-file.ts';

const KEY = 'sk-the-key-of-tests-9f2c';
const SLACK = 'https://hooks.slack.com/services/T00000000/B00000000/an1nvented0ne';

/** What the platform was asked, and what it answers: set by each test. */
let asked: IncomingMessage[] = [];
let answer = {
  status: 200,
  headers: { 'content-type': 'application/json' } as Record<string, string>,
  body: '{"data":[]}',
};
const platform = await forFile(
  createServer((request, response) => {
    asked.push(request);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  }),
);

await new Promise<void>((done) => platform.listen(0, '127.0.0.1', done));
const baseUrl = `http://127.0.0.1:${(platform.address() as AddressInfo).port}/v1`;
const app = await withApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });
const call = callerWith(app, await app.login(await app.organisation()));
after(async () => {
  platform.closeAllConnections();
});

test('checkIntegration asks the platform with its key, and keeps the result', async () => {
  const types = {
    CHATGPT: ['/v1/models', 'authorization', `Bearer ${KEY}`],
    CLAUDE: ['/v1/models', 'x-api-key', KEY],
    GEMINI: ['/v1/models', 'x-goog-api-key', KEY],
    PERPLEXITY: ['/v1/async/chat/completions', 'authorization', `Bearer ${KEY}`],
    GROK: ['/v1/models', 'authorization', `Bearer ${KEY}`],
    DEEPSEEK: ['/v1/models', 'authorization', `Bearer ${KEY}`],
    LLAMA: ['/v1/models', 'authorization', `Bearer ${KEY}`],
    MISTRAL: ['/v1/models', 'authorization', `Bearer ${KEY}`],
  };
  for (const [type, [path, header = '', value]] of Object.entries(types))
    await withIntegration(
      call,
      { type, config: { apiKey: KEY, baseUrl: `${baseUrl}/` } },
      async ({ ids }) => {
        asked = [];
        const checked = await call('checkIntegration', { ids });
        assert.equal(checked.status, 200);
        const { checkedAt, ...result } = checked.json;
        assert.deepEqual(result, { ok: true, status: 200, reason: 'It works.' });
        assert.ok(Math.abs(Date.parse(checkedAt) - Date.now()) < 60_000);
        assert.deepEqual(
          [asked.length, asked[0]?.method, asked[0]?.url, asked[0]?.headers[header]],
          [1, 'GET', path, value],
        );
        assert.deepEqual((await call('getIntegration', { ids })).json.lastCheck, checked.json);
        const { json } = await call('updateIntegration', { ids, body: { config: { model: 'm' } } });
        assert.equal(json.lastCheck, null, 'a check says nothing about another config');
      },
    );
});

test('checkIntegration says why it does not work, and repeats nothing the platform said', async () => {
  const json = { 'content-type': 'application/json' };
  const cases: [typeof answer, RegExp][] = [
    [{ status: 401, headers: json, body: `{"error":"bad key ${KEY}"}` }, /refuses the key/],
    [{ status: 403, headers: json, body: '' }, /refuses the key/],
    [
      { status: 302, headers: { location: `${baseUrl}/elsewhere` }, body: '' },
      /redirects, and is not followed/,
    ],
    [{ status: 404, headers: json, body: '' }, /baseUrl may be wrong/],
    [{ status: 429, headers: json, body: '' }, /limits the key/],
    [{ status: 500, headers: json, body: KEY }, /fault of its own/],
    [{ status: 418, headers: json, body: '' }, /status 418/],
    [{ status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' }, /not in JSON/],
  ];
  await withIntegration(call, { type: 'GROK', config: { apiKey: KEY, baseUrl } }, async ({ ids }) => {
    for (const [given, reason] of cases) {
      answer = given;
      asked = [];
      const checked = await call('checkIntegration', { ids });
      assert.deepEqual([checked.status, checked.json.ok, checked.json.status], [200, false, given.status]);
      assert.match(checked.json.reason, reason);
      assert.ok(!checked.text.includes(KEY));
      assert.equal(asked.length, 1);
    }
    await call('updateIntegration', {
      ids,
      body: { config: { apiKey: KEY, baseUrl: 'http://127.0.0.1:1/v1' } },
    });
    const closed = await call('checkIntegration', { ids });
    assert.deepEqual(
      [closed.json.ok, closed.json.status, closed.json.reason],
      [false, null, 'It refuses the connection.'],
    );
    await call('updateIntegration', {
      ids,
      body: { config: { apiKey: KEY, baseUrl: 'https://gone.invalid/v1' } },
    });
    assert.equal((await call('checkIntegration', { ids })).json.reason, 'Its host name does not resolve.');
  });
  answer = { status: 200, headers: json, body: '{}' };
});

test('checkIntegration looks at the form of a SLACK webhookUrl and sends nothing', async () => {
  await withIntegration(
    call,
    { type: 'SLACK', config: { webhookUrl: SLACK } },
    async ({ ids, config, secretLast4 }) => {
      assert.deepEqual([config, secretLast4], [{}, 'd0ne']);
      assert.deepEqual((await call('checkIntegration', { ids })).json.ok, true);
      await call('updateIntegration', {
        ids,
        body: { config: { webhookUrl: 'https://chat.example/hooks/7' } },
      });
      const { json } = await call('checkIntegration', { ids });
      assert.deepEqual([json.ok, json.status], [false, null]);
      assert.match(json.reason, /none of Slack/);
    },
  );
});
