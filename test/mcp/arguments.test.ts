// biome-ignore-all lint/suspicious/noExplicitAny: schemas are looked into at will
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withApp } from '../support/callers/organisation.ts';
import { agentByHttp, ingestLamps, LAMP_BRANDS, RANGES } from '../support/logins/agents.ts';

const app = await withApp();
const org = await app.organisation({ brands: LAMP_BRANDS });
await ingestLamps(app, org);
const { client, call } = await agentByHttp(app, org.key);
const { tools } = await client.listTools();
const latest = await call('report_queries', { limit: 2, ...RANGES });
const RUNS: string[] = latest.json.rows.map((row: { run_id: string }) => row.run_id);

const { start_date } = RANGES;
const IN_CHATGPT = [{ field: 'platform', operator: 'in', values: ['CHATGPT'] }];
const EARLIER = { start_date: '2026-01-01', end_date: '2026-01-31' };

/** What clients were seen to send, by public reports, and what it means. */
const FORMS: [source: string, tool: string, sent: object, meant: object][] = [
  // Claude Code 22394 and 59227, mcp-remote 319: lists and objects as JSON in a text.
  ['a list in a text', 'report_brands', { dimensions: '["platform"]' }, { dimensions: ['platform'] }],
  ['objects in a text', 'report_brands', { filters: JSON.stringify(IN_CHATGPT) }, { filters: IN_CHATGPT }],
  [
    'objects in texts in a list',
    'report_brands',
    { filters: IN_CHATGPT.map((filter) => JSON.stringify(filter)) },
    { filters: IN_CHATGPT },
  ],
  [
    'a list in a text in an object in a text',
    'report_brands',
    { filters: JSON.stringify([{ ...IN_CHATGPT[0], values: '["CHATGPT"]' }]) },
    { filters: IN_CHATGPT },
  ],
  [
    'encoded twice',
    'report_brands',
    { dimensions: JSON.stringify('["platform"]') },
    { dimensions: ['platform'] },
  ],
  // Windows-MCP with Claude Code 73137: a list as Python writes it.
  ['a list of Python', 'report_brands', { dimensions: "['platform']" }, { dimensions: ['platform'] }],
  // Copilot CLI 4301: a value with alternatives is a text.
  [
    'an object where a word is allowed too',
    'report_brands',
    { compare_to: JSON.stringify(EARLIER) },
    { compare_to: EARLIER },
  ],
  [
    'a word where an object is allowed too',
    'report_brands',
    { compare_to: '"previous"' },
    { compare_to: 'previous' },
  ],
  // Claude Code 71927: subagents send a list of one as its value.
  ['a single value', 'report_brands', { dimensions: 'platform' }, { dimensions: ['platform'] }],
  ['a single text', 'get_answer', { run_ids: RUNS[0] }, { run_ids: [RUNS[0]] }],
  ['a single object', 'report_brands', { filters: IN_CHATGPT[0] }, { filters: IN_CHATGPT }],
  [
    'a single value in a filter',
    'report_brands',
    { filters: [{ ...IN_CHATGPT[0], values: 'CHATGPT' }] },
    { filters: IN_CHATGPT },
  ],
  [
    'a single object in a text',
    'report_brands',
    { filters: JSON.stringify(IN_CHATGPT[0]) },
    { filters: IN_CHATGPT },
  ],
  [
    'words with commas',
    'report_brands',
    { dimensions: 'platform, branded' },
    { dimensions: ['platform', 'branded'] },
  ],
  // Models behind n8n and the Inspector: digits and words in texts.
  ['digits', 'report_queries', { limit: '2', offset: ' 1 ' }, { limit: 2, offset: 1 }],
  [
    'digits in an object',
    'report_brands',
    { having: [{ field: 'visibility', operator: 'gte', value: '12.5' }] },
    { having: [{ field: 'visibility', operator: 'gte', value: 12.5 }] },
  ],
  ['a boolean', 'list_prompts', { archived: 'False' }, { archived: false }],
  [
    'a boolean among values',
    'report_sources',
    { brand: 'Lumenfold', filters: [{ field: 'gap', operator: 'in', values: ['true'] }] },
    { brand: 'Lumenfold', filters: [{ field: 'gap', operator: 'in', values: [true] }] },
  ],
  ['a time for a day', 'report_brands', { start_date: `${start_date}T00:00:00.000Z` }, { start_date }],
  ['a word in another case', 'list_prompts', { limit: 2, tag: 'x' }, { limit: 2, tag: 'x' }],
  ['a word in capitals', 'compare_periods', { direction: 'LOST' }, { direction: 'lost' }],
  // LangChain 1.2 (langchain-mcp-tools-py 45), Langflow 8059, Zed: null for what is left out.
  ['null', 'report_brands', { brand: null, dimensions: null, limit: null, compare_to: null }, {}],
  // Claude Code 95239 and 81911: null arrives as a text, or as a list of it.
  ['"null"', 'report_brands', { brand: 'null', limit: 'null', dimensions: ['null'], filters: 'null' }, {}],
  // coder/xum 2887: models write empty texts.
  ['empty texts', 'report_queries', { brand: '', prompt: '', start_date: ' ', filters: '', limit: '' }, {}],
  ['undefined', 'report_brands', { brand: 'undefined', snapshot_id: 'None' }, {}],
  [
    'null in an object',
    'report_brands',
    { order_by: [{ field: 'visibility', direction: null }] },
    { order_by: [{ field: 'visibility' }] },
  ],
  // Inspector 771: empty lists for what is left out.
  ['empty lists', 'report_opportunities', { brand: 'Lumenfold', kinds: [] }, { brand: 'Lumenfold' }],
  // n8n 21500 and 22787, SiYuan 17927, Cline 8256, Cursor: arguments of the client's own.
  [
    'arguments that clients add',
    'list_brands',
    {
      toolCallId: 'call_1',
      sessionId: 's',
      action: 'sendMessage',
      chatInput: 'Hi',
      tool: 'x',
      _sessionID: 'y',
      task_progress: '- [ ]',
      random_string: 'dummy',
    },
    {},
  ],
  // rockbot 305, MemoryBear 1176: the arguments within an argument.
  ['arguments within an argument', 'report_queries', { params: { limit: 1 } }, { limit: 1 }],
  ['arguments within a text', 'report_queries', { arguments: '{"limit":"1"}' }, { limit: 1 }],
];

