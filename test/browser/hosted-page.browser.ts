/** Tests the service's own challenge and hosted pages, including pages in frames on other websites. */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, FrameLocator, Page } from 'playwright-core';
import { eventually } from '../support/browser/eventually.ts';
import { realisticSiteverify } from '../support/receivers/siteverify.ts';
import {
  MEGABYTE,
  CORS,
  website,
  siteverify,
  browser,
  service,
  folder,
  makeForm,
  stored,
  filesOf,
  addressOf,
  INPUTS,
  open,
  state,
} from './form-script-fixture.ts';

describe('a hosted page', () => {
  const FIELDS = [
    { name: 'name', label: 'Name', type: 'text', required: true, autocomplete: 'name' },
    { name: 'email', label: 'E-mail', type: 'email', required: true },
    { name: 'code', label: 'Code', type: 'text', pattern: '(?i)ab[0-9]+' },
    { name: 'message', label: 'Message', type: 'text', multiline: true },
  ];
  const make = (page: object, members: object = {}) =>
    makeForm({ fields: FIELDS, page: { enabled: true, ...page }, ...members });
  const visit = async (url: string, options: BrowserContextOptions = {}) => {
    const page = await (await browser.newContext({ locale: 'en-US', ...options })).newPage();
    const complaints: string[] = [];
    page.on('console', (said) => {
      if (said.type() === 'error' && !said.text().includes('Failed to load')) complaints.push(said.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(url);
    return { page, complaints };
  };
  const fill = async (page: Page | FrameLocator, code: string) => {
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('E-mail').fill('ada@example.org');
    await page.getByLabel('Code').fill(code);
    await page.getByLabel('Message').fill('One\nTwo');
    await page.getByRole('button', { name: 'Send' }).click();
  };

  it.each([
    ['with', true],
    ['without', false],
  ])(
    'shows errors beside the fields, keeps the input, and accepts the corrected form %s JavaScript',
    async (_, javaScriptEnabled) => {
      const form = await make({});
      const { page, complaints } = await visit(`${addressOf(form)}/page`, { javaScriptEnabled });
      const answered = page.waitForResponse((response) => response.url() === addressOf(form));
      await fill(page, 'wrong');
      expect((await answered).status()).toBe(422);
      const code = page.getByLabel('Code');
      await page.locator('[aria-invalid=true]').waitFor();
      expect(await code.getAttribute('aria-invalid')).toBe('true');
      const described = (await code.getAttribute('aria-describedby')) ?? '';
      expect(await page.locator(`#${described}`).textContent()).toMatch(/format/);
      expect(await page.getByLabel('Message').inputValue()).toBe('One\nTwo');
      expect(await code.inputValue()).toBe('wrong');
      await fill(page, 'AB12');
      await page.getByRole('heading', { name: 'Thank you' }).waitFor();
      expect(page.url()).toBe(`${addressOf(form)}/thanks`);
      expect(await stored(form)).toMatchObject([{ payload: { code: 'AB12', email: 'ada@example.org' } }]);
      // The hosted page isn't part of a website, so there is nothing to go back to.
      expect(await page.getByRole('link').allTextContents()).toEqual(['Send another response']);
      await page.getByRole('link').click();
      expect(await page.getByLabel('Code').inputValue()).toBe('');
      expect(page.url()).toBe(`${addressOf(form)}/page`);
      expect(complaints).toEqual([]);
    },
  );

  it('counts views of people who open it, and none of HEAD requests', async () => {
    const form = await make({});
    await fetch(`${addressOf(form)}/page`, { method: 'HEAD' });
    await (await visit(`${addressOf(form)}/page`)).page.close();
    const { body } = await service.manage('GET', `/v1/forms/${form.id}/statistics`);
    expect(body).toMatchObject({ views: 1, views_conversion: 0 });
  });

  it('uploads a large file first, as its policy allows', async () => {
    const form = await make({}, { fields: [{ name: 'cv', label: 'CV', type: 'file' }] });
    const { page, complaints } = await visit(`${addressOf(form)}/page`);
    const path = join(folder, 'cv.pdf');
    writeFileSync(path, randomBytes(5 * MEGABYTE));
    await page.getByLabel('CV').setInputFiles(path);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    expect(await filesOf(form)).toMatchObject([{ name: 'cv.pdf', size: 5 * MEGABYTE }]);
    expect(complaints).toEqual([]);
  });

  it('shows the challenge and sends its token', async () => {
    siteverify.behave(realisticSiteverify('127.0.0.1'));
    const form = await make({}, { challenge: { enabled: true, site_key: 'site', secret: 'secret' } });
    const context = await browser.newContext({ locale: 'en-US' });
    await context.route('https://challenges.cloudflare.com/**', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `const token = document.createElement('input');
          Object.assign(token, { type: 'hidden', name: 'cf-turnstile-response', value: 'good-1' });
          document.querySelector('.cf-turnstile').append(token);`,
      }),
    );
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (said) => said.type() === 'error' && complaints.push(said.text()));
    await page.goto(`${addressOf(form)}/page`);
    await fill(page, 'ab1');
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    expect(await stored(form)).toHaveLength(1);
    expect(complaints).toEqual([]);
  });

  it('gets its own height in the frame of an allowed website, in every state', async () => {
    const form = await make({ frame_origins: [website.origin] });
    website.show(
      '/embed',
      `<!doctype html><html lang="en"><title>Visit</title><body><div style="height: 300px"></div>
        <iframe src="${addressOf(form)}/page" title="Contact" style="width:100%;border:0"></iframe>
        <script src="${service.baseUrl}/v1/embed.js" defer></script>`,
    );
    for (const width of [360, 900]) {
      const { page, complaints } = await visit(`${website.origin}/embed`, {
        viewport: { width, height: 600 },
      });
      const frame = page.frameLocator('iframe');
      const height = () => page.locator('iframe').evaluate((element) => element.clientHeight);
      const fits = async () => {
        const content = await frame
          .locator('html')
          .evaluate((root) => [root.scrollHeight, root.offsetHeight]);
        return content.every((each) => Math.abs(each - content[1]!) < 1.5);
      };
      expect(await eventually(height, (now) => now > 500)).toBeLessThan(1100);
      expect(await eventually(fits, Boolean)).toBe(true);
      const opened = await height();
      await frame.getByRole('button', { name: 'Send' }).scrollIntoViewIfNeeded();
      await fill(frame, 'ab1');
      await frame.getByRole('heading', { name: 'Thank you' }).waitFor();
      expect(await eventually(height, (now) => now < 300)).toBeLessThan(opened);
      // The website scrolls to the message, which would otherwise be above the window.
      const top = () => page.locator('iframe').evaluate((element) => element.getBoundingClientRect().top);
      expect(await eventually(top, (now) => now >= 0)).toBeGreaterThanOrEqual(0);
      expect(complaints).toEqual([]);
    }
  });

  it('refuses to be shown in the frame of any other website', async () => {
    const form = await make({ frame_origins: ['https://www.example.org'] });
    website.show(
      '/embed',
      `<!doctype html><title>Visit</title><iframe src="${addressOf(form)}/page"></iframe>`,
    );
    const { page, complaints } = await visit(`${website.origin}/embed`);
    await eventually(() => Promise.resolve(complaints.length), Boolean);
    expect(complaints.join()).toContain('frame-ancestors https://www.example.org');
    expect(await page.frameLocator('iframe').getByRole('button').count()).toBe(0);
  });
});

