// long: 53 s
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { parse } from 'csv-parse/sync';
import { randomFrom } from '../../bench/intervals/clustered-runs.ts';
import type { components } from '../../src/contract/generated/types.ts';
import type { RunInput } from '../../src/features/runs/ingest.ts';
import { breakdownOf } from '../../src/reports/breakdown/request.ts';
import { LiveReports } from '../../src/reports/live-reports.ts';
import { BRAND_INCLUDES, LIST_INCLUDES, PART_INCLUDES } from '../../src/web/dashboard/state/includes.ts';
import { downloadExport, makeExport } from '../support/callers/exports.ts';
import { withBrand } from '../support/callers/organisation.ts';
import { madePin } from '../support/callers/pins.ts';
import { daysAgo } from '../support/days.ts';
import { agentByHttp } from '../support/logins/agents.ts';
import { until } from '../support/server/app.ts';
import { given } from '../support/worlds/given.ts';

type Schemas = components['schemas'];
type Body = Schemas['BrandsReportParameters'];
type Value = string | number | boolean | null;
/** What one surface says, by the name of the quantity. */
type Told = Record<string, Value>;
// biome-ignore lint/suspicious/noExplicitAny: rows of all surfaces are looked into
type Row = Record<string, any>;

const DAYS = 100;
const WINDOW = 28;
const PROMPTS = 12;
const RANGE = { start_date: daysAgo(WINDOW), end_date: daysAgo(1) };
const BEFORE = { start_date: daysAgo(2 * WINDOW), end_date: daysAgo(WINDOW + 1) };
const prompt = (at: number) => `Which reading lamp is best for room ${at}?`;

const { app, org, token, call } = await withBrand(
  {
    brands: [
      { name: 'Lumenfold', competitors: [{ name: 'Gleamwell' }, { name: 'Duskbeam' }] },
      { name: 'Otherlight', competitors: [{ name: 'Quarvane' }] },
    ],
  },
  {},
);
const brands = (await call('listBrands')).json.data;
const idOf = (name: string) => brands.find((each) => each.name === name)!.id;
const [lumenfold, otherlight] = [idOf('Lumenfold'), idOf('Otherlight')];

/** An answer that may name the brand, before or after its competitor, which rises where the brand falls. */
function answerOf(brand: string, rival: string, chance: number, random: () => number): Partial<RunInput> {
  if (random() >= chance) return { answer: random() < 0.95 ? `${rival} is the one.` : 'Lamps are lamps.' };
  const alone = `${brand} is excellent.`;
  const answers = [alone, alone, alone, `${brand} leads. ${rival} is next.`, `${rival}, then ${brand}.`];
  const score = random() < 0.8 ? { sentimentScore: Math.round(1_000 * (20 + 30 * random())) / 1_000 } : {};
  return { answer: answers[Math.floor(answers.length * random())]!, ...score };
}

const random = randomFrom(20_261_124);
// Answers of a hundred days; the last 28 have two prompts more, of Otherlight.
const made = given(
  { days: [DAYS, 1], prompts: PROMPTS, platforms: ['CHATGPT', 'CLAUDE'], prompt },
  ({ ago, prompt: at, platform }) =>
    [['Lumenfold', 'Gleamwell'] as const, ['Otherlight', 'Quarvane'] as const]
      .filter(([brand]) => brand === 'Lumenfold' || (platform === 'CHATGPT' && (at <= 9 || ago <= WINDOW)))
      .map(([brand, rival]) => {
        const own = 0.65 + 0.02 * at + (platform === 'CLAUDE' ? 0.05 : 0);
        return {
          brand,
          citations: [{ url: 'https://reviews.example/lamps' }],
          ...answerOf(brand, rival, ago > WINDOW ? own : own - 0.3, random),
        };
      }),
);
await app.ingest(org, made);
await app.snapshot();
const pin = await madePin(call, { name: 'one-story' });
const agent = await agentByHttp(app, org.key);
const duckdb = await (await DuckDBInstance.create(':memory:')).connect();

