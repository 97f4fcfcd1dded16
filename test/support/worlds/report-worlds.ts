import assert from 'node:assert/strict';
import fc from 'fast-check';
import { derivedId, type OrgId } from '../../../src/base/ids.ts';
import { rows } from '../../../src/db/rows.ts';
import type { Reader } from '../../../src/reports/rules.ts';
import { noteBrandsChanged } from '../../../src/snapshots/changes.ts';
import { spelled } from '../plain/filters.ts';
import type { Correction, Known, KnownRun } from '../plain/reports.ts';
import type { TestApp } from '../server/app.ts';

/** In byte order these stand otherwise than by letter, case or UTF-16 unit. */
export const NAMES = [
  'Lumenfold',
  'Gleamwell',
  'Quarvane',
  'brimholt',
  'Zdaneko',
  '𐐷lux',
  'ﾊlux',
  'Éclatine',
];
export const RIVALS = Array.from({ length: 8 }, (_, k) => `Rivalon${'abcdefgh'[k]}`);
const TITLES = [null, '', '\\N', 'a "quoted", title', 'line\nbreak \\ tab\t', ' 𝒯itle\u2028 '];
/** In more months than have a serving file. */
export const DAYS = [
  '2015-01-01',
  '2016-12-31',
  '2023-06-15',
  '2024-02-28',
  '2024-02-29',
  '2024-03-01',
  '2025-11-30',
  '2026-01-31',
  '2026-02-01',
];
const TIMES = ['00:00:00Z', '23:59:59.999Z', '12:00:00+14:00', '12:00:00.5Z', '23:30:00-12:00'];
export const PROMPTS = [
  ...['Which lamp?', ' Which\u00a0lamp?', 'Welche "Lampe",\nbitte?', '\\N', 'Is Gleamwell ÄHNLICH gut?'],
  'Is  Gleamwell A\u0308HNLICH gut?',
];
export const MODELS = [null, 'gpt-5', 'GPT-5 Ärger', '\\N'];
export const COUNTRIES = [null, 'DE', 'US'];
export const SURFACES = [null, 'API_WEB_SEARCH', 'APP'] as const;
export const TOPICS = [null, 'Lamps', 'Ärger "A"', '\\N'];
export const PLATFORMS = ['CHATGPT', 'CLAUDE', 'OTHER:Kagi, "ÄI"'] as const;
export const SEARCHES = ['best lamp', 'Best Lamp', 'lampe "gut", günstig', '\\N'];
/** From this day on most answers to every second brand's prompts are searched for, before it few. */
const SEARCHED_FROM = '2026-01-20';
export const LANGUAGES = [null, 'en', 'de'];
export const TAGS = ['lamps', 'Büro "A"', 'branded', 'unbranded', '\\N'];
export const DOMAINS = ['site0.example', 'site1.example', 'site2.example', 'site3.example'];

/** Ways to write the address of a page. */
const SPELLINGS: readonly ((url: string) => string)[] = [
  (url) => url,
  (url) => `${url.replaceAll('%22', '"')}?utm_source=chatgpt.com`,
  (url) => url.replace('https://', 'http://www.'),
  (url) => `${url}#:~:text=lamp`,
  (url) => `https://duckduckgo.com/l/?uddg=${encodeURIComponent(url)}&rut=1`,
];
/** Pages of these domains, with the types that the rules give them; the brand's own site is the first domain. */
const PAGES = [
  { url: 'https://site0.example/%22a%22,b', sourceType: 'BRAND_SITE', pageType: null },
  { url: 'https://site1.example/%22a%22,b', sourceType: 'OTHER', pageType: null },
  { url: 'https://site1.example/reviews/lamp', sourceType: 'REVIEW', pageType: 'REVIEW' },
  { url: 'https://site2.example/best-lamps', sourceType: 'ARTICLE', pageType: 'LIST' },
  { url: 'https://site3.example/reviews/best-lamps', sourceType: 'REVIEW', pageType: 'LIST' },
  { url: 'https://site3.example/', sourceType: 'OTHER', pageType: null },
];
export const URLS = PAGES.map(({ url }) => url);
/** What the organisation sets for a domain. */
const DOMAIN_TYPE = { domain: 'site2.example', sourceType: 'FORUM' };

/** Who reads an answer: as it is ingested, a model, nobody, or a version that did not say who. */
const aReading = fc.constantFrom('INGESTED' as const, 'MODEL' as const, 'UNREAD' as const, 'UNSAID' as const);
type Reading = typeof aReading extends fc.Arbitrary<infer T> ? T : never;

