// biome-ignore-all lint/suspicious/noExplicitAny: answers are looked into at will
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/base/definitions.ts';
import { withApp } from '../support/callers/organisation.ts';
import { agentByHttp, ingestLamps, LAMP_BRANDS, LOST, lampPrompt, RANGES } from '../support/logins/agents.ts';

/** 25,000 tokens of at least 2.4 bytes each. */
const MOST_BYTES = 60_000;
const TOOLS = [
  'list_brands',
  'list_prompts',
  'report_brands',
  'report_queries',
  'report_mentions',
  'report_sources',
  'report_opportunities',
  'compare_periods',
  'get_answer',
  'get_coverage',
];

const app = await withApp();
const org = await app.organisation({ brands: LAMP_BRANDS });
await ingestLamps(app, org);
const { client, call } = await agentByHttp(app, org.key);

test('ten tools that only read, described, with schemas of what they take and give', async () => {
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map(({ name }) => name).sort(), TOOLS.toSorted());
  for (const { name, description, annotations, inputSchema, outputSchema } of tools) {
    assert.ok((description?.length ?? 0) > 80, `${name} has no description`);
    assert.equal(annotations?.readOnlyHint, true);
    assert.equal(inputSchema['additionalProperties'], false);
    const fields = Object.entries<{ description?: string }>((inputSchema.properties ?? {}) as never);
    for (const [field, schema] of fields) assert.ok(schema.description, `${name}.${field} is not described`);
    assert.ok((outputSchema?.properties as any)?.rows, `${name} gives no rows`);
    assert.doesNotMatch(JSON.stringify([inputSchema, outputSchema]), /"nullable"|"x-|"example"/);
  }
  // An agent reads this list before anything else: at most 8,000 tokens. It has 4.2 bytes for each (o200k).
  const bytes = Buffer.byteLength(JSON.stringify({ tools }));
  assert.ok(bytes < 33_000, `${bytes}`);
});

test('which prompts lost visibility last month, and what do the answers say instead: in three calls', async () => {
  const brands = await call('list_brands');
  assert.equal(brands.json.today, new Date().toISOString().slice(0, 10));
  const moved = await call('compare_periods', { brand: 'Lumenfold', direction: 'lost', ...RANGES });
  const { rows, brands: wholes, moved: counts } = moved.json;
  assert.deepEqual(rows.map(({ group }: any) => group.prompt).sort(), LOST.map(lampPrompt));
  assert.deepEqual(counts, { lost: 3, gained: 0, same: 7 });
  assert.deepEqual(
    [wholes[0].visibility.value, wholes[0].previous.visibility.value, wholes[0].visibility.n],
    [70, 100, 80],
  );
  assert.equal(wholes[0].change.points, -30);
  assert.ok(['down', 'within_noise'].includes(wholes[0].change.verdict));
  const [first] = rows;
  assert.deepEqual([first.visibility.value, first.visibility.n, first.previous.value], [0, 8, 100]);
  assert.deepEqual([first.change.points, first.change.verdict], [-100, 'too_few']);
  const { run_ids: ids, ...evidence } = first.evidence;
  assert.deepEqual(evidence, {
    runs: 8,
    names_brand: false,
    named_instead: [
      { name: 'Duskbeam', runs: 8 },
      { name: 'Gleamwell', runs: 8 },
    ],
  });
  assert.match(moved.text, /8 runs do not name it; instead: .*Gleamwell 8/);

  const answers = await call('get_answer', { run_ids: ids });
  const [answer] = answers.json.rows;
  assert.deepEqual([answer.brand_named, answer.prompt], [false, first.group.prompt]);
  assert.deepEqual(
    answer.named.map(({ name, position, sentence }: any) => [name, position, sentence]),
    [
      ['Gleamwell', 1, 'Gleamwell is the excellent choice here.'],
      ['Duskbeam', 2, 'Duskbeam is fine, too.'],
    ],
  );
  assert.equal(answer.sources[0].domain, 'reviews.example');
  assert.match(answers.text, /data, never an instruction/);
  const bytes = [brands, moved, answers].reduce((sum, one) => sum + one.bytes, 0);
  assert.ok(bytes < MOST_BYTES, `${bytes} bytes`);
});

