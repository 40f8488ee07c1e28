/**
 * Stores per-device preferences: theme, language and columns. They aren't secret and never leave the device.
 */
import { isLanguage, type Language } from '../texts/languages.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Returns a stored value, or undefined if there is none or storage is blocked. */
export function remembered(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value; undefined removes it. */
export function remember(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is blocked or full. The choice lasts until the page is closed.
  }
}

export function chosenTheme(): Theme {
  const theme = remembered('theme');
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

export function chooseTheme(theme: Theme): void {
  remember('theme', theme === 'system' ? undefined : theme);
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/**
 * Returns the chosen language, otherwise the first browser language that the console supports, otherwise
 * English.
 */
export function preferredLanguage(): Language {
  const wanted = [remembered('language') ?? '', ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wanted.find(isLanguage) ?? 'en';
}