const aRun = (days: readonly string[]) =>
  fc.record({
    brand: fc.nat(NAMES.length - 1),
    platform: fc.constantFrom(...PLATFORMS),
    surface: fc.constantFrom(...SURFACES),
    searched: fc.nat(5),
    searches: fc.array(fc.constantFrom(...SEARCHES), { maxLength: 3 }),
    queryText: fc.constantFrom(...PROMPTS),
    model: fc.constantFrom(...MODELS),
    country: fc.constantFrom(...COUNTRIES),
    executedAt: fc.tuple(fc.constantFrom(...days), fc.constantFrom(...TIMES)).map((at) => at.join('T')),
    /** Who the answer names, in this order; 0 is the brand. */
    named: fc.shuffledSubarray([...RIVALS.keys(), RIVALS.length].slice(0, 9)),
    /** Whether an answer that does not name the brand says that it does not know it. */
    isDenied: fc.boolean(),
    score: fc.option(fc.integer({ min: 0, max: 10_000 })),
    language: fc.constantFrom(...LANGUAGES),
    reading: aReading,
    rivalScore: fc.integer({ min: 0, max: 10_000 }),
    rivalReading: aReading,
    cited: fc.array(
      fc.tuple(fc.nat(PAGES.length - 1), fc.constantFrom(...TITLES), fc.constantFrom(...SPELLINGS)),
      { maxLength: 4 },
    ),
    correction: fc.option(
      fc.record({
        dismissed: fc.boolean(),
        sentiment: fc.option(fc.integer({ min: 0, max: 10_000 })),
        sourceType: fc.option(fc.constantFrom('FORUM', 'REVIEW')),
      }),
      { freq: 4 },
    ),
  });
/** An organisation as a generator gives it; `tags` are by the number of a query. */
const organisationOf = (
  days: readonly string[],
  brands: number,
  runs: { minLength: number; maxLength: number },
) =>
  fc.record({
    brands: fc.integer({ min: 1, max: brands }),
    archived: fc.array(fc.nat(NAMES.length - 1), { maxLength: 2 }),
    lone: fc.nat(NAMES.length - 1),
    runs: fc.array(aRun(days), { ...runs, size: 'max' }),
    tags: fc.array(fc.subarray(TAGS), { minLength: 10, maxLength: 10 }),
    topics: fc.array(fc.constantFrom(...TOPICS), { minLength: 7, maxLength: 7 }),
  });
export const anOrganisation = organisationOf(DAYS.slice(1), NAMES.length, { minLength: 120, maxLength: 250 });
/** One with runs on most of the 120 days to 2026-01-31, of few brands, so that days can be compared. */
export const anOrganisationOfManyDays = organisationOf(
  Array.from({ length: 120 }, (_, at) => new Date(Date.UTC(2026, 0, 31 - at)).toISOString().slice(0, 10)),
  2,
  { minLength: 500, maxLength: 700 },
);
export type GeneratedOrganisation = typeof anOrganisation extends fc.Arbitrary<infer T> ? T : never;

