import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { defaultPlans } from '../../lambdas/accounts/plans.ts';
import { axeViolations } from '../support/browser/axe.ts';
import { startBrowser } from '../support/browser/chromium.ts';
import { eventually } from '../support/browser/eventually.ts';
import { fetchUnchecked } from '../support/service/fetch-unchecked.ts';
import { operatorIn } from '../support/service/operator.ts';
import { startService, type RunningService } from '../support/service/service.ts';
import { startWebsite, type Website } from '../support/receivers/website.ts';

/** ALTCHA's published widget, unmodified. */
const ALTCHA = join(import.meta.dirname, '../../node_modules/altcha/dist/altcha.js');
const MEGABYTE = 1_048_576;
/** Lower the plan limit of the demo account (pro), so that a small file exceeds it. */
const plans = { ...defaultPlans, pro: { ...defaultPlans.pro, max_file_bytes: MEGABYTE } };

let service: RunningService;
let website: Website;
let browser: Browser;
beforeAll(async () => {
  [service, website, browser] = await Promise.all([
    startService({ env: { SVC_SETTINGS: JSON.stringify({ plans }) } }),
    startWebsite(),
    startBrowser(),
  ]);
});
afterAll(async () => {
  await Promise.all([service.stop(), website.stop(), browser.close()]);
});

const makeForm = async (input: Record<string, unknown> = {}): Promise<{ id: string; slug: string }> =>
  (await service.manage('POST', '/v1/forms', { name: 'Contact', rate_limit: 1000, ...input })).body;

/** Shows a page with a plain HTML form that submits to the form with this slug. */
function showForm(slug: string, more = ''): string {
  website.show(
    '/contact',
    `<!doctype html><html lang="en"><title>Contact us</title>${showing(slug, more)}</html>`,
  );
  return `${website.origin}/contact`;
}

const showing = (slug: string, more = ''): string => `
     <form method="post" action="${service.baseUrl}/v1/f/${slug}" ${more && 'enctype="multipart/form-data"'}>
       <label>Name <input name="name"></label>
       <label>Message <textarea name="message"></textarea></label>
       <input name="_gotcha" tabindex="-1" autocomplete="off" style="position:absolute;left:-9999px">
       ${more}
       <button>Send</button>
     </form>`;

/** Errors by page: scripts and styles blocked by the content security policy, and exceptions. */
const complaints = new WeakMap<Page, string[]>();

async function open(url: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'en-US', ...options })).newPage();
  const heard: string[] = [];
  complaints.set(page, heard);
  // Ignore failed requests, because some tests expect a status of 400 or above.
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('Failed to load resource'))
      heard.push(message.text());
  });
  page.on('pageerror', (error) => heard.push(error.message));
  await page.goto(url);
  return page;
}

/** Fills in the form and submits it. Returns the response status. */
async function send(page: Page, name = 'Ada Lovelace'): Promise<number> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Message').fill('Grüße – ¡hola! – привет 🙂');
  const answered = page.waitForResponse((response) => response.url().includes('/v1/f/'));
  await page.getByText('Send').click();
  const status = (await answered).status();
  await page.waitForURL((url) => url.pathname !== '/contact');
  return status;
}

const headingOf = (page: Page) => page.getByRole('heading', { level: 1 }).textContent();

/** Returns the page's violations of WCAG 2.2 A and AA and of best practices, including contrast. */
async function violations(page: Page): Promise<string[]> {
  return (await axeViolations(page)).map(({ id, help }) => `${id}: ${help}`);
}

async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) });
}

