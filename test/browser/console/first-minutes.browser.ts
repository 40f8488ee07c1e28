/** Tests the first minutes of a new owner: from an empty account to a notification and back to the console. */
import type { Locator, Page } from 'playwright-core';
import { openWindow, startConsole, type ConsolePage } from '../../support/console/console-session.ts';

let tested: Awaited<ReturnType<typeof startConsole>>;
let opened: ConsolePage | undefined;
beforeAll(async () => {
  tested = await startConsole({ ownService: true, withDemoData: false });
});
afterEach(() => opened?.close());
afterAll(() => tested.stop());

async function signedIn(path: string): Promise<Page> {
  opened = await openWindow(tested.browser);
  const { page } = opened;
  await page.goto(`${tested.service.baseUrl}/console${path}`);
  return page;
}

/** Reloads the list of e-mails until it contains this e-mail. */
async function mailNamed(page: Page, subject: RegExp): Promise<Locator> {
  const { baseUrl } = tested.service;
  const link = page.getByRole('link', { name: subject });
  await page.goto(`${baseUrl}/mail`);
  while ((await link.count()) === 0) await page.reload();
  return link.first();
}

it('takes 12 clicks from an empty account to a notification and then its submission', async () => {
  const { baseUrl, outputs, manage } = tested.service;
  await manage('DELETE', `/v1/forms/${outputs.form.id}`);
  const page = await signedIn('/forms');
  let clicks = 0;
  const click = async (on: Locator): Promise<void> => {
    clicks += 1;
    await on.click();
  };
  await click(page.getByRole('button', { name: 'Olivia Owner' }));
  await click(page.getByRole('textbox', { name: 'Form name' }));
  await page.keyboard.type('Contact');
  await page.keyboard.press('Enter');
  await page.getByText('Waiting for the first submission').waitFor();
  expect(await page.getByText('No one is notified').count()).toBe(0);
  await click(page.getByRole('button', { name: 'Send test' }));
  const dialog = page.getByRole('dialog', { name: 'Send test' });
  // The first field has the focus, so the user can change and send the test submission without a click.
  await dialog.locator('input:focus').waitFor();
  await page.keyboard.type('Ada');
  await page.keyboard.press('Enter');
  await dialog.getByText('Your test submission has arrived.').waitFor();

  await click(await mailNamed(page, /^New submission: Contact to owner@example\.com/));
  const mail = page.frameLocator('iframe');
  await mail.getByText(/Received .* \(Europe\/Berlin\)/).waitFor();
  await click(mail.getByRole('link', { name: 'Open in the console' }));
  await page.getByRole('region', { name: 'Submission', exact: true }).getByText('Ada').first().waitFor();
  expect(clicks).toBeLessThanOrEqual(12);

  // Without a session, the link leads through sign-in to the same submission.
  const [, id] = /(sub_\w+)/.exec(page.url()) ?? [];
  await page.context().clearCookies();
  await page.goto(`${baseUrl}/console/submissions/${String(id)}`);
  await page.getByRole('button', { name: 'Olivia Owner' }).click();
  await page.getByRole('region', { name: 'Submission', exact: true }).getByText('Ada').first().waitFor();
  expect(page.url()).toBe(`${baseUrl}/console/inbox/${String(id)}`);
});

it('adds you to a form without recipients and sends you a test e-mail', async () => {
  const { manage } = tested.service;
  const { body: form } = await manage('POST', '/v1/forms', { name: 'Quiet', notify_emails: [] });
  const page = await signedIn(`/forms/${String(form.id)}/settings/emails`);
  await page.getByRole('button', { name: 'Olivia Owner' }).click();
  await page.getByText('No one is notified').waitFor();
  await page.getByRole('button', { name: 'Notify me' }).click();
  await page.getByText('New submissions are now sent to owner@example.com').waitFor();
  await page.getByText('No one is notified').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Send test e-mail' }).click();
  await page.getByText('Test e-mail sent to owner@example.com').waitFor();
  await (await mailNamed(page, /^Test: New submission: Quiet to owner@example\.com/)).click();
  await page.frameLocator('iframe').getByText('This is a test with sample values.').waitFor();
});
