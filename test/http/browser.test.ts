import {
  browserClientOf,
  expectsRedirect,
  isNavigation,
  preferredLanguage,
  prefersPage,
} from '../../lambdas/http/browser.ts';

describe('a client', () => {
  it.each([
    [
      'Chrome navigating to a page',
      'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8',
    ],
    ['Safari navigating to a page', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
    ['only HTML', 'text/html'],
    ['HTML before JSON with the same weight', 'text/html, application/json'],
    ['HTML by name, and JSON only through a wildcard', 'text/html, */*'],
    ['any text', 'text/*'],
    ['HTML with a higher weight', 'application/json;q=0.8, text/html;q=0.9'],
    ['capitals', 'TEXT/HTML'],
    ['only Turbo streams', 'text/vnd.turbo-stream.html'],
    ['Turbo streams before anything else', 'text/vnd.turbo-stream.html, */*;q=0.1'],
  ])('prefers a page with %s', (_, accept) => {
    expect(prefersPage(accept)).toBe(true);
  });

  it.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['fetch and curl', '*/*'],
    ['axios', 'application/json, text/plain, */*'],
    ['JSON before HTML with the same weight', 'application/json, text/html'],
    ['JSON with a higher weight', 'text/html;q=0.5, application/json'],
    ['problem documents', 'application/problem+json, text/html;q=0.9'],
    ['HTML excluded', 'text/html;q=0, */*'],
    ['images', 'image/png'],
    ['nonsense', ';;q=x, /, text'],
  ])('prefers JSON with %s', (_, accept) => {
    expect(prefersPage(accept)).toBe(false);
  });
});

describe('the language chosen for Accept-Language', () => {
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
  ])('for %s is %s', (header, language) => {
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
  ] as const)('for %s on a form in %s is %s', (header, ofForm, language) => {
    expect(preferredLanguage(header, ofForm)).toBe(language);
  });
});

it.each([
  ['htmx that accepts anything', { 'hx-request': 'true', accept: '*/*' }, true],
  ['htmx without an Accept header', { 'hx-request': 'true' }, true],
  ['htmx that asks for JSON', { 'hx-request': 'true', accept: 'application/json' }, false],
  ['another script that accepts anything', { accept: '*/*' }, false],
])('sends %s a page: %s', (_, headers, isPage) => {
  expect(browserClientOf(headers) !== undefined).toBe(isPage);
});

describe('the context in which a response is shown', () => {
  const HTML = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const TURBO = 'text/vnd.turbo-stream.html, text/html, application/xhtml+xml';
  it.each([
    ['a browser navigating to a page', { accept: HTML, 'sec-fetch-mode': 'navigate' }, true, true],
    ["a browser that doesn't send the header", { accept: HTML }, true, true],
    ['htmx', { accept: 'text/html', 'sec-fetch-mode': 'cors' }, false, false],
    ['htmx 2', { accept: '*/*', 'hx-request': 'true', 'sec-fetch-mode': 'cors' }, false, false],
    ["htmx in a browser that doesn't send the header", { accept: HTML, 'hx-request': 'true' }, false, false],
    ['htmx on the same origin', { accept: 'text/html, */*', 'sec-fetch-mode': 'same-origin' }, false, false],
    ['Turbo', { accept: TURBO, 'sec-fetch-mode': 'cors' }, false, true],
    [
      'Turbo with no other media type',
      { accept: 'text/vnd.turbo-stream.html', 'sec-fetch-mode': 'cors' },
      false,
      true,
    ],
    ['Turbo on the same origin', { accept: TURBO, 'sec-fetch-mode': 'same-origin' }, false, true],
    ['fetch', { accept: '*/*', 'sec-fetch-mode': 'cors' }, false, false],
    ['curl', { accept: '*/*' }, false, false],
    ['an unknown client', {}, false, false],
    ['a download by navigation', { accept: 'application/json', 'sec-fetch-mode': 'navigate' }, false, false],
  ])('is %s', (_, headers, navigates, redirected) => {
    expect([isNavigation(headers), expectsRedirect(headers)]).toEqual([navigates, redirected]);
  });
});
