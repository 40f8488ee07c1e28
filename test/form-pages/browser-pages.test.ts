import {
  BadBody,
  FormNotFound,
  FormNotLive,
  QuotaExceeded,
  RateLimited,
  Unavailable,
  ValidationFailed,
} from '../../lambdas/core/errors/errors.ts';
import { languages } from '../../lambdas/core/text/language.ts';
import { message } from '../../lambdas/core/errors/message.ts';
import { refusedPostPage, thankYouPage, type PageForm } from '../../lambdas/form-pages/browser-pages.ts';
import { browserClientOf, browserFormat } from '../../lambdas/http/browser.ts';
import type { HttpResponse } from '../../lambdas/http/http-response.ts';
import { pageFaults } from '../support/browser/accessible-page.ts';
import { gatewayEvent } from '../support/service/gateway-event.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const format = browserFormat('http://api.test');

const browsing = (headers: Record<string, string> = {}) => ({ accept: BROWSER, ...headers });
const browserWith = (headers: Record<string, string> = {}) => browserClientOf(browsing(headers))!;
const failing = async (thrown: unknown, headers: Record<string, string>): Promise<HttpResponse> =>
  format.problem(gatewayEvent({ method: 'POST', path: '/v1/f/contact', headers }), thrown);

const formOf = (settings: Partial<PageForm> = {}): PageForm => ({
  name: 'Contact',
  thank_you: { heading: null, text: null, link: null },
  brand: { name: null, logo_url: null, color: null },
  ...settings,
});

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</title><script>alert(1)</script>',
  '</main><h1>Gotcha</h1>',
  '&lt;script&gt;&amp;',
  '{{constructor}} ${7*7}',
  'שלום <b>',
  '\u202e gnp.exe',
  '\u0000\u0007',
  '🙂'.repeat(50),
];

it.each(languages)(
  'shows a thank-you message in %s on a page that works with screen readers',
  async (language) => {
    const browser = browserWith({
      'accept-language': language,
      referer: 'https://www.example.com/contact?a=1&b=2',
    });
    const response = thankYouPage(201, formOf(), browser);
    expect(await pageFaults(response.html!)).toEqual([]);
    expect(response.html).toContain(`<html lang="${language}">`);
    expect(response.html).toContain('href="https://www.example.com/contact?a=1&amp;b=2"');
    expect(response.headers).toMatchObject({ 'content-language': language });
  },
);

it.each(HOSTILE)('shows the form name %j as text', async (name) => {
  const { html = '' } = thankYouPage(201, formOf({ name }), browserWith());
  expect(await pageFaults(html)).toEqual([]);
  const tags = Array.from(html.matchAll(/<([a-z][a-z0-9]*)/gi), ([, tag]) => tag);
  expect(tags.join(' ')).toBe('html head meta meta meta title style body main h1 p');
  expect(html).not.toMatch(/[\u0000-\u0008]/);
});

const refused = (fields: { name: string; values: string[]; files?: string[] }[]) =>
  refusedPostPage(
    new FormNotLive(),
    {
      method: 'POST',
      typed: { fields: fields.map((field) => ({ files: [], ...field })), isShortened: false },
      website: undefined,
      form: undefined,
    },
    browserWith(),
  ).html!;
const tagsIn = (html: string): string =>
  Array.from(html.matchAll(/<([a-z][a-z0-9]*)/gi), ([, tag]) => tag).join(' ');