test('what rose, by what, with the runs that show it', async () => {
  const [start_date, end_date] = [RANGES.start_date, RANGES.end_date];
  // The other way round: the earlier range against the later one.
  const before = (days: number, day: string) =>
    new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
  const back = {
    start_date: before(28, start_date),
    end_date: before(28, end_date),
    compare_to: { start_date, end_date },
  };
  const { json } = await call('compare_periods', { ...back, brand: 'Lumenfold', by: 'prompt_and_platform' });
  assert.deepEqual(json.moved, { lost: 0, gained: 6, same: 14 });
  assert.deepEqual(Object.keys(json.rows[0].group), ['prompt', 'platform']);
  assert.equal(json.rows[0].evidence.names_brand, true);
  assert.equal(json.rows[0].evidence.run_ids.length, 2);
  const platforms = await call('compare_periods', { ...back, by: 'platform', limit: 1 });
  assert.equal(platforms.json.rows[0].brand.name, 'Lumenfold');
  assert.match(platforms.json.left_out, /^1 of 2 rows are left out\. .*higher limit/);
});

test('reports give each number with its n and interval, their snapshot, and the units', async () => {
  const { json, text } = await call('report_brands', { brand: 'lumen fold', ...RANGES });
  assert.equal(json.snapshot_id, app.app.services.reports.current()?.id);
  assert.deepEqual([json.start_date, json.end_date, json.total], [RANGES.start_date, RANGES.end_date, 1]);
  const [{ visibility, share_of_voice: share, position, quality }] = json.rows;
  assert.deepEqual([visibility.value, visibility.n, quality], [70, 80, 'good']);
  assert.ok(visibility.low > 20 && visibility.low < 70 && visibility.high > 70 && visibility.high <= 100);
  assert.deepEqual([position.value, position.n], [1, 56]);
  assert.deepEqual([share.value, share.n], [35, 160]);
  assert.deepEqual(json.columns[0], {
    name: 'visibility',
    unit: '% of runs that name the brand',
    n: 'runs',
  });
  assert.match(text, /Lumenfold: visibility 70 % \(n 80, [\d.]+–[\d.]+\)/);
  const compared = await call('report_brands', {
    dimensions: ['platform'],
    include: ['competitors', 'evidence', 'coverage', 'readers', 'intervals', 'share_of_voice'],
    compare_to: 'previous',
    ...RANGES,
  });
  const [row] = compared.json.rows;
  assert.deepEqual(row.competitors.map(({ name }: any) => name).sort(), ['Duskbeam', 'Gleamwell']);
  assert.ok(row.run_ids.length > 0 && row.coverage.prompts === 10 && row.previous && row.change);
});

test('prompts: their latest runs, groups of runs, and by a part of the text or an id', async () => {
  const latest = await call('report_queries', { brand: 'Lumenfold', limit: 3, ...RANGES });
  assert.deepEqual([latest.json.rows.length, latest.json.total], [3, 20]);
  assert.match(
    latest.json.left_out,
    /^17 of 20 rows are left out\. Rows are by executed_at, the latest first\. Ask again with offset 3/,
  );
  const grouped = await call('report_queries', {
    dimensions: ['query'],
    prompt: 'ROOM 1?',
    ...RANGES,
  });
  assert.deepEqual(
    grouped.json.rows.map(({ dimensions, visibility }: any) => [dimensions.query, visibility.value]),
    [[lampPrompt(1), 0]],
  );
  const { json } = await call('list_prompts', { brand: 'Lumenfold', search: 'room 1?' });
  assert.deepEqual(
    json.rows.map(({ prompt, platforms }: any) => [prompt, platforms.map((one: any) => one.platform)]),
    [[lampPrompt(1), ['CHATGPT', 'CLAUDE']]],
  );
  const byId = await call('report_queries', { prompt: json.rows[0].platforms[0].id, dimensions: ['query'] });
  assert.equal(byId.json.rows[0].dimensions.query, lampPrompt(1));
  const page = await call('list_prompts', { limit: 5 });
  const next = await call('list_prompts', { limit: 5, after: page.json.next });
  assert.notDeepEqual(next.json.rows, page.json.rows);
});

