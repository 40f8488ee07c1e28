import type { Page } from 'playwright-core';
import { eventually } from '../../support/browser/eventually.ts';
import {
  startConsole,
  type ConsolePage,
  type ConsoleUnderTest,
} from '../../support/console/console-session.ts';
import { tabTo } from '../../support/console/keyboard.ts';
import { openAsMember } from '../../support/console/member-window.ts';

let tested: ConsoleUnderTest;
let opened: ConsolePage | undefined;
beforeAll(async () => {
  tested = await startConsole({ withDemoData: true });
});
afterEach(() => opened?.close());
afterAll(() => tested.stop());

async function open(...args: Parameters<ConsoleUnderTest['open']>): Promise<Page> {
  opened = await tested.open(...args);
  await opened.page.getByRole('grid').waitFor();
  return opened.page;
}

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('rowheader') });
const firstNames = async (page: Page): Promise<string[]> =>
  (await rows(page).getByRole('rowheader').allTextContents()).map((text) => text.replace('Unread: ', ''));
const submissions = async (query: string): Promise<any[]> =>
  (await tested.service.manage('GET', `/v1/submissions?limit=100&${query}`)).body.data;
const unreadIds = async (): Promise<string[]> =>
  (await submissions('status=received&read=false')).map(({ id }) => id);
const isStarred = async (id: string): Promise<boolean> =>
  (await tested.service.manage('GET', `/v1/submissions/${id}`)).body.starred;
async function untilCount(page: Page, count: number): Promise<void> {
  expect(
    await eventually(
      () => rows(page).count(),
      (found) => found === count,
    ),
  ).toBe(count);
}
const formId = async (name: string): Promise<string> =>
  (await tested.service.manage('GET', '/v1/forms')).body.data.find((form: any) => form.name === name).id;

describe.each(['light', 'dark'] as const)('the inbox in the %s theme', (theme) => {
  it.each([1280, 390])('has no axe violations and logs no errors at %i pixels', async (width) => {
    await open('/inbox?tab=all', { theme, width });
    expect(await opened!.accessFaults()).toEqual([]);
    expect(await opened!.page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(opened!.complaints).toEqual([]);
  });
});

it('shows unread submissions, all submissions, and spam at separate URLs', async () => {
  const page = await open('/inbox');
  const unread = await submissions('status=received&read=false');
  expect(await rows(page).count()).toBe(unread.length);
  await page.getByRole('link', { name: 'Spam', exact: true }).click();
  await page.waitForURL(/tab=spam/);
  await untilCount(page, (await submissions('status=spam')).length);
  await page.goBack();
  await untilCount(page, unread.length);
});

it('searches all submissions, highlights the words, and links to matches in spam and other forms', async () => {
  const page = await open('/inbox');
  const seo = (await submissions('status=spam&q=google')).length;
  expect(seo).toBeGreaterThan(0);
  await page.keyboard.press('/');
  await page.keyboard.type('edinburgh');
  await page.waitForURL(/q=edinburgh/);
  await page.getByText('All submissions searched').waitFor();
  expect(await firstNames(page)).toEqual(['Oliver Bennett']);
  const highlighted = () =>
    page.evaluate(`[...CSS.highlights.get('found')].map((range) => range.toString().toLowerCase())`);
  expect(await highlighted()).toEqual(['edinburgh']);
  await page.getByRole('gridcell', { name: /^Delivery to Edinburgh · Hello/ }).waitFor();
  await page.getByRole('searchbox').fill('GOOGLE');
  await page.getByRole('link', { name: `${seo} in Spam` }).click();
  await page.waitForURL(/tab=spam/);
  await untilCount(page, seo);

  opened = await tested.open(`/inbox?form=${await formId('Workshop registration')}&q=edinburgh`);
  const { page: other } = opened;
  await other.getByRole('link', { name: '1 in other forms' }).click();
  await untilCount(other, 1);
  expect(opened.complaints).toEqual([]);
});

it('says that the list covers only the newest forms, instead of saying that there are no submissions', async () => {
  const fewest = 201;
  const pretend = (page: Page) =>
    page.route('**/v1/forms?*', async (route) => {
      const answer = await route.fetch();
      const body: any = await answer.json();
      const forms = Array.from({ length: fewest }, (_, nth) => ({ ...body.data[0], id: `frm_${nth}` }));
      await route.fulfill({ response: answer, json: { ...body, data: forms } });
    });
  const page = await open('/inbox?tab=all', { prepare: pretend });
  await page.getByText('This list covers your 200 newest forms.').waitFor();
  expect(await rows(page).count()).toBe(30);
  await page.route('**/v1/submissions?*', (route) =>
    route.fulfill({ json: { data: [], next_cursor: null } }),
  );
  await page.reload();
  await page.getByText('No submissions match').waitFor();
  await page.getByText('This list covers your 200 newest forms.').waitFor();
});

it('moves between, selects, and stars submissions with single keys, and saves the result', async () => {
  const page = await open('/inbox?tab=all');
  const [first, second] = await submissions('status=received');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('s');
  await page.getByRole('button', { name: 'Remove star' }).first().waitFor();
  expect(await eventually(() => isStarred(second.id), Boolean)).toBe(true);
  await page.keyboard.press('x');
  await page.keyboard.press('k');
  await page.keyboard.press('x');
  await page.getByText('2 selected').waitFor();
  await page.keyboard.press('u');
  expect(await eventually(unreadIds, (ids) => !ids.includes(first.id))).not.toContain(first.id);
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await eventually(unreadIds, (ids) => ids.includes(first.id))).toContain(first.id);
  expect(opened!.complaints).toEqual([]);
});

