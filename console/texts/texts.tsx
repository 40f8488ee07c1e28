/** Provides the strings in the selected language to components: `const t = useTexts('inbox')`. */
import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { remember } from '../app/preferences.ts';
import type { Catalogue } from './catalogue.en.ts';
import type { Language } from './languages.ts';

/**
 * Loads the strings of a language. Each language has a separate file, which is loaded when the user selects
 * the language.
 */
const catalogues: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  en: async () => (await import('./catalogue.en.ts')).catalogueEn,
  de: async () => (await import('./catalogue.de.ts')).catalogueDe,
  es: async () => (await import('./catalogue.es.ts')).catalogueEs,
  it: async () => (await import('./catalogue.it.ts')).catalogueIt,
  ru: async () => (await import('./catalogue.ru.ts')).catalogueRu,
};

export interface Speech {
  readonly language: Language;
  readonly catalogue: Catalogue;
}

export async function speechIn(language: Language): Promise<Speech> {
  return { language, catalogue: await catalogues[language]() };
}

interface TextsValue extends Speech {
  readonly choose: (language: Language) => void;
}
const TextsContext = createContext<TextsValue | undefined>(undefined);

export function Texts({ first, children }: { first: Speech; children: ReactNode }) {
  const [speech, setSpeech] = useState(first);
  const choose = useCallback((language: Language) => {
    remember('language', language);
    void speechIn(language).then((chosen) => {
      document.documentElement.lang = language;
      setSpeech(chosen);
    });
  }, []);
  const value = useMemo(() => ({ ...speech, choose }), [speech, choose]);
  return (
    <TextsContext value={value}>
      <I18nProvider locale={speech.language}>{children}</I18nProvider>
    </TextsContext>
  );
}

function useTextsValue(): TextsValue {
  const value = use(TextsContext);
  if (!value) throw new Error('useTexts must be used inside Texts');
  return value;
}

/** Returns the strings for a screen, or for shared components (`house`), in the selected language. */
export function useTexts<Name extends keyof Catalogue>(name: Name): Catalogue[Name] {
  return useTextsValue().catalogue[name];
}

export function useLanguage(): { language: Language; choose: (language: Language) => void } {
  return useTextsValue();
}
