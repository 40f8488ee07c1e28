/**
 * Tests the pages of forms that have a custom language, texts and branding. Uses the real response headers.
 */
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { ValidationFailed } from '../../lambdas/core/errors/errors.ts';
import { refusedPostPage, thankYouPage, type PageForm } from '../../lambdas/form-pages/browser-pages.ts';
import {
  closedPage,
  openPage,
  refusedHostedPage,
  type HostedForm,
} from '../../lambdas/form-pages/hosted/hosted-page.ts';
import type { HttpResponse } from '../../lambdas/http/http-response.ts';
import type { Language } from '../../lambdas/core/text/language.ts';
import { message } from '../../lambdas/core/errors/message.ts';
import { axeViolations } from '../support/browser/axe.ts';
import { startBrowser } from '../support/browser/chromium.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="220" height="56" viewBox="0 0 220 56"><rect width="48" height="48" y="4" rx="10" fill="#123"/>
  <path d="M14 38 24 16l10 22" stroke="#fff" stroke-width="5" fill="none"/><text x="60" y="38" font-family="sans-serif" font-size="28" font-weight="700" fill="#123">Alpenhof</text></svg>`;

interface Shown {
  readonly page: Page;
  /** Errors, and violations of the page's content security policy. */
  readonly complaints: readonly string[];
  readonly asked: readonly string[];
}

async function show(
  { html = '', headers = {} }: HttpResponse,
  options: BrowserContextOptions,
): Promise<Shown> {
  const page = await (await browser.newContext(options)).newPage();
  const complaints: string[] = [];
  const asked: string[] = [];
  page.on('console', (said) => said.type() === 'error' && complaints.push(said.text()));
  await page.route('**/*', (route) => {
    const url = route.request().url();
    asked.push(url);
    return url.startsWith('https://forms.example/')
      ? route.fulfill({ status: 200, headers: { ...headers }, body: html })
      : route.fulfill({ status: 200, contentType: 'image/svg+xml', body: LOGO });
  });
  await page.goto('https://forms.example/v1/f/contact');
  await page.waitForLoadState('networkidle');
  return { page, complaints, asked };
}

async function violations(page: Page): Promise<string[]> {
  return (await axeViolations(page)).map(({ id, help }) => `${id}: ${help}`);
}

async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

const THANKS: Partial<Record<Language, PageForm['thank_you']>> = {
  de: {
    heading: 'Danke, wir haben Ihre Anfrage!',
    text: 'Wir melden uns innerhalb von zwei Werktagen bei Ihnen.\n\nHerzliche Grüße\nIhr Team vom Alpenhof',
    link: 'https://www.alpenhof.example/zimmer',
  },
  ru: {
    heading: 'Спасибо, мы получили вашу заявку!',
    text: 'Мы ответим вам в течение двух рабочих дней.\n\nС наилучшими пожеланиями,\nкоманда «Альпенхоф»',
    link: 'https://www.alpenhof.example/',
  },
};
const formIn = (language: Language, brand: Partial<PageForm['brand']>): PageForm => ({
  name: language === 'ru' ? 'Бронирование' : 'Zimmeranfrage',
  thank_you: THANKS[language] ?? { heading: null, text: null, link: null },
  brand: { name: 'Hotel Alpenhof', logo_url: null, color: null, ...brand },
});
const FIELDS = {
  de: [
    { name: 'name', label: 'Ihr Name', type: 'text' as const },
    { name: 'email', label: 'E-Mail-Adresse', type: 'email' as const },
    { name: 'seats', label: 'Anzahl der Gäste', type: 'number' as const },
  ],
  ru: [
    { name: 'name', label: 'Ваше имя', type: 'text' as const },
    { name: 'email', label: 'Адрес электронной почты', type: 'email' as const },
    { name: 'seats', label: 'Количество гостей', type: 'number' as const },
  ],
};
const refused = (language: 'de' | 'ru', brand: Partial<PageForm['brand']>) =>
  refusedPostPage(
    new ValidationFailed([
      { path: 'name', code: 'too_short', message: message('field-too-short', { limit: 2 }) },
      { path: 'email', code: 'email', message: message('field-email') },
      { path: 'seats', code: 'max', message: message('field-max', { bound: '8' }) },
    ]),
    {
      method: 'POST',
      typed: {
        fields: [
          { name: 'name', values: ['A'], files: [] },
          { name: 'email', values: ['ada at example.org'], files: [] },
          { name: 'seats', values: ['12'], files: [] },
          { name: 'message', values: ['Guten Tag,\nhaben Sie noch ein Zimmer frei?'], files: [] },
        ],
        isShortened: false,
      },
      website: undefined,
      form: { ...formIn(language, brand), fields: FIELDS[language] },
    },
    { language, referrer: 'https://www.alpenhof.example/anfrage' },
  );

const LOGO_URL = 'https://cdn.alpenhof.example/logo.svg';
const looks = ['light', 'dark'].flatMap((colorScheme) =>
  [1280, 390].flatMap((width) =>
    (['de', 'ru'] as const).map((language) => [language, colorScheme, width] as const),
  ),
);

describe.each(looks)('in %s, %s, at a width of %d pixels', (language, colorScheme, width) => {
  const options = { colorScheme: colorScheme as 'light', viewport: { width, height: 800 } };
  const expectFine = async ({ page, complaints }: Shown) => {
    expect(complaints).toEqual([]);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  };

  it('the thank-you page shows the logo from its own origin and loads nothing else from other origins', async () => {
    const shown = await show(
      thankYouPage(200, formIn(language, { logo_url: LOGO_URL, color: '#8a1538' }), {
        language,
        referrer: undefined,
      }),
      options,
    );
    await photograph(shown.page, `thanks-${language}-${colorScheme}-${width}`);
    expect(
      await shown.page.locator('img').evaluate((logo: { naturalWidth: number }) => logo.naturalWidth),
    ).toBe(220);
    expect(shown.asked.filter((url) => !url.startsWith('https://forms.example/'))).toEqual([LOGO_URL]);
    await expectFine(shown);
    await shown.page.context().close();
  });

  it('the page for a refused submission shows which fields to correct', async () => {
    const shown = await show(refused(language, { color: '#ffd400' }), options);
    await photograph(shown.page, `refused-${language}-${colorScheme}-${width}`);
    expect(await shown.page.locator('.errors b').allTextContents()).toEqual(
      FIELDS[language].map(({ label }) => label),
    );
    await expectFine(shown);
    await shown.page.context().close();
  });
});

describe.each(['light', 'dark'] as const)('in %s mode', (colorScheme) => {
  it.each(['#ffffff', '#000000', '#ffd400', '#1b1e22', '#777777', '#0b57d0', '#00ff00'])(
    'the brand color %s keeps all text readable',
    async (color) => {
      const { page } = await show(
        thankYouPage(200, formIn('de', { color }), { language: 'de', referrer: undefined }),
        { colorScheme },
      );
      await photograph(page, `colour-${color.slice(1)}-${colorScheme}`);
      expect(await violations(page)).toEqual([]);
      await page.context().close();
    },
  );
});

it("the page's policy blocks all other pictures, and the page works without the logo", async () => {
  const response = thankYouPage(200, formIn('de', { logo_url: LOGO_URL }), {
    language: 'de',
    referrer: undefined,
  });
  const { html = '' } = response;
  const smuggled = {
    ...response,
    html: html.replace('</main>', '<img src="https://elsewhere.example/x.png" alt="" /></main>'),
  };
  const { complaints, asked } = await show(smuggled, {});
  expect(asked).not.toContain('https://elsewhere.example/x.png');
  expect(complaints.join()).toContain('elsewhere.example');
});

const HOSTED: HostedForm = {
  name: 'Booking',
  status: 'live',
  honeypot_field: '_gotcha',
  redirect_url: null,
  challenge: { enabled: false, provider: 'turnstile', site_key: null, difficulty: 'normal' },
  brand: { name: 'Alpenhof', logo_url: null, color: '#ffe9a8' },
  page: {
    enabled: true,
    title: 'Book a room',
    intro: 'Tell us when you would like to come.\n\nWe answer within two working days.',
    submit_label: null,
    closed_text: null,
    index: false,
    frame_origins: [],
  },
  fields: [
    { name: 'name', label: 'Your name', type: 'text', required: true, autocomplete: 'name' },
    { name: 'email', label: 'E-mail', type: 'email', required: true, placeholder: 'ada@example.org' },
    { name: 'arrival', label: 'Arrival', type: 'date', min: '2026-12-01' },
    {
      name: 'guests',
      label: 'Guests',
      type: 'number',
      min: 1,
      max: 8,
      help: 'Children under 3 stay for free.',
    },
    { name: 'room', label: 'Room', type: 'choice', options: ['Single', 'Double', 'Suite'], required: true },
    { name: 'extras', label: 'Extras', type: 'choices', options: ['Breakfast', 'Parking'] },
    {
      name: 'country',
      label: 'Country',
      type: 'choice',
      options: ['AT', 'CH', 'DE', 'ES', 'FR', 'IT', 'PL'],
    },
    { name: 'message', label: 'Message', type: 'text', multiline: true, max_length: 1000 },
    { name: 'cv', label: 'Documents', type: 'file', accept: '.pdf' },
    {
      name: 'consent',
      label: 'I agree to the processing of my data',
      type: 'checkbox',
      required: true,
      help: 'Read our [privacy policy](https://www.example.org/privacy).',
    },
  ],
};
const hostedRequest = (language: Language, form = HOSTED) => ({
  form,
  slug: 'booking',
  browser: { language, referrer: undefined },
});
const refusedFields = {
  thrown: new ValidationFailed([
    { path: 'email', code: 'email', message: message('field-email') },
    { path: 'room', code: 'required', message: message('field-required') },
    { path: 'consent', code: 'required', message: message('field-required') },
  ]),
  typed: {
    isShortened: false,
    fields: [
      { name: 'name', values: ['Ada Lovelace'], files: [] },
      { name: 'email', values: ['ada at example'], files: [] },
      { name: 'extras', values: ['Parking'], files: [] },
      { name: 'message', values: ['<b>One</b>\nTwo'], files: [] },
      { name: 'cv', values: [], files: ['cv.pdf'] },
      { name: 'phone', values: ['0123 456'], files: [] },
    ],
  },
};
const MANY: HostedForm = {
  ...HOSTED,
  fields: Array.from({ length: 100 }, (_, index) => ({
    name: `field-${index}`,
    label: `Question ${index + 1}`,
    type: 'text' as const,
  })),
};
const hostedPages = (language: Language): Record<string, HttpResponse> => ({
  open: openPage(hostedRequest(language)),
  errors: refusedHostedPage(hostedRequest(language), refusedFields),
  closed: closedPage(hostedRequest(language)),
  success: thankYouPage(
    200,
    { name: HOSTED.name, thank_you: { heading: null, text: null, link: null }, brand: HOSTED.brand },
    { language, referrer: undefined },
    { hostedPage: '/v1/f/booking/page' },
  ),
});

describe.each(['light', 'dark'] as const)('the hosted page with the %s theme', (colorScheme) => {
  it.each(['en', 'de', 'es', 'it', 'ru'] as const)('is accessible in %s', async (language) => {
    for (const [name, response] of Object.entries(hostedPages(language))) {
      const { page, complaints } = await show(response, {
        colorScheme,
        viewport: { width: 1280, height: 900 },
      });
      expect(await violations(page)).toEqual([]);
      expect(complaints).toEqual([]);
      for (const width of language === 'de' ? [360, 768, 1280] : [360]) {
        await page.setViewportSize({ width, height: 800 });
        const overflow = await page.evaluate<number>(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        expect(overflow).toBe(0);
        await photograph(page, `hosted-${name}-${language}-${colorScheme}-${width}`);
      }
      await page.context().close();
    }
  });
});

it('keeps everything that was typed on the hosted page, and moves the focus to the first error', async () => {
  const { page } = await show(refusedHostedPage(hostedRequest('en'), refusedFields), {
    javaScriptEnabled: false,
  });
  const email = page.getByLabel('E-mail');
  expect(await email.inputValue()).toBe('ada at example');
  expect(await email.getAttribute('aria-invalid')).toBe('true');
  expect(await page.locator(`#${await email.getAttribute('aria-describedby')}`).textContent()).toContain(
    'address',
  );
  expect(await page.getByLabel('Message').inputValue()).toBe('<b>One</b>\nTwo');
  expect(await page.getByLabel('Parking').isChecked()).toBe(true);
  expect(await page.getByRole('textbox', { name: 'E-mail' }).evaluate((it) => it.matches(':focus'))).toBe(
    true,
  );
  expect(await page.getByRole('main').textContent()).toContain('cv.pdf');
  // This field is no longer part of the form, so the page lists its value.
  expect(await page.getByRole('definition').allTextContents()).toEqual(['0123 456']);
  await page.context().close();
});

