/** Opens the console as an account member who signed in with the local issuer. */
import {
  openWindow,
  type ConsoleOptions,
  type ConsolePage,
  type ConsoleUnderTest,
} from './console-session.ts';

/**
 * Opens a browser window, signs in a user and navigates to `path`.
 * @param email an address that the account has invited. Only use a demo user's address in a file with a
 *   separate service, because all demo accounts have invited the demo users.
 */
export async function openAsMember(
  { service, browser }: ConsoleUnderTest,
  email: string,
  path: string,
  options: ConsoleOptions = {},
): Promise<ConsolePage> {
  const opened = await openWindow(browser, options);
  const { page } = opened;
  const query = new URLSearchParams({ return_to: `/console${path}`, account: service.outputs.account_id });
  await page.goto(`${service.baseUrl}/console/sign-in?${query.toString()}`);
  await page.getByLabel('Another address').fill(email);
  await page.getByRole('button', { name: 'Sign in with this address' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForURL(({ origin }) => origin === service.baseUrl);
  return opened;
}
