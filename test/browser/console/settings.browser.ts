/**
 * Tests a form's settings: snippets, test submissions, editing and saving, conflicts, and what viewers see.
 */
import type { Page } from 'playwright-core';
import {
  startConsole,
  type ConsoleOptions,
  type ConsolePage,
  type ConsoleUnderTest,
} from '../../support/console/console-session.ts';
import { tabTo } from '../../support/console/keyboard.ts';

let tested: ConsoleUnderTest;
let opened: ConsolePage;
beforeAll(async () => {
  tested = await startConsole();
});
afterEach(() => opened.close());
afterAll(() => tested.stop());

async function newForm(members: object = {}): Promise<{ id: string; slug: string }> {
  const { status, body } = await tested.service.manage('POST', '/v1/forms', { name: 'Orders', ...members });
  expect(status).toBe(201);
  return body;
}

const formNow = async (id: string) => (await tested.service.manage('GET', `/v1/forms/${id}`)).body;

async function open(id: string, section: string, options?: ConsoleOptions): Promise<Page> {
  opened = await tested.open(`/forms/${id}/settings/${section}`, options);
  await opened.page.getByRole('navigation', { name: 'Settings' }).waitFor();
  return opened.page;
}

const previewIn = (page: Page) => page.locator('iframe').contentFrame();

const save = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Changes saved', { exact: true }).waitFor();
};

