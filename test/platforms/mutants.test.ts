import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { Outbound } from '../../src/outbound/addresses.ts';
import type { ApiPlatform } from '../../src/platforms/apis.ts';
import type { Platform } from '../../src/platforms/names.ts';
import { Platforms } from '../../src/platforms/platforms.ts';
import type { CaptureProvider } from '../../src/platforms/providers.ts';
import { forFile } from '../support/for-file.ts';
import {
  API_RESPONSES,
  CAPTURED_RESPONSES,
  faultOf,
  type Mutant,
  mutantsOf,
  type Outcome,
} from '../support/providers/platform-mutants.ts';

const AT_ONCE = 16;
const bodies: string[] = [];
let requests = 0;
const server = await forFile(
  createServer((request, response) => {
    requests += 1;
    const index = Number(/^\/(\d+)\//.exec(request.url ?? '')?.[1]);
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' }).end(bodies[index]);
  }),
);
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const platforms = await forFile(new Platforms(new Outbound(['127.0.0.0/8'])));

/** Asks for each mutant over HTTP. @returns what is wrong with them, and how many requests were sent */
async function check(
  mutants: readonly Mutant[],
  ask: (baseUrl: string) => Promise<Outcome>,
  isCaptured: boolean,
): Promise<string[]> {
  const { port } = server.address() as AddressInfo;
  const faults: string[] = [];
  requests = 0;
  const queue = [...mutants];
  const work = async () => {
    for (let mutant = queue.pop(); mutant !== undefined; mutant = queue.pop()) {
      const index = bodies.push(JSON.stringify(mutant.body)) - 1;
      const outcome = await ask(`http://127.0.0.1:${port}/${index}/v1`).catch(
        (error): Outcome => ({ error }),
      );
      const fault = faultOf(mutant, outcome, isCaptured);
      if (fault !== null) faults.push(`${mutant.name}: ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  assert.equal(requests, mutants.length, 'each is requested once');
  return faults;
}

const { signal } = new AbortController();
const asked = { apiKey: 'sk-of-tests', prompt: 'Which lamp?', search: 'AUTO', place: null, signal } as const;

for (const [platform, documented] of Object.entries(API_RESPONSES))
  test(`${platform}: whatever one node of a response is, its text is read, and its whole citations`, async () => {
    const mutants = mutantsOf(documented);
    assert.ok(mutants.length > 150, String(mutants.length));
    const faults = await check(
      mutants,
      (baseUrl) => platforms.ask({ ...asked, platform: platform as ApiPlatform, baseUrl, model: null }),
      false,
    );
    assert.deepEqual(faults, []);
  });

for (const [name, documented] of Object.entries(CAPTURED_RESPONSES))
  test(`${name}: whatever one node of a page is, its text is read, and its whole references`, async () => {
    const [provider, platform] = name.split(' ') as [CaptureProvider, Platform];
    const mutants = mutantsOf(documented);
    assert.ok(mutants.length > 150, String(mutants.length));
    const prompt = { ...asked, provider, platform, language: null, priceMicros: 10_000 };
    const faults = await check(mutants, (baseUrl) => platforms.capture({ ...prompt, baseUrl }), true);
    assert.deepEqual(faults, []);
  });
