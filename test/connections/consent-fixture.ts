/**
 * Provides an account with an owner, and two apps that ask for access. Importing this module creates them before
 * the tests.
 */
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import { newAccount, type TestAccount } from '../support/samples/accounts.ts';
import { appFlow, newTestApp, REDIRECT_URI, type TestApp } from '../support/samples/apps.ts';
import { signIn, type SignedIn } from '../support/samples/people.ts';
import { handlersOn } from '../support/service/handlers.ts';

export let stores: TestStores;
export let call: ReturnType<typeof handlersOn>;
export let account: TestAccount;
export let owner: SignedIn;
export let app: TestApp;
export let publicApp: TestApp;
beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores);
  account = await newAccount(stores);
  owner = await signIn(stores, account.accountId, { role: 'owner', email: 'ann@example.com' });
  app = await newTestApp(stores, account.accountId, { name: 'Flows & Co' });
  publicApp = await newTestApp(stores, 'installation', {
    name: 'Tool',
    type: 'public',
    redirect_uris: [REDIRECT_URI, 'http://127.0.0.1/done', 'https://platform.example/with?own=query'],
  });
});
afterAll(() => stores.stop());

export const flowOf = (of: TestApp = app, cookies = owner.cookies) => appFlow(call, of, cookies);
/** Returns the parameters of the redirect to the app, except those that vary. */
export const answerOf = (location = ''): Record<string, string> => {
  const { origin, pathname, searchParams } = new URL(location);
  return { to: `${origin}${pathname}`, ...Object.fromEntries(searchParams) };
};