describe('a plain HTML form', () => {
  it('leads to a thank-you page and stores the input', async () => {
    const form = await makeForm({ name: 'Say hello <b>' });
    const page = await open(showForm(form.slug));
    expect(await send(page)).toBe(303);
    expect(page.url()).toBe(`${service.baseUrl}/v1/f/${form.slug}/thanks`);
    expect(await page.title()).toBe('Thank you – Say hello <b>');
    expect(await page.getByRole('main').getByRole('heading', { level: 1 }).textContent()).toBe('Thank you');
    await page.getByText('Thanks, your message has been sent.', { exact: true }).waitFor();
    expect(complaints.get(page)).toEqual([]);

    const { body } = await service.manage('GET', `/v1/forms/${form.id}/submissions`);
    expect(body.data).toMatchObject([
      {
        status: 'received',
        payload: { name: 'Ada Lovelace', message: 'Grüße – ¡hola! – привет 🙂' },
      },
    ]);

    // Browsers only send the referring page's origin to other origins, so the link leads to the home page.
    website.show('/', '<!doctype html><title>Home</title>');
    await page.getByRole('link').click();
    await page.waitForURL(`${website.origin}/`);
  });

  it.each([
    ['fields', ''],
    ['files, with a different boundary', '<label>Photo <input type="file" name="photo"></label>'],
  ])('submits only once when you double-click it or reload the page, with %s', async (_, more) => {
    const form = await makeForm();
    const page = await open(showForm(form.slug, more));
    const fill = async () => {
      await page.getByLabel('Name').fill('Ada Lovelace');
      const photo = { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.alloc(5000, 7) };
      if (more !== '') await page.getByLabel('Photo').setInputFiles(photo);
    };
    await fill();
    await page.getByText('Send').dblclick();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    await page.reload();
    expect(await headingOf(page)).toBe('Thank you');
    await page.goto(`${website.origin}/contact`);
    await fill();
    await page.getByText('Send').click();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    const { body } = await service.manage('GET', `/v1/forms/${form.id}/submissions`);
    expect(body.data).toHaveLength(1);
    expect(body.data[0].files).toBe(more === '' ? 0 : 1);
  });

  it("leads to the form's own page if it has one", async () => {
    website.show('/thanks', '<!doctype html><title>Our own thanks</title>');
    const form = await makeForm({ redirect_url: `${website.origin}/thanks` });
    const page = await open(showForm(form.slug));
    expect(await send(page)).toBe(303);
    expect(page.url()).toBe(`${website.origin}/thanks`);
  });

  it('leads to an error page that lets visitors go back to their input', async () => {
    const form = await makeForm({ status: 'draft' });
    const page = await open(showForm(form.slug), { locale: 'de-AT' });
    expect(await send(page)).toBe(403);
    expect(await headingOf(page)).toBe('Formular nicht aktiv');
    expect(complaints.get(page)).toEqual([]);
    await page.goBack();
    expect(await page.getByLabel('Name').inputValue()).toBe('Ada Lovelace');
  });

  it('shows the input after a refusal in blocks that can be focused and scrolled', async () => {
    const form = await makeForm({ status: 'draft' });
    const page = await open(showForm(form.slug), { locale: 'en-GB', viewport: { width: 390, height: 800 } });
    const long = `First line\n\n${'Another line\n'.repeat(40)}Last line`;
    await page.getByLabel('Name').fill('Ada <b>Lovelace</b> & "Co"');
    await page.getByLabel('Message').fill(long);
    await page.getByText('Send').click();
    await page.getByRole('heading', { name: 'What you entered' }).waitFor();

    expect(await page.locator('dt').allTextContents()).toEqual(['name', 'message']);
    expect(await page.locator('dd').first().textContent()).toBe('Ada <b>Lovelace</b> & "Co"');
    const block = page.getByRole('group', { name: 'message' });
    expect((await block.innerText()).trimEnd()).toBe(long);
    await page.getByRole('link', { name: 'Back to the website' }).focus();
    await page.keyboard.press('Tab');
    expect(await block.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    await page.keyboard.press('End');
    const scrolled = await eventually(
      () => block.evaluate(({ scrollTop }) => scrollTop),
      (top) => top > 0,
    );
    expect(scrolled).toBeGreaterThan(0);
    expect(await violations(page)).toEqual([]);
    expect(complaints.get(page)).toEqual([]);
  });

  it("leads to the form's website after a refusal without a referrer", async () => {
    const form = await makeForm({ status: 'draft', redirect_url: `${website.origin}/thanks` });
    const url = showForm(form.slug);
    website.show('/quiet', `<meta name="referrer" content="no-referrer">${showing(form.slug)}`);
    const page = await open(url.replace('/contact', '/quiet'));
    await page.getByLabel('Name').fill('Ada');
    await page.getByText('Send').click();
    const link = page.getByRole('link', { name: `Go to ${new URL(website.origin).host}` });
    expect(await link.getAttribute('href')).toBe(website.origin);
  });

  it("shows an explanation to visitors who open a form's URL", async () => {
    const form = await makeForm();
    const page = await open(`${service.baseUrl}/v1/f/${form.slug}`, { locale: 'de-DE' });
    expect(await headingOf(page)).toBe('Dies ist die Adresse eines Formulars');
    expect(await violations(page)).toEqual([]);
  });

  it('shows the input inside the frame after a refusal', async () => {
    const inner = showForm((await makeForm({ status: 'draft' })).slug);
    website.show('/framed', `<!doctype html><iframe src="${inner}" title="Contact"></iframe>`);
    const page = await open(`${website.origin}/framed`);
    const frame = page.frames()[1]!;
    await frame.getByLabel('Name').fill('Ada');
    await frame.getByText('Send').click();
    await frame.getByRole('heading', { name: 'What you entered' }).waitFor();
    expect(await frame.locator('dd').allTextContents()).toEqual(['Ada']);
  });

  it('shows the page inside its frame', async () => {
    const inner = showForm((await makeForm()).slug);
    website.show('/framed', `<!doctype html><iframe src="${inner}" title="Contact"></iframe>`);
    const page = await open(`${website.origin}/framed`);
    const frame = page.frames()[1]!;
    await frame.getByLabel('Name').fill('Ada');
    await frame.getByText('Send').click();
    await frame.getByRole('heading', { name: 'Thank you' }).waitFor();
  });
});

describe("a form with the service's own challenge", () => {
  const challenge = { enabled: true, provider: 'proof-of-work' };
  const stored = async ({ id }: { id: string }): Promise<any[]> =>
    (await service.manage('GET', `/v1/forms/${id}/submissions`)).body.data;

  it("accepts the solution of ALTCHA's own widget", async () => {
    const form = await makeForm({ challenge });
    website.show('/altcha.js', readFileSync(ALTCHA, 'utf8'), { 'content-type': 'text/javascript' });
    const widget = `<altcha-widget challengeurl="${service.baseUrl}/v1/f/${form.slug}/challenge" auto="onload"></altcha-widget>
      <script type="module" src="/altcha.js"></script>`;
    const page = await open(showForm(form.slug, widget));
    await page.locator('input[name="altcha"]:not([value=""])').waitFor({ state: 'attached' });
    expect(await send(page)).toBe(303);
    expect(await headingOf(page)).toBe('Thank you');
    expect((await stored(form)).map(({ payload }) => Object.keys(payload))).toEqual([['name', 'message']]);
  });

  it('is solved by our script in a worker', async () => {
    const form = await makeForm({ challenge });
    const body = showing(form.slug).replace('<form', '<form data-svc data-svc-challenge');
    website.show(
      '/worker',
      `<!doctype html><title>Contact</title>${body}
      <script src="${service.baseUrl}/v1/forms.js"></script>`,
    );
    const page = await open(`${website.origin}/worker`);
    const worker = page.waitForEvent('worker');
    await page.getByLabel('Name').fill('Ada');
    expect((await worker).url()).toMatch(/^blob:/);
    await page.getByText('Send').click();
    await page.locator('form[data-svc-state="success"]').waitFor();
    expect(await stored(form)).toHaveLength(1);
  });

  it('explains itself to visitors without JavaScript, and shows what they entered', async () => {
    const form = await makeForm({ challenge });
    const page = await open(showForm(form.slug), { javaScriptEnabled: false });
    expect(await send(page)).toBe(403);
    expect(await headingOf(page)).toBe('Your browser couldn’t be checked');
    expect(await page.getByText('turn on JavaScript').count()).toBe(1);
    expect(await page.getByText('Ada Lovelace').count()).toBe(1);
  });
});

describe('a plain HTML form with a large file', () => {
  const FILM = '<label>Film <input type="file" name="film"></label>';
  let folder: string;
  let manage: (method: string, path: string, body?: unknown) => Promise<any>;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'svc-test-films-'));
    const made = await operatorIn(service.folder)(
      ...['create', '--name', 'Acme', '--plan', 'team', '--local', '--json'],
    );
    const authorization = `Bearer ${JSON.parse(made.stdout).management_key}`;
    manage = async (method, path, body) => {
      const headers = { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) };
      return (
        await service.request(path, {
          method,
          headers,
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
      ).json();
    };
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const film = (megabytes: number) => {
    const path = join(folder, 'film.mp4');
    const bytes = randomBytes(megabytes * MEGABYTE);
    writeFileSync(path, bytes);
    return { path, hash: createHash('sha256').update(bytes).digest('hex') };
  };

  it('stores 50 MB in one request, byte for byte', async () => {
    const form = await manage('POST', '/v1/forms', { name: 'Films' });
    const page = await open(showForm(form.slug, FILM));
    const { path, hash } = film(50);
    await page.getByLabel('Film').setInputFiles(path);
    await send(page);
    expect(await headingOf(page)).toBe('Thank you');
    const { data } = await manage('GET', `/v1/forms/${form.id}/submissions`);
    const [attachment] = data[0].attachments;
    expect(attachment).toMatchObject({ name: 'film.mp4', size: 50 * MEGABYTE });
    const stored = await fetchUnchecked(attachment.url);
    expect(
      createHash('sha256')
        .update(new Uint8Array(await stored.arrayBuffer()))
        .digest('hex'),
    ).toBe(hash);
  });

  it('shows the 413 page with the input for 60 MB', async () => {
    const form = await manage('POST', '/v1/forms', { name: 'Films' });
    const page = await open(showForm(form.slug, FILM));
    await page.getByLabel('Film').setInputFiles(film(60).path);
    expect(await send(page)).toBe(413);
    expect(await headingOf(page)).toBe('File too large');
    expect(await page.getByRole('main').textContent()).toContain('Ada Lovelace');
    expect((await manage('GET', `/v1/forms/${form.id}/submissions`)).data).toEqual([]);
  });
});