test('mentions one by one with their runs, and by domain', async () => {
  const one = await call('report_mentions', { brand: 'Lumenfold', limit: 1, ...RANGES });
  const [row] = one.json.rows;
  assert.equal(row.snippet, 'Lumenfold is the gentlest lamp we found.');
  assert.equal(row.source.url, 'https://reviews.example/lamps');
  assert.equal((await call('get_answer', { run_ids: row.run_ids })).json.rows[0].brand_named, true);
  const { json } = await call('report_mentions', { dimensions: ['domain'], brand: 'Lumenfold', ...RANGES });
  assert.deepEqual([json.rows[0].dimensions.domain, json.rows[0].mention_count], ['reviews.example', 56]);
});

test('groups that are cut are the largest ones, and it says their order and what is left out', async () => {
  const wide = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  // Sites are the more often cited the later they come in the alphabet.
  await app.ingest(
    wide,
    Array.from({ length: 12 }, (_, at) => ({
      brand: 'Lumenfold',
      answer: at % 2 ? 'Lumenfold wins.' : 'Gleamwell wins.',
      platform: 'GROK' as const,
      queryText: `Prompt ${'abcdefghijkl'[at]}?`,
      citations: Array.from({ length: at + 1 }, (__, site) => ({
        url: `https://site-${'lkjihgfedcba'[site]}.example/${at}`,
      })),
    })),
  );
  await app.snapshot();
  const agent = await agentByHttp(app, wide.key);
  const domains = (more: object = {}) =>
    agent.call('report_mentions', { dimensions: ['domain'], limit: 3, ...more });
  const { json, text } = await domains();
  assert.deepEqual(
    json.rows.map((row: any) => [row.dimensions.domain, row.mention_count]),
    [
      ['site-k.example', 6],
      ['site-l.example', 6],
      ['site-i.example', 5],
    ],
  );
  assert.match(
    json.left_out,
    /^9 of 12 rows are left out\. Rows are by mention_count desc\. The mention_count of those left out, where it is known, is 5 at most\. Ask again with offset 3 /,
  );
  assert.ok(text.includes(json.left_out));
  const rest = await domains({ offset: 3, limit: 200, snapshot_id: json.snapshot_id });
  assert.deepEqual([rest.json.rows.length, rest.json.left_out], [9, null]);
  const given = await domains({ order_by: [{ field: 'domain' }] });
  assert.equal(given.json.rows[0].dimensions.domain, 'site-a.example');
  assert.match(given.json.left_out, /Rows are by domain asc\. Ask again/);
  // What is cut says its order, whatever the tool; days stay in their order.
  const cuts: [string, object, RegExp][] = [
    ['report_mentions', {}, /by discovered_at, the latest first\. /],
    ['report_mentions', { dimensions: ['domain', 'day'] }, /by each dimension\. /],
    ['report_queries', {}, /by executed_at, the latest first\. /],
    ['report_queries', { dimensions: ['query'] }, /by visibility desc\. .* is 100 at most\. /],
    ['report_queries', { dimensions: ['query', 'day'] }, /by each dimension\. /],
    ['report_brands', { dimensions: ['query'] }, /by visibility desc\. .* is 100 at most\. /],
  ];
  for (const [name, input, order] of cuts)
    assert.match(
      (await agent.call(name, { ...input, limit: 1 })).json.left_out,
      order,
      JSON.stringify(input),
    );
  assert.match((await call('list_brands', { limit: 1 })).json.left_out, /by name\. /);
  assert.match((await call('report_brands', { limit: 1, ...RANGES })).json.left_out, /by visibility desc\. /);
  assert.match(
    (await call('compare_periods', { limit: 1, ...RANGES })).json.left_out,
    /by the size of the change, the largest first\. /,
  );
});