it('marks a submission as done and reopens it', async () => {
  const page = await open('/inbox?tab=all');
  const [first] = await submissions('status=received');
  const done = async () => (await submissions('handled=true')).map(({ id }: { id: string }) => id);
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  expect(await eventually(done, (ids) => ids.length > 0)).toEqual([first.id]);
  const list = await open('/inbox?tab=done');
  await untilCount(list, 1);
  await list.keyboard.press('j');
  await list.keyboard.press('e');
  expect(await eventually(done, (ids) => ids.length === 0)).toEqual([]);
  expect(opened!.complaints).toEqual([]);
});

it('queues actions while the browser is offline and sends them later, even if the tab was closed', async () => {
  const page = await open('/inbox?tab=all');
  const { context } = opened!;
  const [first, second] = await submissions('status=received');
  await context.setOffline(true);
  await page.getByText('You’re offline.').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('s');
  await page.getByText('1 change is waiting').waitFor();
  await context.setOffline(false);
  await page.getByText('1 change sent').waitFor();
  expect(await isStarred(first.id)).toBe(!first.starred);

  await context.setOffline(true);
  await page.keyboard.press('j');
  await page.keyboard.press('s');
  await page.getByText('1 change is waiting').waitFor();
  await page.close();
  await context.setOffline(false);
  expect(await isStarred(second.id)).toBe(second.starred);
  const again = await context.newPage();
  await again.goto(`${tested.service.baseUrl}/console/account`);
  await again.getByText('1 change sent').waitFor();
  expect(await isStarred(second.id)).toBe(!second.starred);
  expect(opened!.complaints).toEqual([]);
});

