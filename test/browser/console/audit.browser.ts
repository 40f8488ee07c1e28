import type { Page } from 'playwright-core';
import {
  startConsole,
  type ConsolePage,
  type ConsoleUnderTest,
} from '../../support/console/console-session.ts';
import { tabTo } from '../../support/console/keyboard.ts';

let tested: ConsoleUnderTest;
let opened: ConsolePage | undefined;
beforeAll(async () => {
  tested = await startConsole({ withDemoData: true });
});
afterEach(() => opened?.close());
afterAll(() => tested.stop());

const sentences = (page: Page): Promise<string[]> => page.locator('tbody .audit-sentence').allInnerTexts();
const form = async (name: string): Promise<any> =>
  (await tested.service.manage('GET', '/v1/forms')).body.data.find((each: any) => each.name === name);

it('describes actions with the names that resources had at the time, and links to those that still exist', async () => {
  const { body: gone } = await tested.service.manage('POST', '/v1/forms', { name: 'Gone' });
  const { id } = await form('Contact');
  await tested.service.manage('PATCH', `/v1/forms/${id}`, { name: 'Contact us' });
  await tested.service.manage('DELETE', `/v1/forms/${gone.id}`);
  opened = await tested.open('/audit');
  const { page } = opened;
  await page.getByText('Form Gone deleted').waitFor();
  // Links appear shortly after the rows, when the forms are loaded.
  await page.getByRole('link', { name: 'Contact', exact: true }).first().waitFor();
  const [signedIn, deleted, changed, created] = await sentences(page);
  expect([signedIn, deleted, changed, created]).toEqual([
    'Signed in with key First key',
    'Form Gone deleted',
    'Form Contact updated',
    'Form Gone created',
  ]);
  expect(await page.getByRole('link', { name: 'Gone' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Contact', exact: true }).first().click();
  await page.waitForURL(`**/console/forms/${id}/settings`);
  expect(opened.complaints).toEqual([]);
});

it('shows all details of a row: operation, ids, address, and request', async () => {
  const { id } = await form('Job application');
  const response = await tested.service.request(`/v1/forms/${id}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${tested.service.outputs.management_key}`,
      'content-type': 'application/json',
    },
    body: '{"name":"Application"}',
  });
  opened = await tested.open('/audit?action=updateForm');
  const { page } = opened;
  await page.getByRole('button', { name: 'Details: Form updated' }).first().click();
  const text = await page.getByRole('dialog').innerText();
  for (const part of [
    'updateForm',
    id,
    '127.0.0.1',
    response.headers.get('x-request-id') ?? '?',
    'First key',
  ])
    expect(text).toContain(part);
  expect(await opened.accessFaults()).toEqual([]);
});

it('filters rows by actor, action, and day, keeps the filter in the URL, and says when no rows match', async () => {
  opened = await tested.open('/audit');
  const { page } = opened;
  await page.getByRole('table').waitFor();
  await page.getByRole('combobox', { name: 'Actor' }).selectOption('operator');
  await page.waitForURL(/actor=operator/);
  await page.getByRole('rowheader', { name: 'Account created' }).waitFor();
  expect((await sentences(page)).some((text) => text.startsWith('Signed in'))).toBe(false);
  await page.getByRole('combobox', { name: 'Action' }).selectOption('Account created');
  await page.waitForURL(/action=createAccount/);
  await page.getByRole('rowheader', { name: 'Account created' }).waitFor();
  expect(await sentences(page)).toEqual(['Account created']);
  await page.reload();
  await page.getByRole('rowheader', { name: 'Account created' }).waitFor();
  await page.getByLabel('To', { exact: true }).fill('2020-01-31');
  await page.getByRole('heading', { name: 'No entries match your filters' }).waitFor();
  expect(new URL(page.url()).searchParams.get('until')).toBe('2020-01-31');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('table').waitFor();
  expect(new URL(page.url()).search).toBe('');
});

it('can be filtered with the keyboard alone', async () => {
  opened = await tested.open('/audit');
  const { page } = opened;
  await page.getByRole('table').waitFor();
  await tabTo(page, page.getByRole('combobox', { name: 'Action' }));
  await page.keyboard.type('Account cr');
  await page.waitForURL(/action=createAccount/);
  await page.getByRole('rowheader', { name: 'Account created' }).waitFor();
  await tabTo(page, page.getByLabel('To', { exact: true }));
  await page.keyboard.type('11112020');
  await page.getByRole('heading', { name: 'No entries match your filters' }).waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Clear filters' }));
  await page.keyboard.press('Enter');
  await page.getByRole('table').waitFor();
  await tabTo(page, page.getByRole('button', { name: /^Details: / }).first());
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

it('loads older rows and shows the operation name if there is no sentence for it', async () => {
  const row = (index: number) => ({
    id: `aud_${index}`,
    at: '2026-11-21T08:00:00.000Z',
    actor: { type: 'key', id: 'key_1', name: 'CI' },
    action: index === 0 ? 'polishForm' : 'testWebhook',
    target: { type: 'webhook', id: `wh_${index}` },
    outcome: index === 1 ? 'failed' : 'completed',
    request_id: 'req_1',
    ip: '203.0.113.9',
  });
  opened = await tested.open('/inbox');
  const { page } = opened;
  await page.route('**/v1/audit-log?*', (route) => {
    const isOlder = new URL(route.request().url()).searchParams.get('cursor') === 'older';
    const data = isOlder ? [row(99)] : Array.from({ length: 50 }, (_, index) => row(index));
    return route.fulfill({ json: { data, next_cursor: isOlder ? null : 'older' } });
  });
  await page.goto(`${tested.service.baseUrl}/console/audit`);
  await page.getByText('polishForm wh_0').waitFor();
  await page.getByText('Rejected').waitFor();
  await page.getByRole('link', { name: 'Older' }).click();
  await page.getByText('Test sent to webhook wh_99').waitFor();
  expect(new URL(page.url()).searchParams.get('cursor')).toBe('older');
  await page.getByRole('link', { name: 'Newest' }).click();
  await page.getByText('polishForm wh_0').waitFor();
});

it('keeps loading more rows while filtered pages are empty', async () => {
  opened = await tested.open('/inbox');
  const { page } = opened;
  let calls = 0;
  await page.route('**/v1/audit-log?*', (route) => {
    calls += 1;
    return route.fulfill({ json: { data: [], next_cursor: calls < 3 ? `at-${calls}` : null } });
  });
  await page.goto(`${tested.service.baseUrl}/console/audit?action=deleteForm`);
  await page.getByRole('heading', { name: 'No entries match your filters' }).waitFor();
  expect(calls).toBe(3);
});

it.each([
  ['light', 1280, 'de', 'Audit-Protokoll'],
  ['dark', 390, 'ru', 'Журнал действий'],
] as const)(
  'has no axe violations and fits the window: %s at %i pixels in %s',
  async (theme, width, language, title) => {
    opened = await tested.open('/audit', { theme, width, language });
    await opened.page.getByRole('heading', { level: 1, name: title }).waitFor();
    await opened.page.getByRole('table').waitFor();
    expect(await opened.accessFaults()).toEqual([]);
    expect(await opened.page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(opened.complaints).toEqual([]);
  },
);
