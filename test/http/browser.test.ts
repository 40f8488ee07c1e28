import {
  browserClientOf,
  expectsRedirect,
  isNavigation,
  preferredLanguage,
  prefersPage,
} from '../../lambdas/http/browser.ts';

describe('a client', () => {
  it.each([
    ['Chrome that navigates', 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'],
    ['Safari that navigates', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
    ['html alone', 'text/html'],
    ['html before JSON at the same weight', 'text/html, application/json'],
    ['html named, JSON only among the rest', 'text/html, */*'],
    ['any text', 'text/*'],
    ['html with a higher weight', 'application/json;q=0.8, text/html;q=0.9'],
    ['capitals', 'TEXT/HTML'],
    ['the stream of Turbo alone', 'text/vnd.turbo-stream.html'],
    ['the stream of Turbo before anything', 'text/vnd.turbo-stream.html, */*;q=0.1'],
  ])('prefers a page with %s', (_, accept) => {
    expect(prefersPage(accept)).toBe(true);
  });

  it.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['fetch and curl', '*/*'],
    ['axios', 'application/json, text/plain, */*'],
    ['JSON before html at the same weight', 'application/json, text/html'],
    ['JSON with a higher weight', 'text/html;q=0.5, application/json'],
    ['problem documents', 'application/problem+json, text/html;q=0.9'],
    ['html refused', 'text/html;q=0, */*'],
    ['images', 'image/png'],
    ['nonsense', ';;q=x, /, text'],
  ])('prefers JSON with %s', (_, accept) => {
    expect(prefersPage(accept)).toBe(false);
  });
});

describe('the language chosen from Accept-Language', () => {
  it.each([
    ['de', 'de'],
    ['de-AT, en;q=0.8', 'de'],
    ['fr, it;q=0.4, es;q=0.6', 'es'],
    ['RU', 'ru'],
    ['en-US,en;q=0.9,de;q=0.8', 'en'],
    ['fr-CH, fr;q=0.9', 'en'],
    ['de;q=0, en;q=0.1', 'en'],
    ['*', 'en'],
    ['', 'en'],
    [undefined, 'en'],
    ['%%%, ;q=2', 'en'],
  ])('is, for %s, %s', (header, language) => {
    expect(preferredLanguage(header)).toBe(language);
  });

  it.each([
    ['de', 'it', 'de'],
    ['fr, en;q=0.1', 'it', 'en'],
    ['fr-CH, fr;q=0.9', 'it', 'it'],
    ['fr, *;q=0.5', 'it', 'it'],
    ['*', 'ru', 'ru'],
    ['', 'ru', 'ru'],
    [undefined, 'ru', 'ru'],
    ['it;q=0', 'it', 'it'],
    ['fr', null, 'en'],
  ] as const)('is, for %s on a form in %s, %s', (header, ofForm, language) => {
    expect(preferredLanguage(header, ofForm)).toBe(language);
  });
});

it.each([
  ['htmx that accepts anything', { 'hx-request': 'true', accept: '*/*' }, true],
  ['htmx that says nothing of it', { 'hx-request': 'true' }, true],
  ['htmx that asks for JSON', { 'hx-request': 'true', accept: 'application/json' }, false],
  ['another script that accepts anything', { accept: '*/*' }, false],
])('sends %s a page: %s', (_, headers, isPage) => {
  expect(browserClientOf(headers) !== undefined).toBe(isPage);
});

describe('the place where a response is shown', () => {
  const HTML = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const TURBO = 'text/vnd.turbo-stream.html, text/html, application/xhtml+xml';
  it.each([
    ['a browser that navigates', { accept: HTML, 'sec-fetch-mode': 'navigate' }, true, true],
    ['a browser that does not know the header', { accept: HTML }, true, true],
    ['htmx', { accept: 'text/html', 'sec-fetch-mode': 'cors' }, false, false],
    ['htmx 2', { accept: '*/*', 'hx-request': 'true', 'sec-fetch-mode': 'cors' }, false, false],
    ['htmx in a browser that does not know the header', { accept: HTML, 'hx-request': 'true' }, false, false],
    ['htmx on the same origin', { accept: 'text/html, */*', 'sec-fetch-mode': 'same-origin' }, false, false],
    ['Turbo', { accept: TURBO, 'sec-fetch-mode': 'cors' }, false, true],
    [
      'Turbo that names nothing else',
      { accept: 'text/vnd.turbo-stream.html', 'sec-fetch-mode': 'cors' },
      false,
      true,
    ],
    ['Turbo on the same origin', { accept: TURBO, 'sec-fetch-mode': 'same-origin' }, false, true],
    ['fetch', { accept: '*/*', 'sec-fetch-mode': 'cors' }, false, false],
    ['curl', { accept: '*/*' }, false, false],
    ['nothing that is known', {}, false, false],
    ['a download that navigates', { accept: 'application/json', 'sec-fetch-mode': 'navigate' }, false, false],
  ])('is %s', (_, headers, navigates, redirected) => {
    expect([isNavigation(headers), expectsRedirect(headers)]).toEqual([navigates, redirected]);
  });
});