/** What surfaces said of one brand and range, and where two of them differ. */
class Story {
  readonly #told = new Map<string, [surface: string, value: Value][]>();

  tell(surface: string, told: Told): void {
    assert.ok(Object.keys(told).length > 0, `${surface} says nothing`);
    for (const [name, value] of Object.entries(told))
      this.#told.set(name, [...(this.#told.get(name) ?? []), [surface, value]]);
  }

  /** @param least how many surfaces must have said it */
  value(name: string, least: number): Value {
    const told = this.#told.get(name) ?? [];
    assert.ok(
      told.length >= least,
      `${name} is said by ${told.map(([surface]) => surface).join(', ')} alone`,
    );
    return told[0]![1];
  }

  differences(): string[] {
    return [...this.#told].flatMap(([name, [first, ...others]]) =>
      others
        .filter(([, value]) => value !== first![1])
        .map(([surface, value]) => `${name}: ${first![0]} says ${first![1]}, ${surface} says ${value}`),
    );
  }
}

/** Whether a verdict holds in a list depends on the list: test/alerts/verdicts.test.ts. */
const LEFT_OUT = /^(brand|dimensions|coverage|evidence)_|_sum$|^prompt_count|_prompt_count$|_holds_in_list$/;
/** Flat forms have a column for what some rows alone have. */
const OPTIONAL = /common_prompts|_reason$|_missing_/;

/** A row of a report, whose names are those of the flat forms. */
function ofRow(row: Row, prefix = ''): Told {
  const told: Told = {};
  for (const [field, value] of Object.entries(row)) {
    const name = `${prefix}${field}`;
    if (field === 'competitors' && Array.isArray(value))
      for (const { id: _, name: rival, ...measures } of value)
        Object.assign(told, ofRow(measures, `competitor_${rival}_`));
    else if (value !== null && typeof value === 'object') Object.assign(told, ofRow(value, `${name}_`));
    else if (!LEFT_OUT.test(name) && !(value === null && OPTIONAL.test(name))) told[name] = value;
  }
  return told;
}

const COUNTS: Record<string, string> = {
  visibility: 'visibility_total',
  sentiment: 'sentiment_count',
  position: 'position_count',
  share_of_voice: 'share_of_voice_total',
};
function ofMeasures(row: Row, prefix = ''): Told {
  const told: Told = {};
  for (const [name, count] of Object.entries(COUNTS)) {
    if (row[name] === undefined) continue;
    const { value, n, ...bounds } = row[name];
    Object.assign(told, { [prefix + name]: value, [prefix + count]: n }, ofRow(bounds, `${prefix}${name}_`));
  }
  return told;
}

/** A row of a tool for AI agents. */
function ofTool({ previous, change, changes, counts, quality, competitors = [], ...row }: Row): Told {
  const told = { ...ofMeasures(row), ...ofRow({ ...(change && { change }), ...(changes && { changes }) }) };
  if (quality) told['visibility_quality'] = quality;
  // In the tool of what moved, rows have the visibility before alone.
  if (previous)
    Object.assign(told, ofMeasures('n' in previous ? { visibility: previous } : previous, 'previous_'));
  for (const [name, count] of Object.entries(counts ?? {})) told[`${name}_count`] = count as number;
  for (const { name, share_of_voice: share, previous: before, change: moved, ...measures } of competitors) {
    const prefix = `competitor_${name}_`;
    Object.assign(told, ofMeasures(measures, prefix), { [`${prefix}share_of_voice`]: share });
    if (before) Object.assign(told, ofMeasures({ visibility: before }, `${prefix}previous_`));
    if (moved) Object.assign(told, ofRow(moved, `${prefix}change_`));
  }
  return told;
}

/** A row of a flat form, whose numbers may be text. */
function ofFlat({ competitors, ...cells }: Row): Told {
  const row = Object.fromEntries(
    Object.entries(cells).map(([name, cell]) => {
      if (cell === '' || cell === null) return [name, null];
      return [name, Number.isNaN(Number(cell)) ? cell : Number(cell)];
    }),
  );
  return ofRow({ ...row, ...(competitors && { competitors: JSON.parse(competitors) }) });
}

