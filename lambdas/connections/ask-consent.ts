/** `GET /oauth/authorize`: asks a member whether to authorize an app for the account. */
import { isClientDocumentUrl } from '../core/web/client-document-url.ts';
import { INSTALLATION } from '../core/ids.ts';
import { mapInParallel } from '../core/map-in-parallel.ts';
import { readEnvironment } from '../environment.ts';
import { accountFormsStore } from '../auth/account-forms-store.ts';
import { httpHandler, type HttpRequest } from '../http/http-handler.ts';
import { logSubjectOf } from '../auth/logged-callers.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { askConsent as operation } from './oauth/oauth-operations.ts';
import { callerAccountStore } from '../people/caller-account-store.ts';
import { MAX_REQUEST_LENGTH } from '../sign-in/return-target.ts';
import { redirectTo } from '../sign-in/sign-in-pages.ts';
import {
  answerAddress,
  authorizePath,
  checkAuthorizeRequest,
  MAX_CHOICES,
  queryOf,
  type AuthorizeQuery,
  type AuthorizeStep,
} from './authorize-request.ts';
import {
  askDeps,
  clientApp,
  consentRequestFor,
  NOTHING_TO_ALLOW,
  sessionOf,
  type AskDeps,
  type ConsentPrompt,
  type OwnSession,
} from './consent-deps.ts';
import { consentErrorPage, consentFormat, consentPage, redirectPage } from './consent-pages.ts';
import { consentToken } from './consent-token.ts';

interface Deps extends AskDeps {
  readonly accounts: Pick<ReturnType<typeof callerAccountStore>, 'find'>;
  readonly forms: Pick<ReturnType<typeof accountFormsStore>, 'find' | 'newest'>;
}

type Request = HttpRequest<typeof operation>;

/** Error returned to the app when its authorization request is too long to preserve during sign-in. */
const TOO_LONG = {
  error: 'invalid_request',
  error_description: 'The request is too long. Send a shorter state or redirect_uri.',
} as const;

/** Maximum number of form names to read in parallel. */
const CONCURRENCY = 10;

/**
 * Shows the consent page to a signed-in member. Other users must sign in first and then return to this page.
 */
export function askConsent(deps: Deps) {
  const { baseUrl } = deps;
  return async (request: Request): Promise<HttpResponse> => {
    const { event, query } = request;
    const { headers } = event;
    // Redirect to the host in `baseUrl`, because the session cookie belongs to it, and the identity provider
    // redirects browsers to it after sign-in.
    if (headers['host'] !== undefined && headers['host'] !== new URL(baseUrl).host)
      return redirectTo(`${baseUrl}${authorizePath(query)}`);
    const { client_id = '' } = query;
    const isDescribed = isClientDocumentUrl(client_id);
    const visitor = isDescribed ? await sessionOf(event, deps) : undefined;
    // Only load the app's document for people who are signed in. Until then, don't redirect to the app,
    // because its redirect URI hasn't been checked.
    if (isDescribed && !visitor) {
      const invalid = () => consentErrorPage(headers, 'invalid-request');
      return query.client_secret === undefined
        ? withoutSession(request, { query, owner: INSTALLATION, tooLong: invalid })
        : invalid();
    }
    const app = await clientApp(client_id, visitor, deps);
    const outcome = checkAuthorizeRequest(query, app, baseUrl);
    if (!app || outcome.kind === 'page')
      return consentErrorPage(headers, outcome.kind === 'page' ? outcome.reason : 'unknown-app');
    if (outcome.kind === 'redirect') {
      const { to, error, description: error_description } = outcome;
      return redirectTo(answerAddress(to, baseUrl, { error, error_description }));
    }
    const session = visitor ?? (await sessionOf(event, deps));
    const asked = queryOf(outcome.request);
    if (!session) {
      const tooLong = () => redirectTo(answerAddress(outcome.request, baseUrl, TOO_LONG));
      return withoutSession(request, { query: asked, owner: app.owner, tooLong });
    }
    request.runInBackground(deps.sessions.touch(session.session));
    request.logWith(logSubjectOf(session.principal));
    const found = consentRequestFor(session, app, outcome.request);
    if (found === 'nothing-to-allow')
      return redirectTo(answerAddress(outcome.request, baseUrl, NOTHING_TO_ALLOW));
    if (typeof found === 'string')
      return consentErrorPage(headers, found, signInPath(asked, app.owner, true));
    return question(request, app, session, found);
  };

  async function question(
    { event }: Request,
    app: Parameters<typeof consentPage>[1]['app'],
    { cookie }: OwnSession,
    { member, asked }: ConsentPrompt,
  ): Promise<HttpResponse> {
    const { account_id, email, form_ids } = member;
    const [account, forms] = await Promise.all([
      deps.accounts.find(account_id),
      form_ids
        ? mapInParallel(form_ids, CONCURRENCY, (id) => deps.forms.find(account_id, id))
        : deps.forms.newest(account_id, MAX_CHOICES),
    ]);
    return consentPage(event.headers, {
      app,
      asked,
      account: account?.name ?? account_id,
      email,
      forms: forms.filter((form) => form !== undefined),
      signIn: signInPath(queryOf(asked), account_id, true),
      token: consentToken(cookie, asked, deps.now()),
    });
  }
}

