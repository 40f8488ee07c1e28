import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { untilMails } from '../../support/receivers/mail-folder.ts';
import { eventually } from '../../support/browser/eventually.ts';
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

async function open(...args: Parameters<ConsoleUnderTest['open']>): Promise<Page> {
  opened = await tested.open(...args);
  return opened.page;
}
const detail = (page: Page) => page.getByRole('region', { name: 'Submission', exact: true });
const submissions = async (query: string): Promise<any[]> =>
  (await tested.service.manage('GET', `/v1/submissions?limit=100&${query}`)).body.data;
const submission = async (id: string): Promise<any> =>
  (await tested.service.manage('GET', `/v1/submissions/${id}`)).body;
const ofSender = async (name: string): Promise<any> =>
  (await submissions('status=received')).find(({ payload }) => payload.name === name);
const formOf = async (name: string): Promise<any> =>
  (await tested.service.manage('GET', '/v1/forms')).body.data.find((form: any) => form.name === name);

/** Records the URLs of links that open other programs, such as `mailto:` links. */
async function recordMailLinks(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    (globalThis as any).heard = heard;
    (globalThis as any).document.addEventListener('click', (event: any) => {
      const href = event.target.closest?.('a')?.getAttribute('href') ?? '';
      if (href.startsWith('mailto:')) {
        heard.push(href);
        event.preventDefault();
      }
    });
  });
  return () => page.evaluate(() => (globalThis as any).heard as string[]);
}

/** Presses a key until an element that matches the selector has the focus. */
async function pressUntil(page: Page, key: string, selector: string): Promise<void> {
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press(key);
    if (await page.evaluate(`document.activeElement.matches('${selector}')`)) return;
  }
  throw new Error(`Pressing ${key} doesn't focus ${selector}`);
}

const ANSWER =
  /^mailto:oliver\.bennett@example\.com\?subject=Re%3A%20Contact&body=%0D%0A%0D%0A%3E%20Hello%2C%20do%20you%20deliver/;

