/** What one chooses on this device: theme, language, columns. Nothing of it is secret, and nothing leaves the device. */
import { isLanguage, type Language } from '../texts/languages.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Reads a remembered value; undefined when there is none or storage is forbidden. */
export function remembered(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Remembers a value; undefined forgets it. */
export function remember(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is forbidden or full: the choice holds until the page is left.
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

/** The language that was chosen, else the first of the browser's that the console speaks, else English. */
export function preferredLanguage(): Language {
  const wanted = [remembered('language') ?? '', ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wanted.find(isLanguage) ?? 'en';
}
