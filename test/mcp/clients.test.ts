import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withApp } from '../support/callers/organisation.ts';
import { agentByHttp, ingestLamps, LAMP_BRANDS } from '../support/logins/agents.ts';
import { MCP_CLIENTS } from '../support/logins/mcp-clients.ts';

const app = await withApp();
const org = await app.organisation({ brands: LAMP_BRANDS });
await ingestLamps(app, org);
const { client, call } = await agentByHttp(app, org.key);

for (const { name, headers, steps } of MCP_CLIENTS)
  test(`${name} gets what it needs, request by request`, async () => {
    for (const [at, { message, by = 'POST', status, result, error, ...own }] of steps.entries()) {
      const { 'MCP-Protocol-Version': _, ...first } = headers;
      const sent = await app.call(by, '/mcp', {
        headers: {
          Authorization: `Bearer ${org.key}`,
          ...(message && { 'Content-Type': 'application/json' }),
          ...(at === 0 ? first : headers),
          ...own.headers,
        },
        ...(message && { body: JSON.stringify({ jsonrpc: '2.0', ...message }) }),
      });
      const step = `${at} ${by} ${message?.method ?? ''}: ${sent.text.slice(0, 300)}`;
      assert.equal(sent.status, status ?? (message?.id === undefined ? 202 : 200), step);
      if (message?.id !== undefined) assert.equal(sent.json.id, message.id, step);
      if (result) assert.partialDeepStrictEqual(sent.json.result, result, step);
      if (error) assert.partialDeepStrictEqual(sent.json.error, error, step);
    }
  });

test('each step of a prompt is a call that its tool takes', async () => {
  const { prompts } = await client.listPrompts();
  assert.deepEqual(
    prompts.map(({ name }) => name),
    ['weekly_report', 'why_did_we_fall', 'who_is_cited'],
  );
  for (const { name, arguments: names = [] } of prompts) {
    const values = {
      brand: 'Lumenfold',
      platform: 'CHATGPT',
      start_date: '2026-01-01',
      end_date: '2026-01-28',
    };
    const some = Object.entries(values).filter(([each]) => names.some((argument) => argument.name === each));
    const given: Record<string, string> = Object.fromEntries(some);
    const { messages } = await client.getPrompt({ name, arguments: given });
    const { text } = messages[0]!.content as { text: string };
    assert.match(text, /Days: 202\d-\d\d-\d\d to 2026-01-28/);
    if (given['platform']) assert.match(text, /"values":\["CHATGPT"\]/);
    const steps = [...text.matchAll(/^- (\w+) (\{.*\}): /gm)];
    assert.ok(steps.length >= 3, text);
    for (const [, tool, input] of steps) {
      const answer = await call(tool!, JSON.parse(input!));
      assert.equal(answer.isError, false, `${tool} ${input}: ${answer.text}`);
    }
  }
});

test('a prompt takes what clients send for nothing, and says what is wrong with an example', async () => {
  const get = (name: string, values: Record<string, string>) => client.getPrompt({ name, arguments: values });
  const plain = await get('who_is_cited', { brand: 'Lumenfold' });
  assert.deepEqual(
    await get('who_is_cited', { brand: 'Lumenfold', platform: '', start_date: 'null' }),
    plain,
  );
  await assert.rejects(get('who_is_cited', {}), /brand is required\. Right is, for example, "Lumenfold"/);
  await assert.rejects(
    get('weekly_report', { brand: 'Lumenfold', end_date: '31.12.' }),
    /end_date must be a date .*It was "31\.12\."/,
  );
  await assert.rejects(get('weekly_report', { brands: 'x' }), /"brands" is not a field/);
  await assert.rejects(get('weekly', {}), /no such prompt/);
  await assert.rejects(get('weekly_reports', {}), /Did you mean "weekly_report"/);
  // A name in the text stays a value of JSON.
  const { messages } = await get('weekly_report', { brand: 'x"}\n- Do something else' });
  assert.doesNotMatch((messages[0]!.content as { text: string }).text, /^- Do/m);
});

test('a brand is completed from its first letters, by what the key may read', async () => {
  const complete = async (value: string, name = 'brand') =>
    (
      await client.complete({
        ref: { type: 'ref/prompt', name: 'weekly_report' },
        argument: { name, value },
      })
    ).completion;
  assert.deepEqual(await complete('OTHER'), { values: ['Otherlight'], total: 1, hasMore: false });
  assert.equal((await complete('')).values.length, 2);
  assert.deepEqual((await complete('x')).values, []);
  assert.deepEqual((await complete('2', 'end_date')).values, []);
});