test('who beats the brand, citing whom, and what was searched for: a call each', async () => {
  const filters = [{ field: 'gap', operator: 'in', values: [true] }];
  const sources = await call('report_sources', { brand: 'Lumenfold', filters });
  assert.ok(!sources.isError, sources.text);
  const [first] = sources.json.rows;
  assert.ok(first.answers > 0 && first.gap === first.answers && first.naming_brand === 0, sources.text);
  assert.deepEqual(
    [first.answer_share.n, first.competitors.length > 0],
    [sources.json.rows[0].answer_share.n, true],
  );
  assert.match(sources.text, /competitors \w+ \d+/);
  const searches = await call('report_sources', { brand: 'Lumenfold', by: 'search' });
  assert.deepEqual([searches.isError, searches.json.total], [false, 0]);
  assert.match(searches.json.empty_reason, /none has such a row/);
  const wrong = await call('report_sources', { by: 'search', include: ['competitors'] });
  assert.match(wrong.text, /include\[0\]/);
});

test('coverage by platform, day and brand', async () => {
  const { json } = await call('get_coverage', { ...RANGES, brand: 'Lumenfold' });
  assert.deepEqual(
    json.rows.map(({ group, ingested, coverage }: any) => [group, ingested, coverage.value]),
    [
      ['CHATGPT', 40, null],
      ['CLAUDE', 40, null],
    ],
  );
  assert.deepEqual([json.sum.ingested, json.days_with_runs, json.days_with_gaps], [80, 4, []]);
  assert.equal((await call('get_coverage', { ...RANGES, by: 'day' })).json.rows.length, 4);
  const brands = await call('get_coverage', { by: 'brand' });
  assert.deepEqual(brands.json.rows.map(({ group }: any) => group).sort(), ['Lumenfold', 'Otherlight']);
});

test('an empty answer says why', async () => {
  const reason = async (name: string, input: object) => {
    const { json } = await call(name, input);
    assert.deepEqual(json.rows, []);
    return json.empty_reason;
  };
  const long = { start_date: '2020-01-01', end_date: '2020-01-31' };
  assert.match(await reason('report_queries', long), /No prompt has a completed run from 2020-01-01/);
  assert.match(await reason('compare_periods', long), /No prompt has a completed run/);
  const none = { filters: [{ field: 'platform', operator: 'in', values: ['GROK'] }], ...RANGES };
  assert.match(await reason('report_queries', none), /There are 80 runs .* none meets .*GROK/);
  assert.match(
    await reason('compare_periods', { direction: 'gained', ...RANGES }),
    /Of 10 rows with runs in both ranges none rose\. By prompt_and_platform/,
  );
  assert.match(await reason('get_coverage', long), /No run was expected or ingested/);
  assert.match(await reason('list_brands', { search: 'zzz' }), /None of 2 brands/);
  assert.match(await reason('list_prompts', { tag: 'zzz' }), /No prompt matches/);
});

test('what is wrong with arguments is said with the field, the fix and the nearest word', async () => {
  const told = async (name: string, input: object) => {
    const { isError, text } = await call(name, input);
    assert.ok(isError, `${name} took ${JSON.stringify(input)}`);
    return text;
  };
  const many = await told('report_brands', { dimension: [], limit: 201, brand: 5 });
  assert.match(many, /"dimension" is not a field\. Did you mean "dimensions"\?/);
  assert.match(many, /limit must be 200 or less/);
  assert.match(many, /brand must be a string/);
  assert.match(await told('report_brands', { brand: 'Lumenfol' }), /Did you mean "Lumenfold"\?.*Otherlight/);
  assert.match(await told('report_queries', { dimensions: ['platfrom'] }), /Did you mean "platform"\?/);
  const days = { start_date: '2026-02-30' };
  assert.match(await told('compare_periods', days), /start_date must be a date that exists/);
  assert.match(await told('get_coverage', { start_date: '2026-02-01', end_date: '2026-01-01' }), /Swap them/);
  assert.match(await told('get_answer', {}), /run_ids is required/);
  assert.match(await told('get_answer', { run_ids: ['none'] }), /not_found: There is no such run/);
  // What only the API itself can know.
  const order = { order_by: [{ field: 'platform' }], dimensions: ['query'] };
  assert.match(await told('report_queries', order), /order_by\[0\]/);
  assert.match(await told('report_queries', { snapshot_id: 'gone' }), /^snapshot_gone: /);
  await assert.rejects(call('report_brand'), /There is no such tool\. Did you mean "report_brands"\?/);
  for (const name of ['constructor', '__proto__', 'toString', 'x'.repeat(5_000)])
    await assert.rejects(call(name), /There is no such tool/);
});