describe("the visitor's input", () => {
  it.each(HOSTILE)("stays text when a field's name and value are %j", async (hostile) => {
    const html = refused([{ name: hostile, values: [hostile], files: [hostile] }]);
    expect(await pageFaults(html)).toEqual([]);
    expect(tagsIn(html)).toBe(
      'html head meta meta meta title style body main h1 p p section h2 p dl dt dd ul li li',
    );
    expect(html).not.toMatch(/[\u0000-\u0008]/);
  });

  it.each(HOSTILE)('is shown as text in a scrollable block: %j', async (hostile) => {
    const html = refused([{ name: hostile, values: [hostile.repeat(300)] }]);
    expect(await pageFaults(html)).toEqual([]);
    expect(tagsIn(html)).toBe(
      'html head meta meta meta title style body main h1 p p section h2 p dl dt dd div div',
    );
  });

  it('keeps its line breaks and spaces', () => {
    const long = `  ${'x\n'.repeat(20)}`;
    expect(refused([{ name: 'a', values: [long] }])).toContain(`>${long}</div>`);
    expect(refused([{ name: 'a', values: ['  one\n\n\ttwo  '] }])).toContain('>  one\n\n\ttwo  </div>');
  });

  it.each([
    ['many characters', 'x'.repeat(600)],
    ['many lines', 'x\n'.repeat(20)],
  ])('of %s scrolls in a block that can be focused with the keyboard', (_, value) => {
    expect(refused([{ name: 'Message', values: [value] }])).toMatch(
      /<div class="long" tabindex="0" role="group" aria-labelledby="field-0"><div dir="auto">x/,
    );
  });

  it('has no section if the visitor entered nothing', () => {
    expect(refused([])).not.toContain('<section>');
  });
});

const failures: [string, number, () => unknown][] = [
  ['a form that does not exist', 404, () => new FormNotFound('<script>alert(1)</script>')],
  ['a body that cannot be read', 400, () => new BadBody(message('no-body'))],
  ['an error with only an English text', 400, () => new BadBody('Only in English <b>.')],
  ['a quota', 402, () => new QuotaExceeded(100)],
  ['a rate limit', 429, () => new RateLimited(message('too-many-posts', { limit: 60 }), 125)],
  [
    'values that are not valid',
    422,
    () => new ValidationFailed([{ path: '<i>', message: message('not-a-cursor-of-this-list') }]),
  ],
  ['a store that does not respond', 503, () => new Unavailable()],
  ['an error of the service itself', 500, () => new Error('secret inside')],
  ['any thrown value', 500, () => '<script>'],
];

describe.each(failures)('the page for %s', (_, status, make) => {
  it.each(languages)('is shown in %s with the same status', async (language) => {
    const response = await failing(make(), browsing({ 'accept-language': language }));
    expect(response.status).toBe(status);
    expect(response.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
    });
    expect(await pageFaults(response.html!)).toEqual([]);
    expect(response.html).not.toContain('secret inside');
    if (language !== 'en') expect(response.html).not.toContain('Only in English');
  });

  it('is a problem document in English for programs, whatever their language', async () => {
    const response = await failing(make(), { accept: 'application/json', 'accept-language': 'de' });
    expect(response.html).toBeUndefined();
    expect(response.headers).toMatchObject({ 'content-type': 'application/problem+json' });
    expect(response.body).toMatchObject({
      status,
      type: expect.stringMatching('^http://api.test/problems/'),
    });
    expect(JSON.stringify(response.body)).not.toMatch(/[äöüß„]/);
  });
});

it('keeps Retry-After and tells visitors when to try again', async () => {
  const limited = new RateLimited(message('too-many-posts', { limit: 60 }), 125);
  const response = await failing(limited, browsing({ 'accept-language': 'de' }));
  expect(response.headers).toMatchObject({ 'retry-after': '125' });
  expect(response.html).toContain('Sie können es in 3 Minuten erneut versuchen.');
});

it.each([
  ['javascript:alert(1)'],
  ['data:text/html,x'],
  ['file:///etc/passwd'],
  ['about:client'],
  ['//www.example.com'],
  ['not an address'],
])('offers no link back to %s', async (referer) => {
  expect(browserWith({ referer }).referrer).toBeUndefined();
  expect((await failing(new FormNotFound('x'), browsing({ referer }))).html).not.toContain('href');
});

it("allows only the page's own styles", async () => {
  const { headers = {}, html = '' } = thankYouPage(201, formOf(), browserWith());
  const style = /<style>([^<]*)<\/style>/.exec(html)?.[1] ?? '';
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(style))).toString('base64');
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'`,
  );
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
});