/** Answers that are counted: all of a brand, or those of one value of a dimension. */
interface Slice {
  brandId: string;
  only?: { dimension: 'platform' | 'query'; value: string };
}

const INCLUDE = ['intervals', 'share_of_voice', 'competitors', 'counts', 'changes'] as const;
const GROUPS = INCLUDE.filter((each) => each !== 'competitors');
const EXPORTED = INCLUDE.filter((each) => each !== 'counts' && each !== 'changes');

function bodyOf({ brandId, only }: Slice): Body {
  const filters = only && [{ field: only.dimension, operator: 'in' as const, values: [only.value] }];
  return {
    ...{ brand_id: brandId, ...RANGE, compare_to: 'previous', include: [...INCLUDE] },
    ...(filters && { filters }),
  };
}

/** The same in a URL. */
function searchOf({ brandId, only }: Slice): string {
  return `${new URLSearchParams({
    ...{ brand_id: brandId, ...RANGE, compare_to: 'previous', include: INCLUDE.join() },
    ...(only && { filters: `${only.dimension}:in:${only.value}` }),
  })}`;
}

const byKey = async (report: string, body: object): Promise<Row[]> => {
  const { status, json, text } = await app.report(org, report, body);
  assert.equal(status, 200, text);
  return json.data;
};
const theOnly = (rows: Row[]): Row => {
  assert.equal(rows.length, 1, JSON.stringify(rows));
  return rows[0]!;
};
const valueIn = ({ dimensions }: Row, dimension: string) =>
  dimension === 'query' ? dimensions.query.queryText : dimensions[dimension];

/** Every form in which the brands report is asked for. */
async function tellReports(story: Story, slice: Slice): Promise<void> {
  const body = bodyOf(slice);
  story.tell('brands by key', ofRow(theOnly(await byKey('brands', body))));
  const path = `/api/customer/v1/reports/brands?${searchOf(slice)}`;
  const inForm = async (form: string) => app.call('GET', `${path}&format=${form}`, { key: org.key });
  story.tell('brands by URL', ofRow(theOnly((await app.call('GET', path, { key: org.key })).json.data)));
  story.tell('brands as NDJSON', ofRow(JSON.parse((await inForm('ndjson')).text)));
  story.tell('brands as CSV', ofFlat(theOnly(parse((await inForm('csv')).text, { columns: true }))));
  story.tell('brands for members', ofRow(theOnly((await call('getBrandsReport', { body })).json.data)));
  const { json } = await app.call('GET', `/api/reports/brands?${searchOf(slice)}`, { token });
  story.tell('brands for members by URL', ofRow(theOnly(json.data)));
  story.tell('a pin', ofRow(theOnly(await byKey('brands', { ...body, snapshot_id: pin.id }))));

  const range = { start: RANGE.start_date, end: RANGE.end_date };
  const live = await new LiveReports(app.app.services.db).render({
    ...{ report: 'reportBrands', orgId: org.id, brand: slice.brandId, allowed: null, ...range },
    ...{ limit: 10, offset: 0, breakdown: breakdownOf('reportBrands', body, range) },
  });
  story.tell('Postgres itself', ofRow(theOnly(JSON.parse(String(live.body)).data)));

  const { compare_to: _, ...before } = { ...body, ...BEFORE, include: GROUPS.slice(0, 2) };
  const earlier = ofRow(theOnly(await byKey('brands', before)), 'previous_');
  story.tell('brands of the days before', earlier);
}

