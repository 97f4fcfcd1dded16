import { conditionsOf } from '../../../base/views/conditions.ts';
import { daysOf, type Range } from '../../../base/views/range.ts';
import type { components } from '../../../contract/generated/types.ts';
import { PLATFORM_NAMES, PLATFORMS, platformName } from '../../../presentation/platforms.ts';
import { answerDays, DEFAULT_RANGE } from './range.ts';
import { NARROWING, useRoute } from './route.ts';
import { useStore } from './store.ts';

export type Platform = components['schemas']['Platform'];
export { PLATFORMS, platformName, platformsOf } from '../../../presentation/platforms.ts';

/** One of the platforms, or all, as what can be chosen. */
export const ANY_PLATFORM: readonly (readonly [string, string])[] = [
  ['', 'All platforms'],
  ...PLATFORMS.map((one) => [one, platformName(one)] as const),
];

/** The places where answers are given, with the words of the page. */
export const SURFACES = {
  API: 'API without web search',
  API_WEB_SEARCH: 'API with web search on offer',
  APP: 'The app that people use',
  SEARCH_PAGE: 'A page of search results',
  UNKNOWN: 'Not known',
} as const;
type Surface = keyof typeof SURFACES;

/** Whether the platform searched the web. */
export const SEARCHED = { YES: 'Searched', NO: 'Did not search', UNKNOWN: 'Not known' } as const;
type Searched = keyof typeof SEARCHED;

/** What the filter bar says. Days are UTC, both ends inclusive. */
export interface Filters extends Range {
  /** Id; null: all brands. */
  brand: string | null;
  /** As the address has it: '30d' or two days joined by '..'. */
  range: string;
  platforms: Platform[];
  tag: string | null;
  /** null: both. */
  branded: boolean | null;
  topic: string | null;
  surface: Surface | null;
  searched: Searched | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  model: string | null;
}

/** How many filters narrow what is shown, beside brand and days. */
export function countFilters(filters: Filters): number {
  const narrowing = NARROWING.filter((field) => filters[field] !== null).length;
  return Number(filters.platforms.length > 0) + narrowing;
}

/** The changes of the address that take all these filters away. */
export const NO_FILTERS = Object.fromEntries(['platform', ...NARROWING].map((field) => [field, null]));

export function useFilters(): Filters {
  const { params } = useRoute();
  const range = params.get('range') ?? DEFAULT_RANGE;
  const branded = params.get('branded');
  return {
    brand: params.get('brand'),
    range,
    ...daysOf(range, useStore(answerDays)),
    platforms: (params.get('platform') ?? '')
      .split(',')
      .filter((name): name is Platform => name in PLATFORM_NAMES || name.startsWith('OTHER:')),
    tag: params.get('tag'),
    branded: branded === 'true' ? true : branded === 'false' ? false : null,
    topic: params.get('topic'),
    surface: oneOf(SURFACES, params.get('surface')),
    searched: oneOf(SEARCHED, params.get('searched')),
    country: params.get('country'),
    model: params.get('model'),
  };
}

function oneOf<Names extends object>(names: Names, given: string | null): keyof Names | null {
  return given !== null && given in names ? (given as keyof Names) : null;
}

/** As many rows as a report gives in one answer. */
export const MOST_ROWS = 10_000;

/** The filter bar as the body of a report: days, brand and conditions. */
export function reportBody(filters: Filters) {
  const { brand, start, end } = filters;
  const conditions = conditionsOf(filters);
  return {
    start_date: start,
    end_date: end,
    ...(brand === null ? {} : { brand_id: brand }),
    ...(conditions.length === 0 ? {} : { filters: conditions }),
  };
}

/** The conditions on answers, as lists of answers and sources take them. */
export function answerQuery({ topic, surface, searched, country, model }: Filters) {
  return { topic, surface, searched, country, model };
}
