/** Tests handling submissions with the mouse, and two members handling the same submission at the same time. */
import type { Page } from 'playwright-core';
import { eventually } from '../../support/browser/eventually.ts';
import {
  startConsole,
  type ConsolePage,
  type ConsoleUnderTest,
} from '../../support/console/console-session.ts';
import { openAsMember } from '../../support/console/member-window.ts';

let tested: ConsoleUnderTest;
const windows: ConsolePage[] = [];
let submission: any;
let label: any;
beforeAll(async () => {
  tested = await startConsole({ withDemoData: true });
  const { manage } = tested.service;
  label = (await manage('POST', '/v1/labels', { name: 'Urgent', color: '#cc3300' })).body;
});
beforeEach(async () => {
  const { manage, request, outputs } = tested.service;
  const body = new URLSearchParams({
    name: 'Rosa Lind',
    email: 'rosa@example.com',
    message: 'Do you repair chairs?',
  });
  const { status } = await request(`/v1/f/${outputs.form.slug}`, { method: 'POST', body });
  expect(status).toBeLessThan(300);
  [submission] = (await manage('GET', `/v1/forms/${outputs.form.id}/submissions?limit=1`)).body.data;
});
afterEach(() => Promise.all(windows.splice(0).map((window) => window.close())));
afterAll(() => tested.stop());

async function openAs(email: string): Promise<Page> {
  await tested.service.manage('POST', '/v1/members', { email, role: 'editor' });
  const window = await openAsMember(tested, email, `/inbox/${submission.id}?tab=all`);
  windows.push(window);
  await detail(window.page).getByRole('heading', { name: 'Rosa Lind' }).waitFor();
  return window.page;
}
const detail = (page: Page) => page.getByRole('region', { name: 'Submission', exact: true });
const stored = async (): Promise<any> =>
  (await tested.service.manage('GET', `/v1/submissions/${submission.id}`)).body;

it('labels, assigns, answers, and finishes a submission with the mouse', async () => {
  const page = await openAs('grace@example.org');
  await detail(page).getByRole('button', { name: 'Labels' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Urgent' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await detail(page).getByText('Urgent', { exact: true }).waitFor();
  await detail(page).getByRole('button', { name: 'Assign' }).click();
  await page.getByRole('menuitemradio', { name: 'grace (you)' }).click();
  await detail(page).getByRole('button', { name: 'Assigned to grace' }).waitFor();

  await detail(page).getByRole('button', { name: 'Reply', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Reply' });
  // The submitter's answer goes to the member, because the form has no other reply address.
  await dialog.getByText('grace@example.org').waitFor();
  await dialog.getByLabel('Message').fill('Yes, we do.');
  await dialog.getByRole('button', { name: 'Send reply' }).click();
  await dialog.waitFor({ state: 'detached' });
  await detail(page).getByRole('listitem').filter({ hasText: 'Reply from grace' }).waitFor();

  await detail(page).getByRole('button', { name: 'Mark as done' }).click();
  await detail(page).getByRole('button', { name: 'Reopen' }).waitFor();
  expect(await eventually(stored, ({ handled_at }) => handled_at !== null)).toMatchObject({
    labels: [label],
    assignee: { name: 'grace' },
  });
  expect(windows.flatMap(({ complaints }) => complaints)).toEqual([]);
});

it('keeps both changes when two members handle a submission at the same time, and shows them to both members', async () => {
  const [grace, alan] = [await openAs('grace@example.org'), await openAs('alan@example.org')];
  await detail(grace).getByRole('button', { name: 'Assign' }).click();
  await detail(alan).getByRole('button', { name: 'Labels' }).click();
  await grace.getByRole('menuitemradio', { name: 'grace (you)' }).click();
  await alan.getByRole('menuitemcheckbox', { name: 'Urgent' }).click();
  await alan.keyboard.press('Escape');
  // Both members mark the submission as done before their windows show the other member's change.
  await Promise.all(
    [grace, alan].map((page) => detail(page).getByRole('button', { name: 'Mark as done' }).click()),
  );
  await Promise.all(
    [grace, alan].map((page) => detail(page).getByRole('button', { name: 'Reopen' }).waitFor()),
  );
  const isDone = (found: any): boolean =>
    found.handled_at !== null && found.assignee !== null && found.labels.length > 0;
  const { handled_at } = await eventually(stored, isDone);
  for (const page of [grace, alan]) {
    await page.reload();
    await detail(page).getByRole('button', { name: 'Assigned to grace' }).waitFor();
    await detail(page).getByText('Urgent', { exact: true }).waitFor();
    // Marking the submission as done a second time changes nothing.
    const entries = detail(page).getByRole('listitem').filter({ hasText: 'Marked as done by' });
    await entries.first().waitFor();
    expect(await entries.count()).toBe(1);
  }
  expect((await stored()).handled_at).toBe(handled_at);
  expect(windows.flatMap(({ complaints }) => complaints)).toEqual([]);
});
