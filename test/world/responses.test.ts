import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { Outbound } from '../../src/outbound/addresses.ts';
import type { ApiPlatform } from '../../src/platforms/apis.ts';
import { PlatformError } from '../../src/platforms/error.ts';
import type { Platform } from '../../src/platforms/names.ts';
import { Platforms } from '../../src/platforms/platforms.ts';
import type { CaptureProvider } from '../../src/platforms/providers.ts';
import { forFile } from '../support/for-file.ts';

/** What people reported of responses, with invented content; `source` says where. */
interface Case {
  case: string;
  source: string;
  input: { asked: string; status: number; body: object | string; contentType?: string };
  right:
    | { text: string; citations: string[]; leftOut: string[] }
    | { reason: string; isRetryable: boolean; said?: string };
}

const cases: Case[] = readFileSync(new URL('responses.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

let answer: Case['input'];
const server = await forFile(
  createServer((request, response) => {
    const { status, body, contentType = 'application/json' } = answer;
    request.resume();
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, { 'content-type': contentType }).end(text);
  }),
);
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const platforms = await forFile(new Platforms(new Outbound(['127.0.0.0/8'])));

async function outcomeOf(asked: string): Promise<Case['right']> {
  const [provider, platform] = asked.split(' ') as [string, Platform | undefined];
  const { signal } = new AbortController();
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const prompt = { apiKey: 'sk-of-tests', baseUrl, prompt: 'Which lamp?', signal } as const;
  const wishes = { ...prompt, search: 'AUTO', place: null } as const;
  try {
    const read =
      platform === undefined
        ? await platforms.ask({ ...wishes, platform: provider as ApiPlatform, model: null })
        : await platforms.capture({
            ...{ ...wishes, platform, provider: provider as CaptureProvider },
            ...{ language: null, priceMicros: null },
          });
    assert.ok('text' in read);
    const { text, citations, leftOut } = read;
    return { text, citations: citations.map(({ url }) => url), leftOut: leftOut.map(({ kind }) => kind) };
  } catch (error) {
    assert.ok(error instanceof PlatformError, String(error));
    const { reason, isRetryable, message } = error;
    return { reason, isRetryable, said: message };
  }
}

for (const { case: name, source, input, right } of cases)
  test(`${input.asked}: ${name}`, async () => {
    answer = input;
    const outcome = await outcomeOf(input.asked);
    if ('said' in outcome && 'reason' in right) {
      assert.match(outcome.said ?? '', new RegExp(right.said ?? '.'));
      assert.deepEqual({ ...outcome, said: right.said }, { said: undefined, ...right }, source);
    } else assert.deepEqual(outcome, right, source);
  });
