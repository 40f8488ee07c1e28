/**
 * Sets up a browser that signs in with an issuer that can return incorrect data. Importing this file starts
 * the service and the issuer before the tests.
 */
import { parseSession } from '../../lambdas/auth/sessions/session.ts';
import { sessionPrincipalStore } from '../../lambdas/auth/sessions/session-principal-store.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import {
  CLIENT_ID,
  startHostileIssuer,
  type HostileIssuer,
  type Lies,
} from '../support/issuer/hostile-issuer.ts';
import { newAccount } from '../support/samples/accounts.ts';
import { invite } from '../support/samples/people.ts';
import { handlersOn, type Answered } from '../support/service/handlers.ts';

export let stores: TestStores;
export let issuer: HostileIssuer;
export let call: ReturnType<typeof handlersOn>;
export let accountId: string;
beforeAll(async () => {
  [stores, issuer] = await Promise.all([startStores(), startHostileIssuer()]);
  call = handlersOn(stores, {
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_TRUST_EMAIL: 'false',
  });
});
afterAll(() => Promise.all([stores.stop(), issuer.stop()]));
beforeEach(async () => {
  ({ accountId } = await newAccount(stores));
});

/** Headers of a browser navigation. */
export const PAGE = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': 'en' };

/** A browser that keeps cookies and sends all of them with every request. */
export class Browser {
  readonly jar = new Map<string, string>();

  get cookies(): string[] {
    return [...this.jar].map(([name, value]) => `${name}=${value}`);
  }

  keep({ cookies }: Answered): void {
    for (const cookie of cookies) {
      const [pair = '', ...attributes] = cookie.split('; ');
      const at = pair.indexOf('=');
      if (attributes.includes('Max-Age=0')) this.jar.delete(pair.slice(0, at));
      else this.jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }

  get transactions(): string[] {
    return [...this.jar.keys()].filter((name) => name.startsWith('__Host-svc-sign-in-'));
  }

  get session(): string | undefined {
    return this.jar.get('__Host-svc-session');
  }

  /** @returns the issuer URL that the browser is redirected to */
  async start(query: Record<string, string> = {}): Promise<string> {
    const response = await call('startSignIn', { headers: PAGE, cookies: this.cookies, query });
    expect(response.status).toBe(302);
    this.keep(response);
    return response.headers['location']!;
  }

  async finish(query: Record<string, string>, headers: Record<string, string> = PAGE): Promise<Answered> {
    const response = await call('finishSignIn', { headers, cookies: this.cookies, query });
    this.keep(response);
    return response;
  }

  async signIn(lies: Lies = {}, query: Record<string, string> = {}): Promise<Answered> {
    return this.finish(issuer.approve(await this.start(query), lies));
  }
}

export let people = 0;
/** Invites a user to the account and returns their claims at the issuer. */
export async function invited(role: 'owner' | 'editor' | 'viewer' = 'viewer') {
  const claims = { sub: `person-${(people += 1)}`, email: `person-${people}@example.com` };
  const member = await invite(stores, accountId, { email: claims.email, role });
  return { claims, member };
}

/**
 * Returns the signed-in user or other principal that the session belongs to, or undefined if the session is
 * invalid.
 */
export async function holder(session: string | undefined) {
  const reference = parseSession(session ?? '');
  const found =
    reference && (await sessionPrincipalStore(stores.db, stores.tables, Date.now).find(reference));
  return found?.principal;
}

/** Returns a value that differs in its first character, so it never equals the original. */
export const otherwise = (value: string): string => (value.startsWith('A') ? 'B' : 'A') + value.slice(1);

export function expectRefused(response: Answered, heading: string, browser: Browser): void {
  expect({ status: response.status, heading: /<h1>(.*)<\/h1>/.exec(response.text)?.[1] }).toEqual({
    status: heading === 'Sign-in is currently unavailable' ? 503 : 403,
    heading,
  });
  expect(browser.session).toBeUndefined();
}
