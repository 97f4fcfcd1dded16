import { DEFAULT_RANGE_DAYS, rangeToToday } from '../../../base/definitions.ts';
import { daysOfRange } from './days.ts';
import { useRoute } from './route.ts';

export const PLATFORMS = ['CHATGPT', 'CLAUDE', 'GEMINI', 'PERPLEXITY', 'GROK', 'DEEPSEEK', 'LLAMA'] as const;
export type Platform = (typeof PLATFORMS)[number];

export const PLATFORM_NAMES: Record<Platform, string> = {
  CHATGPT: 'ChatGPT',
  CLAUDE: 'Claude',
  GEMINI: 'Gemini',
  PERPLEXITY: 'Perplexity',
  GROK: 'Grok',
  DEEPSEEK: 'DeepSeek',
  LLAMA: 'Llama',
};

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
      .filter((name): name is Platform => (PLATFORMS as readonly string[]).includes(name)),
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
