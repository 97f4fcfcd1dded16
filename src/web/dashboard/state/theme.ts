import { remember, remembered } from './browser.ts';

const KEY = 'sightline-theme';
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** What the person chose. */
export function chosenTheme(): Theme {
  return THEMES.find((theme) => theme === remembered(KEY)) ?? 'system';
}

export function chooseTheme(theme: Theme): void {
  remember(KEY, theme);
  applyTheme(theme);
}

export function applyTheme(theme: Theme = chosenTheme()): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}
