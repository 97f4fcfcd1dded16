const KEY = 'sightline-theme';
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** What the person chose; storage may be refused by the browser. */
export function chosenTheme(): Theme {
  try {
    const kept = localStorage.getItem(KEY) as Theme | null;
    return kept !== null && THEMES.includes(kept) ? kept : 'system';
  } catch {
    return 'system';
  }
}

export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // It holds until the page is loaded again.
  }
  applyTheme(theme);
}

export function applyTheme(theme: Theme = chosenTheme()): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}
