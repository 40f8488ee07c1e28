import { problemSlugs } from '../../lambdas/core/errors/problem-slugs.ts';
import type { Catalogue } from '../../lambdas/i18n/catalogue.ts';
import { languages, type Language } from '../../lambdas/core/text/language.ts';
import { translations } from '../../lambdas/i18n/catalogues.ts';

/** Message parameters. Each value must appear in the message's text. */
const VALUES: Readonly<Record<string, Record<string, unknown>>> = {
  'too-many-fields': { limit: 4711 },
  'too-much-text': { limit: 4711 },
  'body-too-long': { limit: 4711 },
  'not-decompressible': { encoding: 'gzip4711' },
  'encoding-not-supported': { encodings: ['gzip4711', 'br'] },
  'more-errors': { count: 4711 },
  'too-many-files': { limit: 4711 },
  'file-too-large': { name: '4711.pdf', megabytes: 4711 },
  'form-not-found': { slug: 'contact-4711' },
  'origin-not-allowed': { origin: 'https://4711.example' },
  'quota-exceeded': { limit: 4711 },
  'too-many-posts': { limit: 4711 },
  'scope-needed': { scope: 'scope4711' },
  'key-scope-needed': { scope: 'scope4711' },
  'role-scope-needed': { role: 'role4711', scope: 'scope4711' },
  'own-origin-needed': { origin: 'origin4711' },
  'forms-are-at': { url: 'https://4711.example/v1/f/contact' },
  'no-such-form': { id: 'frm_4711' },
  'no-such-thing': { id: 'sub_4711' },
  'field-too-short': { limit: 4711 },
  'field-too-long': { limit: 4711 },
  'field-min': { bound: '4711' },
  'field-max': { bound: '4711' },
  'field-min-date': { bound: '4711-01-31' },
  'field-max-date': { bound: '4711-01-31' },
  'field-step': { values: ['4711', '4712'] },
  'field-file-type': { accept: '.4711' },
  'field-too-many-files': { limit: 4711 },
  'not-known-here': { suggestion: 'name4711' },
  'value-type': { types: ['text', 'object'], example: '4711' },
  'value-options': { options: ['4711', '4712'] },
  'value-limit': { bound: 'at-most', limit: 4711, of: 'entries' },
  'value-multiple': { divisor: 4711 },
  'value-format': { format: 'email' },
  'value-name': { reason: 'reason4711' },
  'value-wrong': { example: '4711' },
  'method-not-allowed': { method: 'PUT4711', allow: ['GET', 'POST'] },
};

/** Parameter values that messages show as translated words. */
const TRANSLATED: readonly unknown[] = ['text', 'object', 'at-most', 'entries', 'email'];

/** Returns all sentences of a catalog, keyed by a unique name. */
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

