import { DEFAULT_RANGE_DAYS, rangeToToday } from '../../../base/definitions.ts';
import type { components } from '../../../contract/generated/types.ts';
import { daysOfRange } from './days.ts';
import { useRoute } from './route.ts';

export type Platform = components['schemas']['Platform'];

/** The platforms that the contract lists, in its order, with their names. */
const NAMES = {
  CHATGPT: 'ChatGPT',
  CLAUDE: 'Claude',
  GEMINI: 'Gemini',
  PERPLEXITY: 'Perplexity',
  GROK: 'Grok',
  DEEPSEEK: 'DeepSeek',
  LLAMA: 'Llama',
  MISTRAL: 'Mistral',
  GOOGLE_AI_OVERVIEW: 'Google AI Overviews',
  GOOGLE_AI_MODE: 'Google AI Mode',
  COPILOT: 'Copilot',
  META_AI: 'Meta AI',
} satisfies Partial<Record<Platform, string>>;
export const PLATFORMS = Object.keys(NAMES) as (keyof typeof NAMES)[];

/** A platform's name; of one that is not listed, the name that its sender gave it. */
export function platformName(platform: Platform): string {
  return (NAMES as Partial<Record<Platform, string>>)[platform] ?? platform.replace(/^OTHER:/, '');
}

/** The platforms that are there, each once: listed ones in their order, then others by name. */
export function platformsOf(found: Iterable<Platform>): Platform[] {
  const there = new Set(found);
  const others = [...there].filter((platform) => !(platform in NAMES)).sort();
  return [...PLATFORMS.filter((platform) => there.has(platform)), ...others];
}

/** What the filter bar says. Days are UTC, both ends inclusive. */
export interface Filters {
  /** Id; null: all brands. */
  brand: string | null;
  /** As the address has it: '30d' or two days joined by '..'. */
  range: string;
  start: string;
  end: string;
  platforms: Platform[];
  tag: string | null;
  /** null: both. */
  branded: boolean | null;
}

export const DEFAULT_RANGE = `${DEFAULT_RANGE_DAYS}d`;

export function useFilters(): Filters {
  const { params } = useRoute();
  const range = params.get('range') ?? DEFAULT_RANGE;
  const branded = params.get('branded');
  return {
    brand: params.get('brand'),
    range,
    ...daysOf(range),
    platforms: (params.get('platform') ?? '')
      .split(',')
      .filter((name): name is Platform => name in NAMES || name.startsWith('OTHER:')),
    tag: params.get('tag'),
    branded: branded === 'true' ? true : branded === 'false' ? false : null,
  };
}

/** The days of a range as the address has it; the default where it means nothing. */
function daysOf(range: string): { start: string; end: string } {
  const days = Number(/^(\d{1,3})d$/.exec(range)?.[1] ?? DEFAULT_RANGE_DAYS);
  return daysOfRange(range) ?? rangeToToday(days);
}

/** As many rows as a report gives in one answer. */
export const MOST_ROWS = 10_000;

/** A condition of the reports' `filters`. */
type Condition = { field: 'platform' | 'tag' | 'branded'; operator: 'in'; values: (string | boolean)[] };

/** The filter bar as the body of a report: days, brand and conditions. */
export function reportBody(filters: Filters) {
  const { brand, start, end, platforms, tag, branded } = filters;
  const conditions: Condition[] = [];
  if (platforms.length > 0) conditions.push({ field: 'platform', operator: 'in', values: platforms });
  if (tag !== null) conditions.push({ field: 'tag', operator: 'in', values: [tag] });
  if (branded !== null) conditions.push({ field: 'branded', operator: 'in', values: [branded] });
  return {
    start_date: start,
    end_date: end,
    ...(brand === null ? {} : { brand_id: brand }),
    ...(conditions.length === 0 ? {} : { filters: conditions }),
  };
}
