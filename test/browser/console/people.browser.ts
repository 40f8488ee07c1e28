import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import {
  openWindow,
  startConsole,
  type ConsolePage,
  type ConsoleUnderTest,
} from '../../support/console/console-session.ts';
import { eventually } from '../../support/browser/eventually.ts';
import { tabTo } from '../../support/console/keyboard.ts';
import { openAsMember } from '../../support/console/member-window.ts';

let tested: ConsoleUnderTest;
const opened: ConsolePage[] = [];
beforeAll(async () => {
  tested = await startConsole({ withDemoData: true, ownService: true });
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});
afterAll(() => tested.stop());

async function openAs(email: string, path: string, options = {}): Promise<ConsolePage> {
  const found = await openAsMember(tested, email, path, options);
  opened.push(found);
  return found;
}
async function open(path: string, options = {}): Promise<ConsolePage> {
  const found = await tested.open(path, options);
  opened.push(found);
  return found;
}

const members = async (): Promise<any[]> =>
  (await tested.service.manage('GET', '/v1/members?limit=100')).body.data;
const member = async (email: string) => (await members()).find((each) => each.email === email);
const form = async (name: string) =>
  (await tested.service.manage('GET', '/v1/forms')).body.data.find((each: any) => each.name === name);
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Returns the e-mail sent to the given address, from the local runner's e-mail folder. */
async function emailTo(address: string): Promise<string> {
  const folder = join(tested.service.folder, 'mail');
  const read = () =>
    Promise.resolve(
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.eml'))
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .find((text) => text.includes(`To: ${address}`)),
    );
  return (await eventually(read, (text) => text !== undefined)) ?? '';
}

it('invites a viewer to one form, who signs in and sees only that form', async () => {
  const owner = await openAs('owner@example.com', '/people');
  const { page } = owner;
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('Bea@example.org');
  await page.getByRole('radio', { name: 'Viewer' }).check({ force: true });
  await page.getByRole('radio', { name: 'Only specific forms' }).check({ force: true });
  expect(await page.getByRole('button', { name: 'Send invitation' }).isDisabled()).toBe(true);
  await page.getByRole('checkbox', { name: 'Contact' }).check({ force: true });
  expect(await owner.accessFaults()).toEqual([]);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await row(page, 'Bea@example.org').getByText('Invited').waitFor();
  expect(await row(page, 'Bea@example.org').innerText()).toContain('Contact');

  const [, link = ''] =
    /(http:\/\/127[^\s"<>]+\/console\/sign-in\?account=3?D?acc_\w+)/.exec(
      (await emailTo('Bea@example.org')).replaceAll('=\r\n', ''),
    ) ?? [];
  const colleague = await openWindow(tested.browser);
  opened.push(colleague);
  await colleague.page.goto(link.replace('=3D', '='));
  await colleague.page.getByLabel('Another address').fill('bea@example.org');
  await colleague.page.getByRole('button', { name: 'Sign in with this address' }).click();
  await colleague.page.getByRole('link', { name: 'Contact' }).waitFor();
  expect(await colleague.page.getByRole('main').innerText()).not.toMatch(/Job application|Workshop/);
  expect(await colleague.page.getByRole('button', { name: 'New form' }).count()).toBe(0);
  const navigation = colleague.page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  expect(await navigation.allInnerTexts()).toEqual(['Inbox', 'Forms', 'Webhooks', 'Usage', 'Account']);
  await page.reload();
  await row(page, 'bea@example.org').getByText('Active').waitFor();
  expect([...owner.complaints, ...colleague.complaints]).toEqual([]);
});

it('invites a viewer with the keyboard alone, keeps the input after a reload, and lets the viewer sign in', async () => {
  const { page } = await open('/people');
  await page.getByRole('table').waitFor();
  await page.keyboard.press('n');
  await page.getByRole('dialog', { name: 'Invite a person' }).waitFor();
  const email = page.getByRole('textbox', { name: 'E-mail address' });
  await tabTo(page, email);
  await page.keyboard.type('carl@example.org');
  await page.reload();
  expect(await email.inputValue()).toBe('carl@example.org');
  await tabTo(page, page.getByRole('radio', { name: 'All forms' }));
  await page.keyboard.press('ArrowDown');
  await tabTo(page, page.getByRole('checkbox', { name: 'Contact' }));
  await page.keyboard.press('Space');
  await tabTo(page, page.getByRole('button', { name: 'Send invitation' }));
  await page.keyboard.press('Enter');
  await row(page, 'carl@example.org').waitFor();
  const { id } = await form('Contact');
  expect(await member('carl@example.org')).toMatchObject({ role: 'viewer', form_ids: [id] });

  const colleague = await openWindow(tested.browser);
  opened.push(colleague);
  await colleague.page.goto(`${tested.service.baseUrl}/console/sign-in`);
  await tabTo(colleague.page, colleague.page.getByLabel('Another address'));
  await colleague.page.keyboard.type('carl@example.org');
  await colleague.page.keyboard.press('Enter');
  await colleague.page.getByRole('link', { name: 'Contact' }).waitFor();
});

it("changes a member's role and forms with the keyboard alone", async () => {
  await tested.service.manage('POST', '/v1/members', { email: 'fay@example.org', role: 'viewer' });
  const { page } = await open('/people');
  await tabTo(page, page.getByRole('button', { name: 'Actions for fay@example.org' }));
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Change role and forms' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await tabTo(page, page.getByRole('radio', { name: 'Viewer' }));
  await page.keyboard.press('ArrowDown');
  await tabTo(page, page.getByRole('radio', { name: 'All forms' }));
  await page.keyboard.press('ArrowDown');
  await tabTo(page, page.getByRole('checkbox', { name: 'Job application' }));
  await page.keyboard.press('Space');
  await tabTo(page, page.getByRole('button', { name: 'Save' }));
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const { id } = await form('Job application');
  expect(await member('fay@example.org')).toMatchObject({ role: 'editor', form_ids: [id] });
  // The focus has returned to the button that opened the dialog.
  expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe(
    'Actions for fay@example.org',
  );
});

it('shows an error next to the address field if the person is already a member', async () => {
  await openAs('editor@example.com', '/forms');
  const { page } = await open('/people?invite=yes');
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('editor@example.com');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await page.getByText('This person is already a member.').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.evaluate('location.search')).toBe('');
});

