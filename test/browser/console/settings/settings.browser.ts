/** Tests a form's settings: snippets, test submissions, editing and saving, conflicts, and what viewers see. */
import { tabTo } from '../../../support/console/keyboard.ts';
import { tested, opened, newForm, formNow, open, openScreen, previewIn, save } from './settings-fixture.ts';

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
    await openScreen(`/webhooks/${body.id}?view=settings`);
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