describe('finding and answering a lost lead', () => {
  it('works with the mouse', async () => {
    const page = await open('/inbox?tab=all');
    await page.getByRole('searchbox', { name: 'Search submissions' }).fill('edinburgh');
    await page.getByText('All submissions searched').waitFor();
    await page.getByRole('row', { name: /Oliver Bennett/ }).click();
    await detail(page).getByRole('heading', { name: 'Oliver Bennett' }).waitFor();
    const mail = await recordMailLinks(page);
    await detail(page).getByRole('link', { name: 'Reply' }).click();
    expect(await mail()).toEqual([expect.stringMatching(ANSWER)]);
    expect(opened!.complaints).toEqual([]);
  });

  it('works with the keyboard alone and marks the submission as read', async () => {
    const { id } = await ofSender('Oliver Bennett');
    await tested.service.manage('PATCH', `/v1/submissions/${id}`, { read: false });
    const page = await open('/inbox?tab=all');
    await page.getByRole('grid').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('edinburgh');
    await page.getByText('All submissions searched').waitFor();
    await pressUntil(page, 'Tab', '[role=grid], [role=grid] *');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await detail(page).getByRole('heading', { name: 'Oliver Bennett' }).waitFor();
    const mail = await recordMailLinks(page);
    await page.keyboard.press('r');
    await page.getByRole('dialog').getByRole('link', { name: 'Reply in my e-mail app' }).press('Enter');
    expect(await mail()).toEqual([expect.stringMatching(ANSWER)]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(
      (
        await eventually(
          () => submission(id),
          ({ read_at }) => read_at !== null,
        )
      ).read_at,
    ).not.toBeNull();
    await page.keyboard.press('Escape');
    await detail(page).waitFor({ state: 'detached' });
  });
});

it('sends a reply from a template in the console and shows it with its status', async () => {
  const page = await open('/account');
  await page.getByRole('button', { name: 'New template' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Delivery');
  await page.getByLabel('Message').fill('Hello {{name}},\nyes, we do.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Edit Delivery' }).waitFor();
  const { id } = await ofSender('Oliver Bennett');
  await page.goto(
    new URL(`${new URL(page.url()).pathname.replace('/account', '')}/inbox/${id}?tab=all`, page.url()).href,
  );
  await detail(page).getByRole('button', { name: 'Reply', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Reply' });
  await dialog.getByLabel('Template').selectOption('Delivery');
  const text = await dialog.getByLabel('Message').inputValue();
  expect(text).toMatch(/^Hello Oliver Bennett,\nyes, we do\.\n\n> Hello, do you deliver/);
  expect(await dialog.getByLabel('Subject').getAttribute('placeholder')).toBe('Re: Delivery to Edinburgh');
  await dialog.getByRole('button', { name: 'Send reply' }).click();
  await dialog.waitFor({ state: 'detached' });
  const entry = detail(page).getByRole('listitem').filter({ hasText: 'Reply from' });
  await entry.getByText('delivered').waitFor();
  await entry.getByRole('button', { name: 'Show message' }).click();
  await entry.getByText('yes, we do.').waitFor();
  const isOurs = ({ subject = '' }: { subject?: string }): boolean => subject === 'Re: Delivery to Edinburgh';
  const [mail, ...others] = await untilMails(join(tested.service.folder, 'mail'), 1, isOurs);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: [{ address: 'oliver.bennett@example.com' }], from: { name: 'Contact' } });
  expect(opened!.complaints).toEqual([]);
});

it('offers to reply to an address that was sent only in the reply-to field', async () => {
  const { body: form } = await tested.service.manage('POST', '/v1/forms', {
    name: 'Moved forms',
    conventions: 'formspree',
  });
  const response = await tested.service.request(`/v1/f/${form.slug}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ message: 'Do you repair chairs?', _replyto: 'rosa@example.com' }),
  });
  expect(response.status).toBeLessThan(300);
  const { body: list } = await tested.service.manage('GET', `/v1/forms/${form.id}/submissions`);
  const { id } = list.data[0];
  const page = await open(`/inbox/${id}?tab=all`);
  await detail(page).getByRole('button', { name: 'Reply', exact: true }).click();
  const envelope = page.getByRole('dialog', { name: 'Reply' }).locator('dl');
  await envelope.waitFor();
  expect(await envelope.locator('dd').allTextContents()).toEqual([
    'Moved forms',
    'rosa@example.com',
    // The session belongs to a key, and keys have no e-mail address.
    'this service’s sender address',
  ]);
  expect(opened!.complaints).toEqual([]);
});

it('shows no reply button or links for spam', async () => {
  const form = await formOf('Contact');
  const payload = { email: 'eve@example.com', message: 'See https://shop.example/oak.', _gotcha: 'x' };
  await tested.service.request(`/v1/f/${form.slug}`, { method: 'POST', body: new URLSearchParams(payload) });
  const [spam] = await submissions('status=spam');
  const page = await open(`/inbox/${spam.id}?tab=spam`);
  await detail(page).getByText('https://shop.example/oak').waitFor();
  expect(await detail(page).getByRole('link').count()).toBe(0);
  expect(await detail(page).getByRole('button', { name: 'Reply' }).count()).toBe(0);
});

it('shows fields by label in declared order, shows lists as chips, and opens no untrusted links', async () => {
  const { body: form } = await tested.service.manage('POST', '/v1/forms', {
    name: 'Orders',
    fields: [
      { name: 'wood', label: 'Which woods', type: 'choices', options: ['Oak', 'Ash'] },
      { name: 'email', label: 'Email', type: 'email' },
      { name: 'terms', label: 'Accepts the terms', type: 'checkbox' },
    ],
  });
  const response = await tested.service.request(`/v1/f/${form.slug}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      site: 'javascript:alert(1)',
      text: 'See https://shop.example/oak.',
      terms: 'on',
      wood: ['Oak', 'Ash'],
      email: 'ada@example.com',
    }),
  });
  const posted: any = await response.json();
  const page = await open(`/inbox/${posted.id}?tab=all`);
  await detail(page).getByText('Which woods').waitFor();
  const terms = await detail(page).locator('dl').first().locator('dt').allTextContents();
  expect(terms).toEqual(['Which woods', 'Email', 'Accepts the terms', 'site', 'text']);
  expect(await detail(page).locator('.value-list li').allTextContents()).toEqual(['Oak', 'Ash']);
  const link = detail(page).getByRole('link', { name: 'https://shop.example/oak', exact: true });
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
  expect(await detail(page).locator('a[href^="javascript"]').count()).toBe(0);
});

it('shows an attached picture and downloads it through its link', async () => {
  const { slug } = await formOf('Contact');
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAFElEQVR42mP8z8BQz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC',
    'base64',
  );
  const body = new FormData();
  body.append('name', 'Paula Pixel');
  body.append('photo', new Blob([png], { type: 'image/png' }), 'chair.png');
  const response = await tested.service.request(`/v1/f/${slug}`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body,
  });
  const posted: any = await response.json();
  const page = await open(`/inbox/${posted.id}?tab=all`);
  const picture = detail(page).locator('.file-picture img');
  await picture.waitFor();
  expect(
    await eventually(
      () => picture.evaluate((image: any) => image.naturalWidth as number),
      (width) => width > 0,
    ),
  ).toBe(2);
  await detail(page).getByRole('button', { name: 'Preview of chair.png' }).click();
  await page.getByRole('dialog', { name: 'chair.png' }).waitFor();
  await page.keyboard.press('Escape');
  const download = page.waitForEvent('download');
  await detail(page).getByRole('link', { name: 'Download chair.png' }).click();
  expect((await download).suggestedFilename()).toBe('chair.png');
  expect(opened!.complaints).toEqual([]);
});