it("changes a member's role and forms, resends an invitation, and cancels it", async () => {
  await tested.service.manage('POST', '/v1/members', { email: 'dora@example.org', role: 'viewer' });
  const before = await member('dora@example.org');
  const { page } = await open('/people');
  await choose(page, 'dora@example.org', 'Change role and forms');
  await page.getByRole('radio', { name: 'Editor' }).check({ force: true });
  await page.getByRole('radio', { name: 'Only specific forms' }).check({ force: true });
  await page.getByRole('checkbox', { name: 'Job application' }).check({ force: true });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const { id } = await form('Job application');
  expect(await member('dora@example.org')).toMatchObject({ role: 'editor', form_ids: [id] });

  await choose(page, 'dora@example.org', 'Resend invitation');
  await page.getByText('Invitation sent to dora@example.org').waitFor();
  const after = await member('dora@example.org');
  expect(after).toMatchObject({ id: before.id, role: 'editor', form_ids: [id] });
  expect(Date.parse(after.expires_at)).toBeGreaterThan(Date.parse(before.expires_at));

  await choose(page, 'dora@example.org', 'Withdraw invitation');
  await page.getByRole('button', { name: 'Withdraw invitation' }).click();
  await page.getByText('Invitation for dora@example.org withdrawn').waitFor();
  expect(await member('dora@example.org')).toBeUndefined();
});

it("explains why the last owner can't leave or step down, even if another window was faster", async () => {
  const { page } = await openAs('owner@example.com', '/people');
  for (const action of ['Change role and forms', 'Remove']) {
    await choose(page, 'Olivia Owner', action);
    await page.getByText('This is the only owner of the account.').waitFor();
    expect(await page.getByRole('dialog').getByRole('button').allInnerTexts()).toEqual(['']);
    await page.keyboard.press('Escape');
  }
  // Make the list show a second owner who no longer exists.
  const { data } = (await tested.service.manage('GET', '/v1/members')).body;
  const shown = data.map((each: any) =>
    each.email === 'editor@example.com' ? { ...each, status: 'active', role: 'owner' } : each,
  );
  await page.route('**/v1/members?*', (route) => route.fulfill({ json: { data: shown, next_cursor: null } }));
  await page.reload();
  await choose(page, 'Olivia Owner', 'Remove');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('This is the only owner of the account.').waitFor();
  expect((await member('owner@example.com')).role).toBe('owner');
});

it("ends all of a member's sessions and signs out a removed member", async () => {
  const [editor, owner] = [
    await openAs('editor@example.com', '/forms'),
    await openAs('owner@example.com', '/people'),
  ];
  await choose(owner.page, 'Edgar Editor', 'Sign out everywhere');
  await owner.page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await owner.page.getByText('Signed out everywhere').waitFor();
  const again = editor.page.waitForRequest(/\/console\/sign-in\?return_to=/);
  await editor.page.getByRole('link', { name: 'Usage' }).click();
  await again;

  await tested.service.manage('POST', '/v1/members', { email: 'emil@example.org', role: 'viewer' });
  const viewer = await openAs('emil@example.org', '/forms');
  await owner.page.reload();
  await row(owner.page, 'emil@example.org').getByRole('button').click();
  await owner.page.getByRole('menuitem', { name: 'Remove' }).click();
  await owner.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await owner.page.getByText(/was removed/).waitFor();
  const out = viewer.page.waitForRequest(/\/console\/sign-in\?return_to=/);
  await viewer.page.getByRole('link', { name: 'Usage' }).click();
  await out;
});

it.each(['/people', '/keys', '/audit'])(
  "explains %s to members without access, and doesn't call the service",
  async (path) => {
    const viewer = await openAs('viewer@example.com', '/forms');
    const asked: string[] = [];
    viewer.page.on('response', (response) => {
      if (response.status() === 403) asked.push(response.url());
    });
    await viewer.page.goto(`${tested.service.baseUrl}/console${path}`);
    await viewer.page.getByRole('heading', { level: 2, name: /owners/ }).waitFor();
    expect(asked).toEqual([]);
    expect(await viewer.accessFaults()).toEqual([]);
  },
);

it.each([
  ['light', 1280],
  ['dark', 390],
] as const)('has no axe violations and fits the window: %s at %i pixels', async (theme, width) => {
  for (const path of ['/people', '/people?invite=yes']) {
    const found = await open(path, { theme, width, language: 'ru' });
    await found.page.locator('tbody').getByText('viewer@example.com').waitFor();
    expect(await found.accessFaults()).toEqual([]);
    expect(await found.page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(found.complaints).toEqual([]);
  }
});
