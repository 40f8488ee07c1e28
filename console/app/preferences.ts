/**
 * Stores preferences on the device: theme, language and columns. Preferences aren't sensitive and are never
 * sent to the service.
 */
import { isLanguage, type Language } from '../texts/languages.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Returns a stored preference, or undefined if it doesn't exist or storage is blocked. */
export function remembered(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a preference, or removes it if the value is undefined. */
export function remember(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is blocked or full, so the preference only lasts until the page is closed.
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
 * Returns the selected language. If none is selected, returns the first browser language that the console
 * supports, or English.
 */
export function preferredLanguage(): Language {
  const wanted = [remembered('language') ?? '', ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wanted.find(isLanguage) ?? 'en';
}