describe("the service's own challenge", () => {
  const challenge = { enabled: true, provider: 'proof-of-work', difficulty: 'low' };
  const solverOf = (page: Page): { loaded: number } => {
    const counted = { loaded: 0 };
    page.on('request', (request) => {
      if (request.url().endsWith('/v1/forms.js/challenge.js')) counted.loaded += 1;
    });
    return counted;
  };

  it('is solved after the first input, without a worker if the page allows none', async () => {
    const form = await makeForm({ challenge });
    const { page, posts } = await open(
      `<form data-svc data-svc-challenge method="post" action="${addressOf(form)}">${INPUTS}<button>Send</button></form>`,
    );
    const solver = solverOf(page);
    await page.getByLabel('Name').focus();
    expect(solver.loaded).toBe(0);
    const puzzle = page.waitForResponse(`${addressOf(form)}/challenge`);
    await page.getByLabel('Name').pressSequentially('Ada');
    expect((await puzzle).status()).toBe(200);
    await page.getByText('Send').click();
    await state(page, 'success');
    expect(posts).toHaveLength(1);
    expect(solver.loaded).toBe(1);
    expect((await stored(form)).map(({ payload }) => payload)).toEqual([{ name: 'Ada', message: '' }]);

    // The second submission needs a new solution.
    await page.getByLabel('Name').fill('Grace');
    await page.getByText('Send').click();
    await page.waitForResponse((response) => response.url() === addressOf(form) && response.status() === 201);
    expect(await stored(form)).toHaveLength(2);
  });

  it('is solved after a refusal on a page that does not mention it, and the form is sent again once', async () => {
    const form = await makeForm({ challenge });
    const { page, posts } = await open(
      `<form data-svc method="post" action="${addressOf(form)}">${INPUTS}<button>Send</button></form>`,
    );
    await page.getByLabel('Name').fill('Ada');
    await page.getByText('Send').click();
    await state(page, 'success');
    expect(posts).toHaveLength(2);
    expect(await stored(form)).toHaveLength(1);
  });

  it('is given up with an error if there is no puzzle', async () => {
    const form = await makeForm({ challenge });
    const { page, posts } = await open(
      `<form data-svc method="post" action="${addressOf(form)}">${INPUTS}<button>Send</button></form>`,
    );
    await page.route(`${addressOf(form)}/challenge`, (route) =>
      route.fulfill({ status: 503, headers: CORS }),
    );
    await page.getByText('Send').click();
    await state(page, 'error');
    expect(posts).toHaveLength(1);
    expect(await stored(form)).toEqual([]);
  });
});
