import {
  startConsole,
  type ConsolePage,
  type ConsoleUnderTest,
} from '../../support/console/console-session.ts';

let tested: ConsoleUnderTest;
let opened: ConsolePage | undefined;
beforeAll(async () => {
  tested = await startConsole({ withDemoData: true });
});
afterEach(() => opened?.close());
afterAll(() => tested.stop());

async function statusWith(key: string, path: string, init: RequestInit = {}): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return (await tested.service.request(path, { ...init, headers })).status;
}

it('creates a key that only reads, which the API then takes for reading and nothing else', async () => {
  opened = await tested.open('/keys');
  const { page } = opened;
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Nightly export');
  expect(await page.getByRole('checkbox', { name: 'Read' }).isChecked()).toBe(true);
  expect(await page.getByRole('checkbox', { name: 'Administer' }).isChecked()).toBe(false);
  expect(await opened.accessFaults()).toEqual([]);
  await page.getByRole('button', { name: 'Create key' }).click();
  const shown = await page.getByRole('region', { name: 'The key' }).innerText();
  await page.getByRole('button', { name: 'Copy key' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(shown);
  expect(await opened.accessFaults()).toEqual([]);

  expect(await statusWith(shown, '/v1/submissions')).toBe(200);
  expect(await statusWith(shown, '/v1/forms', { method: 'POST', body: '{"name":"No"}' })).toBe(403);
  expect(await statusWith(shown, '/v1/api-keys')).toBe(403);

  await page.keyboard.press('Escape');
  await page.getByText('Have you copied the key?').waitFor();
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.content()).not.toContain(shown);
  const row = page.getByRole('row').filter({ hasText: 'Nightly export' });
  expect(await row.innerText()).toMatch(/Read[\s\S]*in 90 days/);

  await row.getByRole('button', { name: 'Revoke Nightly export' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('“Nightly export” is revoked').waitFor();
  expect(await statusWith(shown, '/v1/submissions')).toBe(401);
  await page.getByRole('button', { name: 'Show 1 expired or revoked key' }).click();
  await row
    .getByText(/^revoked/)
    .first()
    .waitFor();
  expect(opened.complaints).toEqual([]);
});

it('creates one by keys alone, and keeps what was typed over a reload', async () => {
  opened = await tested.open('/keys');
  const { page } = opened;
  await page.getByRole('table').waitFor();
  await page.keyboard.press('n');
  await page.getByRole('textbox', { name: 'Name' }).focus();
  await page.keyboard.type('Deployment');
  await page.reload();
  const name = page.getByRole('textbox', { name: 'Name' });
  expect(await name.inputValue()).toBe('Deployment');
  await name.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'The key' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('rowheader').filter({ hasText: 'Deployment' }).waitFor();
});

it('warns before one’s own key goes, and says why the last one that may do everything stays', async () => {
  opened = await tested.open('/keys');
  const { page } = opened;
  await page.getByRole('button', { name: 'Revoke First key' }).click();
  await page.getByText('You are signed in with this key').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('This is the last key that may do everything').waitFor();
  expect(await statusWith(tested.service.outputs.management_key, '/v1/me')).toBe(200);
});

it('says at the name what the service refuses, and keeps what was typed', async () => {
  opened = await tested.open('/keys?new=yes');
  const { page } = opened;
  await page.route('**/v1/api-keys', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 422,
          contentType: 'application/problem+json',
          body: '{"type":"https://x/problems/validation-failed","title":"No","errors":[{"path":"name","message":"Name is taken"}]}',
        })
      : route.continue(),
  );
  await page.getByRole('textbox', { name: 'Name' }).fill('Twice');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('Name is taken').waitFor();
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Twice');
});

it.each([
  ['dark', 1280],
  ['light', 390],
] as const)('has no fault that axe finds, and fits, %s at %i pixels', async (theme, width) => {
  for (const path of ['/keys', '/keys?new=yes']) {
    const found = await tested.open(path, { theme, width, language: 'de' });
    await found.page.locator('tbody').getByText('First key').waitFor();
    expect(await found.accessFaults()).toEqual([]);
    expect(await found.page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(found.complaints).toEqual([]);
    await found.close();
  }
});