it('retries queued actions if the service is too busy when the browser comes back online', async () => {
  const page = await open('/inbox?tab=all', { prepare: ({ clock }) => clock.install() });
  const { context } = opened!;
  const [, , third] = await submissions('status=received');
  const isRefused = { current: true };
  await page.route('**/v1/submissions/bulk', (route) =>
    isRefused.current
      ? route.fulfill({
          status: 429,
          headers: { 'retry-after': '7' },
          contentType: 'application/problem+json',
          body: JSON.stringify({ type: 'https://x/problems/rate-limited', title: 'Rate limited' }),
        })
      : route.fallback(),
  );
  await context.setOffline(true);
  await page.getByText('You’re offline.').waitFor();
  for (const key of ['j', 'j', 'j', 's']) await page.keyboard.press(key);
  await page.getByText('1 change is waiting').waitFor();
  await context.setOffline(false);
  await page.getByText('The service is busy.').waitFor();
  // Changes made in the meantime also wait, so that the service receives all changes in order.
  await page.keyboard.press('e');
  await page.getByText('2 changes are waiting').waitFor();
  isRefused.current = false;
  await page.clock.fastForward(7000);
  await page.getByText('2 changes sent').waitFor();
  await page.getByText('The service is busy.').waitFor({ state: 'detached' });
  const { body } = await tested.service.manage('GET', `/v1/submissions/${third.id}`);
  expect(body).toMatchObject({ starred: !third.starred, handled_at: expect.any(String) });
  expect(opened!.complaints).toEqual([]);
});

it("runs shortcuts on a submission opened from a link, even if the list hasn't loaded or doesn't include it", async () => {
  const { manage } = tested.service;
  const [lead] = await submissions('status=received');
  await manage('PATCH', `/v1/submissions/${lead.id}`, { read: true });
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  opened = await tested.open(`/inbox/${lead.id}`, {
    prepare: (page) =>
      page.route('**/v1/submissions?*', async (route) => {
        await released;
        await route.continue();
      }),
  });
  const { page } = opened;
  // The inbox lists unread submissions, and this submission is already read.
  await page.getByRole('button', { name: 'Mark as unread' }).waitFor();
  await page.keyboard.press('u');
  await page.getByRole('button', { name: 'Mark as read' }).waitFor();
  expect(await eventually(unreadIds, (ids) => ids.includes(lead.id))).toContain(lead.id);
  await page.keyboard.press('u');
  await page.getByRole('button', { name: 'Mark as unread' }).waitFor();
  expect(await eventually(unreadIds, (ids) => !ids.includes(lead.id))).not.toContain(lead.id);
  release();
  await opened.settled();
  await page.keyboard.press('e');
  await page.getByRole('button', { name: 'Reopen' }).waitFor();
  await page.keyboard.press('e');
  await page.getByRole('button', { name: 'Mark as done' }).waitFor();
  expect(opened.complaints).toEqual([]);
});

it('lets a member label, take, finish, and answer a submission by keyboard, and clears the filter of a deleted label', async () => {
  const { manage } = tested.service;
  const label = (await manage('POST', '/v1/labels', { name: 'Sales', color: '#ffffff' })).body;
  await manage('POST', '/v1/members', { email: 'grace@example.org', role: 'editor' });
  opened = await openAsMember(tested, 'grace@example.org', '/inbox?tab=all');
  const { page } = opened;
  await page.getByRole('grid').waitFor();
  const [, second] = await submissions('status=received');
  const now = async () => (await manage('GET', `/v1/submissions/${second.id}`)).body;
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('l');
  // The picker's list has the focus, so Enter chooses the first label.
  await page.locator('[role=menuitemcheckbox]:focus').waitFor();
  expect(await opened.accessFaults()).toEqual([]);
  await page.keyboard.press('Enter');
  expect((await eventually(now, ({ labels }) => labels.length > 0)).labels).toEqual([label]);
  await page.keyboard.press('Escape');
  // The focus returns to the row.
  await page.locator('[role=row]:focus').waitFor();
  await page.keyboard.press('a');
  await page.locator('[role=menuitemradio]:focus').waitFor();
  await page.keyboard.press('Enter');
  expect((await eventually(now, ({ assignee }) => assignee !== null)).assignee).toEqual({
    id: expect.stringMatching(/^mem_/),
    name: 'grace',
  });
  await page.keyboard.press('e');
  expect((await eventually(now, ({ handled_at }) => handled_at !== null)).handled_at).not.toBeNull();
  await page.keyboard.press('o');
  await page.getByRole('button', { name: 'Reopen' }).waitFor();
  await page.keyboard.press('r');
  const reply = page.getByRole('dialog', { name: 'Reply' });
  await reply.locator('input:focus').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.type('Yes, gladly.');
  await tabTo(page, reply.getByRole('button', { name: 'Send reply' }));
  await page.keyboard.press('Enter');
  await reply.waitFor({ state: 'detached' });
  await page.getByRole('listitem').filter({ hasText: 'Reply from grace' }).waitFor();

  await opened.goTo(`/inbox?tab=all&label=${label.id}`);
  await untilCount(page, 1);
  await page.getByRole('row').getByText('Sales').waitFor();
  await manage('DELETE', `/v1/labels/${label.id}`);
  await page.reload();
  await page.waitForURL((url) => !url.searchParams.has('label'));
  // Without the filter, the first page is full.
  await untilCount(page, 30);
  expect(opened.complaints).toEqual([]);
});

