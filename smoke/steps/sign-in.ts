/** Checks that the console is available and that signing in redirects to the issuer's sign-in page. */
import { expectThat, StepFailed, StepSkipped } from '../smoke-errors.ts';
import type { SmokeStep } from '../smoke-step.ts';

const MAX_REDIRECTS = 5;

export const signIn: SmokeStep = {
  name: 'sign-in',
  description: 'the console and the sign-in page of the issuer',
  async run({ client, baseUrl, signal, proved }) {
    const started = await client.open('GET', '/console/sign-in', { expect: [302, 404] });
    if (started.status === 404)
      throw new StepSkipped('the stage has no console, or nobody can sign in to it');
    const page = await client.open('GET', '/console', { expect: 200 });
    expectThat(page.headers.get('content-type')?.includes('text/html') ?? false, '/console is not a page.');
    proved('the console is served');

    const target = new URL(started.headers.get('location') ?? '', baseUrl);
    expectThat(
      target.searchParams.has('redirect_uri'),
      `Signing in leads to ${target.origin}${target.pathname}. If that is the service's own address, use it as --url.`,
    );
    const { redirect_uri, response_type, code_challenge_method, state } = Object.fromEntries(
      target.searchParams,
    );
    expectThat(
      redirect_uri === `${baseUrl}/console/callback`,
      `The issuer would redirect to ${String(redirect_uri)}.`,
    );
    expectThat(
      response_type === 'code' && code_challenge_method === 'S256' && Boolean(state),
      'The sign-in uses neither the code flow with PKCE nor a state.',
    );
    const { origin } = await follow(target, signal);
    proved(`signing in leads to the page of ${origin}`);
  },
};

/** Follows redirects like a browser, including cookies, and returns the URL of the final page. */
async function follow(start: URL, signal: AbortSignal): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = start;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      signal,
      headers: { cookie, accept: 'text/html' },
    });
    for (const each of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      if (name !== undefined && value !== undefined) cookies.set(name, value);
    }
    const location = response.headers.get('location');
    const isPage = response.headers.get('content-type')?.includes('text/html');
    await response.body?.cancel();
    if (response.ok && isPage) return url;
    if (location === null)
      throw new StepFailed(
        `${url.origin}${url.pathname} returned ${response.status} instead of a sign-in page.`,
      );
    url = new URL(location, url);
  }
  throw new StepFailed(`${start.origin} redirects more than ${MAX_REDIRECTS} times.`);
}
