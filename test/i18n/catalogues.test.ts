import { problemSlugs } from '../../lambdas/core/problem-slugs.ts';
import { languages, type Catalogue } from '../../lambdas/i18n/catalogue.ts';
import { translations } from '../../lambdas/i18n/catalogues.ts';

/** Values for the messages; each must be found in the message's text. */
const VALUES: Readonly<Record<string, Record<string, unknown>>> = {
  'too-many-fields': { limit: 4711 },
  'too-much-text': { limit: 4711 },
  'too-many-files': { limit: 4711 },
  'file-too-large': { name: '4711.pdf', megabytes: 4711 },
  'form-not-found': { slug: 'contact-4711' },
  'origin-not-allowed': { origin: 'https://4711.example' },
  'quota-exceeded': { limit: 4711 },
  'too-many-posts': { limit: 4711 },
  'scope-needed': { scope: 'scope4711' },
  'key-scope-needed': { scope: 'scope4711' },
  'no-such-form': { id: 'frm_4711' },
  'no-such-thing': { id: 'sub_4711' },
  'method-not-allowed': { method: 'PUT4711', allow: ['GET', 'POST'] },
};

/** Every sentence of a catalogue, under a name of its own. */
function sentences(catalogue: Catalogue): Map<string, string> {
  const all = new Map<string, string>();
  for (const [slug, { title, meaning }] of Object.entries(catalogue.problems)) {
    all.set(`problems ${slug} title`, title);
    all.set(`problems ${slug} meaning`, meaning);
  }
  for (const [key, write] of Object.entries(catalogue.messages)) {
    all.set(`messages ${key}`, (write as (values: unknown) => string)(VALUES[key] ?? null));
  }
  for (const [key, text] of Object.entries({ ...catalogue.pages, ...catalogue.localizedSubmission })) {
    all.set(`pages ${key}`, typeof text === 'string' ? text : text('4711'));
  }
  return all;
}

const english = sentences(translations.en);

it('has a title and a meaning for every problem type in every language', () => {
  for (const language of languages) {
    expect(Object.keys(translations[language].problems).sort()).toEqual([...problemSlugs].sort());
  }
});

it.each(languages)('has no text that is empty or has an unfilled placeholder in %s', (language) => {
  for (const [name, text] of sentences(translations[language])) {
    expect({ name, text }).toEqual({ name, text: expect.stringMatching(/\S/) });
    expect({ name, text }).not.toEqual({
      name,
      text: expect.stringMatching(/undefined|\bnull\b|\[object|\$\{/),
    });
  }
});

it.each(languages.filter((language) => language !== 'en'))('leaves no text in English in %s', (language) => {
  const same = [...sentences(translations[language])].filter(([name, text]) => english.get(name) === text);
  expect(same).toEqual([]);
});

it.each(languages)('puts the values into the messages in %s', (language) => {
  const texts = sentences(translations[language]);
  for (const [key, values] of Object.entries(VALUES)) {
    for (const value of Object.values(values).flat()) {
      expect(texts.get(`messages ${key}`)).toContain(String(value));
    }
  }
  expect(translations[language].pages.received('Café')).toContain('Café');
});

it('keeps the titles that the specification fixes', () => {
  expect(translations.en.problems['quota-exceeded'].title).toBe('Monthly quota exceeded');
  expect(translations.en.problems['rate-limited'].title).toBe('Too many submissions');
});

it('writes Russian in Cyrillic', () => {
  for (const [name, text] of sentences(translations.ru)) {
    expect({ name, text }).toEqual({ name, text: expect.stringMatching(/[а-яё]/i) });
  }
});
