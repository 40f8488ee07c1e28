import { sourceOf, toSourceView } from '../../lambdas/submissions/source.ts';

const shown = (headers: Record<string, string>) => toSourceView(sourceOf(headers));

it("reads the form's page from the referrer without its query, fragment, user name, or password", () => {
  expect(
    shown({
      origin: 'https://www.example.org',
      referer: 'https://ann:secret@www.example.org/contact/us?token=1#part',
      'accept-language': 'de-AT,de;q=0.9,en;q=0.5',
    }),
  ).toEqual({
    page: 'https://www.example.org/contact/us',
    referrer: 'https://www.example.org/contact/us',
    language: 'de-AT',
  });
});

it('keeps only the origin if the referrer is on another origin', () => {
  expect(
    shown({ origin: 'https://www.example.org', referer: 'https://search.example.com/?q=secret' }),
  ).toEqual({
    page: 'https://www.example.org',
    referrer: 'https://search.example.com/',
    language: null,
  });
});

it('works if only one of the headers is sent', () => {
  expect(shown({ origin: 'https://www.example.org' })).toEqual({
    page: 'https://www.example.org',
    referrer: null,
    language: null,
  });
  expect(shown({ referer: 'http://localhost:8080/form' })).toMatchObject({
    page: 'http://localhost:8080/form',
    referrer: 'http://localhost:8080/form',
  });
});

it.each<Record<string, string>>([
  {},
  { origin: 'null' },
  { origin: 'javascript:alert(1)', referer: 'data:text/html,x' },
  { referer: 'not an address', 'accept-language': '*' },
  { 'accept-language': ';;;,<script>,de;q=0' },
])('stores nothing for %j', (headers) => {
  expect(sourceOf(headers)).toBeUndefined();
  expect(shown(headers)).toEqual({ page: null, referrer: null, language: null });
});

it.each([
  ['fr', 'fr'],
  ['en;q=0.5, es-419;q=0.8, *;q=0.1', 'es-419'],
  ['en;q=0.8,de;q=0.8', 'en'],
  [`${'x'.repeat(9)}, ru`, 'ru'],
  [`en-${'a'.repeat(8)}-${'b'.repeat(8)}-${'c'.repeat(8)}-${'d'.repeat(8)}, it`, 'it'],
])('from %j, chooses the language %s', (header, language) => {
  expect(shown({ 'accept-language': header }).language).toBe(language);
});

it('truncates a URL to 300 characters', () => {
  const { page, referrer } = shown({ referer: `https://www.example.org/${'a'.repeat(5000)}` });
  expect(page).toHaveLength(300);
  expect(referrer).toHaveLength(300);
});
