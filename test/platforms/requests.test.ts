import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { Outbound } from '../../src/outbound/addresses.ts';
import { Platforms } from '../../src/platforms/platforms.ts';

const item = {
  type: 'object',
  properties: { index: { type: 'integer' }, stance: { type: 'string', enum: ['POSITIVE'] } },
  required: ['index', 'stance'],
  additionalProperties: false,
};
const schema = {
  ...{ type: 'object', additionalProperties: false, required: ['scores'] },
  properties: { scores: { type: 'array', items: item } },
};

test('every platform is requested as it was by the packages of before', async () => {
  const lines = readFileSync(new URL('requests.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  // biome-ignore lint/suspicious/noExplicitAny: the body of any platform's protocol
  let sent: any;
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request));
    sent = { path: request.url, headers: request.headers, body };
    response.writeHead(400, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const platforms = new Platforms(new Outbound(['127.0.0.0/8']));
  const { signal } = new AbortController();
  try {
    for (const line of lines) {
      const { asked, path, headers, body } = JSON.parse(line);
      const { json, ...prompt } = { apiKey: 'sk-x', baseUrl, signal, ...asked };
      const instructions = { prompt: 'Read.', instructions: 'Do so.', schema, maxOutputTokens: 999 };
      await assert.rejects(
        json
          ? platforms.askJson({ ...prompt, ...instructions })
          : platforms.ask({ ...prompt, prompt: 'Which lamp?' }),
      );
      assert.deepEqual([sent.path, sent.body], [path, body], JSON.stringify(asked));
      for (const [name, value] of Object.entries(headers)) assert.equal(sent.headers[name], value, name);
    }
  } finally {
    await platforms.close();
    server.close();
  }
});
