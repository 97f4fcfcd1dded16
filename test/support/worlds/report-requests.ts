import assert from 'node:assert/strict';
import fc from 'fast-check';
import { AppError } from '../../../src/base/errors.ts';
import { type BrokenDown, breakdownOf } from '../../../src/reports/breakdown/request.ts';
import { READERS } from '../../../src/reports/rules.ts';
import { resolved } from '../callers/contract.ts';
import {
  anOrganisation,
  anOrganisationOfManyDays,
  COUNTRIES,
  DAYS,
  DOMAINS,
  LANGUAGES,
  MODELS,
  NAMES,
  PLATFORMS,
  PROMPTS,
  RIVALS,
  SEARCHES,
  SURFACES,
  TAGS,
  TOPICS,
  URLS,
} from './report-worlds.ts';

/** Random requests of reports, with organisations to ask about. */

export const SEED = 20_261_122;
export const organisations = [
  ...fc.sample(anOrganisation, { seed: SEED, numRuns: 3 }),
  ...fc.sample(anOrganisationOfManyDays, { seed: SEED, numRuns: 1 }),
];

export const SCHEMAS = {
  reportBrands: 'BrandsReportParameters',
  reportQueries: 'QueriesReportParameters',
  reportMentions: 'MentionsReportParameters',
  reportSources: 'SourcesReportParameters',
  reportSearches: 'SearchesReportParameters',
} as const;
/** The values that the contract allows for a field of a request. */
export function choices(report: BrokenDown, list: string, field?: string): string[] {
  const { properties } = resolved({ $ref: `#/components/schemas/${SCHEMAS[report]}` });
  const items = resolved(properties[list].items);
  return resolved(field === undefined ? items : items.properties[field]).enum;
}

const VALUES: Record<string, (string | boolean | null)[]> = {
  brand: [...NAMES, 'nobody'],
  query: [...PROMPTS, 'none'],
  tag: [...TAGS, null],
  platform: [...PLATFORMS, 'GROK', 'OTHER:none'],
  topic: [...TOPICS, 'none'],
  surface: [...SURFACES, 'SEARCH_PAGE'],
  searched: [true, false, null],
  model: MODELS,
  country: COUNTRIES,
  language: LANGUAGES,
  sentiment_reader: [...READERS, null],
  branded: [true, false, null],
  mentioned: [true, false],
  sentiment: ['POSITIVE', 'NEUTRAL', 'NEGATIVE', null],
  citations_from: ['SENT', 'TEXT', null],
  source_type: ['AI_ANSWER', 'FORUM', 'REVIEW', 'OTHER', 'BRAND_SITE'],
  page_type: ['LIST', 'REVIEW', 'NEWS', null],
  url: [...URLS, 'none'],
  search: [...SEARCHES, 'none'],
  competitor: [...RIVALS, 'none'],
  gap: [true, false],
  own_site: [true, false],
  domain: [...DOMAINS, null],
};
export const RANGES: [string, string][] = [
  ['0001-01-01', '2026-02-01'],
  ['2024-02-29', '2026-01-31'],
  ['2026-01-31', '2026-02-01'],
  ['2026-01-04', '2026-01-31'],
  ['2026-01-11', '2026-01-24'],
];
const PARTS = ['LUM', 'a', 'lam', 'Ä', 'é', '"', '\\', '5', 'site', '%', '_'];

export const seldom = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
/** Lists that are mostly empty: with many conditions no row is left to compare. */
export const few = <T>(arbitrary: fc.Arbitrary<T>, maxLength: number) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant([] as T[]) },
    { weight: 2, arbitrary: fc.array(arbitrary, { maxLength }) },
  );

const aFilter = (fields: readonly string[]) =>
  fc.constantFrom(...fields).chain((field) =>
    fc.record({
      field: fc.constant(field),
      operator: fc.constantFrom('in', 'not_in', 'contains'),
      values: fc.oneof(
        fc.uniqueArray(fc.constantFrom(...(VALUES[field] as string[])), { minLength: 1, maxLength: 3 }),
        fc.uniqueArray(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 3 }),
      ),
    }),
  );