describe('a plain HTML form with files', () => {
  const inputs =
    '<label>Photo <input type="file" name="photo"></label><label>Other <input type="file" name="other"></label>';
  const photo = (bytes: number) => ({
    name: 'Größe "1" 🙂.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(bytes, 7),
  });

  it('stores its files under their original names', async () => {
    const form = await makeForm();
    const page = await open(showForm(form.slug, inputs));
    await page.getByLabel('Photo').setInputFiles(photo(MEGABYTE));
    expect(await send(page)).toBe(303);
    expect(await headingOf(page)).toBe('Thank you');

    const { body } = await service.manage('GET', `/v1/forms/${form.id}/submissions`);
    const [{ files, attachments, payload }] = body.data;
    expect(payload).toEqual({ name: 'Ada Lovelace', message: 'Grüße – ¡hola! – привет 🙂' });
    expect({ files, attachments }).toMatchObject({
      files: 1,
      attachments: [{ field: 'photo', name: 'Größe "1" 🙂.png', content_type: 'image/png', size: MEGABYTE }],
    });
    const kept = Buffer.from(await (await fetch(attachments[0].url)).arrayBuffer());
    expect(kept.equals(photo(MEGABYTE).buffer)).toBe(true);
  });

  it('leads to an error page and stores nothing when a file is too large for the plan', async () => {
    const form = await makeForm();
    const page = await open(showForm(form.slug, inputs), { locale: 'es-ES' });
    await page.getByLabel('Photo').setInputFiles(photo(MEGABYTE + 1));
    expect(await send(page)).toBe(413);
    expect(await headingOf(page)).toBe('Archivo demasiado grande');
    expect(await page.locator('dd').allTextContents()).toEqual([
      'Ada Lovelace',
      'Grüße – ¡hola! – привет 🙂',
      'Archivo: \u2068Größe "1" 🙂.png\u2069',
    ]);
    expect(await violations(page)).toEqual([]);
    const { body } = await service.manage('GET', `/v1/forms/${form.id}/submissions`);
    expect(body.data).toEqual([]);
  });
});

