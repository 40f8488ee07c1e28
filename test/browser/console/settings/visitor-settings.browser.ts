/**
 * Tests the settings that determine what visitors see and may send: fields, spam protection and the hosted page.
 */
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { BrowserContext } from 'playwright-core';
import decodeQR from 'qr/decode.js';
import { tabTo } from '../../../support/console/keyboard.ts';
import { tested, opened, newForm, formNow, open, openScreen, previewIn, save } from './settings-fixture.ts';

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
    const { page } = await openScreen(`/forms/${id}/settings/fields`, { language: 'de' });
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

/** Draws an SVG image on a page of its own, and returns what its QR code says. */
async function scanned(context: BrowserContext, file: Readable): Promise<string> {
  const page = await context.newPage();
  const size = 246;
  const svg = JSON.stringify(`data:image/svg+xml;base64,${(await buffer(file)).toString('base64')}`);
  const pixels = await page.evaluate<number[]>(`(async () => {
    const image = Object.assign(new Image(${size}, ${size}), { src: ${svg} });
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: ${size}, height: ${size} });
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0, ${size}, ${size});
    return [...context.getImageData(0, 0, ${size}, ${size}).data];
  })()`);
  await page.close();
  return decodeQR({ width: size, height: size, data: Uint8ClampedArray.from(pixels) });
}

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
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download SVG' }).click();
    expect((await download).suggestedFilename()).toBe(`${slug}.svg`);
    expect(await scanned(page.context(), await (await download).createReadStream())).toBe(address);
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
    await page.getByLabel('Message while the form is closed').fill('Back in May.');
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
    await page.getByLabel('Placeholder').fill('Two rooms');
    await page.getByText('Multiple lines').click();
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