test('arguments are read as the schema says, whatever form a client sends them in [long]', async () => {
  for (const [form, tool, sent, meant] of FORMS) {
    const isWhole = ['params', 'arguments', 'start_date', 'run_ids'].some((name) => name in sent);
    const days = isWhole || tool.startsWith('list_') ? {} : RANGES;
    const [read, plain] = [await call(tool, { ...days, ...sent }), await call(tool, { ...days, ...meant })];
    const { isError, text } = plain;
    assert.equal(isError, false, `${form}: ${text}`);
    assert.deepEqual([read.isError, read.text], [isError, text], form);
    assert.deepEqual({ ...read.json, next: null }, { ...plain.json, next: null }, form);
  }
});

const post = async (params: object) =>
  (
    await app.call('POST', '/mcp', {
      key: org.key,
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    })
  ).json;

test('no arguments, null and JSON in a text for all of them', async () => {
  const plain = await post({ name: 'report_queries', arguments: { limit: 1 } });
  const wrapped = await post({ name: 'report_queries', arguments: '{"limit": "1"}' });
  assert.deepEqual(wrapped, plain);
  // Cline 10553, codedb 10: the member is missing.
  for (const params of [{}, { arguments: null }, { arguments: '' }, { arguments: '{}' }])
    assert.equal((await post({ name: 'list_brands', ...params })).result.structuredContent.total, 2);
  for (const wrong of ['{', 'x', '[]', '5'])
    assert.equal((await post({ name: 'list_brands', arguments: wrong })).error.code, -32602, wrong);
});

