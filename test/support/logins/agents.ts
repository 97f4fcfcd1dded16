import assert from 'node:assert/strict';
import { after } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { daysAgo } from '../days.ts';
import { completeRun, type TestApp, type TestOrganisation } from '../server/app.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
type Json = any;

/** What a tool answered, in both forms. */
export interface ToolAnswer {
  text: string;
  json: Json;
  isError: boolean;
  /** Of both forms together. */
  bytes: number;
}

/** An agent that is connected: the reference client, which checks each answer against its tool's output schema. */
export interface Agent {
  client: Client;
  call(name: string, input?: object): Promise<ToolAnswer>;
}

export async function agentOf(client: Client): Promise<Agent> {
  // The client checks answers of tools that it has listed.
  await client.listTools();
  return {
    client,
    async call(name, input = {}) {
      const result = await client.callTool({ name, arguments: input as Record<string, unknown> });
      const [first] = result.content as { type: string; text: string }[];
      assert.equal(first?.type, 'text');
      const isError = result.isError === true;
      assert.equal(result.structuredContent === undefined, isError, first?.text);
      return {
        text: first?.text ?? '',
        json: result.structuredContent,
        isError,
        bytes: Buffer.byteLength(JSON.stringify(result)),
      };
    },
  };
}

/** Connects by HTTP. @param mode legacy begins with `initialize`, modern (2026-07-28) without */
export async function agentByHttp(
  app: TestApp,
  key: string,
  mode: 'legacy' | 'auto' = 'legacy',
): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const headers = { Authorization: `Bearer ${key}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${app.url}/mcp`), { requestInit: { headers } }),
  );
  after(() => client.close());
  return agentOf(client);
}

/** Ranges of 28 days each, in days before today. */
const BEFORE = { from: 56, to: 29 };
const NOW = { from: 28, to: 1 };
export const RANGES = { start_date: daysAgo(NOW.from), end_date: daysAgo(NOW.to) };
/** The prompts of which Lumenfold is lost in the later range, where answers name Gleamwell instead. */
export const LOST = [0, 1, 2];

export const lampPrompt = (at: number) => `Which reading lamp is best for room ${at}?`;

/** Two brands with prompts on two platforms over two ranges; Lumenfold loses the prompts LOST. */
export async function ingestLamps(app: TestApp, org: TestOrganisation): Promise<void> {
  const runs = [];
  for (const { from, to } of [BEFORE, NOW])
    for (let day = from; day >= to; day -= 7)
      for (const platform of ['CHATGPT', 'CLAUDE'] as const)
        for (let prompt = 0; prompt < 10; prompt += 1) {
          const isLost = from === NOW.from && LOST.includes(prompt);
          const answer = isLost
            ? 'Gleamwell is the excellent choice here. Duskbeam is fine, too.'
            : 'Lumenfold is the gentlest lamp we found. Gleamwell comes second.';
          runs.push(
            completeRun({
              brand: 'Lumenfold',
              platform,
              queryText: lampPrompt(prompt),
              executedAt: `${daysAgo(day)}T12:00:00Z`,
              answer,
              citations: [{ url: 'https://reviews.example/lamps', title: 'Lamps' }],
            }),
          );
        }
  runs.push(completeRun({ brand: 'Otherlight', queryText: 'Which torch?', answer: 'Otherlight.' }));
  await app.ingest(org, runs);
  await app.snapshot();
}

export const LAMP_BRANDS = [
  {
    name: 'Lumenfold',
    aliases: ['Lumen Fold'],
    competitors: [{ name: 'Gleamwell' }, { name: 'Duskbeam' }],
  },
  { name: 'Otherlight' },
];
