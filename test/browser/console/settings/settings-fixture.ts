/** Opens a form's settings in the console. Importing this module opens the console before the tests. */
import type { Page } from 'playwright-core';
import {
  startConsole,
  type ConsoleOptions,
  type ConsolePage,
  type ConsoleUnderTest,
} from '../../../support/console/console-session.ts';

export let tested: ConsoleUnderTest;
export let opened: ConsolePage;
beforeAll(async () => {
  tested = await startConsole();
});
afterEach(() => opened.close());
afterAll(() => tested.stop());

export async function newForm(members: object = {}): Promise<{ id: string; slug: string }> {
  const { status, body } = await tested.service.manage('POST', '/v1/forms', { name: 'Orders', ...members });
  expect(status).toBe(201);
  return body;
}

export const formNow = async (id: string) => (await tested.service.manage('GET', `/v1/forms/${id}`)).body;

/** Opens any screen of the console. The fixture closes it after the test. */
export async function openScreen(path: string, options?: ConsoleOptions): Promise<ConsolePage> {
  opened = await tested.open(path, options);
  return opened;
}

/** Opens a section of a form's settings. */
export async function open(id: string, section: string, options?: ConsoleOptions): Promise<Page> {
  const { page } = await openScreen(`/forms/${id}/settings/${section}`, options);
  await page.getByRole('navigation', { name: 'Settings' }).waitFor();
  return page;
}

export const previewIn = (page: Page) => page.locator('iframe').contentFrame();

/** Saves the settings. Waits for the request, because the message of an earlier change may still be visible. */
export const save = async (page: Page): Promise<void> => {
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok());
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await saved;
  await page.getByText('Changes saved', { exact: true }).last().waitFor();
};