/** Reports that divide the answers, and put together again what they divide. */
async function tellDimensions(story: Story, slice: Slice): Promise<void> {
  const { only } = slice;
  const body = bodyOf(slice);
  const groups = { ...body, include: GROUPS };
  story.tell(
    'brands without a dimension',
    ofRow(theOnly(await byKey('brands', { ...body, dimensions: [] }))),
  );
  story.tell(
    'queries by brand',
    ofRow(theOnly(await byKey('queries', { ...groups, dimensions: ['brand'] }))),
  );
  if (only) {
    const { dimension, value } = only;
    const dimensions = [dimension];
    story.tell(
      `brands by ${dimension}, filtered`,
      ofRow(theOnly(await byKey('brands', { ...body, dimensions }))),
    );
    const { filters: _, ...all } = body;
    const rows = await byKey('brands', { ...all, dimensions });
    assert.ok(rows.length > 1);
    story.tell(
      `brands by ${dimension}`,
      ofRow(theOnly(rows.filter((row) => valueIn(row, dimension) === value))),
    );
    const { filters: __, ...every } = groups;
    const queries = await byKey('queries', { ...every, dimensions });
    story.tell(
      `queries by ${dimension}`,
      ofRow(theOnly(queries.filter((row) => valueIn(row, dimension) === value))),
    );
  }
  const { compare_to, ...now } = { ...body, include: ['counts', 'share_of_voice'], dimensions: ['day'] };
  const days = await byKey('brands', now);
  assert.equal(days.length, WINDOW);
  const sum = (name: string) => days.reduce((total, row) => total + row[name], 0);
  const counted = [...Object.values(COUNTS), 'visibility_count', 'positive_count', 'neutral_count'];
  const sums = Object.fromEntries(
    [...counted, 'negative_count', 'first_count'].map((name) => [name, sum(name)]),
  );
  story.tell('the sum of days', sums);
  // Each answer cites one source, so mentions are the answers that name the brand. A prompt has days without one: they
  // are no days of mentions, so the bounds of a change, which compare days with those before them, are others there.
  const mentions = { ...body, include: ['intervals'], dimensions: ['brand'] };
  const { sentiment, sentiment_count, sentiment_low, sentiment_high, change, previous, ...row } = theOnly(
    await byKey('mentions', mentions),
  );
  story.tell('mentions', {
    ...{ sentiment, sentiment_count, sentiment_low, sentiment_high, visibility_count: row['run_count'] },
    ...ofRow({ sentiment: previous.sentiment, sentiment_count: previous.sentiment_count }, 'previous_'),
    ...ofRow(only?.dimension === 'query' ? { points: change.points } : change, 'changes_sentiment_'),
  });
}

async function tellExports(story: Story, slice: Slice): Promise<void> {
  const parameters = { ...bodyOf(slice), include: EXPORTED };
  const exported = async (format: string) => {
    const { id, state, reason } = await makeExport(call, { report: 'BRANDS', format, parameters });
    assert.equal(state, 'COMPLETED', String(reason));
    return Buffer.from(await (await downloadExport(app, token, id)).arrayBuffer());
  };
  story.tell('an export as NDJSON', ofRow(JSON.parse(String(await exported('NDJSON')))));
  story.tell('an export as CSV', ofFlat(theOnly(parse(await exported('CSV'), { columns: true }))));
  const file = join(app.dataDir, 'one-story.parquet');
  writeFileSync(file, await exported('PARQUET'));
  const rows = (await duckdb.runAndReadAll(`select * from read_parquet('${file}')`)).getRowObjectsJson();
  story.tell('an export as Parquet', ofFlat(theOnly(rows)));
}

async function tellTools(story: Story, slice: Slice): Promise<void> {
  const { brand_id: brand, ...asked } = bodyOf(slice);
  const tool = async (name: string, input: object): Promise<Row> => {
    const { json, isError, text } = await agent.call(name, { brand, ...input });
    assert.ok(!isError, text);
    return json;
  };
  story.tell('report_brands', ofTool(theOnly((await tool('report_brands', asked))['rows'])));
  const groups = { ...asked, include: GROUPS, dimensions: ['brand'] };
  story.tell('report_queries', ofTool(theOnly((await tool('report_queries', groups))['rows'])));
  const { include: _, ...compared } = asked;
  const moved = await tool('compare_periods', compared);
  story.tell('compare_periods', ofTool(theOnly(moved['brands'])));
  if (!slice.only) return;
  const { dimension, value } = slice.only;
  const by = dimension === 'query' ? 'prompt' : dimension;
  const { filters: __, ...all } = compared;
  const { rows } = await tool('compare_periods', { ...all, by, limit: 50 });
  const row = theOnly(rows.filter(({ group }: Row) => group[by] === value));
  story.tell(`compare_periods by ${by}`, ofTool(row));
}

