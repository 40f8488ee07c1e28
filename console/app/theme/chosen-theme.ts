/** Provides the selected theme to components and re-renders them when it changes. */
import { useSyncExternalStore } from 'react';
import { chooseTheme, chosenTheme, type Theme } from '../preferences.ts';

const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

function choose(theme: Theme): void {
  chooseTheme(theme);
  listeners.forEach((listener) => listener());
}

export function useTheme(): { theme: Theme; choose: (theme: Theme) => void } {
  return { theme: useSyncExternalStore(subscribe, chosenTheme), choose };
}