/** Makes a generated organisation through the API, tags and corrections too. @returns what is known of it */
export async function buildWorld(
  app: TestApp,
  { brands: count, archived, lone, runs, tags, topics }: GeneratedOrganisation,
): Promise<{ orgId: OrgId; key: string; token: string; known: Known }> {
  const names = NAMES.slice(0, count);
  const org = await app.organisation({
    brands: names.map((name, at) => ({
      name,
      website: 'https://site0.example',
      competitors: at === lone ? [] : RIVALS.map((rival) => ({ name: rival })),
    })),
  });
  const token = await app.login(org);
  const inputs = runs.map(({ brand, named, isDenied, score, cited, ...generated }, k) => {
    const subjects = [names[brand % count] as string, ...RIVALS];
    const { platform, queryText, model, country, executedAt } = generated;
    const surface = surfaceOf({ brand, ...generated });
    const { searched, searches } = searchOf({ brand, ...generated });
    return {
      ...{ platform, queryText, model, country, surface, executedAt },
      ...(searches ? { searchQueries: searches } : { searched }),
      externalId: `run ${k}`,
      brand: subjects[0] as string,
      answer:
        [
          ...(isDenied && !named.includes(0) ? [`I am not familiar with ${subjects[0]}.`] : []),
          ...named.map((at) => `It is ${subjects[at]}.`),
        ].join('\n\n') || 'None.',
      citations: cited.map(([page, title, spelt]) => ({ url: spelt(PAGES[page]?.url as string), title })),
      ...(score === null ? {} : { sentimentScore: score / 100 }),
    };
  });
  const { json } = await app.call('POST', '/api/runs', { key: org.key, body: inputs });
  assert.equal(json.created, inputs.length, JSON.stringify(json.results[0]));
  const queries = (await app.call('GET', '/api/queries?limit=1000', { token })).json.data;
  const tagsOf = new Map<string, string[]>();
  const topicOf = new Map<string, string | null>();
  for (const [at, { id }] of queries.entries()) {
    const given = tags[at % tags.length] as string[];
    const topic = topics[at % topics.length] ?? null;
    tagsOf.set(id, given);
    topicOf.set(id, topic);
    const { status } = await app.call('PATCH', `/api/queries/${id}`, { token, body: { tags: given, topic } });
    assert.equal(status, 200);
  }
  const found = await app.app.services.db.tenant(org.id, async (tx) => {
    const hidden = names.filter((_, at) => archived.includes(at));
    await tx`update brands set archived_at = now() where name = any(${hidden})`;
    await noteBrandsChanged(tx, org.id);
    const brands = await tx<
      Known['brands']
    >`select id, name, archived_at is not null as archived from brands`;
    const competitors = await tx<{ id: string; name: string; brandId: string }[]>`
      select id, name, brand_id as "brandId" from competitors`;
    const kept = await tx<{ id: string; queryId: string; brandId: string }[]>`
      select id, query_id as "queryId", brand_id as "brandId" from runs`;
    return { brands: [...brands], competitors: [...competitors], kept };
  });
  const keptById = new Map(found.kept.map((row) => [row.id, row]));
  const corrections = new Map<string, Correction>();
  const known = inputs.map(({ citations, ...input }, at): KnownRun => {
    const { id } = json.results[at];
    const { named, isDenied, score, cited, correction, language, reading, rivalScore, rivalReading } = runs[
      at
    ] as GeneratedOrganisation['runs'][number];
    const { queryId, brandId } = keptById.get(id) as { queryId: string; brandId: string };
    const place = named.indexOf(0);
    const own = found.competitors.filter((competitor) => competitor.brandId === brandId);
    const rivals = named
      .filter((subject) => subject > 0)
      .flatMap((subject) => own.find(({ name }) => name === RIVALS[subject - 1]) ?? []);
    const order = named.filter(
      (subject) => subject === 0 || own.some(({ name }) => name === RIVALS[subject - 1]),
    );
    const [source] = citations;
    if (correction && place !== -1)
      corrections.set(derivedId(id, brandId, source?.url ?? ''), {
        ...correction,
        // Without a source there is none to correct.
        sourceType: source ? correction.sourceType : null,
      });
    return {
      id,
      queryId,
      brandId,
      queryText: input.queryText,
      prompt: inputs.find(
        (other) => other.brand === input.brand && spelled(other.queryText) === spelled(input.queryText),
      )!.queryText,
      platform: input.platform,
      model: input.model ?? null,
      country: input.country ?? null,
      surface: input.surface ?? null,
      ...searchOf(runs[at] as GeneratedOrganisation['runs'][number]),
      tags: tagsOf.get(queryId) ?? [],
      topic: topicOf.get(queryId) ?? null,
      executedAt: new Date(input.executedAt).toISOString(),
      position: place === -1 ? null : order.indexOf(0) + 1,
      unknown: isDenied && place === -1,
      language,
      ...(place === -1 ? UNREAD : readBy(reading, score ?? 5000, score === null ? 'LEXICON' : 'SENT')),
      rivals: rivals.map(({ id: rival, name }) => ({
        id: rival,
        position: order.indexOf(RIVALS.indexOf(name) + 1) + 1,
        ...readBy(rivalReading, rivalScore, 'LEXICON'),
      })),
      citationsFrom: citations.length > 0 ? 'SENT' : null,
      citations: citations.map(({ url, title = null }, place) => {
        const pageUrl = PAGES[cited[place]?.[0] as number]?.url as string;
        return { url, pageUrl, title, ...typesOf(pageUrl) };
      }),
    };
  });
  const { domain, sourceType } = DOMAIN_TYPE;
  const set = await app.call('PUT', `/api/sources/${domain}/type`, { token, body: { sourceType } });
  assert.equal(set.status, 200, set.text);
  await writeReadings(app, org.id, known, runs);
  for (const [id, { dismissed, sentiment, sourceType }] of corrections) {
    const body = {
      dismissed,
      ...(sentiment === null ? {} : { sentimentScore: sentiment / 100 }),
      ...(sourceType === null ? {} : { sourceType }),
    };
    const { status, text } = await app.call('PATCH', `/api/mentions/${id}`, { token, body });
    assert.equal(status, 200, text);
  }
  return {
    orgId: org.id,
    key: org.key,
    token,
    known: { brands: found.brands, competitors: found.competitors, runs: known, corrections },
  };
}