/** What a rule of 28 days found on the same days. */
async function alertOf(rule: object): Promise<Schemas['Alert']> {
  const { status, json, text } = await call('createAlertRule', { body: { windowDays: WINDOW, ...rule } });
  assert.equal(status, 201, text);
  let found: Schemas['Alert'] | undefined;
  await until(async () => {
    [found] = (await call('listAlerts', { query: { ruleId: json.id } })).json.data;
    return found !== undefined;
  });
  const { current, previous } = found!.evidence;
  assert.deepEqual([current.startDate, current.endDate], Object.values(RANGE), 'a day passed meanwhile');
  assert.deepEqual([previous!.startDate, previous!.endDate], Object.values(BEFORE));
  return found!;
}

/** @param measure what the rule is about @param change the name of the change it compares */
function ofAlert({ evidence, message }: Schemas['Alert'], measure: string, change: string | null): Told {
  const { current, previous } = evidence;
  const told: Told = {};
  const isSentiment = measure === 'sentiment';
  for (const [prefix, window] of [['', current] as const, ['previous_', previous!] as const]) {
    told[prefix + measure] = window.value;
    told[`${prefix}${measure}_count`] = window.count;
    if (!measure.startsWith('competitor'))
      told[`${prefix}${isSentiment ? 'visibility' : measure}_total`] = window.total;
  }
  assert.ok(message.includes(String(current.value)), message);
  assert.ok(isSentiment || message.includes(`from ${previous!.value} % to ${current.value} %.`), message);
  return { ...told, ...(change && ofRow(evidence.change!, change)) };
}

async function tellComparison(story: Story, { brandId }: Slice): Promise<void> {
  for (const [prefix, range] of [['', RANGE] as const, ['previous_', BEFORE] as const]) {
    const query = { startDate: range.start_date, endDate: range.end_date };
    const { json } = await call('getBrandComparison', { ids: [brandId], query });
    for (const { id: _, name, isBrand, ...row } of json.data) {
      const snake = Object.entries(row).map(([field, value]) => [
        field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        value,
      ]);
      story.tell(
        'the comparison',
        ofRow(Object.fromEntries(snake), isBrand ? prefix : `competitor_${name}_${prefix}`),
      );
    }
  }
}

/** What the dashboard asks for: the tiles and the comparison, the list of brands, and the parts of a change. */
async function tellDashboard(story: Story, { brandId, only }: Slice): Promise<void> {
  const { include: _, filters, ...body } = bodyOf({ brandId, ...(only && { only }) });
  const asked = { ...body, ...(filters && { filters }) };
  const whole = await call('getBrandsReport', { body: { ...asked, include: [...BRAND_INCLUDES] } });
  story.tell('the tiles and the comparison', ofRow(theOnly(whole.json.data)));
  const { brand_id: __, ...ofAll } = asked;
  const list = await call('getBrandsReport', {
    body: { ...ofAll, include: [...LIST_INCLUDES], limit: 1000 },
  });
  story.tell(
    'the list of brands',
    ofRow(theOnly(list.json.data.filter(({ brand }: Row) => brand.id === brandId))),
  );
  if (!only) return;
  const { dimension, value } = only;
  const parts = await call('getQueriesReport', {
    body: { ...body, dimensions: [dimension], include: [...PART_INCLUDES], limit: 1000 },
  });
  const rows: Row[] = parts.json.data;
  story.tell(
    `the parts of a change by ${dimension}`,
    ofRow(theOnly(rows.filter((row) => valueIn(row, dimension) === value))),
  );
}