/** A request's body, which may be one without meaning. */
export const aBody = (
  report: BrokenDown,
  {
    dimensions = choices(report, 'dimensions'),
    filters = choices(report, 'filters', 'field'),
    include = choices(report, 'include'),
  } = {},
) =>
  fc.record(
    {
      dimensions: fc.uniqueArray(fc.constantFrom(...dimensions), { maxLength: 3 }),
      filters: few(aFilter(filters), 3),
      // Before the fields that mean something beside them alone.
      compare_to: fc.oneof(
        fc.constant('previous'),
        fc.tuple(fc.constantFrom(...DAYS), fc.constantFrom(...DAYS)).map((days) => {
          const [start_date, end_date] = days.sort();
          return { start_date, end_date };
        }),
      ),
      include: fc.subarray(include),
      having: few(
        fc.record({
          field: fc.constantFrom(...choices(report, 'having', 'field')),
          operator: fc.constantFrom('gte', 'lte'),
          value: fc.constantFrom(0, 1, 2, 5, 33.33, 50, 66.67, 100),
        }),
        2,
      ),
      order_by: fc.array(
        fc.record(
          {
            field: fc.constantFrom(...choices(report, 'order_by', 'field')),
            direction: fc.constantFrom('asc', 'desc'),
          },
          { requiredKeys: ['field'] },
        ),
        { maxLength: 3 },
      ),
      sentiment_readers: fc.subarray([...READERS], { minLength: 1 }),
      by: fc.constantFrom('domain', 'url'),
    },
    { requiredKeys: [] },
  );
/** The parts of a body that the sums by day are enough for. */
export const aBodyOfDays = aBody('reportBrands', {
  dimensions: ['day', 'week', 'month', 'platform'],
  filters: ['brand', 'platform'],
  include: [],
}).map(({ sentiment_readers: _, compare_to: __, ...body }) => body);
export const aRequestOf = (
  reports: readonly BrokenDown[],
  bodyOf: (report: BrokenDown) => ReturnType<typeof aBody>,
) =>
  fc.constantFrom(...reports).chain((report) =>
    fc.record({
      report: fc.constant(report),
      body: bodyOf(report),
      org: fc.nat(organisations.length - 1),
      brand: seldom(fc.nat(NAMES.length - 1)),
      allowed: seldom(fc.subarray([...NAMES.keys()])),
      days: fc.oneof(
        { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...DAYS), fc.constantFrom(...DAYS)) },
        { weight: 2, arbitrary: fc.constantFrom(...RANGES) },
      ),
      limit: fc.constantFrom(1, 3, 7, 1000, 1000),
      offset: fc.constantFrom(0, 0, 0, 1, 5, 300),
    }),
  );

export type Request = ReturnType<typeof aRequestOf> extends fc.Arbitrary<infer T> ? T : never;

/** A body without what has no meaning beside the rest of it. */
export function withMeaning(report: BrokenDown, body: object, range: { start: string; end: string }): object {
  const kept: Record<string, unknown> = {};
  const tryOut = (name: string, value: unknown) => {
    const before = kept[name];
    kept[name] = value;
    try {
      breakdownOf(report, kept, range);
    } catch (error) {
      assert.ok(error instanceof AppError, String(error));
      if (before === undefined) delete kept[name];
      else kept[name] = before;
    }
  };
  for (const [name, value] of Object.entries(body)) {
    if (!Array.isArray(value)) tryOut(name, value);
    else for (const each of value) tryOut(name, [...((kept[name] as unknown[]) ?? []), each]);
    if (name === 'dimensions' && kept[name] === undefined) kept[name] = [];
  }
  return kept;
}

export function rangeOf(days: readonly [string, string]) {
  const [start, end] = days.toSorted() as [string, string];
  return { start, end };
}