describe.each([
  ['en-US', 'light', 1280, 'Thank you', 'Form not found'],
  ['ru-RU', 'dark', 320, 'Спасибо', 'Форма не найдена'],
  ['de-DE', 'dark', 1280, 'Vielen Dank', 'Formular nicht gefunden'],
  ['es-ES', 'light', 320, 'Gracias', 'Formulario no encontrado'],
  ['it-IT', 'light', 320, 'Grazie', 'Modulo non trovato'],
] as const)('in %s, %s, at a width of %d pixels', (locale, colorScheme, width, thanks, notFound) => {
  const options = { locale, colorScheme, viewport: { width, height: 640 } };
  const widthOf = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth');

  it('the thank-you page is accessible and fits the window', async () => {
    const form = await makeForm({ name: 'Newsletter-Anmeldung'.repeat(4) });
    const page = await open(showForm(form.slug), options);
    await send(page);
    await photograph(page, `thanks-${locale}-${colorScheme}-${width}`);
    expect(await headingOf(page)).toBe(thanks);
    expect(await violations(page)).toEqual([]);
    expect(await widthOf(page)).toBeLessThanOrEqual(width);
  });

  it('the error page is accessible and fits the window', async () => {
    const page = await open(showForm('there-is-no-form-with-such-a-name-at-all'), options);
    expect(await send(page)).toBe(404);
    await photograph(page, `error-${locale}-${colorScheme}-${width}`);
    expect(await headingOf(page)).toBe(notFound);
    expect(await page.locator('dt').allTextContents()).toEqual(['name', 'message']);
    expect(await violations(page)).toEqual([]);
    expect(await widthOf(page)).toBeLessThanOrEqual(width);
  });
});

