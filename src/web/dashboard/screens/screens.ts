import { type Load, later } from '../components/lazy.tsx';
import Overview from './overview/overview.tsx';

export interface Screen {
  title: string;
  /** Whether the filter bar stands above it. */
  hasFilters: boolean;
  load: Load;
}

const screen = (title: string, load: Load, { hasFilters = true } = {}): Screen => ({
  title,
  hasFilters,
  load,
});
const withoutFilters = { hasFilters: false };

/** The screens by the first part of their address. The path behind it is the screen's own. */
export const SCREENS: Record<string, Screen> = {
  overview: screen('Overview', async () => ({ default: Overview })),
  opportunities: screen('Opportunities', later('opportunities')),
  prompts: screen('Prompts', later('prompts')),
  answer: screen('Answer', later('answer')),
  sources: screen('Sources', later('sources')),
  compare: screen('Compare', later('compare')),
  coverage: screen('Coverage', later('coverage')),
  alerts: screen('Alerts', later('alerts'), withoutFilters),
  campaigns: screen('Campaigns', later('campaigns'), withoutFilters),
  corrections: screen('Corrections', later('corrections'), withoutFilters),
  consent: screen('Connect an agent', later('consent'), withoutFilters),
  content: screen('Content', later('content'), withoutFilters),
  organisations: screen('Your organisations', later('organisations'), withoutFilters),
  schema: screen('Schema', later('schema'), withoutFilters),
  views: screen('Saved views', later('views'), withoutFilters),
  view: screen('View', later('openView'), withoutFilters),
  annotations: screen('Notes', later('annotations'), withoutFilters),
  settings: screen('Settings', later('settings'), withoutFilters),
  welcome: screen('Set up', later('welcome'), withoutFilters),
};

/** The screen of an address; the overview where it names none. */
export function screenOf(name: string): Screen {
  return (Object.hasOwn(SCREENS, name) ? SCREENS[name] : undefined) ?? SCREENS['overview']!;
}

/** The menu: groups of screens, in order. */
export const MENU: readonly { title: string; screens: readonly string[] }[] = [
  {
    title: 'Reports',
    screens: ['overview', 'opportunities', 'prompts', 'sources', 'compare', 'coverage', 'views'],
  },
  { title: 'Work', screens: ['alerts', 'annotations', 'corrections', 'campaigns', 'content', 'schema'] },
  { title: 'Organisation', screens: ['settings'] },
];
