/** The theme of the app, stored on this phone and applied before anything else is loaded. */
import { THEME_KEY } from '../../names.ts';

export const THEMES = ['auto', 'light', 'dark', 'sun'] as const;
export type Theme = (typeof THEMES)[number];

export function storedTheme(): Theme {
  const stored = localStorage.getItem(THEME_KEY);
  return THEMES.find((theme) => theme === stored) ?? 'auto';
}

export function showTheme(theme: Theme): void {
  if (theme === 'auto') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

export function storeTheme(theme: Theme): void {
  localStorage.setItem(THEME_KEY, theme);
  showTheme(theme);
}
