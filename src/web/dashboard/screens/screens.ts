import type { Load } from '../components/lazy.tsx';

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
  overview: screen('Overview', () => import('./overview/overview.tsx')),
  prompts: screen('Prompts', () => import('./prompts/prompts.tsx')),
  answer: screen('Answer', () => import('./answer/answer.tsx'), withoutFilters),
  sources: screen('Sources', () => import('./sources/sources.tsx')),
  compare: screen('Compare', () => import('./compare/compare.tsx')),
  coverage: screen('Coverage', () => import('./coverage/coverage.tsx')),
  alerts: screen('Alerts', () => import('./alerts/alerts.tsx'), withoutFilters),
  campaigns: screen('Campaigns', () => import('./campaigns/campaigns.tsx'), withoutFilters),
  corrections: screen('Corrections', () => import('./corrections/corrections.tsx'), withoutFilters),
  content: screen('Content', () => import('./content/content.tsx'), withoutFilters),
  schema: screen('Schema', () => import('./schema/schema.tsx'), withoutFilters),
  settings: screen('Settings', () => import('./settings/settings.tsx'), withoutFilters),
  welcome: screen('Set up', () => import('./welcome/welcome.tsx'), withoutFilters),
};

/** The screen of an address; the overview where it names none. */
export function screenOf(name: string): Screen {
  return (Object.hasOwn(SCREENS, name) ? SCREENS[name] : undefined) ?? SCREENS['overview']!;
}

/** The menu: groups of screens, in order. */
export const MENU: readonly { title: string; screens: readonly string[] }[] = [
  { title: 'Reports', screens: ['overview', 'prompts', 'sources', 'compare', 'coverage'] },
  { title: 'Work', screens: ['alerts', 'corrections', 'campaigns', 'content', 'schema'] },
  { title: 'Organisation', screens: ['settings'] },
];