test('several answers at once, in full where it is asked, and those that are not there', async () => {
  const { json } = await call('report_queries', { brand: 'Lumenfold', limit: 9, ...RANGES });
  const ids = json.rows.map(({ run_id: id }: any) => id);
  const some = await call('get_answer', { run_ids: [...ids, 'none'], detail: 'full' });
  assert.deepEqual([some.json.rows.length, some.json.not_found], [9, ['none']]);
  assert.ok(some.json.rows.every(({ answer, answer_length }: any) => answer.length === answer_length));
});

test('no answer is larger than 25,000 tokens, and one that is cut says what it leaves out [long]', async () => {
  const long = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  const prompts = Array.from({ length: 60 }, (_, at) => `${at} ${'長い質問'.repeat(500)}`);
  await app.ingest(
    long,
    prompts.map((queryText) => ({
      brand: 'Lumenfold',
      queryText,
      answer: `Lumenfold ${'ランプ '.repeat(5_000)}`,
      citations: Array.from({ length: 40 }, (_, at) => ({
        url: `https://reviews.example/${at}/${'x'.repeat(1_000)}`,
        title: 'x'.repeat(900),
      })),
    })),
  );
  await app.snapshot();
  const agent = await agentByHttp(app, long.key);
  const listed = await agent.call('report_queries', { limit: 60 });
  const run_ids = listed.json.rows.map(({ run_id: id }: any) => id).slice(0, 10);
  assert.ok(run_ids.length > 1 && listed.json.rows.length < 60);
  const shown = listed.json.rows.length;
  assert.match(listed.json.left_out, new RegExp(`^${60 - shown} of 60 rows .* offset ${shown} `));
  assert.ok(listed.text.includes(listed.json.left_out));
  for (const [name, input] of Object.entries<object>({
    list_prompts: { limit: 200 },
    report_mentions: { limit: 200 },
    compare_periods: { limit: 50 },
    get_answer: { run_ids, detail: 'full' },
  })) {
    const { bytes } = await agent.call(name, input);
    assert.ok(bytes < MOST_BYTES, `${name}: ${bytes} bytes`);
  }
  assert.ok(listed.bytes < MOST_BYTES, `${listed.bytes} bytes`);
});

test('resources: what the measures mean, the contract, and single operations', async () => {
  const { resources } = await client.listResources();
  assert.deepEqual(
    resources.map(({ uri }) => uri),
    ['sightline://measures', 'sightline://openapi.json'],
  );
  const read = async (uri: string) => (await client.readResource({ uri })).contents[0] as { text: string };
  assert.match((await read('sightline://measures')).text, /\*\*Visibility\*\*/);
  const contract = JSON.parse((await read('sightline://openapi.json')).text);
  assert.deepEqual(contract, (await app.call('GET', '/openapi.json')).json);
  const operation = JSON.parse((await read('sightline://operations/reportBrands')).text);
  assert.deepEqual([operation.method, operation.path], ['post', '/api/customer/v1/reports/brands']);
  assert.equal((await client.listResourceTemplates()).resourceTemplates.length, 1);
  await assert.rejects(read('sightline://measure'), /Did you mean "sightline:\/\/measures"/);
  await assert.rejects(read('file:///etc/passwd'), /There is no such resource/);
});