type GeneratedRun = Pick<
  GeneratedOrganisation['runs'][number],
  'brand' | 'platform' | 'surface' | 'executedAt' | 'searched' | 'searches'
>;
/** Whether answers of a brand are given in one way at all times, so that its ranges can be compared. */
const isSteady = ({ brand }: Pick<GeneratedRun, 'brand'>) => brand % 2 === 0;

function surfaceOf({ brand, platform, surface }: GeneratedRun) {
  return isSteady({ brand }) ? (SURFACES[PLATFORMS.indexOf(platform)] ?? null) : surface;
}

/** Whether the platform searched for an answer, and for what; null: it is not known. */
function searchOf({ brand, executedAt, searched: number, searches }: GeneratedRun) {
  if (number === 5) return { searched: null, searches: null };
  const isMost = executedAt >= SEARCHED_FROM || isSteady({ brand });
  const searched = isMost ? number > 0 : number === 0;
  return { searched, searches: searched && searches.length > 0 ? searches : null };
}

/** The types of a page, as set for its domain or by the rules. */
function typesOf(url: string) {
  const { sourceType, pageType } = PAGES.find((page) => page.url === url) as (typeof PAGES)[number];
  const isSet = url.startsWith(`https://${DOMAIN_TYPE.domain}/`);
  return { sourceType: isSet ? DOMAIN_TYPE.sourceType : sourceType, pageType };
}

type Read = { sentiment: number | null; reader: Reader | null };
const UNREAD: Read = { sentiment: null, reader: null };

/** The score of a naming and who made it, as reports show it. */
function readBy(reading: Reading, sentiment: number, ingested: Reader): Read {
  if (reading === 'UNREAD') return UNREAD;
  return { sentiment, reader: reading === 'MODEL' ? 'MODEL' : ingested };
}

/** Puts languages, scores and readers in place: what extraction makes of an answer is its own tests' matter. */
async function writeReadings(
  app: TestApp,
  orgId: OrgId,
  known: readonly KnownRun[],
  generated: GeneratedOrganisation['runs'],
): Promise<void> {
  const written = (reading: Reading | undefined, { sentiment, reader }: Read) => ({
    sentiment,
    reader: reading === 'UNSAID' ? null : reader,
  });
  const observations = known.flatMap(({ id, brandId, rivals, ...own }, at) => [
    { run_id: id, subject_id: brandId, ...written(generated[at]?.reading, own) },
    ...rivals.map((rival) => ({
      run_id: id,
      subject_id: rival.id,
      ...written(generated[at]?.rivalReading, rival),
    })),
  ]);
  const languages = known.map(({ id, language }) => ({ id, language }));
  await app.app.services.db.tenant(orgId, async (tx) => {
    await tx`update runs r set language = l.language from ${rows(tx, 'l(id text, language text)', languages)}
      where r.org_id = ${orgId} and r.id = l.id`;
    await tx`update observations o set sentiment = n.sentiment, sentiment_reader = n.reader
      from ${rows(tx, 'n(run_id text, subject_id text, sentiment smallint, reader text)', observations)}
      where o.org_id = ${orgId} and o.run_id = n.run_id and o.subject_id = n.subject_id`;
  });
}

/** The brands of `lampAnswers`. */
export const LAMPS = ['Lumenfold', 'Gleamwell'] as const;

/** Answers of a day about lamps, in turn on both brands; two of three name both. */
export function lampAnswers(day: string, count: number) {
  return Array.from({ length: count }, (_, at) => ({
    brand: LAMPS[at % 2] as string,
    externalId: `${day} ${at}`,
    queryText: `Which lamp for room ${at % 7}?`,
    executedAt: `${day}T${String(at % 24).padStart(2, '0')}:00:00Z`,
    answer: at % 3 === 0 ? 'Lamps are lamps.' : 'Lumenfold beats Gleamwell.',
    citations: [{ url: `https://lamps.example/${at}` }],
  }));
}