describe('the note', () => {
  it('keeps a note after a reload and an expired session, saves it, and shows it in the history with its author', async () => {
    const { id } = await ofSender('Nora Weiss');
    const page = await open(`/inbox/${id}?tab=all`);
    const note = page.getByRole('textbox', { name: 'Note' });
    await note.fill('Call her on Monday');
    await page.reload();
    expect(await note.inputValue()).toBe('Call her on Monday');

    await page.route('**/v1/submissions/*', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 401, contentType: 'application/problem+json', body: '{}' })
        : route.fallback(),
    );
    await page.route('**/console/sign-in*', (route) => route.fulfill({ body: 'Sign in' }));
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.waitForURL(/sign-in\?return_to=/);
    await page.unroute('**/v1/submissions/*');
    await page.goto(`${tested.service.baseUrl}${new URL(page.url()).searchParams.get('return_to') ?? ''}`);
    expect(await note.inputValue()).toBe('Call her on Monday');

    await note.press('Control+Enter');
    expect(
      await eventually(
        () => detail(page).getByText('Note saved by key “').count(),
        (count) => count === 2,
      ),
    ).toBe(2);
    expect((await submission(id)).note).toBe('Call her on Monday');
  });

  it("shows both versions if another person changed it, and doesn't conflict with a star", async () => {
    const { id } = await ofSender('James Porter');
    const page = await open(`/inbox/${id}?tab=all`);
    const note = page.getByRole('textbox', { name: 'Note' });
    await note.fill('Mine');
    await tested.service.manage('PATCH', `/v1/submissions/${id}`, { note: 'Theirs' });
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.getByText('Someone else changed this note').waitFor();
    expect(await page.locator('.note-conflict dd').allTextContents()).toEqual(['Theirs', 'Mine']);
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByText('Note saved', { exact: true }).waitFor();
    expect((await submission(id)).note).toBe('Mine');

    await note.fill('Mine, again');
    await tested.service.manage('PATCH', `/v1/submissions/${id}`, { starred: true });
    await page.getByRole('button', { name: 'Save note' }).click();
    await eventually(
      () => submission(id),
      (now) => now.note === 'Mine, again',
    );
    expect(await submission(id)).toMatchObject({ note: 'Mine, again', starred: true });
  });

  it('warns before you leave with unsaved changes, and restores them when you come back', async () => {
    const { id } = await ofSender('Carmen Ortega');
    const page = await open(`/inbox/${id}?tab=all`);
    await page.getByRole('textbox', { name: 'Note' }).fill('Half a thought');
    await page.getByRole('button', { name: 'Next submission' }).click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(id));
    await page.getByRole('button', { name: 'Previous submission' }).click();
    await page.waitForURL((url) => url.pathname.endsWith(id));
    expect(
      await eventually(
        () => page.getByRole('textbox', { name: 'Note' }).inputValue(),
        (note) => note !== '',
      ),
    ).toBe('Half a thought');
  });
});

