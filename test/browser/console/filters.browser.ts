/**
 * Tests the filter editor for new webhooks, existing webhooks and recipients, using the mouse and the
 * keyboard.
 */
import {
  startConsole,
  type ConsolePage,
  type ConsoleUnderTest,
} from '../../support/console/console-session.ts';
import { tabTo } from '../../support/console/keyboard.ts';
import { startReceiver, type Receiver } from '../../support/receivers/webhook-receiver.ts';

let tested: ConsoleUnderTest;
let opened: ConsolePage | undefined;
let receiver: Receiver;

/** Timeout in milliseconds. Starting the service takes a long time on a busy machine. */
const PATIENCE = 180_000;

beforeAll(async () => {
  tested = await startConsole({ withDemoData: false, env: { SVC_TIME_SCALE: '1000' } });
}, PATIENCE);
afterAll(() => tested.stop());
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await opened?.close();
  await receiver.stop();
});

/** Creates a form with three submissions about sales and two about the press. */
async function formWithTopics(more: object = {}): Promise<{ id: string; slug: string }> {
  const { manage, request } = tested.service;
  const { body: form } = await manage('POST', '/v1/forms', { name: 'Topics', ...more });
  for (const topic of ['sales', 'press', 'Sales', 'press', 'sales']) {
    const response = await request(`/v1/f/${form.slug}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ name: 'Ada', topic }),
    });
    expect(response.status).toBe(201);
  }
  return form;
}

it('builds a filter for a new webhook with the mouse and shows which submissions match', async () => {
  const form = await formWithTopics();
  opened = await tested.open(`/webhooks?form=${form.id}`);
  const { page } = opened;
  await page.getByRole('button', { name: 'New webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'New webhook' });
  await dialog.getByRole('textbox', { name: 'URL' }).fill(receiver.url);
  const editor = dialog.getByRole('group', { name: 'Filter', exact: true });
  await editor.getByText('Every submission is sent.').waitFor();
  await editor.getByRole('button', { name: 'Add condition' }).click();
  const row = editor.getByRole('group', { name: 'Condition 1' });
  await editor.getByText('Complete the conditions to see which submissions match.').waitFor();
  expect(await dialog.getByRole('button', { name: 'Create webhook' }).isDisabled()).toBe(true);
  await row.getByRole('combobox', { name: 'Field' }).selectOption('topic');
  await row.getByRole('textbox', { name: 'Value' }).fill('sales');
  await editor.getByText('3 of the last 5 submissions match').waitFor();
  const latest = editor.getByRole('region', { name: 'Latest submissions' }).getByRole('listitem');
  expect((await latest.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual([
    'Sent',
    'Not sent',
    'Sent',
    'Not sent',
    'Sent',
  ]);
  await row.getByRole('combobox', { name: 'Comparison' }).selectOption('not_equals');
  await editor.getByText('2 of the last 5 submissions match').waitFor();
  expect(await opened.accessFaults()).toEqual([]);
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await page.getByRole('button', { name: 'I’ve saved it' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  const { body } = await tested.service.manage('GET', `/v1/forms/${form.id}/webhooks`);
  expect(body.data[0].filter).toEqual({ all: [{ field: 'topic', op: 'not_equals', value: 'sales' }] });
  await page.getByRole('link', { name: 'Webhooks' }).first().click();
  await page.getByText('topic is not “sales”').waitFor();
  expect(opened.complaints).toEqual([]);
});

it("edits and removes a webhook's filter with the keyboard, and shows errors at the condition", async () => {
  const form = await formWithTopics();
  const { manage } = tested.service;
  const filter = { all: [{ field: 'topic', op: 'equals', value: 'press' }] };
  const { body: webhook } = await manage('POST', `/v1/forms/${form.id}/webhooks`, {
    url: receiver.url,
    filter,
  });
  opened = await tested.open(`/webhooks/${webhook.id}?view=settings`);
  const { page } = opened;
  const editor = page.getByRole('group', { name: 'Filter', exact: true });
  await editor.getByText('2 of the last 5 submissions match').waitFor();
  const add = editor.getByRole('button', { name: 'Add condition' });
  await tabTo(page, add);
  await page.keyboard.press('Enter');
  const second = editor.getByRole('group', { name: 'Condition 2' });
  await second.getByRole('combobox', { name: 'Field' }).selectOption('$files');
  await second.getByRole('combobox', { name: 'Comparison' }).selectOption('greater_than');
  const value = second.getByRole('textbox', { name: 'Value' });
  await tabTo(page, value);
  await page.keyboard.type('many');
  await second.getByText('must be a number or a date').waitFor();
  await value.fill('0');
  await editor.getByText('0 of the last 5 submissions match').waitFor();
  await editor.getByRole('radio', { name: 'Any condition' }).press('Space');
  await editor.getByText('2 of the last 5 submissions match').waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Save filter' }));
  await page.keyboard.press('Enter');
  await page.getByText('Filter saved').waitFor();
  const saved = async () => (await manage('GET', `/v1/webhooks/${webhook.id}`)).body.filter;
  expect(await saved()).toEqual({
    any: [filter.all[0], { field: '$files', op: 'greater_than', value: 0 }],
  });
  await tabTo(page, editor.getByRole('button', { name: 'Remove filter' }));
  await page.keyboard.press('Enter');
  await editor.getByText('Every submission is sent.').waitFor();
  await page.getByRole('button', { name: 'Save filter' }).press('Enter');
  await page.getByRole('button', { name: 'Save filter' }).waitFor({ state: 'detached' });
  expect(await saved()).toBeNull();
  expect(opened.complaints).toEqual([]);
});

it("edits a recipient's filter, and keeps the other recipients", async () => {
  const form = await formWithTopics({ notify_emails: ['ada@example.org', 'grace@example.org'] });
  opened = await tested.open(`/forms/${form.id}/settings/emails`);
  const { page } = opened;
  await page.getByRole('button', { name: 'Filter for grace@example.org' }).click();
  const dialog = page.getByRole('dialog', { name: 'Filter for grace@example.org' });
  await dialog.getByRole('button', { name: 'Add condition' }).click();
  await dialog.getByRole('combobox', { name: 'Field' }).selectOption({ label: 'Other field…' });
  await dialog.getByRole('textbox', { name: 'Field name' }).fill('topic');
  await dialog.getByRole('textbox', { name: 'Value' }).fill('press');
  await dialog.getByText('2 of the last 5 submissions match').waitFor();
  expect(await opened.accessFaults()).toEqual([]);
  await dialog.getByRole('button', { name: 'Save filter' }).click();
  await page.getByText('topic is “press”').waitFor();
  const { body } = await tested.service.manage('GET', `/v1/forms/${form.id}`);
  expect(body.notify_emails.map(({ address, filter }: any) => [address, filter])).toEqual([
    ['ada@example.org', null],
    ['grace@example.org', { all: [{ field: 'topic', op: 'equals', value: 'press' }] }],
  ]);
  expect(opened.complaints).toEqual([]);
});

it('shows the public key after you turn on asymmetric signatures', async () => {
  const form = await formWithTopics();
  const { manage } = tested.service;
  const { body: webhook } = await manage('POST', `/v1/forms/${form.id}/webhooks`, { url: receiver.url });
  opened = await tested.open(`/webhooks/${webhook.id}?view=settings`);
  const { page } = opened;
  await page.getByRole('switch', { name: 'Also sign with a public key' }).press('Space');
  const key = await page.getByText(/^whpk_/).innerText();
  expect((await manage('GET', `/v1/webhooks/${webhook.id}`)).body.public_key).toBe(key);
  await page.getByRole('button', { name: 'Copy public key' }).waitFor();
  expect(await opened.accessFaults()).toEqual([]);
  expect(opened.complaints).toEqual([]);
});

describe('accessibility', () => {
  it.each([
    ['light', 1440, 'en'],
    ['dark', 768, 'de'],
    ['light', 360, 'ru'],
    ['dark', 360, 'de'],
  ] as const)(
    'has no axe violations and fits the window: %s at %i pixels in %s',
    async (theme, width, language) => {
      const form = await formWithTopics();
      const any = [
        { field: 'topic', op: 'in', value: ['sales', 'press'] },
        { field: '$spam_score', op: 'less_than', value: 40 },
        { field: 'name', op: 'exists' },
      ];
      const { body: webhook } = await tested.service.manage('POST', `/v1/forms/${form.id}/webhooks`, {
        url: receiver.url,
        signing: 'hmac+ed25519',
        filter: { any },
      });
      opened = await tested.open(`/webhooks/${webhook.id}?view=settings`, { theme, width, language });
      const { page } = opened;
      await page.locator('.filter-verdicts li').nth(4).waitFor();
      expect(await opened.accessFaults()).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(opened.complaints).toEqual([]);
      const pictures = process.env['FILTER_PICTURES'];
      if (pictures !== undefined) {
        await page.locator('.filter-editor').scrollIntoViewIfNeeded();
        await page.screenshot({ path: `${pictures}/${theme}-${width}-${language}.png` });
      }
    },
  );
});