describe("a form's settings", () => {
  const thanks = (settings: Partial<PageForm>, headers: Record<string, string> = {}) =>
    thankYouPage(201, formOf(settings), browserWith(headers));
  const BRAND = {
    name: 'Acme & Söhne',
    logo_url: 'https://cdn.example:8443/logo.svg?v="1"',
    color: '#ffe066',
  };

  it("set the page's heading, text, and link", async () => {
    const { html = '' } = thanks(
      {
        thank_you: {
          heading: 'See you <soon>',
          text: 'We call you.\nToday.\r\n\r\nKind regards',
          link: 'https://www.example.com/start?a=1&b=2',
        },
      },
      { referer: 'https://elsewhere.example/' },
    );
    expect(await pageFaults(html)).toEqual([]);
    expect(html).toContain('<h1 dir="auto">See you &lt;soon&gt;</h1>');
    expect(Array.from(html.matchAll(/<p dir="auto">([^<]*)</g), ([, text]) => text)).toEqual([
      'We call you.\nToday.',
      'Kind regards',
    ]);
    expect(html).toContain('<a href="https://www.example.com/start?a=1&amp;b=2">Go to www.example.com</a>');
    expect(html).not.toContain('elsewhere');
  });

  it.each([
    ['en', 'Send another response'],
    ['de', 'Noch eine Antwort senden'],
    ['es', 'Enviar otra respuesta'],
    ['it', 'Invia un’altra risposta'],
    ['ru', 'Отправить ещё один ответ'],
  ] as const)('lead back to the hosted page for another response in %s', async (language, text) => {
    const browser = browserWith({
      'accept-language': language,
      referer: 'https://forms.example/v1/f/x/page',
    });
    const pages = { hostedPage: '/v1/f/x/page', website: 'https://www.example.com' };
    const { html = '' } = thankYouPage(201, formOf(), browser, pages);
    expect(await pageFaults(html)).toEqual([]);
    expect(Array.from(html.matchAll(/<a [^>]*>[^<]*/g), ([link]) => link)).toEqual([
      `<a class="second" href="/v1/f/x/page">${text}`,
    ]);
    const thank_you = { heading: null, text: null, link: 'https://www.example.com/start' };
    expect(thankYouPage(201, formOf({ thank_you }), browser, pages).html).not.toContain('/v1/f/x/page');
  });

  it("allow only the logo's origin", async () => {
    const { headers = {}, html = '' } = thanks({ brand: BRAND });
    const digests = await Promise.all(
      Array.from(html.matchAll(/<style>([^<]*)<\/style>/g), async ([, style = '']) =>
        Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(style))).toString('base64'),
      ),
    );
    expect(digests).toHaveLength(2);
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${digests[0]}' 'sha256-${digests[1]}'; ` +
        `img-src https://cdn.example:8443; base-uri 'none'; form-action 'none'`,
    );
    expect(await pageFaults(html, { logos: 1 })).toEqual([]);
    expect(html).toContain('src="https://cdn.example:8443/logo.svg?v=%221%22" alt="Acme &amp; Söhne"');
  });

  it('show the brand name if there is no logo, and show the brand on the page for a refused submission', async () => {
    const brand = { name: 'Acme', logo_url: null, color: '#003366' };
    const { html = '', headers = {} } = refusedPostPage(
      new FormNotLive(),
      { method: 'POST', typed: undefined, website: undefined, form: { brand, fields: [] } },
      browserWith({ 'accept-language': 'it' }),
    );
    expect(await pageFaults(html)).toEqual([]);
    expect(html).toContain('<div class="brand" dir="auto">Acme</div>');
    expect(html).toContain('--link:#003366;--on-link:#ffffff');
    expect(headers['content-language']).toBe('it');
    expect(headers['content-security-policy']).not.toContain('img-src');
  });

  it.each(HOSTILE)('are shown as text if they are %j', async (hostile) => {
    const { html = '' } = thanks({
      thank_you: { heading: hostile, text: hostile, link: null },
      brand: { name: hostile, logo_url: null, color: null },
    });
    expect(await pageFaults(html)).toEqual([]);
    expect(tagsIn(html)).toBe('html head meta meta meta title style body main div h1 p');
  });
});