it.each(languages)('has no empty texts or unfilled placeholders in %s', (language) => {
  for (const [name, text] of sentences(translations[language])) {
    expect({ name, text }).toEqual({ name, text: expect.stringMatching(/\S/) });
    expect({ name, text }).not.toEqual({
      name,
      text: expect.stringMatching(/undefined|\bnull\b|\[object|\$\{/),
    });
  }
});

it.each(languages.filter((language) => language !== 'en'))('leaves no English text in %s', (language) => {
  const same = [...sentences(translations[language])].filter(([name, text]) => english.get(name) === text);
  expect(same).toEqual([]);
});

it.each(languages)('inserts values into messages in %s', (language) => {
  const texts = sentences(translations[language]);
  for (const [key, values] of Object.entries(VALUES)) {
    for (const value of Object.values(values).flat()) {
      if (TRANSLATED.includes(value)) continue;
      expect(texts.get(`messages ${key}`)).toContain(String(value));
    }
  }
});

it('keeps the titles from the specification', () => {
  expect(translations.en.problems['quota-exceeded'].title).toBe('Monthly quota exceeded');
  expect(translations.en.problems['rate-limited'].title).toBe('Too many submissions');
});

it('writes Russian in Cyrillic letters', () => {
  for (const [name, text] of sentences(translations.ru)) {
    expect({ name, text }).toEqual({ name, text: expect.stringMatching(/[а-яё]/i) });
  }
});

describe('a count for programs', () => {
  const texts = (language: Language, limit: number): string => {
    const { messages } = translations[language];
    return [
      messages['too-many-fields']({ limit }),
      messages['too-many-files']({ limit }),
      messages['too-much-text']({ limit }),
      messages['too-many-posts']({ limit }),
      messages['quota-exceeded']({ limit }),
    ].join(' ');
  };

  it.each<[Language, number, readonly string[]]>([
    ['en', 1, ['1 field.', '1 file.', '1 byte long.', '1 submission every', 'quota of 1 submission.']],
    ['en', 2, ['2 fields.', '2 files.', '2 bytes long.', '2 submissions every', 'quota of 2 submissions.']],
    ['en', 5, ['5 fields.', '5 files.', '5 bytes long.', '5 submissions every', 'quota of 5 submissions.']],
    [
      'en',
      21,
      ['21 fields.', '21 files.', '21 bytes long.', '21 submissions every', 'quota of 21 submissions.'],
    ],
    ['de', 1, ['1 Feld haben.', '1 Datei haben.', '1 Byte lang', '1 Einsendung an.', 'von 1 Einsendung auf']],
    [
      'de',
      2,
      ['2 Felder haben.', '2 Dateien haben.', '2 Bytes lang', '2 Einsendungen an.', 'von 2 Einsendungen auf'],
    ],
    [
      'de',
      5,
      ['5 Felder haben.', '5 Dateien haben.', '5 Bytes lang', '5 Einsendungen an.', 'von 5 Einsendungen auf'],
    ],
    [
      'de',
      21,
      [
        '21 Felder haben.',
        '21 Dateien haben.',
        '21 Bytes lang',
        '21 Einsendungen an.',
        'von 21 Einsendungen auf',
      ],
    ],
    ['es', 1, ['1 campo.', '1 archivo.', '1 byte.', '1 envío en', 'de 1 envío.']],
    ['es', 2, ['2 campos.', '2 archivos.', '2 bytes.', '2 envíos en', 'de 2 envíos.']],
    ['es', 5, ['5 campos.', '5 archivos.', '5 bytes.', '5 envíos en', 'de 5 envíos.']],
    ['es', 21, ['21 campos.', '21 archivos.', '21 bytes.', '21 envíos en', 'de 21 envíos.']],
    ['es', 1_000_000, ['de 1000000 de envíos.']],
    ['it', 1, ['1 campo.', '1 file.', '1 byte.', '1 invio in', 'di 1 invio.']],
    ['it', 2, ['2 campi.', '2 file.', '2 byte.', '2 invii in', 'di 2 invii.']],
    ['it', 5, ['5 campi.', '5 file.', '5 byte.', '5 invii in', 'di 5 invii.']],
    ['it', 21, ['21 campi.', '21 file.', '21 byte.', '21 invii in', 'di 21 invii.']],
    ['it', 1_000_000, ['di 1000000 di invii.']],
    ['ru', 1, ['1 поля.', '1 файла.', '1 байта.', '1 заявки.', 'исчерпана: 1 заявка.']],
    ['ru', 2, ['2 полей.', '2 файлов.', '2 байт.', '2 заявок.', 'исчерпана: 2 заявки.']],
    ['ru', 5, ['5 полей.', '5 файлов.', '5 байт.', '5 заявок.', 'исчерпана: 5 заявок.']],
    ['ru', 21, ['21 поля.', '21 файла.', '21 байта.', '21 заявки.', 'исчерпана: 21 заявка.']],
  ])('uses the correct plural in %s: %d', (language, limit, expected) => {
    for (const text of expected) expect(texts(language, limit)).toContain(text);
  });
});

it.each(languages)('shows programs a null origin as "(Origin: null)" in %s', (language) => {
  const text = translations[language].messages['origin-not-allowed']({ origin: 'null' });
  expect(text).toContain('(Origin: null)');
});
