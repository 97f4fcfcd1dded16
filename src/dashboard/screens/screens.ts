import type { ComponentType } from 'preact';

export interface Screen {
  title: string;
  /** Whether the filter bar stands above it. */
  hasFilters: boolean;
  load: () => Promise<{ default: ComponentType }>;
}

const screen = (title: string, load: Screen['load'], { hasFilters = true } = {}): Screen => ({
  title,
  hasFilters,
  load,
});
const withoutFilters = { hasFilters: false };

/** The screens by the first part of their address. The path behind it is the screen's own. */
export const SCREENS: Record<string, Screen> = {
  overview: screen('Overview', () => import('./overview/overview.tsx')),
};

/** The menu: groups of screens, in order. */
export const MENU: readonly { title: string; screens: readonly string[] }[] = [
  { title: 'Reports', screens: ['overview', 'prompts', 'sources', 'compare', 'coverage'] },
  { title: 'Work', screens: ['alerts', 'campaigns', 'content', 'schema'] },
  { title: 'Organisation', screens: ['settings'] },
];
void withoutFilters;