it('applies a shortcut to the focused row right after a dialog or the command palette closes', async () => {
  // The focus only returns in the next frame, which is too late for this test.
  const page = await open('/inbox?tab=all', {
    prepare: (window) =>
      window.addInitScript(`
        const soon = requestAnimationFrame;
        requestAnimationFrame = (run) => soon(() => setTimeout(run, 2000, performance.now()));
      `),
  });
  const [, second] = await submissions('status=received');
  expect(await isStarred(second.id)).toBe(false);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('l');
  await page.getByRole('dialog', { name: 'Labels' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('s');
  expect(await eventually(() => isStarred(second.id), Boolean)).toBe(true);

  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('Star or unstar');
  await page.keyboard.press('Enter');
  expect(
    await eventually(
      () => isStarred(second.id),
      (starred) => !starred,
    ),
  ).toBe(false);
  expect(opened!.complaints).toEqual([]);
});

it('lets you undo a deletion for ten seconds, but completes it when the tab is closed', async () => {
  const page = await open('/inbox?tab=spam');
  const count = await rows(page).count();
  await page.keyboard.press('j');
  await page.keyboard.press('#');
  await page.getByText('1 submission deleted').waitFor();
  expect(await rows(page).count()).toBe(count - 1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await untilCount(page, count);

  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('#');
  await page.getByText('1 submission deleted').waitFor();
  await page.close({ runBeforeUnload: true });
  const remaining = async () => (await submissions('status=spam')).map(({ id }) => id);
  expect(await eventually(remaining, (ids) => ids.length === count - 1)).toHaveLength(count - 1);
});

it("announces new submissions, and doesn't shift rows until you ask for them", async () => {
  const form = await formId('Contact');
  const page = await open(`/inbox?form=${form}&tab=all`);
  const before = await firstNames(page);
  const { slug } = (await tested.service.manage('GET', `/v1/forms/${form}`)).body;
  await tested.service.request(`/v1/f/${slug}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ada Lovelace', email: 'ada@example.com', message: 'Hello' }),
  });
  await page.getByRole('button', { name: '1 new submission' }).waitFor();
  expect(await firstNames(page)).toEqual(before);
  await page.getByRole('button', { name: '1 new submission' }).click();
  await page.getByRole('rowheader', { name: 'Ada Lovelace' }).waitFor();
});

it('reverts a change that the service refuses and shows the request id', async () => {
  const page = await open('/inbox?tab=all');
  await page.route('**/v1/submissions/bulk', (route) =>
    route.fulfill({
      status: 500,
      headers: { 'x-request-id': 'req_1' },
      contentType: 'application/problem+json',
      body: JSON.stringify({
        type: 'https://x/problems/internal-error',
        title: 'Internal error',
        detail: 'No.',
      }),
    }),
  );
  const stars = page.getByRole('button', { name: 'Remove star' });
  const before = await stars.count();
  await page.getByRole('button', { name: 'Add star' }).first().click();
  await page.getByText('Request req_1').waitFor();
  expect(await stars.count()).toBe(before);
});