it.each([
  ['half of a window', 640],
  ['half of a phone screen', 195],
])('fits at 200%% zoom, as in %s', async (_, width) => {
  const page = await open(showForm('none'), { locale: 'de-DE', viewport: { width, height: 600 } });
  await send(page);
  expect(await headingOf(page)).toBe('Formular nicht gefunden');
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  expect(await violations(page)).toEqual([]);
});

describe('a script on another origin', () => {
  const post = (page: Page, slug: string, headers: Record<string, string>) =>
    page.evaluate(
      async ({ url, headers }) => {
        const response = await fetch(url, { method: 'POST', headers, body: '{"name":"Ada"}' });
        return {
          status: response.status,
          type: response.headers.get('content-type')?.split(';')[0],
          body: JSON.parse((await response.text()).replace(/^<[^]*$/, '{}')) as Record<string, unknown>,
          requestId: response.headers.get('x-request-id'),
          retryAfter: response.headers.get('retry-after'),
        };
      },
      { url: `${service.baseUrl}/v1/f/${slug}`, headers },
    );
  const page = () => open(showForm('none'));

  it('sends JSON with an API key and an Idempotency-Key after a CORS preflight, and reads the response', async () => {
    const form = await makeForm();
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': 'k',
      authorization: `Bearer ${service.outputs.submission_key}`,
    };
    const website = await page();
    const first = await post(website, form.slug, headers);
    expect(first).toMatchObject({ status: 201, body: { status: 'received' } });
    expect(first.requestId).toMatch(/\S/);
    expect(await post(website, form.slug, headers)).toMatchObject({
      status: 200,
      body: { id: first.body['id'], idempotent_replay: true },
    });
  });

  it.each([
    ['htmx', { 'hx-request': 'true', 'hx-current-url': 'https://www.example.com/', 'hx-target': 'form' }],
    ['axios', { 'x-requested-with': 'XMLHttpRequest', 'x-xsrf-token': 'token' }],
    [
      'tracing',
      { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', tracestate: 'a=b' },
    ],
    ['another service’s client', { 'formspree-session-data': 'e30=', 'x-client-version': '3.0.0' }],
    ['its own key and headers', { authorization: '', 'x-anything': 'at all' }],
  ])('submits with the request headers of %s', async (_, headers: Record<string, string>) => {
    const form = await makeForm();
    const key = {
      ...('authorization' in headers && { authorization: `Bearer ${service.outputs.submission_key}` }),
    };
    const sent = { 'content-type': 'application/json', ...headers, ...key };
    // htmx inserts the response into the page, so respond with HTML.
    const type = 'hx-request' in headers ? 'text/html' : 'application/json';
    expect(await post(await page(), form.slug, sent)).toMatchObject({ status: 201, type });
  });

  it('can read problem documents and Retry-After', async () => {
    const json = { 'content-type': 'application/json' };
    const website = await page();
    expect(await post(website, 'none', json)).toMatchObject({
      status: 404,
      body: { title: 'Form not found' },
    });
    const busy = await makeForm({ rate_limit: 1 });
    await post(website, busy.slug, json);
    const limited = await post(website, busy.slug, json);
    expect(limited.status).toBe(429);
    expect(Number(limited.retryAfter)).toBeGreaterThan(0);
  });

  it('is refused by a form that allows only other origins but can read the reason', async () => {
    const form = await makeForm({ allowed_origins: ['https://www.example.com'] });
    const response = await post(await page(), form.slug, { 'content-type': 'application/json' });
    expect(response).toMatchObject({ status: 403, body: { title: 'Website not allowed' } });
    expect(response.body['detail']).toContain(website.origin);

    const ours = await makeForm({ allowed_origins: [website.origin] });
    expect(await post(await page(), ours.slug, { 'content-type': 'application/json' })).toMatchObject({
      status: 201,
    });
  });
});