test('what stays wrong is told with what was sent and an example that is right', async () => {
  const SECRET = `sl_live_${'a1'.repeat(20)}`;
  for (const [tool, sent, ...patterns] of [
    [
      'report_brands',
      { dimensions: { a: 1 } },
      /dimensions must be an array\. It was \{"a":1\}\. Right is, for example, \["/,
    ],
    [
      'report_brands',
      { limit: 'many' },
      /limit must be an integer\. It was "many"\. Right is, for example, \d+\./,
    ],
    ['report_brands', { limit: '201' }, /limit must be 200 or less\. It was 201\./],
    [
      'report_brands',
      { filters: '[{"field":' },
      /filters must be an array\. It was "\[\{\\"field\\":"\. Right is, for example, \[\{"field":"platform"/,
    ],
    [
      'report_brands',
      { start_date: '01.02.2026' },
      /start_date must be a date .*It was "01\.02\.2026"\. Right is, for example, "\d{4}-/,
    ],
    ['get_answer', {}, /run_ids is required\. Right is, for example, \["/],
    ['get_answer', { run_ids: null }, /run_ids/],
    [
      'report_queries',
      { order_by: [{ field: 'platform' }], dimensions: ['query'] },
      /order_by\[0\].* It was "platform"\./,
    ],
    ['report_brands', { dimensions: [SECRET] }, /It was "…"/],
    ['report_brands', { limit: `Bearer ${SECRET}` }, /It was "Bearer …"/],
    ['report_brands', { limit: 'x'.repeat(20).concat(' ').repeat(40) }, /It was ".{59}…\. Right/],
    [
      'report_brands',
      { limit: {}, dimensions: 5 },
      /limit must be an integer/,
      /dimensions must be an array\. It was 5/,
    ],
  ] as [string, object, ...RegExp[]][]) {
    const { isError, text } = await call(tool, sent);
    assert.ok(isError, JSON.stringify(sent));
    for (const pattern of patterns) assert.match(text, pattern);
    assert.ok(!text.includes(SECRET.slice(0, 20)), text);
  }
});

test('a misspelt argument is refused, not passed over', async () => {
  const { isError, text } = await call('report_brands', { dimension: 'platform', limits: 2 });
  assert.ok(isError);
  assert.match(text, /"dimension" is not a field\. Did you mean "dimensions"/);
});

test('names that every object has are harmless, in texts too', async () => {
  for (const name of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])
    for (const json of [
      `{"${name}":{"polluted":true}}`,
      `{"params":{"${name}":{"polluted":true}}}`,
      `{"params":"{\\"${name}\\":{\\"polluted\\":true}}"}`,
      `{"filters":"[{\\"${name}\\":{\\"polluted\\":true}}]"}`,
      `{"filters":[{"field":"platform","operator":"in","values":["CHATGPT"],"${name}":1}]}`,
      `{"compare_to":"{\\"${name}\\":{\\"polluted\\":true}}"}`,
      `{"dimensions":"${name}","order_by":"${name}"}`,
    ]) {
      const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"report_brands","arguments":${json}}}`;
      const { status, json: answer } = await app.call('POST', '/mcp', {
        key: org.key,
        body,
        headers: { 'Content-Type': 'application/json' },
      });
      const result = answer.result?.content[0].text ?? '';
      assert.ok(
        status === 200 && /^(validation_error|Brands)/.test(result),
        `${json}: ${JSON.stringify(answer)}`,
      );
      assert.equal(({} as { polluted?: boolean }).polluted, undefined, json);
    }
});

test('long and deep texts are refused in no time', async () => {
  for (const text of [
    '['.repeat(60_000),
    `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
    `[${'"a",'.repeat(10_000)}"a"]`,
    ','.repeat(60_000),
    '"'.repeat(30_000),
    `-${'9'.repeat(60_000)}`,
  ])
    for (const field of ['dimensions', 'filters', 'limit', 'compare_to', 'start_date']) {
      const started = process.cpuUsage();
      const { isError, text: told } = await call('report_brands', { [field]: text });
      assert.ok(isError && told.startsWith('validation_error: '), `${field} ${text.slice(0, 20)}: ${told}`);
      assert.ok(process.cpuUsage(started).user < 2_000_000, `${field} ${text.slice(0, 20)}`);
    }
});

test('clients and models accept each schema', () => {
  for (const { name, inputSchema, outputSchema } of tools) {
    // Cursor leaves out tools of more than 60 characters with the name of their server; VS Code 243602: 64.
    assert.match(name, /^[a-z_]{1,40}$/);
    assert.deepEqual([inputSchema.type, outputSchema?.type], ['object', 'object'], name);
    // Models of Anthropic and OpenAI take no alternatives at the top.
    for (const word of ['anyOf', 'oneOf', 'allOf', '$defs', 'not', 'if'])
      assert.ok(!(word in inputSchema), `${name} has ${word} at the top`);
    const visit = (schema: any, path: string) => {
      if (typeof schema !== 'object' || schema === null) return;
      // Copilot for Eclipse 325, IntelliJ 691 and Gemini CLI 21094 take no list of types.
      assert.ok(schema.type === undefined || typeof schema.type === 'string', `${path} has several types`);
      assert.ok(!('$ref' in schema), `${path} refers elsewhere`);
      // VS Code 248810.
      if (schema.type === 'array') assert.ok(schema.items, `${path} has no items`);
      for (const [field, inner] of Object.entries(schema.properties ?? {})) {
        assert.match(field, /^[a-zA-Z0-9_-]{1,64}$/);
        visit(inner, `${path}.${field}`);
      }
      visit(schema.items, `${path}[]`);
      for (const inner of schema.anyOf ?? []) visit(inner, path);
    };
    visit(inputSchema, name);
  }
});