/** An authorization request from a person who must sign in first. */
interface SignInDetour {
  readonly query: AuthorizeQuery;
  /** The app's owner. */
  readonly owner: string;
  /** Builds the response for a request that is too long to be preserved during sign-in. */
  readonly tooLong: () => HttpResponse;
}

/**
 * Returns the next step for a browser without a session cookie. First, one of the service's pages redirects
 * back to the consent page, so that the browser sends the cookie. If the cookie is still missing, the user
 * signs in. Afterwards, the browser returns from another site, so a page redirects to the consent page once
 * more. If the cookie is missing again, shows a message instead of redirecting, to avoid an endless loop in
 * browsers that block cookies.
 */
function withoutSession(
  { event, query: { svc_step } }: Request,
  { query, owner, tooLong }: SignInDetour,
): HttpResponse {
  // Don't ask the user to sign in if the authorization request is too long to be preserved, because the user
  // can't fix this.
  if (authorizePath(query, 'signed-in').length > MAX_REQUEST_LENGTH) return tooLong();
  const at = (step: AuthorizeStep): string => authorizePath(query, step);
  switch (svc_step) {
    case undefined:
      return redirectPage(event.headers, at('again'));
    case 'again':
      return redirectTo(signInPath(query, owner));
    case 'signed-in':
      return redirectPage(event.headers, at('last'));
    case 'last':
      return consentErrorPage(event.headers, 'not-signed-in', signInPath(query, owner));
  }
}

/**
 * Returns the path for signing in and returning to the consent page. If the app belongs to an account, the
 * user signs in to that account.
 * @param asAnother if true, the identity provider lets the user choose another identity
 */
function signInPath(query: AuthorizeQuery, owner: string, asAnother = false): string {
  const parameters = new URLSearchParams({
    return_to: authorizePath(query, 'signed-in'),
    ...(owner.startsWith('acc_') && { account: owner }),
    ...(asAnother && { prompt: 'login' }),
  });
  return `/console/sign-in?${parameters.toString()}`;
}

const { db, ...deps } = askDeps();
const { ACCOUNTS_TABLE, FORMS_TABLE } = readEnvironment('ACCOUNTS_TABLE', 'FORMS_TABLE');

export const handler = httpHandler(
  operation,
  { baseUrl: deps.baseUrl, format: consentFormat(deps.baseUrl) },
  askConsent({
    ...deps,
    accounts: callerAccountStore(db, ACCOUNTS_TABLE),
    forms: accountFormsStore(db, FORMS_TABLE),
  }),
);
