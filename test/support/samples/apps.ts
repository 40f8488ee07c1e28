/** Creates apps in a test's stores and simulates a browser that authorizes them. */
import { createHash, randomBytes } from 'node:crypto';
import { appStore } from '../../../lambdas/apps/app-store.ts';
import { newApp, type AppInput } from '../../../lambdas/apps/app.ts';
import { systemRandom } from '../../../lambdas/core/random.ts';
import type { TestStores } from '../emulators/stores.ts';
import { BASE_URL, type Answered, type handlersOn } from '../service/handlers.ts';

export const REDIRECT_URI = 'https://platform.example/callback';

export interface TestApp {
  readonly clientId: string;
  /** The client secret of a confidential app. Undefined for a public app. */
  readonly secret: string | undefined;
}

/**
 * Creates an app.
 * @param owner an account's id, or `installation`
 */
export async function newTestApp(
  { db, tables }: TestStores,
  owner: string,
  given: Partial<AppInput> = {},
): Promise<TestApp> {
  const input: AppInput = { name: 'Flows', redirect_uris: [REDIRECT_URI], type: 'confidential', ...given };
  const { stored, secret } = newApp(owner, input, Date.now(), systemRandom);
  await appStore(db, tables).create(stored);
  return { clientId: stored.client_id, secret };
}

/** Returns a PKCE code verifier and its challenge. */
export function newPkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** Returns the values of a page's hidden fields. */
export function hiddenFields(page: string): Record<string, string> {
  const fields = page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)" \/>/g);
  return Object.fromEntries(
    [...fields].map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]),
  );
}

type Call = ReturnType<typeof handlersOn>;

/** Simulates an app, and the browser of the user who authorizes it. */
export function appFlow(call: Call, app: TestApp, cookies: readonly string[]) {
  const pkce = newPkce();
  const request = {
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: REDIRECT_URI,
    scope: 'read write',
    state: 'some state/of=the&app',
    code_challenge: pkce.challenge,
    code_challenge_method: 'S256',
  };
  const client = {
    client_id: app.clientId,
    ...(app.secret !== undefined && { client_secret: app.secret }),
  };
  const flow = {
    pkce,
    request,
    client,
    /**
     * Opens the consent page.
     * @param given overrides the app's query parameters; parameters with an empty value are omitted
     */
    ask: (given: Readonly<Record<string, string>> = {}): Promise<Answered> =>
      call('askConsent', { query: present({ ...request, ...given }), cookies }),

    /** Submits the form on the consent page. */
    answer: (fields: Readonly<Record<string, string>>, headers = { origin: BASE_URL }): Promise<Answered> =>
      call('answerConsent', { body: new URLSearchParams(fields), cookies, headers }),

    /**
     * Opens the consent page and allows the request.
     * @param forms ids of the forms to tick; if absent, the app gets all forms
     * @returns the URL that the browser is redirected to
     */
    async allow(given: Readonly<Record<string, string>> = {}, forms?: readonly string[]): Promise<URL> {
      const page = await flow.ask(given);
      const choice = forms && { forms: 'chosen', ...Object.fromEntries(forms.map((id) => [id, id])) };
      const response = await flow.answer({ ...hiddenFields(page.text), ...choice, decision: 'allow' });
      return new URL(response.headers['location'] ?? `${BASE_URL}/nowhere?status=${response.status}`);
    },

    async code(given: Readonly<Record<string, string>> = {}, forms?: readonly string[]): Promise<string> {
      return (await flow.allow(given, forms)).searchParams.get('code') ?? 'none';
    },

    redeem: (code: string, given: Readonly<Record<string, string>> = {}): Promise<Answered> =>
      call('issueToken', {
        body: new URLSearchParams(
          present({
            grant_type: 'authorization_code',
            code,
            redirect_uri: REDIRECT_URI,
            code_verifier: pkce.verifier,
            ...client,
            ...given,
          }),
        ),
      }),

    refresh: (token: string, given: Readonly<Record<string, string>> = {}): Promise<Answered> =>
      call('issueToken', {
        body: new URLSearchParams(
          present({ grant_type: 'refresh_token', refresh_token: token, ...client, ...given }),
        ),
      }),

    revoke: (token: string): Promise<Answered> =>
      call('revokeToken', { body: new URLSearchParams({ token, ...client }) }),

    /**
     * Runs the complete authorization flow, as `allow` does.
     * @returns the app's tokens
     */
    async connect(
      given: Readonly<Record<string, string>> = {},
      forms?: readonly string[],
    ): Promise<AppTokens> {
      const { body } = await flow.redeem(await flow.code(given, forms));
      return { access: body.access_token, refresh: body.refresh_token, scope: body.scope };
    },
  };
  return flow;
}

export interface AppTokens {
  readonly access: string;
  readonly refresh: string;
  readonly scope: string;
}

const present = (all: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