it('stars a submission, moves it to spam and back, and deletes it with undo', async () => {
  const page = await open('/inbox?tab=all');
  const { id } = await ofSender('Marcus Hill');
  await page.getByRole('row', { name: /Marcus Hill/ }).click();
  await detail(page).getByRole('heading', { name: 'Marcus Hill' }).waitFor();
  await detail(page).getByRole('button', { name: 'Add star' }).click();
  expect(
    (
      await eventually(
        () => submission(id),
        (now) => now.starred,
      )
    ).starred,
  ).toBe(true);

  await detail(page).getByRole('button', { name: 'Spam', exact: true }).click();
  expect(
    (
      await eventually(
        () => submission(id),
        (now) => now.status === 'spam',
      )
    ).status,
  ).toBe('spam');
  expect(await detail(page).getByRole('heading', { name: 'Marcus Hill' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(
    (
      await eventually(
        () => submission(id),
        (now) => now.status === 'received',
      )
    ).status,
  ).toBe('received');

  await page.getByRole('row', { name: /Marcus Hill/ }).click();
  await detail(page)
    .getByText(/Moved to the inbox by key “/)
    .waitFor();
  await detail(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('1 submission deleted').waitFor();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await page.getByRole('row', { name: /Marcus Hill/ }).waitFor();
  expect((await submission(id)).status).toBe('received');
});

it('resends a failed webhook delivery and shows the attempt', async () => {
  const failed = await ofSender('Johanna Pichler');
  const page = await open(`/inbox/${failed.id}?tab=all`);
  const attempts = detail(page).getByText(/Webhook Customer database, attempt/);
  await attempts.first().waitFor();
  const before = await attempts.first().innerText();
  await detail(page).getByRole('button', { name: 'Resend' }).click();
  // The endpoint still fails in the same way, so the attempt joins the earlier ones.
  expect(
    await eventually(
      () => attempts.first().innerText(),
      (text) => text !== before,
    ),
  ).toContain('6');
});

it("blocks a submission's address, domain, or text", async () => {
  const [spam] = await submissions('status=spam&q=seo');
  const blockedBy = async (): Promise<string[]> =>
    (await tested.service.manage('GET', `/v1/forms/${spam.form_id}`)).body.spam.blocked;
  const page = await open(`/inbox/${spam.id}?tab=spam`);
  const block = async (choice: RegExp, text?: string): Promise<void> => {
    await page.getByRole('button', { name: 'Always block…' }).click();
    await page.getByRole('dialog').getByText(choice).click();
    if (text !== undefined) await page.getByRole('textbox', { name: 'Words' }).fill(text);
    await page.getByRole('button', { name: 'Block', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await block(/^seo\.winner@/);
  await block(/^Everyone at/);
  await block(/^Specific words/, 'rank #1 on google');
  expect(await blockedBy()).toEqual(['seo.winner@example.net', 'example.net', 'rank #1 on google']);
  expect(opened!.complaints).toEqual([]);
});

it('explains why a submission is spam', async () => {
  const [spam] = await submissions('status=spam');
  const page = await open(`/inbox/${spam.id}?tab=spam`);
  await detail(page).getByText('The honeypot field was filled in').waitFor();
  await detail(page).getByText('100 out of 100').waitFor();
});

it('offers no way to make changes to a member with read access', async () => {
  const { body: key } = await tested.service.manage('POST', '/v1/api-keys', {
    type: 'management',
    name: 'Reader',
    scopes: ['read'],
  });
  const { id } = await ofSender('Nora Weiss');
  const page = await open(`/inbox/${id}?tab=all`, { key: key.key });
  await detail(page).getByRole('heading', { name: 'Nora Weiss' }).waitFor();
  await detail(page).getByText('Received').waitFor();
  expect(await detail(page).getByRole('textbox').count()).toBe(0);
  for (const name of ['Add star', 'Delete', 'Spam', 'Resend'])
    expect(await detail(page).getByRole('button', { name }).count()).toBe(0);
});

it('says when a submission was deleted, and shows loading errors with a request id and a retry button', async () => {
  const page = await open('/inbox/sub_nothing?tab=all');
  await detail(page).getByText('This submission no longer exists').waitFor();
  const { id } = await ofSender('Lukas Brandt');
  await page.route(`**/v1/submissions/${id}`, (route) =>
    route.fulfill({
      status: 500,
      headers: { 'x-request-id': 'req_42' },
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: 'https://x/problems/internal-error', title: 'Internal error' }),
    }),
  );
  await page.goto(`${tested.service.baseUrl}/console/inbox/${id}?tab=spam`);
  await detail(page).getByText('Request req_42').waitFor({ timeout: 20_000 });
  await page.unroute(`**/v1/submissions/${id}`);
  await detail(page).getByRole('button', { name: 'Try again' }).click();
  await detail(page).getByRole('heading', { name: 'Lukas Brandt' }).waitFor();
});

it('prints only the submission, without the rest of the console', async () => {
  const { id } = await ofSender('Nora Weiss');
  const page = await open(`/inbox/${id}?tab=all`);
  await detail(page).getByRole('heading', { name: 'Nora Weiss' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('navigation').first().isVisible()).toBe(false);
  expect(await page.getByRole('grid').isVisible()).toBe(false);
  expect(await detail(page).getByRole('link', { name: 'Reply' }).isVisible()).toBe(false);
  expect(await detail(page).getByText('Tischplatte nach Maß').isVisible()).toBe(true);
});

describe.each(['light', 'dark'] as const)('a submission in the %s theme', (theme) => {
  it.each([1280, 390])('has no axe violations or overflow at %i pixels', async (width) => {
    const [spam] = await submissions('status=spam');
    const { id } = await ofSender('Giulia Conti');
    for (const path of [`/inbox/${id}?tab=all`, `/inbox/${spam.id}?tab=spam`]) {
      const page = await open(path, { theme, width, language: 'ru' });
      await page.getByText('История').waitFor();
      await page.getByText('Получено').last().waitFor();
      expect(await opened!.accessFaults()).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(opened!.complaints).toEqual([]);
      await opened!.close();
    }
  });
});