describe('setup', () => {
  it("shows code for the form's own fields, and sends a test submission that arrives", async () => {
    const { id, slug } = await newForm({
      fields: [
        { name: 'email', label: 'Your address', type: 'email', required: true },
        { name: 'size', type: 'choice', options: ['small', 'large'] },
      ],
    });
    const page = await open(id, 'setup');
    const html = await page.getByRole('region', { name: 'HTML' }).innerText();
    expect(html).toContain(`action="${tested.service.baseUrl}/v1/f/${slug}"`);
    expect(html).toContain(
      '<label>Your address <input type="email" name="email" autocomplete="email" required></label>',
    );
    expect(html).toContain('<option>large</option>');
    await page.getByRole('button', { name: 'React' }).click();
    await page.getByRole('region', { name: 'React' }).getByText('export function ContactForm').waitFor();

    await page.getByRole('button', { name: 'Send test' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send test' });
    await dialog.getByLabel('Your address').fill('nobody');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.getByText('Please enter an e-mail address').waitFor();
    await dialog.getByLabel('Your address').fill('eva@example.org');
    await page.keyboard.press('Enter');
    await dialog.getByText('Your test submission has arrived.').waitFor();
    const { body } = await tested.service.manage('GET', `/v1/forms/${id}/submissions`);
    expect(body.data.map(({ payload }: { payload: object }) => payload)).toEqual([
      { email: 'eva@example.org', size: 'small' },
    ]);
    await dialog.getByRole('link', { name: 'Open submission' }).click();
    await page.waitForURL(`**/console/inbox/${String(body.data[0].id)}*`);
    expect(opened.complaints).toEqual([]);
  });

  it("explains why the console can't send a test to a form that only allows other websites", async () => {
    const { id } = await newForm({ allowed_origins: ['https://www.example.org'] });
    const page = await open(id, 'setup');
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByText(/only accepts submissions from allowed websites/).waitFor();
  });
});

describe('changes', () => {
  it('keeps the input across reloads and sections, asks before you leave, and saves everything at once', async () => {
    const { id } = await newForm();
    const page = await open(id, 'general');
    await page.getByLabel('Name', { exact: true }).fill('Orders of the shop');
    await page.getByRole('link', { name: 'Thank-you page' }).click();
    await page.getByLabel('Heading (optional)').fill('Danke!');
    await previewIn(page).getByRole('heading', { name: 'Danke!' }).waitFor();
    await page.reload();
    expect(await page.getByLabel('Heading (optional)').inputValue()).toBe('Danke!');
    await page.getByRole('link', { name: 'Keys' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await save(page);
    expect(await formNow(id)).toMatchObject({
      name: 'Orders of the shop',
      thank_you: { heading: 'Danke!', text: null, link: null },
    });
    await page.getByRole('heading', { level: 1, name: 'Orders of the shop' }).waitFor();
    expect(await page.getByText('Unsaved changes').count()).toBe(0);
  });

  it('shows an error next to a refused value, even in another section', async () => {
    const { id } = await newForm();
    const page = await open(id, 'general');
    await page.getByLabel('URL slug').fill('NOT A SLUG');
    await page.getByRole('link', { name: 'E-mails' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page
      .getByText(
        'must be 3 to 64 characters: a-z, 0-9 and hyphens that are not at the start or end, for example contact-form',
      )
      .waitFor();
    expect(new URL(page.url()).pathname).toBe(`/console/forms/${id}/settings/general`);
    await page.getByLabel('URL slug').fill('orders-of-the-shop');
    await save(page);
    expect((await formNow(id)).slug).toBe('orders-of-the-shop');
  });

  it('lets you choose which backend the page was written for', async () => {
    const { id } = await newForm();
    const page = await open(id, 'general');
    await page.getByRole('combobox', { name: 'Compatibility' }).selectOption('Web3Forms');
    await page.getByText('The selected service’s control fields are removed from submissions').waitFor();
    await save(page);
    expect((await formNow(id)).conventions).toBe('web3forms');
    expect(opened.complaints).toEqual([]);
  });

  it('shows the error with its request id and keeps the input', async () => {
    const { id } = await newForm();
    const page = await open(id, 'general');
    await page.route(`**/v1/forms/${id}`, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({
            status: 500,
            headers: { 'x-request-id': 'req_broken' },
            contentType: 'application/problem+json',
            body: '{"type":"https://x/problems/internal-error","title":"Internal error","detail":"No."}',
          })
        : route.continue(),
    );
    await page.getByLabel('Name', { exact: true }).fill('Orders again');
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText('Request req_broken').waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Orders again');
    await page.unroute(`**/v1/forms/${id}`);
    await save(page);
    expect((await formNow(id)).name).toBe('Orders again');
  });
});

describe('two people editing at once', () => {
  it('merges changes to different settings', async () => {
    const { id } = await newForm();
    const page = await open(id, 'general');
    await page.getByLabel('Name', { exact: true }).fill('Mine');
    await tested.service.manage('PATCH', `/v1/forms/${id}`, { rate_limit: 5 });
    await save(page);
    expect(await formNow(id)).toMatchObject({ name: 'Mine', rate_limit: 5 });
  });

  it.each([
    ['Keep mine', 'Mine'],
    ['Use theirs', 'Theirs'],
  ])('shows both versions of the same setting: %s', async (choice, name) => {
    const { id } = await newForm();
    const page = await open(id, 'general');
    await page.getByLabel('Name', { exact: true }).fill('Mine');
    await tested.service.manage('PATCH', `/v1/forms/${id}`, { name: 'Theirs' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Someone else changed these settings' });
    await dialog.waitFor();
    expect(await dialog.getByRole('definition').allInnerTexts()).toEqual(['Theirs', 'Mine']);
    await dialog.getByRole('button', { name: choice }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect((await formNow(id)).name).toBe(name);
  });
});

describe('retention', () => {
  it('shows how many submissions will be deleted, asks for confirmation, and saves', async () => {
    const { data: forms } = (await tested.service.manage('GET', '/v1/forms')).body;
    const { id } = forms.find(({ name }: { name: string }) => name === 'Contact');
    const until = new Date(Date.now() - 10 * 86_400_000).toISOString();
    const older = await tested.service.manage('GET', `/v1/forms/${id}/submissions?limit=100&until=${until}`);
    const count = older.body.data.length;
    expect(count).toBeGreaterThan(1);
    const page = await open(id, 'retention');
    await page.getByText('For a set number of days').click();
    await page.getByLabel('Days', { exact: true }).fill('10');
    await page.getByText(`${count} submissions will be deleted now.`).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete older submissions?' });
    await dialog.getByText(`${count} submissions will be deleted now.`).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await formNow(id)).retention_days).toBeNull();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByRole('button', { name: 'Save and delete' }).click();
    await page.getByText('Changes saved', { exact: true }).waitFor();
    expect((await formNow(id)).retention_days).toBe(10);
  });

  it('warns and saves with the keyboard alone', async () => {
    const { data: forms } = (await tested.service.manage('GET', '/v1/forms')).body;
    const { id } = forms.find(({ name }: { name: string }) => name === 'Workshop registration');
    const page = await open(id, 'retention');
    await tabTo(page, page.getByRole('radio', { name: /^Until you delete them/ }));
    await page.keyboard.press('ArrowDown');
    await tabTo(page, page.getByLabel('Days', { exact: true }));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('10');
    await page.getByText(/submissions? will be deleted now\./).waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Save', exact: true }));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Delete older submissions?' });
    await tabTo(page, dialog.getByRole('button', { name: 'Save and delete' }));
    await page.keyboard.press('Enter');
    await page.getByText('Changes saved', { exact: true }).waitFor();
    expect((await formNow(id)).retention_days).toBe(10);
  });

  it('says that no submissions will be deleted if none are old enough', async () => {
    const { id } = await newForm();
    const page = await open(id, 'retention');
    await page.getByText('For a set number of days').click();
    await page.getByText('No submissions are that old, so nothing will be deleted now.').waitFor();
    await save(page);
    expect((await formNow(id)).retention_days).toBe(365);
  });
});

describe('spam protection', () => {
  it("tests the allowed websites with the service's own rule", async () => {
    const { id } = await newForm();
    const page = await open(id, 'spam');
    const add = page.getByRole('textbox', { name: 'Allowed websites' });
    await add.fill('https://*.example.org/');
    await page.keyboard.press('Enter');
    await page.getByLabel('Check whether a page is allowed').fill('www.example.org/contact');
    await page.getByText('Yes, https://www.example.org can submit').waitFor();
    await page.getByLabel('Check whether a page is allowed').fill('example.org');
    await page.getByText('No, https://example.org is blocked').waitFor();
    await add.fill('nothing at all');
    await page.keyboard.press('Enter');
    await page.getByText('Enter an origin, for example https://www.example.org').waitFor();
    await save(page);
    expect((await formNow(id)).allowed_origins).toEqual(['https://*.example.org']);
  });

  it('moves submissions that match the block list to spam and shows why', async () => {
    const { id } = await newForm();
    const page = await open(id, 'spam');
    await page.getByText('Move submissions that reach this score to spam').click();
    await page.getByRole('textbox', { name: 'Threshold' }).fill('40');
    await page.getByLabel('Always spam').fill('casino\nspam.example');
    await page.getByText('Send recipients a weekly spam summary').click();
    await save(page);
    expect(await formNow(id)).toMatchObject({
      spam: { mode: 'file', threshold: 40, blocked: ['casino', 'spam.example'], allowed: [] },
      weekly_spam_summary: true,
    });

    const { base_url: base } = tested.service.outputs;
    await fetch(`${base}/v1/f/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Ada', message: 'The best casino in town' }),
    });
    await page.goto(`${base}/console/inbox?form=${id}&tab=spam`);
    await page.getByText('The best casino in town').first().click();
    await page.getByText('Matches the form’s “Always spam” list').waitFor();
    await page.goto(`${base}/console/forms/${id}/settings/spam`);
    await page.getByText('At 40, the only submission so far would have been moved to spam.').waitFor();
    expect(opened.complaints).toEqual([]);
  });

  it("submits the challenge secret and doesn't store it in the browser", async () => {
    const { id } = await newForm();
    const page = await open(id, 'spam');
    await page.getByText('Require a challenge').click();
    await page.getByLabel('Site key').fill('1x00000000000000000000AA');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('is required to enable the challenge').waitFor();
    await page.getByLabel('Secret key').fill('not-to-be-kept');
    expect(await page.evaluate('JSON.stringify({ ...sessionStorage, ...localStorage })')).not.toContain(
      'not-to-be-kept',
    );
    await save(page);
    expect((await formNow(id)).challenge).toEqual({
      enabled: true,
      provider: 'turnstile',
      site_key: '1x00000000000000000000AA',
      difficulty: 'normal',
    });
    expect(await page.getByLabel('Secret key').inputValue()).toBe('');
    await page.getByRole('combobox', { name: 'Provider' }).selectOption('Built-in (proof of work)');
    await page.getByRole('combobox', { name: 'Difficulty' }).selectOption('High');
    expect(await page.getByLabel('Secret key').count()).toBe(0);
    await save(page);
    expect((await formNow(id)).challenge).toMatchObject({ provider: 'proof-of-work', difficulty: 'high' });
  });
});

describe('fields', () => {
  it('adds, edits, reorders, and saves fields with the keyboard alone', async () => {
    const { id } = await newForm({
      fields: [
        { name: 'name', type: 'text' },
        { name: 'email', type: 'email' },
      ],
    });
    const page = await open(id, 'fields');
    await page.getByRole('button', { name: 'name', exact: true }).focus();
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByText('name moved to position 2 of 2').waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('name');
    await page.getByRole('button', { name: 'Add field' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Label (optional)').focus();
    await page.keyboard.type('Size');
    await page.getByRole('combobox', { name: 'Type' }).focus();
    await page.keyboard.type('Single');
    await page.getByLabel('Options').focus();
    await page.keyboard.type('small\nlarge');
    await page.getByRole('button', { name: 'Move Size up' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Size moved to position 2 of 3').waitFor();
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText('Changes saved', { exact: true }).waitFor();
    expect((await formNow(id)).fields).toEqual([
      { name: 'email', type: 'email' },
      { name: 'field_3', label: 'Size', type: 'choice', options: ['small', 'large'] },
      { name: 'name', type: 'text' },
    ]);
  });

  const THREE = ['name', 'email', 'message'].map((name) => ({ name, type: 'text' }));

  it('reorders fields by dragging them with the mouse', async () => {
    const { id } = await newForm({ fields: THREE });
    const page = await open(id, 'fields');
    const rows = page.getByRole('grid', { name: 'Fields' });
    const last = await rows.getByRole('row', { name: 'message' }).boundingBox();
    await rows.getByRole('row', { name: 'name' }).dragTo(rows.getByRole('row', { name: 'message' }), {
      sourcePosition: { x: 8, y: 20 },
      targetPosition: { x: 60, y: last!.height - 3 },
    });
    await page.getByText('name moved to position 3 of 3').waitFor();
    await save(page);
    expect((await formNow(id)).fields.map(({ name }: { name: string }) => name)).toEqual([
      'email',
      'message',
      'name',
    ]);
    expect(opened.complaints).toEqual([]);
  });

  it('reorders fields by dragging them with the keyboard and says where they can go', async () => {
    const { id } = await newForm({ fields: THREE });
    opened = await tested.open(`/forms/${id}/settings/fields`, { language: 'de' });
    const { page } = opened;
    await page.getByRole('button', { name: 'name ziehen' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(/^Ziehvorgang gestartet/).waitFor({ state: 'attached' });
    const focused = () => page.evaluate("document.activeElement.getAttribute('aria-label')");
    for (let presses = 0; presses < 4 && (await focused()) !== 'Nach message einfügen'; presses += 1)
      await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('Nach message einfügen');
    await page.keyboard.press('Enter');
    await page.getByText('name ist jetzt an Position 3 von 3').waitFor();
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText('Änderungen gespeichert').waitFor();
    expect((await formNow(id)).fields.map(({ name }: { name: string }) => name)).toEqual([
      'email',
      'message',
      'name',
    ]);
    expect(await opened.accessFaults()).toEqual([]);
    expect(opened.complaints).toEqual([]);
  });

  it('tests a value against the same rules that the service uses, before anything is saved', async () => {
    const { id } = await newForm({ fields: [{ name: 'code', type: 'text' }] });
    const page = await open(id, 'fields');
    await page.getByRole('button', { name: 'code', exact: true }).click();
    await page.getByLabel('Pattern (optional)').fill('[A-Z]{2}[0-9]+');
    const value = page.getByLabel('Try a value');
    await value.fill('ab12');
    await page.getByText('This value doesn’t match the pattern.').waitFor();
    await value.fill('AB12');
    await page.getByText('Accepted', { exact: true }).waitFor();
    await page.getByLabel('Minimum length').fill('6');
    await page.getByText('Please enter at least 6 characters.').waitFor();
    await page.getByLabel('Pattern (optional)').fill('(?=A)');
    await page
      .getByText(/without look-around/)
      .first()
      .waitFor();
    expect((await formNow(id)).fields).toEqual([{ name: 'code', type: 'text' }]);
    expect(await opened.accessFaults()).toEqual([]);
    expect(opened.complaints).toEqual([]);
  });

  it("imports fields from a page's HTML, without running or loading anything", async () => {
    const { id } = await newForm({ fields: [{ name: 'old', type: 'text' }] });
    const page = await open(id, 'fields');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.getByRole('button', { name: 'Import fields from HTML' }).click();
    await page.getByLabel('Page HTML').fill('<p>No form');
    await page.getByText('We couldn’t find a form with fields in this HTML.').waitFor();
    await page.getByLabel('Page HTML').fill(`
      <script>document.title = 'ran'</script><img src="/nowhere.png" onerror="document.title = 'ran'">
      <form id="search"><input name="q"></form>
      <form id="contact">
        <label>Your e-mail: <input type="email" name="email" required></label>
        <input type="hidden" name="_next"><input name="_gotcha">
        <fieldset><legend>Size</legend><input type="radio" name="size" value="s"><input type="radio" name="size" value="m"></fieldset>
      </form>`);
    await page.getByRole('combobox', { name: 'Form', exact: true }).selectOption({ label: 'contact' });
    await page.getByText('Your e-mail · Size').waitFor();
    await page.getByRole('button', { name: 'Import 2 fields' }).click();
    await save(page);
    expect((await formNow(id)).fields).toEqual([
      { name: 'email', label: 'Your e-mail', type: 'email', required: true },
      { name: 'size', label: 'Size', type: 'choice', options: ['s', 'm'] },
    ]);
    expect(asked.filter((url) => url.includes('nowhere'))).toEqual([]);
    expect(await page.title()).not.toBe('ran');
  });

  it("shows errors at the field's row", async () => {
    const { id } = await newForm({ fields: [{ name: 'code', type: 'text' }] });
    const page = await open(id, 'fields');
    await page.getByRole('button', { name: 'code', exact: true }).click();
    await page.getByLabel('Pattern (optional)').fill('(a');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Invalid', { exact: true }).first().waitFor();
    expect(await page.getByLabel('Pattern (optional)').getAttribute('aria-invalid')).toBe('true');
  });
});

describe('sharing', () => {
  const FIELDS = [{ name: 'email', label: 'E-mail', type: 'email', required: true }];

  it('publishes the page, and shows its link, QR code and views', async () => {
    const { id, slug } = await newForm({ fields: FIELDS });
    const page = await open(id, 'share');
    const toggle = page.getByRole('switch', { name: 'Publish the page' });
    expect(await page.getByRole('img').count()).toBe(0);
    await tabTo(page, toggle);
    await page.keyboard.press('Space');
    await page.getByText('The page is published', { exact: true }).waitFor();
    const address = `${tested.service.baseUrl}/v1/f/${slug}/page`;
    await page.getByText(address, { exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Open page' }).getAttribute('href')).toBe(address);
    await page.getByText('0 views in the last 30 days').waitFor();
    // The code for this address needs 29 or 33 modules on each side, with a border of 4 (ISO 18004, versions 3 and 4).
    const code = page.getByRole('img', { name: 'QR code for “Orders”' });
    await page.locator('svg[viewBox="0 0 0 0"]').waitFor({ state: 'detached' });
    expect(await code.getAttribute('viewBox')).toMatch(/^0 0 (37|41) \1$/);
    expect((await code.boundingBox())?.width).toBe(160);
    // The pattern at the upper left that scanners look for: dark corners, a light ring, and a dark center.
    const path = (await code.locator('path').last().getAttribute('d')) ?? '';
    const dark = [4, 5, 7, 9, 10].map((place) => path.includes(`M${place} ${place}h1v1h-1z`));
    expect(dark).toEqual([true, false, true, false, true]);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download SVG' }).click();
    expect((await download).suggestedFilename()).toBe(`${slug}.svg`);
    expect(await opened.accessFaults()).toEqual([]);
    await toggle.press('Space');
    await page.getByText('The page is no longer available', { exact: true }).waitFor();
    expect((await fetch(address)).status).toBe(404);
    expect(opened.complaints).toEqual([]);
  });

  it('edits the page with a live preview, and gives the embed code of allowed websites', async () => {
    const { id, slug } = await newForm({ fields: FIELDS, page: { enabled: true } });
    const page = await open(id, 'share', { theme: 'dark' });
    const preview = previewIn(page);
    await preview.getByRole('button', { name: 'Send' }).waitFor();
    await page.getByLabel('Title (optional)').fill('Write to us');
    await preview.getByRole('heading', { name: 'Write to us' }).waitFor();
    await page.getByLabel('Button (optional)').fill('Go');
    await preview.getByRole('button', { name: 'Go' }).waitFor();
    expect(await page.getByRole('switch', { name: 'Publish the page' }).isDisabled()).toBe(true);
    await page.getByLabel('Text while the form is closed').fill('Back in May.');
    await preview.getByText('Back in May.').waitFor();
    expect(await preview.getByRole('button').count()).toBe(0);
    await page.getByLabel('Websites').fill('https://*.example.org');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByText('Enter the address of a website').waitFor();
    await page.getByLabel('Websites').fill('https://www.example.org/contact/');
    await page.getByRole('button', { name: 'Add' }).click();
    const code = await page.getByRole('region', { name: 'Embed code' }).innerText();
    expect(code).toContain(`<iframe src="${tested.service.baseUrl}/v1/f/${slug}/page" title="Write to us"`);
    expect(code).toContain(`<script src="${tested.service.baseUrl}/v1/embed.js" defer></script>`);
    expect(await opened.accessFaults()).toEqual([]);
    await save(page);
    expect((await formNow(id)).page).toEqual({
      enabled: true,
      title: 'Write to us',
      intro: null,
      submit_label: 'Go',
      closed_text: 'Back in May.',
      index: false,
      frame_origins: ['https://www.example.org'],
    });
    expect(opened.complaints).toEqual([]);
  });

  it('leads to the fields first if the form has none', async () => {
    const { id } = await newForm();
    const page = await open(id, 'share');
    expect(await page.getByRole('switch', { name: 'Publish the page' }).isDisabled()).toBe(true);
    await page.getByRole('link', { name: 'Edit fields' }).click();
    await page.getByRole('button', { name: 'Add field' }).click();
    await page.getByLabel('Label (optional)').fill('Message');
    await previewIn(page).getByLabel('Message').waitFor();
    await page.getByLabel('Help text (optional)').fill('See [our rules](https://www.example.org/rules).');
    await previewIn(page).getByRole('link', { name: 'our rules' }).waitFor();
    await page.getByLabel('Example in the empty field').fill('Two rooms');
    await page.getByText('Several lines').click();
    await previewIn(page).locator('textarea[placeholder="Two rooms"]').waitFor();
    await page.getByLabel('Autofill (optional)').fill('nonsense');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('must be a value of the HTML attribute autocomplete').first().waitFor();
    await page.getByLabel('Autofill (optional)').fill('off');
    await save(page);
    expect((await formNow(id)).fields).toMatchObject([
      {
        label: 'Message',
        help: 'See [our rules](https://www.example.org/rules).',
        placeholder: 'Two rooms',
        multiline: true,
        autocomplete: 'off',
      },
    ]);
    expect(opened.complaints).toEqual([]);
  });
});

describe('e-mails', () => {
  it('explains how to add more recipients than can be asked to confirm at once', async () => {
    const { id } = await newForm();
    const page = await open(id, 'emails');
    const add = page.getByRole('textbox', { name: 'Recipients' });
    for (let number = 1; number <= 11; number += 1) {
      await add.fill(`person${number}@example.org`);
      await page.keyboard.press('Enter');
    }
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Add fewer recipients at a time').waitFor();
    expect((await formNow(id)).notify_emails).toEqual([]);
  });

  it("shows a preview, who gets e-mails, and why others don't", async () => {
    const { id } = await newForm({ notify_emails: ['new@example.org'] });
    const page = await open(id, 'emails');
    await page.getByText('Unconfirmed', { exact: true }).waitFor();
    await page.getByText(/hasn’t confirmed yet/).waitFor();
    await page.getByLabel('Notification subject').fill('Order of {{name}}');
    await page.getByText('Order of Ada Lovelace', { exact: true }).waitFor();
    await page.getByText('Send an autoresponse').click();
    await page.getByLabel('Text', { exact: true }).fill('Hello {{name}}, we write to {{email}}.');
    await previewIn(page).getByText('Hello Ada Lovelace, we write to .').waitFor();
    await save(page);
    expect(await formNow(id)).toMatchObject({
      notify_subject: 'Order of {{name}}',
      autoresponder: { enabled: true, text: 'Hello {{name}}, we write to {{email}}.' },
    });
    await page.getByText(/repeats submitted text/).waitFor();
  });
});

describe('status and deletion', () => {
  it('pauses the form, but deletes it only after you type its name', async () => {
    const { id } = await newForm({ name: 'To be deleted' });
    const page = await open(id, 'general');
    await page.getByRole('button', { name: 'Pause form' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pause form' }).click();
    await page.getByText('The form is paused').waitFor();
    expect((await formNow(id)).status).toBe('paused');
    await page.getByRole('button', { name: 'Delete form' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete “To be deleted”?' });
    expect(await dialog.getByRole('button', { name: 'Delete form' }).isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill('To be deleted');
    await dialog.getByRole('button', { name: 'Delete form' }).click();
    await page.waitForURL('**/console/forms');
    expect((await tested.service.manage('GET', `/v1/forms/${id}`)).status).toBe(404);
    expect(opened.complaints).toEqual([]);
  });
});

describe('a form that is managed in a file', () => {
  const WARNING =
    'Managed in forms.yaml Make your changes there instead. Any changes you make here may be overwritten.';

  it('says where it is managed, and warns before each change', async () => {
    const { id } = await newForm({ managed_by: 'forms.yaml' });
    const page = await open(id, 'general');
    await page.getByRole('note').filter({ hasText: WARNING }).waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Renamed');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Change this form here?' });
    await dialog.getByRole('note').filter({ hasText: WARNING }).waitFor();
    expect(await opened.accessFaults()).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await formNow(id)).name).toBe('Orders');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByRole('button', { name: 'Save anyway' }).click();
    await page.getByText('Changes saved', { exact: true }).waitFor();
    expect(await formNow(id)).toMatchObject({ name: 'Renamed', managed_by: 'forms.yaml' });

    await page.getByRole('button', { name: 'Pause form' }).click();
    const pausing = page.getByRole('dialog', { name: /Pause/ });
    await pausing.getByRole('note').filter({ hasText: WARNING }).waitFor();
    await pausing.getByRole('button', { name: 'Pause form' }).click();
    await page.getByRole('button', { name: 'Go live' }).click();
    await dialog.getByRole('button', { name: 'Go live' }).click();
    await page.getByRole('button', { name: 'Pause form' }).waitFor();
    expect((await formNow(id)).status).toBe('live');
    expect(opened.complaints).toEqual([]);
  });

  it('warns before its page is unpublished', async () => {
    const { id } = await newForm({
      managed_by: 'forms.yaml',
      fields: [{ name: 'email', type: 'email' }],
      page: { enabled: true },
    });
    const page = await open(id, 'share');
    await page.getByText('Publish the page').click();
    const question = page.getByRole('dialog', { name: 'Change this form here?' });
    await question.getByText(WARNING).waitFor();
    expect(await question.getByRole('button', { name: 'Publish the page' }).count()).toBe(0);
    await question.getByRole('button', { name: 'Save anyway' }).click();
    await page.getByText('The page is no longer available').waitFor();
    expect((await formNow(id)).page.enabled).toBe(false);
  });

  it("warns on the page of the form's webhook", async () => {
    const { id } = await newForm({ managed_by: 'forms.yaml' });
    const { body } = await tested.service.manage('POST', `/v1/forms/${id}/webhooks`, {
      url: 'https://crm.example.com/hook',
    });
    opened = await tested.open(`/webhooks/${body.id}?view=settings`);
    await opened.page.getByRole('note').filter({ hasText: WARNING }).waitFor();
    expect(opened.complaints).toEqual([]);
  });
});

describe('a member with read access', () => {
  it('sees the settings but no controls to change them', async () => {
    const { id } = await newForm({
      notify_emails: ['new@example.org'],
      fields: [{ name: 'name', type: 'text' }],
    });
    const { body } = await tested.service.manage('POST', '/v1/api-keys', {
      type: 'management',
      name: 'Reader',
      scopes: ['read'],
    });
    const changes = ['Save', 'Discard', 'Add', 'Add field', 'Delete form', 'Pause form', 'Send test'];
    for (const section of ['setup', 'emails', 'thanks', 'fields', 'spam', 'retention', 'general']) {
      const page = await open(id, section, { key: body.key });
      await page.getByText('You have read-only access to these settings.').waitFor();
      for (const name of changes) {
        expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
      }
      const editable = page.locator(
        'main :is(input:not([readonly], [disabled], [type=radio], [type=checkbox]), textarea:not([readonly]))',
      );
      expect(await editable.filter({ visible: true }).count()).toBe(0);
      await opened.close();
    }
  });
});

describe('accessibility', () => {
  it.each([
    ['light', 1280],
    ['dark', 390],
  ] as const)('has no axe violations and fits the window: %s at %i pixels', async (theme, width) => {
    const { data: forms } = (await tested.service.manage('GET', '/v1/forms')).body;
    for (const section of ['setup', 'emails', 'thanks', 'fields', 'spam', 'files', 'retention', 'general']) {
      const page = await open(forms[0].id, section, { theme, width });
      await page.waitForLoadState('networkidle');
      expect([section, await opened.accessFaults()]).toEqual([section, []]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(opened.complaints).toEqual([]);
      await opened.close();
    }
  });
});
