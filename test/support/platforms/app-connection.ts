/**
 * Signs a member in with the local issuer and authorizes an app. Sends the same HTTP requests as a browser, without
 * running one.
 */
import { hiddenFields } from '../samples/apps.ts';
import type { ServiceUnderTest } from '../service/service.ts';

/** Maximum number of pages and redirects during sign-in. */
const MAX_STEPS = 20;

interface Shown {
  readonly url: URL;
  readonly status: number;
  readonly location: URL | undefined;
  readonly text: string;
}

/** Creates a client that stores cookies by origin and doesn't follow redirects. */
function newBrowser() {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (url: URL): Map<string, string> => {
    const jar = jars.get(url.origin) ?? new Map<string, string>();
    jars.set(url.origin, jar);
    return jar;
  };
  return {
    has: (origin: string, cookie: RegExp): boolean =>
      [...(jars.get(origin)?.keys() ?? [])].some((name) => cookie.test(name)),
    async open(url: URL, form?: Record<string, string>): Promise<Shown> {
      const jar = jarOf(url);
      const response = await fetch(url, {
        redirect: 'manual',
        headers: {
          accept: 'text/html',
          cookie: Array.from(jar, ([name, value]) => `${name}=${value}`).join('; '),
          ...(form && { origin: url.origin }),
        },
        ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        if (value === '') jar.delete(name);
        else jar.set(name, value);
      }
      const location = response.headers.get('location');
      return {
        url,
        status: response.status,
        location: location === null ? undefined : new URL(location, url),
        text: await response.text(),
      };
    },
  };
}
type Browser = ReturnType<typeof newBrowser>;

/** Signs in a user with an e-mail address that the account has invited. */
export async function signedIn(service: ServiceUnderTest, email: string): Promise<Browser> {
  const browser = newBrowser();
  const query = new URLSearchParams({ account: service.outputs.account_id, return_to: '/console/forms' });
  let shown = await browser.open(new URL(`/console/sign-in?${query.toString()}`, service.baseUrl));
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if (browser.has(new URL(service.baseUrl).origin, /svc-session$/)) return browser;
    const action = /<form method="post" action="([^"]+)"/.exec(shown.text)?.[1];
    if (shown.location) shown = await browser.open(shown.location);
    else if (action) shown = await browser.open(new URL(action, shown.url), { email });
    else break;
  }
  throw new Error(`Not signed in: ${shown.status} ${shown.url.href}\n${shown.text}`);
}

/** A platform's app and the member who connects it. */
export interface AppConnection {
  readonly clientId: string;
  readonly clientSecret: string;
  /**
   * Approves the app's authorization request as the member. Returns the query parameters of the redirect to
   * the app.
   */
  allow(authorizeUrl: string): Promise<URLSearchParams>;
}

/** Registers an app in the account and signs one of the account's owners in. */
export async function appConnection(
  service: ServiceUnderTest,
  name: string,
  redirectUri: string,
): Promise<AppConnection> {
  const email = 'ann@example.com';
  const registered = await service.manage('POST', '/v1/oauth-clients', {
    name,
    type: 'confidential',
    redirect_uris: [redirectUri],
  });
  const invited = await service.manage('POST', '/v1/members', { email, role: 'owner' });
  if (registered.status !== 201 || invited.status !== 201)
    throw new Error(`Not registered or not invited: ${registered.status}, ${invited.status}`);
  const browser = await signedIn(service, email);
  return {
    clientId: registered.body.id,
    clientSecret: registered.body.secret,
    async allow(authorizeUrl) {
      const url = new URL(authorizeUrl);
      const question = await browser.open(url);
      const answer = { ...hiddenFields(question.text), decision: 'allow' };
      const { location, status, text } = await browser.open(new URL(url.pathname, url), answer);
      if (!location?.href.startsWith(redirectUri)) throw new Error(`Not authorized: ${status}\n${text}`);
      return location.searchParams;
    },
  };
}
