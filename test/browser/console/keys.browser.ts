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
  const headers = {
    authorization: `Bearer ${key}`,
    ...(init.body !== undefined && { 'content-type': 'application/json' }),
  };
  return (await tested.service.request(path, { ...init, headers })).status;
}

it('creates a key that can only read', async () => {
  opened = await tested.open('/keys');
  const { page } = opened;
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Nightly export');
  expect(await page.getByRole('checkbox', { name: 'Read' }).isChecked()).toBe(true);
  expect(await page.getByRole('checkbox', { name: 'Admin' }).isChecked()).toBe(false);
  expect(await opened.accessFaults()).toEqual([]);
  await page.getByRole('button', { name: 'Create key' }).click();
  const shown = await page.getByRole('region', { name: 'Your new key' }).innerText();
  await page.getByRole('button', { name: 'Copy key' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(shown);
  expect(await opened.accessFaults()).toEqual([]);

  expect(await statusWith(shown, '/v1/submissions')).toBe(200);
  expect(await statusWith(shown, '/v1/forms', { method: 'POST', body: '{"name":"No"}' })).toBe(403);
  expect(await statusWith(shown, '/v1/api-keys')).toBe(403);

  await page.keyboard.press('Escape');
  await page.getByText('Make sure you’ve copied the key.').waitFor();
  await page.getByRole('button', { name: 'I’ve saved it' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.content()).not.toContain(shown);
  const row = page.getByRole('row').filter({ hasText: 'Nightly export' });
  expect(await row.innerText()).toMatch(/Read[\s\S]*in 90 days/);

  await row.getByRole('button', { name: 'Revoke Nightly export' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('“Nightly export” was revoked').waitFor();
  expect(await statusWith(shown, '/v1/submissions')).toBe(401);
  await page.getByRole('button', { name: 'Show 1 expired or revoked key' }).click();
  await row
    .getByRole('cell')
    .getByText(/^revoked/)
    .waitFor();
  expect(opened.complaints).toEqual([]);
});

it('creates a key with the keyboard alone and keeps the input after a reload', async () => {
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
  await page.getByRole('region', { name: 'Your new key' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('rowheader').filter({ hasText: 'Deployment' }).waitFor();
});

it('rolls a key with the keyboard and keeps the old key valid for a day', async () => {
  const { body: old } = await tested.service.manage('POST', '/v1/api-keys', {
    type: 'management',
    name: 'Nightly backup',
    scopes: ['read'],
  });
  opened = await tested.open('/keys');
  const { page } = opened;
  const roll = page.getByRole('button', { name: 'Roll Nightly backup' });
  await roll.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByRole('combobox', { name: 'Grace period for the old key' }).inputValue()).toBe(
    '86400',
  );
  expect(await opened.accessFaults()).toEqual([]);
  await dialog.getByRole('button', { name: 'Roll' }).press('Enter');
  const shown = await page.getByRole('region', { name: 'Your new key' }).innerText();
  await dialog.getByText(/^The old key works until /).waitFor();
  expect(await opened.accessFaults()).toEqual([]);
  await dialog.getByRole('button', { name: 'I’ve saved it' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect(await statusWith(shown, '/v1/submissions')).toBe(200);
  expect(await statusWith(shown, '/v1/api-keys')).toBe(403);
  expect(await statusWith(old.key as string, '/v1/submissions')).toBe(200);
  const rows = page.getByRole('row').filter({ hasText: 'Nightly backup' });
  await rows.filter({ hasText: 'Replaced' }).getByText('in 24 hr.').last().waitFor();
  // A rolled key can still be revoked, but not rolled again.
  expect(await rows.getByRole('button', { name: 'Roll' }).count()).toBe(1);
  expect(await rows.getByRole('button', { name: 'Revoke' }).count()).toBe(2);
  expect(opened.complaints).toEqual([]);
});

it("warns before you revoke your own key, and explains why the last admin key can't be revoked", async () => {
  opened = await tested.open('/keys');
  const { page } = opened;
  await page.getByRole('button', { name: 'Revoke First key' }).click();
  await page.getByText('You’re signed in with this key').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('This is your last full-access key').waitFor();
  expect(await statusWith(tested.service.outputs.management_key, '/v1/me')).toBe(200);
});

it('shows an error next to the name field and keeps the input', async () => {
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
] as const)('has no axe violations and fits the window: %s at %i pixels', async (theme, width) => {
  for (const path of ['/keys', '/keys?new=yes']) {
    const found = await tested.open(path, { theme, width, language: 'de' });
    await found.page.getByTitle('First key').waitFor();
    expect(await found.accessFaults()).toEqual([]);
    expect(await found.page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(found.complaints).toEqual([]);
    await found.close();
  }
});