async function toldOf(slice: Slice): Promise<Story> {
  const story = new Story();
  await tellDashboard(story, slice);
  await tellReports(story, slice);
  await tellDimensions(story, slice);
  await tellTools(story, slice);
  await tellExports(story, slice);
  return story;
}

/** @returns the story, when all surfaces told the same */
function agreed(story: Story): Story {
  assert.equal(story.differences().join('\n'), '');
  return story;
}

test('a brand as a whole: reports in all forms, tools, exports, alerts and comparisons say the same', async () => {
  const slice = { brandId: lumenfold };
  const story = await toldOf(slice);
  await tellComparison(story, slice);
  const drop = await alertOf({ type: 'VISIBILITY_DROP', brandId: lumenfold, threshold: 5 });
  story.tell('an alert of visibility', ofAlert(drop, 'visibility', 'change_'));
  const low = await alertOf({ type: 'NEGATIVE_SENTIMENT', brandId: lumenfold, threshold: 60 });
  story.tell('an alert of sentiment', ofAlert(low, 'sentiment', null));
  const rivals = (await call('listCompetitors', { ids: [lumenfold] })).json.data;
  const competitorId = rivals.find(({ name }) => name === 'Gleamwell')!.id;
  const rise = await alertOf({ type: 'COMPETITOR_CHANGE', brandId: lumenfold, competitorId, threshold: 5 });
  const now = ofAlert(rise, 'competitor_Gleamwell_visibility', 'competitor_Gleamwell_change_');
  story.tell(
    'an alert of a competitor',
    Object.fromEntries(
      Object.entries(now).map(([name, value]) => [
        name.replace(/^previous_competitor_Gleamwell_/, 'competitor_Gleamwell_previous_'),
        value,
      ]),
    ),
  );
  assert.equal(story.value('competitor_Gleamwell_change_verdict', 8), 'up');
  agreed(story);
  for (const name of ['visibility', 'sentiment', 'position', 'share_of_voice']) {
    assert.equal(typeof story.value(name, 15), 'number', name);
    assert.equal(typeof story.value(`previous_${name}`, 13), 'number', name);
  }
  for (const name of ['visibility', 'sentiment', 'position'])
    for (const bound of ['low', 'high']) assert.equal(typeof story.value(`${name}_${bound}`, 15), 'number');
  assert.equal(story.value('change_verdict', 16), 'down');
  assert.ok(Number(story.value('change_high', 16)) < -15);
  for (const name of ['sentiment', 'position', 'share_of_voice', 'first'])
    assert.ok(story.value(`changes_${name}_verdict`, 10), name);
});

test('one platform: filtered, as a row of a breakdown, moved, and watched by a rule', async () => {
  const only = { dimension: 'platform' as const, value: 'CHATGPT' };
  const story = await toldOf({ brandId: lumenfold, only });
  const rule = { type: 'VISIBILITY_DROP', brandId: lumenfold, platform: 'CHATGPT', threshold: 5 };
  story.tell('an alert of the platform', ofAlert(await alertOf(rule), 'visibility', 'change_'));
  agreed(story);
  assert.equal(story.value('change_verdict', 20), 'down');
  assert.equal(story.value('visibility_total', 20), PROMPTS * WINDOW);
});

test('one prompt: filtered, as a row of a breakdown, and moved', async () => {
  const only = { dimension: 'query' as const, value: prompt(0) };
  const story = agreed(await toldOf({ brandId: lumenfold, only }));
  assert.equal(story.value('visibility_total', 19), 2 * WINDOW);
  assert.ok(story.value('change_verdict', 19));
});

test('prompts that are new: an alert is about those that both ranges have, as reports say beside', async () => {
  const story = await toldOf({ brandId: otherlight });
  const drop = await alertOf({ type: 'VISIBILITY_DROP', brandId: otherlight, threshold: 5 });
  story.tell('an alert of visibility', ofAlert(drop, 'visibility', 'change_common_prompts_'));
  agreed(story);
  assert.equal(story.value('change_common_prompts_prompts', 14), PROMPTS - 2);
  assert.equal(story.value('change_common_prompts_verdict', 15), 'down');
});
