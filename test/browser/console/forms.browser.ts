import {
  startConsole,
  type ConsolePage,
  type ConsoleUnderTest,
} from '../../support/console/console-session.ts';
import { tabTo } from '../../support/console/keyboard.ts';

const THREE_WEEKS = 21 * 24 * 60 * 60 * 1000;

let opened: ConsolePage | undefined;
afterEach(() => opened?.close());

describe('with the demo data', () => {
  let tested: ConsoleUnderTest;
  beforeAll(async () => {
    tested = await startConsole({ withDemoData: true });
  });
  afterAll(() => tested.stop());

  it.each([
    ['light', 1280],
    ['light', 390],
    ['dark', 1280],
    ['dark', 390],
  ] as const)('lists the forms without axe violations: %s at %i pixels', async (theme, width) => {
    opened = await tested.open('/forms', { theme, width });
    await opened.page.getByText('Webhook failing').waitFor();
    expect(await opened.accessFaults()).toEqual([]);
    expect(await opened.page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(opened.complaints).toEqual([]);
  });

  it("uses the browser's language, or the chosen one, even after a reload", async () => {
    opened = await tested.open('/forms', { language: 'de' });
    const { page } = opened;
    await page.getByRole('heading', { level: 1, name: 'Formulare' }).waitFor();
    await page.getByRole('button', { name: /^Benutzermenü/ }).click();
    await page.getByRole('menuitemradio', { name: 'Русский' }).click();
    await page.getByRole('heading', { level: 1, name: 'Формы' }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('ru');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Формы' }).waitFor();
  });

  it('applies the chosen theme before the first paint', async () => {
    opened = await tested.open('/forms');
    const { page } = opened;
    await page.getByRole('button', { name: /^User menu/ }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await page.reload({ waitUntil: 'commit' });
    await page.locator('#app').waitFor({ state: 'attached' });
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
  });

  it('opens every screen with the keyboard and finds forms and submissions in the command palette', async () => {
    opened = await tested.open('/forms');
    const { page } = opened;
    await page.getByRole('heading', { level: 1, name: 'Forms' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('workshop');
    await page
      .getByRole('dialog')
      .getByRole('option', { name: /Workshop registration/ })
      .waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/form=frm_/);
    await page.keyboard.press('ControlOrMeta+k');
    // The search also finds a lead read weeks ago.
    const { data } = (await tested.service.manage('GET', '/v1/submissions?q=canoes')).body;
    expect(data[0].read_at).not.toBeNull();
    expect(Date.parse(data[0].received_at)).toBeLessThan(Date.now() - THREE_WEEKS);
    await page.keyboard.type('canoes');
    await page.getByRole('option', { name: /^Noah Evans/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/inbox\/sub_/);
    await page.getByRole('heading', { name: 'Noah Evans' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(opened.complaints).toEqual([]);
  });

  it('shows problems for hundreds of forms but loads only the trends that are visible', async () => {
    const { data: forms } = (await tested.service.manage('GET', '/v1/forms')).body;
    const contact = forms.find(({ name }: { name: string }) => name === 'Contact');
    const many = Array.from({ length: 300 }, (_, index) => ({
      ...contact,
      id: `frm_many${index}`,
      name: `Form ${index}`,
    }));
    const asked = new Set<string>();
    opened = await tested.open('/forms', {
      prepare: async (window) => {
        await window.route(/\/v1\/forms(\?|$)/, (route) =>
          route.fulfill({ json: { data: many, next_cursor: null } }),
        );
        // The last form has the failing webhook.
        await window.route(/\/v1\/webhooks\?/, async (route) => {
          const response = await route.fetch();
          const body = (await response.text()).replaceAll(contact.id, 'frm_many299');
          await route.fulfill({ response, body });
        });
        await window.route(/frm_many\d+/, (route) => {
          const address = route.request().url();
          asked.add(/frm_many\d+/.exec(address)![0]);
          return route.continue({ url: address.replace(/frm_many\d+/, contact.id) });
        });
      },
    });
    const { page } = opened;
    const row = (index: number) => page.getByRole('row').filter({ hasText: `Form ${index}` });
    await row(0).locator('.sparkline').waitFor();
    await opened.settled();
    expect(asked.size).toBeLessThan(60);
    expect(asked).not.toContain('frm_many299');
    await page.getByLabel('Find a form').fill('Form 299');
    await row(299).getByText('Webhook failing').waitFor();
    await row(299).locator('.sparkline').waitFor();
    expect(asked.size).toBeLessThan(120);
    expect(opened.complaints).toEqual([]);
  });

  it('shows an error with its request id and a retry button', async () => {
    const broken = {
      status: 500,
      headers: { 'x-request-id': 'req_broken' },
      contentType: 'application/problem+json',
      body: '{"type":"https://x/problems/internal-error","title":"Internal error","detail":"No."}',
    };
    // Opens a new console, because an existing console would reuse data loaded for another screen.
    opened = await tested.open('/forms', {
      prepare: (prepared) => prepared.route('**/v1/forms?*', (route) => route.fulfill(broken)),
    });
    const { page } = opened;
    await page.getByText('Request req_broken').waitFor({ timeout: 20_000 });
    await page.unroute('**/v1/forms?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'Contact' }).waitFor();
  });

  it('asks you to sign in when your session has ended, then returns to the same view', async () => {
    opened = await tested.open('/inbox?tab=all');
    const { page } = opened;
    await page.getByRole('grid').waitFor();
    await page.context().clearCookies();
    const request = page.waitForRequest(/\/console\/sign-in\?return_to=/);
    await page.getByRole('link', { name: 'Forms' }).click();
    const { searchParams } = new URL((await request).url());
    expect(searchParams.get('return_to')).toBe('/console/forms');
  });
});

describe('in a new account', () => {
  let tested: ConsoleUnderTest;
  beforeAll(async () => {
    tested = await startConsole({ withDemoData: false });
  });
  afterAll(() => tested.stop());

  it.each(['mouse', 'keyboard'])(
    "opens a new form's setup with the %s, and updates automatically when the first submission arrives",
    async (by) => {
      const { data: forms } = (await tested.service.manage('GET', '/v1/forms')).body;
      for (const { id } of forms) await tested.service.manage('DELETE', `/v1/forms/${String(id)}`);
      opened = await tested.open('/forms');
      const { page } = opened;
      const name = page.getByRole('textbox', { name: 'Form name' });
      await name.waitFor();
      if (by === 'mouse') {
        await name.click();
        await page.keyboard.type('Contact us');
        await page.getByRole('button', { name: 'Create form' }).click();
      } else {
        await tabTo(page, name);
        await page.keyboard.type('Contact us');
        await page.keyboard.press('Enter');
      }
      await page.getByText('Waiting for the first submission').waitFor();
      const copy = page.getByRole('button', { name: 'Copy' }).last();
      if (by === 'mouse') await copy.click();
      else {
        await tabTo(page, copy);
        await page.keyboard.press('Enter');
      }
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      const code = await page.evaluate<string>('navigator.clipboard.readText()');
      const [, address = ''] = /action="([^"]+)"/.exec(code) ?? [];
      expect(await opened.accessFaults()).toEqual([]);

      await tested.service.request(new URL(address).pathname, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'name=Ada&message=Hello',
      });
      await page.getByText('Your first submission has arrived').waitFor();
      const open = page.getByRole('link', { name: 'Open submission' });
      if (by === 'mouse') await open.click();
      else {
        await tabTo(page, open);
        await page.keyboard.press('Enter');
      }
      await page
        .getByRole('region', { name: 'Submission', exact: true })
        .getByText('Hello')
        .first()
        .waitFor();
      expect(opened.complaints).toEqual([]);
    },
  );

  it('shows a code snippet in an inbox without submissions, instead of saying that everything is read', async () => {
    const { body: form } = await tested.service.manage('POST', '/v1/forms', { name: 'Quiet' });
    opened = await tested.open(`/inbox?form=${String(form.id)}`);
    const { page } = opened;
    await page.getByText('Waiting for the first submission').waitFor();
    await page.getByRole('button', { name: 'React' }).click();
    await page
      .getByRole('region', { name: 'React' })
      .getByText(`/v1/f/${String(form.slug)}`)
      .waitFor();
    await page.getByRole('button', { name: 'Send test' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send test' });
    await dialog.getByLabel('E-mail').fill('eva@example.org');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.getByText('Your test submission has arrived.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByText('Your first submission has arrived').waitFor();
    expect(await opened.accessFaults()).toEqual([]);

    // Once all submissions have been read, the inbox says so.
    const { body } = await tested.service.manage('GET', `/v1/forms/${String(form.id)}/submissions`);
    await tested.service.manage('PATCH', `/v1/submissions/${String(body.data[0].id)}`, { read: true });
    await page.reload();
    await page.getByText('You’re all caught up').waitFor();
    expect(opened.complaints).toEqual([]);
  });
});
