import { daysOfRange, isCalendarRange } from '../../../../base/views/range.ts';
import { formatDays } from '../../../../presentation/days.ts';
import { counted } from '../../../../presentation/numbers.ts';
import type { Schemas } from '../../api/client.ts';
import { type Filters, useFilters } from '../../state/filters.ts';
import { DEFAULT_RANGE, RANGE_NAMES } from '../../state/range.ts';
import { FILTER_BAR, useRoute, type ViewScreen } from '../../state/route.ts';
import { SCREENS } from '../screens.ts';

export type View = Schemas['View'];
type Shown = Pick<View, 'screen' | 'path' | 'brandId' | 'range' | 'filters' | 'settings'>;

/** The part of an address that a view keeps beside days and filters. */
const [MOST_SETTINGS, LONGEST_SETTING] = [20, 200];

/** What is on screen, as a view keeps it. */
export function useShown(): Shown {
  const { screen, path, params } = useRoute();
  const filters = useFilters();
  const isRange =
    isCalendarRange(filters.range) || daysOfRange(filters.range) || /^\d{1,3}d$/.test(filters.range);
  const settings = [...params].filter(
    ([name, value]) => ![...FILTER_BAR, 'view'].includes(name) && value.length <= LONGEST_SETTING,
  );
  return {
    screen: screen as ViewScreen,
    path:
      path.length === 0
        ? null
        : path
            .map(encodeURIComponent)
            .join('/')
            .replace(/[!'()*]/g, encoded),
    brandId: filters.brand,
    range: isRange ? filters.range : DEFAULT_RANGE,
    filters: filtersOf(filters),
    settings: Object.fromEntries(settings.slice(0, MOST_SETTINGS)),
  };
}

const encoded = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

function filtersOf({
  platforms,
  tag,
  topic,
  branded,
  surface,
  searched,
  country,
  model,
}: Filters): View['filters'] {
  const given = { tag, topic, branded, surface, searched, country, model };
  return {
    ...(platforms.length === 0 ? {} : { platforms }),
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)),
  };
}

/** The address of what a view shows. */
export function addressOf({ id, screen, path, brandId, range, filters, settings }: View): string {
  const { platforms, ...narrowing } = filters;
  const params = new URLSearchParams(settings);
  for (const [name, value] of Object.entries(narrowing)) params.set(name, String(value));
  if (platforms) params.set('platform', platforms.join(','));
  if (brandId !== null) params.set('brand', brandId);
  params.set('range', range);
  params.set('view', id);
  return `#/${screen}${path === null ? '' : `/${path}`}?${params}`;
}

/** What a view is of, in words: screen, days and filters. */
export function wordsOf({ screen, range, filters }: Pick<View, 'screen' | 'range' | 'filters'>): string {
  const narrowing = Object.keys(filters).length;
  return [
    SCREENS[screen]?.title ?? screen,
    rangeWords(range),
    ...(narrowing === 0 ? [] : [counted(narrowing, 'filter')]),
  ].join(' · ');
}

function rangeWords(range: string): string {
  const days = daysOfRange(range);
  if (days) return formatDays(days.start, days.end);
  return isCalendarRange(range) ? RANGE_NAMES[range] : `last ${Number.parseInt(range, 10)} days`;
}