it('prints the hosted page with all its fields and without its buttons', async () => {
  const { page } = await show(openPage(hostedRequest('en')), { colorScheme: 'dark' });
  const labels = page.locator('form label:visible, form legend:visible');
  const onScreen = await labels.allTextContents();
  expect(onScreen.length).toBeGreaterThanOrEqual(HOSTED.fields.length);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await labels.allTextContents()).toEqual(onScreen);
  // A chosen file's name isn't useful on paper, so only its label is printed.
  for (const { name, type } of HOSTED.fields)
    expect([name, (await page.locator(`[name="${name}"]:visible`).count()) > 0]).toEqual([
      name,
      type !== 'file',
    ]);
  expect(await page.locator('button:visible').count()).toBe(0);
  const colorOf = (selector: string): Promise<string> =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).color`);
  for (const selector of ['h1', 'label', 'input']) expect(await colorOf(selector)).toBe('rgb(0, 0, 0)');
  expect(await violations(page)).toEqual([]);
  await photograph(page, 'hosted-print-en');
  await page.context().close();
});

it('shows a hundred fields on the hosted page', async () => {
  const { page } = await show(openPage(hostedRequest('en', MANY)), { viewport: { width: 768, height: 900 } });
  expect(await page.locator('.field input').count()).toBe(100);
  await photograph(page, 'hosted-many-en-light-768');
  await page.context().close();
});
